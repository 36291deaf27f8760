"""Filling a sheet according to the room that is left: a first guess, then a correction from the measured page.

Text is measured where it is laid out and nowhere else. Lengths are millimetres of the paper unless they say otherwise.
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

#: The chart is worth drawing between these heights, in millimetres of the reference paper; beside the rulings it is
#: half as wide.
CHART_MIN, CHART_MAX, CHART_MAX_BESIDE = 24.0, 112.0, 70.0
#: What a usual match needs besides its deals, in millimetres of the reference paper: a sheet that is not like it is
#: measured and set again.
AROUND_THE_DEALS = {False: 105.0, True: 85.0}  # upright, lying
#: White above the chart, which the head of a paper swallows.
ABOVE_THE_CHART = {False: 4.2, True: 2.3}  # upright, lying
#: The space that a round takes besides its deals; the heads that the next paper repeats, and what the last one left.
ROUND, REPEATED = 0.8, 30.0
RULINGS, RULING = 9.5, 4.8
#: White that may stay below a chart, and what roundings take.
SLACK, SAFETY = 9.0, 1.0
#: Sizes of type of a penalty card, in tenths of a point, from the largest; and the sides of one sheet.
CARD_SIZES, SIDES = (95, 90, 85, 80), 2
#: More rounds than these are set in closer type, also where a browser prints them and nothing is measured.
MANY_ROUNDS = 9
#: Sizes of type of names to be read at the door, in hundredths of the sheet's own unit; and a point in millimetres.
NAME_SIZES, POINT = (180, 160, 140, 125, 110), 25.4 / 72


class Fit(Struct):
    """A way to fill a sheet: `first` guesses from the model, and `better` corrects it for a page that was laid out with
    it, None where it is good."""

    first: Callable[[Any, Look], Any]
    better: Callable[[Any, Look, Any, Measured], Any]


def _first_chart(model: SheetModel, look: Look) -> float:
    """The height of the chart in millimetres of the reference paper."""
    rulings = 0.0 if look.landscape or not model.rulings else RULINGS + RULING * len(model.rulings)
    used = AROUND_THE_DEALS[bool(look.landscape)] + look.row * len(model.deals) + ROUND * len(model.rounds) + rulings
    paper = look.height - look.foot
    room = paper - used
    while room < CHART_MIN:  # it goes on to the next paper
        room += paper - REPEATED
    return min(room, _most(model, look))


def _better_chart(model: SheetModel, look: Look, height: float, measured: Measured) -> float | None:
    """The height that fills the space below the chart, or on the previous page if the chart moved to the next one and
    that page has enough space; None if it fits already."""
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


def _first_rows(model: object, look: Look) -> int:
    return LEAST_ROWS


def _better_rows(model: object, look: Look, rows: int, measured: Measured) -> int | None:
    """As many rows to write in as the page has room for."""
    paper, end = measured.marks["end"]
    more = int((look.bottom - end - SAFETY) / PEN_ROW) if paper == 0 and measured.pages == 1 else 0
    wanted = min(rows + max(more, 0), MOST_ROWS)
    return None if wanted == rows else wanted


def _first_size(card: object, look: Look) -> int:
    return CARD_SIZES[0] if look.paper.rem >= CARD_SIZES[0] / 10 else CARD_SIZES[-1]


def _better_size(card: object, look: Look, size: int, measured: Measured) -> int | None:
    """The next smaller type while the card takes more than both sides of a sheet, and could be read."""
    smaller = [each for each in CARD_SIZES if each < size]
    return smaller[0] if measured.pages > SIDES and smaller else None


def _first_cuts(model: Guides, look: Look) -> tuple[Cut, ...]:
    close = max((len(guide.lines) for guide in model.guides), default=0) > MANY_ROUNDS
    return tuple(Cut((), close=close) for _ in model.guides)


def _better_cuts(model: Guides, look: Look, cuts: tuple[Cut, ...], measured: Measured) -> tuple[Cut, ...] | None:
    """The lines at which a guide continues on another card: it was laid out in one column of cards, to be measured."""
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


def _first_names(sheet: SeatingSheet, look: Look) -> int:
    return NAME_SIZES[0]


def _better_names(sheet: SeatingSheet, look: Look, size: int, measured: Measured) -> int | None:
    """The next smaller type while a name is broken, so that it begins above the line it ends in."""
    line = size / 100 * look.paper.rem * POINT
    broken = any(
        abs(measured.marks[f"e{at}"][1] - measured.marks[f"n{at}"][1]) > line for at in range(1, len(sheet.seats) + 1)
    )
    smaller = [each for each in NAME_SIZES if each < size]
    return smaller[0] if broken and smaller else None


#: By template; the other sheets flow as they come.
FITS: Mapping[str, Fit] = {
    "match.html": Fit(_first_chart, _better_chart),
    "blank.html": Fit(_first_rows, _better_rows),
    "penalties.html": Fit(_first_size, _better_size),
    "evening/by_name.html": Fit(_first_names, _better_names),
    "evening/guides.html": Fit(_first_cuts, _better_cuts),
}


def first(template: str, model: object, look: Look) -> Any:
    """The first guess at filling a sheet; None for a sheet that needs none."""
    fit = FITS.get(template)
    return fit.first(cast("Any", model), look) if fit else None
