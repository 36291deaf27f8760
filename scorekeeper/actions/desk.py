"""The desk: the ledger, and the matches that are folded already, so that a page nobody changed is not folded twice."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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

    def signed(self) -> dict[str, Any]:
        """The stamp as the ledger's `append` takes it."""
        return {"version": self.version, "key": self.key, "actor": self.actor, "now": self.now}


@dataclass(frozen=True, slots=True)
class Folded:
    """A match in both forms: what its entries say, and the state that follows."""

    memory: Memory
    state: State


@dataclass(slots=True)
class Desk:
    """What every action works at."""

    ledger: Ledger
    _kept: Cache[Folded] = field(default_factory=lambda: Cache(MOST_KEPT))

    def load(self, match_id: str) -> Folded:
        """A match as it stands. Raises `UnknownMatch`.

        It is known again by its seal, not by its version: a copy put back may have as many entries, and others.
        """
        known = self._kept.get(match_id, self.ledger.seal(match_id))
        if known is not None:
            return known
        entries = self.ledger.entries(match_id)
        memory = remember(entries)
        folded = Folded(memory, state(memory))
        self.keep(match_id, folded, entries[-1].chain)
        return folded

    def keep(self, match_id: str, folded: Folded, seal: str) -> None:
        """Remember a folded match by the seal of its last entry."""
        self._kept.keep(match_id, seal, folded, 1 + len(folded.state.rows))


def open_desk(database: Path) -> Desk:
    """A desk at this file, which is made or brought up to date. Raises `LedgerError`."""
    return Desk(Ledger.open(database))
