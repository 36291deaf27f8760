"""Rows kept in step with the entries, written in the transaction of the entry they follow from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlite_utils import Database

from scorekeeper.ledger.books import EVENINGS, MATCHES, Book
from scorekeeper.ledger.canonical import to_json
from scorekeeper.ledger.entries import Entry
from scorekeeper.ledger.players import remember

Status = Literal["playing", "paused", "over"]
EveningStatus = Literal["open", "playing", "finished"]


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """What a fold says of a match, for lists: `scores` by side; `winners` are sides' places, None before the end and
    empty for a draw; `result` is whatever the caller wants to show again; a `title` of None stays as it is."""

    status: Status
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None = None
    result: Mapping[str, Any] | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """What a fold says of an evening, for lists."""

    status: EveningStatus
    title: str
    date: str


Summary = MatchSummary | EveningSummary


def _open_evening(db: Database, evening_id: str, payload: Mapping[str, Any], now: str) -> None:
    db.execute(
        "INSERT INTO evenings (id, title, date, status, version, state_version, opened_at, updated_at)"
        " VALUES (?, ?, ?, 'open', 1, 1, ?, ?)",
        [evening_id, payload["title"], payload["date"], now, now],
    )


def open_rows(db: Database, match_id: str, payload: Mapping[str, Any], now: str) -> None:
    """The rows of a match just opened, as its opening entry says; seats without a name are no players."""
    number = _insert_match(db, match_id, payload, now)
    for position, side in enumerate(payload["sides"]):
        db.execute(
            "INSERT INTO match_sides (match_id, position, name) VALUES (?, ?, ?)", [match_id, position, side["name"]]
        )
    _sit_down(db, match_id, payload, number, now)


def _sit_down(db: Database, match_id: str, payload: Mapping[str, Any], number: int, now: str) -> None:
    for seat, (side, name) in enumerate([] if payload.get("unnamed") else _seating(payload)):
        player = remember(db, name, now)
        db.execute(
            "INSERT INTO match_players (match_id, seat, side, player_id, name, number) VALUES (?, ?, ?, ?, ?, ?)",
            [match_id, seat, side, player, name, number],
        )


#: The rows of a match or an evening that is opened, by the book's noun.
OPEN: Mapping[str, Callable[[Database, str, Mapping[str, Any], str], None]] = {
    MATCHES.noun: open_rows,
    EVENINGS.noun: _open_evening,
}


def seat(db: Database, book: Book, entry: Entry) -> None:
    """Keep who sits at a match, whose it is, and whom an evening names, in step with an entry just written."""
    if entry.kind == "match_opened" and "evening" in entry.payload:
        belongs = [entry.payload["evening"]["evening"], entry.owner]
        db.execute("INSERT INTO evening_matches (evening_id, match_id) VALUES (?, ?)", belongs)
    elif entry.kind == "match_reseated":
        _reseat(db, entry.owner, entry.payload, entry.recorded_at)
    elif book is EVENINGS:
        for name in entry.payload.get("players", ()):
            named = [entry.owner, remember(db, name, entry.recorded_at), name]
            db.execute("INSERT OR IGNORE INTO evening_players (evening_id, player_id, name) VALUES (?, ?, ?)", named)


def _reseat(db: Database, match_id: str, payload: Mapping[str, Any], now: str) -> None:
    """Others sit there; whom the entries name besides is kept, for a name that is to be changed or forgotten."""
    number = db.execute("SELECT number FROM matches WHERE id = ?", [match_id]).fetchone()[0]
    db.execute(
        "INSERT OR IGNORE INTO former_players (match_id, player_id, name)"
        " SELECT match_id, player_id, name FROM match_players WHERE match_id = ?",
        [match_id],
    )
    db.execute("DELETE FROM match_players WHERE match_id = ?", [match_id])
    for position, side in enumerate(payload["sides"]):
        where = [side["name"], match_id, position]
        db.execute("UPDATE match_sides SET name = ? WHERE match_id = ? AND position = ?", where)
    _sit_down(db, match_id, payload, number, now)
    db.execute("UPDATE matches SET names = ? WHERE id = ?", [names_of(payload), match_id])


def advance(db: Database, book: Book, owner: str, version: int, now: str) -> None:
    """An entry was appended."""
    db.execute(f"UPDATE {book.rows} SET version = ?, updated_at = ? WHERE id = ?", [version, now, owner])


def summarise(db: Database, owner: str, summary: Summary) -> None:
    """Write what a fold of the present entries says."""
    if isinstance(summary, EveningSummary):
        values = [summary.status, summary.title, summary.date, owner]
        db.execute("UPDATE evenings SET status = ?, title = ?, date = ?, state_version = version WHERE id = ?", values)
    else:
        _summarise_match(db, owner, summary)


def _summarise_match(db: Database, match_id: str, summary: MatchSummary) -> None:
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
