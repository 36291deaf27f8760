"""The values of a rule set in words: each as a row of a table or as a sentence. Pages of rules are generated from them.

Paths are those of the rulebook: `section.value`, or `section.key.value` in a row. A value that has no effect under the
other rules gives no line.
"""

from collections.abc import Mapping
from typing import Any, cast

from scorekeeper.engine.conditions import all_hold
from scorekeeper.engine.rules import RuleSet, general
from scorekeeper.engine.values import Struct
from scorekeeper.words import Words
from scorekeeper.words.rules.parts import VALUES, Saying, Sentence
from scorekeeper.words.rules.sayings_of_cards import OF_CARDS
from scorekeeper.words.rules.sayings_of_play import OF_PLAY

#: The form and the words of every value that a page shows, by its path.
SAYINGS: Mapping[str, Saying] = {**OF_CARDS, **OF_PLAY}


class RuleLine(Struct):
    """One line about a value: a whole sentence, or with a `figure` a row of a table."""

    path: str
    text: str
    figure: str | None = None


def say_rule(path: str, value: Any, rules: RuleSet, words: Words) -> tuple[RuleLine, ...]:
    """The lines about the value at a path under a rule set; empty for a value that is not shown."""
    saying = SAYINGS.get(path) or SAYINGS.get(general(path))
    # the sources of a game without the question "may I take the pile?" state only those rules of the pile that are True
    unasked = path.startswith("pile.") and not rules.pile.asked and value is not True
    if saying is None or unasked or not all_hold(saying.matters, rules):
        return ()
    row = row_at(rules, path)
    if path.count(".") > 1 and row is None:
        return ()  # a rule set that has no such row
    return tuple(RuleLine(path, text, figure) for text, figure in saying.lines(value, row, rules, words))


def sentence(path: str, value: Any) -> str:
    """The message id of the sentence for a value, for other modules that state the same rule. Raises KeyError for a
    value without a sentence of its own."""
    return cast("Sentence", SAYINGS[path]).cases[value]


def paths_in(part: str, rules: RuleSet) -> tuple[str, ...]:
    """The paths of the values shown in a part of the page. A path with "*" stands for the paths of all rows, except
    those that `VALUES` lists separately."""
    paired = {path for paths in VALUES.values() for path in paths}
    return tuple(one for path in VALUES[part] for one in of_rows(path, rules) if one == path or one not in paired)


def of_rows(path: str, rules: RuleSet) -> tuple[str, ...]:
    """The paths of all rows, if the path has "*" for the key of a row; otherwise only the path itself."""
    section, star, name = path.partition(".*.")
    return tuple(f"{section}.{row.key}.{name}" for row in getattr(rules, section)) if star else (path,)


def part_of(path: str) -> str:
    """The part of the page that shows the value at a path; empty for a value that no part shows."""
    return next((key for key, paths in VALUES.items() if path in paths or general(path) in paths), "")


def row_at(rules: RuleSet, path: str) -> Any:
    """The row that contains the value at a path; None if the path leads into no row, or the rules do not have it."""
    section, *rest = path.split(".")
    return next((row for row in getattr(rules, section) if row.key == rest[0]), None) if len(rest) > 1 else None
