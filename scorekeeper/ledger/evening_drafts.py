"""What is typed of an evening that is set up, and a seating that is looked at: found again by any device."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.canonical import to_json, with_json
from scorekeeper.ledger.store import Store, Value

#: The evening that is being set up, which has no id yet.
NEW = ("", 0)


class EveningDraft(Struct):
    """What was typed so far. `version` counts its savings from 1."""

    body: Mapping[str, Any]
    version: int
    updated_at: str
    device: str


class EveningDrafts(Struct):
    """The drafts of evenings: one of the evening being set up, and one a seating, by evening and round."""

    store: Store

    def get(self, evening_id: str, round_: int) -> EveningDraft | None:
        """The draft, if there is one."""
        sql = (
            "SELECT body, version, updated_at, device FROM evening_drafts"
            " WHERE evening_id = :evening AND round = :round"
        )
        rows = self.store.rows(sql, evening=evening_id, round=round_)
        return EveningDraft(*with_json(rows[0], 0)) if rows else None

    def save(
        self, evening_id: str, round_: int, *, body: Mapping[str, Any], seen: int | None, device: str, now: str
    ) -> EveningDraft | None:
        """Keep what was typed. `seen` is the version that the device last saw, 0 for none, None to take over.

        Answers the draft as it stands now; None where another device has saved meanwhile, and nothing was kept.
        """
        sql = (
            "INSERT INTO evening_drafts (evening_id, round, body, version, updated_at, device)"
            " VALUES (:evening, :round, :body, 1, :now, :device)"
            " ON CONFLICT (evening_id, round) DO UPDATE SET body = excluded.body,"
            " version = evening_drafts.version + 1, updated_at = excluded.updated_at, device = excluded.device"
            " WHERE :seen = -1 OR evening_drafts.version = :seen OR evening_drafts.device = :device"
            " RETURNING version"
        )
        values: dict[str, Value] = {"evening": evening_id, "round": round_, "body": to_json(body, what="body")}
        values |= {"now": now, "device": device, "seen": -1 if seen is None else seen}
        rows = self.store.write(lambda tx: tx.execute(sql, **values).fetchall())
        return EveningDraft(body, rows[0][0], now, device) if rows else None

    def drop(self, evening_id: str, round_: int) -> None:
        """Forget the draft; no draft is no error."""
        sql = "DELETE FROM evening_drafts WHERE evening_id = :evening AND round = :round"
        self.store.write(lambda tx: tx.execute(sql, evening=evening_id, round=round_))
