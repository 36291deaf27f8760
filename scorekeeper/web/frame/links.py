"""Links: those by which this device got its access, and those that it makes for other devices."""

import secrets
from collections.abc import Iterable

from flask import session, url_for

from scorekeeper.actions.club import sharing
from scorekeeper.actions.club.sharing import Share, ShareKind, link_of, make_link, renew_links
from scorekeeper.ledger.records.shares import NewLink
from scorekeeper.web.frame.answers import secret
from scorekeeper.web.frame.desk import current_desk, now
from scorekeeper.web.frame.device import link_ids

MOST_LINKS = 20


def token_of(share_id: str) -> str:
    """The secret in the address of a link: 128 bits, as text. It is computed with the program's key, and not stored."""
    return sharing.token_of(secret(), share_id)


def new_link(match_id: str | None, kind: ShareKind) -> Share:
    """The link of this kind to a match, or (None) to every match. It is made only if none is in force."""
    share_id = secrets.token_hex(8)
    return make_link(current_desk(), match_id, kind, share_id=share_id, token=token_of(share_id), now=now())


def evening_link(evening_id: str, table: int | None) -> Share:
    """The link of a table of an evening, or (None) the link to watch the evening. It is made only if none is in
    force."""
    share_id = secrets.token_hex(8)
    return link_of(current_desk(), evening_id, table, share_id=share_id, token=token_of(share_id), now=now())


def renew_evening_links(evening_id: str, tables: Iterable[int]) -> None:
    """Make a new link for each of these tables; devices with an earlier link lose their access."""
    made = [NewLink(share_id, table, token_of(share_id)) for table in tables if (share_id := secrets.token_hex(8))]
    renew_links(current_desk(), evening_id, made, now=now())


def home_in(evening_id: str, table: int | None) -> str:
    """The address of the first page for a device of an evening: its table, or (None) the page to find one's seat."""
    if table is None:
        return url_for("evening_table.find", evening_id=evening_id)
    return url_for("evening_table.show", evening_id=evening_id, table=table)


def own_link(address: str) -> str | None:
    """The full address of this device's latest link. It begins with `address`, another address of the same machine.
    None for a device without a link."""
    ids = link_ids()
    return f"{address}/s/{token_of(ids[-1])}" if ids else None


def remember_link(share: Share) -> None:
    """Remember in the device's session that it used this link, as the latest of at most `MOST_LINKS`."""
    session["links"] = [*(each for each in link_ids() if each != share.id), share.id][-MOST_LINKS:]
    session.permanent = True
