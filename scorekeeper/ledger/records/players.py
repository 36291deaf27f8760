"""The players of the club, and the results of their matches."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.errors import UnknownPlayer
from scorekeeper.ledger.records.figures import EVENING_DATE, OF_PLAYER, OUTCOME, PLAYED
from scorekeeper.ledger.records.merging import OF_PERSON, Merge
from scorekeeper.ledger.records.settings import Settings
from scorekeeper.ledger.store import LAST, Store, Tx, Value

#: The setting with the ids of the players whose names were removed.
FORGOTTEN = "forgotten"
#: SQL about a row of `players`: the time at which that person last played, under any of the person's names.
_PLAYED_AT = "(SELECT max(played_at) FROM players AS each_name WHERE players.id IN (each_name.id, each_name.same_as))"
_COLUMNS = "id, name, created_at, played_at, unrated, same_as"
#: SQL about a row of `players`: all ids of that person, and whether any of the person's matches is not archived.
_NAMES = "(SELECT each_name.id FROM players AS each_name WHERE players.id IN (each_name.id, each_name.same_as))"
_SEEN = (
    "EXISTS (SELECT 1 FROM match_players AS played JOIN matches ON matches.number = played.number"
    f" WHERE played.player_id IN {_NAMES} AND matches.retired_at IS NULL)"
)


class RecordedPlayer(Struct):
    """A player. `played_at` is the last time when the name was entered in a match or an evening. `unrated` hides the
    player's rating on every page. `same_as` is the id of the player that this one was merged into."""

    id: int
    name: str
    created_at: str
    played_at: str | None
    unrated: bool = False
    same_as: int | None = None


class Played(Struct):
    """A match of a player. `against` has the names of the other sides, separated by commas. `number` orders the
    matches. `day` is as in `MatchRow`.

    `score` and `outcome` follow the director's decision where there is one; then `score` may be None. `outcome` is None
    until the match is over.
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


class Record(Struct):
    """The number of a player's matches, and how many of them were won, lost and drawn. `matches` also counts those that
    are not over."""

    matches: int
    won: int
    lost: int
    drawn: int


class Alike(Struct):
    """A typed name that no player has exactly, and `known`, the name of a player who may be meant. `same`: only case
    and spacing differ, so it is the same player."""

    typed: str
    known: str
    same: bool


def name_key(name: str) -> str:
    """A name without differences of case and spacing; names with the same key are the same player."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def folded(name: str) -> str:
    """The name without accents and case, for searches."""
    return "".join(c for c in unicodedata.normalize("NFD", name_key(name).casefold()) if not unicodedata.combining(c))


def remember(tx: Tx, name: str, now: str) -> int:
    """Set `played_at` of the player with this name to `now` unless it is later, as when an old match is imported, and
    return the player's id. If no player has the name, add one."""
    made = tx.execute(
        "INSERT INTO players (name, key, folded, created_at, played_at) VALUES (:name, :key, :folded, :now, :now)"
        " ON CONFLICT (key) DO UPDATE SET played_at = CASE WHEN players.played_at > excluded.played_at"
        " THEN players.played_at ELSE excluded.played_at END RETURNING id",
        name=name,
        key=name_key(name),
        folded=folded(name),
        now=now,
    )
    return int(made.fetchall()[0][0])


