"""The slips of a round in one list: every table on one page, from field to field, and one Save."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.evening_commit import StaleEvening
from scorekeeper.actions.slips import Slip, asks_who_plays_on, entered, set_slips, unlikely
from scorekeeper.engine.refused import Refused, impossible
from scorekeeper.engine.values import Struct, replace
from scorekeeper.evening.counting import points_at
from scorekeeper.evening.fold import Evening, RoundNow, TableNow
from scorekeeper.evening.people import names_of
from scorekeeper.web.evenings.stands import Stands, named, say_stands, stands
from scorekeeper.web.frame.desk import current_desk, new_key, now, refusal_text, stamp
from scorekeeper.web.frame.forms import AtFields
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_, NumberNotUnderstood, parse_number
from scorekeeper.words.entry import PROBLEMS
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_slips", __name__)

#: The longest sum that a field takes.
LONGEST = 60
#: What is asked once about a figure; saved again as it is, it counts.
QUESTIONS = {
    "no_multiple": N_("%(figure)s is not a multiple of 5. If the slip says so, save again."),
    "too_many": N_("%(figure)s is more than can be made in this round. If the slip says so, save again."),
}
MISSING = N_("The total of this side is missing.")
CONFIRMED = N_("The sides confirmed %(figures)s. Save again to replace them with your figures.")
CHANGED = N_("In the meantime another device entered %(figures)s. Save again to replace them with your figures.")
MEANWHILE = N_("Another device has saved something in the meantime. Look at the tables, then save again.")
Errors = tuple[tuple[str, str], ...]


class SlipLine(Struct):
    """A table: the names of its sides with what is in their fields, the totals that it had when the page was made, the
    totals that were asked about, and how it stands. Of a table that is not `counted` the director gives the points;
    `plays_on` are the sides to choose from where a draw cannot stand.
    """

    number: int
    sides: tuple[tuple[str, str, str], ...]
    saw: str
    asked: str
    says: str
    done: bool
    counted: bool
    plays_on: tuple[tuple[str, str], ...]
    winner: str


class SlipsPage(AtFields, Struct):
    """Every table of a round; `focus` is the field to begin with, `waits` how many tables have no result yet."""

    evening_id: str
    number: int
    lines: tuple[SlipLine, ...]
    focus: str
    waits: int
    closed: bool
    version: int
    key: str
    errors: Errors = ()


@blueprint.get("/evenings/<evening_id>/rounds/<int:number>/slips")
@needs(Right.DIRECT)
def show(evening_id: str, number: int) -> str:
    """The tables of a round, with the totals that are entered already."""
    return _page(evening_id, number)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/slips")
@needs(Right.DIRECT)
def save(evening_id: str, number: int) -> Response | tuple[str, int]:
    """Settle every table whose totals were typed or changed, all of them together; a mistake or a question brings the
    page back as it was typed."""
    desk, form = current_desk(), request.form
    evening = desk.load_evening(evening_id).state
    round_, mark = _round(evening, number), stamp(form)
    if desk.ledger.evenings.find_key(evening_id, mark.key) is None:
        slips, errors = _read(evening, round_, form)
        if errors:
            return _page(evening_id, number, errors), 422
        try:
            if slips:
                set_slips(desk, evening_id, number, slips, replace(mark, version=evening.version))
        except (Refused, StaleEvening) as failure:
            says = refusal_text(failure) if isinstance(failure, Refused) else words().gettext(MEANWHILE)
            return _page(evening_id, number, ((field(slips[0].table, 0), says),)), 409
    if _round(desk.load_evening(evening_id).state, number).waits_for:
        return redirect(url_for("evening_slips.show", evening_id=evening_id, number=number), 303)
    return redirect(url_for("evening_director.home", evening_id=evening_id, round=number), 303)


def field(table: int, side: int) -> str:
    """The name of the field of a side."""
    return f"score-{table}-{side}"


def read_totals(form: Mapping[str, str], fields: tuple[str, ...]) -> tuple[tuple[int, ...], Errors]:
    """The totals in some fields, and the sentences at those that cannot be read."""
    totals: list[int] = []
    errors: list[tuple[str, str]] = []
    for name in fields:
        typed = form.get(name, "").strip()[:LONGEST]
        try:
            totals.append(parse_number(typed))
        except NumberNotUnderstood as wrong:
            errors.append((name, words().gettext(MISSING if not typed else PROBLEMS[wrong.key], typed=typed)))
    return tuple(totals), tuple(errors)


def questions(
    evening: Evening, table: TableNow, totals: tuple[int, ...], fields: tuple[str, ...], asked: str
) -> Iterator[tuple[str, str]]:
    """What is asked about these totals, at their fields; nothing, where they were `asked` about before."""
    if asked == as_text(totals):
        return
    if table.state == "confirmed":
        yield fields[0], words().gettext(CONFIRMED, figures=_say_totals(table.now.totals))
    ends, rules = evening.setup.round_end, current_desk().load(table.match).state.setup.rules
    for name, total in zip(fields, totals, strict=True):
        if question := unlikely(total, rules, ends.get("deals") if ends.get("by") == "deals" else None):
            yield name, words().gettext(QUESTIONS[question], figure=total)


def as_text(totals: tuple[int, ...] | None) -> str:
    """Totals as a hidden field has them."""
    return " ".join(map(str, totals or ()))


def _say_totals(totals: tuple[int, ...]) -> str:
    return " : ".join(map(words().number, totals))


def _read(evening: Evening, round_: RoundNow, form: Mapping[str, str]) -> tuple[list[Slip], Errors]:
    """The slips that were typed or changed, and every mistake and question."""
    slips: list[Slip] = []
    errors: list[tuple[str, str]] = []
    moment = now()
    for table in round_.tables:
        fields = tuple(field(table.number, side) for side in range(len(table.sides)))
        if not any(form.get(name, "").strip() for name in fields):
            continue
        totals, wrong = read_totals(form, fields)
        has, saw = entered(table), form.get(f"saw-{table.number}", "")
        if not wrong and as_text(totals) in (saw, as_text(has)):
            continue
        if not wrong and saw != as_text(has):
            at = stands(evening, round_, table)
            figures = _say_totals(has or ()) or say_stands(evening, round_, at, moment, words())
            wrong = ((fields[0], words().gettext(CHANGED, figures=figures)),)
        errors += wrong or questions(evening, table, totals, fields, form.get(f"asked-{table.number}", ""))
        winner = whole(form.get(f"winner-{table.number}", ""), 1) if len(set(totals)) < len(totals) else None
        slip = Slip(table.number, totals, has, winner)
        if not wrong and asks_who_plays_on(table, slip):
            errors.append((f"winner-{table.number}", refusal_text(impossible("who_goes_on", ""))))
        slips.append(slip)
    return slips, tuple(errors)


def _round(evening: Evening, number: int) -> RoundNow:
    if not 0 < number <= len(evening.rounds):
        abort(404)
    return evening.rounds[number - 1]


def _page(evening_id: str, number: int, errors: Errors = ()) -> str:
    evening = current_desk().load_evening(evening_id).state
    round_ = _round(evening, number)
    closed = round_.state == "closed" or evening.state == "finished"
    lines = tuple(_lines(evening, round_, request.form, dict(errors)))
    empty = (field(line.number, side) for line in lines for side, each in enumerate(line.sides) if not each[2])
    page = SlipsPage(
        evening_id=evening_id,
        number=number,
        lines=lines,
        focus="" if errors or closed else next(empty, ""),
        waits=len(round_.waits_for),
        closed=closed,
        version=evening.version,
        key=new_key(),
        errors=errors,
    )
    return render_template("evenings/slips.html", page=page)


def _lines(
    evening: Evening, round_: RoundNow, typed: Mapping[str, str], errors: Mapping[str, str]
) -> Iterator[SlipLine]:
    names, points, moment = names_of(evening, round_.number), points_at(evening, round_.number), now()
    for table in round_.tables:
        at = Stands(table, named(names, table), points.get(table.number, ()))
        totals, fields = entered(table), [field(table.number, side) for side in range(len(table.sides))]
        texts = [str(total) for total in totals] if totals else [""] * len(fields)
        given = [typed.get(name, text)[:LONGEST] for name, text in zip(fields, texts, strict=True)]
        wrong = any(name in errors for name in fields)
        yield SlipLine(
            number=table.number,
            sides=tuple(zip(fields, at.sides, given, strict=True)),
            saw=as_text(totals),
            asked=as_text(read_totals(typed, tuple(fields))[0]) if wrong else "",
            says=say_stands(evening, round_, at, moment, words()),
            done=totals is not None,
            counted=table.counted,
            plays_on=_plays_on(at, read_totals(dict(zip(fields, given, strict=True)), tuple(fields))[0]),
            winner=typed.get(f"winner-{table.number}", ""),
        )


def _plays_on(at: Stands, totals: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """The sides, where those figures are a draw from which the movement cannot go on."""
    level = at.table.needs_winner and len(set(totals)) < len(totals)
    return tuple((str(side), name) for side, name in enumerate(at.sides)) if level else ()
