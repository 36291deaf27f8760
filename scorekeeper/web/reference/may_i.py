"""“May I?”: up to four questions (`TOOLS`) under the rules of a match or of a rule set. Each answer has an address of
its own."""

from collections.abc import Iterator, Mapping

from flask import Blueprint, abort, render_template, request

from scorekeeper.engine.cards import RANKS
from scorekeeper.engine.conditions import all_hold
from scorekeeper.engine.deals.permissions import tops_of
from scorekeeper.engine.deals.scoring import canasta_groups
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rules import RuleSet
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.web.frame import Right, load, needs, refusal_text, words
from scorekeeper.web.frame.forms import said
from scorekeeper.web.matches.options import formats_of
from scorekeeper.web.reference.may_i_answers import Answer, answer
from scorekeeper.web.reference.may_i_form import (
    DEALS_ASKED,
    FACTS,
    LOW_ACE,
    MOST_CANASTAS,
    TOOLS,
    AskedForm,
    TableRules,
    field_of,
    partner_is_asked,
    ranks,
    read_asked,
    run,
    table_of_match,
    tools,
)
from scorekeeper.words import N_, Words
from scorekeeper.words.entry import canastas_name, card_name, letters

blueprint = Blueprint("may_i", __name__)

#: The highest number of wild cards with a button, unless melds of wild cards alone are played.
FEW_WILDS = 4
RAISES = (0, 10, 20, 30)
TOP_WORDS = {
    "natural": N_("A natural card"),
    "black_three": N_("A black three"),
    "wild": N_("A wild card"),
    "red_three": N_("A red three"),
}
USING_WORDS = {
    "natural_pair": N_("Two natural cards of its rank"),
    "natural_and_wild": N_("One natural card of its rank and a wild card"),
    "meld": N_("Our meld of its rank on the table"),
    "canasta": N_("Our finished canasta of its rank"),
    "nothing": N_("None of these"),
}
PARTNER_WORDS = {"": N_("Not asked"), "yes": N_("Said yes"), "no": N_("Said no")}


@blueprint.get("/may-i")
@needs(Right.ANY_LINK)
def index() -> str:
    """The questions that can be asked under a rule set; another rule set can be chosen here."""
    return _index(_named())


@blueprint.get("/may-i/<tool>")
@needs(Right.ANY_LINK)
def ask(tool: str) -> str | tuple[str, int]:
    """One question, under a rule set."""
    return _ask(tool, _named())


@blueprint.get("/matches/<match_id>/may-i")
@needs(Right.WATCH)
def of_match(match_id: str) -> str:
    """The questions that can be asked under the rules of a match."""
    return _index(table_of_match(match_id, load(match_id).state))


@blueprint.get("/matches/<match_id>/may-i/<tool>")
@needs(Right.WATCH)
def ask_in_match(match_id: str, tool: str) -> str | tuple[str, int]:
    """One question, under the rules of a match."""
    return _ask(tool, table_of_match(match_id, load(match_id).state))


def _named() -> TableRules:
    """The rules of the rule set and format in the query; an unknown format becomes the first one of the rule set.
    Aborts with 404 for an unknown rule set."""
    name = request.args.get("rules", rulebook().first())
    if name not in rulebook().rule_sets:
        abort(404)
    format_ = request.args.get("format", "")
    return TableRules(resolve(name, format_ if format_ in rulebook().rule_sets[name].formats else None))


def _index(table: TableRules) -> str:
    offered = [(table.url(tool), *(words().gettext(text) for text in TOOLS[tool])) for tool in tools(table)]
    chosen = rulebook().rule_sets.get(table.rules.id)
    return render_template(
        "reference/may_i.html",
        table=table,
        tools=offered,
        title=table.title(words()),
        rule_sets=rulebook().rule_sets.values(),
        formats=formats_of(chosen, words()) if chosen else [],
    )


def _ask(tool: str, table: TableRules) -> str | tuple[str, int]:
    if tool not in tools(table):
        abort(404)
    asked = read_asked(tool, request.args, table)
    reply, errors = _answered(asked, table)
    page = render_template(
        "reference/may_i_tool.html",
        table=table,
        tool=tool,
        title=words().gettext(TOOLS[tool][0]),
        under=table.title(words()),
        **form_view(asked, table, words()),
        answer=reply,
        errors=errors,
    )
    return (page, 422) if errors else page


def _answered(asked: AskedForm, table: TableRules) -> tuple[Answer | None, list[tuple[str, str]]]:
    """The answer, None if nothing was asked or a value is wrong; and the errors as (field, sentence)."""
    if not asked.asks:
        return None, []
    if asked.error:
        return None, [("score", asked.error)]
    try:
        return answer(asked, table, words()), []
    except Refused as refused:
        number = refused.where.partition("[")[2].partition("]")[0] or "0"  # of the meld: `melds[2].jokers`
        return None, [(f"m{number}-rank", refusal_text(refused))]


def form_view(asked: AskedForm, table: TableRules, words: Words) -> dict[str, object]:
    """The variables of the form: the values `asked`, and the choices under these rules.

    Some choices may be empty: `sequence` if no sequences are played; `deals` if the minimum depends on the score, or if
    a side of a match is chosen instead; `partners` if no partner is asked under these rules.
    """
    rules, corner = table.rules, letters(table.pack_index)
    base = {"rules": rules.id, "format": rules.table.format} if table.match_id is None else {}
    return {
        "asked": asked,
        "hidden": {**base, "ask": "1"},
        "ranks": [(rank, corner[rank] if rank in RANKS else card_name(rank, words, rules)) for rank in ranks(table)],
        "most_wilds": max(FEW_WILDS, 8 if rules.wild_melds else 0),
        "sequence": _run(table, corner) if rules.sequences else [],
        "low_ace": LOW_ACE,
        "sides": [(str(index), each.name) for index, each in enumerate(table.standings)],
        "raises": sorted({*RAISES, asked.raised}),
        "tops": [(key, words.gettext(TOP_WORDS[key])) for key in tops_of(rules)],
        "using": list(said(USING_WORDS).items()),
        "partners": list(said(PARTNER_WORDS).items()) if partner_is_asked(rules) else [],
        "canastas": list(_canastas(asked, rules, words)),
        "deals": range(1, DEALS_ASKED + 1) if rules.opening.by == "deal" and not table.standings else (),
        "facts": [(name, label) for name, label, *conditions in FACTS[asked.tool] if all_hold(conditions, rules)],
    }


def _canastas(asked: AskedForm, rules: RuleSet, words: Words) -> Iterator[tuple[str, str, tuple[int, ...], int]]:
    """The choices for the numbers of canastas, as (field, label, numbers, chosen number): one for each group of kinds
    that is counted separately when a player goes out."""
    groups = canasta_groups(rules)
    for kinds in groups:
        of_our_side = (
            N_("Canastas of our side, with this turn") if len(groups) == 1 else N_("Other canastas of our side")
        )
        label = canastas_name(kinds[0], rules, words) if kinds else words.gettext(of_our_side)
        counts = tuple(range(min(MOST_CANASTAS, rules.canastas_needed + 2) + 1))
        yield field_of(kinds), label, counts, asked.canastas[kinds[0] if kinds else ""]


def _run(table: TableRules, corner: Mapping[str, str]) -> list[tuple[str, str]]:
    """The cards of a sequence from low to high, as (value, letter on the card)."""
    order, low = run(table)
    return [*([(LOW_ACE, corner["A"])] if low else []), *((rank, corner.get(rank, rank)) for rank in order)]
