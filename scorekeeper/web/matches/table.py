"""The acts on a match other than deals and rulings: pause, resume, title, names, obligations, rematch."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.matches.code import NONE
from scorekeeper.actions.matches.opening import mistakes_in_names, open_rematch, pause, rename, resume, write_names
from scorekeeper.actions.matches.rulings import tick_obligation
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.web.board.views import rule_set_title
from scorekeeper.web.frame import Right, current_desk, device, needs, now, stamp, words
from scorekeeper.web.frame.access import open_here
from scorekeeper.web.frame.desk import new_id, remember_match
from scorekeeper.web.frame.forms import PlainForm, Text
from scorekeeper.web.matches.options import agreed
from scorekeeper.web.matches.views import asked_of_names, names_page, read_names
from scorekeeper.words import N_
from scorekeeper.words.numbers import whole
from scorekeeper.words.options import say_format
from scorekeeper.words.rulings import say_codes

blueprint = Blueprint("table", __name__, url_prefix="/matches/<match_id>")

#: Pages that a match of an evening does not have: the evening sets the names, and its matches cannot be archived.
NAMES, AWAY = OF_NO_EVENING = ("/matches/{}/names", "/matches/{}/away")
#: Further pages of a match: path, label and description.
FURTHER = (
    ("/matches/{}/history", N_("History"), N_("Every entry: who, when, before and after")),
    ("/matches/{}/rulings", N_("Rulings"), N_("Penalties and what they asked for")),
    ("/matches/{}/code", N_("Penalty code"), N_("Start, change or stop using a penalty code")),
    ("/matches/{}/may-i", N_("May I?"), N_("Opening, melds, the pile, going out")),
    ("/matches/{}/watch", N_("Watch"), N_("The board to look at only, on another screen")),
    ("/matches/{}/share", N_("Share"), N_("A link and a code for other devices")),
    ("/matches/{}/sheet", N_("Sheet"), N_("The score sheet, to read or to print")),
    ("/matches/{}/print", N_("Print"), N_("Results of an evening, empty sheets, cards of the rules and the penalties")),
    (NAMES, N_("Write the names"), N_("Enter or correct the names of players and sides")),
    ("/matches/new?from={}", N_("New match like this"), N_("The same people and rules, to change before the start")),
    ("/matches/{}.csv", N_("Table as CSV"), N_("Deals and lines, for a spreadsheet")),
    ("/matches/{}.json", N_("Match as JSON"), N_("Every entry, to keep or to bring elsewhere")),
    ("/device", N_("This device"), N_("Its name in the history")),
    (AWAY, N_("Delete the match"), N_("It leaves the list, its entries stay")),
)


class TitleForm(PlainForm):
    """The title of the match."""

    title = Text(N_("Title of the match"))


@blueprint.get("/more")
@needs(Right.WATCH)
def more(match_id: str) -> tuple[str, int]:
    """The rules of the match, its deals, and further acts."""
    return _more(match_id)


@blueprint.post("/pause")
@needs(Right.WRITE)
def set_aside(match_id: str) -> Response:
    """Pause the match; it stays in the list."""
    pause(current_desk(), match_id, stamp(request.form))
    return redirect(url_for("matches.index"), 303)


@blueprint.post("/resume")
@needs(Right.WRITE)
def take_up(match_id: str) -> Response:
    """Resume a paused or closed match."""
    resume(current_desk(), match_id, stamp(request.form))
    return _to_board(match_id)


@blueprint.post("/rename")
@needs(Right.WRITE)
def retitle(match_id: str) -> Response | tuple[str, int]:
    """Give the match another title."""
    form = TitleForm()
    with form.refusals():
        rename(current_desk(), match_id, form.title.data, stamp(request.form))
        return _to_board(match_id)
    return _more(match_id, form)


@blueprint.get("/names")
@needs(Right.WRITE)
def names(match_id: str) -> str:
    """The form to enter or correct the names of players and sides."""
    return render_template("matches/names.html", **names_page(current_desk(), match_id, request.args, words()))


@blueprint.post("/names")
@needs(Right.WRITE)
def put_names(match_id: str) -> Response | tuple[str, int]:
    """Set the names of players and sides; after a mistake the form comes back as typed."""
    desk, written = current_desk(), stamp(request.form)
    setup = desk.load(match_id).state.setup
    players, sides = read_names(setup, request.form)
    mistakes = mistakes_in_names(desk, match_id, players, sides)
    asked = asked_of_names(setup, players, request.form, words())
    if mistakes or asked:
        page = names_page(desk, match_id, request.form, words(), mistakes, asked)
        return render_template("matches/names.html", **page), 422
    write_names(desk, match_id, players, sides, written)
    return _to_board(match_id)


@blueprint.post("/obligations")
@needs(Right.WRITE)
def tick(match_id: str) -> Response:
    """Mark an obligation of a ruling as done."""
    index = whole(request.form.get("index", ""), 3)
    if index is None:
        abort(400)
    ruling = request.form.get("ruling", "")
    key = f"done-{ruling}-{index}"[:64]
    tick_obligation(current_desk(), match_id, ruling, index, stamp(request.form, key=key))
    return _to_board(match_id)


@blueprint.post("/rematch")
@needs(Right.WRITE)
def play_again(match_id: str) -> Response:
    """Open the next match with the same seats, sides and rules; sent twice, it opens one match."""
    key = stamp(request.form).key
    opened = open_rematch(current_desk(), match_id, new_id=new_id(), key=key, actor=device(), now=now())
    remember_match(opened)
    return _to_board(opened)


def _to_board(match_id: str) -> Response:
    return redirect(url_for("matches.board", match_id=match_id), 303)


def _more(match_id: str, form: TitleForm | None = None) -> tuple[str, int]:
    state = current_desk().load(match_id).state
    setup, rules = state.setup, state.setup.rules
    form = form or TitleForm(None, title=setup.title)
    further = [each for each in FURTHER if each[0] not in OF_NO_EVENING or setup.evening is None]
    links = ((open_here(path.format(match_id)), label, says) for path, label, says in further)
    recorded = [row.number for row in state.rows if row.record.body["sides"]]
    ways = ((number, open_here(url_for("deals.amend", match_id=match_id, number=number))) for number in recorded)
    format_, facts = rulebook().formats.get(rules.table.format), rulebook().rule_sets.get(rules.id)
    house = facts is not None and rules.table.format in facts.house_formats
    return form.page(
        "matches/more.html",
        match_id=match_id,
        state=state,
        links=[link for link in links if link[0]],
        rule_set=rule_set_title(rules, words()),
        format=say_format(format_.title, words(), house=house) if format_ else rules.table.format,
        code=say_codes(state.codes, codes(), words()) if state.codes != ((1, NONE),) else "",
        agreed=agreed(setup.options, words()),
        amends={number: way for number, way in ways if way},
    )
