"""Rows kept in step with the entries, written in the transaction of the entry they follow from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlite_utils import Database

from scorekeeper.ledger.canonical import to_json
from scorekeeper.ledger.players import remember

Status = Literal["playing", "paused", "over"]


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """What a fold says of a match, for lists: `scores` by side; `winners` are sides' places, None before the end and
    empty for a draw; `result` is whatever the caller wants to show again; a `title` of None stays as it is."""

    status: Status
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None = None
    result: Mapping[str, Any] | None = None
    title: str | None = None


def open_rows(db: Database, match_id: str, payload: Mapping[str, Any], now: str) -> None:
    """The rows of a match just opened, as its opening entry says; seats without a name are no players."""
    number = _insert_match(db, match_id, payload, now)
    for position, side in enumerate(payload["sides"]):
        db.execute(
            "INSERT INTO match_sides (match_id, position, name) VALUES (?, ?, ?)", [match_id, position, side["name"]]
        )
    for seat, (side, name) in enumerate([] if payload.get("unnamed") else _seating(payload)):
        player = remember(db, name, now)
        db.execute(
            "INSERT INTO match_players (match_id, seat, side, player_id, name, number) VALUES (?, ?, ?, ?, ?, ?)",
            [match_id, seat, side, player, name, number],
        )


def advance(db: Database, match_id: str, version: int, now: str) -> None:
    """An entry was appended."""
    db.execute("UPDATE matches SET version = ?, updated_at = ? WHERE id = ?", [version, now, match_id])


def summarise(db: Database, match_id: str, summary: MatchSummary) -> None:
    """Write what a fold of the match's present entries says."""
    result = None if summary.result is None else to_json(summary.result, what="result")
    db.execute(
        "UPDATE matches SET status = ?, result = ?, title = coalesce(?, title), state_version = version WHERE id = ?",
        [summary.status, result, summary.title, match_id],
    )
    for position, score in enumerate(summary.scores):
        db.execute(
            "UPDATE match_sides SET score = ?, outcome = ? WHERE match_id = ? AND position = ?",
            [score, _outcome(summary.winners, position), match_id, position],
        )


def _insert_match(db: Database, match_id: str, payload: Mapping[str, Any], now: str) -> int:
    made = db.execute(
        "INSERT INTO matches (id, title, rules, format, status, version, state_version, opened_at, updated_at, names)"
        " VALUES (?, ?, ?, ?, 'playing', 1, 1, ?, ?, ?) RETURNING number",
        [match_id, payload.get("title", ""), payload["rules"], payload["format"], now, now, names_of(payload)],
    )
    return int(made.fetchall()[0][0])


def names_of(payload: Mapping[str, Any]) -> str:
    """Every name of the match, once, for the search."""
    names = [name for side in payload["sides"] for name in (side["name"], *side["players"])]
    return ", ".join(dict.fromkeys(names))


def _seating(payload: Mapping[str, Any]) -> Sequence[tuple[int, str]]:
    """Side and name by seat; players of a side without a seat follow after the last one."""
    sides = {name: place for place, side in enumerate(payload["sides"]) for name in side["players"]}
    ordered = dict.fromkeys([*payload.get("seats", ()), *sides])
    return [(sides[name], name) for name in ordered if name in sides]


def _outcome(winners: tuple[int, ...] | None, position: int) -> str | None:
    if winners is None:
        return None
    if not winners:
        return "drawn"
    return "won" if position in winners else "lost"
