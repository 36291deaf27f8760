"""Rulings: the steps from an offence to its ruling, the rulings of a match, withdrawing one, and the recount of a
deal."""

import secrets
from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.matches.deals import keep_recount
from scorekeeper.actions.matches.offences import offence, offences
from scorekeeper.actions.matches.rulings import apply_ruling, propose, withdraw_ruling
from scorekeeper.engine.matches.entries import Recount
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.articles import Question
from scorekeeper.engine.penalties.rulings import Ask, Ruling, settle
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.values import replace
from scorekeeper.ledger.errors import StaleVersion
from scorekeeper.rulebook.codes import codes
from scorekeeper.web.frame import Right, current_desk, needs, new_key, refusal_text, stamp, words
from scorekeeper.web.frame.access import open_here, require_director
from scorekeeper.web.frame.forms import SIGNED, Number, PlainForm, Select, needed
from scorekeeper.web.rulings.bench import Bench, answers, side_by_side
from scorekeeper.web.rulings.forms import YES, Case, decision, read_case, read_deal, to_query
from scorekeeper.web.rulings.tiles import Tiles
from scorekeeper.web.rulings.verdict import RulingVerdict, deal_of, meant
from scorekeeper.web.rulings.views import after_recount, fine_url
from scorekeeper.words import N_
from scorekeeper.words.rulings import CHOOSERS

blueprint = Blueprint("rulings", __name__, url_prefix="/matches/<match_id>/rulings")

LONGEST_QUERY = 200
#: The fields of a director's override.
OVERRIDE = ("points", "raise", "reason")

Page = str | tuple[str, int]


@blueprint.get("")
@needs(Right.WATCH)
def index(match_id: str) -> str:
    """Every ruling of the match, the latest first."""
    return _list(match_id)


@blueprint.get("/new")
@needs(Right.WRITE)
def new(match_id: str) -> Response | Page:
    """Show a step of a ruling, which the query determines: the offence, the offender, a question, or the ruling."""
    case = read_case(request.args)
    # An entry that cannot be applied is only for reading: its own page is shown.
    if case.article in {entry.id for code in codes().values() for entry in code.references if entry.applies is None}:
        return redirect(url_for("search.article", entry_id=case.article))
    if case.article:
        return _step(_bench(match_id, case))
    state = current_desk().load(match_id).state
    ways = offences(current_desk(), match_id, state.setup.rules)
    query = request.args.get("q", "").strip()[:LONGEST_QUERY]
    return render_template("rulings/tiles.html", tiles=Tiles(match_id, state, ways, words()), query=query)


@blueprint.post("")
@needs(Right.WRITE)
def apply(match_id: str) -> Response | Page:
    """Apply the ruling to the match and go to its board; only a director may override it."""
    case = read_case(request.form)
    bench = _bench(match_id, case)
    side, deal = bench.side, read_deal(case)
    if side is None or deal is None:
        raise malformed("missing", "side" if side is None else "deal")
    mark = stamp(request.form)
    try:
        decided = decision(case, bench.answers, side=side, deal=deal)
        apply_ruling(current_desk(), match_id, decided, mark, ruling_id=secrets.token_hex(6))
    except Refused as refused:
        return _override(bench, refused)
    except StaleVersion as stale:
        return _overtaken(bench, stale)
    return redirect(url_for("matches.board", match_id=match_id), 303)


@blueprint.post("/<ruling_id>/withdraw")
@needs(Right.WRITE)
def withdraw(match_id: str, ruling_id: str) -> Response | Page:
    """Withdraw a ruling: this adds an entry, and the ruling stays in the history."""
    try:
        withdraw_ruling(current_desk(), match_id, ruling_id, request.form.get("reason", ""), stamp(request.form))
    except Refused as refused:
        return _list(match_id, error=(ruling_id, refusal_text(refused))), 422
    return redirect(url_for("rulings.index", match_id=match_id), 303)


def _bench(match_id: str, case: Case) -> Bench:
    if case.override:
        require_director()
    desk = current_desk()
    state = desk.load(match_id).state
    rules = state.rules_in(read_deal(case) or state.next_deal)
    return Bench(match_id, state, offence(desk, match_id, rules, case.article), case, words())


def _step(bench: Bench) -> Page:
    """The page of the next step: who it was, a question, or the ruling."""
    try:
        result = _decided(bench)
    except Refused as refused:
        return _mistyped(bench, refused)
    if not bench.case.side:
        return render_template("rulings/who.html", bench=bench)
    if isinstance(result, Ruling):
        return _ruling(bench, result)
    if bench.case.unsure:
        views, back = side_by_side(bench, result.question), bench.url(replace(bench.case, unsure=False))
        return render_template("rulings/branches.html", bench=bench, question=result.question, answers=views, back=back)
    return _question(bench, result.question)


def _question(bench: Bench, question: Question, *, typed: str = "", errors: Sequence[tuple[str, str]] = ()) -> str:
    """The page of a question with its answers. A number can be typed if the question has no maximum."""
    kept = {key: text for key, text in to_query(bench.case).items() if key not in (question.key, "unsure")}
    return render_template(
        "rulings/question.html",
        bench=bench,
        question=question,
        answers=answers(bench, question),
        chooser=words().gettext(CHOOSERS[question.chooser]) if question.chooser else "",
        is_typed=question.kind == "number" and question.maximum is None,
        typed=typed,
        kept=kept,
        unsure=bench.url(replace(bench.case, unsure=True)),
        errors=errors,
    )


