"""The entries of an evening of four pairs, and the two matches of its first round."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorekeeper.evening.counting import standings_of
from scorekeeper.evening.fold import Evening, MatchNow, fold
from scorekeeper.evening.ranking.scoring import plain_scoring
from scorekeeper.rulebook.evenings import scoring_by_id

VICTORY = plain_scoring(scoring_by_id()["victory_points_4"])
OPENED = {
    "title": "Tuesday",
    "date": "2026-11-24",
    "rules": "hungarian",
    "format": "four",
    "movement": "danish_no_repeat",
    "scoring": VICTORY,
    "tie_breaks": ["difference"],
    "seed": "4711",
}
#: The matches of round 1: A beat B by 300, C lost to D by 900.
PLAYED = {"m1": MatchNow((800, 500), 4, over=True, version=9), "m2": MatchNow((0, 900), 4, over=True, version=5)}


@dataclass(frozen=True)
class Numbered:
    """An entry as the ledger returns it."""

    version: int
    kind: str
    payload: dict[str, Any]
    recorded_at: str


def numbered(*entries: Any) -> list[Numbered]:
    """Entries made from (kind, payload), each recorded a second after the previous one."""
    return [
        Numbered(number, kind, payload, f"2026-11-24T18:00:{number % 60:02}Z")
        for number, (kind, payload) in enumerate(entries, start=1)
    ]


def opened(**changed: Any) -> list[Any]:
    """The entries that open an evening with four pairs."""
    pairs = [
        ("entrant_added", {"entrant": id_, "kind": "pair", "players": [f"{id_}1", f"{id_}2"], "number": number})
        for number, id_ in enumerate("ABCD", start=1)
    ]
    return [("evening_opened", {**OPENED, **changed}), *pairs]


def seated(number: int, *tables: Any, **further: Any) -> Any:
    """The entry that publishes a round with these tables, such as (1, "m1", "A+B-C+D"): number, match and sides."""
    listed = [
        {"table": table, "match": match, "sides": [side.split("+") for side in sides.split("-")]}
        for table, match, sides in tables
    ]
    seating = {"round": number, "movement": "danish_no_repeat", "tables": listed, "by": "movement"}
    return ("round_seated", seating | further)


ROUND_1 = seated(1, (1, "m1", "A-B"), (2, "m2", "C-D"), ranks={"A": 1, "B": 2, "C": 3, "D": 4})
CLOSED = ("round_closed", {"round": 1})


def agreed(table: int, side: int, totals: Iterable[int], version: int = 9) -> Any:
    """The entry by which a side agrees to a result."""
    return ("result_confirmed", {"round": 1, "table": table, "side": side, "totals": list(totals), "version": version})


def decided(table: int, kind: str, *sides: Any, number: int = 1) -> Any:
    """The entry by which the director decides a result."""
    return ("result_set", {"round": number, "table": table, "kind": kind, "sides": list(sides), "reason": "late"})


def after(*entries: Any, matches: Any = PLAYED, **changed: Any) -> Evening:
    """The evening of four pairs after its opening and these entries."""
    return fold(numbered(*opened(**changed), *entries), matches)


def places(evening: Evening, **how: Any) -> list[tuple[str, int]]:
    """The standings as (entrant, points) in order."""
    return [(row.entrant, row.points) for row in standings_of(evening, **how).rows]
