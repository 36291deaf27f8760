"""Sheets of a club evening for its players: seatings, table cards, guides, and result slips."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

import segno
from markupsafe import Markup

from scorekeeper.engine.reading import said
from scorekeeper.engine.values import Struct
from scorekeeper.evening.bracket import knocks_out
from scorekeeper.evening.counting import Planned
from scorekeeper.evening.fold import Evening, RoundNow
from scorekeeper.evening.memory import EntrantRecord
from scorekeeper.evening.people import names_of
from scorekeeper.evening.ranking.scoring import Scoring
from scorekeeper.evening.values import Sides
from scorekeeper.sheets.model import Sheet
from scorekeeper.words import Words
from scorekeeper.words.club.evenings import say_bands, say_scoring, say_seat
from scorekeeper.words.club.movements import label_of_resting

T = TypeVar("T")

#: The number of deal rows on a result slip: the default for an evening that sets no number of deals, and the maximum.
USUAL_DEALS, MOST_DEALS = 6, 8
#: With at most this number of deals, the rows of a result slip are taller.
ROOMY_DEALS = 5
#: A seating with more names than this lists them in two columns.
ONE_COLUMN = 32
#: The number of slips or guides on a sheet of paper, and the number of table cards on one; small papers take only one.
QUARTERS, HALVES = 4, 2


class Seat(Struct):
    """The place of the player `name`: the number of the `table`, the `seat` ("N", or a number at a larger table), and
    the index of the `side`."""

    name: str
    table: int
    seat: str
    side: int


class SeatingSheet(Sheet):
    """The seating of a round. `seats` are in the order of the names.

    `tables` are (number, seats of each side). `resting` are the names of the entrants who rest; `seed` is that of the
    draw.
    """

    round: int
    seats: tuple[Seat, ...]
    tables: tuple[tuple[int, tuple[tuple[Seat, ...], ...]], ...]
    resting: tuple[str, ...]
    resting_label: str
    seed: str

    @property
    def wide(self) -> bool:
        """Return whether the names are in two columns."""
        return len(self.seats) > ONE_COLUMN


class TableCard(Struct):
    """The card of a table; `code` is its QR code as SVG, None where the program has no address."""

    number: int
    code: Markup | None


class TableCards(Sheet):
    """The cards of all tables."""

    cards: tuple[TableCard, ...]

    def leaves(self, paper: str) -> tuple[tuple[TableCard, ...], ...]:
        """The cards on each sheet of the paper with this name."""
        return _leaves(self.cards, 1 if paper == "a5" else HALVES)


class ResultSlip(Struct):
    """The slip for the result of a table."""

    table: int
    sides: tuple[str, ...]


class ResultSlips(Sheet):
    """The slips of all tables. `deals` is the number of rows for deals.

    Either `bands` or `worth` says how many points a result is worth: `bands` are pairs (difference, points of both
    sides), `worth` is a sentence.
    """

    round: int
    slips: tuple[ResultSlip, ...]
    deals: int
    bands: tuple[tuple[str, str], ...]
    worth: str

    @property
    def rows(self) -> range:
        """The numbers of the deals; each has a row."""
        return range(1, self.deals + 1)

    @property
    def roomy(self) -> bool:
        """Return whether there is room for taller rows, because there are few deals."""
        return self.deals <= ROOMY_DEALS

    def leaves(self, paper: str) -> tuple[tuple[ResultSlip, ...], ...]:
        """The slips on each sheet of the paper with this name."""
        return _leaves(self.slips, 1 if paper == "a6" else QUARTERS)


class GuideLine(Struct):
    """A round in the guide of an entrant. `table` is None if the entrant rests; then the texts are empty."""

    round: int
    table: int | None
    seat: str
    partners: str
    others: str


class Guide(Struct):
    """The guide of an entrant: its table, seat, partners and opponents in all rounds."""

    name: str
    lines: tuple[GuideLine, ...]


class Cut(Struct):
    """The layout of a guide on cards: `starts` are the indexes of the lines at which its second and later cards start.
    With `close`, the type is smaller. Until it is `done`, the guide is laid out on papers of a card's size, to be
    measured."""

    starts: tuple[int, ...]
    close: bool = False
    done: bool = False


class GuidePart(Struct):
    """The part of a guide on one card, which is card `number` of `of`; `at` is the index of the guide."""

    at: int
    name: str
    lines: tuple[GuideLine, ...]
    number: int
    of: int
    close: bool


class Guides(Sheet):
    """The guides of all entrants. `partners` is True if any round of any guide has a partner."""

    guides: tuple[Guide, ...]
    partners: bool

    @property
    def columns(self) -> int:
        """The number of columns after the first one, which is the round."""
        return 4 if self.partners else 3

    def leaves(self, paper: str, cuts: Sequence[Cut], *, apart: bool) -> tuple[tuple[GuidePart, ...], ...]:
        """The cards on each sheet of the paper with this name; `apart` puts each card on its own sheet."""
        parts = [part for at, cut in enumerate(cuts) for part in self._parts(at, cut)]
        return _leaves(parts, 1 if apart or paper == "a6" else QUARTERS)

    def _parts(self, at: int, cut: Cut) -> Iterator[GuidePart]:
        name, lines = self.guides[at].name, self.guides[at].lines
        for number, (start, end) in enumerate(pairwise((0, *cut.starts, len(lines))), start=1):
            yield GuidePart(at, name, lines[start:end], number, len(cut.starts) + 1, cut.close)


def seating_sheet(evening: Evening, round_: RoundNow, seed: str, words: Words, sheet: Sheet) -> SeatingSheet:
    """The seating of a published round."""
    names = names_of(evening, round_.number)
    players = {entrant.id: tuple(map(str, entrant.players(round_.number))) for entrant in evening.entrants}
    tables = tuple((table.number, _seats(table.number, table.sides, players, words)) for table in round_.tables)
    everybody = [seat for _, sides in tables for side in sides for seat in side]
    return SeatingSheet(
        round=round_.number,
        seats=tuple(sorted(everybody, key=lambda seat: words.sort_key(seat.name))),
        tables=tables,
        resting=tuple(names[id_] for id_ in round_.sit_out),
        resting_label=label_of_resting(words, knocks_out=knocks_out(evening)),
        seed=seed,
        **said(sheet),
    )


def table_cards(numbers: Iterable[int], link: Callable[[int], str | None], sheet: Sheet) -> TableCards:
    """The cards of these tables; `link` returns the address in the QR code of a table, or None."""
    return TableCards(tuple(TableCard(number, _code(link(number))) for number in numbers), **said(sheet))


def result_slips(evening: Evening, round_: RoundNow, words: Words, sheet: Sheet) -> ResultSlips:
    """The slips for the tables of a published round."""
    names = names_of(evening, round_.number)
    slips = tuple(
        ResultSlip(table.number, tuple(" & ".join(names[id_] for id_ in side) for side in table.sides))
        for table in round_.tables
    )
    scoring: Scoring = evening.setup.scoring.in_round(round_.number)
    return ResultSlips(
        round=round_.number,
        slips=slips,
        deals=min(evening.setup.round_end.get("deals", USUAL_DEALS), MOST_DEALS),
        bands=say_bands(scoring, words),
        worth="" if scoring.bands else say_scoring(scoring, words),
        **said(sheet),
    )


def guides(evening: Evening, rounds: Sequence[Planned], words: Words, sheet: Sheet) -> Guides:
    """The guides through these rounds, one for each entrant who has not left, in the order of the entrants."""
    names = names_of(evening)
    all_guides = tuple(
        Guide(names[entrant.id], tuple(_way(entrant, each, names, words) for each in rounds))
        for entrant in evening.entrants
        if entrant.status(evening.next_round) != "left"
    )
    partners = any(line.partners for guide in all_guides for line in guide.lines)
    return Guides(all_guides, partners, **said(sheet))


def _way(entrant: EntrantRecord, round_: Planned, names: Mapping[str, str], words: Words) -> GuideLine:
    id_, people = entrant.id, len(entrant.players(round_.number))
    for number, sides in round_.tables:
        for at, side in enumerate(sides):
            if id_ in side:
                partners = " & ".join(names[other] for other in side if other != id_)
                others = " – ".join(" & ".join(names[each] for each in other) for other in sides if other != side)
                chairs = range(people) if len(side) == 1 else (side.index(id_),)
                seat = "–".join(say_seat(at + len(sides) * chair, words) for chair in chairs)
                return GuideLine(round_.number, number, seat, partners, others)
    return GuideLine(round_.number, None, "", "", "")


def _seats(
    table: int, sides: Sides, players: Mapping[str, Sequence[str]], words: Words
) -> tuple[tuple[Seat, ...], ...]:
    """The players of each side with their seats; seats go to the sides in turn, as partners sit opposite each other."""
    people = [[name for id_ in side for name in players[id_]] for side in sides]
    return tuple(
        tuple(Seat(name, table, say_seat(at * len(sides) + side, words), side) for at, name in enumerate(those))
        for side, those in enumerate(people)
    )


def _code(address: str | None) -> Markup | None:
    if address is None:
        return None
    drawn = segno.make(address, error="m", micro=False)
    return Markup(drawn.svg_inline(omitsize=True, border=0))  # noqa: S704 - drawn here, of no input


def _leaves(each: Sequence[T], many: int) -> tuple[tuple[T, ...], ...]:
    return tuple(tuple(each[start : start + many]) for start in range(0, len(each), many))
