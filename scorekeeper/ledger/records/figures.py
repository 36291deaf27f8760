"""Figures of matches and evenings: computed when they are folded, and cached next to the entries.

Figures are stored with the state that they were computed from: the figures of a match with its version, the standings
of an evening with its glance. When that state changes, they are stale and are computed again. No names are stored here.
"""

from collections.abc import Iterable
from typing import Any

from scorekeeper.engine.values import Struct, asdict, fields
from scorekeeper.ledger.chain.canonical import from_json, to_json
from scorekeeper.ledger.records.merging import OF_PERSON
from scorekeeper.ledger.store import Store


class SideFigures(Struct):
    """A side's figures over the deals of its match, without annulled ones, computed when the match was at `version`.
    `points` is the sum over these deals. `best` is the points of the side's best deal, and `best_deal` its number;
    without deals, these two are None. `ended_at` is the time when the last deal was recorded or, without deals, when
    the match was opened."""

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
    """The sums of the figures of all sides on which a player sat, over the recorded deals."""

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
    """The deal in which a player's side scored most."""

    match_id: str
    number: int
    points: int


class Met(Struct):
    """A partner or opponent of a player: the number of matches that the two had together, and how many of these the
    player won and lost. Someone who was a partner in some matches and an opponent in others has a `Met` for each."""

    player_id: int
    name: str
    partner: bool
    matches: int
    won: int
    lost: int


class RatedMatch(Struct):
    """One seat of a finished match that is rated: its player, side and the side's total."""

    match_id: str
    side: int
    player_id: int
    score: int


_COLUMNS = tuple(field.name for field in fields(SideFigures))
_SUMS = ", ".join(f"coalesce(sum(figures.{field.name}), 0)" for field in fields(Totals))
#: The id, title and day of a match's evening; NULL where it has none.
EVENING_ID, EVENING_TITLE, EVENING_DATE = (
    f"(SELECT evenings.{column} FROM evening_matches JOIN evenings ON evenings.id = evening_matches.evening_id"
    " WHERE evening_matches.match_id = matches.id)"
    for column in ("id", "title", "date")
)
#: The matches of players, each with the side that the player sat on and the director's decision on that side's result.
PLAYED = (
    " FROM match_players AS played JOIN matches ON matches.number = played.number"
    " JOIN match_sides AS side ON side.match_id = played.match_id AND side.position = played.side"
    " LEFT JOIN match_decisions AS decided ON decided.match_id = played.match_id AND decided.side = played.side"
)
_FIGURES = " JOIN match_figures AS figures ON figures.match_id = played.match_id AND figures.side = played.side"
OF_PLAYER = f" WHERE played.player_id IN {OF_PERSON} AND matches.retired_at IS NULL"
#: Results from recorded deals, without walkovers, voided results and totals that the director typed from a slip.
_RECORDED = " AND coalesce(decided.kind, 'assigned') = 'assigned'"
#: How the match ended for the side: by the director's decision, else as it was played.
OUTCOME = "CASE WHEN decided.kind IS NULL THEN side.outcome ELSE decided.outcome END"


