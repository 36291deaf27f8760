"""House options in words, the names of whatever rests on a reading, and two rule sets side by side, for the reference
pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.rulebook.codes import ReadingText, codes
from scorekeeper.rulebook.loader import RuleSetFacts, Section, rulebook
from scorekeeper.rulebook.options import GROUPS as GROUP_KEYS
from scorekeeper.rulebook.options import Option
from scorekeeper.rulebook.procedures import procedures_in_force
from scorekeeper.rulebook.readings import readings, uses
from scorekeeper.web.reference.rules import Item, Rules, items_of, procedure_item
from scorekeeper.words import Words
from scorekeeper.words.options import GROUPS, say_option, say_range
from scorekeeper.words.rules.parts import TITLES
from scorekeeper.words.rules.values import paths_in

#: A house option: itself, its default in words, what else a table may choose, where a source names it, and its reading.
OptionLine = tuple[Option, str, list[str], Section | None, ReadingText | None]


def option_groups(facts: RuleSetFacts, format_: str, words: Words) -> list[tuple[str, list[OptionLine]]]:
    """Every option of a rule set, in groups by their title."""
    defaults = rulebook().defaults(facts.id, format_)
    lines = [(option.group, _option(option, facts.id, defaults[option.id], words)) for option in _options(facts)]
    return [
        (words.gettext(GROUPS[key]), [line for group, line in lines if group == key])
        for key in dict.fromkeys(group for group, _ in lines)
    ]


def chosen_options(
    facts: RuleSetFacts, format_: str, values: Mapping[str, Any], words: Words
) -> list[tuple[str, str, str]]:
    """Title, default and value of each option that a match has otherwise."""
    defaults = rulebook().defaults(facts.id, format_)

    def say(option: Option) -> tuple[str, str]:
        return say_option(option, defaults[option.id], words), say_option(option, values[option.id], words)

    return [
        (words.gettext(option.title), *say(option))
        for option in _options(facts)
        if option.id in values and values[option.id] != defaults[option.id]
    ]


def _options(facts: RuleSetFacts) -> list[Option]:
    return sorted(rulebook().options_of(facts.id), key=lambda option: GROUP_KEYS.index(option.group))


def _option(option: Option, rule_set: str, default: Any, words: Words) -> OptionLine:
    offer = option.rule_sets[rule_set]
    listed = option.allowed(rule_set) if option.type in ("choice", "switch") else ()
    others = [say_option(option, value, words) for value in (*option.words, *listed) if value != default]
    others = [" · ".join(others), say_range(option.range, words) if option.range else ""]
    reading = readings()[offer.reading] if offer.reading else None
    return option, say_option(option, default, words), others, rulebook().sections.get(offer.source), reading


def resting_on(reading: str, words: Words) -> tuple[str, ...]:
    """The names of what rests on a reading: rule sets, options, articles."""
    book, rests = rulebook(), uses()[reading]
    titles = {article.id: article.title for code in codes().values() for article in code.articles}
    return (
        *(words.gettext(book.rule_sets[id_].title) for id_ in rests.rule_sets),
        *(words.gettext(book.options[id_].title) for id_ in rests.options),
        *(f"{id_} {words.gettext(titles[id_])}" for id_ in rests.articles),
    )


#: One thing: whether both say it differently, what the left one says (both, where they do not), and the right one.
Row = tuple[bool, tuple[Item, ...], tuple[Item, ...]]


def compare(left: Rules, right: Rules, words: Words, *, only_differences: bool) -> list[tuple[str, str, list[Row]]]:
    """The parts of both, each with its key and title, row by row; a part without a row is left out."""
    parts = (
        (key, words.gettext(title), [row for row in _rows(key, left, right, words) if row[0] or not only_differences])
        for key, title in TITLES.items()
    )
    return [part for part in parts if part[2]]


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
    for each in procedures_in_force(rules.rules):
        if each.part == key:
            said[each.about] = (*said.get(each.about, ()), procedure_item(each, rules, words))
    return said


def _row(left: tuple[Item, ...], right: tuple[Item, ...]) -> Row:
    same = [(item.text, item.figure) for item in left] == [(item.text, item.figure) for item in right]
    return not same, left, () if same else right
