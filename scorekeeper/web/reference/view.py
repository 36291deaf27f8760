"""The house options of a rule set in words, and what rests on a reading, for the reference pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import Rulebook, RuleSetFacts, Section, rulebook
from scorekeeper.rulebook.options import GROUPS as GROUP_KEYS
from scorekeeper.rulebook.options import Option
from scorekeeper.rulebook.readings import ReadingText, readings, uses
from scorekeeper.words import Words
from scorekeeper.words.options import GROUPS, say_option, say_range


class OptionLine(Struct):
    """A house option: its default, what else a table may choose, and where a source names it."""

    id: str
    title: str
    says: str
    default: str
    others: tuple[str, ...]
    range: str
    source: Section | None
    reading: ReadingText | None
    chosen: str | None = None


class OptionGroup(Struct):
    """The options of one part of the game."""

    key: str
    title: str
    options: tuple[OptionLine, ...]


def option_groups(
    facts: RuleSetFacts, format_: str, words: Words, chosen: Mapping[str, Any] | None = None
) -> tuple[OptionGroup, ...]:
    """Every option of a rule set in groups; `chosen` are a match's own values."""
    book = rulebook()
    defaults = book.defaults(facts.id, format_)
    lines = [
        (option.group, _option(option, facts.id, defaults[option.id], words, chosen or {}, book))
        for option in book.options_of(facts.id)
    ]
    return tuple(
        OptionGroup(key, words.gettext(GROUPS[key]), group_lines)
        for key in GROUP_KEYS
        if (group_lines := tuple(line for group, line in lines if group == key))
    )


def _option(
    option: Option, rule_set: str, default: Any, words: Words, chosen: Mapping[str, Any], book: Rulebook
) -> OptionLine:
    offer = option.rule_sets[rule_set]
    listed = option.allowed(rule_set) if option.type in ("choice", "switch") else ()
    changed = option.id in chosen and chosen[option.id] != default
    return OptionLine(
        id=option.id,
        title=words.gettext(option.title),
        says=words.gettext(option.says),
        default=say_option(option, default, words),
        others=tuple(say_option(option, value, words) for value in (*option.words, *listed) if value != default),
        range=say_range(option.range, words) if option.range else "",
        source=book.sections.get(offer.source),
        reading=readings()[offer.reading] if offer.reading else None,
        chosen=say_option(option, chosen[option.id], words) if changed else None,
    )


def resting_on(reading: str, words: Words) -> tuple[str, ...]:
    """The names of what rests on a reading: rule sets, options, articles."""
    book, rests = rulebook(), uses()[reading]
    titles = {article.id: article.title for code in codes().values() for article in code.articles}
    return (
        *(words.gettext(book.rule_sets[id_].title) for id_ in rests.rule_sets),
        *(words.gettext(book.options[id_].title) for id_ in rests.options),
        *(f"{id_} {words.gettext(titles[id_])}" for id_ in rests.articles),
    )
