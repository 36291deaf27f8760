"""The routes of a deal: the page to record or amend it, its preview, its draft, saving it, and undoing the save."""

import json
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache, partial
from typing import Any

from flask import Blueprint, abort, current_app, g, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.desk import Folded
from scorekeeper.actions.matches.deals import WAYS, DealSheet, amend_deal, record_deal, remove_last_deal
from scorekeeper.actions.matches.deals import preview as previewed
from scorekeeper.engine.matches.as_played import as_played
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import replace
from scorekeeper.ledger.chain.entries import KEY_LENGTHS
from scorekeeper.ledger.errors import KeyReused, StaleVersion
from scorekeeper.ledger.records.drafts import Draft, StaleDraft
from scorekeeper.web.deals.entry import fill, read_entry, switched, ways_in, ways_of
from scorekeeper.web.deals.fields import WAS, FieldColumn, Form, clean, is_way, of_before
from scorekeeper.web.deals.parts import figures, heads
from scorekeeper.web.deals.questions import SURE, as_recorded, open_questions, say_refused, sheet_of
from scorekeeper.web.deals.shape import YES, Fields, Shape, Team, shape_of
from scorekeeper.web.deals.views import EntryPage
from scorekeeper.web.frame import Right, current_desk, device, load, needs, new_key, now, stamp, words
from scorekeeper.web.frame.desk import glance
from scorekeeper.web.frame.device import device_name, say_device
from scorekeeper.web.matches.events import happened, say_points, say_saved
from scorekeeper.words import N_, Words
from scorekeeper.words.entry import BUTTONS
from scorekeeper.words.numbers import whole

blueprint = Blueprint("deals", __name__, url_prefix="/matches/<match_id>/deals")

#: The number of deals by which a form may be ahead of the next deal: by one, if another device undoes a save while the
#: form is open. The answer to such a form has a notice and everything that was typed.
AHEAD = 1
ALSO_ENTERS = N_("%(device)s is entering this deal, too. The first to save counts; the other is asked what to do.")
MINE = N_("Yours: %(points)s. It is kept.")
OTHERS_CHANGE = N_("The match was changed on another device in the meantime. Your entry is kept.")
CHANGE = N_(
    "Someone began to change this deal at %(time)s on %(device)s and did not save. The fields show that change."
)
DRAFT = N_("%(device)s started entering this deal at %(time)s.")
#: The header of a 409 answer that says what became of the deal. The service worker reads it, because the page that
#: sent the deal may be closed by then.
STALE = "X-Stale"
Answer = Response | str | tuple[str, int]


@blueprint.get("/new")
@needs(Right.WRITE)
def new(match_id: str) -> Answer:
    """Show the form for the next deal, or go to the board if the match is over."""
    folded = load(match_id)
    if folded.state.over:
        return redirect(url_for("matches.board", match_id=match_id), 303)
    return _shown(_opened(folded, match_id, folded.state.next_deal))


@blueprint.get("/<int:number>/amend")
@needs(Right.WRITE)
def amend(match_id: str, number: int) -> Answer:
    """Show the form of a recorded deal, to amend it."""
    folded = load(match_id)
    if number not in folded.memory.deals:
        abort(404)
    return _shown(_opened(folded, match_id, number))


@blueprint.post("/<int:number>")
@needs(Right.WRITE)
def save(match_id: str, number: int) -> Answer:
    """Save the deal, or do what another button of the form says. Nothing that was typed is lost.

    If the deal is refused, the answer is 422 with the form as typed and each error at its field; if another device
    saved first, it is 409 with what is recorded.
    """
    desk = current_desk()
    folded = load(match_id)
    if number > folded.state.next_deal + AHEAD:
        abort(404)
    form = request.form
    act, _, step = form.get("act", "save").partition(":")
    if act != "save":
        return _put_aside(folded, match_id, number, act, step)
    mark = stamp(form)
    entered = read_entry(_form(folded, match_id, number))
    fields, amends = entered.form.fields, _amends()
    sheet = DealSheet(entered.body, [team.way for team in entered.form.teams], agreed="agreed" in fields)
    lacking = any(open_questions(entered)) or (amends and not fields.get("reason"))
    if not lacking and sheet.agreed:  # the sides agreed to the figures that they saw, not to others
        row = previewed(folded.memory, number, entered.body, rows=folded.state.rows).row
        lacking = row is not None and fields["agreed"] != figures(row)
    overtaken = mark.version < folded.memory.version or (number in folded.memory.deals and not amends)
    if (lacking or overtaken) and desk.ledger.matches.find_key(match_id, mark.key) is None:
        return _overtaken(folded, match_id, number) if overtaken else _come_back(folded, match_id, number)
    try:
        if amends:
            amend_deal(desk, match_id, number, sheet, fields.get("reason", ""), mark, seen=folded)
        else:
            record_deal(desk, match_id, sheet, mark, number=number, seen=folded)
    except (StaleVersion, KeyReused):  # two devices that continue the same draft send the same key
        return _overtaken(desk.load(match_id), match_id, number)
    except Refused as refused:
        return _come_back(folded, match_id, number, refused)
    return redirect(url_for("matches.board", match_id=match_id, saved=number), 303)


