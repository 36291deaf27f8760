"""The four players of most tests of the ledger: Anna and Béla against Ionuț and Jüri."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from scorekeeper.ledger.chain.chains import New
from scorekeeper.ledger.chain.entries import Appended
from scorekeeper.ledger.chain.projections import MatchSummary
from scorekeeper.ledger.errors import StaleVersion
from scorekeeper.ledger.ledger import Ledger

NOW = "2026-11-21T18:00:00Z"
LATER = "2026-11-21T18:20:00Z"


def opening(title: str = "Friday evening", *players: str) -> dict[str, Any]:
    """The payload of `match_opened`, with the keys that the ledger reads. `players` are in the order of the seats."""
    anna, ionut, bela, juri = players or ("Anna Nagy", "Ionuț Țurcanu", "Béla Kovács", "Jüri Tamm")
    return {
        "title": title,
        "rules": "classic",
        "format": "four",
        "sides": [
            {"name": "North-South", "players": [anna, bela]},
            {"name": "East-West", "players": [ionut, juri]},
        ],
        "seats": [anna, ionut, bela, juri],
        "first_dealer": 0,
    }


def open_match(ledger: Ledger, match_id: str = "friday", title: str = "Friday evening", *players: str) -> Appended:
    """Open a match with a key of its own."""
    payload = opening(title, *players)
    return ledger.matches.open(match_id, payload=payload, key=f"open-{match_id}", actor="tablet", now=NOW)


def deal(number: int, north_south: int = 1250, east_west: int = 300) -> dict[str, Any]:
    """The payload of `deal_recorded`: the deal as entered, and its score."""
    return {
        "deal": number,
        "body": {"sides": [{"melds": [{"rank": "K", "naturals": 7}]}, {}], "cards_left": 83},
        "agreed": True,
        "result": [
            {
                "total": north_south,
                "lines": [
                    {"key": "cards_melded", "count": 14, "points": north_south - 500},
                    {"key": "natural_canastas", "count": 1, "each": 500, "points": 500},
                ],
            },
            {"total": east_west, "lines": [{"key": "cards_melded", "count": 20, "points": east_west}]},
        ],
    }


def add(
    ledger: Ledger,
    kind: str,
    payload: Mapping[str, Any],
    *,
    match_id: str = "friday",
    summary: MatchSummary | None = None,
) -> Appended:
    """Append an entry as a writer who has seen the last one."""
    version = ledger.matches.version(match_id)
    new = New(kind, payload, f"{kind}-{version:03}", "tablet", LATER, payload.get("deal"))
    return ledger.matches.append(match_id, new, version=version, summary=summary)


def save_next(ledger: Ledger, payload: Mapping[str, Any], key: str) -> None:
    """Append an entry after the latest one, and retry as long as other writers are first."""
    while True:
        with suppress(StaleVersion):
            version = ledger.matches.version("friday")
            ledger.matches.append("friday", New("recount", payload, key, "tablet", NOW), version=version)
            return


def player_id(ledger: Ledger, name: str) -> int:
    """The id of the player with this name."""
    found = ledger.players.find(name)
    assert found
    return found.id
