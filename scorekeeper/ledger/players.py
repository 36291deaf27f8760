"""The people who have played here, and what became of their matches."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Any

from scorekeeper.engine.values import light
from scorekeeper.ledger import fts
from scorekeeper.ledger.canonical import from_json
from scorekeeper.ledger.errors import UnknownPlayer
from scorekeeper.ledger.figures import EVENING_DATE, OUTCOME
from scorekeeper.ledger.store import LAST, Store, Tx, Value

#: The setting with the ids of players whose name was taken out.
FORGOTTEN = "forgotten"
_COLUMNS = "id, name, created_at, played_at, unrated"
#: A player's matches, each with the side that they sat on.
_PLAYED = (
    " FROM match_players AS played JOIN matches ON matches.number = played.number"
    " JOIN match_sides AS side ON side.match_id = played.match_id AND side.position = played.side"
    " LEFT JOIN match_decisions AS decided ON decided.match_id = played.match_id AND decided.side = played.side"
    " WHERE played.player_id = :player AND matches.retired_at IS NULL"
)


@light(frozen=True, slots=True)
class Player:
    """Somebody who has played here; `played_at` is when a match of theirs was last opened, `unrated`: his rating is
    his own affair."""

    id: int
    name: str
    created_at: str
    played_at: str | None
    unrated: bool = False


@light(frozen=True, slots=True)
class Played:
    """One match from a player's point of view, `against` the other sides by name.

    Where the director put something in the place of the result, `score` and `outcome` are that; `score` is None where
    it is no total. `outcome` is None while it is not over; `number` orders and pages.
    """

    number: int
    match_id: str
    title: str
    status: str
    day: str
    side: int
    side_name: str
    score: int | None
    outcome: str | None
    against: str


@light(frozen=True, slots=True)
class Record:
    """How many matches a player has, and how those that are over ended."""

    matches: int
    won: int
    lost: int
    drawn: int


def name_key(name: str) -> str:
    """What makes two spellings one player: case and spacing are forgiven, accents are not."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def folded(name: str) -> str:
    """The name without accents and case, as a search looks for it."""
    return fts.folded(name_key(name))


def remember(tx: Tx, name: str, now: str) -> int:
    """The id of the player of this name, who is made where nobody had it."""
    made = tx.execute(
        "INSERT INTO players (name, key, folded, created_at, played_at) VALUES (:name, :key, :folded, :now, :now)"
        " ON CONFLICT (key) DO UPDATE SET played_at = excluded.played_at RETURNING id",
        name=name,
        key=name_key(name),
        folded=folded(name),
        now=now,
    )
    return int(made.fetchall()[0][0])