@blueprint.get("/<int:number>/saved")
@needs(Right.WRITE)
def saved(match_id: str, number: int) -> Response:
    """Say who saved the deal, when, and with what points, to a device that never received the answer to its save."""
    folded = load(match_id)
    if number not in folded.memory.deals:
        abort(404)
    return jsonify(says=say_saved(match_id, number, folded.state, words(), key=request.args.get("key", "")))


@blueprint.post("/<int:number>/preview")
@needs(Right.WRITE)
def preview(match_id: str, number: int) -> str:
    """Render the parts of the page that follow from what is typed.

    If the form names the sheet in view (`sight`), only the melds and lines of that sheet are rendered.
    """
    folded = load(match_id)
    sight, number = request.form.get("sight", ""), _deal_or_404(folded, number)
    page = _typed(folded, match_id, number)
    page = replace(page, recorded=page.amending and not _amends())
    teams = [team for team in page.form.teams if sight in ("", sheet_of(team))]
    return render_template("deals/preview.html", page=page, teams=teams)


@blueprint.route("/<int:number>/draft", methods=["POST", "PUT"])
@needs(Right.WRITE)
def draft(match_id: str, number: int) -> Response | tuple[Response, int]:
    """Keep what is typed; answer 409 if that would overwrite another device's draft or recorded deal."""
    folded = load(match_id)
    if _deal_or_404(folded, number) in folded.memory.deals and not _amends():  # sent before the deal was recorded
        return jsonify(version=0, says=say_saved(match_id, number, folded.state, words())), 409
    try:
        version = _keep(folded, match_id, number, seen=whole(request.form.get("seen", ""), 9) or 0)
    except StaleDraft as stale:
        if stale.current is None:
            return jsonify(version=0, says=""), 409
        says = words().gettext(ALSO_ENTERS, device=say_device(stale.current.device, words()))
        return jsonify(version=stale.current.version, says=says), 409
    return jsonify(version=version)


@blueprint.post("/<int:number>/undo")
@needs(Right.WRITE)
def undo(match_id: str, number: int) -> Response:
    """Undo the save of the last deal, and show its form with everything that was entered."""
    desk = current_desk()
    folded = load(match_id)
    mark = stamp(request.form)
    record = folded.memory.deals.get(number)
    remove_last_deal(desk, match_id, number, "", mark)
    if record is not None:
        body = {
            "fields": as_recorded(record.body, _shape(folded, match_id, number)),
            "begun": True,
            "key": new_key(),
            "version": "",
        }
        desk.ledger.drafts.save(match_id, number, body=body, seen=None, device=mark.actor, now=mark.now)
    return redirect(url_for("deals.new", match_id=match_id), 303)


# --- Not saved -------------------------------------------------------------------------------------------------------


def _put_aside(folded: Folded, match_id: str, number: int, act: str, step: str) -> Answer:
    """Do what a button other than Save says (`act`), and redirect to the form, at this `step`.

    "theirs" drops the draft and redirects to the board instead. "draw" renders the form at once. If another device
    recorded the deal meanwhile, the answer is that of `_overtaken`, except to "theirs", "discard" and "restore".
    """
    if act == "theirs":  # keep what another device saved
        current_desk().ledger.drafts.drop(match_id, number)
        return redirect(url_for("matches.board", match_id=match_id), 303)
    if act == "discard":  # start over; the entry can be restored until the deal is saved
        form = _form(folded, match_id, number)
        ways = {name: way for name, way in form.fields.items() if is_way(name)}
        if ways != form.fields:
            _put(match_id, number, _blank(folded, number, form.shape) | ways, form.fields)
    elif act == "restore":
        draft = current_desk().ledger.drafts.get(match_id, number)
        if draft and draft.body.get("before"):
            _put(match_id, number, draft.body["before"], None)
    elif number in folded.memory.deals and not _amends():
        return _overtaken(folded, match_id, number)
    elif act == "draw":  # sent by the page's script, which keeps the draft itself
        return _shown(_typed(folded, match_id, number))
    else:
        _keep(folded, match_id, number, seen=None)
    url = _address(match_id, number, recorded=number in current_desk().load(match_id).memory.deals)
    return redirect(url + (f"#{step}" if step else ""), 303)


