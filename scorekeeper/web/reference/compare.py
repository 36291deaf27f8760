"""Two rule sets side by side: what they share is said once, what differs stands face to face."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.engine.values import light
from scorekeeper.web.reference.rules import Item, Rules, items_of, procedures_of
from scorekeeper.words import Words
from scorekeeper.words.rule_parts import TITLES
from scorekeeper.words.rules import paths_in


@light(frozen=True, slots=True)
class Row:
    """One thing that both say alike (`left` holds it), or that they say differently; nothing where one is silent."""

    differs: bool
    left: tuple[Item, ...]
    right: tuple[Item, ...]


@light(frozen=True, slots=True)
class Compared:
    """One part of both rule sets."""

    key: str
    title: str
    rows: tuple[Row, ...]


def compare(left: Rules, right: Rules, words: Words, *, only_differences: bool) -> tuple[Compared, ...]:
    """The parts of both, row by row; a part without a row is left out."""
    parts = (
        Compared(
            key,
            words.gettext(title),
            tuple(row for row in _rows(key, left, right, words) if row.differs or not only_differences),
        )
        for key, title in TITLES.items()
    )
    return tuple(part for part in parts if part.rows)


def _rows(key: str, left: Rules, right: Rules, words: Words) -> Iterator[Row]:
    for path in dict.fromkeys((*paths_in(key, left.rules), *paths_in(key, right.rules))):
        row = _row(items_of(path, left, words), items_of(path, right, words))
        if row.left or row.right:
            yield row
    yield from _procedures(procedures_of(key, left, words), procedures_of(key, right, words))


def _procedures(left: tuple[Item, ...], right: tuple[Item, ...]) -> Iterator[Row]:
    """Rules of play have no path to be paired by: the shared ones, then what each says alone."""
    texts = {item.text for item in left} & {item.text for item in right}
    yield from (Row(False, (item,), ()) for item in left if item.text in texts)
    mine, theirs = (tuple(item for item in items if item.text not in texts) for items in (left, right))
    if mine or theirs:
        yield Row(True, mine, theirs)


def _row(left: tuple[Item, ...], right: tuple[Item, ...]) -> Row:
    same = [(item.text, item.figure) for item in left] == [(item.text, item.figure) for item in right]
    return Row(not same, left, () if same else right)
