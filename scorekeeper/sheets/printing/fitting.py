"""Filling the room on a sheet: a first guess, then corrections from the measured page.

The room that text takes is known only once the page is laid out. Lengths are millimetres of the paper that is printed
on, unless stated otherwise.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, cast

from scorekeeper.engine.values import Struct, replace
from scorekeeper.sheets.columns import LEAST_ROWS, MOST_ROWS, PEN_ROW
from scorekeeper.sheets.look import Look
from scorekeeper.sheets.model import SheetModel
from scorekeeper.sheets.printing.printer import Measured
from scorekeeper.sheets.seats import Cut, Guides, SeatingSheet

#: The minimum and maximum height of the chart, in millimetres of the reference paper. Next to rulings it is half as
#: wide, and has a smaller maximum.
CHART_MIN, CHART_MAX, CHART_MAX_BESIDE = 24.0, 112.0, 70.0
#: The height of the sheet of a usual match without its deals, rulings, chart and lower margin, in millimetres of the
#: reference paper. For a sheet that differs, measuring corrects the guess.
AROUND_THE_DEALS = {False: 105.0, True: 85.0}  # portrait, landscape
#: The white space above the chart, which is left out at the top of a page, in millimetres of the reference paper.
ABOVE_THE_CHART = {False: 4.2, True: 2.3}  # portrait, landscape
#: In millimetres of the reference paper: the height that each group of deals (`SheetModel.rounds`) adds to its rows;
#: the height of the repeated heads and the end of the table on a second page.
ROUND, REPEATED = 0.8, 30.0
#: The height of the heading of the rulings, and of each ruling, in millimetres of the reference paper.
RULINGS, RULING = 9.5, 4.8
#: The white space that may remain below a chart, in millimetres of the reference paper; and a reserve for rounding.
SLACK, SAFETY = 9.0, 1.0
#: Type sizes of a penalty card in tenths of a point, largest first, and the number of pages it may take.
CARD_SIZES, SIDES = (95, 90, 85, 80), 2
#: Guides with more rounds than this have smaller type in the first guess, which a browser shows without measuring.
MANY_ROUNDS = 9
#: Type sizes of the names on a seating sheet, in hundredths of a rem, and the length of a point in millimetres.
NAME_SIZES, POINT = (180, 160, 140, 125, 110), 25.4 / 72


class Fit(Struct):
    """A way to fill a sheet, with two functions. `first` returns a guess for a model and a look.

    `better` also takes the last guess and the measures of its page. It returns a better guess, or None if it was good.
    """

    first: Callable[[Any, Look], Any]
    better: Callable[[Any, Look, Any, Measured], Any]


def _first_chart(model: SheetModel, look: Look) -> float:
    """A guess of the height of the chart, in millimetres of the reference paper."""
    rulings = 0.0 if look.landscape or not model.rulings else RULINGS + RULING * len(model.rulings)
    used = AROUND_THE_DEALS[bool(look.landscape)] + look.row * len(model.deals) + ROUND * len(model.rounds) + rulings
    paper = look.height - look.foot
    room = paper - used
    while room < CHART_MIN:  # the chart moves to the next paper
        room += paper - REPEATED
    return min(room, _most(model, look))


def _better_chart(model: SheetModel, look: Look, height: float, measured: Measured) -> float | None:
    """The height of the chart that fills its page, in millimetres of the reference paper. None if the chart is good as
    it is, or there is none.

    A chart that moved to the next page is laid out for the previous one again, if that has enough space.
    """
    if "chart" not in measured.marks:
        return None
    (before, above), (paper, top) = measured.marks["before-chart"], measured.marks["chart"]
    white = ABOVE_THE_CHART[bool(look.landscape)] * look.scale
    heading = top - above if paper == before else top - look.paper.margin + white
    left = (look.bottom - above - heading - SAFETY) / look.scale
    if paper != before and left < CHART_MIN:
        left = (look.bottom - top - SAFETY) / look.scale
    wanted = min(max(left, CHART_MIN), _most(model, look))
    fits = paper == before and wanted - height <= SLACK
    return None if fits or wanted == height else wanted


def _most(model: SheetModel, look: Look) -> float:
    return CHART_MAX_BESIDE if look.landscape and model.rulings else CHART_MAX


def _better_rows(model: object, look: Look, rows: int, measured: Measured) -> int | None:
    """The number of empty rows that fill the page, at most `MOST_ROWS`; None if no row is to be added."""
    paper, end = measured.marks["end"]
    more = int((look.bottom - end - SAFETY) / PEN_ROW) if paper == 0 and measured.pages == 1 else 0
    wanted = min(rows + max(more, 0), MOST_ROWS)
    return None if wanted == rows else wanted


def _first_size(card: object, look: Look) -> int:
    return CARD_SIZES[0] if look.paper.rem >= CARD_SIZES[0] / 10 else CARD_SIZES[-1]


def _better_size(card: object, look: Look, size: int, measured: Measured) -> int | None:
    """The next smaller type size if the card takes more than two pages; None if it fits, or no size is left."""
    smaller = [each for each in CARD_SIZES if each < size]
    return smaller[0] if measured.pages > SIDES and smaller else None


def _first_cuts(model: Guides, look: Look) -> tuple[Cut, ...]:
    close = max((len(guide.lines) for guide in model.guides), default=0) > MANY_ROUNDS
    return tuple(Cut((), close=close) for _ in model.guides)


def _better_cuts(model: Guides, look: Look, cuts: tuple[Cut, ...], measured: Measured) -> tuple[Cut, ...] | None:
    """The cuts with the lines at which each guide continues on another card; None if the last cuts are final.

    The papers of the measured page have the size of a card, and each guide begins on a new one. If any guide needs
    several cards, the page is measured a second time, in smaller type.
    """
    if cuts and cuts[0].done:
        return None
    found = []
    for at, (guide, cut) in enumerate(zip(model.guides, cuts, strict=True)):
        papers = [measured.marks[f"g{at}-{line.round}"][0] for line in guide.lines]
        starts = tuple(line for line, (one, following) in enumerate(pairwise(papers), start=1) if following > one)
        found.append(replace(cut, starts=starts))
    if any(cut.starts for cut in found) and not cuts[0].close:
        return tuple(Cut((), close=True) for _ in model.guides)
    return tuple(replace(cut, done=True) for cut in found)


def _better_names(sheet: SeatingSheet, look: Look, size: int, measured: Measured) -> int | None:
    """The next smaller type size if a name is broken, that is, ends on a lower line than it begins; None if no name is
    broken or no size is left."""
    line = size / 100 * look.paper.rem * POINT
    broken = any(
        abs(measured.marks[f"e{at}"][1] - measured.marks[f"n{at}"][1]) > line for at in range(1, len(sheet.seats) + 1)
    )
    smaller = [each for each in NAME_SIZES if each < size]
    return smaller[0] if broken and smaller else None


#: The way to fill a sheet, by template; the other templates have nothing to fill.
FITS: Mapping[str, Fit] = {
    "match.html": Fit(_first_chart, _better_chart),
    "blank.html": Fit(lambda sheet, look: LEAST_ROWS, _better_rows),
    "penalties.html": Fit(_first_size, _better_size),
    "evening/by_name.html": Fit(lambda sheet, look: NAME_SIZES[0], _better_names),
    "evening/guides.html": Fit(_first_cuts, _better_cuts),
}


def first(template: str, model: object, look: Look) -> Any:
    """The first guess of how to fill a sheet; None for a template that has nothing to fill."""
    fit = FITS.get(template)
    return fit.first(cast("Any", model), look) if fit else None
