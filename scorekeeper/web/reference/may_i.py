"""“May I?”: four questions answered under the rules of a match or of a rule set, by address alone."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.web.frame.desk import load, refusal_text
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.web.reference.may_i_answers import Answer, answer
from scorekeeper.web.reference.may_i_form import TOOLS, Asked, read_asked, tools
from scorekeeper.web.reference.may_i_table import TableRules, table_of_match
from scorekeeper.web.reference.may_i_view import form_view
from scorekeeper.words.options import say_format

blueprint = Blueprint("may_i", __name__)


@blueprint.get("/may-i")
@needs(Right.ANY_LINK)
def index() -> str:
    """The four questions, under a rule set that can be chosen here."""
    return _index(_named())


@blueprint.get("/may-i/<tool>")
@needs(Right.ANY_LINK)
def ask(tool: str) -> str | tuple[str, int]:
    """One question, under a rule set."""
    return _ask(tool, _named())


@blueprint.get("/matches/<match_id>/may-i")
@needs(Right.WATCH)
def of_match(match_id: str) -> str:
    """The four questions, under the rules of a match."""
    return _index(table_of_match(match_id, load(match_id).state))


@blueprint.get("/matches/<match_id>/may-i/<tool>")
@needs(Right.WATCH)
def ask_in_match(match_id: str, tool: str) -> str | tuple[str, int]:
    """One question, under the rules of a match."""
    return _ask(tool, table_of_match(match_id, load(match_id).state))


def _named() -> TableRules:
    """The rule set and the format that the address names; an unknown format is the first one."""
    name = request.args.get("rules", rulebook().first())
    if name not in rulebook().rule_sets:
        abort(404)
    formats = rulebook().rule_sets[name].formats
    format_ = request.args.get("format", "")
    return TableRules(resolve(name, format_ if format_ in formats else None))


def _index(table: TableRules) -> str:
    offered = [(table.url(tool), *(words().gettext(text) for text in TOOLS[tool])) for tool in tools(table)]
    chosen = rulebook().rule_sets.get(table.rules.id)
    formats = rulebook().formats
    return render_template(
        "reference/may_i.html",
        table=table,
        tools=offered,
        title=table.title(words()),
        rule_sets=rulebook().rule_sets.values(),
        formats=[
            (name, say_format(formats[name].title, words(), house=name in chosen.house_formats))
            for name in chosen.formats
        ]
        if chosen
        else [],
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


def _answered(asked: Asked, table: TableRules) -> tuple[Answer | None, list[tuple[str, str]]]:
    """The answer to what was asked; what cannot be read or cannot be is told at its field."""
    if not asked.asks:
        return None, []
    if asked.error:
        return None, [("score", asked.error)]
    try:
        return answer(asked, table, words()), []
    except Refused as refused:
        return None, [(f"m{_meld_number(refused.where)}-rank", refusal_text(refused))]


def _meld_number(where: str) -> str:
    """The number of the meld that a refusal names: `melds[2].jokers`."""
    return where.partition("[")[2].partition("]")[0] or "0"
