"""Rows kept in step with the entries, written in the transaction of the entry they follow from."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from scorekeeper.engine.values import Struct, asdict
from scorekeeper.ledger.chain.books import EVENINGS, Book
from scorekeeper.ledger.chain.canonical import to_json
from scorekeeper.ledger.chain.entries import Entry
from scorekeeper.ledger.records.players import name_key, remember
from scorekeeper.ledger.store import Tx, Value

Status = Literal["playing", "paused", "over"]
Outcome = Literal["won", "lost", "drawn"]
EveningStatus = Literal["open", "playing", "finished"]


class Summary(Struct):
    """The summary of a match, an evening or a season for lists, as its fold gives it."""

    @property
    def listed(self) -> dict[str, Value]:
        """The columns of its row."""
        return asdict(self)

    def follow(self, tx: Tx, owner: str) -> None:
        """Bring the rows of other tables in step with it."""


class MatchSummary(Summary):
    """The summary of a match for lists: `scores` by side; `outcomes` as well, none of them before the end; `result` is
    any value that the caller wants to show again. A `status` or a `title` of None stays as it is, and the search is not
    rewritten."""

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

    def follow(self, tx: Tx, owner: str) -> None:
        _score(tx, owner, self)


class Decided(Struct):
    """The director's decision in place of a side's result: `kind` as `rank` has it, and the total if there is one."""

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
        _decide(tx, owner, self.decisions)


class SeasonSummary(Summary):
    """The summary of a season for lists."""

    title: str


def open_row(tx: Tx, book: Book, entry: Entry, summary: Summary) -> None:
    """The row of what was just opened with this entry; `advance` sets the rest of it."""
    listed = {**summary.listed, "id": entry.owner, "opened_at": entry.recorded_at, "updated_at": entry.recorded_at}
    columns = {**listed, "version": 1, "state_version": 1, "seal": ""}
    named = ", ".join(f":{column}" for column in columns)
    tx.execute(f"INSERT INTO {book.rows} ({', '.join(columns)}) VALUES ({named})", **columns)


def open_rows(tx: Tx, match_id: str, payload: Mapping[str, Any], now: str) -> None:
    """The rows of a match just opened, as its opening entry says; seats without a name are no players."""
    number = _insert_match(tx, match_id, payload, now)
    for position, side in enumerate(payload["sides"]):
        sql = "INSERT INTO match_sides (match_id, position, name) VALUES (:match, :position, :name)"
        tx.execute(sql, match=match_id, position=position, name=side["name"])
    _sit_down(tx, match_id, payload, number, now)


def _sit_down(tx: Tx, match_id: str, payload: Mapping[str, Any], number: int, now: str) -> None:
    seating = [] if payload.get("unnamed") else _seating(payload)
    players = _remember_all(tx, [name for _, name in seating], now)
    for seat, (side, name) in enumerate(seating):
        tx.execute(
            "INSERT INTO match_players (match_id, seat, side, player_id, name, number)"
            " VALUES (:match, :seat, :side, :player, :name, :number)",
            match=match_id,
            seat=seat,
            side=side,
            player=players[name],
            name=name,
            number=number,
        )


def _remember_all(tx: Tx, names: Sequence[str], now: str) -> dict[str, int]:
    """The players of these names; asked for in one order, so that two matches opened at once wait for each other."""
    return {name: remember(tx, name, now) for name in sorted(names, key=name_key)}


#: Entries that change who sits where, or whose a match or an evening is: more rows than the match's own follow them.
SEATING = frozenset(("match_opened", "match_reseated", "evening_added"))


def seat(tx: Tx, book: Book, entry: Entry) -> None:
    """Keep the seats and owner of a match, the players of an evening and the evenings of a season in step with an
    entry just written."""
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
    """Replace the players of the seats; others that the entries name are kept, so that they can be renamed or
    forgotten."""
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
    """An entry was appended; what a fold of all of them says is written with it, in one statement a table."""
    columns: dict[str, Value] = {"version": entry.version, "updated_at": entry.recorded_at, "seal": entry.chain}
    if summary is not None:
        columns |= {**summary.listed, "state_version": entry.version}
    changed = ", ".join(f"{column} = :{column}" for column in columns)
    tx.execute(f"UPDATE {book.rows} SET {changed} WHERE id = :owner", owner=entry.owner, **columns)
    if summary is not None:
        summary.follow(tx, entry.owner)


def _decide(tx: Tx, evening_id: str, decisions: Sequence[Decided]) -> None:
    tx.execute("DELETE FROM match_decisions WHERE evening_id = :evening", evening=evening_id)
    for each in decisions:
        tx.execute(
            "INSERT INTO match_decisions (evening_id, match_id, side, kind, score, outcome)"
            " VALUES (:evening, :match, :side, :kind, :score, :outcome)",
            evening=evening_id,
            match=each.match_id,
            side=each.side,
            kind=each.kind,
            score=each.score,
            outcome=each.outcome,
        )


def _score(tx: Tx, match_id: str, summary: MatchSummary) -> None:
    positions = range(len(summary.scores))
    values: dict[str, Value] = {f"score{position}": summary.scores[position] for position in positions}
    outcomes = summary.outcomes or (None,) * len(positions)
    values |= {f"outcome{position}": outcomes[position] for position in positions}
    scored, ended = (
        " ".join(f"WHEN {position} THEN :{what}{position}" for position in positions) for what in ("score", "outcome")
    )
    tx.execute(
        f"UPDATE match_sides SET score = CASE position {scored} END, outcome = CASE position {ended} END"
        " WHERE match_id = :match AND position < :sides",
        match=match_id,
        sides=len(positions),
        **values,
    )


def _insert_match(tx: Tx, match_id: str, payload: Mapping[str, Any], now: str) -> int:
    made = tx.execute(
        "INSERT INTO matches"
        " (id, title, rules, format, status, version, state_version, opened_at, updated_at, names, seal)"
        " VALUES (:match, :title, :rules, :format, 'playing', 1, 1, :now, :now, :names, '') RETURNING number",
        match=match_id,
        title=payload.get("title", ""),
        rules=payload["rules"],
        format=payload["format"],
        now=now,
        names=names_of(payload),
    )
    return int(made.fetchall()[0][0])


def names_of(payload: Mapping[str, Any]) -> str:
    """Every name of the match, once, for the search."""
    names = [name for side in payload["sides"] for name in (side["name"], *side["players"])]
    return ", ".join(dict.fromkeys(names))


def _seating(payload: Mapping[str, Any]) -> Sequence[tuple[int, str]]:
    """Side and name by seat; players of a side without a seat follow after the last one."""
    sides = {name: position for position, side in enumerate(payload["sides"]) for name in side["players"]}
    ordered = dict.fromkeys([*payload.get("seats", ()), *sides])
    return [(sides[name], name) for name in ordered if name in sides]