def _come_back(folded: Folded, match_id: str, number: int, refused: Refused | None = None) -> Answer:
    """Answer 422 with the page as typed, and with its errors at their fields; the entry is saved as the draft. If it
    has no errors, but the act on the match was refused (`refused`), the refusal is shown above the form, and no draft
    is saved."""
    page = replace(_typed(folded, match_id, number), saving=True)
    outlived = [("agreed", says) for says in page.disagreed] if page.value("agreed") else []
    errors = (*page.wrong, *outlived)
    if errors or refused is None:
        _keep(folded, match_id, number, seen=None)
    else:
        errors = ((None, say_refused(refused, page)),)
    return _shown(replace(page, errors=errors)), 422


def _overtaken(folded: Folded, match_id: str, number: int) -> Answer:
    """Answer 409 to a save if another device saved first: the page shows what that device saved and what was typed,
    ready to be saved again. The header `STALE` has the page's notes and the version of the match as JSON, for the
    service worker."""
    state, say, seen = folded.state, words().gettext, whole(request.form.get("version", ""), 9) or 0
    # a deal may also have been annulled before it was recorded, or removed
    page = _typed(folded, match_id, number if number in folded.memory.deals else state.next_deal)
    recorded = page.amending and (not _amends() or folded.memory.deals[page.number].version > seen)
    first = say_saved(match_id, page.number, state, words()) if recorded else say(OTHERS_CHANGE)
    mine = say_points([(each.name, each.got.total) for each in page.all_scorers if each.got], words())
    since = happened(match_id, seen, words(), but=page.number if recorded else None)
    notes = (first, *([say(MINE, points=mine)] if recorded and mine else []), *since)
    page = replace(page, key=new_key(), version=state.version, stale=True, recorded=recorded, notes=notes)
    response = current_app.make_response((_shown(page), 409))
    response.headers[STALE] = json.dumps({"says": notes, "version": state.version, "recorded": recorded})
    return response


# --- What is typed ---------------------------------------------------------------------------------------------------


def _amends() -> bool:
    """Return whether the deal of the form was already recorded when the form was opened."""
    return request.form.get("mode") == "amend"


def _form(folded: Folded, match_id: str, number: int) -> Form:
    """The form as typed. A way of counting that was chosen for all sides is set for each of them. Where a way changed,
    what was entered is converted to the new one."""
    form, shape = request.form.to_dict(), _shape(folded, match_id, number)
    fields = of_before(clean(form), shape)
    way = form.get("ways", "")
    if way in WAYS and way != form.get("was-ways"):
        fields |= {f"s{side}-way": way for side in range(3)}
    was = {side: form[f"s{side}{WAS}"] for side in range(3) if form.get(f"s{side}{WAS}") in WAYS}
    _, _, usual = form.get("act", "").partition("save:")
    if form.get("act", "").startswith(SURE):  # a button that asked a question, and was tapped to confirm it
        fields[form["act"].removeprefix(SURE)] = YES
    if usual in BUTTONS:  # a save button that names the reason
        fields["reason"] = words().gettext(BUTTONS[usual])
    if any(fields.get(f"s{side}-way", before) != before for side, before in was.items()):
        fields = switched(fields, was, folded.memory.setup_in(number), shape)
    return Form(shape, fields)


def _shape(folded: Folded, match_id: str, number: int) -> Shape:
    """The shape of a deal's entry; if the club counts the cards left, every card is entered unless a table chooses
    otherwise."""
    setup, every_card = folded.memory.setup_in(number), glance(match_id).every_card
    names = tuple(side.name for side in setup.sides) if setup.rules.table.alliances else ()
    return shape_of(setup.rules, every_card, names)


def _typed(folded: Folded, match_id: str, number: int) -> EntryPage:
    """The page with the values of the request's form."""
    form = request.form
    version, seen = (whole(form.get(name, ""), 9) or 0 for name in ("version", "seen"))
    rest = {"key": form.get("key", ""), "version": version, "seen": seen, "step": form.get("step", "")}
    return _page(folded, match_id, number, _form(folded, match_id, number), **rest)


def _opened(folded: Folded, match_id: str, number: int) -> EntryPage:
    """The page of a deal from its draft, else as recorded, else empty; `way` in the address sets how all sides are
    counted."""
    shape = _shape(folded, match_id, number)
    blank = Form(shape, _blank(folded, number, shape))
    draft = current_desk().ledger.drafts.get(match_id, number)
    body = draft.body if draft else {}
    fields = of_before(body["fields"], shape) if draft else blank.fields
    if (way := request.args.get("way", "")) in WAYS:
        fields = {**fields, **{f"s{team.number}-way": way for team in Form(shape, fields).teams}}
    form, key = Form(shape, clean(fields)), str(body.get("key", ""))
    changed = read_entry(form).body != read_entry(blank).body if number in folded.memory.deals else None
    return _page(
        folded,
        match_id,
        number,
        form,
        key=key if len(key) in KEY_LENGTHS else new_key(),
        version=folded.state.version,
        seen=draft.version if draft else 0,
        draft=_draft_note(draft, changed),
        step=str(body.get("step", "")),
        emptied=bool(body.get("before")),
    )


