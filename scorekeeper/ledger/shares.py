"""Links by which other devices reach a match or an evening. The file holds no token, only its hash."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.ledger.canonical import token_hash
from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.errors import UnknownEvening, UnknownMatch, UnknownShare

ShareKind = Literal["edit", "watch"]
_COLUMNS = "id, match_id, kind, created_at, revoked_at, evening_id, table_number"


@dataclass(frozen=True, slots=True)
class Share:
    """A link. Without a match and without an evening it opens the whole table's program; one of an evening is of a
    `table` there, whatever match is played at it, or without one shows the evening."""

    id: str
    match_id: str | None
    kind: ShareKind
    created_at: str
    revoked_at: str | None
    evening_id: str | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Shares:
    """The links of a ledger."""

    file: LedgerFile

    def add(self, share_id: str, *, match_id: str | None, kind: ShareKind, token: str, now: str) -> Share:
        """Make a link that `token` (at least 128 random bits) opens. Raises UnknownMatch."""
        with self.file.write_tx() as db:
            if match_id and not db.execute("SELECT 1 FROM matches WHERE id = ?", [match_id]).fetchone():
                raise UnknownMatch(match_id)
            db.execute(
                "INSERT INTO shares (id, match_id, kind, token_hash, created_at) VALUES (?, ?, ?, ?, ?)",
                [share_id, match_id, kind, token_hash(token), now],
            )
        return Share(share_id, match_id, kind, now, None)

    def add_to_evening(self, share_id: str, *, evening_id: str, table: int | None, token: str, now: str) -> Share:
        """Make the link of a table of an evening, or (None) the one to watch it. Raises UnknownEvening."""
        kind: ShareKind = "watch" if table is None else "edit"
        with self.file.write_tx() as db:
            if not db.execute("SELECT 1 FROM evenings WHERE id = ?", [evening_id]).fetchone():
                raise UnknownEvening(evening_id)
            db.execute(
                "INSERT INTO shares (id, kind, token_hash, created_at, evening_id, table_number)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                [share_id, kind, token_hash(token), now, evening_id, table],
            )
        return Share(share_id, None, kind, now, None, evening_id, table)

    def by_token(self, token: str) -> Share | None:
        """The link that this token opens; None where there is none or it was revoked."""
        return next(iter(self._read("token_hash = ? AND revoked_at IS NULL", [token_hash(token)])), None)

    def get(self, share_id: str) -> Share | None:
        """The link in force with this id: what a device's cookie stands for. None where it was revoked."""
        return next(iter(self._read("id = ? AND revoked_at IS NULL", [share_id])), None)

    def of(self, match_id: str | None) -> tuple[Share, ...]:
        """The links in force of a match, or (None) of the whole table."""
        mine = "match_id IS ? AND evening_id IS NULL AND revoked_at IS NULL ORDER BY created_at, id"
        return self._read(mine, [match_id])

    def of_evening(self, evening_id: str) -> tuple[Share, ...]:
        """The links in force of an evening: the one to watch it, then those of its tables."""
        mine = "evening_id = ? AND revoked_at IS NULL ORDER BY table_number, created_at, id"
        return self._read(mine, [evening_id])

    def revoke(self, share_id: str, *, now: str) -> None:
        """Close a link for every device that came by it. Raises UnknownShare."""
        with self.file.write_tx() as db:
            sql = "UPDATE shares SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?"
            if db.execute(sql, [now, share_id]).rowcount == 0:
                raise UnknownShare(share_id)

    def _read(self, where: str, values: Sequence[object]) -> tuple[Share, ...]:
        with self.file.reading() as db:
            sql = f"SELECT {_COLUMNS} FROM shares WHERE {where}"
            return tuple(Share(*row) for row in db.execute(sql, list(values)))
