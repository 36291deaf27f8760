"""Chains of entries, and the base class of acts. An act is a class for one kind of entry, such as a closed round."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from scorekeeper.engine.reading import read
from scorekeeper.engine.values import Struct, replace

Payload = Mapping[str, Any]


class Remembered(Protocol):
    """The memory of a chain: the state after its entries up to a version."""

    @property
    def version(self) -> int: ...


M = TypeVar("M", bound=Remembered)


class ChainEntry(Protocol):
    """One entry of a chain. `version` counts from 1 within the chain; `recorded_at` is ISO 8601 in UTC."""

    @property
    def version(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def payload(self) -> Payload: ...
    @property
    def recorded_at(self) -> str: ...


def opened(entries: Iterable[ChainEntry], kind: str) -> tuple[ChainEntry, Iterator[ChainEntry]]:
    """Return the entry that opens a chain, and the others. Raises ValueError if the first is missing or of another
    kind."""
    ordered = iter(entries)
    first = next(ordered, None)
    if first is None or first.kind != kind:
        raise ValueError(f"it begins with {kind}, or nothing was opened")
    return first, ordered


E = TypeVar("E", bound=ChainEntry)


class Act(Struct, forbid_unknown_fields=True):
    """Base class for a kind of entry. Its fields are the keys of the payload, with their types.

    `KIND` is its name in the ledger, `ABOUT` the subject that it changes. The writer must have seen the latest entries
    about the subjects in `SEEN`.
    """

    KIND: ClassVar[str]
    ABOUT: ClassVar[str] = ""
    SEEN: ClassVar[tuple[str, ...]] = ("",)

    def check(self, memory: Any, where: str) -> None:
        """Raise `Refused` if this act is not possible in the state `memory`."""

    def apply(self, memory: Any, entry: ChainEntry) -> Any:
        """The memory after this entry, still with the old version. For the opening entry, `memory` is None."""
        return memory

    @classmethod
    def overtaken(cls, asked: Payload, other: type["Act"], written: Payload) -> bool:
        """Return whether the `other` act, which the writer had not seen, could have changed the writer's mind.

        `asked` is the payload to be written, `written` that of the other act.
        """
        return other.ABOUT in cls.SEEN


class Acts(Generic[M]):
    """The acts of one book of the ledger, such as that of evenings. `opening` is the act that opens a chain; `M` is the
    type of the memory."""

    def __init__(self, opening: type[Act], *others: type[Act]) -> None:
        self.opening, self.others = opening, {act.KIND: act for act in others}
        #: All acts by their kind.
        self.all: Mapping[str, type[Act]] = {opening.KIND: opening, **self.others}

    def read(self, kind: str, payload: Payload, where: str = "") -> Act:
        """Read the act in a payload. Raises KeyError for an unknown kind, `Refused` for a payload of another form."""
        return read(self.all[kind], payload, where)

    def remember(self, entries: Iterable[ChainEntry]) -> M:
        """The memory of a whole chain. Raises ValueError if it is not opened, KeyError for an unknown kind, `Refused`
        for a malformed payload."""
        first, more = opened(entries, self.opening.KIND)
        return self.and_then(self.after(None, read(self.opening, first.payload), first), more)

    def and_then(self, memory: M, entries: Iterable[ChainEntry]) -> M:
        """The memory after further entries. Raises KeyError for an unknown kind, `Refused` for a malformed payload."""
        for entry in entries:
            memory = self.after(memory, read(self.others[entry.kind], entry.payload), entry)
        return memory

    def after(self, memory: M | None, act: Act, entry: ChainEntry) -> M:
        """The memory after one act."""
        changed: M = replace(act.apply(memory, entry), version=entry.version)
        return changed

    def steps(self, entries: Iterable[E]) -> Iterator[tuple[E, M, M]]:
        """Each entry with the memory before and after it. For the opening entry, both are the memory after it."""
        before = None
        for entry in entries:
            after = self.remember([entry]) if before is None else self.and_then(before, [entry])
            yield entry, before or after, after
            before = after