class Players(Struct):
    """The players of a ledger."""

    store: Store

    def get(self, player_id: int) -> RecordedPlayer:
        """The player. Raises UnknownPlayer."""
        rows = self._read("WHERE id = :player", player=player_id) if player_id <= LAST else ()
        if not rows:
            raise UnknownPlayer(player_id)
        return rows[0]

    def find(self, name: str) -> RecordedPlayer | None:
        """The player with this name, case and spacing ignored; None where there is none."""
        return next(iter(self._read("WHERE key = :key", key=name_key(name))), None)

    def alike(self, names: Collection[str]) -> tuple[Alike, ...]:
        """For each of `names` that no player has exactly: a player whose name differs only in accents, case or spacing,
        if there is one. Forgotten players are left out."""
        wanted = {f"name{at}": key for at, key in enumerate(sorted({folded(name) for name in names}))}
        if not wanted:
            return ()
        gone = self.forgotten()
        listed = ", ".join(f":{each}" for each in wanted)
        known = self._read(f"WHERE folded IN ({listed}) ORDER BY coalesce(same_as, 0), played_at DESC, id", **wanted)
        called = {each.name for each in known}
        found = []
        for typed in dict.fromkeys(name for name in names if name not in called):
            near = [each.name for each in known if each.id not in gone and folded(each.name) == folded(typed)]
            same = [name for name in near if name_key(name) == name_key(typed)]
            found += [Alike(typed, name, bool(same)) for name in (same or near)[:1]]
        return tuple(found)

    def forgotten(self) -> frozenset[int]:
        """The ids of the players whose names were removed; they are not suggested."""
        return frozenset(Settings(self.store).get(FORGOTTEN, ()))

    def offered(self, query: str = "", *, limit: int) -> tuple[RecordedPlayer, ...]:
        """The players to suggest for a query, as `page` finds them, without forgotten ones."""
        gone = self.forgotten()
        return tuple(each for each in self.page(query, limit=limit + len(gone)) if each.id not in gone)[:limit]

    def page(
        self, query: str = "", *, after: RecordedPlayer | None = None, limit: int = 50
    ) -> tuple[RecordedPlayer, ...]:
        """A page of players, ordered by name. With a query, only players who have a name in which a word begins with
        the query. `after` is the last player on the previous page, None for the first page.

        Players whose matches are all archived are left out.
        """
        literally = re.sub(r"[%_\\]", r"\\\g<0>", folded(query))
        so = "SELECT coalesce(same_as, id) FROM players WHERE ' ' || folded LIKE :word ESCAPE '\\'"
        called = f"id IN ({so}) AND " if literally else ""
        return self._read(
            f"WHERE {called}same_as IS NULL AND (folded, id) > (:name, :player) AND ({_SEEN}"
            f" OR NOT EXISTS (SELECT 1 FROM match_players WHERE player_id IN {_NAMES}))"
            " ORDER BY folded, id LIMIT :limit",
            word=f"% {literally}%",
            name=folded(after.name) if after else "",
            player=after.id if after else 0,
            limit=limit,
        )

    def recent(self, *, limit: int) -> tuple[RecordedPlayer, ...]:
        """Up to `limit` players of the latest matches, the most recent first. Forgotten players, and those whose
        matches are all archived, are left out."""
        gone = self.forgotten()
        latest = "SELECT coalesce(same_as, id) FROM players ORDER BY played_at DESC, id LIMIT :limit * 2"
        rows = self._read(
            f"WHERE id IN ({latest}) AND {_SEEN} ORDER BY {_PLAYED_AT} DESC, id LIMIT :limit",
            limit=limit + len(gone),
        )
        return tuple(each for each in rows if each.id not in gone)[:limit]

    def some(self, player_ids: Collection[int]) -> tuple[RecordedPlayer, ...]:
        """The players with these ids, ordered by id."""
        return tuple(player for player in self._read("ORDER BY id") if player.id in player_ids)

    def persons(self) -> dict[int, int]:
        """The ids of merged players, each with the id of the player that it was merged into: `{7: 3}`."""
        return dict(self.store.rows("SELECT id, same_as FROM players WHERE same_as IS NOT NULL ORDER BY id"))

    def told(self, player_id: int | None = None) -> tuple[Merge, ...]:
        """The merges and separations that concern a player (None: any player), the earliest first."""
        mine = "" if player_id is None else "WHERE :player IN (said.player_id, said.into_id, before.into_id) "
        values = {} if player_id is None else {"player": player_id}
        rows = self.store.rows(
            "SELECT said.player_id, one.name, said.into_id, other.name, said.actor, said.at FROM merges AS said"
            " JOIN players AS one ON one.id = said.player_id LEFT JOIN players AS other ON other.id = said.into_id"
            " LEFT JOIN merges AS before ON before.id ="
            f" (SELECT max(id) FROM merges WHERE player_id = said.player_id AND id < said.id) {mine}ORDER BY said.id",
            **values,
        )
        return tuple(Merge(*row) for row in rows)

    def keep_unrated(self, player_id: int, *, unrated: bool) -> None:
        """Hide the player's rating on every page, or show it again. Raises UnknownPlayer."""
        sql = "UPDATE players SET unrated = :unrated WHERE id = :player"
        if self.store.write(lambda tx: tx.execute(sql, unrated=int(unrated), player=player_id).rowcount) == 0:
            raise UnknownPlayer(player_id)

    def evenings(self, player_id: int) -> tuple[int, str | None]:
        """The number of evenings that the player took part in, and the date of the first, None if there are none.
        Archived evenings, and those with no round yet, are not counted."""
        rows = self.store.rows(
            "SELECT count(DISTINCT evenings.id), min(evenings.date) FROM evening_players AS there"
            " JOIN evenings ON evenings.id = there.evening_id"
            f" WHERE there.player_id IN {OF_PERSON} AND evenings.retired_at IS NULL AND evenings.status <> 'open'",
            player=player_id,
        )
        return rows[0][0], rows[0][1]

    def finished_evenings(self, player_id: int) -> tuple[tuple[str, str, str], ...]:
        """The finished evenings that the player took part in, the latest first: id, title and day. Archived evenings
        are left out."""
        rows = self.store.rows(
            "SELECT DISTINCT evenings.id, evenings.title, evenings.date, evenings.number FROM evening_players AS there"
            " JOIN evenings ON evenings.id = there.evening_id"
            f" WHERE there.player_id IN {OF_PERSON} AND evenings.retired_at IS NULL AND evenings.status = 'finished'"
            " ORDER BY evenings.date DESC, evenings.number DESC",
            player=player_id,
        )
        return tuple((row[0], row[1], row[2]) for row in rows)

    def remember(self, name: str, *, now: str) -> RecordedPlayer:
        """The player with this name, who is added if there is none. `played_at` is set to `now` unless it is later."""
        return self.get(self.store.write(lambda tx: remember(tx, name, now)))

    def matches(self, player_id: int, *, before: int | None = None, limit: int = 50) -> tuple[Played, ...]:
        """A page of the player's matches, the most recently opened first, without archived ones. `before` is the
        `number` of the last match on the previous page, None for the first page."""
        mine = (
            "SELECT matches.number, matches.id, matches.title, matches.status,"
            f" coalesce({EVENING_DATE}, matches.opened_at) AS day,"
            f" side.position, side.name,"
            f" CASE WHEN decided.kind IS NULL THEN side.score ELSE decided.score END, {OUTCOME}{PLAYED}{OF_PLAYER}"
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
        """The results of the player's matches, without archived and voided ones."""
        ended = ", ".join(f"count(*) FILTER (WHERE {OUTCOME} = '{how}')" for how in ("won", "lost", "drawn"))
        sql = f"SELECT count(*), {ended}{PLAYED}{OF_PLAYER} AND coalesce(decided.kind, '') <> 'void'"
        return Record(*self.store.rows(sql, player=player_id)[0])

    def _read(self, rest: str, **values: Value) -> tuple[RecordedPlayer, ...]:
        rows = self.store.rows(f"SELECT {_COLUMNS} FROM players {rest}", **values)
        return tuple(RecordedPlayer(row[0], row[1], row[2], row[3], bool(row[4]), row[5]) for row in rows)
