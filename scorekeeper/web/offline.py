"""The program on a device: its app (the manifest, the worker, and what a device keeps of pages that it saw), and the
name that its owner may give it, by which the history and the other devices call it.

Which pages are kept is said here, page by page, in a header that the worker (`static/js/worker.js`) obeys: those in
`KEPT`, and never a director's, a form that leads to a write other than a deal's, or a file.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from werkzeug.wrappers import Response as Answer

from scorekeeper.web.frame.access import leave_session, may_open, shut_out
from scorekeeper.web.frame.desk import own_shares
from scorekeeper.web.frame.device import LONGEST, at_the_machine, device_name, name_device, own_name, say_device
from scorekeeper.web.frame.filters import asset
from scorekeeper.web.frame.forms import PlainForm, Text
from scorekeeper.web.frame.i18n import CHOICES as LOOKS
from scorekeeper.web.frame.i18n import language, words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.web.frame.version import version
from scorekeeper.words import LANGUAGES, N_, words_for

blueprint = Blueprint("offline", __name__)

#: The header that tells the worker what becomes of a page.
HEADER = "X-Keep"
#: Pages that a device keeps once it saw them.
KEPT = frozenset({
    "matches.index", "matches.board", "matches.watch", "deals.new", "reference.rule_sets", "reference.rule_set",
    "reference.of_match", "reference.readings", "reference.glossary", "reference.help_page", "search.article",
})  # fmt: skip
BOARDS = frozenset({"matches.board", "matches.watch"})
#: What an address may ask for beside the page itself, without being another page.
CHOICES = frozenset(LOOKS)
#: A device that may not look any more is answered so.
CLOSED = frozenset({403, 404, 410})
#: Static files that pages fetch; sheets of paper are printed by the machine.
FOLDERS = ("css", "js", "fonts")
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("maskable.png", "512x512", "maskable"),
)
#: Paper and felt, as `css/tokens.css` has them in daylight.
PAPER, FELT = "#F4EDDD", "#1B4A37"
NAME, SHORT = N_("Canasta Scorekeeper"), N_("Canasta")
SAYS = N_("The score of a canasta match, deal by deal")


def init_app(app: Flask) -> None:
    """Say with every page what a device keeps of it."""
    app.after_request(say_what_is_kept)


@blueprint.get("/worker.js")
@needs(Right.NONE)
def worker() -> Response:
    """The script that answers for the program while that does not; it begins with the files that it fetches."""
    facts = {"VERSION": version(), "ASSETS": list(assets())}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in facts.items())
    script = Path(str(current_app.static_folder), "js", "worker.js").read_text(encoding="utf-8")
    return Response(head + script, mimetype="text/javascript")


@blueprint.get("/manifest/<lang>.webmanifest")
@needs(Right.NONE)
def manifest(lang: str) -> Response:
    """The manifest for the home screen of a device, in the language that the page was in."""
    if lang not in LANGUAGES:
        abort(404)
    words = words_for(lang)
    answer = jsonify(
        id="/",
        start_url="/",
        scope="/",
        display="standalone",
        lang=lang,
        name=words.gettext(NAME),
        short_name=words.gettext(SHORT),
        description=words.gettext(SAYS),
        background_color=PAPER,
        theme_color=FELT,
        icons=[
            {"src": asset(f"icons/{file}"), "sizes": size, "type": "image/png", "purpose": purpose}
            for file, size, purpose in ICONS
        ],
    )
    answer.mimetype = "application/manifest+json"
    return answer


@blueprint.get("/offline")
@needs(Right.NONE)
def page() -> str:
    """The page for a device without kept pages, with the words for what waits on it to be sent."""
    return render_template("offline.html")


def say_what_is_kept(response: Response) -> Response:
    """Put the header on a page that is kept, or where a device has to forget what it kept; it names the links that are
    in force, so that the device sees when one of them was taken back."""
    if response.status_code in (200, 304) and request.method == "GET" and request.endpoint in KEPT:
        says: dict[str, object] = {"version": version(), "language": language(), "along": list(_along())}
        if CHOICES.issuperset(request.args):
            says["keep"] = request.path
        if not at_the_machine():
            says["links"] = [share.id for share in own_shares()]
        response.headers[HEADER] = json.dumps(says)  # of a 304 as well: browsers put it on the page that they have
    elif response.status_code in CLOSED and (path := _closed()):
        response.headers[HEADER] = json.dumps({"forget": path})
    return response


def assets() -> Iterator[str]:
    """The addresses of the files that every page may need, those with a hash of their content by that."""
    static = Path(str(current_app.static_folder))
    for path in sorted(path for folder in FOLDERS for path in (static / folder).rglob("*.*")):
        name = path.relative_to(static).as_posix()
        if path.suffix in {".css", ".js", ".woff2"} and name != "js/worker.js":
            # Fonts and parts of a script are named by styles and scripts, which know no hash.
            plain = path.suffix == ".woff2" or path.parent.parent.name == "js"
            yield f"{current_app.static_url_path}/{name}" if plain else asset(name)
    yield asset("icon.svg")


def _along() -> Iterator[str]:
    """Pages that a device fetches with a board, to have them without the program as well: the list, the next deal."""
    if request.endpoint not in BOARDS:
        return
    values = request.view_args or {}
    yield "/"
    if not CHOICES.issuperset(request.args):
        yield request.path
    if request.endpoint == "matches.board" and may_open("deals.new", values):
        yield url_for("deals.new", **values)


def _closed() -> str:
    """Of which pages a device has to forget what it kept: all below this address; nothing where it is empty."""
    if shut_out():
        return "/"
    return request.path.removesuffix("/watch") if request.endpoint in KEPT else ""


this_device = Blueprint("this_device", __name__, url_prefix="/device")


class DeviceForm(PlainForm):
    """The name of this device."""

    name = Text(
        N_("Name of this device"),
        hint=N_("Such as “Tablet by the window”. Without a name it is shown by its number."),
        looks={"maxlength": LONGEST},
    )


@this_device.route("", methods=["GET", "POST"])
@needs(Right.ANY_LINK_TO_WRITE)
def show() -> Answer | tuple[str, int]:
    """Call this device by another name; what it wrote before keeps its old name."""
    form = DeviceForm(name=own_name())
    if form.validate_on_submit():
        name_device(form.name.data)
        return redirect(url_for("this_device.show"), 303)
    called = say_device(device_name(), words()) if device_name() else ""
    keeps = request.is_secure or at_the_machine()  # browsers give other addresses no worker
    trusts = not keeps and "PROTECTED_ADDRESS" in current_app.config
    return form.page("device.html", called=called, keeps=keeps, trusts=trusts)


@this_device.post("/forget")
@needs(Right.ANY_LINK_TO_WRITE)
def forget() -> Answer:
    """Forget its name, its links and its director; a script forgets what the browser keeps."""
    leave_session()
    session.clear()
    return redirect(url_for("matches.index"), 303)
