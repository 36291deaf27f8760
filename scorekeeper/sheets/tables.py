"""Sheets of results: the standings of a club evening, its cross table, the results of a round, and the table of a
season."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorekeeper.engine.reading import said
from scorekeeper.engine.values import Struct
from scorekeeper.evening.bracket import knocks_out, plays_for
from scorekeeper.evening.counting import Cross, cross, open_seed, standings_of
from scorekeeper.evening.fold import Evening, RoundNow, TableNow
from scorekeeper.evening.people import names_of, side_name
from scorekeeper.evening.ranking.season import EveningWorth, PlayerRow
from scorekeeper.evening.ranking.standings import EntrantRow, ResultLine, Standings
from scorekeeper.sheets.model import Sheet
from scorekeeper.words import Words
from scorekeeper.words.club.evenings import ROUNDS, say_decided, say_line, say_names, say_parted
from scorekeeper.words.club.movements import say_plays_for

#: The maximum number of opponents in a part of the cross table; with more, it has several parts of about equal width.
MOST_ACROSS = 20
#: The letter after points that were not played for, by the kind of the line.
LETTERS = {"sit_out": "s", "missed": "m", "walk_over": "w", "assigned": "d", "void": "v"}


class Mark(Struct):
    """The points of a round; `letter` is the reason where the round was not played."""

    points: int
    letter: str = ""


class StandingsRow(Struct):
    """An entrant in the standings. `rounds` has a mark for each round; None without a result.

    `parted` is a text for an entrant with the same points as the one above: which tie-break put it below, or that they
    share the place. Otherwise it is empty.
    """

    standing: EntrantRow
    name: str
    rounds: tuple[Mark | None, ...]
    parted: str


class PenaltyRow(Struct):
    """A penalty by the director, or the cost of a number of `warnings`.

    `points` and `difference` are added to the entrant's, so they are usually negative. A warning has `points` None: it
    costs nothing alone. `round` is None for the cost of several warnings.
    """

    name: str
    round: int | None
    points: int | None
    difference: int
    article: str = ""
    reason: str = ""
    warnings: int = 0


class StandingsSheet(Sheet):
    """The standings after `after` rounds; `final` after the last round of a finished evening.

    `rounds` are the numbers of these rounds. `penalties` are those of the whole evening. `letters` are (letter,
    explanation) for the letters of the marks.
    """

    after: int
    rounds: tuple[int, ...]
    rows: tuple[StandingsRow, ...]
    penalties: tuple[PenaltyRow, ...]
    letters: tuple[tuple[str, str], ...]
    seed: str
    final: bool


class CrossRow(Struct):
    """A row of the cross table: an entrant's points.

    `met` has the marks against each opponent of the part; None for the entrant itself. `alone` has the marks of rounds
    in which the entrant had no table. `points` is the total, after the `penalty`.
    """

    place: int
    name: str
    met: tuple[tuple[Mark, ...] | None, ...]
    alone: tuple[Mark, ...]
    penalty: int
    points: int


class CrossPart(Struct):
    """A part of the cross table. `heads` are the positions of its opponents in the standings, counted from 1, even
    where places are shared. The `last` part has the sums."""

    heads: tuple[int, ...]
    rows: tuple[CrossRow, ...]
    last: bool


class CrossSheet(Sheet):
    """The cross table of an evening; `after`, `letters`: see `StandingsSheet`."""

    after: int
    parts: tuple[CrossPart, ...]
    letters: tuple[tuple[str, str], ...]


class TableResult(Struct):
    """The result of a table. `sides` are (name, line); the line is None without a result.

    `says` is the stage of a knock-out and the director's decision; empty without either.
    """

    number: int
    sides: tuple[tuple[str, ResultLine | None], ...]
    says: str = ""


class RoundSheet(Sheet):
    """The results of a round; `away` are the entrants without a table, as (name, reason, points)."""

    round: int
    closed: bool
    tables: tuple[TableResult, ...]
    away: tuple[tuple[str, str, int], ...]


def standings_sheet(evening: Evening, rounds: int | None, words: Words, sheet: Sheet) -> StandingsSheet:
    """The standings of the closed rounds among the first `rounds`; None: among all rounds."""
    counted, names = standings_of(evening, rounds=rounds), say_names(evening, words)
    closed = _closed(evening, rounds)
    return StandingsSheet(
        after=len(closed),
        rounds=closed,
        rows=tuple(
            StandingsRow(
                standing=row,
                name=names[row.entrant],
                rounds=tuple(_in_round(counted, row.entrant, number) for number in closed),
                parted=say_parted(counted, at, words),
            )
            for at, row in enumerate(counted.rows)
        ),
        penalties=(*_penalties(evening), *_warned(evening, names)),
        letters=_letters(counted.lines, words),
        seed=open_seed(evening.setup, finished=evening.state == "finished") or "",
        final=evening.state == "finished" and len(closed) == len(evening.rounds),
        **said(sheet),
    )


def cross_sheet(evening: Evening, rounds: int | None, words: Words, sheet: Sheet) -> CrossSheet:
    """The points of all entrants against each other, in the order of the standings.

    Only the closed rounds among the first `rounds` count; None: among all rounds.
    """
    counted, names = standings_of(evening, rounds=rounds), say_names(evening, words)
    crossed, order = cross(evening, counted), [row.entrant for row in counted.rows]
    parts = tuple(
        CrossPart(
            heads=tuple(at + 1 for at in part),
            rows=tuple(_cross_rows(counted, crossed, [order[at] for at in part], names)),
            last=part.stop == len(order),
        )
        for part in _parts(len(order), MOST_ACROSS)
    )
    return CrossSheet(len(_closed(evening, rounds)), parts, _letters(counted.lines, words), **said(sheet))


def round_sheet(evening: Evening, round_: RoundNow, words: Words, sheet: Sheet) -> RoundSheet:
    """The results of a round; of a round that is not closed, the results so far."""
    counted = standings_of(evening, rounds=round_.number, as_it_stands=round_.state != "closed")
    names, lines = names_of(evening, round_.number), [line for line in counted.lines if line.round == round_.number]
    knocked = knocks_out(evening)
    away = tuple(
        (names[line.entrants[0]], say_line(line, (), (), (), words, knocks_out=knocked), line.points)
        for line in lines
        if line.table is None and not (knocked and line.kind == "missed")  # knocked-out entrants are not expected
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
    return RoundSheet(round_.number, round_.state == "closed", tables, away, **said(sheet))


def _table_result(
    table: TableNow, lines: Sequence[ResultLine], names: dict[str, str], stage: str, words: Words
) -> TableResult:
    """The result of a table. For each side, the line of its first entrant is shown.

    The other entrants of the side have the same result, unless each gets the average of its own points.
    """
    sides_named = [side_name(names, side) for side in table.sides]
    mine = [next((line for line in lines if side[0] in line.entrants), None) for side in table.sides]
    says = [stage]
    if lines and table.decision is not None and table.decision.says_more:
        says.append(say_decided(table, [line.points for line in mine if line], sides_named, words))
    return TableResult(table.number, tuple(zip(sides_named, mine, strict=True)), " · ".join(filter(None, says)))


def _parts(count: int, most: int) -> list[range]:
    """The indices of `count` columns, in parts of about the same length, at most `most` each; for 0, one empty part."""
    length = -(-count // max(1, -(-count // most))) or 1
    return [range(start, min(start + length, count)) for start in range(0, max(1, count), length)]


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
    """Yield the penalties in force, each with the name that its entrant had in the round of the penalty."""
    for each in evening.penalties:
        if each.withdrawn is None:
            points, name = None if each.kind == "warning" else each.points, names_of(evening, each.round)[each.entrant]
            yield PenaltyRow(name, each.round, points, each.difference, each.article, each.reason)


def _warned(evening: Evening, names: Mapping[str, str]) -> Iterator[PenaltyRow]:
    """Yield the cost of warnings for each entrant who has enough of them to lose points."""
    rule = evening.setup.scoring.warnings
    warnings = Counter(each.entrant for each in evening.penalties if each.kind == "warning" and each.withdrawn is None)
    for id_, count in warnings.items():
        if rule and (times := count // rule.every):
            yield PenaltyRow(names[id_], None, rule.points * times, rule.difference * times, warnings=count)


def _cross_rows(
    counted: Standings, crossed: Cross, others: Sequence[str], names: Mapping[str, str]
) -> Iterator[CrossRow]:
    """Yield the row of each entrant, with its points against these opponents; None for an entrant against itself."""
    for row in counted.rows:
        own = row.entrant
        met = tuple(None if own == other else tuple(map(_mark, crossed.met.get((own, other), ()))) for other in others)
        yield CrossRow(
            row.place, names[own], met, tuple(map(_mark, crossed.alone.get(own, ()))), row.penalty, row.points
        )


#: The maximum number of evenings in a part of a season's table; with more, it has several parts of about equal width.
MOST_EVENINGS_ACROSS = 16


class SeasonSheetRow(Struct):
    """A player in a season. `worth` has the value of each evening of the part; None where the player was absent."""

    place: int
    name: str
    worth: tuple[EveningWorth | None, ...]
    total: int


class SeasonPart(Struct):
    """A part of the table. `days` are the days of the evenings in it; the `last` part has the totals."""

    days: tuple[str, ...]
    rows: tuple[SeasonSheetRow, ...]
    last: bool


class SeasonSheet(Sheet):
    """The table of a season; `dropped` says whether the value of any evening is crossed out."""

    parts: tuple[SeasonPart, ...]
    dropped: bool
    seed: str


def season_sheet(
    days: Sequence[str],
    rows: Sequence[PlayerRow],
    worth: Mapping[str, Sequence[EveningWorth | None]],
    names: Mapping[str, str],
    seed: str,
    sheet: Sheet,
) -> SeasonSheet:
    """The table of these rows. `worth` maps each player's id to a value for each of the `days`; `names` are by id."""
    parts = tuple(
        SeasonPart(
            days=tuple(days[at] for at in part),
            rows=tuple(
                SeasonSheetRow(row.place, names[row.player], tuple(worth[row.player][at] for at in part), row.total)
                for row in rows
            ),
            last=part.stop == len(days),
        )
        for part in _parts(len(days), MOST_EVENINGS_ACROSS)
    )
    return SeasonSheet(parts, any(row.dropped for row in rows), seed, **said(sheet))
