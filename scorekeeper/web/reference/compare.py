"""Two rule sets side by side: what they share is said once, what differs stands face to face."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.procedures import in_force
from scorekeeper.web.reference.rules import Item, Rules, items_of, procedure_item
from scorekeeper.words import Words
from scorekeeper.words.rules.parts import TITLES
from scorekeeper.words.rules.values import paths_in


class Row(Struct):
    """One thing that both say alike (`left` holds it), or that they say differently; nothing where one is silent."""

    differs: bool
    left: tuple[Item, ...]
    right: tuple[Item, ...]


class Compared(Struct):
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
    """A row for each subject: values are paired by their path, rules of play by what they are about."""
    mine, theirs = _by_subject(key, left, words), _by_subject(key, right, words)
    for subject in dict.fromkeys((*mine, *theirs)):
        yield _row(mine.get(subject, ()), theirs.get(subject, ()))


def _by_subject(key: str, rules: Rules, words: Words) -> Mapping[str, tuple[Item, ...]]:
    """The statements of the rules in one part, by subject."""
    said: dict[str, tuple[Item, ...]] = {}
    for path in paths_in(key, rules.rules):
        if items := items_of(path, rules, words):
            said[path] = items
    for each in in_force(rules.rules):
        if each.part == key:
            said[each.about] = (*said.get(each.about, ()), procedure_item(each, rules, words))
    return said


def _row(left: tuple[Item, ...], right: tuple[Item, ...]) -> Row:
    same = [(item.text, item.figure) for item in left] == [(item.text, item.figure) for item in right]
    return Row(not same, left, () if same else right)
