"""Sheets: each as a page to read, which a browser prints like paper, and as PDF."""

from collections.abc import Callable
from datetime import date
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from scorekeeper import paper
from scorekeeper.engine.refused import Refused
from scorekeeper.paper import ReadySheet
from scorekeeper.places import shipped
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.sheets.look import Look
from scorekeeper.sheets.model import SheetModel
from scorekeeper.sheets.printing.pages import figure, page, papers_of, setting, styles, suited
from scorekeeper.sheets.printing.printer import PdfBusy, PdfError, PdfUnavailable, Printer
from scorekeeper.web.board.views import SIDES
from scorekeeper.web.charts import Series, drawings
from scorekeeper.web.frame import Right, current_desk, load, needs, words
from scorekeeper.web.frame.access import CROSS_SITE, open_here
from scorekeeper.words import LANGUAGES, N_, Words, words_for

blueprint = Blueprint("sheets", __name__)

EXTENSION = "scorekeeper-printer"
#: The variables of a route that name the owner of a sheet.
OWNERS = ("match_id", "evening_id", "season_id")
#: The seconds after which a busy printer may be asked again.
AGAIN = 20


def init_app(app: Flask) -> None:
    """Give the application its printer, whose process starts with the first PDF, and the filter `figure`."""
    app.jinja_env.filters["figure"] = figure
    app.extensions[EXTENSION] = Printer(shipped("static") / "print")


def close_printer(app: Flask) -> None:
    """End the printer's process when the application ends."""
    app.extensions[EXTENSION].close()


@blueprint.get("/sheets")
@needs(Right.ANY_LINK)
def index() -> str:
    """The list of sheets that need no match."""
    return _index()


@blueprint.get("/matches/<match_id>/print")
@needs(Right.WATCH)
def to_print(match_id: str) -> str:
    """The list of sheets for a match, and of those that need none."""
    return _index(match_id, " – ".join(side.name for side in load(match_id).state.setup.sides))


def page_and_pdf(
    on: Blueprint, rule: str, right: Right, back: tuple[str, str]
) -> Callable[[Callable[..., ReadySheet]], Callable[..., ReadySheet]]:
    """A decorator that serves the sheet made by a function as a page, and at the same address with `.pdf` as PDF.
    `back` is the endpoint and the label of the page's link back."""

    def serve(make: Callable[..., ReadySheet]) -> Callable[..., ReadySheet]:
        def as_page(**values: str) -> str:
            whose: dict[str, Any] = {name: value for name, value in values.items() if name in OWNERS}
            return shown(make(**values), (url_for(back[0], **whose), back[1]))

        def as_pdf(**values: str) -> Answer:
            return printed(make(**values))

        what = (make.__doc__ or "").splitlines()[0].rstrip(".")
        as_page.__doc__, as_pdf.__doc__ = f"{what} as a page.", f"{what} as PDF."
        on.add_url_rule(rule, make.__name__, needs(right)(as_page))
        on.add_url_rule(f"{rule}.pdf", f"{make.__name__}_pdf", needs(right)(as_pdf))
        return make

    return serve


BOARD, RULINGS = ("matches.board", N_("To the board")), ("rulings.index", N_("To the rulings"))
OTHERS = "sheets.index", N_("Other sheets")


@page_and_pdf(blueprint, "/matches/<match_id>/<any(sheet, blank, card):kind>", Right.WATCH, BOARD)
def of_match(match_id: str, kind: str) -> ReadySheet:
    """A sheet of a match."""
    make = {"sheet": paper.match_sheet, "blank": paper.match_blank, "card": paper.match_card}[kind]
    return make(current_desk(), match_id, sheet_language())


@page_and_pdf(blueprint, "/matches/<match_id>/rulings/<ruling_id>/slip", Right.WATCH, RULINGS)
def slip(match_id: str, ruling_id: str) -> ReadySheet:
    """The slip of a recorded ruling."""
    return paper.ruling_slip(current_desk(), match_id, ruling_id, sheet_language()) or abort(404)


@page_and_pdf(blueprint, "/sheets/<any(penalties, rules, blank):kind>/<which>", Right.ANY_LINK, OTHERS)
def general(kind: str, which: str) -> ReadySheet:
    """A card or an empty sheet."""
    try:
        if kind == "penalties":
            return paper.code_card(which)
        make = paper.rules_card if kind == "rules" else paper.rules_blank
        return make(which, request.args.get("format"), sheet_language())
    except Refused:
        abort(404)


