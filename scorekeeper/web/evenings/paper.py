"""The papers of an evening: its sheets as pages and PDF, the evening as JSON, its results as CSV.

Also its links with their QR codes: one to watch, and one for each table, which is valid in all rounds.
"""

import json

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.club.sharing import links_of, take_back
from scorekeeper.contract.evening import COLUMNS, evening_json, table_of
from scorekeeper.engine.refused import Refused
from scorekeeper.evening.people import tables_of
from scorekeeper.paper import ReadySheet
from scorekeeper.paper.evenings import evening_sheet, not_yet
from scorekeeper.web.club.sharing import address_of, drawn, reachable
from scorekeeper.web.frame import Right, current_desk, needs, now, refusal_text, words
from scorekeeper.web.frame.access import is_director
from scorekeeper.web.frame.links import evening_link, renew_evening_links
from scorekeeper.web.matches.export import attached, attached_csv
from scorekeeper.web.sheets import page_and_pdf, sheet_language
from scorekeeper.words import N_
from scorekeeper.words.club.evenings import say_evening
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_paper", __name__)

#: The title and the purpose of each sheet.
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


@blueprint.get("/evenings/<evening_id>/print")
@needs(Right.DIRECT)
def index(evening_id: str) -> str:
    """Show everything that can be printed or downloaded from an evening."""
    desk, say = current_desk(), words()
    evening, links_made = desk.load_evening(evening_id).state, links_of(desk, evening_id)
    coded = {share.table for share in links_made if address_of(share)}
    tiles = []
    for kind, (title, says) in TITLES.items():
        refused = not_yet(desk, evening_id, kind, say)
        text = refusal_text(refused) if refused else say.gettext(says)
        tiles.append((kind, say.gettext(title), text, refused is None))
    return render_template(
        "evenings/print.html",
        evening_id=evening_id,
        title=say_evening(evening.setup.title, say),
        tiles=tiles,
        codeless=[number for number in tables_of(evening) if number not in coded],
        linked=bool(links_made),
        reachable=reachable(),
    )


@page_and_pdf(
    blueprint, "/evenings/<evening_id>/print/<kind>", Right.DIRECT, ("evening_paper.index", N_("Other sheets"))
)
def sheet(evening_id: str, kind: str) -> ReadySheet:
    """A sheet of an evening.

    A sheet of a round is about round `round` of the query, and a sheet of standings counts the rounds up to it; without
    `round`, it is the last round. Aborts with 404 for an unknown kind or round, and if the sheet cannot be printed yet.
    """
    links = {share.table: address_of(share) for share in current_desk().ledger.shares.of_evening(evening_id)}
    round_ = whole(request.args["round"], 3) if request.args.get("round") else None
    try:
        return evening_sheet(current_desk(), evening_id, kind, sheet_language(), round_=round_, link=links.get)
    except Refused as refused:
        abort(404, description=refusal_text(refused))


@blueprint.get("/evenings/<evening_id>.json")
@needs(Right.WATCH)
def as_json(evening_id: str) -> Response:
    """Return the current state of the evening as JSON, like `scorekeeper evening show`.

    The seed is hidden from all devices but a director's while rounds may still be drawn from it.
    """
    state = current_desk().load_evening(evening_id).state
    evening = evening_json(evening_id, state, to_director=is_director())
    return attached(f"{json.dumps(evening, ensure_ascii=False, indent=1)}\n", "application/json", f"{evening_id}.json")


@blueprint.get("/evenings/<evening_id>.csv")
@needs(Right.WATCH)
def as_csv(evening_id: str) -> Response:
    """Return the closed rounds as CSV: a row for each side at a table, and for each entrant who sat out or was away."""
    rows = [COLUMNS, *table_of(current_desk().load_evening(evening_id).state)]
    return attached_csv(rows, f"{evening_id}.csv")


links = Blueprint("evening_links", __name__)


@links.get("/evenings/<evening_id>/links", endpoint="index")
@needs(Right.DIRECT)
def show_links(evening_id: str) -> str:
    """Show the links in force with their QR codes."""
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


@links.post("/evenings/<evening_id>/links")
@needs(Right.DIRECT)
def make(evening_id: str) -> Response:
    """Make the missing links: one for each table, and one to watch."""
    for table in (None, *tables_of(current_desk().load_evening(evening_id).state)):
        evening_link(evening_id, table)
    return _back(evening_id)


@links.post("/evenings/<evening_id>/links/renew")
@needs(Right.DIRECT)
def renew(evening_id: str) -> Response:
    """Make new links for some tables. Devices that joined with the old ones have to scan the new QR codes."""
    known = tables_of(current_desk().load_evening(evening_id).state)
    asked = [whole(text, 3) for text in request.form.get("tables", "").split()]
    renew_evening_links(evening_id, [table for table in known if table in asked])
    return _back(evening_id)


@links.get("/evenings/<evening_id>/links/<share_id>.svg")
@needs(Right.DIRECT)
def code(evening_id: str, share_id: str) -> Response:
    """Return the QR code of a link as SVG."""
    return drawn(next((address_of(each) for each in links_of(current_desk(), evening_id) if each.id == share_id), None))


@links.post("/evenings/<evening_id>/links/<share_id>/revoke")
@needs(Right.DIRECT)
def revoke(evening_id: str, share_id: str) -> Response:
    """Revoke a link: all devices that joined with it lose access."""
    take_back(current_desk(), evening_id, share_id, now=now())
    return redirect(url_for("evening_links.index", evening_id=evening_id), 303)


def _back(evening_id: str) -> Response:
    """Redirect to the page whose form was sent: the sheets or the links."""
    page = "evening_paper.index" if request.form.get("for") == "paper" else "evening_links.index"
    return redirect(url_for(page, evening_id=evening_id), 303)