@light(frozen=True, slots=True)
class Players:
    """The players of a ledger."""

    store: Store

    def get(self, player_id: int) -> Player:
        """The player. Raises UnknownPlayer."""
        rows = self._read("WHERE id = :player", player=player_id) if player_id <= LAST else ()
        if not rows:
            raise UnknownPlayer(player_id)
        return rows[0]

    def find(self, name: str) -> Player | None:
        """The player of this name, case and spacing forgiven."""
        return next(iter(self._read("WHERE key = :key", key=name_key(name))), None)

    def forgotten(self) -> frozenset[int]:
        """The ids of those whose name was taken out: they are offered to nobody."""
        rows = self.store.rows("SELECT value FROM settings WHERE key = :key", key=FORGOTTEN)
        return frozenset(from_json(rows[0][0]) if rows else ())

    def offered(self, query: str = "", *, limit: int) -> tuple[Player, ...]:
        """Players as `page` has them, to be picked: without those who are forgotten."""
        gone = self.forgotten()
        return tuple(each for each in self.page(query, limit=limit + len(gone)) if each.id not in gone)[:limit]

    def page(self, query: str = "", *, after: Player | None = None, limit: int = 50) -> tuple[Player, ...]:
        """Players by name, those with a word that begins as `query` does; `after` is the last of the page before.

        Whoever played only in matches that were put away is left out.
        """
        literally = re.sub(r"[%_\\]", r"\\\g<0>", folded(query))
        called = "' ' || folded LIKE :word ESCAPE '\\' AND " if literally else ""
        return self._read(
            f"WHERE {called}(folded, id) > (:name, :player)"
            " AND (EXISTS (SELECT 1 FROM match_players AS played JOIN matches ON matches.number = played.number"
            " WHERE played.player_id = players.id AND matches.retired_at IS NULL)"
            " OR NOT EXISTS (SELECT 1 FROM match_players WHERE player_id = players.id))"
            " ORDER BY folded, id LIMIT :limit",
            word=f"% {literally}%",
            name=folded(after.name) if after else "",
            player=after.id if after else 0,
            limit=limit,
        )

    def recent(self, *, limit: int) -> tuple[Player, ...]:
        """Those whose last match was opened last; whoever played only in matches that were put away is left out, and
        whoever is forgotten."""
        gone = self.forgotten()
        rows = self._read(
            "WHERE id IN (SELECT id FROM players ORDER BY played_at DESC, id LIMIT :limit * 2)"
            " AND EXISTS (SELECT 1 FROM match_players AS played JOIN matches ON matches.number = played.number"
            " WHERE played.player_id = players.id AND matches.retired_at IS NULL)"
            " ORDER BY played_at DESC, id LIMIT :limit",
            limit=limit + len(gone),
        )
        return tuple(each for each in rows if each.id not in gone)[:limit]

    def some(self, player_ids: Collection[int]) -> tuple[Player, ...]:
        """These players, by number."""
        return tuple(player for player in self._read("ORDER BY id") if player.id in player_ids)

    def keep_unrated(self, player_id: int, *, unrated: bool) -> None:
        """Leave the player's rating out of every page, or show it again. Raises UnknownPlayer."""
        sql = "UPDATE players SET unrated = :unrated WHERE id = :player"
        if self.store.write(lambda tx: tx.execute(sql, unrated=int(unrated), player=player_id).rowcount) == 0:
            raise UnknownPlayer(player_id)

    def evenings(self, player_id: int) -> tuple[int, str | None]:
        """At how many evenings the player was, and the day of the first; those put away left out."""
        rows = self.store.rows(
            "SELECT count(DISTINCT evenings.id), min(evenings.date) FROM evening_players AS there"
            " JOIN evenings ON evenings.id = there.evening_id"
            " WHERE there.player_id = :player AND evenings.retired_at IS NULL AND evenings.status <> 'open'",
            player=player_id,
        )
        return rows[0][0], rows[0][1]

    def finished_evenings(self, player_id: int) -> tuple[tuple[str, str, str], ...]:
        """The finished evenings at which the player was, the latest first: id, title and day."""
        rows = self.store.rows(
            "SELECT DISTINCT evenings.id, evenings.title, evenings.date, evenings.number FROM evening_players AS there"
            " JOIN evenings ON evenings.id = there.evening_id"
            " WHERE there.player_id = :player AND evenings.retired_at IS NULL AND evenings.status = 'finished'"
            " ORDER BY evenings.date DESC, evenings.number DESC",
            player=player_id,
        )
        return tuple((row[0], row[1], row[2]) for row in rows)

    def remember(self, name: str, *, now: str) -> Player:
        """The player of this name, made where nobody had it."""
        return self.get(self.store.write(lambda tx: remember(tx, name, now)))

    def matches(self, player_id: int, *, before: int | None = None, limit: int = 50) -> tuple[Played, ...]:
        """The player's matches, newest first; `before` is the last number of the page before."""
        mine = (
            "SELECT matches.number, matches.id, matches.title, matches.status,"
            f" coalesce({EVENING_DATE}, matches.opened_at) AS day,"
            f" side.position, side.name,"
            f" CASE WHEN decided.kind IS NULL THEN side.score ELSE decided.score END, {OUTCOME}{_PLAYED}"
            " AND played.number < :before ORDER BY played.number DESC LIMIT :limit"
        )
        rows = self.store.rows(
            f"SELECT mine.*, other.name FROM ({mine}) AS mine"
            " LEFT JOIN match_sides AS other ON other.match_id = mine.id AND other.position <> mine.position"
            " ORDER BY mine.number DESC, other.position",
            player=player_id,
            before=LAST if before is None else before,
            limit=limit,
        )
        matches: Iterator[list[Any]] = (list(each) for _, each in groupby(rows, key=lambda row: row[0]))
        return tuple(Played(*[*each[0][:-1], ", ".join(row[-1] for row in each)]) for each in matches)

    def record(self, player_id: int) -> Record:
        """How the player's matches ended, retired ones left out."""
        ended = ", ".join(f"count(*) FILTER (WHERE {OUTCOME} = '{how}')" for how in ("won", "lost", "drawn"))
        counted = "AND coalesce(decided.kind, '') <> 'void'"
        return Record(*self.store.rows(f"SELECT count(*), {ended}{_PLAYED} {counted}", player=player_id)[0])

    def _read(self, rest: str, **values: Value) -> tuple[Player, ...]:
        rows = self.store.rows(f"SELECT {_COLUMNS} FROM players {rest}", **values)
        return tuple(Player(row[0], row[1], row[2], row[3], bool(row[4])) for row in rows)
