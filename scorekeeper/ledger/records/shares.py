"""Links that give other devices access to a match or an evening. The ledger stores only the hashes of their tokens."""

from collections.abc import Iterable, Sequence
from typing import Literal

from scorekeeper.engine.values import Struct, asdict
from scorekeeper.ledger.chain.books import EVENINGS, MATCHES
from scorekeeper.ledger.chain.canonical import token_hash
from scorekeeper.ledger.errors import UnknownShare
from scorekeeper.ledger.store import Store, Tx, Value

ShareKind = Literal["edit", "watch"]
COLUMNS = ("id", "match_id", "kind", "created_at", "revoked_at", "evening_id", "table_number")


class Share(Struct):
    """A link. With neither a match nor an evening it opens every match. A link of an evening opens the matches of its
    `table`, or, if that is None, shows the evening."""

    id: str
    match_id: str | None
    kind: ShareKind
    created_at: str
    revoked_at: str | None
    evening_id: str | None = None
    table: int | None = None


class NewLink(Struct):
    """A link to make for a table of an evening."""

    id: str
    table: int
    token: str


class Shares(Struct):
    """The links of a ledger."""

    store: Store

    def add(self, share_id: str, *, match_id: str | None, kind: ShareKind, token: str, now: str) -> Share:
        """Make a link to a match, or (None) to every match. `token` has at least 128 random bits. Raises
        UnknownMatch."""
        return self._made(Share(share_id, match_id, kind, now, None), token)

    def add_to_evening(self, share_id: str, *, evening_id: str, table: int | None, token: str, now: str) -> Share:
        """Make a link to a table of an evening, or (None) one to watch the evening. Raises UnknownEvening."""
        kind: ShareKind = "watch" if table is None else "edit"
        return self._made(Share(share_id, None, kind, now, None, evening_id, table), token)

    def renew(self, evening_id: str, made: Sequence[NewLink], *, now: str) -> None:
        """Make the links `made`, and revoke all earlier links to the same tables."""
        revoke = (
            "UPDATE shares SET revoked_at = :now"
            " WHERE evening_id = :evening AND table_number = :table AND revoked_at IS NULL AND id <> :new"
        )

        def renew(tx: Tx) -> None:
            for link in made:
                tx.execute(revoke, now=now, evening=evening_id, table=link.table, new=link.id)
                _add(tx, Share(link.id, None, "edit", now, None, evening_id, link.table), link.token)

        self.store.write(renew)

    def by_token(self, token: str) -> Share | None:
        """The link with this token; None if there is none or it was revoked."""
        return next(iter(self._read("token_hash = :hash AND revoked_at IS NULL", hash=token_hash(token))), None)

    def in_force(self, share_ids: Sequence[str]) -> tuple[Share, ...]:
        """The links with these ids, in this order, without revoked ones."""
        among, values = links_in_force(share_ids)
        return in_order(self._read(among, **values), share_ids)

    def of(self, match_id: str | None) -> tuple[Share, ...]:
        """The links in force of a match, or (None) those that open every match."""
        rest = "evening_id IS NULL AND revoked_at IS NULL ORDER BY created_at, id"
        if match_id is None:
            return self._read(f"match_id IS NULL AND {rest}")
        return self._read(f"match_id = :match AND {rest}", match=match_id)

    def of_evening(self, evening_id: str) -> tuple[Share, ...]:
        """The links in force of an evening: those to watch it, then those of its tables."""
        order = "table_number IS NOT NULL, table_number, created_at, id"  # the engines order NULL differently
        return self._read(f"evening_id = :evening AND revoked_at IS NULL ORDER BY {order}", evening=evening_id)

    def revoke(self, share_id: str, *, now: str) -> None:
        """Revoke a link, for every device that uses it. Raises UnknownShare."""
        sql = "UPDATE shares SET revoked_at = coalesce(revoked_at, :now) WHERE id = :share"
        if self.store.write(lambda tx: tx.execute(sql, now=now, share=share_id).rowcount) == 0:
            raise UnknownShare(share_id)

    def _made(self, share: Share, token: str) -> Share:
        def make(tx: Tx) -> None:
            for book, owner in ((MATCHES, share.match_id), (EVENINGS, share.evening_id)):
                if owner and not tx.execute(f"SELECT 1 FROM {book.rows} WHERE id = :owner", owner=owner).fetchone():
                    raise book.unknown(owner)
            _add(tx, share, token)

        self.store.write(make)
        return share

    def _read(self, where: str, **values: Value) -> tuple[Share, ...]:
        sql = f"SELECT {', '.join(COLUMNS)} FROM shares WHERE {where}"
        return tuple(Share(*row) for row in self.store.rows(sql, **values))


def links_in_force(share_ids: Sequence[str]) -> tuple[str, dict[str, Value]]:
    """The SQL condition that a link is one of these and not revoked, and its parameters."""
    values: dict[str, Value] = {f"share{at}": share_id for at, share_id in enumerate(share_ids)}
    named = ", ".join(f":{name}" for name in values) or "NULL"
    return f"shares.id IN ({named}) AND shares.revoked_at IS NULL", values


def in_order(shares: Iterable[Share], share_ids: Sequence[str]) -> tuple[Share, ...]:
    """Links in the order of these ids."""
    return tuple(sorted(shares, key=lambda share: share_ids.index(share.id)))


def _add(tx: Tx, share: Share, token: str) -> None:
    """Insert a link; a repetition, after a lost answer, changes nothing."""
    tx.execute(
        "INSERT INTO shares (id, match_id, kind, token_hash, created_at, evening_id, table_number)"
        " VALUES (:id, :match_id, :kind, :hash, :created_at, :evening_id, :table) ON CONFLICT (id) DO NOTHING",
        hash=token_hash(token),
        **asdict(share),
    )
