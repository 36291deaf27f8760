"""Drafts of deals, of the evening being set up and of seatings, which every device can continue."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.canonical import to_json, with_json
from scorekeeper.ledger.errors import LedgerError, UnknownMatch
from scorekeeper.ledger.store import Store, Tx, Value

_GET = "SELECT body, version, updated_at, device FROM drafts WHERE match_id = :match AND deal = :deal"
_IN_FORCE = "SELECT id FROM matches WHERE id = :match AND retired_at IS NULL"
#: A draft may be replaced by a device that saw its latest version, by the device that saved this version, and by any
#: device that saves `anyway`.
_MAY = "(drafts.version = :seen OR drafts.device = :device OR :anyway = 1)"
_GO_ON = (
    "UPDATE drafts SET body = :body, version = version + 1, updated_at = :now, device = :device, begun = :begun"
    f" WHERE match_id IN ({_IN_FORCE}) AND deal = :deal AND {_MAY} RETURNING version"
)
_BEGIN = (
    "INSERT INTO drafts (match_id, deal, body, version, updated_at, device, begun)"
    " SELECT id, :deal, :body, 1, :now, :device, :begun FROM matches WHERE id = :match AND retired_at IS NULL"
    " ON CONFLICT (match_id, deal) DO UPDATE SET body = excluded.body, version = drafts.version + 1,"
    f" updated_at = excluded.updated_at, device = excluded.device, begun = excluded.begun WHERE {_MAY}"
    " RETURNING version"
)


class Draft(Struct):
    """A draft. `version` counts its saves from 1; `device` is the device that saved it last."""

    body: Mapping[str, Any]
    version: int
    updated_at: str
    device: str


class StaleDraft(LedgerError):
    """The draft was saved by another device since, or deleted. `current` is the saved draft, or None."""

    def __init__(self, current: Draft | None) -> None:
        super().__init__("the draft was changed on another device")
        self.current = current


class Drafts(Struct):
    """The drafts of deals: at most one for each deal."""

    store: Store

    def get(self, match_id: str, deal: int) -> Draft | None:
        """The draft of this deal; None where there is none."""
        return _draft(self.store.rows(_GET, match=match_id, deal=deal))

    def save(
        self, match_id: str, deal: int, *, body: Mapping[str, Any], seen: int | None, device: str, now: str
    ) -> Draft:
        """Save a draft. `seen` is the version that the device last saw: 0 for none, None to save in any case.

        Raises StaleDraft if another device has saved the draft since, or if it was deleted. Raises UnknownMatch, also
        for a retired match, and Unstorable.
        """
        text = to_json(body, what="body")
        values: dict[str, Value] = {"match": match_id, "deal": deal, "body": text, "now": now, "device": device}
        values |= {"begun": int(bool(body.get("begun"))), "seen": seen or 0, "anyway": int(seen is None)}

        def save(tx: Tx) -> int:
            saved = tx.execute(_GO_ON if seen else _BEGIN, **values).fetchone()
            if saved is not None:
                return int(saved[0])
            if not tx.execute(_IN_FORCE, match=match_id).fetchone():
                raise UnknownMatch(match_id)
            raise StaleDraft(_draft(tx.execute(_GET, match=match_id, deal=deal).fetchall()))

        return Draft(body, self.store.write(save), now, device)

    def drop(self, match_id: str, deal: int) -> None:
        """Delete the draft, if there is one."""
        sql = "DELETE FROM drafts WHERE match_id = :match AND deal = :deal"
        self.store.write(lambda tx: tx.execute(sql, match=match_id, deal=deal))


def _draft(rows: Sequence[Sequence[Any]]) -> Draft | None:
    return Draft(*with_json(rows[0], 0)) if rows else None


#: Evening and round of the draft for the evening being set up, which has no id yet.
NEW = ("", 0)


class EveningDrafts(Struct):
    """The drafts of evenings: one of the evening being set up, and at most one for each seating, by evening and
    round."""

    store: Store

    def get(self, evening_id: str, round_: int) -> Draft | None:
        """The draft; None where there is none."""
        sql = (
            "SELECT body, version, updated_at, device FROM evening_drafts"
            " WHERE evening_id = :evening AND round = :round"
        )
        return _draft(self.store.rows(sql, evening=evening_id, round=round_))

    def save(
        self, evening_id: str, round_: int, *, body: Mapping[str, Any], seen: int | None, device: str, now: str
    ) -> Draft | None:
        """Save a draft and return it; `seen` is as in `Drafts.save`. If another device has saved since, save nothing
        and return None. A draft that was deleted since is stored again. Raises Unstorable."""
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
        return Draft(body, rows[0][0], now, device) if rows else None

    def drop(self, evening_id: str, round_: int) -> None:
        """Delete the draft, if there is one."""
        sql = "DELETE FROM evening_drafts WHERE evening_id = :evening AND round = :round"
        self.store.write(lambda tx: tx.execute(sql, evening=evening_id, round=round_))
