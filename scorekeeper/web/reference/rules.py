"""The rules in words, part by part: every value with its source and the reading that it rests on."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from scorekeeper.engine.conditions import all_hold
from scorekeeper.engine.rules import RuleSet, frozen, value_at
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.codes import ReadingText, SourceText
from scorekeeper.rulebook.loader import Section, rulebook
from scorekeeper.rulebook.procedures import Procedure, procedures_in_force, replaced
from scorekeeper.rulebook.readings import readings
from scorekeeper.rulebook.search.topics import topics
from scorekeeper.rulebook.values import Value
from scorekeeper.words import Words
from scorekeeper.words.rules.parts import INTRODUCED_BY, TITLES
from scorekeeper.words.rules.values import paths_in, say_rule

#: The mark in place of a source, for a value that is in no source text.
NOWHERE = "-"


class Item(Struct):
    """A row of a table, or a sentence if it has no `figure`. `path` is the path of its value, or the id of its topic or
    rule of play.

    `source` is None if the item is in no source text; `house` is true for a value that a house rule changed; `also` are
    further sources.
    """

    path: str
    text: str
    figure: str | None
    source: Section | None
    reading: ReadingText | None = None
    house: bool = False
    also: tuple[Section, ...] = ()


class Block(Struct):
    """Items with the same `source` (None if they are in no source text) and the same further sources (`also`). If
    `figures` is true, all are rows of a table; otherwise all are sentences."""

    source: Section | None
    figures: bool
    items: tuple[Item, ...]
    also: tuple[Section, ...] = ()

    @property
    def readings(self) -> tuple[ReadingText, ...]:
        """The readings of the block, without repetition."""
        return tuple(dict.fromkeys(item.reading for item in self.items if item.reading))


class Part(Struct):
    """A part of the rules: its general sentences and its blocks."""

    key: str
    title: str
    general: tuple[Item, ...]
    blocks: tuple[Block, ...]


class Rules(Struct):
    """Resolved rules. `own` has the values without house rules, by path: those of the rule set in the format and under
    the penalty code of `rules`. `sources` has, also by path, the source of the option that can change the value."""

    rules: RuleSet
    own: Mapping[str, Value]
    sources: Mapping[str, str]


def rules_with_sources(rules: RuleSet) -> Rules:
    """Resolved rules with the rulebook's values and sources. For an unknown rule set, `own` and `sources` are empty."""
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
        for path in (option.sets, *(path for choice in option.choices.values() for path in choice.effect))
        if path
    }
    return Rules(rules, own, sources)


def parts_of(rules: Rules, words: Words) -> tuple[Part, ...]:
    """The parts that have blocks, in the order of `TITLES`."""
    return tuple(part for key in TITLES if (part := _part(key, rules, words)).blocks)


def items_of(path: str, rules: Rules, words: Words) -> tuple[Item, ...]:
    """The items of the value at a path, with its source; none if a rule of play replaces it. An item of a house rule
    has the source of the option, and no reading."""
    if path in replaced(rules.rules):
        return ()
    sections, value, own = rulebook().sections, value_at(rules.rules, path), rules.own.get(path)
    house = own is not None and frozen(own.value) != frozen(value)
    also: tuple[Section, ...] = ()
    source, reading = sections.get(rules.sources.get(path, NOWHERE) if house else NOWHERE), None
    if own and not house:
        source, also = sections.get(own.source), tuple(sections[code] for code in own.also)
        reading = readings()[own.reading] if own.reading else None
    lines = say_rule(path, value, rules.rules, words)
    return tuple(Item(path, each.text, each.figure, source, reading, house, also) for each in lines)


def procedure_item(procedure: Procedure, rules: Rules, words: Words) -> Item:
    """The item of a rule of play, with its source in this rule set."""
    source = rulebook().sections.get(procedure.rule_sets[rules.rules.id])
    reading = readings()[procedure.reading] if procedure.reading else None
    return Item(procedure.id, words.gettext(procedure.says), None, source, reading)


def said_instead(path: str, rules: Rules, words: Words) -> tuple[Item, ...]:
    """The items of the rules of play that replace a value."""
    procedures = (each for each in procedures_in_force(rules.rules) if path in each.replaces)
    return tuple(procedure_item(each, rules, words) for each in procedures)


def documents_of(parts: Iterable[Part]) -> tuple[SourceText, ...]:
    """The source texts that the parts cite, without repetition."""
    blocks = [block for part in parts for block in part.blocks]
    cited = [section for block in blocks for section in (block.source, *block.also) if section is not None]
    return tuple(dict.fromkeys(section.document for section in cited))


def readings_of(parts: Iterable[Part]) -> tuple[ReadingText, ...]:
    """The readings that the parts rest on, without repetition."""
    return tuple(dict.fromkeys(each for part in parts for block in part.blocks for each in block.readings))


def _part(key: str, rules: Rules, words: Words) -> Part:
    introduction = INTRODUCED_BY.get(key, ())
    # The general sentences that are true of these rules, and that no rule of play replaces.
    general = tuple(
        Item(each.id, words.gettext(each.says), None, None)
        for each in (topics("rule")[id_] for id_ in introduction)
        if all_hold(each.where, rules.rules) and each.id not in replaced(rules.rules)
    )
    own = [each for each in procedures_in_force(rules.rules) if each.part == key]
    first = [each for each in own if not set(introduction).isdisjoint(each.replaces)]
    items = [procedure_item(each, rules, words) for each in first]
    items += [item for path in paths_in(key, rules.rules) for item in items_of(path, rules, words)]
    items += [procedure_item(each, rules, words) for each in own if each not in first]
    return Part(key, words.gettext(TITLES[key]), general, tuple(_blocks(items)))


def _blocks(items: Iterable[Item]) -> Iterator[Block]:
    """Yield the items in blocks: first tables, then sentences. All items of a block have the same sources. Both the
    tables and the sentences are in the order in which their sources first appear."""
    seen: dict[tuple[bool, Section | None, tuple[Section, ...]], int] = {}
    for item in items:
        seen.setdefault((item.figure is None, item.source, item.also), len(seen))

    def order(item: Item) -> tuple[bool, int]:
        return item.figure is None, seen[item.figure is None, item.source, item.also]

    for (sentences, _), group in groupby(sorted(items, key=order), key=order):
        together = tuple(group)
        yield Block(together[0].source, not sentences, together, together[0].also)
