"""The steps of every new entry: a retry is recognised, the entry is sealed onto the chain and written.

An entry of a match takes the hot way, `follow`: compared and set, and nothing is read first. The first statement sets
the match's row forward where it stands as the writer saw it; the others follow from that. In SQLite they are run one
after the other, on a server all of them are one (`Store.append`).
"""

from functools import cache
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain import projections
from scorekeeper.ledger.chain.books import MATCHES, Book
from scorekeeper.ledger.chain.canonical import digest, to_json
from scorekeeper.ledger.chain.entries import KEY_LENGTHS, UNSEALED, Appended, Entry, Payload, sealed
from scorekeeper.ledger.chain.projections import MatchSummary
from scorekeeper.ledger.errors import KeyReused, Unstorable
from scorekeeper.ledger.store import Store, Tx, Value


class New(Struct):
    """An entry to be written. `body` is what its writer asked for, where the payload holds more than that (results,
    numbers given here); `deal` as in an `Entry`."""

    kind: str
    payload: Payload
    key: str
    actor: str
    now: str
    deal: int | None = None
    body: object = None

    def as_entry(self, version: int, owner: str = "") -> Entry:
        """The entry that it becomes, not sealed yet; without an `owner` as a fold reads it, which asks neither whose it
        is nor what a retry is known by."""
        asked = self.payload if self.body is None else self.body
        hashed = digest([self.kind, self.deal, asked], what="body") if owner else ""
        return Entry(0, owner, version, self.kind, self.deal, self.payload, self.key, hashed, self.actor, self.now, "")


def replayed(earlier: tuple[Entry, ...], new: New) -> Appended | None:
    """The entry that this key already stands for. Raises KeyReused where it stands for another body."""
    if not earlier:
        return None
    if earlier[0].body_hash != new.as_entry(earlier[0].version, earlier[0].owner).body_hash:
        raise KeyReused(new.key)
    return Appended(earlier[0], replayed=True)


def insert(tx: Tx, book: Book, before: str, draft: Entry) -> Entry:
    """Seal an entry onto the chain `before` it, write it and the players it seats, and return it as stored."""
    if len(draft.key) not in KEY_LENGTHS:
        raise Unstorable("key", f"{len(draft.key)} characters; 8 to 64 are allowed")
    values = dict(zip(book.written, sealed(book, before, draft), strict=True))
    named = ", ".join(f":{column}" for column in book.written)
    made = tx.execute(f"INSERT INTO {book.entries} ({', '.join(book.written)}) VALUES ({named}) RETURNING id", **values)
    written: list[Any] = [made.fetchall()[0][0], *UNSEALED(draft), values["chain"]]
    entry = Entry(*written)
    projections.seat(tx, book, entry)
    return entry


def follow(
    store: Store, match_id: str, new: New, summary: MatchSummary, *, version: int, before: str, ends_draft: bool
) -> Entry | None:
    """Append an entry to a match that is at this version, its last chain the one `before`; with it goes what a fold of
    all entries says. None, and nothing is written, where the match stands otherwise, is retired or has an entry of this
    key. Raises `Unstorable`."""
    if len(new.key) not in KEY_LENGTHS:
        raise Unstorable("key", f"{len(new.key)} characters; 8 to 64 are allowed")
    draft = new.as_entry(version + 1, match_id)
    values: dict[str, Value] = dict(zip(MATCHES.written, sealed(MATCHES, before, draft), strict=True))
    values |= {"before": before, "status": summary.status, "title": summary.title}
    values["result"] = None if summary.result is None else to_json(summary.result, what="result")
    values |= {f"score{side}": score for side, score in enumerate(summary.scores)}
    values |= {f"outcome{side}": outcome for side, outcome in enumerate(summary.outcomes)}
    named = tuple([column for column in ("status", "title") if values[column] is not None])
    first, then = _texts(len(summary.scores), named, over=bool(summary.outcomes), ends_draft=ends_draft)
    number = store.append(first, then, values)
    written: list[Any] = [number, *UNSEALED(draft), values["chain"]]
    return None if number is None else Entry(*written)


@cache
def _texts(sides: int, named: tuple[str, ...], *, over: bool, ends_draft: bool) -> tuple[str, tuple[str, ...]]:
    """The statement that compares and sets, and those that follow from it: the entry's own, then each that puts
    something in step with it. `named` are the columns by which a match is found; of one that is `over` it is known who
    has won."""
    found_by = "".join(f"{column} = :{column}, " for column in named)
    first = (
        "UPDATE matches SET version = :version, state_version = :version, updated_at = :recorded_at, seal = :chain,"
        f" {found_by}result = :result"
        " WHERE id = :match_id AND version = :version - 1 AND seal = :before AND retired_at IS NULL"
    )
    values = ", ".join("CAST(:deal AS BIGINT)" if column == "deal" else f":{column}" for column in MATCHES.written)
    entry = f"INSERT INTO entries ({', '.join(MATCHES.written)}) SELECT {values}"
    scores, outcomes = (
        f"CASE position {' '.join(f'WHEN {side} THEN :{what}{side}' for side in range(sides))} END"
        for what in ("score", "outcome")
    )
    scored = (
        f"UPDATE match_sides SET score = {scores}, outcome = {outcomes if over else 'NULL'}"
        f" WHERE match_id = :match_id AND position < {sides}"
    )
    typed = ("DELETE FROM drafts WHERE match_id = :match_id AND deal = :deal",) if ends_draft else ()
    return first, (entry, scored, *typed)
