"""What the reference pages show: lists of rule sets, options, readings and words, ready for their templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import Rulebook, RuleSetFacts, Section, rulebook
from scorekeeper.rulebook.options import GROUPS as GROUP_KEYS
from scorekeeper.rulebook.options import Option
from scorekeeper.rulebook.readings import ReadingText, readings, uses
from scorekeeper.rulebook.topics import topics
from scorekeeper.words import LANGUAGE_NAMES, Words
from scorekeeper.words.options import GROUPS, say_option, say_range


@dataclass(frozen=True, slots=True)
class OptionLine:
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


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """The options of one part of the game."""

    key: str
    title: str
    options: tuple[OptionLine, ...]


@dataclass(frozen=True, slots=True)
class RuleSetLine:
    """A rule set in the list."""

    id: str
    title: str
    says: str
    document: str


@dataclass(frozen=True, slots=True)
class ReadingLine:
    """A reading, and what rests on it."""

    id: str
    title: str
    says: str
    used: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TermLine:
    """A word of the game, and what the other languages call it: language, its name for itself, words."""

    id: str
    title: str
    says: str
    names: tuple[tuple[str, str, str], ...]


def rule_set_lines(words: Words) -> tuple[RuleSetLine, ...]:
    """Every rule set, in the order people see them."""
    book = rulebook()
    return tuple(
        RuleSetLine(
            facts.id,
            words.gettext(facts.title),
            words.gettext(facts.says),
            words.gettext(book.documents[facts.document].title),
        )
        for facts in book.rule_sets.values()
    )


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
        OptionGroup(key, words.gettext(GROUPS[key]), found)
        for key in GROUP_KEYS
        if (found := tuple(line for group, line in lines if group == key))
    )


def reading_lines(words: Words) -> tuple[ReadingLine, ...]:
    """Every reading, with the names of what rests on it."""
    return tuple(
        ReadingLine(each.id, words.gettext(each.title), words.gettext(each.says), _used(each.id, words))
        for each in readings().values()
    )


def term_lines(words: Words) -> tuple[TermLine, ...]:
    """Every word of the game, as this language's dictionary orders them."""
    found = [
        TermLine(
            term.id,
            words.gettext(term.title),
            words.gettext(term.says),
            tuple(
                (code, name, ", ".join((term.title, *term.names[code]) if code == "en" else term.names[code]))
                for code, name in LANGUAGE_NAMES.items()
            ),
        )
        for term in topics("term").values()
    ]
    return tuple(sorted(found, key=lambda line: words.sort_key(line.title)))


def _option(
    option: Option, rule_set: str, default: Any, words: Words, chosen: Mapping[str, Any], book: Rulebook
) -> OptionLine:
    known = option.rule_sets[rule_set]
    listed = option.allowed(rule_set) if option.type in ("choice", "switch") else ()
    changed = option.id in chosen and chosen[option.id] != default
    return OptionLine(
        id=option.id,
        title=words.gettext(option.title),
        says=words.gettext(option.says),
        default=say_option(option, default, words),
        others=tuple(say_option(option, value, words) for value in (*option.words, *listed) if value != default),
        range=say_range(option.range, words) if option.range else "",
        source=book.sections.get(known.source),
        reading=readings()[known.reading] if known.reading else None,
        chosen=say_option(option, chosen[option.id], words) if changed else None,
    )


def _used(reading: str, words: Words) -> tuple[str, ...]:
    book, rests = rulebook(), uses()[reading]
    titles = {article.id: article.title for code in codes().values() for article in code.articles}
    return (
        *(words.gettext(book.rule_sets[id_].title) for id_ in rests.rule_sets),
        *(words.gettext(book.options[id_].title) for id_ in rests.options),
        *(f"{id_} {words.gettext(titles[id_])}" for id_ in rests.articles),
    )
