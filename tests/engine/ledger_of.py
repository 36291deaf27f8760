"""Entries of a match as the ledger returns them, numbered in order, and figures of the match after them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.matches.match import State
from scorekeeper.engine.snapshots import snapshot
from scorekeeper.rulebook.loader import resolve

KINGS = {"melds": [{"rank": "K", "naturals": 7}]}
FOURS = {"melds": [{"rank": "4", "naturals": 3}]}
#: The arguments of `opened` for a match of three in the cutthroat game.
CUTTHROAT: dict[str, Any] = {
    "rule_set": "hungarian",
    "format_": "cutthroat",
    "sides": (("A", "A"), ("B", "B"), ("C", "C")),
    "seats": "ABC",
}


@dataclass(frozen=True, slots=True)
class Written:
    """One entry."""

    version: int
    kind: str
    payload: dict[str, Any]
    recorded_at: str = "2026-11-21T19:01:00+00:00"


def numbered(*entries: tuple[str, dict[str, Any]]) -> list[Written]:
    """Entries made from (kind, payload), with versions from 1."""
    return [Written(version, kind, payload) for version, (kind, payload) in enumerate(entries, start=1)]


def opened(
    rule_set: str = "classic",
    format_: str | None = None,
    *,
    options: dict[str, Any] | None = None,
    sides: Sequence[tuple[str, str]] = (("North-South", "NS"), ("East-West", "EW")),
    seats: str = "NESW",
    first_dealer: int = 0,
) -> tuple[str, dict[str, Any]]:
    """The entry that opens a match; players have names of one letter."""
    return "match_opened", {
        "title": "Club evening",
        **snapshot(resolve(rule_set, format_, options)),
        "options": options or {},
        "sides": [{"name": name, "players": list(players)} for name, players in sides],
        "seats": list(seats),
        "first_dealer": first_dealer,
    }


def deal(number: int, *sides: dict[str, Any], kind: str = "deal_recorded", **facts: Any) -> tuple[str, dict[str, Any]]:
    """The entry of a recorded deal; with the kind "deal_amended", of an amended one."""
    return kind, {"deal": number, "body": {"sides": list(sides), **facts}, "agreed": True, "entered_as": ["cards"]}


def ruling(id_: str, number: int, side: int, **facts: Any) -> tuple[str, dict[str, Any]]:
    """The entry of an applied ruling."""
    return "ruling_applied", {"ruling": id_, "deal": number, "side": side, "article": "HU-05", **facts}


def annulled(number: int, id_: str = "annulled") -> tuple[str, dict[str, Any]]:
    """The entry of a ruling that annuls a deal."""
    return ruling(f"{id_}-{number}", number, 0, article="RO-01", outcomes=["ANNUL_DEAL"])


def scores(state: State) -> list[int]:
    """The scores of the sides."""
    return [standing.score for standing in state.standings]


def minimums(state: State) -> list[int | None]:
    """The opening minimum of each side in the deal being played; None for a minimum that is a canasta. Empty once the
    match is over."""
    return [standing.opening.points for standing in state.standings if standing.opening]