def _mistyped(bench: Bench, refused: Refused) -> Page:
    """The page of the question whose number cannot be read, with the error at its field. Raises `refused` if it is
    about anything else."""
    key = refused.where.removeprefix("answers.")
    question = bench.article.question(key)
    if question is None or question.kind != "number":
        raise refused
    kept = replace(bench, case=bench.case.without(key))
    return _question(kept, question, typed=bench.case.answers[key], errors=[(key, refusal_text(refused))]), 422


def _decided(bench: Bench) -> Ruling | Ask:
    """The ruling, or the next question while there is one."""
    return settle(bench.article, bench.answers, bench.facts)


def _overtaken(bench: Bench, stale: StaleVersion) -> Page:
    """The page of the ruling for the current state of the match (409): one more tap applies it. Raises `stale` if a
    question is now open."""
    result = _decided(bench)
    if isinstance(result, Ask):
        raise stale
    page = _ruling(bench, result, overtaken=True)
    return (page, 409) if isinstance(page, str) else page


def _ruling(bench: Bench, ruling: Ruling, *, overtaken: bool = False) -> Page:
    """The page of a ruling, with its effect if side and deal are known; or the director's form, while the director
    overrides it."""
    if bench.case.override == "form":
        return _override_form(bench, ruling)
    side, deal = bench.side, deal_of(bench, ruling)
    proposal = None
    try:
        if side is not None and deal is not None:
            made = propose(current_desk(), bench.match_id, decision(bench.case, bench.answers, side=side, deal=deal))
            proposal = None if isinstance(made, Ask) else made
    except Refused as refused:
        return _override(bench, refused)
    verdict = RulingVerdict(bench, ruling, deal, proposal, new_key())
    return render_template("rulings/ruling.html", bench=bench, verdict=verdict, overtaken=overtaken)


def _override(bench: Bench, refused: Refused) -> Page:
    """The director's form with its error, and with the choices for a figure that looks mistyped (422). Raises `refused`
    if it is not about a field of that form."""
    decided = replace(bench, case=replace(bench.case, override=YES))
    result = _decided(decided) if refused.where in OVERRIDE else None
    if not isinstance(result, Ruling):
        raise refused
    return _override_form(decided, result, refused), 422


def _override_form(bench: Bench, ruling: Ruling, refused: Refused | None = None) -> str:
    case, without = bench.case, replace(bench.case, override="")
    # The director's figures so far, else those of the code.
    figures = (case.points, case.raise_) if case.override == YES else (str(ruling.points), str(ruling.opening_raise))
    return render_template(
        "rulings/override.html",
        bench=bench,
        fields=dict(zip(OVERRIDE, (*figures, case.reason), strict=True)),
        kept=to_query(without),
        plain_url=bench.url(without),
        meant=tuple(meant(bench, refused)) if refused else (),
        errors=[(refused.where, refusal_text(refused))] if refused else [],
    )


def _list(match_id: str, *, error: tuple[str, str] | None = None) -> str:
    state = current_desk().load(match_id).state
    return render_template(
        "rulings/list.html",
        match_id=match_id,
        state=state,
        withdraws=open_here(url_for("rulings.index", match_id=match_id), "POST") is not None,
        new_url=open_here(url_for("rulings.new", match_id=match_id)),
        key=new_key(),
        recounts=[(each, after_recount(match_id, each, state, words())) for each in reversed(state.recounts)],
        errors=[(f"withdraw-{error[0]}", error[1])] if error else [],
    )


recounts = Blueprint("recounts", __name__, url_prefix="/matches/<match_id>/recount")


class RecountForm(PlainForm):
    """The deal, the side, the points that it claimed and those of the second count."""

    deal = Select(N_("Deal"))
    side = Select(N_("Side"))
    claimed = Number(
        N_("Claimed"), description=N_("What the side counted for itself"), render_kw=SIGNED,
        validators=[needed(N_("Enter what the side claimed."))],
    )  # fmt: skip
    verified = Number(
        N_("Verified"), description=N_("What the second count gave"), render_kw=SIGNED,
        validators=[needed(N_("Enter what the second count gave."))],
    )  # fmt: skip


@recounts.route("", endpoint="index", methods=["GET", "POST"])
@needs(Right.WRITE)
def recount_page(match_id: str) -> Response | tuple[str, int]:
    """Record both figures of a recount; go on to the ruling on the miscount if the match's code has one."""
    form = RecountForm(data=request.args.to_dict())
    if form.validate_on_submit():
        with form.refusals():
            kept = Recount(form.deal.number, form.side.number, form.claimed.number, form.verified.number)
            keep_recount(current_desk(), match_id, kept, stamp(request.form))
            state = current_desk().load(match_id).state
            return redirect(fine_url(match_id, kept, state) or url_for("rulings.index", match_id=match_id), 303)
    state = current_desk().load(match_id).state
    form.side.choices = {str(number): side.name for number, side in enumerate(state.setup.sides)}
    form.deal.choices = {
        str(row.number): words().number(row.number) for row in reversed(state.rows) if row.annulled is None
    }
    form.claimed.data = form.claimed.data or _claimed(state, form)
    shown = [(each, after_recount(match_id, each, state, words())) for each in reversed(state.recounts)]
    return form.page("rulings/recount.html", match_id=match_id, state=state, recounts=shown)


def _claimed(state: State, form: RecountForm) -> str:
    """The recorded points of the side in the deal; empty if either is not chosen."""
    row = next((row for row in state.rows if str(row.number) == form.deal.data), None)
    sides = {str(number): side for number, side in enumerate(row.sides)} if row else {}
    return str(sides[form.side.data].total) if form.side.data in sides else ""
