"""The score sheet of a match. All scores come from the engine's state of the match; this module only arranges them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import count, product
from string import ascii_lowercase

from scorekeeper.engine.deals.scoring import Line
from scorekeeper.engine.matches.entries import RulingRecord
from scorekeeper.engine.matches.match import RowSide, State
from scorekeeper.engine.penalties.articles import PenaltyCode
from scorekeeper.engine.reading import said
from scorekeeper.engine.rules import RuleSet
from scorekeeper.sheets.cards import has_openings
from scorekeeper.sheets.model import (
    COLUMNS,
    COUNTED,
    About,
    Column,
    DealRow,
    Deals,
    Level,
    RulingRow,
    SheetFigure,
    SheetModel,
    SheetVerdict,
    SideHead,
    SideTotals,
)
from scorekeeper.sheets.penalties import entry_and_row, say_case
from scorekeeper.words.rulings import say_offence

#: The column of each line of a score, by the line's key.
COLUMN_OF = {
    "cards_melded": "cards",
    "natural_canastas": "natural",
    "mixed_canastas": "mixed",
    "wild_canastas": "wild",
    "canastas": "other",
    "premiums": "premiums",
    "going_out": "out",
    "special_hand": "special",
    "deal_bonus": "bonus",
    "red_threes": "red",
    "black_threes": "black",
    "cards_in_hand": "hand",
    "foot": "hand",
    "excess_wilds": "excess",
    "pozzetto": "penalties",
    "unfinished": "penalties",
    "held": "penalties",
    "penalties": "penalties",
}
#: Columns that a match's sheet has only if the match has figures for them.
ONLY_IF_USED = ("wild", "other", "premiums", "special", "black", "bonus", "excess")


def build(state: State, about: About) -> SheetModel:
    """The score sheet of a match in its current state."""
    setup = state.setup
    columns = columns_of(state)
    lettered = letters_of(state.rulings)
    amended = {each.deal for each in about.amended}
    rows = [
        DealRow(
            row.number,
            tuple(tuple(_figure(column, side, lettered) for column in columns) for side in row.sides),
            row.annulled,
            amended=row.number in amended,
        )
        for row in state.rows
    ]
    names, round_ = [side.name for side in setup.sides], setup.rules.table.players
    return SheetModel(
        **said(about),
        setup=setup,
        sides=heads(state),
        verdict=verdict_of(state),
        sat_out=_deals_of((row.number, setup.seats[at]) for row in state.rows for at in row.seating.sits_out),
        alone=_deals_of(_alone(state)),
        columns=columns,
        rounds=tuple(tuple(rows[start : start + round_]) for start in range(0, len(rows), round_)),
        sums=tuple(tuple(_sums([row.sides[at] for row in rows], columns)) for at in range(len(names))),
        rulings=ruling_rows(state, lettered, about.codes, about.gettext),
        series=tuple(
            SideTotals(name, (0, *(row.sides[at].score for row in state.rows))) for at, name in enumerate(names)
        ),
        levels=levels(setup.rules),
    )


def columns_of(state: State) -> tuple[Column, ...]:
    """The columns of a match's sheet.

    A column of `COUNTED` shows the number of canastas if all its canastas are worth the same, else points.
    """
    lines = [line for row in state.rows for side in row.sides for line in side.lines]
    used = {COLUMN_OF[line.key] for line in lines}
    rules = state.setup.rules
    unknown = {"red": "red" not in rules.threes_of, "min": not has_openings(rules)}
    silent = {*ONLY_IF_USED, *(key for key, lacks in unknown.items() if lacks)}
    if any(side.opening.points or side.opening.canasta for row in state.rows for side in row.sides):
        used.add("min")
    keys = (key for key in COLUMNS if key not in silent or key in used)
    worth = {kind: bonus for kind, bonus in rules.bonus_of.items() if kind in COUNTED}
    return tuple(Column(key, _each(key, lines, worth)) for key in keys)


def levels(rules: RuleSet) -> tuple[Level, ...]:
    """The scores with a line in the chart: where the opening minimum changes, and the target.

    0 also has a line in a game without an opening minimum, and if there would be no line at all.
    """
    if not has_openings(rules):
        return (Level(0), *(() if rules.end.deals is not None else (Level(rules.end.target, target=True),)))
    target = rules.end.target if rules.end.deals is None else None
    of_scores = rules.opening.brackets if rules.opening.by == "score" else ()
    steps = [Level(start, points) for start, points in of_scores if target is None or start < target]
    return (*steps, Level(target, target=True)) if target is not None else tuple(steps or [Level(0)])


def heads(state: State) -> tuple[SideHead, ...]:
    """The sides with their totals. Players are listed if the name of their side does not contain all their names."""
    heads = []
    for index, (side, standing) in enumerate(zip(state.setup.sides, state.standings, strict=True)):
        named = all(player in side.name for player in side.players)
        winner = state.verdict.winner == index
        heads.append(SideHead(side.name, () if named else side.players, standing.score, winner))
    return tuple(heads)


def verdict_of(state: State) -> SheetVerdict:
    """The result of the match so far. After the end, it has the margin in money if the table plays for a stake."""
    setup, end = state.setup, state.verdict
    scores = [standing.score for standing in state.standings]
    best, *others = sorted(scores, reverse=True)
    ahead = best - others[0] if others else best
    leads = end.winner if end.over else scores.index(best) if ahead else None
    stake = None if setup.rules.end.stake_per_100 is None else Decimal(setup.rules.end.stake_per_100)
    return SheetVerdict(
        state="open" if not end.over else "draw" if end.draw else "won",
        deals=sum(1 for row in state.rows if not row.annulled),
        leader=None if leads is None else state.standings[leads].name,
        margin=end.margin if end.margin is not None else ahead,
        stake=stake,
        money=end.money,
        currency=setup.currency,
    )


def _each(key: str, lines: Iterable[Line], worth: Mapping[str, int]) -> int | None:
    if key not in worth:
        return None
    each = {line.each for line in lines if COLUMN_OF[line.key] == key}
    return worth[key] if each <= {worth[key]} else None


def _figure(column: Column, side: RowSide, lettered: Mapping[str, str]) -> SheetFigure:
    marks = tuple(lettered[ruling.id] for ruling in side.rulings if column.key in _marked(ruling))
    if column.key == "min":
        return SheetFigure("min", side.opening.points, side.opening.canasta, marks)
    if column.key in ("deal", "total"):
        return SheetFigure(column.key, side.total if column.key == "deal" else side.score, marks=marks)
    lines = [line for line in side.lines if COLUMN_OF[line.key] == column.key]
    counted = (line.count or 0 for line in lines) if column.each else (line.points for line in lines)
    return SheetFigure(column.key, sum(counted), marks=marks)


def _marked(ruling: RulingRecord) -> set[str]:
    """The columns that a ruling changed, which therefore show its letter; "deal" for a ruling that changed none."""
    changed = {"min"} if ruling.opening_raise else set()
    return changed | ({"penalties"} if ruling.points else set()) or {"deal"}


def _sums(rows: Sequence[Sequence[SheetFigure]], columns: Sequence[Column]) -> Iterator[SheetFigure]:
    for index, column in enumerate(columns):
        values = [row[index].value or 0 for row in rows]
        if column.key == "min":
            yield SheetFigure("min", None)
        elif column.key == "total":
            yield SheetFigure("total", values[-1] if values else 0)
        else:
            yield SheetFigure(column.key, sum(values))


def _deals_of(played: Iterable[tuple[int, str]]) -> tuple[Deals, ...]:
    numbers: dict[str, list[int]] = {}
    for number, player in played:
        numbers.setdefault(player, []).append(number)
    return tuple(Deals(player, tuple(deals)) for player, deals in numbers.items())


def _alone(state: State) -> Iterator[tuple[int, str]]:
    """Yield (number of the deal, player who played alone against two) for each deal of a cutthroat game."""
    if not state.setup.rules.table.alliances:
        return
    for row in state.rows:
        teams = [side["members"] for side in row.record.body["sides"]]
        if sorted(map(len, teams)) == [1, 2]:
            yield row.number, min(teams, key=len)[0]["name"]


def letters() -> Iterator[str]:
    """Yield a, b, c … z, aa, ab …, without end."""
    for length in count(1):
        yield from ("".join(word) for word in product(ascii_lowercase, repeat=length))


def letters_of(rulings: Iterable[RulingRecord]) -> dict[str, str]:
    """Map the id of each ruling to its letter; letters are given in the order of the deals."""
    ordered = sorted(rulings, key=lambda ruling: ruling.deal)
    return {ruling.id: letter for ruling, letter in zip(ordered, letters(), strict=False)}


def ruling_rows(
    state: State, lettered: Mapping[str, str], codes: Mapping[str, PenaltyCode], gettext: Callable[[str], str]
) -> tuple[RulingRow, ...]:
    """All rulings in the order of their letters; a withdrawn ruling is listed too. `lettered`: see `letters_of`."""
    by_id = {ruling.id: ruling for ruling in state.rulings}
    ordered = [by_id[key] for key in lettered]
    went_by = [entry_and_row(state, ruling, codes) for ruling in ordered]
    return tuple(
        RulingRow(
            letter=lettered[ruling.id],
            deal=ruling.deal,
            side=state.setup.sides[ruling.side].name,
            article=ruling.article,
            offence=say_offence(ruling, entry, gettext),
            text=say_case(ruling, row, gettext),
            points=ruling.points,
            base=_base(state, ruling, ordered[:index]),
            raised=ruling.opening_raise,
            fate=state.fate(ruling),
            player=ruling.player or "",
        )
        for index, (ruling, (entry, row)) in enumerate(zip(ordered, went_by, strict=True))
    )


def _base(state: State, ruling: RulingRecord, above: Sequence[RulingRecord]) -> int:
    """The opening minimum, in points, before a ruling raised it.

    It is the minimum for the side's score, plus the raises by the rulings `above` this one that are in force for the
    same side and deal.
    """
    row = state.row(ruling.deal)
    opening = row.sides[ruling.side].opening if row else state.standings[ruling.side].opening
    same = (ruling.deal, ruling.side, True)
    added = sum(one.opening_raise for one in above if (one.deal, one.side, state.counts(one)) == same)
    return (opening.base if opening else 0) + added
