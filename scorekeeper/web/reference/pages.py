"""Rules to look up: each rule set, two side by side, a match's own, readings, words, and help."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.readings import readings as all_readings
from scorekeeper.rulebook.search.topics import topics
from scorekeeper.web.frame import Right, load, needs, words
from scorekeeper.web.matches.options import formats_of
from scorekeeper.web.reference.rules import documents_of, parts_of, readings_of, rules_of_set, rules_with_sources
from scorekeeper.web.reference.views import chosen_options, compare, option_groups, resting_on
from scorekeeper.words import N_
from scorekeeper.words.help import CHAPTERS

blueprint = Blueprint("reference", __name__)


@blueprint.get("/rules")
@needs(Right.ANY_LINK)
def rule_sets() -> str:
    """List the rule sets."""
    return render_template("reference/rule_sets.html", book=rulebook())


#: How far a source was read.
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
    if id_ not in book.rule_sets:
        abort(404)
    facts = book.rule_sets[id_]
    format_ = request.args.get("format", facts.formats[0])
    if format_ not in facts.formats:
        abort(404)
    parts = parts_of(rules_of_set(id_, format_), words())
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
    parts = compare(rules_of_set(left, None), rules_of_set(right, None), words(), only_differences=only)
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
    """The rules that a match was opened with, its house rules marked."""
    setup = load(match_id).state.setup
    rules = rules_with_sources(setup.rules)
    parts = parts_of(rules, words())
    book = rulebook()
    facts = book.rule_sets.get(setup.rules.id)
    format_ = setup.rules.table.format
    known = facts is not None and format_ in facts.formats
    return render_template(
        "reference/of_match.html",
        match_id=match_id,
        sides=[side.name for side in setup.sides],
        facts=facts,
        format=book.formats.get(format_),
        document=book.documents[facts.document] if facts else None,
        parts=parts,
        chosen=chosen_options(facts, format_, setup.options, words()) if facts and known else (),
        readings=readings_of(parts),
    )


@blueprint.get("/readings")
@needs(Right.ANY_LINK)
def readings() -> str:
    """The page of readings, where a source is silent, doubtful or misprinted."""
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
