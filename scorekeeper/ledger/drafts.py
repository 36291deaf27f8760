"""A deal being entered, kept from the first tap and found again by any device."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger.canonical import to_json, with_json
from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.errors import LedgerError, UnknownMatch


@dataclass(frozen=True, slots=True)
class Draft:
    """What was typed of a deal so far. `version` counts its savings from 1."""

    match_id: str
    deal: int
    body: Mapping[str, Any]
    version: int
    updated_at: str
    device: str


class StaleDraft(LedgerError):
    """Another device saved the draft meanwhile; `current` is what it saved (None: there is none any more)."""

    def __init__(self, current: Draft | None) -> None:
        super().__init__("the draft was changed on another device")
        self.current = current


@dataclass(frozen=True, slots=True)
class Drafts:
    """The drafts of a ledger: at most one a deal."""

    file: LedgerFile

    def get(self, match_id: str, deal: int) -> Draft | None:
        """The draft of this deal, if there is one."""
        with self.file.reading() as db:
            return _get(db, match_id, deal)

    def save(
        self, match_id: str, deal: int, *, body: Mapping[str, Any], seen: int | None, device: str, now: str
    ) -> Draft:
        """Keep what was typed. `seen` is the version the device last saw, 0 for none, None to take over in any case.

        Raises StaleDraft where another device has saved since, and UnknownMatch.
        """
        text = to_json(body, what="body")
        with self.file.write_tx() as db:
            current = _get(db, match_id, deal)
            version = current.version if current else 0
            if seen is not None and seen != version and not (current and current.device == device):
                raise StaleDraft(current)
            if not db.execute("SELECT 1 FROM matches WHERE id = ? AND retired_at IS NULL", [match_id]).fetchone():
                raise UnknownMatch(match_id)
            db.execute(
                "INSERT INTO drafts (match_id, deal, body, version, updated_at, device) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (match_id, deal) DO UPDATE SET body = excluded.body, version = excluded.version,"
                " updated_at = excluded.updated_at, device = excluded.device",
                [match_id, deal, text, version + 1, now, device],
            )
        return Draft(match_id, deal, body, version + 1, now, device)

    def drop(self, match_id: str, deal: int) -> None:
        """Forget the draft; no draft is no error."""
        with self.file.write_tx() as db:
            db.execute("DELETE FROM drafts WHERE match_id = ? AND deal = ?", [match_id, deal])


def _get(db: Database, match_id: str, deal: int) -> Draft | None:
    sql = "SELECT match_id, deal, body, version, updated_at, device FROM drafts WHERE match_id = ? AND deal = ?"
    row = db.execute(sql, [match_id, deal]).fetchone()
    return Draft(*with_json(row, 2)) if row else None
