"""Sheets as whole HTML pages for the printing worker, rendered by Jinja.

Flask is not needed, so the command line and the web print the same. A sheet's template extends a frame: here
`sheets/_paper.html`, in the program's pages `sheets/_screen.html`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from scorekeeper.engine.values import replace
from scorekeeper.places import shipped
from scorekeeper.sheets import columns, layout
from scorekeeper.sheets.columns import BlankSheet, has_room, pen_widths
from scorekeeper.sheets.in_short import in_short
from scorekeeper.sheets.look import CARD_PAPERS, PAPERS, QUARTER_PAPERS, SLIP_PAPERS, Look, Paper
from scorekeeper.sheets.model import SheetModel
from scorekeeper.sheets.penalties import PenaltyCard, has_long_word
from scorekeeper.sheets.printing.fitting import FITS, first
from scorekeeper.sheets.printing.printer import Measured, Page
from scorekeeper.sheets.seats import TableCards
from scorekeeper.sheets.tables import CrossSheet, SeasonSheet
from scorekeeper.words import Words
from scorekeeper.words.rulings import MULTIPLES, say_fate, say_multiple

#: The templates of club evenings.
CLUB = ("cards", "by_name", "by_table", "guides", "slips", "standings", "cross", "round", "season")
#: The style sheets of each template, in cascade order; they come after `print.css` and the paper's style sheet.
STYLES: Mapping[str, tuple[str, ...]] = {
    "match.html": ("sheet.css",),
    "blank.html": ("sheet.css", "blank.css"),
    "penalties.html": ("penalties.css",),
    "card.html": ("card.css",),
    "evening.html": ("sheet.css", "evening.css"),
    "slip.html": ("slip.css",),
    **dict.fromkeys((f"evening/{name}.html" for name in CLUB), ("club.css",)),
}
#: By template, its papers by name. Other templates have `PAPERS`. The default paper is first.
PAPERS_OF: Mapping[str, Mapping[str, Paper]] = {
    "blank.html": {name: PAPERS[name] for name in ("a4", "letter")},  # A5 has too little room
    "slip.html": SLIP_PAPERS,
    "evening/cards.html": CARD_PAPERS,
    "evening/guides.html": QUARTER_PAPERS,
    "evening/slips.html": QUARTER_PAPERS,
}
NO_FIGURE = "·"


def setting(
    template: str, model: object, words: Words, look: Look, second: Words | None, fit: object = None
) -> dict[str, Any]:
    """The variables of a sheet's template, in any frame: the arguments and `HELPERS`.

    `fit` is the way to fill the sheet; None means the first guess. `look` gets an orientation if it has none.
    """
    look = suited(model, look, bilingual=second is not None)
    fit = first(template, model, look) if fit is None else fit
    return {"model": model, "words": words, "look": look, "second": second, "fit": fit, **HELPERS}


def papers_of(template: str, model: object) -> Mapping[str, Paper]:
    """The papers, by name, on which a sheet is legible and has room to write; the default is first."""
    papers = PAPERS_OF.get(template, PAPERS)
    return {name: paper for name, paper in papers.items() if _suits(model, Look(paper))}


def _suits(model: object, look: Look) -> bool:
    """Return whether an empty sheet's boxes fit on the paper, or a match's figures are legible; True for any other
    sheet."""
    if isinstance(model, BlankSheet):
        return has_room(model, look.paper, landscape=True)
    if isinstance(model, SheetModel):
        look = suited(model, look)
        side = layout.widths(model.columns, model.cells)
        return look.scale == 1 or layout.density(side, len(model.sides), look) != "tighter"
    return True


def page(
    template: str,
    model: object,
    words: Words,
    look: Look | None = None,
    *,
    second: Words | None = None,
    fit: Any = None,
) -> Page:
    """A sheet for the worker to print, in the language of `words`; a penalty card may have a `second` language as well.

    `look` None means black on A4. `fit` is the way to fill the sheet; None means the first guess.
    """
    told = setting(template, model, words, look or Look(), second, fit)
    look, fit = told["look"], told["fit"]
    html = environment().get_template(f"sheets/{template}").render(frame="sheets/_paper.html", screen=False, **told)

    def better(measured: Measured) -> Page | None:
        wanted = FITS[template].better(model, look, fit, measured)
        return None if wanted is None else page(template, model, words, look, second=second, fit=wanted)

    return Page(html, styles(template, look), better if template in FITS else None)


def suited(model: object, look: Look, *, bilingual: bool = False) -> Look:
    """The look with an orientation: the one that was chosen, else landscape if the sheet needs the width."""
    if look.landscape is not None:
        return look
    wide = bilingual
    if isinstance(model, SheetModel):
        wide = layout.lies_better(model, replace(look, landscape=False))
    elif isinstance(model, BlankSheet):
        wide = not has_room(model, look.paper, landscape=False)
    elif isinstance(model, CrossSheet | SeasonSheet):
        wide = True
    elif isinstance(model, PenaltyCard):
        wide = bilingual or look.paper.name == "a5"
    elif isinstance(model, TableCards):
        wide = look.paper.name != "a5"
    return replace(look, landscape=wide)


def styles(template: str, look: Look) -> tuple[str, ...]:
    """The style sheets of a template on this paper, in cascade order."""
    return ("print.css", look.sheet, *STYLES[template])


@cache
def environment() -> Environment:
    """The Jinja environment of the sheets, for all languages."""
    env = Environment(
        loader=FileSystemLoader(shipped("templates")),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    number, signed = _spoken(lambda n, words: words.number(n)), _spoken(lambda n, words: words.signed(n))
    env.filters.update(figure=figure, number=number, signed=signed)
    return env


@pass_context
def gettext(context: Context, message: str, **values: object) -> Markup:
    """A sentence in the page's language. Values are escaped; whole numbers are written as usual in that language."""
    return _filled_in(context, _words(context).gettext(message), values)


