"""Figures of matches and evenings, computed by whatever folds them and cached next to the entries.

What is kept says what it was worked out from: a match's figures its version, an evening's standings its glance. Where
that has changed they are stale and are computed again; nothing here can go wrong for good. No name is kept here.
"""

from collections.abc import Iterable
from typing import Any

from scorekeeper.engine.values import Struct, asdict, fields
from scorekeeper.ledger.chain.canonical import from_json, to_json
from scorekeeper.ledger.records.merging import OF_PERSON
from scorekeeper.ledger.store import Store, Tx


class SideFigures(Struct):
    """A side over the deals of its match: `points` of all of them, and the points of the `best` one and its
    number, `best_deal`; `ended_at` is when
    the last of them was recorded, or when the match was opened."""

    match_id: str
    side: int
    version: int
    ended_at: str
    deals: int
    points: int
    natural_canastas: int
    mixed_canastas: int
    wild_canastas: int
    red_threes: int
    went_out: int
    concealed: int
    rulings: int
    best: int | None
    best_deal: int | None


class Totals(Struct):
    """A player's sides over their recorded deals."""

    deals: int
    points: int
    natural_canastas: int
    mixed_canastas: int
    wild_canastas: int
    red_threes: int
    went_out: int
    concealed: int
    rulings: int


class Best(Struct):
    """The deal that brought a player's side most."""

    match_id: str
    number: int
    points: int


class Met(Struct):
    """Another player, as partner or as opponent: how many matches, and how they ended for the one who is looked at."""

    player_id: int
    name: str
    partner: bool
    matches: int
    won: int
    lost: int


class RatedMatch(Struct):
    """A side of a finished match that may be rated: who played, and what it came to."""

    match_id: str
    side: int
    player_id: int
    score: int


_COLUMNS = tuple(field.name for field in fields(SideFigures))
_SUMS = ", ".join(f"coalesce(sum(figures.{field.name}), 0)" for field in fields(Totals))
#: Id, title and day of the evening that a match was played at; nothing of any other match.
EVENING_ID, EVENING_TITLE, EVENING_DATE = (
    f"(SELECT evenings.{column} FROM evening_matches JOIN evenings ON evenings.id = evening_matches.evening_id"
    " WHERE evening_matches.match_id = matches.id)"
    for column in ("id", "title", "date")
)
#: A player's matches, what the director put in the place of their results, and their figures.
_MINE = (
    " FROM match_players AS played JOIN matches ON matches.id = played.match_id"
    " JOIN match_sides AS side ON side.match_id = played.match_id AND side.position = played.side"
    " LEFT JOIN match_decisions AS decided ON decided.match_id = played.match_id AND decided.side = played.side"
)
_FIGURES = " JOIN match_figures AS figures ON figures.match_id = played.match_id AND figures.side = played.side"
_OF = f" WHERE played.player_id IN {OF_PERSON} AND matches.retired_at IS NULL"
#: Deals as they were recorded: not of a table that the director gave to one side, or took out, or typed from a slip.
_RECORDED = " AND coalesce(decided.kind, 'assigned') = 'assigned'"
OUTCOME = "CASE WHEN decided.kind IS NULL THEN side.outcome ELSE decided.outcome END"


