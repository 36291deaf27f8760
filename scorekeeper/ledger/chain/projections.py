"""Rows derived from the entries, for lists and searches, written in the same transaction as the entry."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from scorekeeper.engine.values import Struct, asdict
from scorekeeper.ledger.chain.books import EVENINGS, MATCHES, Book
from scorekeeper.ledger.chain.canonical import to_json
from scorekeeper.ledger.chain.entries import Entry
from scorekeeper.ledger.records.players import name_key, remember
from scorekeeper.ledger.store import Tx, Value

Status = Literal["playing", "paused", "over"]
Outcome = Literal["won", "lost", "drawn"]
EveningStatus = Literal["open", "playing", "finished"]


class Summary(Struct):
    """The summary of a match, an evening or a season, which its fold computes for lists."""

    @property
    def listed(self) -> dict[str, Value]:
        """Values for the row of the match, evening or season, by column."""
        return asdict(self)

    def follow(self, tx: Tx, owner: str) -> None:
        """Update the rows of other tables that depend on this summary. Does nothing unless a subclass overrides it."""


class MatchSummary(Summary):
    """The summary of a match for lists: `scores` and, once it is over, `outcomes` by side; `result` is any value that
    the caller wants to show again. A `status` or `title` of None is not written, so that the search index stays as it
    is."""

    status: Status | None
    scores: tuple[int, ...]
    outcomes: tuple[Outcome, ...] = ()
    result: Mapping[str, Any] | None = None
    title: str | None = None

    @property
    def listed(self) -> dict[str, Value]:
        result = None if self.result is None else to_json(self.result, what="result")
        named = {"status": self.status, "title": self.title}
        return {"result": result, **{column: text for column, text in named.items() if text is not None}}

    @property
    def by_side(self) -> dict[str, Value]:
        """The values for the statement that `scoring` returns, except `match_id`."""
        scores = {f"score{side}": score for side, score in enumerate(self.scores)}
        return scores | {f"outcome{side}": outcome for side, outcome in enumerate(self.outcomes)}

    def follow(self, tx: Tx, owner: str) -> None:
        tx.execute(scoring(len(self.scores), over=bool(self.outcomes)), match_id=owner, **self.by_side)


def scoring(sides: int, *, over: bool) -> str:
    """The statement that writes the scores of a match's sides, and if it is `over` their outcomes. Its values are
    `match_id`, `score0`, `outcome0`, `score1` and so on."""
    scores, outcomes = (
        f"CASE position {' '.join(f'WHEN {side} THEN :{what}{side}' for side in range(sides))} END"
        for what in ("score", "outcome")
    )
    return (
        f"UPDATE match_sides SET score = {scores}, outcome = {outcomes if over else 'NULL'}"
        f" WHERE match_id = :match_id AND position < {sides}"
    )


class Decided(Struct):
    """The director's decision in place of a side's result. `kind` is "played" (typed from a slip), "walk_over",
    "assigned" or "void"; `score` is the side's total in points, or None; `outcome` is "won", "lost", "drawn" or
    None."""

    match_id: str
    side: int
    kind: str
    score: int | None = None
    outcome: str | None = None


class EveningSummary(Summary):
    """The summary of an evening for lists."""

    status: EveningStatus
    title: str
    date: str
    decisions: tuple[Decided, ...] = ()

    @property
    def listed(self) -> dict[str, Value]:
        return {"status": self.status, "title": self.title, "date": self.date}

    def follow(self, tx: Tx, owner: str) -> None:
        tx.execute("DELETE FROM match_decisions WHERE evening_id = :evening", evening=owner)
        tx.execute_many(
            "INSERT INTO match_decisions (evening_id, match_id, side, kind, score, outcome)"
            " VALUES (:evening, :match_id, :side, :kind, :score, :outcome)",
            [{"evening": owner, **asdict(decided)} for decided in self.decisions],
        )


class SeasonSummary(Summary):
    """The summary of a season for lists."""

    title: str


def open_row(tx: Tx, book: Book, entry: Entry, listed: Mapping[str, Value]) -> None:
    """Insert the row of a match, evening or season with its `listed` columns, and the sides and players of a match.

    `entry` is its first entry. The seal is left empty; `advance` sets it.
    """
    now = entry.recorded_at
    columns = {**listed, "id": entry.owner, "opened_at": now, "updated_at": now}
    columns |= {"version": 1, "state_version": 1, "seal": ""}
    named = ", ".join(f":{column}" for column in columns)
    sql = f"INSERT INTO {book.rows} ({', '.join(columns)}) VALUES ({named}) RETURNING number"
    number = tx.execute(sql, **columns).fetchall()[0][0]
    if book is MATCHES:
        for position, side in enumerate(entry.payload["sides"]):
            sql = "INSERT INTO match_sides (match_id, position, name) VALUES (:match, :position, :name)"
            tx.execute(sql, match=entry.owner, position=position, name=side["name"])
        _sit_down(tx, entry.owner, entry.payload, number, now)


def listed_match(payload: Mapping[str, Any]) -> dict[str, Value]:
    """The columns of the row of a match that opens with this payload."""
    listed = {"title": payload.get("title", ""), "rules": payload["rules"], "format": payload["format"]}
    return {**listed, "status": "playing", "names": names_of(payload)}


def _sit_down(tx: Tx, match_id: str, payload: Mapping[str, Any], number: int, now: str) -> None:
    """Insert the players by seat, those without a seat last. The seats of an unnamed match have no players."""
    sides = {name: position for position, side in enumerate(payload["sides"]) for name in side["players"]}
    ordered = () if payload.get("unnamed") else dict.fromkeys([*payload.get("seats", ()), *sides])
    names = [name for name in ordered if name in sides]
    players = _remember_all(tx, names, now)
    rows = (
        {"seat": seat, "side": sides[name], "player": players[name], "name": name} for seat, name in enumerate(names)
    )
    tx.execute_many(
        "INSERT INTO match_players (match_id, seat, side, player_id, name, number)"
        " VALUES (:match, :seat, :side, :player, :name, :number)",
        [{"match": match_id, "number": number, **row} for row in rows],
    )


def _remember_all(tx: Tx, names: Sequence[str], now: str) -> dict[str, int]:
    """Remember the players, and return their ids by name. The order of writing is always the same, so that two matches
    opened at the same time cannot deadlock."""
    return {name: remember(tx, name, now) for name in sorted(names, key=name_key)}


#: The kinds of entry that change seats, or link a match to its evening or an evening to its season. `seat` updates rows
#: for them.
SEATING = frozenset(("match_opened", "match_reseated", "evening_added"))


def seat(tx: Tx, book: Book, entry: Entry) -> None:
    """Update the rows that follow from an entry just written: the seats and the evening of a match, the players of an
    evening, or the evenings of a season."""
    if entry.kind == "match_opened" and "evening" in entry.payload:
        sql = "INSERT INTO evening_matches (evening_id, match_id) VALUES (:evening, :match)"
        tx.execute(sql, evening=entry.payload["evening"]["evening"], match=entry.owner)
    elif entry.kind == "match_reseated":
        _reseat(tx, entry.owner, entry.payload, entry.recorded_at)
    elif entry.kind == "evening_added":
        tx.execute(
            "INSERT INTO season_evenings (season_id, evening_id) VALUES (:season, :evening)"
            " ON CONFLICT (season_id, evening_id) DO NOTHING",
            season=entry.owner,
            evening=entry.payload["id"],
        )
    elif book is EVENINGS:
        sql = (
            "INSERT INTO evening_players (evening_id, player_id, name) VALUES (:evening, :player, :name)"
            " ON CONFLICT (evening_id, player_id, name) DO NOTHING"
        )
        for name, player in _remember_all(tx, entry.payload.get("players", ()), entry.recorded_at).items():
            tx.execute(sql, evening=entry.owner, player=player, name=name)


def _reseat(tx: Tx, match_id: str, payload: Mapping[str, Any], now: str) -> None:
    """Replace the players of the seats. Those who sat there before are kept as former players, so that they can still
    be renamed or forgotten in the entries."""
    sql = "UPDATE matches SET names = :names WHERE id = :match RETURNING number"
    number = tx.execute(sql, names=names_of(payload), match=match_id).fetchall()[0][0]
    tx.execute(
        "INSERT INTO former_players (match_id, player_id, name)"
        " SELECT match_id, player_id, name FROM match_players WHERE match_id = :match"
        " ON CONFLICT (match_id, player_id, name) DO NOTHING",
        match=match_id,
    )
    tx.execute("DELETE FROM match_players WHERE match_id = :match", match=match_id)
    for position, side in enumerate(payload["sides"]):
        sql = "UPDATE match_sides SET name = :name WHERE match_id = :match AND position = :position"
        tx.execute(sql, name=side["name"], match=match_id, position=position)
    _sit_down(tx, match_id, payload, number, now)


def advance(tx: Tx, book: Book, entry: Entry, summary: Summary | None = None) -> None:
    """Update the owner's row after an entry was appended, with the `summary` of the fold where there is one."""
    columns: dict[str, Value] = {"version": entry.version, "updated_at": entry.recorded_at, "seal": entry.chain}
    if summary is not None:
        columns |= {**summary.listed, "state_version": entry.version}
    changed = ", ".join(f"{column} = :{column}" for column in columns)
    tx.execute(f"UPDATE {book.rows} SET {changed} WHERE id = :owner", owner=entry.owner, **columns)
    if summary is not None:
        summary.follow(tx, entry.owner)


def names_of(payload: Mapping[str, Any]) -> str:
    """The names of the match's sides and players, each once, for the search."""
    names = [name for side in payload["sides"] for name in (side["name"], *side["players"])]
    return ", ".join(dict.fromkeys(names))
