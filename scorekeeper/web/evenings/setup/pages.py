"""The list of evenings, setting one up, and changing its settings later."""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.actions.evenings.opening import NewEntrant, NewEvening, amend_evening, open_evening
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import UNSET
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.people import people_of
from scorekeeper.evening.ranking.scoring import plain_scoring
from scorekeeper.evening.settings import EveningSetup
from scorekeeper.ledger.errors import UnknownEvening
from scorekeeper.ledger.records.drafts import NEW
from scorekeeper.ledger.records.renaming import in_lines
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.web.evenings.entrants import FIELD, People, read_names, text_of
from scorekeeper.web.evenings.setup.house import with_preset
from scorekeeper.web.evenings.setup.settings import (
    SIZES,
    fitting,
    formats_of,
    one_by_one,
    read_settings,
    settings_of,
    settings_page,
    typed_of,
)
from scorekeeper.web.frame import Right, current_desk, device, needs, new_key, now, refusal_text, stamp, words
from scorekeeper.web.frame.forms import APART, REASON_LENGTH, SAME, answered, questions, said_apart
from scorekeeper.words import N_
from scorekeeper.words.club.evenings import say_evening

blueprint = Blueprint("evenings", __name__)

MOST_TYPED = 20_000
#: The maximum number of recent players whose names are offered.
MOST_RECENT = 60
#: The minimum number of players of an evening.
FEWEST = 4
#: The id of the part of the page that asks whether a typed name is another spelling of a known one.
ALIKE = "alike"
#: The button that puts saved house rules into the form.
PRESET = "preset"
#: The fields of the forms that are not settings.
BESIDES = frozenset(
    (FIELD, "csrf_token", "key", "version", "last", "clear", "add", "drop", "reason", PRESET, SAME, APART)
)


@blueprint.get("/evenings")
@needs(Right.DIRECT)
def index() -> str:
    """List the evenings, the latest first."""
    return render_template("evenings/list.html", evenings=current_desk().ledger.evenings.page())


@blueprint.get("/evenings/new")
@needs(Right.DIRECT)
def new() -> str:
    """Show the form to set up an evening, filled in from the address, else from the draft."""
    draft = current_desk().ledger.evening_drafts.get(*NEW)
    body = {name: str(text) for name, text in (draft.body if draft else {}).items()}
    values = request.args or MultiDict([*body.items(), *((APART, name) for name in body.pop(APART, "").splitlines())])
    return _page(_typed(values), _names(values), said_apart(values), kept=bool(draft and not request.args))


@blueprint.post("/evenings/new")
@needs(Right.DIRECT)
def keep() -> Response:
    """Save the typed values as the draft, or delete the draft; then show the form again."""
    drafts, form = current_desk().ledger.evening_drafts, request.form
    if "clear" in form:
        drafts.drop(*NEW)
    else:
        body = {name: text[:200] for name, text in form.items() if name not in BESIDES} | {FIELD: _names(form)}
        body = with_preset(body, form[PRESET]) if PRESET in form else body
        body |= {APART: "\n".join(said_apart(form))}
        drafts.save(*NEW, body=body, seen=None, device=device(), now=now())
    return redirect(url_for("evenings.new"), 303)


@blueprint.post("/evenings")
@needs(Right.DIRECT)
def create() -> Response | tuple[str, int]:
    """Open the evening and go to the seating of round 1; after an error, show the form as typed."""
    names, typed, say = _names(request.form), _typed(request.form), words()
    people, apart = read_names(names, say), said_apart(request.form)
    movement = _chosen(typed, people)
    size, singly = SIZES[typed["format"]], one_by_one(movement, people)
    asked = questions(people.everybody, apart, say)
    wrong = [(FIELD, says) for says in people.wrong(size, say, singly=singly)]
    if not wrong and people.count < FEWEST:
        wrong = [(FIELD, say.gettext(N_("Type who plays: four people at least.")))]
    wrong += [(ALIKE, each.says) for each in asked]
    if wrong:
        return _page(typed, names, apart, tuple(wrong)), 422
    key = request.form.get("key") or new_key()
    drawn = str(int(sha256(key.encode()).hexdigest(), 16) % 9000 + 1000)  # a form sent twice opens the same evening
    seed = typed["seed"].strip()[:60] or drawn
    entrants = tuple(
        NewEntrant(players, fixed_table=at) for players, at in people.entrants(size=size, singly=singly, seed=seed)
    )
    last = _last()
    own = last.setup.scoring.rounds if last else {}
    try:
        day = typed["date"].strip() or datetime.now().astimezone().date().isoformat()
        settings = {**settings_of(typed, movement, say, own), "seed": seed, "date": day}
        opened = open_evening(
            current_desk(),
            NewEvening(settings, entrants, draw=True),
            evening_id=secrets.token_hex(5),
            key=key,
            actor=device(),
            now=now(),
        )
    except Refused as refused:
        return _page(typed, names, apart, ((_field(refused.where), refusal_text(refused)),)), 422
    current_desk().ledger.evening_drafts.drop(*NEW)
    return redirect(url_for("evening_seating.show", evening_id=opened.entry.owner, number=1), 303)


