"""Sheets of a club evening that tell how it stands: standings, everybody against everybody, a round's results; and the
table of a season."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorekeeper.engine.values import Struct
from scorekeeper.evening.bracket import knocks_out, plays_for
from scorekeeper.evening.counting import Cross, cross, open_seed, standings_of
from scorekeeper.evening.fold import Evening, RoundNow, TableNow
from scorekeeper.evening.people import names_of, side_name
from scorekeeper.evening.ranking.season import EveningWorth, PlayerRow
from scorekeeper.evening.ranking.standings import ResultLine, Standings
from scorekeeper.sheets.model import Imprint
from scorekeeper.words import Words
from scorekeeper.words.club.evenings import ROUNDS, say_decided, say_line, say_names, say_parted
from scorekeeper.words.club.movements import say_plays_for

#: As many opponents stand beside each other; of more the table is split into parts alike.
MOST_ACROSS = 20
#: A letter behind points that were not played for, by the kind of the line.
LETTERS = {"sit_out": "s", "missed": "m", "walk_over": "w", "assigned": "d", "void": "v"}


class Mark(Struct):
    """Points of a round, and the letter of what it was where it was not played."""

    points: int
    letter: str = ""


class StandingsRow(Struct):
    """An entrant: a mark a round (None where there is none), and what parted it from those it was level with."""

    place: int
    name: str
    rounds: tuple[Mark | None, ...]
    penalty: int
    points: int
    difference: int
    parted: str


class PenaltyRow(Struct):
    """A penalty of the director, or the cost of a number of `warnings` of an entrant; `points` is None of a warning."""

    name: str
    round: int | None
    points: int | None
    difference: int
    article: str = ""
    reason: str = ""
    warnings: int = 0


class StandingsSheet(Struct):
    """The standings after a number of rounds, `final` after the evening's last; `letters` explain the marks that occur,
    as (letter, what it was)."""

    occasion: tuple[str, ...]
    after: int
    rounds: tuple[int, ...]
    rows: tuple[StandingsRow, ...]
    penalties: tuple[PenaltyRow, ...]
    letters: tuple[tuple[str, str], ...]
    seed: str
    imprint: Imprint
    final: bool = False


class CrossRow(Struct):
    """An entrant's points against each of a part's opponents, without a table, for penalties, and in all."""

    place: int
    name: str
    met: tuple[tuple[Mark, ...] | None, ...]
    alone: tuple[Mark, ...]
    penalty: int
    points: int


class CrossPart(Struct):
    """As many opponents as stand beside each other, by place; `last` has the sums."""

    heads: tuple[int, ...]
    rows: tuple[CrossRow, ...]
    last: bool


class CrossSheet(Struct):
    """Everybody against everybody."""

    occasion: tuple[str, ...]
    after: int
    parts: tuple[CrossPart, ...]
    letters: tuple[tuple[str, str], ...]
    imprint: Imprint


class SideResult(Struct):
    """A side of a table; its total is None where nobody played or knows it."""

    name: str
    score: int | None
    difference: int
    points: int
    won: bool


class TableResult(Struct):
    """The result of a table; `says` adds what was played for and the director's decision, `open` if there is no result
    yet."""

    number: int
    sides: tuple[SideResult, ...]
    says: str = ""
    open: bool = False


class RoundSheet(Struct):
    """The results of a round; `away` are those who sat out or missed it, with what it was and their points."""

    occasion: tuple[str, ...]
    round: int
    closed: bool
    tables: tuple[TableResult, ...]
    away: tuple[tuple[str, str, int], ...]
    imprint: Imprint


def standings_sheet(
    evening: Evening, rounds: int | None, words: Words, occasion: tuple[str, ...], imprint: Imprint
) -> StandingsSheet:
    """The standings of the closed rounds, of the first ones up to a number where one is passed."""
    counted, names = standings_of(evening, rounds=rounds), say_names(evening, words)
    closed = _closed(evening, rounds)
    return StandingsSheet(
        occasion=occasion,
        after=len(closed),
        rounds=closed,
        rows=tuple(
            StandingsRow(
                place=row.place,
                name=names[row.entrant],
                rounds=tuple(_in_round(counted, row.entrant, number) for number in closed),
                penalty=row.penalty,
                points=row.points,
                difference=row.difference,
                parted=say_parted(counted, at, words),
            )
            for at, row in enumerate(counted.rows)
        ),
        penalties=(*_penalties(evening), *_warned(evening, names)),
        letters=_letters(counted.lines, words),
        seed=open_seed(evening.setup, finished=evening.state == "finished") or "",
        imprint=imprint,
        final=evening.state == "finished" and len(closed) == len(evening.rounds),
    )


def cross_sheet(
    evening: Evening, rounds: int | None, words: Words, occasion: tuple[str, ...], imprint: Imprint
) -> CrossSheet:
    """Everybody's points against everybody, in the order of the places."""
    counted, names = standings_of(evening, rounds=rounds), say_names(evening, words)
    crossed, order = cross(evening, counted), [row.entrant for row in counted.rows]
    length = -(-len(order) // -(-len(order) // MOST_ACROSS))
    starts = range(0, len(order), length)
    parts = tuple(
        CrossPart(
            heads=tuple(range(start + 1, min(start + length, len(order)) + 1)),
            rows=tuple(_cross_rows(counted, crossed, order[start : start + length], names)),
            last=start == starts[-1],
        )
        for start in starts
    )
    return CrossSheet(occasion, len(_closed(evening, rounds)), parts, _letters(counted.lines, words), imprint)


def round_sheet(
    evening: Evening, round_: RoundNow, words: Words, occasion: tuple[str, ...], imprint: Imprint
) -> RoundSheet:
    """The results of a round, as far as there are any."""
    counted = standings_of(evening, rounds=round_.number, as_it_stands=round_.state != "closed")
    names, lines = names_of(evening, round_.number), [line for line in counted.lines if line.round == round_.number]
    knocked = knocks_out(evening)
    away = tuple(
        (names[line.entrants[0]], say_line(line, (), (), (), words, knocks_out=knocked), line.points)
        for line in lines
        if line.table is None and not (knocked and line.kind == "missed")  # who is out is not expected
    )
    tables = tuple(
        _table_result(
            table,
            [line for line in lines if line.table == table.number],
            names,
            say_plays_for(plays_for(evening, round_.number, table), words) if len(round_.tables) > 1 else "",
            words,
        )
        for table in round_.tables
    )
    return RoundSheet(occasion, round_.number, round_.state == "closed", tables, away, imprint)


def _table_result(
    table: TableNow, lines: Sequence[ResultLine], names: dict[str, str], stage: str, words: Words
) -> TableResult:
    """A side's figures are those of the first of its entrants: each of them has the same, but for an own average."""
    sides_named = [side_name(names, side) for side in table.sides]
    if not lines:
        unknown = tuple(SideResult(name, None, 0, 0, won=False) for name in sides_named)
        return TableResult(table.number, unknown, stage, open=True)
    mine = [next(line for line in lines if side[0] in line.entrants) for side in table.sides]
    results = tuple(
        SideResult(name, line.score, line.difference, line.points, won=line.outcome == "won")
        for name, line in zip(sides_named, mine, strict=True)
    )
    says_more = table.decision is not None and table.decision.says_more
    decided = say_decided(table, [line.points for line in mine], sides_named, words) if says_more else ""
    return TableResult(table.number, results, " · ".join(filter(None, (stage, decided))))


def _closed(evening: Evening, rounds: int | None) -> tuple[int, ...]:
    return tuple(each.number for each in evening.rounds[:rounds] if each.state == "closed")


def _in_round(counted: Standings, id_: str, round_: int) -> Mark | None:
    return next((_mark(line) for line in counted.lines if line.round == round_ and id_ in line.entrants), None)


def _mark(line: ResultLine) -> Mark:
    return Mark(line.points, LETTERS.get(line.kind, ""))


def _letters(lines: Iterable[ResultLine], words: Words) -> tuple[tuple[str, str], ...]:
    kinds = {line.kind for line in lines}
    return tuple((letter, words.gettext(ROUNDS[kind])) for kind, letter in LETTERS.items() if kind in kinds)


def _penalties(evening: Evening) -> Iterator[PenaltyRow]:
    """The penalties in force, each with the name of who earned it."""
    for each in evening.penalties:
        if each.withdrawn is None:
            points, name = None if each.kind == "warning" else each.points, names_of(evening, each.round)[each.entrant]
            yield PenaltyRow(name, each.round, points, each.difference, each.article, each.reason)


def _warned(evening: Evening, names: Mapping[str, str]) -> Iterator[PenaltyRow]:
    """The cost of an entrant's warnings, once there are enough of them."""
    rule = evening.setup.scoring.warnings
    warnings = Counter(each.entrant for each in evening.penalties if each.kind == "warning" and each.withdrawn is None)
    for id_, count in warnings.items():
        if rule and (times := count // rule.every):
            yield PenaltyRow(names[id_], None, rule.points * times, rule.difference * times, warnings=count)


def _cross_rows(
    counted: Standings, crossed: Cross, others: Sequence[str], names: Mapping[str, str]
) -> Iterator[CrossRow]:
    """Nobody meets himself: that field is None."""
    for row in counted.rows:
        own = row.entrant
        met = tuple(None if own == other else tuple(map(_mark, crossed.met.get((own, other), ()))) for other in others)
        yield CrossRow(
            row.place, names[own], met, tuple(map(_mark, crossed.alone.get(own, ()))), row.penalty, row.points
        )


#: As many evenings stand beside each other; of more the table is split into parts alike.
MOST_EVENINGS_ACROSS = 16


class SeasonSheetRow(Struct):
    """A player; a value for each evening of a part, None where he was not there."""

    place: int
    name: str
    worth: tuple[EveningWorth | None, ...]
    total: int


class SeasonPart(Struct):
    """As many evenings as stand beside each other, by day; `last` has the totals."""

    days: tuple[str, ...]
    rows: tuple[SeasonSheetRow, ...]
    last: bool


class SeasonSheet(Struct):
    """The table of a season; `dropped`: is any value struck out?"""

    occasion: tuple[str, ...]
    parts: tuple[SeasonPart, ...]
    dropped: bool
    seed: str
    imprint: Imprint


def season_sheet(
    occasion: tuple[str, ...],
    days: Sequence[str],
    rows: Sequence[PlayerRow],
    worth: Mapping[str, Sequence[EveningWorth | None]],
    names: Mapping[str, str],
    *,
    seed: str,
    imprint: Imprint,
) -> SeasonSheet:
    """The sheet of these rows; `worth` has a value for each of the `days`, by player."""
    length = -(-len(days) // max(1, -(-len(days) // MOST_EVENINGS_ACROSS))) or 1
    starts = range(0, max(1, len(days)), length)
    parts = tuple(
        SeasonPart(
            days=tuple(days[start : start + length]),
            rows=tuple(
                SeasonSheetRow(
                    row.place, names[row.player], tuple(worth[row.player][start : start + length]), row.total
                )
                for row in rows
            ),
            last=start == starts[-1],
        )
        for start in starts
    )
    dropped = any(row.dropped for row in rows)
    return SeasonSheet(occasion, parts, dropped, seed, imprint)
