"""Which match is played after which: a table that goes on keeps its seats, its rules and its links."""

from dataclasses import dataclass

from sqlite_utils import Database

from scorekeeper.ledger.books import MATCHES
from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.errors import UnknownMatch

#: The rematch of a match; of several, where one was put away, the last one that stands in the lists.
_AFTER = (
    "SELECT rematches.match_id FROM rematches JOIN matches AS played ON played.id = rematches.match_id"
    " WHERE rematches.follows = {match} AND played.retired_at IS NULL ORDER BY played.number DESC LIMIT 1"
)
_GLANCE = (
    f"SELECT {MATCHES.last_seal}, CASE WHEN status = 'over' THEN ({_AFTER.format(match='matches.id')}) END"
    ", (SELECT max(deal) FROM drafts WHERE match_id = matches.id AND json_extract(body, '$.begun'))"
    " FROM matches WHERE id = ?"
)
_BEFORE = (
    "WITH RECURSIVE before (id) AS (SELECT follows FROM rematches WHERE match_id = ?"
    " UNION SELECT follows FROM rematches JOIN before ON rematches.match_id = before.id) SELECT id FROM before"
)


@dataclass(frozen=True, slots=True)
class Rematches:
    """The rematches of a ledger."""

    file: LedgerFile

    def after(self, match_id: str) -> str | None:
        """The match that was opened as its rematch, if one was."""
        with self.file.reading() as db:
            row = db.execute(_AFTER.format(match="?"), [match_id]).fetchone()
        return None if row is None else str(row[0])

    def latest(self, match_id: str) -> str:
        """The last of its rematches' rematches; without any the match itself."""
        while after := self.after(match_id):
            match_id = after
        return match_id

    def before(self, match_id: str) -> tuple[str, ...]:
        """The match that it is the rematch of, the one before that, and so on."""
        with self.file.reading() as db:
            return tuple(str(row[0]) for row in db.execute(_BEFORE, [match_id]))

    def glance(self, match_id: str) -> tuple[str, str | None, int | None]:
        """The seal of a match, once it is over its rematch, and the last deal whose draft is begun, in one cheap read.

        Raises UnknownMatch.
        """
        with self.file.reading() as db:
            row = db.execute(_GLANCE, [match_id]).fetchone()
        if row is None:
            raise UnknownMatch(match_id)
        return str(row[0]), row[1], row[2]


def note(db: Database, match_id: str, follows: str) -> None:
    """Write down that a match is opened as the rematch of another, in the transaction of its opening."""
    db.execute("INSERT INTO rematches (match_id, follows) VALUES (?, ?)", [match_id, follows])
