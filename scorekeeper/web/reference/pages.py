"""Reference pages: each rule set, two side by side, the rules of a match, readings, the glossary, and help."""

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, abort, render_template, request

from scorekeeper.engine.matches.entries import Setup
from scorekeeper.rulebook.codes import ReadingText, codes
from scorekeeper.rulebook.loader import RuleSetFacts, Section, resolve, rulebook
from scorekeeper.rulebook.options import GROUPS as GROUP_KEYS
from scorekeeper.rulebook.options import Option
from scorekeeper.rulebook.procedures import procedures_in_force
from scorekeeper.rulebook.readings import readings as all_readings
from scorekeeper.rulebook.readings import uses
from scorekeeper.rulebook.search.topics import topics
from scorekeeper.web.frame import Right, load, needs, words
from scorekeeper.web.matches.options import formats_of
from scorekeeper.web.reference.rules import (
    Item,
    Rules,
    documents_of,
    items_of,
    parts_of,
    procedure_item,
    readings_of,
    rules_with_sources,
)
from scorekeeper.words import N_, Words
from scorekeeper.words.help import CHAPTERS
from scorekeeper.words.options import GROUPS, say_option, say_range
from scorekeeper.words.rules.parts import TITLES
from scorekeeper.words.rules.values import paths_in

blueprint = Blueprint("reference", __name__)


@blueprint.get("/rules")
@needs(Right.ANY_LINK)
def rule_sets() -> str:
    """List the rule sets."""
    return render_template("reference/rule_sets.html", book=rulebook())


#: The extent to which a source was read, by its `seen`.
SEEN = {
    "": N_("read in full."),
    "short": N_("digest of a short page, read in full."),
    "head": N_("digest; only the first part of the page was read."),
    "relay": N_("a digest; seen as another page quotes it at length."),
}


@blueprint.get("/rules/<id_>")
@needs(Right.ANY_LINK)
def rule_set(id_: str) -> str:
    """The rules of one rule set, in one of its formats."""
    book = rulebook()
    facts = book.rule_sets.get(id_) or abort(404)
    format_ = request.args.get("format", facts.formats[0])
    if format_ not in facts.formats:
        abort(404)
    parts = parts_of(rules_with_sources(resolve(id_, format_)), words())
    return render_template(
        "reference/rule_set.html",
        beside=book.first(but=id_),
        facts=facts,
        format=format_,
        formats=formats_of(facts, words()),
        document=book.documents[facts.document],
        parts=parts,
        cited=[(each, words().gettext(SEEN[each.seen])) for each in documents_of(parts)],
        groups=option_groups(facts, format_, words()),
    )


@blueprint.get("/rules/compare")
@needs(Right.ANY_LINK)
def side_by_side() -> str:
    """Two rule sets side by side."""
    rule_sets = rulebook().rule_sets
    left = request.args.get("a", rulebook().first())
    right = request.args.get("b", rulebook().first(but=left))
    if left not in rule_sets or right not in rule_sets:
        abort(404)
    only = request.args.get("only") == "differences"
    mine, theirs = (rules_with_sources(resolve(id_)) for id_ in (left, right))
    parts = compare(mine, theirs, words(), only_differences=only)
    return render_template(
        "reference/compare.html",
        rule_sets=rule_sets.values(),
        left=rule_sets[left],
        right=rule_sets[right],
        only=only,
        parts=parts,
        differences=sum(row[0] for _, _, rows in parts for row in rows),
    )


@blueprint.get("/matches/<match_id>/rules")
@needs(Right.WATCH)
def of_match(match_id: str) -> str:
    """The rules of a match, with its house rules marked."""
    setup = load(match_id).state.setup
    parts = parts_of(rules_with_sources(setup.rules), words())
    book = rulebook()
    facts = book.rule_sets.get(setup.rules.id)
    format_ = setup.rules.table.format
    return render_template(
        "reference/of_match.html",
        match_id=match_id,
        sides=[side.name for side in setup.sides],
        facts=facts,
        format=book.formats.get(format_),
        document=book.documents[facts.document] if facts else None,
        parts=parts,
        chosen=chosen_options(facts, setup, words()) if facts and format_ in facts.formats else (),
        readings=readings_of(parts),
    )