@blueprint.get("/evenings/<evening_id>/settings")
@needs(Right.DIRECT)
def settings(evening_id: str, typed: Mapping[str, str] | None = None, errors: tuple[tuple[str, str], ...] = ()) -> str:
    """Show the form to change an evening's settings: the current ones, or those `typed`, with `errors`."""
    evening, say = current_desk().load_evening(evening_id).state, words()
    if evening.state == "finished":
        abort(404)
    setup = evening.setup
    shown = typed or {**read_settings({}, typed_of(setup), say), "movement": setup.movement, "date": setup.date}
    people = People(tuple(people_of(evening)))
    fit = dict.fromkeys((setup.movement, *fitting(people, shown["format"])))
    return render_template(
        "evenings/settings.html",
        page=settings_page(shown, shown["movement"], fit, errors),
        errors=errors,
        evening_id=evening_id,
        title=say_evening(setup.title, say),
        needs_reason=bool(evening.rounds),
        reason=request.form.get("reason", ""),
        version=evening.version,
        key=new_key(),
    )


@blueprint.post("/evenings/<evening_id>/settings")
@needs(Right.DIRECT)
def amend(evening_id: str) -> Response | tuple[str, int]:
    """Change the settings; once a round is published, a reason is needed."""
    desk, mark = current_desk(), stamp(request.form)
    evening, reason = desk.load_evening(evening_id).state, request.form.get("reason", "").strip()[:REASON_LENGTH]
    setup = evening.setup
    before = {**typed_of(setup), "date": setup.date}
    if PRESET in request.form:  # nothing is written: show the form with these house rules
        typed = read_settings(with_preset(request.form, request.form[PRESET]), before, words())
        return settings(evening_id, typed), 200
    if desk.ledger.evenings.find_key(evening_id, mark.key) is None:
        typed = read_settings(request.form, before, words())
        try:
            wanted = settings_of(typed, typed["movement"], words(), setup.scoring.rounds)
            wanted["date"] = typed["date"].strip() or setup.date
            shown: dict[str, Any] = {}
            with suppress(
                Refused
            ):  # the form may show other settings than the evening has: it does not offer all values
                shown = settings_of(read_settings({}, before, words()), setup.movement, words(), setup.scoring.rounds)
            if changed := _changed(setup, shown, wanted):
                amend_evening(desk, evening_id, changed, reason, mark)
        except Refused as refused:
            where = _field(refused.where.removeprefix("changed."))
            return settings(evening_id, typed, ((where, refusal_text(refused)),)), 422
    return redirect(url_for("evening_director.home", evening_id=evening_id), 303)


def _field(where: str) -> str:
    """The name of the field for a refusal's location in the act: "minutes" for "round_end.minutes"."""
    if where.startswith("entrants"):
        return FIELD
    return where.removeprefix("round_end.").replace("movement_options.", "opt-")


def _kept(was: Any, shown: Any, wanted: Any) -> Any:
    """A value as it is to be: `wanted`, but what the form shows otherwise than it was, and nobody changed, stays."""
    if wanted == shown:
        return was
    if not all(isinstance(each, dict) for each in (was, shown, wanted)):
        return wanted
    each = {key: _kept(*(of.get(key, UNSET) for of in (was, shown, wanted))) for key in {**was, **wanted}}
    return {key: value for key, value in each.items() if value is not UNSET}


