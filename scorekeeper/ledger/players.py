"""The people who have played here, and what became of their matches."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger import fts
from scorekeeper.ledger.connection import LAST, LedgerFile
from scorekeeper.ledger.errors import UnknownPlayer

_COLUMNS = "id, name, created_at, played_at"


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who has played here; `played_at` is when a match of theirs was last opened."""

    id: int
    name: str
    created_at: str
    played_at: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """One match from a player's point of view, `against` the other sides by name.

    `outcome` is None while it is not over; `number` orders and pages.
    """

    number: int
    match_id: str
    title: str
    status: str
    opened_at: str
    side: int
    side_name: str
    score: int
    outcome: str | None
    against: str


@dataclass(frozen=True, slots=True)
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


def remember(db: Database, name: str, now: str) -> int:
    """The id of the player of this name, who is made where nobody had it."""
    row = db.execute("SELECT id FROM players WHERE key = ?", [name_key(name)]).fetchone()
    if row is not None:
        db.execute("UPDATE players SET played_at = ? WHERE id = ?", [now, row[0]])
        return int(row[0])
    made = db.execute(
        "INSERT INTO players (name, key, folded, created_at, played_at) VALUES (?, ?, ?, ?, ?) RETURNING id",
        [name, name_key(name), folded(name), now, now],
    )
    return int(made.fetchall()[0][0])


@dataclass(frozen=True, slots=True)
class Players:
    """The players of a ledger."""

    file: LedgerFile

    def get(self, player_id: int) -> Player:
        """The player. Raises UnknownPlayer."""
        found = self._read("WHERE id = ?", [player_id]) if player_id <= LAST else ()  # SQLite knows no larger number
        if not found:
            raise UnknownPlayer(player_id)
        return found[0]

    def find(self, name: str) -> Player | None:
        """The player of this name, case and spacing forgiven."""
        return next(iter(self._read("WHERE key = ?", [name_key(name)])), None)

    def page(self, query: str = "", *, after: Player | None = None, limit: int = 50) -> tuple[Player, ...]:
        """Players by name, those with a word that begins as `query` does; `after` is the last of the page before.

        Whoever played only in matches that were put away is left out.
        """
        wanted = folded(query)
        seen = (folded(after.name), after.id) if after else ("", 0)
        return self._read(
            "WHERE (? = '' OR instr(' ' || folded, ' ' || ?) > 0) AND (folded, id) > (?, ?)"
            " AND (EXISTS (SELECT 1 FROM match_players AS played JOIN matches ON matches.number = played.number"
            " WHERE played.player_id = players.id AND matches.retired_at IS NULL)"
            " OR NOT EXISTS (SELECT 1 FROM match_players WHERE player_id = players.id))"
            " ORDER BY folded, id LIMIT ?",
            [wanted, wanted, *seen, limit],
        )

    def recent(self, *, limit: int) -> tuple[Player, ...]:
        """Those whose last match was opened last; whoever played only in matches that were put away is left out."""
        return self._read(
            "WHERE id IN (SELECT id FROM players ORDER BY played_at DESC, id LIMIT ?1 * 2)"
            " AND EXISTS (SELECT 1 FROM match_players AS played JOIN matches ON matches.number = played.number"
            " WHERE played.player_id = players.id AND matches.retired_at IS NULL)"
            " ORDER BY played_at DESC, id LIMIT ?1",
            [limit],
        )

    def remember(self, name: str, *, now: str) -> Player:
        """The player of this name, made where nobody had it."""
        with self.file.write_tx() as db:
            player_id = remember(db, name, now)
        return self.get(player_id)

    def matches(self, player_id: int, *, before: int | None = None, limit: int = 50) -> tuple[Played, ...]:
        """The player's matches, newest first; `before` is the last number of the page before."""
        rows = self._played(
            "SELECT matches.number, matches.id, matches.title, matches.status, matches.opened_at,"
            " side.position, side.name, side.score, side.outcome, (SELECT group_concat(name, ', ') FROM"
            " (SELECT name FROM match_sides WHERE match_id = matches.id AND position <> side.position"
            " ORDER BY position))",
            "AND played.number < ? ORDER BY played.number DESC LIMIT ?",
            [player_id, LAST if before is None else before, limit],
        )
        return tuple(Played(*row) for row in rows)

    def record(self, player_id: int) -> Record:
        """How the player's matches ended, retired ones left out."""
        rows = self._played(
            "SELECT count(*), coalesce(sum(side.outcome = 'won'), 0), coalesce(sum(side.outcome = 'lost'), 0),"
            " coalesce(sum(side.outcome = 'drawn'), 0)",
            "",
            [player_id],
        )
        return Record(*rows[0])

    def _played(self, select: str, rest: str, values: Sequence[object]) -> Sequence[Any]:
        source = (
            " FROM match_players AS played JOIN matches ON matches.number = played.number"
            " JOIN match_sides AS side ON side.match_id = played.match_id AND side.position = played.side"
            " WHERE played.player_id = ? AND matches.retired_at IS NULL "
        )
        with self.file.reading() as db:
            return db.execute(select + source + rest, list(values)).fetchall()

    def _read(self, rest: str, values: Sequence[object]) -> tuple[Player, ...]:
        with self.file.reading() as db:
            return tuple(Player(*row) for row in db.execute(f"SELECT {_COLUMNS} FROM players {rest}", list(values)))
