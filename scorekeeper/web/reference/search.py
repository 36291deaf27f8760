"""The search over articles, rules and words, the page of an article, and the penalty codes side by side."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.contract import search as contract
from scorekeeper.engine.penalties.articles import Article, PenaltyCode, Reading, TableRow
from scorekeeper.rulebook.codes import adjudicating, codes, side_by_side
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.search.topics import topics
from scorekeeper.web.frame import Right, needs, words
from scorekeeper.words import N_
from scorekeeper.words.rulings import CitationText, cite, say_citation, say_fine, say_multiple

blueprint = Blueprint("search", __name__)


@blueprint.get("/search")
@needs(Right.ANY_LINK)
def index() -> str | tuple[str, int]:
    """Search in any of the languages; a penalty code and a rule set can be chosen."""
    query, code, asked = request.args.get("q", "").strip(), request.args.get("code", ""), request.args.get("rules", "")
    rule_sets = rulebook().rule_sets
    of_game = {"rules": asked} if asked in rule_sets else {}
    reply = contract.search({"query": query, "code": code or None, **of_game}, words())
    page = url_for("reference.rule_set", id_=reply.get("rules", next(iter(rule_sets))))
    titles = {id_: words().gettext(each.title) for id_, each in codes().items()}
    error = reply["error"]["message"] if "error" in reply else ""
    shown = render_template(
        "reference/search.html",
        query=query,
        code=code,
        rules=reply.get("rules") if query else asked,
        hits=[(hit, look_up_url(hit, page)) for hit in reply.get("hits", ())],
        titles={"": words().gettext(N_("All codes")), **titles},
        rule_sets=[(id_, words().gettext(facts.title)) for id_, facts in rule_sets.items()],
        error=error,
    )
    return (shown, 422) if error else shown


@blueprint.get("/rules/articles/<entry_id>")
@needs(Right.ANY_LINK)
def article(entry_id: str) -> str:
    """An entry of a penalty code: an article with all its cases, or a rule to look up."""
    entries = ((code, code.entry(entry_id)) for code in codes().values())
    code, entry = next(((code, entry) for code, entry in entries if entry), None) or abort(404)
    if isinstance(entry, Article):
        rows, consequence = entry.rows, ""
    else:
        rows, consequence = (entry.applies,) if entry.applies else (), words().gettext(entry.consequence)
    return render_template(
        "rulings/article.html",
        code=code,
        entry=entry,
        source=rulebook().documents[code.source],
        consequence=consequence,
        cases=[_case(row, code) for row in rows],
        cites=say_citation(entry, code, words()),
        see=[other for other in map(code.entry, getattr(entry, "see", ())) if other],
        card=url_for("sheets.general", kind="penalties", which=code.id) if code.articles else None,
    )


def _case(row: TableRow, code: PenaltyCode) -> tuple[TableRow, str, CitationText | None, Reading | None]:
    """A case of an article with its cost, its citation if that differs from the article's, and its reading."""
    say = words()
    cost = say_fine(row.points, row.opening_raise, say)
    if row.times:
        cost = say_multiple(row.times, row.points, cost, say)
    return row, cost, cite(row.cites, code, say) if row.cites else None, code.reading(row.reading or row.aside)


@blueprint.get("/rulings/compare")
@needs(Right.ANY_LINK)
def compare() -> str:
    """The penalty codes that a match can be played under, side by side, offence by offence."""
    adjudicated = adjudicating()
    articles = {each.id: each for code in adjudicated for each in code.entries}
    return render_template("rulings/compare.html", codes=adjudicated, offences=side_by_side(), articles=articles)


def look_up_url(hit: Mapping[str, Any], rules_page: str) -> str:
    """The address of a hit: the page of an entry of a penalty code, a word in the glossary, or a rule on the page of
    rules."""
    if hit["code"]:
        return url_for("search.article", entry_id=hit["id"])
    if hit["kind"] == "term":
        return url_for("reference.glossary", _anchor=hit["id"])
    return f"{rules_page}#{topics('rule')[str(hit['id'])].part}"
