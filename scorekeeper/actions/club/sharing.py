"""Links that give other devices access to matches and evenings, and the access of a device that has some of them.

A link to a match also opens its rematches, so that no new QR code has to be scanned. The link to a table of an evening
opens the match that is being played there, and only shows the other matches of the evening.
"""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256

from scorekeeper.actions.desk import Desk
from scorekeeper.engine.values import Struct, field
from scorekeeper.evening.fold import DONE, TableNow
from scorekeeper.ledger.errors import UnknownEvening, UnknownShare
from scorekeeper.ledger.records.shares import NewLink, Share, ShareKind

__all__ = ["Access", "Share", "ShareKind", "access_of", "links", "make_link", "may_in", "revoke_link"]

#: The order of the kinds of links: of several links to the same match the stronger one counts.
STRENGTH: Mapping[ShareKind, int] = {"watch": 1, "edit": 2}


class Access(Struct):
    """The access that a device has by its links. `table` is its right to everything, None without such a link;
    `matches` has its right to each match with a link, by match id.

    `evenings` has, by evening id, the number of the table whose link the device has; None if it may only watch. If it
    has the links of several tables, the last one counts, because a player who moves opens the link of the new table.
    """

    table: ShareKind | None = None
    matches: Mapping[str, ShareKind] = field(default_factory=dict)
    evenings: Mapping[str, int | None] = field(default_factory=dict)

    @property
    def nothing(self) -> bool:
        """Return whether the device has no link in force."""
        return self.table is None and not self.matches and not self.evenings

    def to_match(self, match_id: str) -> ShareKind | None:
        """The device's right to this match; None if it has none."""
        return _stronger(self.table, self.matches.get(match_id))

    def to_evening(self, evening_id: str) -> ShareKind | None:
        """The device's right to an evening; None if it has none. With the link of a table it is `edit`, and the
        director's PIN may be entered on the device."""
        if evening_id not in self.evenings:
            return self.table
        return _stronger(self.table, "watch" if self.evenings[evening_id] is None else "edit")

    def anywhere(self) -> ShareKind | None:
        """The strongest right of the device to anything; None if it has none."""
        strongest = self.table
        for kind in (*self.matches.values(), *map(self.to_evening, self.evenings)):
            strongest = _stronger(strongest, kind)
        return strongest


def keyed(secret: bytes, text: str) -> str:
    """A keyed hash of a text, of 128 bits, in base64."""
    return urlsafe_b64encode(hmac.digest(secret, text.encode(), sha256)[:16]).decode().rstrip("=")


def token_of(secret: bytes, share_id: str) -> str:
    """The token of a link, derived from the key that signs cookies, so that it need not be stored."""
    return keyed(secret, f"link {share_id}")


def may_in(
    desk: Desk, access: Access, match_id: str, evening_id: str | None, *, directs: bool = False
) -> ShareKind | None:
    """The device's right to a match; None if it has none. The right may come from a link to everything, to the match
    itself, to a match before it in a series of rematches, or to its evening. `evening_id` is None for a match of no
    evening.

    `directs`: the director's PIN was entered on the device. Without it, no device may write to a match of an evening
    once its result is agreed or settled, its round is over, or the evening is finished.
    """
    kind = access.to_match(match_id)
    if kind != access.anywhere():  # otherwise no link can give more
        for before in desk.ledger.rematches.before(match_id):
            kind = _stronger(kind, access.matches.get(before))
    if evening_id is None:
        return kind
    table = open_table(desk, evening_id, match_id)
    own = table is not None and access.evenings.get(evening_id) == table.number
    if evening_id in access.evenings:
        kind = _stronger(kind, "edit" if own or directs else "watch")
    return "watch" if kind == "edit" and table is None and not directs else kind