def _changed(setup: EveningSetup, shown: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that were changed in the form, by name: `shown` was its first state, `wanted` is its last."""
    was: dict[str, Any] = {key: getattr(setup, key) for key in wanted}
    was |= {"options": dict(setup.options), "movement_options": dict(setup.movement_options)}
    was |= {"round_end": dict(setup.round_end), "tables": list(setup.tables) if setup.tables else None}
    was |= {"tie_breaks": list(setup.tie_breaks or setup.scoring.tie_breaks), "scoring": plain_scoring(setup.scoring)}
    kept = {key: _kept(was[key], shown.get(key, UNSET), value) for key, value in wanted.items()}
    return {key: value for key, value in kept.items() if value != was[key]}


def _names(values: MultiDict[str, str]) -> str:
    """The text of the field of names, changed by the button that was pressed, if any.

    A button adds or removes a name, replaces one by its known spelling, or adds the names of the last evening.
    """
    text = in_lines(values.get(FIELD, ""), answered(values)) if SAME in values else values.get(FIELD, "")
    typed = [line for line in text.strip("\r\n").splitlines() if line.strip() != values.get("drop")]
    names = "\n".join(filter(None, (*typed, values.get("add", ""))))[:MOST_TYPED]
    return "\n".join(filter(None, (names.strip(), text_of(_last_names())))) if "last" in values else names


def _typed(values: Mapping[str, str]) -> dict[str, str]:
    """The settings by field: those chosen in the form, else those of the last evening."""
    last = _last()
    return read_settings(values, typed_of(last.setup) if last else {}, words())


def _last() -> Evening | None:
    """The latest evening; None if there is none or it cannot be read."""
    rows = current_desk().ledger.evenings.page(limit=1)
    with suppress(UnknownEvening):
        return current_desk().load_evening(rows[0].id).state if rows else None
    return None


def _last_names() -> list[tuple[tuple[str, ...], int | None]]:
    """The entrants of the last evening as (names, fixed table or None), without players whose name is now deleted."""
    evening = _last()
    if evening is None:
        return []
    players = current_desk().ledger.players
    gone = {player.name for player in players.some(players.forgotten())}
    tables = (entrant.fixed_table for entrant in evening.entrants)
    lines = (tuple(name for name in names if name not in gone) for names in people_of(evening))
    return [(names, at) for names, at in zip(lines, tables, strict=True) if names]


def _chosen(typed: Mapping[str, str], people: People) -> str:
    fit = fitting(people, typed["format"])
    return typed["movement"] if typed["movement"] in fit else fit[0]


def _page(
    typed: Mapping[str, str],
    names: str,
    apart: tuple[str, ...],
    errors: tuple[tuple[str, str], ...] = (),
    *,
    kept: bool = False,
) -> str:
    say = words()
    people = read_names(names, say)
    formats, known = formats_of(typed["rules"]), {name.casefold() for name in people.everybody}
    recent = (player.name for player in current_desk().ledger.players.recent(limit=MOST_RECENT))
    if typed["format"] not in formats and not errors:  # other rules were chosen since
        typed = {**typed, "format": formats[0]}
    format_ = typed["format"]
    movement = _chosen(typed, people)
    size, last = 1 if one_by_one(movement, people) else SIZES[format_], _last_names()
    tables, left = divmod(people.count // size, rulebook().formats[format_].table["players"] // size)
    return render_template(
        "evenings/new.html",
        page=settings_page({**typed, FIELD: names}, movement, fitting(people, format_), errors),
        errors=errors,
        key=new_key(),
        people=people,
        lines=list(filter(None, map(str.strip, names.splitlines()))),
        tables=tables,
        resting=left * size,
        partners_drawn=bool(people.alone and size > 1),
        last_names=sum(len(line) for line, _ in last),
        not_here=bool(last) and names.strip() == text_of(last),
        recent=sorted((name for name in recent if name.casefold() not in known), key=say.sort_key),
        alike=questions(people.everybody, apart, say),
        kept_apart=apart,
        draft=kept,
    )
