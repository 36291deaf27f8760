"""What an evening gives to paper: each sheet as a page and as PDF; and what can be taken away."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.evening_links import links_of
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import Struct
from scorekeeper.paper import Sheet
from scorekeeper.paper.evenings import evening_sheet, not_yet
from scorekeeper.web.club.sharing import address_of, reachable
from scorekeeper.web.evenings.links import without_code
from scorekeeper.web.frame.desk import current_desk, refusal_text
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.web.sheets import printed, sheet_language, shown
from scorekeeper.words import N_
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_paper", __name__)

#: What each sheet is called, and what it is for.
TITLES = {
    "cards": (N_("Cards of the tables"), N_("A number to be seen from afar, and the code to scan")),
    "by-name": (N_("Seating by name"), N_("To hang up at the door")),
    "by-table": (N_("Seating by table"), N_("Who sits where, table by table")),
    "guides": (N_("Guide cards"), N_("Each player’s tables, round by round")),
    "slips": (N_("Result slips"), N_("For tables without a device, to write on and to sign")),
    "standings": (N_("Standings"), N_("Points by round, and how ties were broken")),
    "cross": (N_("Cross table"), N_("Points of each against each")),
    "round": (N_("Results of the round"), N_("Every table’s totals and points")),
}


class Tile(Struct):
    """A sheet to choose: its address, or why there is none yet."""

    title: str
    says: str
    url: str | None


@blueprint.get("/evenings/<evening_id>/print")
@needs(Right.DIRECT)
def index(evening_id: str) -> str:
    """What can be printed of an evening, and taken away."""
    desk, say = current_desk(), words()
    evening = desk.load_evening(evening_id).state
    tiles = []
    for kind, (title, says) in TITLES.items():
        refused = not_yet(desk, evening_id, kind, say)
        url = None if refused else url_for("evening_paper.sheet", evening_id=evening_id, kind=kind)
        tiles.append(Tile(say.gettext(title), refusal_text(refused) if refused else say.gettext(says), url))
    return render_template(
        "evenings/print.html",
        evening_id=evening_id,
        title=evening.setup.title,
        tiles=tiles,
        codeless=without_code(evening_id, evening),
        linked=links_of(desk, evening_id) != (),
        reachable=reachable(),
    )


@blueprint.get("/evenings/<evening_id>/print/<kind>")
@needs(Right.DIRECT)
def sheet(evening_id: str, kind: str) -> str:
    """A sheet of an evening as a page."""
    return shown(_sheet(evening_id, kind), (url_for("evening_paper.index", evening_id=evening_id), N_("Other sheets")))


@blueprint.get("/evenings/<evening_id>/print/<kind>.pdf")
@needs(Right.DIRECT)
def sheet_pdf(evening_id: str, kind: str) -> Response:
    """A sheet of an evening as PDF."""
    return printed(_sheet(evening_id, kind))


def _sheet(evening_id: str, kind: str) -> Sheet:
    """The sheet of the round in the address, else of the last one; 404 for what cannot be printed yet."""
    shares = current_desk().ledger.shares.of_evening(evening_id)
    links = {share.table: address_of(share) for share in shares}
    round_ = whole(request.args["round"], 3) if request.args.get("round") else None
    try:
        return evening_sheet(current_desk(), evening_id, kind, sheet_language(), round_=round_, link=links.get)
    except Refused as refused:
        abort(404, description=refusal_text(refused))