@page_and_pdf(blueprint, "/sheets/evening/<day>", Right.WATCH, OTHERS)
def evening(day: str) -> ReadySheet:
    """The results of the matches of a day."""
    try:
        return paper.evening_sheet(current_desk(), date.fromisoformat(day), sheet_language())
    except ValueError:
        abort(404)


def _index(match_id: str | None = None, sides: str = "") -> str:
    day = paper.latest_evening(current_desk())
    return render_template(
        "sheets/index.html",
        match_id=match_id,
        sides=sides,
        rule_sets=[(facts.id, words().gettext(facts.title)) for facts in rulebook().rule_sets.values()],
        codes=[(code.id, words().gettext(code.title)) for code in adjudicating()],
        evening=open_here(url_for("sheets.evening", day=day.isoformat())) if day else None,
        day=words().date(day) if day else "",
    )


def shown(sheet: ReadySheet, back: tuple[str, str]) -> str:
    """The page of a sheet: the program's head, the sheet, and links to its PDF for each size of paper. All of it
    is in the sheet's language, which becomes the language of the request (`g.words`)."""
    g.words = spoken = sheet_language()
    look = suited(sheet.model, _look(sheet), bilingual=_second() is not None)
    # The first total of a sheet is the one before the first deal. `drawings` adds that itself.
    totals = sheet.model.series if isinstance(sheet.model, SheetModel) else ()
    papers = papers_of(sheet.template, sheet.model)
    return render_template(
        f"sheets/{sheet.template}",
        frame="sheets/_screen.html",
        screen=True,
        back=(back[0], spoken.gettext(back[1])),
        papers=[(_pdf_address(paper=name), name.upper() if len(name) == 2 else name.title()) for name in papers],
        drawings=drawings([Series(SIDES[at], each.name, each.totals[1:]) for at, each in enumerate(totals)]),
        styles=(*styles(sheet.template, look), "browser.css"),
        **setting(sheet.template, sheet.model, spoken, look, _second()),
    )


def printed(sheet: ReadySheet) -> Answer:
    """The answer with the PDF of a sheet, or with the reason why there is none (503)."""
    # A link on a page of another site leads to the page of the sheet, so that no site can keep the printer busy.
    if request.headers.get("Sec-Fetch-Site") in CROSS_SITE:
        return redirect(_page_address(), 303)
    printer: Printer = current_app.extensions[EXTENSION]
    try:
        data = printer.pdf(page(sheet.template, sheet.model, sheet_language(), _look(sheet), second=_second()))
    except PdfError as failure:
        return _not_printed(failure)
    response = Response(data, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{sheet.name}.pdf"'
    response.add_etag()
    return response.make_conditional(request)


def _not_printed(failure: PdfError) -> Response:
    """The page that explains why there is no PDF, with a link to the page of the sheet."""
    packages = failure.packages if isinstance(failure, PdfUnavailable) else ()
    ahead = failure.ahead if isinstance(failure, PdfBusy) else None
    if not isinstance(failure, PdfUnavailable):
        current_app.logger.error("printing: %s", failure)
    body = render_template("sheets/not_printed.html", packages=packages, ahead=ahead, address=_page_address())
    return Response(body, 503, {} if ahead is None else {"Retry-After": str(AGAIN)})


def _page_address() -> str:
    """The address of the page of the sheet, from that of its PDF."""
    return request.full_path.replace(".pdf", "", 1).rstrip("?")


def _look(sheet: ReadySheet) -> Look:
    papers = papers_of(sheet.template, sheet.model)
    name, ink, lies = (request.args.get(key, "") for key in ("paper", "ink", "landscape"))
    return Look(
        paper=papers.get(name) or next(iter(papers.values())),
        ink="colour" if ink == "colour" else "black",
        landscape={"1": True, "0": False}.get(lies),
    )


def sheet_language() -> Words:
    """The language of the sheet: `sheet_lang` in the query, else the device's."""
    asked = request.args.get("sheet_lang", "")
    return words_for(asked) if asked in LANGUAGES else words()


def _second() -> Words | None:
    asked = request.args.get("second", "")
    return words_for(asked) if asked in LANGUAGES and asked != sheet_language().language else None


def _pdf_address(**more: str) -> str:
    """The address of the PDF of this page, with the same choices."""
    kept = {key: value for key, value in request.args.items() if key in ("ink", "landscape", "sheet_lang", "second")}
    arguments = {**(request.view_args or {}), **kept, **more}
    if "format" in request.args:
        arguments["format"] = request.args["format"]
    return url_for(f"{request.endpoint}_pdf", **arguments)
