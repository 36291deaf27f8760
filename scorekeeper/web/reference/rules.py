"""The page of a rule set: every value said in words, beside its source and the reading that decides it."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from scorekeeper.engine.conditions import all_hold
from scorekeeper.engine.rules import RuleSet, frozen, value_at
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.codes import ReadingText, SourceText
from scorekeeper.rulebook.loader import Section, resolve, rulebook
from scorekeeper.rulebook.procedures import Procedure, procedures_in_force, replaced
from scorekeeper.rulebook.readings import readings
from scorekeeper.rulebook.search.topics import topics
from scorekeeper.rulebook.values import Value
from scorekeeper.words import Words
from scorekeeper.words.rules.parts import INTRODUCED_BY, TITLES
from scorekeeper.words.rules.values import paths_in, say_rule

NOWHERE = "-"


class Item(Struct):
    """One row or sentence; `path` is that of its value, or the id of its topic or rule of play.

    `source` is None where no text has it, `house` where the table plays it otherwise.
    """

    path: str
    text: str
    figure: str | None
    source: Section | None
    reading: ReadingText | None = None
    house: bool = False
    also: tuple[Section, ...] = ()


class Block(Struct):
    """The rows of a table, or the sentences, under one heading of the source."""

    source: Section | None
    figures: bool
    items: tuple[Item, ...]
    also: tuple[Section, ...] = ()

    @property
    def readings(self) -> tuple[ReadingText, ...]:
        """The readings of the block, each once."""
        return tuple(dict.fromkeys(item.reading for item in self.items if item.reading))


class Part(Struct):
    """One part of the page."""

    key: str
    title: str
    general: tuple[Item, ...]
    blocks: tuple[Block, ...]


class Rules(Struct):
    """Resolved rules with the values that their rule set's file gives, and the sources that options name, by path."""

    rules: RuleSet
    own: Mapping[str, Value]
    sources: Mapping[str, str]

    def value(self, path: str) -> Any:
        """The value in force."""
        return value_at(self.rules, path)

    def is_house_rule(self, path: str) -> bool:
        """Return whether the value differs from the rule set's own."""
        own = self.own.get(path)
        return own is not None and frozen(own.value) != frozen(self.value(path))

    def source(self, path: str) -> Section | None:
        """The origin of the value: the option that set it, or the rule set's file; None where no text has it."""
        own = self.own.get(path)
        code = own.source if own else NOWHERE
        chosen = self.sources.get(path, NOWHERE) if self.is_house_rule(path) else code
        return rulebook().sections.get(chosen)

    def also(self, path: str) -> tuple[Section, ...]:
        """Other sources that say the rule set's own value."""
        own = self.own.get(path)
        codes = own.also if own and not self.is_house_rule(path) else ()
        return tuple(rulebook().sections[code] for code in codes)

    def reading(self, path: str) -> ReadingText | None:
        """The reading that the rule set's own value rests on; a house rule needs none."""
        own = self.own.get(path)
        rests = own.reading if own and not self.is_house_rule(path) else None
        return readings()[rests] if rests else None


def rules_of_set(id_: str, format_: str | None) -> Rules:
    """A rule set in a format as its file tells it. Raises `Refused` for a format that it does not have."""
    return rules_with_sources(resolve(id_, format_))


def rules_with_sources(rules: RuleSet) -> Rules:
    """Resolved rules with what the rulebook knows of them; a rule set it does not know has no sources."""
    book = rulebook()
    facts = book.rule_sets.get(rules.id)
    if facts is None:
        return Rules(rules, {}, {})
    own = facts.in_format(rules.table.format, rules.code.id)
    format_ = book.formats.get(rules.table.format)
    own |= {f"table.{key}": Value(value, NOWHERE) for key, value in (format_.table if format_ else {}).items()}
    sources = {
        path: option.rule_sets[rules.id].source
        for option in book.options_of(rules.id)
        for path in _paths_set_by(option.sets, option.choices.values())
    }
    return Rules(rules, own, sources)


