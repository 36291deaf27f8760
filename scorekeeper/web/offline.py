"""The program as an app on a device (manifest, worker, and the pages that a device keeps for use without a connection),
and the page on which the owner of a device names it.

A header tells the worker (`static/js/worker.js`) which pages to keep: those in `KEPT`. No director's page and
no file is kept, and no page with a form to save except that of a new deal.
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

#: The header that tells the worker whether to keep or delete a page.
HEADER = "X-Keep"
#: The endpoints of the pages that a device keeps once it has seen them.
KEPT = frozenset({
    "matches.index", "matches.board", "matches.watch", "deals.new", "reference.rule_sets", "reference.rule_set",
    "reference.of_match", "reference.readings", "reference.glossary", "reference.help_page", "search.article",
})  # fmt: skip
#: The names of query values that change only the look of a page: with them, the address still leads to the same page.
CHOICES = frozenset(LOOKS)
#: The status codes of answers to a device that may no longer see the page.
CLOSED = frozenset({403, 404, 410})
#: The folders of static files that pages use; printed sheets have others.
FOLDERS = ("css", "js", "fonts")
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("maskable.png", "512x512", "maskable"),
)
#: The background and theme colours, as in the light theme of `css/tokens.css`.
PAPER, FELT = "#F4EDDD", "#1B4A37"


def init_app(app: Flask) -> None:
    """Add the header to the answers."""
    app.after_request(say_what_is_kept)


@blueprint.get("/worker.js")
@needs(Right.NONE)
def worker() -> Response:
    """The worker: the script that answers while the program is out of reach.

    It begins with the program's version and the list of static files that it keeps.
    """
    facts = {"VERSION": version(), "ASSETS": list(assets())}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in facts.items())
    script = Path(str(current_app.static_folder), "js", "worker.js").read_text(encoding="utf-8")
    return Response(head + script, mimetype="text/javascript")


@blueprint.get("/manifest/<lang>.webmanifest")
@needs(Right.NONE)
def manifest(lang: str) -> Response:
    """The manifest for the home screen of a device, in one of the languages."""
    if lang not in LANGUAGES:
        abort(404)
    words = words_for(lang)
    answer = jsonify(
        id="/",
        start_url="/",
        scope="/",
        display="standalone",
        lang=lang,
        name=words.gettext(N_("Canasta Scorekeeper")),
        short_name=words.gettext(N_("Canasta")),
        description=words.gettext(N_("The score of a canasta match, deal by deal")),
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
    """The page shown without a connection in place of a page that is not kept.

    It also has the texts for unsent entries.
    """
    return render_template("offline.html")


def say_what_is_kept(response: Response) -> Response:
    """Add the header to a page that is kept, or to an answer after which the device has to delete kept pages.

    For a page that is kept, the header also lists the device's valid links, so that the worker notices a revoked one.
    The machine that runs the program needs no links, so it gets no such list.
    """
    if response.status_code in (200, 304) and request.method == "GET" and request.endpoint in KEPT:
        says: dict[str, object] = {"version": version(), "language": language(), "along": list(_along())}
        if CHOICES.issuperset(request.args):
            says["keep"] = request.path
        if not at_the_machine():
            says["links"] = [share.id for share in own_shares()]
        response.headers[HEADER] = json.dumps(says)  # also on a 304: browsers update the headers of their copy
    elif response.status_code in CLOSED and (path := _closed()):
        response.headers[HEADER] = json.dumps({"forget": path})
    return response


def assets() -> Iterator[str]:
    """The addresses of the static files that pages may need, exactly as pages use them: most end in a hash of the
    file's content."""
    static = Path(str(current_app.static_folder))
    for path in sorted(path for folder in FOLDERS for path in (static / folder).rglob("*.*")):
        name = path.relative_to(static).as_posix()
        if path.suffix in {".css", ".js", ".woff2"} and name != "js/worker.js":
            # Style sheets refer to fonts, and scripts to their parts, without a hash.
            plain = path.suffix == ".woff2" or path.parent.parent.name == "js"
            yield f"{current_app.static_url_path}/{name}" if plain else asset(name)
    yield asset("icon.svg")


def _along() -> Iterator[str]:
    """The addresses of further pages that a device keeps with a board: the list of matches, and the form of the next
    deal if the device may open it. Also the board itself, if this request had other query values than `CHOICES`."""
    if request.endpoint not in ("matches.board", "matches.watch"):
        return
    values = request.view_args or {}
    yield "/"
    if not CHOICES.issuperset(request.args):
        yield request.path
    if request.endpoint == "matches.board" and may_open("deals.new", values):
        yield url_for("deals.new", **values)


def _closed() -> str:
    """The address below which a device has to delete its kept pages; empty if it has to delete none."""
    if shut_out():
        return "/"
    return request.path.removesuffix("/watch") if request.endpoint in KEPT else ""


this_device = Blueprint("this_device", __name__, url_prefix="/device")


class DeviceForm(PlainForm):
    """The name of this device."""

    name = Text(
        N_("Name of this device"),
        description=N_("Such as “Tablet by the window”. Without a name it is shown by its number."),
        render_kw={"maxlength": LONGEST},
    )


@this_device.route("", methods=["GET", "POST"])
@needs(Right.ANY_LINK_TO_WRITE)
def show() -> Answer | tuple[str, int]:
    """Name this device; its earlier entries keep the old name."""
    form = DeviceForm(name=own_name())
    if form.validate_on_submit():
        name_device(form.name.data)
        return redirect(url_for("this_device.show"), 303)
    called = say_device(device_name(), words()) if device_name() else ""
    keeps = request.is_secure or at_the_machine()  # elsewhere browsers allow no worker
    trusts = not keeps and "PROTECTED_ADDRESS" in current_app.config
    return form.page("device.html", called=called, keeps=keeps, trusts=trusts)


@this_device.post("/forget")
@needs(Right.ANY_LINK_TO_WRITE)
def forget() -> Answer:
    """Delete the device's session with its name, its links and the director's rights; a script deletes kept pages."""
    leave_session()
    session.clear()
    return redirect(url_for("matches.index"), 303)
