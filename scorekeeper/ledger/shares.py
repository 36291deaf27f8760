"""Links by which other devices reach a match, to edit it or to watch. The file holds no token, only its hash."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.ledger.canonical import token_hash
from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.errors import UnknownMatch, UnknownShare

ShareKind = Literal["edit", "watch"]


@dataclass(frozen=True, slots=True)
class Share:
    """A link. Without a match it opens the whole table's program."""

    id: str
    match_id: str | None
    kind: ShareKind
    created_at: str
    revoked_at: str | None


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

    def by_token(self, token: str) -> Share | None:
        """The link that this token opens; None where there is none or it was revoked."""
        return next(iter(self._read("token_hash = ? AND revoked_at IS NULL", [token_hash(token)])), None)

    def get(self, share_id: str) -> Share | None:
        """The link in force with this id: what a device's cookie stands for. None where it was revoked."""
        return next(iter(self._read("id = ? AND revoked_at IS NULL", [share_id])), None)

    def of(self, match_id: str | None) -> tuple[Share, ...]:
        """The links in force of a match, or (None) of the whole table."""
        return self._read("match_id IS ? AND revoked_at IS NULL ORDER BY created_at, id", [match_id])

    def revoke(self, share_id: str, *, now: str) -> None:
        """Close a link for every device that came by it. Raises UnknownShare."""
        with self.file.write_tx() as db:
            sql = "UPDATE shares SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?"
            if db.execute(sql, [now, share_id]).rowcount == 0:
                raise UnknownShare(share_id)

    def _read(self, where: str, values: Sequence[object]) -> tuple[Share, ...]:
        with self.file.reading() as db:
            sql = f"SELECT id, match_id, kind, created_at, revoked_at FROM shares WHERE {where}"
            return tuple(Share(*row) for row in db.execute(sql, list(values)))
