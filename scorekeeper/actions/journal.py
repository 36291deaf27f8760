"""A book and its acts: checking, writing and folding the entries of evenings and of seasons.

An act carries the version that its writer saw. Fifty tables may write to an evening at once, so an older version is
a reason to refuse an act only if an entry since then concerns the same thing. Otherwise the act is appended after the
latest entry.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Generic, TypeVar

from scorekeeper.actions.desk import Desk, Folded, Stamp
from scorekeeper.actions.matches.commit import NewEntry, followed, summary
from scorekeeper.engine import shape
from scorekeeper.engine.chain import Act, Acts, M
from scorekeeper.engine.reading import list_of, looked
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import WORD, at
from scorekeeper.engine.values import Struct, field, replace
from scorekeeper.ledger.chain.books import MATCHES, Book
from scorekeeper.ledger.chain.chains import New, Together
from scorekeeper.ledger.chain.entries import Appended, Entry
from scorekeeper.ledger.chain.projections import MatchSummary, Summary
from scorekeeper.ledger.errors import StaleVersion

F = TypeVar("F")
#: The maximum number of attempts to append an act. An attempt fails only if another writer has appended meanwhile.
TRIES = 200


class StaleAct(StaleVersion):
    """An act was overtaken, and nothing was written. `since` has the entries that overtook it: they were written after
    the version that the writer saw, and concern the same thing.

    `since` is empty if the act's version is higher than the present one, or if `TRIES` attempts to append have failed.
    """

    def __init__(self, expected: int, current: int, since: tuple[Entry, ...]) -> None:
        super().__init__(expected, current)
        self.since = since


class Plan(Struct):
    """The rest of an act's writes. `given` are fields that the program adds to the act's own entry; `further` are
    entries after it in the same book.

    `opens` has the opening payload of each new match, and `writes` the entries to add to existing matches; the keys of
    both are match ids. `retires` are the ids of the matches to archive.
    """

    given: Mapping[str, Any] = field(default_factory=dict)
    further: tuple[NewEntry, ...] = ()
    opens: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    writes: Mapping[str, Sequence[NewEntry]] = field(default_factory=dict)
    retires: tuple[str, ...] = ()


class Journal(ABC, Generic[M, F]):
    """A book of the ledger and its acts; `M` is the memory of its entries, `F` the state derived from that.

    A subclass defines the book, its acts and its summary for lists. If its state depends on more than its entries, it
    also overrides `load` and `keep`.
    """

    book: Book
    acts: Acts[M]
    #: The maximum number of entries of one evening or season that `check` accepts.
    most = 10_000

    @abstractmethod
    def summary(self, memory: M) -> Summary:
        """The summary for lists."""

    def fits(self, act: Act, memory: M, where: str) -> None:
        """Check the memory after an act against the rulebook; `where` is the location of the act's payload. Raises
        `Refused`. A book without such a check accepts everything."""

    def load(self, desk: Desk, owner: str) -> tuple[M, F]:
        """The memory of an owner, such as an evening, and the state derived from it. Raises `book.unknown`."""
        memory: Any = self.acts.remember(desk.ledger.chains(self.book).entries(owner))
        return memory, memory

    def keep(self, desk: Desk, owner: str, before: F, memory: M, chain: str) -> None:
        """Cache the memory after a write; `chain` is the chain of the last entry. `before` is the state before the
        write. A book without a cache does nothing."""

    # --- Reading ------------------------------------------------------------------------------------------

    def check(self, entries: Sequence[Entry]) -> M:
        """Check the form of the entries, and that each entry was allowed after the earlier ones. Returns the memory.
        Raises `Refused`, also without any entries."""
        if len(entries) > self.most:
            raise malformed("wrong_number", "entries", len(entries), [self.most])
        acts = []
        for index, entry in enumerate(entries):
            where = f"entries[{index}]"
            check_head(entry, index, self.acts.others if index else [self.acts.opening.KIND], self.book.part, where)
            acts.append(self.acts.read(entry.kind, entry.payload, at(where, "payload")))
        memory = None
        for index, (entry, act) in enumerate(zip(entries, acts, strict=True)):
            memory = self._after(memory, act, entry, f"entries[{index}].payload")
        if memory is None:
            raise malformed("not_a_list", "entries", entries)
        return memory

    def checked(self, memory: M | None, news: Sequence[New], where: str = "") -> M:
        """The memory after new entries (at least one). Each is checked as strictly as in an import. `memory` is the
        memory before them, or None if the first one is the opening.

        Raises `Refused`. `where` is the name of the list that the entries come from, for the location of the error
        (`entrants[2].name`); without it, the location is a field of the payload (`name`).
        """
        for index, new in enumerate(news):
            here = f"{where}[{index}]" if where else ""
            version = 1 + (memory.version if memory else 0)
            memory = self._after(memory, self.acts.read(new.kind, new.payload, here), new.as_entry(version), here)
        if memory is None:
            raise ValueError("nothing is to be written")
        return memory

    def _after(self, memory: M | None, act: Act, entry: Entry, where: str) -> M:
        act.check(memory, where)
        after = self.acts.after(memory, act, entry)
        self.fits(act, after, where)
        return after

    # --- Writing ------------------------------------------------------------------------------------------

    def open(self, desk: Desk, owner: str, opening: New, more: Sequence[New], where: str = "") -> Appended:
        """Open an evening or a season with its first entries, in one transaction: the `opening`, then those of `more`.
        The same key again returns the first result.

        Raises `KeyReused`, `book.exists`, and `Refused`. If an entry of `more` is refused, the location begins with
        `where`, as in `checked`.
        """
        first = self.checked(None, [opening])
        memory = self.checked(first, more, where) if more else first

        def all_of_it(act: Together) -> Appended:
            done = act.open(self.book, owner, opening, self.summary(first))
            if not done.replayed:
                self._append(act, owner, 1, more, memory)
            return done

        return desk.ledger.write(all_of_it)

    def write(
        self, desk: Desk, owner: str, entry: NewEntry, stamp: Stamp, plan: Callable[[F], Plan | None] = lambda _: None
    ) -> Appended:
        """Write an act. `plan` checks the act against the present state, and returns what is written in addition to the
        act's own entry; None for nothing. `plan` is called again at each attempt.

        The same key again returns the first result. Raises `Refused`, `StaleAct`, `KeyReused`, `book.unknown` and
        failures of the ledger; nothing is saved then.
        """
        asked = entry.at(stamp, part=self.book.part)
        for _ in range(TRIES):
            earlier = desk.ledger.chains(self.book).replay(owner, asked)
            if earlier is not None:
                return earlier
            memory, folded = self.load(desk, owner)
            self._check_seen(desk, owner, memory.version, asked, stamp.version)
            planned = plan(folded) or Plan()
            try:
                return self._written(desk, owner, (memory, folded), entry, stamp, planned)
            except StaleVersion:
                continue  # another writer was first: check again whether that matters
        raise StaleAct(stamp.version, memory.version, ())

    def _check_seen(self, desk: Desk, owner: str, current: int, asked: New, version: int) -> None:
        if version > current:
            raise StaleAct(version, current, ())
        if version < current:
            act, since = self.acts.all[asked.kind], desk.ledger.chains(self.book).entries(owner, since=version)
            written = [each for each in since if act.overtaken(asked.payload, self.acts.all[each.kind], each.payload)]
            if written:
                raise StaleAct(version, current, tuple(written))

    def _written(
        self, desk: Desk, owner: str, before: tuple[M, F], entry: NewEntry, stamp: Stamp, plan: Plan
    ) -> Appended:
        """Write everything in one transaction: to the book first, then to the matches."""
        part, (standing, folded) = self.book.part, before
        first = entry.at(stamp, part=part)
        news = [replace(first, payload={**first.payload, **plan.given}, deal=plan.given.get(part, first.deal))]
        news += [more.at(stamp, part=part, key=derived(stamp.key, index)) for index, more in enumerate(plan.further)]
        memory = self.checked(standing, news)
        matches = [(match_id, desk.load(match_id), entries) for match_id, entries in plan.writes.items()]
        on_matches = [(match_id, match, _on_match(match, entries, stamp)) for match_id, match, entries in matches]

        def all_of_it(act: Together) -> list[Appended]:
            done = self._append(act, owner, standing.version, news, memory)
            for match_id, payload in plan.opens.items():
                new = New("match_opened", payload, derived(stamp.key, match_id), stamp.actor, stamp.now)
                act.open_match(match_id, new)
            for match_id, match, written in on_matches:
                for more, (new, comes_to) in enumerate(written):
                    act.append(MATCHES, match_id, new, version=match.memory.version + more, summary=comes_to)
            for match_id in plan.retires:
                act.retire(MATCHES, match_id, stamp.now)
            return done

        done = desk.ledger.write(all_of_it)
        self.keep(desk, owner, folded, memory, done[-1].entry.chain)
        return done[0]

    def _append(self, act: Together, owner: str, version: int, news: Sequence[New], memory: M) -> list[Appended]:
        after = self.summary(memory)
        return [
            act.append(self.book, owner, new, version=version + index, summary=after) for index, new in enumerate(news)
        ]


def filled(**fields: Any) -> dict[str, Any]:
    """The fields of a payload without those that are None or an empty text."""
    return {name: value for name, value in fields.items() if value is not None and value != ""}


def derived(key: str, what: object) -> str:
    """The idempotency key of a further entry of an act. It depends only on the act's own key and on `what`, so that it
    is the same in a retry."""
    return sha256(f"{key}/{what}".encode()).hexdigest()[:40]


def _on_match(folded: Folded, entries: Sequence[NewEntry], stamp: Stamp) -> list[tuple[New, MatchSummary]]:
    written = []
    for index, entry in enumerate(entries):
        new = entry.at(stamp, key=derived(stamp.key, index))
        folded = followed(folded, new)
        written.append((new, summary(folded.state)))
    return written


#: The years that a time in an import may have.
YEARS = range(1990, 2200)
#: A time as the program writes it, in UTC.
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)")
#: A SHA-256 hash, such as the `body_hash` of an entry.
SEAL = re.compile(r"[0-9a-f]{64}")


def check_head(entry: Entry, index: int, kinds: Iterable[str], part: str, where: str) -> None:
    """Check everything in an entry except its payload: version, kind, key, actor, hash and time. The entry's `deal`
    must equal the payload's field that `part` names ("deal", "round" or "evening").

    Raises `Refused` (malformed).
    """
    shape.whole(entry.version, at(where, "version"), index + 1, index + 1)
    shape.choice(entry.kind, at(where, "kind"), kinds)
    for key, value in (("key", entry.key), ("actor", entry.actor)):
        shape.text(value, at(where, key), WORD)
    if not isinstance(entry.body_hash, str) or not SEAL.fullmatch(entry.body_hash):
        raise malformed("not_of_the_exported_form", at(where, "body_hash"), entry.body_hash)
    check_moment(entry.recorded_at, at(where, "recorded_at"))
    if not isinstance(entry.payload, Mapping):
        raise malformed("not_an_object", at(where, "payload"), entry.payload)
    named = entry.payload.get(part)
    if type(entry.deal) is not type(named) or entry.deal != named:
        raise malformed("not_one_of", at(where, part), entry.deal, [str(named)])


def check_moment(value: Any, where: str) -> None:
    """Check that the value is a time as the ledger writes it. Raises `Refused`."""
    try:
        if isinstance(value, str) and MOMENT.fullmatch(value) and datetime.fromisoformat(value).year in YEARS:
            return
    except ValueError:
        pass
    raise malformed("not_a_moment", where, value, (YEARS[0], YEARS[-1]))


def each(kind: Any) -> Any:
    """The type of a list of up to `WORD` items, all of the type `kind`."""
    return list_of(kind, WORD)


def chosen(allowed: Callable[[], Sequence[str]]) -> Any:
    """The type of a text that is one of those that `allowed` returns. `allowed` is called at each check, not before, so
    that importing a module does not load the rulebook."""
    return looked(lambda found, where: shape.choice(found, where, allowed()), type="string")