def parts_of(rules: Rules, words: Words) -> tuple[Part, ...]:
    """Every part that has something to say."""
    parts = (_part(key, rules, words) for key in TITLES)
    return tuple(part for part in parts if part.blocks)


def items_of(path: str, rules: Rules, words: Words) -> tuple[Item, ...]:
    """The statements of one value, with its source; none where a rule of play takes its place."""
    if path in replaced(rules.rules):
        return ()
    lines = say_rule(path, rules.value(path), rules.rules, words)
    source, reading, house = rules.source(path), rules.reading(path), rules.is_house_rule(path)
    also = rules.also(path)
    return tuple(Item(path, each.text, each.figure, source, reading, house, also) for each in lines)


def procedure_item(procedure: Procedure, rules: Rules, words: Words) -> Item:
    """A rule of play beside its source in this rule set."""
    source = rulebook().sections.get(procedure.rule_sets[rules.rules.id])
    reading = readings()[procedure.reading] if procedure.reading else None
    return Item(procedure.id, words.gettext(procedure.says), None, source, reading)


def said_instead(path: str, rules: Rules, words: Words) -> tuple[Item, ...]:
    """The rules of play that take the place of what a value says."""
    procedures = (each for each in procedures_in_force(rules.rules) if path in each.replaces)
    return tuple(procedure_item(each, rules, words) for each in procedures)


def introduced_by(part: str, rules: Rules, words: Words) -> tuple[Item, ...]:
    """The general sentences that open a part, those that are true of these rules and that no rule of play replaces."""
    named = (topics("rule")[id_] for id_ in INTRODUCED_BY.get(part, ()))
    told = (each for each in named if all_hold(each.where, rules.rules) and each.id not in replaced(rules.rules))
    return tuple(Item(each.id, words.gettext(each.says), None, None) for each in told)


def documents_of(parts: Iterable[Part]) -> tuple[SourceText, ...]:
    """Every source text that the parts cite, each once."""
    blocks = [block for part in parts for block in part.blocks]
    cited = [section for block in blocks for section in (block.source, *block.also) if section is not None]
    return tuple(dict.fromkeys(section.document for section in cited))


def readings_of(parts: Iterable[Part]) -> tuple[ReadingText, ...]:
    """Every reading that the parts rest on, each once."""
    return tuple(dict.fromkeys(each for part in parts for block in part.blocks for each in block.readings))


def _part(key: str, rules: Rules, words: Words) -> Part:
    general = set(INTRODUCED_BY.get(key, ()))
    own = [each for each in procedures_in_force(rules.rules) if each.part == key]
    first = [each for each in own if general.intersection(each.replaces)]  # in the place of what it replaces
    items = [procedure_item(each, rules, words) for each in first]
    items += [item for path in paths_in(key, rules.rules) for item in items_of(path, rules, words)]
    items += [procedure_item(each, rules, words) for each in own if each not in first]
    return Part(key, words.gettext(TITLES[key]), introduced_by(key, rules, words), tuple(_blocks(items)))


def _blocks(items: Iterable[Item]) -> Iterator[Block]:
    """Tables first, then sentences; what comes from one heading stands together."""
    seen: dict[tuple[bool, Section | None, tuple[Section, ...]], int] = {}
    for item in items:
        seen.setdefault((item.figure is None, item.source, item.also), len(seen))

    def order(item: Item) -> tuple[bool, int]:
        return item.figure is None, seen[item.figure is None, item.source, item.also]

    for (sentences, _), group in groupby(sorted(items, key=order), key=order):
        together = tuple(group)
        yield Block(together[0].source, not sentences, together, together[0].also)


def _paths_set_by(sets: str | None, choices: Iterable[Any]) -> Iterator[str]:
    if sets:
        yield sets
    for choice in choices:
        yield from choice.effect
