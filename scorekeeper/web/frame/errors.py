"""Error pages: what happened, whether anything was saved, and what to do now. They never show a traceback."""

import re

from flask import Flask, Response, jsonify, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError

from scorekeeper.engine.values import Struct
from scorekeeper.web.frame.answers import request_id
from scorekeeper.web.frame.i18n import words
from scorekeeper.words import N_


class ErrorText(Struct):
    """The three sentences of an error page, as message ids."""

    title: str
    says: str
    do: str


#: An answer as a Flask view may return it.
Answer = Response | HTTPException | tuple[Response | str, int]

_DEAL = re.compile(r"/matches/([^/]+)/deals/(\d{1,4})")
WRONG_HOST = N_("The program does not answer to this address. Use the one that it shows when it starts.")
STALE_FORM = ErrorText(
    N_("This page was open too long"),
    N_("The page is too old for the program to accept, so nothing was saved."),
    N_("Go back, load the page again and send it once more. A draft of a deal is still there."),
)
TEXTS = {
    400: ErrorText(
        N_("That request was not understood"),
        N_("Something in the address or in the form is wrong. Nothing was saved."),
        N_("Go back and try again from the page before."),
    ),
    403: ErrorText(
        N_("This device may not do that"),
        N_("It may only look at the match, or it needs the link of the table first. Nothing was changed."),
        N_("Ask the person who opened the match for the link that lets you write."),
    ),
    404: ErrorText(
        N_("There is no such page"),
        N_("The address may be mistyped, or the match it names is not in this file."),
        N_("Look for the match in the list of matches."),
    ),
    405: ErrorText(
        N_("This page cannot be used that way"),
        N_("The address is right, but it takes another kind of request. Nothing was saved."),
        N_("Go back and use the button on the page."),
    ),
    409: ErrorText(
        N_("Somebody else saved first"),
        N_("The match has changed since this page was loaded. Your entry was not saved over it."),
        N_("Load the page again, compare, and save what is still missing."),
    ),
    413: ErrorText(
        N_("That is too much at once"),
        N_("A page may send at most 256 kB. Nothing was saved."),
        N_("Send less: a shorter note or a smaller file."),
    ),
    422: ErrorText(
        N_("That cannot be right"),
        N_("What was sent contradicts itself, or the pack of cards does not allow it. Nothing was saved."),
        N_("Go back, correct what the page names, and save again."),
    ),
    429: ErrorText(
        N_("Too many tries"),
        N_("The program waits after several wrong tries, so that nobody can guess."),
        N_("Wait a quarter of an hour, then try again."),
    ),
    500: ErrorText(
        N_("The program made a mistake"),
        N_("This was not your fault. What was saved before is safe; the last step was not saved."),
        N_("Go back and try again. If it happens again, note the number below for the person who runs the program."),
    ),
    503: ErrorText(
        N_("The program cannot save just now"),
        N_("The file that holds the matches is busy, full or read-only. What was saved before is safe."),
        N_("Leave this page open, and try again in a moment."),
    ),
}


def init_app(app: Flask) -> None:
    """Answer every error with a page, or with a JSON object where JSON was asked for.

    An exception that has no handler of its own is logged by Flask, and reaches this handler as a 500.
    """
    app.register_error_handler(HTTPException, show)


def show(error: HTTPException) -> Answer:
    """The answer to an HTTP error: a page, or a JSON object if the request asks for one. A wrong host name is answered
    in plain text. An error that already has a response, such as a redirect, is returned as it is."""
    if error.response is not None:
        return error
    code = error.code or 500
    if isinstance(error, CSRFError):
        text, own = STALE_FORM, None
    else:  # an unlisted code has the sentences of 400 or 500; a view may give `abort` a `description`
        text = TEXTS.get(code) or TEXTS[500 if code >= 500 else 400]
        own = error.description if error.description != type(error).description else None
    if isinstance(error, SecurityError):  # no address can be built for a host that is not ours
        return Response(f"{words().gettext(WRONG_HOST)}\n", 400, mimetype="text/plain")
    if wants_object():
        kind = (error.name or "error").lower().replace(" ", "_")
        return jsonify(error={"kind": kind, "message": own or text.says}), code
    page = render_template(
        "errors/error.html",
        code=error.code,
        text=text,
        own_text=own,
        way=getattr(error, "way", None),
        entry=_entry() if isinstance(error, CSRFError) else None,
        request_id=request_id(),
    )
    return page, code


def wants_object() -> bool:
    """Return whether the answer has to be JSON: for the API, for a JSON export, and for a script on a page that asks
    for it."""
    accept = request.accept_mimetypes
    for_programs = request.path.startswith("/api/") or request.path.endswith(".json")
    return for_programs or accept["application/json"] > accept["text/html"]


def _entry() -> tuple[str, str] | None:
    """The address and the link text of the entry page that sent the form of a deal; None for any other form."""
    found = _DEAL.fullmatch(request.path)
    if not found:
        return None
    match, number = found.groups()
    amends = request.form.get("mode") == "amend"
    address = f"/matches/{match}/deals/{f'{number}/amend' if amends else 'new'}"
    return address, words().gettext(N_("Back to deal %(number)s"), number=int(number))