@pass_context
def ngettext(context: Context, one: str, many: str, n: int, **values: object) -> Markup:
    """A sentence whose form depends on the number `n`, and may contain it as %(num)s; values: see `gettext`."""
    # `Words.ngettext` would fill in the number before the other values are escaped.
    return _filled_in(context, _words(context).catalogue.ngettext(one, many, n), {"num": n, **values})


@pass_context
def pgettext(context: Context, where: str, message: str, **values: object) -> Markup:
    """A word or sentence whose translation depends on the context `where`; values: see `gettext`."""
    return _filled_in(context, _words(context).pgettext(where, message), values)


def _filled_in(context: Context, sentence: str, values: Mapping[str, object]) -> Markup:
    words = _words(context)
    written = {key: words.number(value) if type(value) is int else value for key, value in values.items()}
    return Markup(sentence) % written if values else Markup(sentence)  # noqa: S704 - a translation, not input


def _words(context: Context) -> Words:
    return cast("Words", context["words"])


def _spoken(say: Callable[..., Any]) -> Callable[..., Any]:
    """A template function that calls `say` with its own arguments, followed by a `Words`: `other` if it is passed, else
    the page's."""

    @pass_context
    def helper(context: Context, *values: object, other: Words | None = None) -> Any:
        return say(*values, other or _words(context))

    return helper


#: The filter for a figure of a table: 0 and None become a centred dot, so that the other figures are easier to see.
figure = _spoken(lambda value, words: words.number(value) if value else NO_FIGURE)
#: Functions whose last argument `Words` is passed automatically; see `_spoken`.
SPOKEN: tuple[Callable[..., Any], ...] = (
    *(columns.head, columns.meaning, columns.sum_of, columns.rules_line, columns.moment_name),
    *(columns.verdict_line, columns.margin_of, in_short, say_fate),
)
#: The functions and values that templates use by name.
HELPERS: Mapping[str, object] = {
    "_": gettext,
    "gettext": gettext,
    "ngettext": ngettext,
    "pgettext": pgettext,
    "layout": layout,
    **{say.__name__: _spoken(say) for say in SPOKEN},
    "pen_widths": pen_widths,
    "has_long_word": has_long_word,
    "multiples": MULTIPLES,
    "say_multiple": say_multiple,
}