def _draft_note(draft: Draft | None, changed: bool | None) -> str | None:
    """The note that another device began this deal, or that a recorded one has an unsaved change; None if neither
    applies. `changed` says whether the draft differs from the recorded deal, None for a deal that is not recorded."""
    if draft is None or changed is False or (changed is None and draft.device == device_name()):
        return None
    moment = datetime.fromisoformat(draft.updated_at).astimezone()
    says = DRAFT if changed is None else CHANGE
    return words().gettext(says, device=say_device(draft.device, words()), time=words().time(moment))


def _page(folded: Folded, match_id: str, number: int, form: Form, **rest: Any) -> EntryPage:
    """The page of this form, with the engine's preview of the deal."""
    entered = read_entry(form)
    shown = previewed(folded.memory, number, entered.body, rows=folded.state.rows)
    record = folded.memory.deals.get(number)
    was = fill(record.body, form.shape) if record else {}
    state = folded.state
    played = as_played(state, current_desk().ledger.matches.entries(match_id), since=number) if record else state
    return EntryPage(match_id, state, played, number, entered, shown, words(), was=was, **rest)


def _blank(folded: Folded, number: int, shape: Shape) -> dict[str, str]:
    """The fields with which the form of a deal begins. For a recorded deal: its whole entry, and the points that the
    sides agreed to (`agreed_to`); they have to agree again. For a new deal: the ways of counting of the previous
    one."""
    deals = folded.memory.deals
    if number in deals:
        record = deals[number]
        agreed_to = figures(folded.state.row(number)) if record.agreed else ""
        return as_recorded(record.body, shape) | ({"agreed_to": agreed_to} if agreed_to else {})
    if not deals:
        return {}
    last = deals[max(deals)]
    hands = {name: mode for name, mode in ways_in(last.body, shape).items() if name.endswith("-hand")}
    return hands | ways_of(last.entered_as, shape, {})


# --- Drafts ----------------------------------------------------------------------------------------------------------


def _keep(folded: Folded, match_id: str, number: int, *, seen: int | None) -> int:
    """Save the form as the draft and return its version. An entry that was emptied can still be restored."""
    draft = current_desk().ledger.drafts.get(match_id, number)
    before = draft.body.get("before") if draft else None
    fields, step = _form(folded, match_id, number).fields, request.form.get("step", "")
    return _put(match_id, number, fields, before, seen=seen, step=step)


def _put(
    match_id: str, number: int, fields: Fields, before: Fields | None, *, seen: int | None = None, step: str = ""
) -> int:
    """Save these fields as the draft and return its version; `before` are the fields that can be restored, `seen` is as
    in `Drafts.save`."""
    begun = not all(is_way(name) for name in fields)
    form = request.form
    body = {"fields": fields, "begun": begun, "key": form.get("key", ""), "version": form.get("version", "")}
    body |= ({"before": before} if before else {}) | ({"step": step} if step else {})
    drafts = current_desk().ledger.drafts
    return drafts.save(match_id, number, body=body, seen=seen, device=device(), now=now()).version


def _deal_or_404(folded: Folded, number: int) -> int:
    if number not in (*folded.memory.deals, folded.state.next_deal):
        abort(404)
    return number


def _address(match_id: str, number: int, *, recorded: bool) -> str:
    """The address of the form of a deal."""
    return url_for("deals.amend" if recorded else "deals.new", match_id=match_id, number=number if recorded else None)


def _shown(page: EntryPage) -> str:
    g.page_of_form = _address(page.match_id, page.number, recorded=page.amending)
    coming = heads(page.state, page.number, page.words)
    return render_template("deals/entry.html", page=page, heads=coming, tray=partial(_tray, page))


def _tray(page: EntryPage, team: Team, column: FieldColumn, render: Callable[[FieldColumn], str]) -> str:
    """Render the tray of a column. An empty one is the same at every table of a game and is rendered only once: trays
    are a third of the page."""
    if column.filled or current_app.debug:
        return render(column)
    kept = _trays(page.shape.rules, page.words, team.number)
    if column.rank not in kept:
        kept[column.rank] = render(column)
    return kept[column.rank]


@lru_cache(maxsize=64)
def _trays(rules: RuleSet, words: Words, number: int) -> dict[str, str]:
    """The cache of a side's empty trays by rank, filled by `_tray`: about 30 KB."""
    return {}
