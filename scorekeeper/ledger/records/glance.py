"""The first read of every page of a match: its version, its attachments, and which of a device's links are in force."""

from collections.abc import Sequence

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.books import MATCHES
from scorekeeper.ledger.errors import UnknownMatch
from scorekeeper.ledger.records.matches import AFTER
from scorekeeper.ledger.records.settings import CARDS_LEFT
from scorekeeper.ledger.records.shares import COLUMNS, Share, in_order, links_in_force
from scorekeeper.ledger.store import Store, Value


class Glance(Struct):
    """A match before anything of it is folded.

    `seal` is that of `Ledger.seal`; `evening_id` the evening that it was opened for, which may be written down
    elsewhere only; `after` once it is over its rematch; `begun` the last deal whose draft is begun; `every_card` what
    the club asks of each table, as the setting `CARDS_LEFT` has it; `shares` the links in force of those asked for.
    """

    seal: str
    evening_id: str | None
    after: str | None
    begun: int | None
    every_card: bool
    shares: tuple[Share, ...] = ()


#: The value of a setting is JSON.
_OF_MATCH = (
    f"{MATCHES.last_seal}"
    ", (SELECT evening_id FROM evening_matches WHERE match_id = matches.id)"
    f", CASE WHEN status = 'over' THEN ({AFTER.format(match='matches.id')}) END"
    ", (SELECT max(deal) FROM drafts WHERE match_id = matches.id AND begun = 1)"
    f", EXISTS (SELECT 1 FROM settings WHERE key = '{CARDS_LEFT}' AND value = 'true')"
)
_SHARES = ", ".join(f"shares.{column}" for column in COLUMNS)


class Glances(Struct):
    """The first reads of the matches of a ledger."""

    store: Store

    def at(self, match_id: str, share_ids: Sequence[str] = ()) -> Glance:
        """A match, and which of these links are in force, in their order. Raises UnknownMatch."""
        columns, tables, values = _OF_MATCH, "matches", dict[str, Value]()
        if share_ids:
            among, values = links_in_force(share_ids)
            columns, tables = f"{_OF_MATCH}, {_SHARES}", f"matches LEFT JOIN shares ON {among}"
        rows = self.store.rows(f"SELECT {columns} FROM {tables} WHERE matches.id = :match", match=match_id, **values)
        if not rows:
            raise UnknownMatch(match_id)
        seal, evening_id, after, begun, every_card = rows[0][:5]
        shares = in_order([Share(*row[5:]) for row in rows if row[5] is not None], share_ids) if share_ids else ()
        return Glance(seal, evening_id, after, begun, bool(every_card), shares)
