"""Links by which other devices reach a match or the whole table, and what a device with some of them may reach.

A link to a match opens its rematches as well: the table goes on, and nobody has to scan a new code. The link of a table
of an evening opens the match of the round that is played there; every other one of the evening it only shows.
"""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from scorekeeper.actions.desk import Desk
from scorekeeper.engine.values import Struct, field
from scorekeeper.evening.fold import DONE, TableNow
from scorekeeper.ledger.errors import UnknownShare
from scorekeeper.ledger.records.shares import NewLink, Share, ShareKind

__all__ = ["Access", "Share", "ShareKind", "access_of", "links", "make_link", "may_in", "revoke_link"]

#: What a device may do; the stronger kind counts where it has several links to the same match.
STRENGTH: Mapping[ShareKind, int] = {"watch": 1, "edit": 2}


class Access(Struct):
    """The reach of a device by its links: the whole table, some matches, or evenings, of each its own table or (None)
    none. Of several tables of an evening the last one counts: a player who moves takes the other table's link."""

    table: ShareKind | None = None
    matches: Mapping[str, ShareKind] = field(default_factory=dict)
    evenings: Mapping[str, int | None] = field(default_factory=dict)

    @property
    def nothing(self) -> bool:
        """Return whether the device has no link in force."""
        return self.table is None and not self.matches and not self.evenings

    def to_match(self, match_id: str) -> ShareKind | None:
        """The device's right to this match."""
        return _stronger(self.table, self.matches.get(match_id))

    def to_evening(self, evening_id: str) -> ShareKind | None:
        """The device's right to an evening: one that may write at a table of it may also reach the director's PIN
        there."""
        if evening_id not in self.evenings:
            return self.table
        return _stronger(self.table, "watch" if self.evenings[evening_id] is None else "edit")

    def anywhere(self) -> ShareKind | None:
        """The most that it may do with anything."""
        strongest = self.table
        for kind in (*self.matches.values(), *map(self.to_evening, self.evenings)):
            strongest = _stronger(strongest, kind)
        return strongest


def keyed(secret: bytes, text: str) -> str:
    """A text as 128 bits that nobody makes without this secret."""
    return urlsafe_b64encode(hmac.digest(secret, text.encode(), sha256)[:16]).decode().rstrip("=")


def token_of(secret: bytes, share_id: str) -> str:
    """The token in the link of a share. It follows from the key that signs cookies, so it is not stored."""
    return keyed(secret, f"link {share_id}")


def may_in(
    desk: Desk, access: Access, match_id: str, evening_id: str | None, *, directs: bool = False
) -> ShareKind | None:
    """The device's right to this match by its links to it, to the match that this is the rematch of, or to its evening.

    `directs`: the director's PIN was entered there. Without it nobody changes a match of an evening any more once both
    sides agreed or its round is over.
    """
    kind = access.to_match(match_id)
    if kind != access.anywhere():  # else no link could make it more
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
    """The reach of these links, the latest last; read with every request, so that a revoked one is closed at once."""
    table: ShareKind | None = None
    matches: dict[str, ShareKind] = {}
    evenings: dict[str, int | None] = {}
    for share in shares:
        if share.evening_id is not None:
            before = evenings.pop(share.evening_id, None)  # the evening last come to stands last
            evenings[share.evening_id] = share.table or before
        elif share.match_id is None:
            table = _stronger(table, share.kind)
        else:
            matches[share.match_id] = _stronger(matches.get(share.match_id), share.kind) or share.kind
    return Access(table, matches, evenings)


def links(desk: Desk, match_id: str | None) -> tuple[Share, ...]:
    """The links in force that open a match, its own first, or (None) the whole table. Raises `UnknownMatch`."""
    if match_id is None:
        return desk.ledger.shares.of(None)
    desk.ledger.version(match_id)
    opening = (match_id, *desk.ledger.rematches.before(match_id))
    return tuple(share for each in opening for share in desk.ledger.shares.of(each))


def make_link(desk: Desk, match_id: str | None, kind: ShareKind, *, share_id: str, token: str, now: str) -> Share:
    """The link of this kind: the one in force, else a new one that `token` opens. Raises `UnknownMatch`."""
    link = next((share for share in links(desk, match_id) if share.kind == kind), None)
    return link or desk.ledger.shares.add(share_id, match_id=match_id, kind=kind, token=token, now=now)


def revoke_link(desk: Desk, match_id: str | None, share_id: str, *, now: str) -> None:
    """Close a link for every device that came by it, in every match it opens.

    Raises `UnknownShare`, also for a link that does not open this match.
    """
    if share_id not in [share.id for share in links(desk, match_id)]:
        raise UnknownShare(share_id)
    desk.ledger.shares.revoke(share_id, now=now)


def _stronger(one: ShareKind | None, other: ShareKind | None) -> ShareKind | None:
    return max((kind for kind in (one, other) if kind), key=STRENGTH.__getitem__, default=None)


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
