"""Players' names in sealed entries: showing a new name in place of an old one, or removing a name for good.

A player who is *renamed* is shown under the new name wherever entries are read; the entries are not changed, and their
seals remain valid. A name that is *forgotten* is overwritten inside the entries themselves. Such an entry is redacted:
it keeps its chain, so that later entries and the check value on paper remain valid, and its new text gets a second
seal.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.ledger.chain.books import Book
from scorekeeper.ledger.chain.canonical import chain
from scorekeeper.ledger.store import Tx

#: The keys in entries and house articles whose texts may contain names, each with the maximum length of its text, in
#: characters.
NAMED = dict.fromkeys(("seats", "players", "player", "name", "title"), NAME_LENGTH) | {
    "note": 500,
    "reason": 500,
    "says": 300,
    "obligation": 500,
}
#: The maximum length of a text, in characters, where names are replaced `everywhere`.
MOST = 10_000
#: Keys below which no text contains a name.
UNNAMED = frozenset(("rule_set", "options"))


def swapped(value: Any, names: Mapping[str, str], *, everywhere: bool = False, loosely: bool = False) -> Any:
    """A payload in which names are replaced (`names`: old to new), as whole words and all at once.

    Only the texts of `NAMED` keys are changed; with `everywhere` those of all keys, as in the draft of a form. Texts
    below `UNNAMED` keys are never changed. With `loosely` case and spacing are ignored. A new name that is there
    already stays, even if an old name is a part of it. A text that would grow beyond its maximum length is cut off.
    """
    key = _loose if loosely else str
    new = {key(name): name for name in names.values()} | {key(was): name for was, name in names.items()}
    spellings = sorted({*names, *names.values()}, key=len, reverse=True)
    words = "|".join(r"\s+".join(map(re.escape, name.split(" "))) if loosely else re.escape(name) for name in spellings)
    pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE if loosely else 0)
    return _walk(
        value, lambda text: pattern.sub(lambda match: new[key(match[0])], text), MOST if everywhere else 0, everywhere
    )


def _loose(name: str) -> str:
    """A name in lower case and with single spaces, for comparison."""
    return " ".join(name.casefold().split())


def _walk(value: Any, text: Callable[[str], str], most: int, everywhere: bool) -> Any:
    """A value with the function `text` applied to each of its texts. `most` is the length, in characters, to which a
    text may grow; 0 where texts contain no names and stay as they are."""
    if isinstance(value, str):
        return text(value)[: max(most, len(value))] if most else value
    if isinstance(value, list):
        return [_walk(each, text, most, everywhere) for each in value]
    if not isinstance(value, Mapping):
        return value
    made = {
        key: each if key in UNNAMED else _walk(each, text, MOST if everywhere else NAMED.get(key, 0), everywhere)
        for key, each in value.items()
    }
    players = value.get("players")
    if isinstance(players, list) and value.get("name") == " & ".join(players)[:NAME_LENGTH]:
        made["name"] = " & ".join(made["players"])[:NAME_LENGTH]  # the last name may have been cut off
    return made


def shown_names(tx: Tx, book: Book, owner: str) -> dict[str, str]:
    """The names to show, by the names in the entries: `{"Ann": "Anna"}`. Empty if no name was ever changed or
    removed."""
    sql = f"SELECT sealed, shown FROM {book.names} WHERE {book.owner} = :owner"
    return dict(tx.execute(sql, owner=owner).fetchall())


def redactions(tx: Tx, book: Book, owner: str) -> set[int]:
    """The versions of the redacted entries."""
    rows = tx.execute(
        f"SELECT version FROM {book.redactions} AS redacted"
        f" JOIN {book.entries} AS entry ON entry.id = redacted.entry WHERE {book.owner} = :owner",
        owner=owner,
    )
    return {row[0] for row in rows.fetchall()}


def note_redaction(tx: Tx, book: Book, entry: int, sealed: str, payload: str, actor: str, now: str) -> None:
    """Record that a name is removed from an entry, so that the entry may be overwritten until `close_redactions`.
    `sealed` is the entry's chain; `payload` and `actor` are the new values, without the name."""
    tx.execute(
        f"INSERT INTO {book.redactions} (entry, seal, at, open) VALUES (:entry, :seal, :now, 1)"
        " ON CONFLICT (entry) DO UPDATE SET seal = excluded.seal, at = excluded.at, open = 1",
        entry=entry,
        seal=redaction_seal(sealed, payload, actor),
        now=now,
    )


def close_redactions(tx: Tx, book: Book, owner: str, name: str) -> None:
    """Protect the redacted entries against changes again. Also add a row to the owner's names, in which `name` is shown
    as itself, because `read` looks for redactions only if the owner has a row there."""
    mine = f"SELECT id FROM {book.entries} WHERE {book.owner} = :owner"
    tx.execute(f"UPDATE {book.redactions} SET open = 0 WHERE entry IN ({mine})", owner=owner)
    show_name(tx, book, owner, name, name)


def show_name(tx: Tx, book: Book, owner: str, sealed: str, shown: str) -> None:
    """Show the name `shown` in place of `sealed`, which is the name in the entries."""
    tx.execute(
        f"INSERT INTO {book.names} ({book.owner}, sealed, shown) VALUES (:owner, :sealed, :shown)"
        f" ON CONFLICT ({book.owner}, sealed) DO UPDATE SET shown = excluded.shown",
        owner=owner,
        sealed=sealed,
        shown=shown,
    )


def redaction_seal(sealed: str, payload: str, actor: str | None) -> str:
    """The seal of a redacted entry, computed from its chain (`sealed`), its present payload and its author. `actor` is
    None for a seal from schema 11 or earlier, which does not cover the author: at that time, no author was changed."""
    if actor is None:
        return chain(sealed, ("redacted",), (payload,))
    return chain(sealed, ("redacted", "actor"), (payload, actor))
