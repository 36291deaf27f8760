"""Which match is played after which: a table that goes on keeps its seats, its rules and its links."""

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.store import Store, Tx

#: The rematch of a match; of several, where one was put away, the last one that stands in the lists.
AFTER = (
    "SELECT rematches.match_id FROM rematches JOIN matches AS played ON played.id = rematches.match_id"
    " WHERE rematches.follows = {match} AND played.retired_at IS NULL ORDER BY played.number DESC LIMIT 1"
)
_BEFORE = (
    "WITH RECURSIVE before (id) AS (SELECT follows FROM rematches WHERE match_id = :match"
    " UNION SELECT follows FROM rematches JOIN before ON rematches.match_id = before.id) SELECT id FROM before"
)


class Rematches(Struct):
    """The rematches of a ledger."""

    store: Store

    def after(self, match_id: str) -> str | None:
        """The match that was opened as its rematch, if one was."""
        rows = self.store.rows(AFTER.format(match=":match"), match=match_id)
        return str(rows[0][0]) if rows else None

    def latest(self, match_id: str) -> str:
        """The last of its rematches' rematches; without any the match itself."""
        while after := self.after(match_id):
            match_id = after
        return match_id

    def before(self, match_id: str) -> tuple[str, ...]:
        """The match that it is the rematch of, the one before that, and so on."""
        return tuple(str(row[0]) for row in self.store.rows(_BEFORE, match=match_id))


def note(tx: Tx, match_id: str, follows: str) -> None:
    """Write down that a match is opened as the rematch of another, in the transaction of its opening."""
    sql = "INSERT INTO rematches (match_id, follows) VALUES (:match, :follows)"
    tx.execute(sql, match=match_id, follows=follows)
