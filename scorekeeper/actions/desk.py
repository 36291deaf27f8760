"""The desk: the ledger, and the matches that are folded already, so that a page nobody changed is not folded twice."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from scorekeeper.actions.cache import Cache
from scorekeeper.engine.entries import Memory, remember
from scorekeeper.engine.match import State, state
from scorekeeper.ledger import Ledger

#: Deals of matches that are kept folded, some five kilobytes each: an evening of 1,000 tables in 80 megabytes at most.
MOST_KEPT = 16_000


@dataclass(frozen=True, slots=True)
class Stamp:
    """What every write carries: the version its writer saw, an idempotency key, the device, and the time (UTC)."""

    version: int
    key: str
    actor: str
    now: str


@dataclass(frozen=True, slots=True)
class Folded:
    """A match in both forms: what its entries say, and the state that follows; and the seal that it is known by."""

    memory: Memory
    state: State
    seal: str


@dataclass(slots=True)
class Desk:
    """What every action works at."""

    ledger: Ledger
    _kept: Cache[Folded] = field(default_factory=lambda: Cache(MOST_KEPT))

    def load(self, match_id: str) -> Folded:
        """A match as it stands. Raises `UnknownMatch`.

        It is known again by its seal, not by its version: a copy put back may have as many entries, and others.
        """
        seal = self.ledger.seal(match_id)
        known = self._kept.get(match_id, seal)
        if known is not None:
            return known
        entries = self.ledger.entries(match_id)
        memory = remember(entries)
        return self.keep(match_id, Folded(memory, state(memory), seal), entries[-1].chain)

    def keep(self, match_id: str, folded: Folded, chain: str) -> Folded:
        """Remember a match as folded up to the entry of this chain; it has the names of its seal."""
        folded = replace(folded, seal=chain + folded.seal[len(chain) :])
        self._kept.keep(match_id, folded.seal, folded, 1 + len(folded.state.rows))
        return folded


def open_desk(database: Path) -> Desk:
    """A desk at this file, which is made or brought up to date. Raises `LedgerError`."""
    return Desk(Ledger.open(database))
