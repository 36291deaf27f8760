"""Links by which other devices reach a match or the whole table, and what a device with some of them may reach."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scorekeeper.actions.desk import Desk
from scorekeeper.ledger import Share
from scorekeeper.ledger.errors import UnknownShare
from scorekeeper.ledger.shares import ShareKind

__all__ = ["Access", "Share", "ShareKind", "access_of", "links", "make_link", "revoke_link"]

#: What a device may do; the stronger kind counts where it has several links to the same match.
STRENGTH: Mapping[ShareKind, int] = {"watch": 1, "edit": 2}


@dataclass(frozen=True, slots=True)
class Access:
    """What a device may reach by its links: the whole table, or some matches."""

    table: ShareKind | None = None
    matches: Mapping[str, ShareKind] = field(default_factory=dict)

    @property
    def nothing(self) -> bool:
        """Has the device no link in force at all?"""
        return self.table is None and not self.matches

    def to_match(self, match_id: str) -> ShareKind | None:
        """What it may do with this match."""
        return _stronger(self.table, self.matches.get(match_id))

    def anywhere(self) -> ShareKind | None:
        """The most that it may do with anything."""
        strongest = self.table
        for kind in self.matches.values():
            strongest = _stronger(strongest, kind)
        return strongest


def access_of(desk: Desk, share_ids: Iterable[str]) -> Access:
    """What these links open; asked with every request, so that a revoked one is closed at once."""
    table: ShareKind | None = None
    matches: dict[str, ShareKind] = {}
    for share in filter(None, map(desk.ledger.shares.get, share_ids)):
        if share.match_id is None:
            table = _stronger(table, share.kind)
        else:
            matches[share.match_id] = _stronger(matches.get(share.match_id), share.kind) or share.kind
    return Access(table, matches)


def links(desk: Desk, match_id: str | None) -> tuple[Share, ...]:
    """The links in force of a match, or (None) of the whole table. Raises `UnknownMatch`."""
    if match_id is not None:
        desk.ledger.version(match_id)
    return desk.ledger.shares.of(match_id)


def make_link(desk: Desk, match_id: str | None, kind: ShareKind, *, share_id: str, token: str, now: str) -> Share:
    """The link of this kind: the one in force, else a new one that `token` opens. Raises `UnknownMatch`."""
    known = next((share for share in links(desk, match_id) if share.kind == kind), None)
    return known or desk.ledger.shares.add(share_id, match_id=match_id, kind=kind, token=token, now=now)


def revoke_link(desk: Desk, match_id: str | None, share_id: str, *, now: str) -> None:
    """Close a link for every device that came by it. Raises `UnknownShare`, also for another match's link."""
    if share_id not in [share.id for share in links(desk, match_id)]:
        raise UnknownShare(share_id)
    desk.ledger.shares.revoke(share_id, now=now)


def _stronger(one: ShareKind | None, other: ShareKind | None) -> ShareKind | None:
    return max((kind for kind in (one, other) if kind), key=STRENGTH.__getitem__, default=None)
