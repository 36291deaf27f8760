"""An evening of four pairs for tests: opened, seated and played only through acts."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.evenings.opening import NewEntrant, NewEvening, open_evening
from scorekeeper.actions.evenings.results import confirm
from scorekeeper.actions.evenings.rounds import NewRound, publish, seating
from scorekeeper.actions.matches.deals import DealSheet, record_deal
from scorekeeper.actions.matches.opening import close
from scorekeeper.evening.fold import TableNow
from tests.totals import counted

NOW = "2026-11-21T18:00:00Z"
NIGHT = "night-01"
PAIRS = (("Anna", "Béla"), ("Ionuț", "Jüri"), ("Petra", "Karel"), ("Maie", "Zoltán"))
SETTINGS: dict[str, Any] = {
    "title": "Club night",
    "date": "2026-11-21",
    "rules": "classic",
    "format": "four",
    "movement": "round_robin",
    "scoring": "victory_points_4",
    "round_end": {"by": "deals", "deals": 4},
    "seed": "4711",
}
_IDS = count()


def new_id() -> str:
    """An id that no other match has."""
    return f"match-{next(_IDS):04}"


def opened(desk: Desk, evening_id: str = NIGHT, **changed: Any) -> str:
    """Open an evening of four pairs, and return its id."""
    new = NewEvening({**SETTINGS, **changed}, tuple(NewEntrant(pair) for pair in PAIRS))
    return open_evening(desk, new, evening_id=evening_id, key=f"open-{evening_id}", actor="laptop", now=NOW).entry.owner


def stamp(desk: Desk, key: str, evening_id: str = NIGHT) -> Stamp:
    """The stamp of a writer who has seen the last entry of the evening."""
    return Stamp(desk.ledger.evenings.version(evening_id), key, "laptop", NOW)


def next_round(desk: Desk, evening_id: str = NIGHT) -> NewRound:
    """The seating of the next round, ready to be published."""
    drawn = seating(desk, evening_id)
    return NewRound(drawn.round, drawn.tables, drawn.sit_out, "4711", cost=drawn.cost)


def published(desk: Desk, evening_id: str = NIGHT) -> tuple[TableNow, ...]:
    """Publish the next round, and return its tables."""
    new = next_round(desk, evening_id)
    publish(desk, evening_id, new, stamp(desk, f"publish-{new.number}", evening_id), new_id=new_id)
    return desk.load_evening(evening_id).state.rounds[-1].tables


def play(desk: Desk, match_id: str, *points: Sequence[int], closing: bool = True, actor: str = "tablet") -> None:
    """Record deals that give the sides these points; then end the match because time is up, unless `closing` is
    false."""
    for each in points:
        state = desk.load(match_id).state
        sides = [counted(mine) for mine in each]
        sheet = DealSheet({"sides": sides}, ["totals", "totals"], agreed=True)
        at = Stamp(state.version, f"deal-{state.next_deal}-{match_id}", actor, NOW)
        record_deal(desk, match_id, sheet, at, number=state.next_deal)
    if not closing:
        return
    version = desk.ledger.matches.version(match_id)
    close(desk, match_id, "time", Stamp(version, f"close-{match_id}", actor, NOW))


def table_now(desk: Desk, number: int = 1, round_: int = 1, evening_id: str = NIGHT) -> TableNow:
    """The current state of a table."""
    found = desk.load_evening(evening_id).state.table(round_, number)
    assert found
    return found


def agree(desk: Desk, round_: int, table: int, evening_id: str = NIGHT) -> None:
    """Let both sides of a table agree to the totals of their match."""
    for side in (0, 1):
        now = table_now(desk, table, round_, evening_id)
        key = f"agree-{round_}-{table}-{side}-{now.now.version}"
        told = {"totals": now.now.totals, "match_version": now.now.version}
        confirm(desk, evening_id, round_, table, side, stamp(desk, key, evening_id), **told)