class Figures(Struct):
    """The figures of a ledger."""

    store: Store

    def stale(self, *, limit: int) -> tuple[str, ...]:
        """Matches whose figures are not those of their last entry, the latest first."""
        rows = self.store.rows(
            "SELECT matches.id FROM matches LEFT JOIN match_figures AS figures ON figures.match_id = matches.id"
            " AND figures.side = 0 AND figures.version = matches.version"
            " WHERE matches.retired_at IS NULL AND figures.match_id IS NULL ORDER BY matches.number DESC LIMIT :limit",
            limit=limit,
        )
        return tuple(str(row[0]) for row in rows)

    def keep(self, worked_out: Iterable[SideFigures]) -> None:
        """Keep figures in the place of those before."""
        named = ", ".join(f":{name}" for name in _COLUMNS)
        again = ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS[2:])
        sql = (
            f"INSERT INTO match_figures ({', '.join(_COLUMNS)}) VALUES ({named})"
            f" ON CONFLICT (match_id, side) DO UPDATE SET {again}"
        )
        rows = [asdict(each) for each in worked_out]

        def keep(tx: Tx) -> None:
            for row in rows:
                tx.execute(sql, **row)

        self.store.write(keep)

    def of(self, match_id: str) -> tuple[SideFigures, ...]:
        """The cached figures of a match, stale or not."""
        sql = f"SELECT {', '.join(_COLUMNS)} FROM match_figures WHERE match_id = :match ORDER BY side"
        return tuple(SideFigures(*row) for row in self.store.rows(sql, match=match_id))

    def totals(self, player_id: int) -> Totals:
        """The player's sides together."""
        sums = self.store.rows(f"SELECT {_SUMS}{_MINE}{_FIGURES}{_OF}{_RECORDED}", player=player_id)[0]
        return Totals(*map(int, sums))  # a server adds whole numbers up to decimal ones

    def left_out(self, player_id: int) -> int:
        """The player's matches of which no deal counts: given to one side, taken out, or typed from a slip."""
        sql = f"SELECT count(*){_MINE}{_OF} AND coalesce(decided.kind, 'assigned') <> 'assigned'"
        return int(self.store.rows(sql, player=player_id)[0][0])

    def best(self, player_id: int) -> Best | None:
        """The deal that brought the player's side most, the earliest of equals."""
        rows = self.store.rows(
            f"SELECT played.match_id, figures.best_deal, figures.best{_MINE}{_FIGURES}{_OF}{_RECORDED}"
            " AND figures.best IS NOT NULL ORDER BY figures.best DESC, matches.number LIMIT 1",
            player=player_id,
        )
        return Best(*rows[0]) if rows else None

    def met(self, player_id: int) -> tuple[Met, ...]:
        """Everybody who sat with the player or against, most frequent first."""
        rows = self.store.rows(
            "SELECT players.id, players.name, other.side = played.side AS partner, count(*) AS matches,"
            f" count(*) FILTER (WHERE {OUTCOME} = 'won'), count(*) FILTER (WHERE {OUTCOME} = 'lost'){_MINE}"
            " JOIN match_players AS other ON other.match_id = played.match_id AND other.seat <> played.seat"
            " JOIN players AS sat ON sat.id = other.player_id"
            " JOIN players ON players.id = coalesce(sat.same_as, sat.id)"
            f"{_OF} AND coalesce(decided.kind, '') <> 'void'"
            " GROUP BY players.id, players.name, other.side = played.side"
            " ORDER BY matches DESC, players.name, players.id, partner",
            player=player_id,
        )
        return tuple(Met(row[0], row[1], bool(row[2]), *row[3:]) for row in rows)

    def rated(self) -> tuple[RatedMatch, ...]:
        """The players of each match that is over and may be rated, in the order of the matches' last deals.

        Left out are matches of one deal, and those that the director gave to one side, assigned or took out; what was
        typed from a slip counts with its totals, at the time when its match was opened.
        """
        rows = self.store.rows(
            "SELECT played.match_id, played.side, coalesce(sat.same_as, sat.id),"
            " CASE WHEN decided.kind IS NULL THEN side.score ELSE decided.score END"
            f"{_MINE}{_FIGURES} JOIN players AS sat ON sat.id = played.player_id"
            " WHERE matches.retired_at IS NULL AND (decided.kind = 'played'"
            " OR (decided.kind IS NULL AND matches.status = 'over' AND figures.deals > 1))"
            " ORDER BY figures.ended_at, matches.number, played.side, played.seat"
        )
        return tuple(RatedMatch(*row) for row in rows)

    def glance(self) -> str:
        """A value that changes with anything that a rating depends on, in one cheap read."""
        changed = "coalesce(sum(version + named), 0) || '-' || coalesce(max(updated_at), '')"
        retired = "count(*) || '-' || count(retired_at) || '-' || coalesce(max(retired_at), '')"
        rows = self.store.rows(
            f"SELECT (SELECT {changed} || '-' || {retired} FROM matches) || '-' || (SELECT {changed} FROM evenings)"
            " || '-' || (SELECT count(*) FROM merges)"
        )
        return str(rows[0][0])

    def standings(self, evening_id: str, seen: str) -> Any:
        """The cached standings of an evening at this glance; None where there are none."""
        sql = "SELECT standings FROM evening_results WHERE evening_id = :evening AND seen = :seen"
        rows = self.store.rows(sql, evening=evening_id, seen=seen)
        return from_json(rows[0][0]) if rows else None

    def keep_standings(self, evening_id: str, seen: str, standings: Any) -> None:
        """Keep what was worked out of an evening at this glance."""
        sql = (
            "INSERT INTO evening_results (evening_id, seen, standings) VALUES (:evening, :seen, :standings)"
            " ON CONFLICT (evening_id) DO UPDATE SET seen = excluded.seen, standings = excluded.standings"
        )
        text = to_json(standings, what="standings")
        self.store.write(lambda tx: tx.execute(sql, evening=evening_id, seen=seen, standings=text))
