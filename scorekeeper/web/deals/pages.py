"""Deals: the page that records or amends one, its preview, its draft, its save, and the save taken back."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.club_rules import cards_left_required
from scorekeeper.actions.deals import DealSheet, amend_deal, record_deal, remove_last_deal
from scorekeeper.actions.desk import Folded, Stamp
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.drafts import StaleDraft
from scorekeeper.ledger.errors import KeyReused, StaleVersion
from scorekeeper.web.deals import moments as entry_desk
from scorekeeper.web.deals.entry import Entered
from scorekeeper.web.deals.fields import Fields, begun
from scorekeeper.web.deals.views import EntryPage
from scorekeeper.web.frame.desk import current_desk, device, new_key, now, stamp
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words.numbers import whole

blueprint = Blueprint("deals", __name__, url_prefix="/matches/<match_id>/deals")

#: A deal taken back on another device leaves one form a deal ahead; it is told so, and keeps what was typed.
AHEAD = 1
Answer = Response | str | tuple[str, int]


@blueprint.get("/new")
@needs(Right.WRITE)
def new(match_id: str) -> Answer:
    """The deal that is being played; a match that is over has none."""
    folded = current_desk().load(match_id)
    if folded.state.over:
        return redirect(url_for("matches.board", match_id=match_id), 303)
    return _shown(entry_desk.opened(folded, match_id, folded.state.next_deal, way=request.args.get("way", "")))


@blueprint.get("/<int:number>/amend")
@needs(Right.WRITE)
def amend(match_id: str, number: int) -> Answer:
    """A deal that is recorded, to be changed."""
    folded = current_desk().load(match_id)
    if number not in folded.memory.deals:
        abort(404)
    return _shown(entry_desk.opened(folded, match_id, number, way=request.args.get("way", "")))


@blueprint.post("/<int:number>")
@needs(Right.WRITE)
def save(match_id: str, number: int) -> Answer:
    """Save the deal, or with another button only look at it again; what was typed is never lost."""
    folded = current_desk().load(match_id)
    if number > folded.state.next_deal + AHEAD:
        abort(404)
    act, _, step = request.form.get("act", "save").partition(":")
    if act == "save":
        return _save(folded, match_id, number)
    if act == "discard":
        _empty(folded, match_id, number)
    elif act == "restore":
        _bring_back(match_id, number)
    elif number in folded.memory.deals and not entry_desk.amends(request.form):
        return _shown(entry_desk.stale(folded, match_id, number, request.form)), 409
    elif act == "draw":  # a script draws its page anew, and keeps the draft itself
        return _shown(entry_desk.typed(folded, match_id, number, request.form))
    else:
        _keep(folded, match_id, number, seen=None)
    return redirect(_entry_url(match_id, number) + (f"#{step}" if step else ""), 303)


@blueprint.post("/<int:number>/preview")
@needs(Right.WRITE)
def preview(match_id: str, number: int) -> str:
    """What the engine makes of the form as it stands, in the parts of the page that show it."""
    folded = current_desk().load(match_id)
    page = entry_desk.typed(folded, match_id, _known(folded, number), request.form)
    return render_template("deals/preview.html", page=page)


@blueprint.route("/<int:number>/draft", methods=["POST", "PUT"])
@needs(Right.WRITE)
def draft(match_id: str, number: int) -> Response:
    """Keep what is typed; another device that types as well is told, not overwritten."""
    folded = current_desk().load(match_id)
    try:
        if _known(folded, number) in folded.memory.deals and not entry_desk.amends(request.form):
            raise StaleDraft(None)  # it was saved meanwhile: what is still on its way is of before
        version = _keep(folded, match_id, number, seen=whole(request.form.get("seen", ""), 9) or 0)
    except StaleDraft as stale:
        response = jsonify(version=stale.current.version if stale.current else 0)
        response.status_code = 409
        return response
    return jsonify(version=version)


@blueprint.post("/<int:number>/undo")
@needs(Right.WRITE)
def undo(match_id: str, number: int) -> Response:
    """Take the save of the last deal back; everything that was entered stands on the page again."""
    desk = current_desk()
    folded = desk.load(match_id)
    mark = stamp(request.form)
    record = folded.memory.deals.get(number)
    remove_last_deal(desk, match_id, number, "", mark)
    if record is not None:
        body = entry_desk.draft_of(record, folded, key=new_key())
        desk.ledger.drafts.save(match_id, number, body=body, seen=None, device=mark.actor, now=mark.now)
    return redirect(url_for("deals.new", match_id=match_id), 303)


def _save(folded: Folded, match_id: str, number: int) -> Answer:
    """Refused, it comes back as it was typed with every mistake at its field; stale, with what the ledger has."""
    desk = current_desk()
    mark = stamp(request.form)
    fields = entry_desk.fields_of(request.form, folded)
    entered = entry_desk.entered(folded, fields)
    lacking = entry_desk.lacking(folded, number, fields, entered, amending=entry_desk.amends(request.form))
    if lacking and desk.ledger.find_key(match_id, mark.key) is None:
        return _come_back(folded, match_id, number)
    try:
        _write(match_id, number, fields, entered, mark)
    except (StaleVersion, KeyReused) as failure:
        status = 409 if isinstance(failure, StaleVersion) else 422
        return _shown(entry_desk.stale(desk.load(match_id), match_id, number, request.form)), status
    except Refused as refused:
        return _come_back(folded, match_id, number, refused)
    return redirect(url_for("matches.board", match_id=match_id, saved=number), 303)


def _come_back(folded: Folded, match_id: str, number: int, refused: Refused | None = None) -> Answer:
    """The page as it was typed: what is wrong at its fields, else why the match itself would not take the deal."""
    page = entry_desk.checked(folded, match_id, number, request.form)
    if page.errors or refused is None:
        _keep(folded, match_id, number, seen=None)
    else:
        page = entry_desk.refused(folded, match_id, number, request.form, refused)
    return _shown(page), 422


def _write(match_id: str, number: int, fields: Fields, entered: Entered, mark: Stamp) -> None:
    sheet = DealSheet(entered.body, entered.ways, entered.agreed)
    if entry_desk.amends(request.form):
        amend_deal(current_desk(), match_id, number, sheet, fields.get("reason", ""), mark)
    else:
        record_deal(current_desk(), match_id, sheet, mark, number=number)


def _keep(folded: Folded, match_id: str, number: int, *, seen: int | None) -> int:
    """Save the draft; its version. What was entered before it was started anew stays at hand."""
    form, drafts = request.form, current_desk().ledger.drafts
    known = drafts.get(match_id, number)
    before = known.body.get("before") if known else None
    return _put(match_id, number, entry_desk.fields_of(form, folded), before, seen=seen, step=form.get("step", ""))


def _empty(folded: Folded, match_id: str, number: int) -> None:
    """Start anew; what was entered can be brought back until the deal is saved."""
    fields = entry_desk.fields_of(request.form, folded)
    if begun(fields):
        ways = {name: way for name, way in fields.items() if not begun({name: way})}
        _put(match_id, number, entry_desk.blank(folded, number) | ways, fields)


def _bring_back(match_id: str, number: int) -> None:
    """Take back that the entry was started anew."""
    known = current_desk().ledger.drafts.get(match_id, number)
    if known and known.body.get("before"):
        _put(match_id, number, known.body["before"], None)


def _put(
    match_id: str, number: int, fields: Fields, before: Fields | None, *, seen: int | None = None, step: str = ""
) -> int:
    """Put a draft there; its version. `seen` as in `Drafts.save`."""
    form, drafts = request.form, current_desk().ledger.drafts
    body = {"fields": fields, "begun": begun(fields), "key": form.get("key", ""), "version": form.get("version", "")}
    body |= ({"before": before} if before else {}) | ({"step": step} if step else {})
    return drafts.save(match_id, number, body=body, seen=seen, device=device(), now=now()).version


def _known(folded: Folded, number: int) -> int:
    if number not in (*folded.memory.deals, folded.state.next_deal):
        abort(404)
    return number


def _entry_url(match_id: str, number: int) -> str:
    recorded = number in current_desk().load(match_id).memory.deals
    if recorded:
        return url_for("deals.amend", match_id=match_id, number=number)
    return url_for("deals.new", match_id=match_id)


def _shown(page: EntryPage) -> str:
    return render_template("deals/entry.html", page=page, left_required=cards_left_required(current_desk()))
