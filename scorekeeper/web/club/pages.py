"""The club: its setting for all tables, copies of the database, the director's PIN, and archived matches."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime

from flask import Blueprint, abort, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response
from wtforms import ValidationError

from scorekeeper.actions.backups import copies, copy_named, copy_now, folder_of, why_no_copy
from scorekeeper.actions.club.access import LONGEST, TooManyTries, pin_hash
from scorekeeper.actions.club.house_rules import cards_left_required, require_cards_left
from scorekeeper.actions.desk import Desk
from scorekeeper.actions.matches.opening import of_no_evening, put_away, take_back
from scorekeeper.ledger.errors import LedgerReadOnly, LedgerUnavailable
from scorekeeper.web.frame import Right, current_desk, needs, now, words
from scorekeeper.web.frame.access import NO_PIN_YET, is_director, leave_session, may_direct, new_pin, try_director
from scorekeeper.web.frame.forms import PlainForm, Text
from scorekeeper.words import N_
from scorekeeper.words.failures import say_failure

blueprint = Blueprint("club", __name__)
director = Blueprint("director", __name__, url_prefix="/director")

WRONG = N_("That is not the PIN. After five wrong tries you have to wait a quarter of an hour.")
NOT_WRITABLE = N_(
    "The program may not write to the folder of copies, %(folder)s. Give it the right: the folder should belong "
    "to the same user as the file of matches."
)
#: The club's page lists at most `DEVICES` devices: those that wrote the last `LAST_ENTRIES` entries.
LAST_ENTRIES, DEVICES = 1000, 12
SQLITE = "application/vnd.sqlite3"
NEW_PIN = {"type": "password", "autocomplete": "new-password", "maxlength": LONGEST}


class PinForm(PlainForm):
    """A new PIN, typed twice because it is never shown."""

    pin = Text(N_("New PIN"), description=N_("At least six digits."), render_kw=NEW_PIN)
    again = Text(N_("The same PIN again"), render_kw=NEW_PIN)

    def validate_pin(self, field: Text) -> None:
        """Refuse two different PINs."""
        if field.data != self.again.data:
            raise ValidationError(words().gettext(N_("The two are not the same. Type the same PIN twice.")))


@blueprint.get("/club")
@needs(Right.DIRECT)
def index() -> str:
    """The page of the club."""
    desk = current_desk()
    kept = [
        (each.name, words().number(max(1, each.size // 1024)), words().date(_day(each.at))) for each in copies(desk)
    ]
    retired = (row for row in desk.ledger.matches.retired() if row.evening_id is None)
    gone = [(row.id, _called(row.title, [side.name for side in row.sides])) for row in retired]
    return render_template(
        "club/club.html",
        on_server=desk.ledger.store.file is None,
        copies=kept,
        no_copy=_why_no_copy(desk),
        pin=pin_hash(desk) is not None,
        required=cards_left_required(desk),
        gone=gone,
        wrote=desk.ledger.writers(among=LAST_ENTRIES)[:DEVICES],
    )


@blueprint.post("/club/cards-left")
@needs(Right.DIRECT)
def cards_left() -> Response:
    """Require the count of the cards left in stock and pile at every table, or stop requiring it."""
    require_cards_left(current_desk(), required=request.form.get("required") == "yes")
    return redirect(url_for("club.index"), 303)


@blueprint.post("/club/copy")
@needs(Right.DIRECT)
def copy() -> Response:
    """Download a new copy of the whole database; the program does not keep it."""
    path = copy_now(current_desk(), f"asked-{secrets.token_hex(8)}.db")
    file = path.open("rb")
    path.unlink()  # the open file is still read to its end, then the disk space is freed
    name = f"scorekeeper-{datetime.now().astimezone():%Y-%m-%d-%H%M}.db"
    return send_file(file, mimetype=SQLITE, as_attachment=True, download_name=name)


@blueprint.get("/club/copies/<name>")
@needs(Right.DIRECT)
def download(name: str) -> Response:
    """Download one of the copies in the folder of copies."""
    path = copy_named(current_desk(), name) or abort(404)
    return send_file(path, mimetype=SQLITE, as_attachment=True, download_name=name)


@blueprint.route("/club/pin", methods=["GET", "POST"])
@needs(Right.DIRECT)
def pin() -> Response | tuple[str, int]:
    """Set the PIN."""
    form = PinForm()
    if form.validate_on_submit():
        with form.refusals():
            new_pin(form.pin.data)
            return redirect(url_for("club.index"), 303)
    return form.page("club/pin.html", is_set=pin_hash(current_desk()) is not None)


@blueprint.get("/matches/<match_id>/away")
@needs(Right.DIRECT)
def away_page(match_id: str) -> str:
    """The page to delete or restore this match.

    Raises `Refused` if the match belongs to an evening, unless it is deleted already.
    """
    desk = current_desk()
    state = desk.load(match_id).state
    names = _called(state.setup.title, [side.name for side in state.standings])
    away = desk.ledger.matches.row(match_id).retired_at is not None
    if not away:
        of_no_evening(state.setup)
    return render_template("club/away.html", match_id=match_id, names=names, away=away)


@blueprint.post("/matches/<match_id>/away")
@needs(Right.DIRECT)
def set_away(match_id: str) -> Response:
    """Remove the match from all lists, or restore it."""
    desk = current_desk()
    if request.form.get("act") == "back":
        take_back(desk, match_id)
        return redirect(url_for("matches.board", match_id=match_id), 303)
    put_away(desk, match_id, now=now())
    return redirect(url_for("club.away_page", match_id=match_id), 303)


def _why_no_copy(desk: Desk) -> str | None:
    """The reason why the last daily copy could not be made, and what to do about it; None if it was made."""
    why = why_no_copy(desk)
    if why is None:
        return None
    if why is LedgerReadOnly:
        return words().gettext(NOT_WRITABLE, folder=str(folder_of(desk)))
    says = say_failure(why, "page", server=False) or say_failure(LedgerUnavailable, "page", server=False)
    return says and words().gettext(says)


def _called(title: str, sides: Sequence[str]) -> str:
    """The name of a match: its title, if any, and its sides."""
    return "\u00a0· ".join(part for part in (title, " – ".join(sides)) if part)


def _day(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC).astimezone()


class EnterForm(PlainForm):
    """The form to enter the PIN."""

    pin = Text(N_("PIN"), render_kw={"type": "password", "autocomplete": "current-password", "maxlength": LONGEST})


@director.route("", methods=["GET", "POST"])
@needs(Right.ANY_LINK_TO_WRITE)
def enter() -> Response | tuple[str, int]:
    """Ask for the PIN, then go on to the page that needed it; a director's device goes on at once."""
    form, page = EnterForm(), _next(request.values.get("next", ""))
    if form.is_submitted():
        try:
            if try_director(form.pin.data):
                return redirect(page, 303)
        except TooManyTries:
            abort(429)
        form.wrong("pin", words().gettext(WRONG))
    elif is_director():
        return redirect(page, 303)
    elif not may_direct():
        abort(403, description=words().gettext(NO_PIN_YET))
    return form.page("club/director.html", next=page)


@director.post("/leave")
@needs(Right.ANY_LINK_TO_WRITE)
def leave() -> Response:
    """Give up the director's rights on this device."""
    leave_session()
    return redirect("/", 303)


def _next(path: str) -> str:
    """The path if it leads to this program, else "/club": a redirect must not lead to another site."""
    local = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if local else "/club"