@blueprint.get("/readings")
@needs(Right.ANY_LINK)
def readings() -> str:
    """The readings: the program's decisions where a source is silent, doubtful or misprinted."""
    shown = [(reading, resting_on(reading.id, words())) for reading in all_readings().values()]
    return render_template("reference/readings.html", readings=shown)


@blueprint.get("/words")
@needs(Right.ANY_LINK)
def glossary() -> str:
    """The words of the game in every language."""
    terms = sorted(topics("term").values(), key=lambda term: words().sort_key(words().gettext(term.title)))
    return render_template("reference/words.html", terms=terms)


@blueprint.get("/help")
@needs(Right.ANY_LINK)
def help_page() -> str:
    """Help for the program, in plain words."""
    return render_template("reference/help.html", chapters=CHAPTERS)


#: A line of the table of house options: the option, its default in words, [its other values in words, its range in
#: words], its source, and its reading.
OptionLine = tuple[Option, str, list[str], Section | None, ReadingText | None]


def option_groups(facts: RuleSetFacts, format_: str, words: Words) -> list[tuple[str, list[OptionLine]]]:
    """The options of a rule set in groups, as (title of the group, its lines)."""
    defaults = rulebook().defaults(facts.id, format_)
    lines = [(option.group, _option(option, facts.id, defaults[option.id], words)) for option in _options(facts)]
    return [
        (words.gettext(GROUPS[key]), [line for group, line in lines if group == key])
        for key in dict.fromkeys(group for group, _ in lines)
    ]


def chosen_options(facts: RuleSetFacts, setup: Setup, words: Words) -> list[tuple[str, str, str]]:
    """Title, default and value of each option that a match changed. The defaults are those under its penalty code."""
    values, defaults = setup.options, rulebook().defaults(facts.id, setup.rules.table.format, setup.rules.code.id)
    return [
        (
            words.gettext(option.title),
            say_option(option, defaults[option.id], words),
            say_option(option, values[option.id], words),
        )
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
    reading = all_readings()[offer.reading] if offer.reading else None
    return option, say_option(option, default, words), others, rulebook().sections.get(offer.source), reading


def resting_on(reading: str, words: Words) -> tuple[str, ...]:
    """The titles of the rule sets, options and articles that rest on a reading."""
    book, rests = rulebook(), uses()[reading]
    titles = {article.id: article.title for code in codes().values() for article in code.articles}
    return (
        *(words.gettext(book.rule_sets[id_].title) for id_ in rests.rule_sets),
        *(words.gettext(book.options[id_].title) for id_ in rests.options),
        *(f"{id_} {words.gettext(titles[id_])}" for id_ in rests.articles),
    )


#: A row of a comparison of two rule sets: whether they differ in this row, the items of the left one, and the items of
#: the right one. The last are empty if the two do not differ.
Row = tuple[bool, tuple[Item, ...], tuple[Item, ...]]


def compare(left: Rules, right: Rules, words: Words, *, only_differences: bool) -> list[tuple[str, str, list[Row]]]:
    """The parts of both rule sets as (key, title, rows), without parts that have no row."""
    parts = (
        (key, words.gettext(title), [row for row in _rows(key, left, right, words) if row[0] or not only_differences])
        for key, title in TITLES.items()
    )
    return [part for part in parts if part[2]]


def _rows(key: str, left: Rules, right: Rules, words: Words) -> Iterator[Row]:
    """A row for each subject: values are paired by path, rules of play by their `about`."""
    mine, theirs = _by_subject(key, left, words), _by_subject(key, right, words)
    for subject in dict.fromkeys((*mine, *theirs)):
        pair = mine.get(subject, ()), theirs.get(subject, ())
        first, second = ([(item.text, item.figure) for item in items] for items in pair)
        yield first != second, pair[0], pair[1] if first != second else ()


def _by_subject(key: str, rules: Rules, words: Words) -> Mapping[str, tuple[Item, ...]]:
    """The items of the part `key` of the rules, by subject: the path of a value, or the `about` of a rule of play."""
    said = {path: items for path in paths_in(key, rules.rules) if (items := items_of(path, rules, words))}
    for each in procedures_in_force(rules.rules):
        if each.part == key:
            said[each.about] = (*said.get(each.about, ()), procedure_item(each, rules, words))
    return said