def access_of(shares: Iterable[Share]) -> Access:
    """The access that a device has by these links, which are ordered from the earliest. Links are read with every
    request, so that revoking one takes effect at once."""
    table: ShareKind | None = None
    matches: dict[str, ShareKind] = {}
    evenings: dict[str, int | None] = {}
    for share in shares:  # what it opens moves to the end, as the latest
        if share.evening_id is not None:
            before = evenings.pop(share.evening_id, None)
            evenings[share.evening_id] = share.table or before
        elif share.match_id is None:
            table = _stronger(table, share.kind)
        else:
            matches[share.match_id] = _stronger(matches.pop(share.match_id, None), share.kind) or share.kind
    return Access(table, matches, evenings)


def links(desk: Desk, match_id: str | None) -> tuple[Share, ...]:
    """The links in force that open a match: its own, then those of the matches that it is a rematch of. If `match_id`
    is None, the links that open everything. Links of an evening are not among them. Raises `UnknownMatch`."""
    if match_id is None:
        return desk.ledger.shares.of(None)
    desk.ledger.matches.version(match_id)
    opening = (match_id, *desk.ledger.rematches.before(match_id))
    return tuple(share for each in opening for share in desk.ledger.shares.of(each))


def make_link(desk: Desk, match_id: str | None, kind: ShareKind, *, share_id: str, token: str, now: str) -> Share:
    """Return the link of this kind that opens a match (None: everything). If none is in force, make one with this id
    and token. Raises `UnknownMatch`."""
    link = next((share for share in links(desk, match_id) if share.kind == kind), None)
    return link or desk.ledger.shares.add(share_id, match_id=match_id, kind=kind, token=token, now=now)


def revoke_link(desk: Desk, match_id: str | None, share_id: str, *, now: str) -> None:
    """Revoke a link that opens a match (None: everything). The link then no longer opens anything on any device, and
    that includes the rematches of the match.

    Raises `UnknownShare`, also for a link that does not open this match, and `UnknownMatch`.
    """
    if share_id not in [share.id for share in links(desk, match_id)]:
        raise UnknownShare(share_id)
    desk.ledger.shares.revoke(share_id, now=now)


def _stronger(one: ShareKind | None, other: ShareKind | None) -> ShareKind | None:
    return max((kind for kind in (one, other) if kind), key=STRENGTH.__getitem__, default=None)


def links_of(desk: Desk, evening_id: str) -> tuple[Share, ...]:
    """The links in force of an evening: those to watch it, then those of its tables. Raises `UnknownEvening`."""
    desk.ledger.evenings.version(evening_id)
    return desk.ledger.shares.of_evening(evening_id)


def link_of(desk: Desk, evening_id: str, table: int | None, *, share_id: str, token: str, now: str) -> Share:
    """Return the link of a table (None: the link for watching the evening). If none is in force, make one with this id
    and token.

    Raises `UnknownEvening`.
    """
    link = next((share for share in links_of(desk, evening_id) if share.table == table), None)
    shares = desk.ledger.shares
    return link or shares.add_to_evening(share_id, evening_id=evening_id, table=table, token=token, now=now)


def take_back(desk: Desk, evening_id: str, share_id: str, *, now: str) -> None:
    """Revoke a link of an evening. Raises `UnknownShare`, also for a link of another evening, and `UnknownEvening`."""
    if share_id not in [share.id for share in links_of(desk, evening_id)]:
        raise UnknownShare(share_id)
    desk.ledger.shares.revoke(share_id, now=now)


def renew_links(desk: Desk, evening_id: str, made: Sequence[NewLink], *, now: str) -> None:
    """Replace the links of tables with those in `made`, in one transaction. The old ones are revoked. Raises
    `UnknownEvening`."""
    desk.ledger.evenings.version(evening_id)
    desk.ledger.shares.renew(evening_id, made, now=now)


def open_table(desk: Desk, evening_id: str, match_id: str) -> TableNow | None:
    """The table at which this match is being played, in the last published round of an evening. None if the sides have
    agreed or the director has settled the result, if the match is of an earlier round, or if the evening is
    finished."""
    with suppress(UnknownEvening):  # the match may have been imported without its evening
        evening = desk.load_evening(evening_id).state
        played = evening.current.tables if evening.current and evening.state != "finished" else ()
        return next((table for table in played if table.match == match_id and table.state not in DONE), None)
    return None
