"""The links of an evening: one a table, made once and good for whatever is played at it, and the one to watch."""

from collections.abc import Sequence

from scorekeeper.actions.desk import Desk
from scorekeeper.evening.fold import DONE, TableNow
from scorekeeper.ledger import Share
from scorekeeper.ledger.errors import UnknownShare
from scorekeeper.ledger.records.shares import NewLink


def links_of(desk: Desk, evening_id: str) -> tuple[Share, ...]:
    """The links in force of an evening: the one to watch it, then those of its tables. Raises `UnknownEvening`."""
    desk.ledger.evenings.version(evening_id)
    return desk.ledger.shares.of_evening(evening_id)


def link_of(desk: Desk, evening_id: str, table: int | None, *, share_id: str, token: str, now: str) -> Share:
    """The link of a table, or (None) the one to watch: the one in force, else a new one that `token` opens.

    Raises `UnknownEvening`.
    """
    link = next((share for share in links_of(desk, evening_id) if share.table == table), None)
    shares = desk.ledger.shares
    return link or shares.add_to_evening(share_id, evening_id=evening_id, table=table, token=token, now=now)


def take_back(desk: Desk, evening_id: str, share_id: str, *, now: str) -> None:
    """Close a link for every device that came by it. Raises `UnknownShare`, also for one of another evening."""
    if share_id not in [share.id for share in links_of(desk, evening_id)]:
        raise UnknownShare(share_id)
    desk.ledger.shares.revoke(share_id, now=now)


def renew_links(desk: Desk, evening_id: str, made: Sequence[NewLink], *, now: str) -> None:
    """Take back the links of these tables and make a new one for each, in one transaction. Raises `UnknownEvening`."""
    desk.ledger.evenings.version(evening_id)
    desk.ledger.shares.renew(evening_id, made, now=now)


def open_table(desk: Desk, evening_id: str, match_id: str) -> TableNow | None:
    """The table at which this match is played now: in the round that was published last, by people who have not both
    agreed yet. None where the match is over for them, or was of an earlier round, or the evening is finished."""
    evening = desk.load_evening(evening_id).state
    if evening.current is None or evening.state == "finished":
        return None
    mine = (table for table in evening.current.tables if table.match == match_id)
    return next((table for table in mine if table.state not in DONE), None)
