"""Chains of entries as every fold reads them, and acts: classes of the entries that a book may have."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from scorekeeper.engine.reading import read
from scorekeeper.engine.values import Struct, replace

Payload = Mapping[str, Any]


class Remembered(Protocol):
    """The memory of a chain: the result of its entries up to a version."""

    @property
    def version(self) -> int: ...


M = TypeVar("M", bound=Remembered)


class ChainEntry(Protocol):
    """One entry of a chain, immutable: `number` counts from 1 within its chain; the time is ISO 8601 in UTC."""

    @property
    def version(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def payload(self) -> Payload: ...
    @property
    def recorded_at(self) -> str: ...


def opened(entries: Iterable[ChainEntry], kind: str) -> tuple[ChainEntry, Iterator[ChainEntry]]:
    """The entry that opens a chain, and those that follow. Raises ValueError where the first is not of this kind."""
    ordered = iter(entries)
    first = next(ordered, None)
    if first is None or first.kind != kind:
        raise ValueError(f"it begins with {kind}, or nothing was opened")
    return first, ordered


E = TypeVar("E", bound=ChainEntry)


class Act(Struct, forbid_unknown_fields=True):
    """One kind of entry: its fields are the payload's keys, each of the type that is read there.

    `KIND` is its name in the ledger, `ABOUT` what it is about, `SEEN` what its writer must have seen of that.
    """

    KIND: ClassVar[str]
    ABOUT: ClassVar[str] = ""
    SEEN: ClassVar[tuple[str, ...]] = ("",)

    def check(self, memory: Any, where: str) -> None:
        """Refuse what could not be said after the entries that `memory` is of. Raises `Refused`."""

    def apply(self, memory: Any, entry: ChainEntry) -> Any:
        """The memory after this entry, but for its version; the one before an opening is None."""
        return memory

    @classmethod
    def overtaken(cls, asked: Payload, other: type["Act"], written: Payload) -> bool:
        """Return whether an act of this kind could have been meant otherwise by a writer who had seen the `other`
        one."""
        return other.ABOUT in cls.SEEN


class Acts(Generic[M]):
    """The kinds of entries of one book. The first opens a chain; `M` is what the entries are remembered as."""

    def __init__(self, opening: type[Act], *others: type[Act]) -> None:
        self.opening, self.others = opening, {act.KIND: act for act in others}
        #: Every act by its kind.
        self.all: Mapping[str, type[Act]] = {opening.KIND: opening, **self.others}

    def read(self, kind: str, payload: Payload, where: str = "") -> Act:
        """The act in a payload. Raises KeyError for an unknown kind, `Refused` for what is not of its form."""
        return read(self.all[kind], payload, where)

    def remember(self, entries: Iterable[ChainEntry]) -> M:
        """Read a chain in order. Raises ValueError for an unopened one, KeyError for an unknown kind."""
        first, more = opened(entries, self.opening.KIND)
        return self.and_then(self.after(None, read(self.opening, first.payload), first), more)

    def and_then(self, memory: M, entries: Iterable[ChainEntry]) -> M:
        """The memory after further entries. Raises KeyError for an unknown kind."""
        for entry in entries:
            memory = self.after(memory, read(self.others[entry.kind], entry.payload), entry)
        return memory

    def after(self, memory: M | None, act: Act, entry: ChainEntry) -> M:
        """The memory after one act."""
        changed: M = replace(act.apply(memory, entry), version=entry.version)
        return changed

    def steps(self, entries: Iterable[E]) -> Iterator[tuple[E, M, M]]:
        """Each entry with the memory before and after it; before the opening there is none, so it has its own."""
        before = None
        for entry in entries:
            after = self.remember([entry]) if before is None else self.and_then(before, [entry])
            yield entry, before or after, after
            before = after
