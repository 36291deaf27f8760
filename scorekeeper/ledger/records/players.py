"""The people who have played here, and what became of their matches."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.canonical import from_json
from scorekeeper.ledger.errors import UnknownPlayer
from scorekeeper.ledger.records.figures import EVENING_DATE, OUTCOME
from scorekeeper.ledger.records.merging import OF_PERSON, Merge, persons, told
from scorekeeper.ledger.store import LAST, Store, Tx, Value

#: The setting with the ids of players whose name was taken out.
FORGOTTEN = "forgotten"
#: When a person was seen last, under whichever name.
_PLAYED_AT = "(SELECT max(played_at) FROM players AS each_name WHERE players.id IN (each_name.id, each_name.same_as))"
_COLUMNS = "id, name, created_at, played_at, unrated, same_as"
#: A player's matches, each with the side that they sat on.
_PLAYED = (
    " FROM match_players AS played JOIN matches ON matches.number = played.number"
    " JOIN match_sides AS side ON side.match_id = played.match_id AND side.position = played.side"
    " LEFT JOIN match_decisions AS decided ON decided.match_id = played.match_id AND decided.side = played.side"
    f" WHERE played.player_id IN {OF_PERSON} AND matches.retired_at IS NULL"
)
#: Every number of a person in a list of them, and whether one of their matches was not put away.
_NAMES = "(SELECT each_name.id FROM players AS each_name WHERE players.id IN (each_name.id, each_name.same_as))"
_SEEN = (
    "EXISTS (SELECT 1 FROM match_players AS played JOIN matches ON matches.number = played.number"
    f" WHERE played.player_id IN {_NAMES} AND matches.retired_at IS NULL)"
)


class RecordedPlayer(Struct):
    """Somebody who has played here; `played_at` is when a match of theirs was last opened, `unrated`: his rating is
    his own affair. `same_as`: this is only another name of that player."""

    id: int
    name: str
    created_at: str
    played_at: str | None
    unrated: bool = False
    same_as: int | None = None


class Played(Struct):
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


class Record(Struct):
    """The number of a player's matches, and the results of those that are over."""

    matches: int
    won: int
    lost: int
    drawn: int


class Alike(Struct):
    """A name that nobody here is called exactly, and how somebody is `known` who may be meant; `same`: capitals and
    spacing alone differ, which tells nobody apart."""

    typed: str
    known: str
    same: bool


def name_key(name: str) -> str:
    """The key under which spellings are the same player: case and spacing are ignored, accents are not."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def folded(name: str) -> str:
    """The name without accents and case, as a search looks for it."""
    return "".join(c for c in unicodedata.normalize("NFD", name_key(name).casefold()) if not unicodedata.combining(c))


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
        """The player of this name, case and spacing forgiven."""
        return next(iter(self._read("WHERE key = :key", key=name_key(name))), None)

    def alike(self, names: Collection[str]) -> tuple[Alike, ...]:
        """Those of the names that somebody is known by in another spelling: accents, capitals or spacing."""
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
        """The ids of those whose name was taken out: they are offered to nobody."""
        rows = self.store.rows("SELECT value FROM settings WHERE key = :key", key=FORGOTTEN)
        return frozenset(from_json(rows[0][0]) if rows else ())

    def offered(self, query: str = "", *, limit: int) -> tuple[RecordedPlayer, ...]:
        """Players as `page` has them, to be picked: without those who are forgotten."""
        gone = self.forgotten()
        return tuple(each for each in self.page(query, limit=limit + len(gone)) if each.id not in gone)[:limit]

    def page(
        self, query: str = "", *, after: RecordedPlayer | None = None, limit: int = 50
    ) -> tuple[RecordedPlayer, ...]:
        """Players by name, those with a word that begins as `query` does; `after` is the last of the page before.

        Players whose matches were all archived are left out.
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
        """The players of the latest matches; those whose matches were all archived are left out, and
        forgotten ones."""
        gone = self.forgotten()
        latest = "SELECT coalesce(same_as, id) FROM players ORDER BY played_at DESC, id LIMIT :limit * 2"
        rows = self._read(
            f"WHERE id IN ({latest}) AND {_SEEN} ORDER BY {_PLAYED_AT} DESC, id LIMIT :limit",
            limit=limit + len(gone),
        )
        return tuple(each for each in rows if each.id not in gone)[:limit]

    def some(self, player_ids: Collection[int]) -> tuple[RecordedPlayer, ...]:
        """These players, by number."""
        return tuple(player for player in self._read("ORDER BY id") if player.id in player_ids)

    def persons(self) -> dict[int, int]:
        """The number that replaces that of each player who is the same person as another."""
        return persons(self.store)

    def told(self, player_id: int | None = None) -> tuple[Merge, ...]:
        """The statements that a player is one of two, in order; those of every player without a number."""
        return told(self.store, player_id)

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
            f" WHERE there.player_id IN {OF_PERSON} AND evenings.retired_at IS NULL AND evenings.status <> 'open'",
            player=player_id,
        )
        return rows[0][0], rows[0][1]

    def finished_evenings(self, player_id: int) -> tuple[tuple[str, str, str], ...]:
        """The finished evenings at which the player was, the latest first: id, title and day."""
        rows = self.store.rows(
            "SELECT DISTINCT evenings.id, evenings.title, evenings.date, evenings.number FROM evening_players AS there"
            " JOIN evenings ON evenings.id = there.evening_id"
            f" WHERE there.player_id IN {OF_PERSON} AND evenings.retired_at IS NULL AND evenings.status = 'finished'"
            " ORDER BY evenings.date DESC, evenings.number DESC",
            player=player_id,
        )
        return tuple((row[0], row[1], row[2]) for row in rows)

    def remember(self, name: str, *, now: str) -> RecordedPlayer:
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
        """The results of the player's matches, retired ones left out."""
        ended = ", ".join(f"count(*) FILTER (WHERE {OUTCOME} = '{how}')" for how in ("won", "lost", "drawn"))
        counted = "AND coalesce(decided.kind, '') <> 'void'"
        return Record(*self.store.rows(f"SELECT count(*), {ended}{_PLAYED} {counted}", player=player_id)[0])

    def _read(self, rest: str, **values: Value) -> tuple[RecordedPlayer, ...]:
        rows = self.store.rows(f"SELECT {_COLUMNS} FROM players {rest}", **values)
        return tuple(RecordedPlayer(row[0], row[1], row[2], row[3], bool(row[4]), row[5]) for row in rows)
