"""The links of an evening: one a table, good for every round of it, and one to watch; with their codes."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from scorekeeper.actions.evenings.links import links_of, take_back
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.people import tables_of
from scorekeeper.ledger import Share
from scorekeeper.web.club.sharing import address_of, drawn, reachable
from scorekeeper.web.frame import Right, current_desk, needs, now
from scorekeeper.web.frame.links import evening_link, renew_evening_links
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_links", __name__)


@blueprint.get("/evenings/<evening_id>/links")
@needs(Right.DIRECT)
def index(evening_id: str) -> str:
    """The links in force, each with its code."""
    evening = current_desk().load_evening(evening_id).state
    shown = links_of(current_desk(), evening_id)
    linked = {share.table for share in shown}
    return render_template(
        "evenings/links.html",
        evening_id=evening_id,
        title=evening.setup.title,
        links=shown,
        codeless=[share.table for share in shown if share.table and not address_of(share)],
        addresses={share.id: address_of(share) for share in shown},
        missing=[number for number in tables_of(evening) if number not in linked],
        reachable=reachable(),
    )


@blueprint.post("/evenings/<evening_id>/links")
@needs(Right.DIRECT)
def make(evening_id: str) -> Answer:
    """Make the links that are missing: of every table, and to watch."""
    make_all(evening_id, current_desk().load_evening(evening_id).state)
    return _back(evening_id)


@blueprint.post("/evenings/<evening_id>/links/renew")
@needs(Right.DIRECT)
def renew(evening_id: str) -> Answer:
    """Make a new code for each of these tables; the devices that came by the earlier ones scan it once."""
    known = tables_of(current_desk().load_evening(evening_id).state)
    asked = [whole(text, 3) for text in request.form.get("tables", "").split()]
    renew_evening_links(evening_id, [table for table in known if table in asked])
    return _back(evening_id)


@blueprint.get("/evenings/<evening_id>/links/<share_id>.svg")
@needs(Right.DIRECT)
def code(evening_id: str, share_id: str) -> Response:
    """The code of a link, to be scanned."""
    return drawn(next((address_of(each) for each in links_of(current_desk(), evening_id) if each.id == share_id), None))


@blueprint.post("/evenings/<evening_id>/links/<share_id>/revoke")
@needs(Right.DIRECT)
def revoke(evening_id: str, share_id: str) -> Answer:
    """Take a link back: every device that came by it is shut out."""
    take_back(current_desk(), evening_id, share_id, now=now())
    return redirect(url_for("evening_links.index", evening_id=evening_id), 303)


def make_all(evening_id: str, evening: Evening) -> tuple[Share, ...]:
    """The links of every table of the evening, and the one to watch first, those made that are missing."""
    return tuple(evening_link(evening_id, table) for table in (None, *tables_of(evening)))


def without_code(evening_id: str, evening: Evening) -> tuple[int, ...]:
    """Return the tables whose code cannot be shown on this machine."""
    coded = {share.table for share in links_of(current_desk(), evening_id) if address_of(share)}
    return tuple(number for number in tables_of(evening) if number not in coded)


def _back(evening_id: str) -> Answer:
    """Go back to where the codes were asked for: the sheets, or the links."""
    page = "evening_paper.index" if request.form.get("for") == "paper" else "evening_links.index"
    return redirect(url_for(page, evening_id=evening_id), 303)
