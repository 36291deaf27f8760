"""The desk: the ledger with caches of folded matches and evenings, so that nothing is folded again without a change."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Lock
from typing import Generic, TypeVar

from scorekeeper.engine.matches.entries import Memory, remember
from scorekeeper.engine.matches.match import State, fold, state
from scorekeeper.engine.values import Struct
from scorekeeper.evening import acts as evenings
from scorekeeper.evening.fold import Evening, MatchNow
from scorekeeper.evening.fold import state as evening_state
from scorekeeper.evening.memory import EveningMemory
from scorekeeper.evening.ranking.rating import Rated
from scorekeeper.ledger.address import Address
from scorekeeper.ledger.chain.entries import Entry
from scorekeeper.ledger.errors import UnknownEvening
from scorekeeper.ledger.ledger import Ledger

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """Values by key, up to a total weight. Threads may share it.

    A random value is evicted, not the least recently used: tables that are read in turn would all be evicted just
    before their turn, so that a cache that is a little too small would be useless.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._kept: dict[Hashable, tuple[Hashable, Value, int]] = {}
        self._guard = Lock()
        self._chance = Random(0)  # noqa: S311 - which value makes room is no secret

    def get(self, key: Hashable, seal: Hashable) -> Value | None:
        """The value, if it was computed at this seal; else None."""
        with self._guard:
            entry = self._kept.get(key)
            return entry[1] if entry is not None and entry[0] == seal else None

    def last(self, key: Hashable) -> Value | None:
        """The last value of the key, computed at any seal; None if there is none."""
        with self._guard:
            entry = self._kept.get(key)
            return None if entry is None else entry[1]

    def keep(self, key: Hashable, seal: Hashable, value: Value, weight: int) -> None:
        """Store a value computed at this seal, and replace the earlier one."""
        with self._guard:
            before = self._kept.pop(key, None)
            self._weight += weight - (before[2] if before else 0)
            while self._kept and self._weight > self._most:
                self._weight -= self._kept.pop(self._chance.choice(tuple(self._kept)))[2]
            self._kept[key] = seal, value, weight


#: The maximum number of deals in all cached matches together; a match counts as one more. A deal takes about five
#: kilobytes, so the cache takes 80 megabytes at most. That is enough for an evening of 1,000 tables.
MOST_KEPT = 16_000
#: The maximum numbers of cached evenings, and of cached results of their matches.
MOST_EVENINGS, MOST_MATCHES = 50, 5_000

#: The kinds of entries that can change the totals of a match.
SCORED = frozenset(("deal_recorded", "deal_amended", "deal_removed", "ruling_applied", "ruling_withdrawn"))


class Stamp(Struct):
    """The data of a write: the version that its writer saw, an idempotency key, the device, and the time (UTC)."""

    version: int
    key: str
    actor: str
    now: str


class Folded(Struct):
    """A folded match: the memory of its entries, its state, and the seal of its last entry."""

    memory: Memory
    state: State
    seal: str


class FoldedEvening(Struct):
    """A folded evening: the memory of its entries, its state, and the seal (`chain`) of its last entry."""

    memory: EveningMemory
    state: Evening
    chain: str


@dataclass(slots=True)
class Desk:
    """The ledger and the caches of one process, which every act uses."""

    ledger: Ledger
    _kept: Cache[Folded] = field(default_factory=lambda: Cache(MOST_KEPT))
    _evenings: Cache[FoldedEvening] = field(default_factory=lambda: Cache(MOST_EVENINGS))
    _remembered: Cache[EveningMemory] = field(default_factory=lambda: Cache(MOST_EVENINGS))
    _come_to: Cache[MatchNow] = field(default_factory=lambda: Cache(MOST_MATCHES))
    rated: Cache[Mapping[str, Rated]] = field(default_factory=lambda: Cache(1))

    def load(self, match_id: str, seal: str | None = None) -> Folded:
        """The folded match; pass its `seal` if it has just been read. Raises `UnknownMatch`.

        The cache compares seals instead of versions: after the ledger was restored from a copy, a match may have the
        same version, but different entries.
        """
        if seal is None:
            seal = self.ledger.matches.seal(match_id)
        folded = self._kept.get(match_id, seal)
        if folded is not None:
            return folded
        entries = self.ledger.matches.entries(match_id)
        memory = remember(entries)
        return self.keep(match_id, Folded(memory, state(memory), seal), entries[-1].chain)

    def keep(self, match_id: str, folded: Folded, chain: str) -> Folded:
        """Cache a folded match, and return it with its new seal. `chain` is the chain of its last entry. The new seal
        is `chain`; if the old seal ends with a number of renamings ("-2"), so does the new one."""
        folded = Folded(folded.memory, folded.state, chain + folded.seal[len(chain) :])
        self._kept.keep(match_id, folded.seal, folded, 1 + len(folded.state.rows))
        return folded

    def load_evening(self, evening_id: str) -> FoldedEvening:
        """The folded evening with the results of its matches. Raises `UnknownEvening`, also if one of its matches is
        not in this ledger."""
        seen = self.ledger.evenings.glance(evening_id)
        kept = self._evenings.get(evening_id, seen)
        if kept is not None:
            return kept
        seal = self.ledger.evenings.seal(evening_id)
        memory = self._remembered.get(evening_id, seal)
        if memory is None:
            memory = evenings.remember(self.ledger.evenings.entries(evening_id))
            self._remembered.keep(evening_id, seal, memory, 1)
        matches = {id_: self._now(id_, at) for id_, at in self.ledger.evenings.seals(evening_id).items()}
        if not memory.matches <= matches.keys():
            raise UnknownEvening(evening_id)
        earlier = self._evenings.last(evening_id)
        folded = FoldedEvening(memory, evening_state(memory, matches, earlier.state if earlier else None), seal)
        self._evenings.keep(evening_id, seen, folded, 1)
        return folded

    def keep_evening(self, evening_id: str, before: FoldedEvening, memory: EveningMemory, chain: str) -> None:
        """Cache the memory of an evening after a write. `chain` is the chain of its last entry. As in `keep`, the new
        seal is `chain`; if the seal of `before` ends with a number of renamings ("-2"), so does the new one."""
        names = before.chain.partition("-")
        self._remembered.keep(evening_id, "".join((chain, *names[1:])), memory, 1)

    def _now(self, match_id: str, seal: str) -> MatchNow:
        now = self._come_to.get(match_id, seal)
        if now is None:
            now = comes_to(self.load(match_id).state, self.ledger.matches.entries(match_id))
            self._come_to.keep(match_id, seal, now, 1)
        return now


def comes_to(now: State, entries: Sequence[Entry]) -> MatchNow:
    """The result of a match, for its evening. `entries` are all entries of the match."""
    totals = _totals(now)
    counted = [row for row in now.rows if row.annulled is None]
    figures = tuple(
        {"best_deal": max((row.sides[at].total for row in counted), default=None)} for at in range(len(totals))
    )
    scored = (entry.version for entry in reversed(entries[1:]) if entry.kind in SCORED)
    since = next((at for at in scored if _totals(fold(entries[: at - 1])) != totals), 0)
    return MatchNow(totals, len(counted), now.over, now.version, since, figures)


def _totals(now: State) -> tuple[int, ...]:
    return tuple(standing.score for standing in now.standings)


def open_desk(database: Path | str | Address, *, reading: bool = False) -> Desk:
    """A desk for the ledger of a file or server, opened as `Ledger.open` does. Raises `LedgerError`."""
    return Desk(Ledger.open(database, reading=reading))