class Figures(Struct):
    """The figures of a ledger. `totals`, `best` and `rated` use stored figures. Before you call them, store the figures
    of the matches that `stale` returns, with `keep`. Archived matches are left out, except by `of`."""

    store: Store

    def stale(self, *, limit: int) -> tuple[str, ...]:
        """The ids of up to `limit` matches whose figures are missing or older than their last entry, the latest match
        first. Archived matches are left out."""
        rows = self.store.rows(
            "SELECT matches.id FROM matches LEFT JOIN match_figures AS figures ON figures.match_id = matches.id"
            " AND figures.side = 0 AND figures.version = matches.version"
            " WHERE matches.retired_at IS NULL AND figures.match_id IS NULL ORDER BY matches.number DESC LIMIT :limit",
            limit=limit,
        )
        return tuple(str(row[0]) for row in rows)

    def keep(self, worked_out: Iterable[SideFigures]) -> None:
        """Store figures, and replace earlier ones."""
        named = ", ".join(f":{name}" for name in _COLUMNS)
        again = ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS[2:])
        sql = (
            f"INSERT INTO match_figures ({', '.join(_COLUMNS)}) VALUES ({named})"
            f" ON CONFLICT (match_id, side) DO UPDATE SET {again}"
        )
        rows = [asdict(each) for each in worked_out]
        self.store.write(lambda tx: tx.execute_many(sql, rows))

    def of(self, match_id: str) -> tuple[SideFigures, ...]:
        """The cached figures of a match, stale or not."""
        sql = f"SELECT {', '.join(_COLUMNS)} FROM match_figures WHERE match_id = :match ORDER BY side"
        return tuple(SideFigures(*row) for row in self.store.rows(sql, match=match_id))

    def totals(self, player_id: int) -> Totals:
        """The sums over the recorded deals of the player's sides."""
        sums = self.store.rows(f"SELECT {_SUMS}{PLAYED}{_FIGURES}{OF_PLAYER}{_RECORDED}", player=player_id)[0]
        return Totals(*map(int, sums))  # PostgreSQL returns sums as decimals

    def left_out(self, player_id: int) -> int:
        """The number of the player's matches that `totals` leaves out: walkovers, voided matches, and totals typed from
        slips."""
        sql = f"SELECT count(*){PLAYED}{OF_PLAYER} AND coalesce(decided.kind, 'assigned') <> 'assigned'"
        return int(self.store.rows(sql, player=player_id)[0][0])

    def best(self, player_id: int) -> Best | None:
        """The deal in which the player's side scored most, the earliest of equals; None without deals."""
        rows = self.store.rows(
            f"SELECT played.match_id, figures.best_deal, figures.best{PLAYED}{_FIGURES}{OF_PLAYER}{_RECORDED}"
            " AND figures.best IS NOT NULL ORDER BY figures.best DESC, matches.number LIMIT 1",
            player=player_id,
        )
        return Best(*rows[0]) if rows else None

    def met(self, player_id: int) -> tuple[Met, ...]:
        """The partners and opponents of the player, the most frequent first. Voided results are left out."""
        rows = self.store.rows(
            "SELECT players.id, players.name, other.side = played.side AS partner, count(*) AS matches,"
            f" count(*) FILTER (WHERE {OUTCOME} = 'won'), count(*) FILTER (WHERE {OUTCOME} = 'lost'){PLAYED}"
            " JOIN match_players AS other ON other.match_id = played.match_id AND other.seat <> played.seat"
            " JOIN players AS sat ON sat.id = other.player_id"
            " JOIN players ON players.id = coalesce(sat.same_as, sat.id)"
            f"{OF_PLAYER} AND coalesce(decided.kind, '') <> 'void'"
            " GROUP BY players.id, players.name, other.side = played.side"
            " ORDER BY matches DESC, players.name, players.id, partner",
            player=player_id,
        )
        return tuple(Met(row[0], row[1], bool(row[2]), *row[3:]) for row in rows)

    def rated(self) -> tuple[RatedMatch, ...]:
        """The seats of the matches that are over and are rated, ordered by the time of each match's last deal.

        Matches of fewer than two deals, walkovers, and assigned and voided results are left out. A result typed from a
        slip always counts, with its totals. If its match has no deals, the time is that of the match's opening.
        """
        rows = self.store.rows(
            "SELECT played.match_id, played.side, coalesce(sat.same_as, sat.id),"
            " CASE WHEN decided.kind IS NULL THEN side.score ELSE decided.score END"
            f"{PLAYED}{_FIGURES} JOIN players AS sat ON sat.id = played.player_id"
            " WHERE matches.retired_at IS NULL AND (decided.kind = 'played'"
            " OR (decided.kind IS NULL AND matches.status = 'over' AND figures.deals > 1))"
            " ORDER BY figures.ended_at, matches.number, played.side, played.seat"
        )
        return tuple(RatedMatch(*row) for row in rows)

    def glance(self) -> str:
        """A value that changes with everything that ratings depend on, in one cheap read."""
        changed = "coalesce(sum(version + named), 0) || '-' || coalesce(max(updated_at), '')"
        retired = "count(*) || '-' || count(retired_at) || '-' || coalesce(max(retired_at), '')"
        rows = self.store.rows(
            f"SELECT (SELECT {changed} || '-' || {retired} FROM matches) || '-' || (SELECT {changed} FROM evenings)"
            " || '-' || (SELECT count(*) FROM merges)"
        )
        return str(rows[0][0])

    def standings(self, evening_id: str, seen: str) -> Any:
        """The standings of an evening that were cached when its glance was `seen`; None where there are none."""
        sql = "SELECT standings FROM evening_results WHERE evening_id = :evening AND seen = :seen"
        rows = self.store.rows(sql, evening=evening_id, seen=seen)
        return from_json(rows[0][0]) if rows else None

    def keep_standings(self, evening_id: str, seen: str, standings: Any) -> None:
        """Store the standings of an evening, computed when its glance was `seen`."""
        sql = (
            "INSERT INTO evening_results (evening_id, seen, standings) VALUES (:evening, :seen, :standings)"
            " ON CONFLICT (evening_id) DO UPDATE SET seen = excluded.seen, standings = excluded.standings"
        )
        text = to_json(standings, what="standings")
        self.store.write(lambda tx: tx.execute(sql, evening=evening_id, seen=seen, standings=text))
