"""The geometry of a sheet: the chart, the columns, and the room they have."""

from itertools import pairwise

import pytest

from scorekeeper.sheets.build import letters
from scorekeeper.sheets.chart import LABEL_HEIGHT, chart, shortened
from scorekeeper.sheets.layout import MARK, SPACE, density, shares, signed, widths
from scorekeeper.sheets.look import PAPERS, Look
from scorekeeper.sheets.model import Column, Level, SheetFigure, SideTotals
from scorekeeper.sheets.printing.fitting import first
from tests.sheets import table

LEVELS = (Level(0, 50), Level(1500, 90), Level(3000, 120), Level(5000, target=True))


def drawn(*totals: tuple[int, ...], levels: tuple[Level, ...] = LEVELS, height: float = 700) -> object:
    series = [SideTotals(f"Side {place}", values) for place, values in enumerate(totals)]
    return chart(series, levels, width=1840, height=height, colour=False)


def test_higher_scores_stand_higher() -> None:
    found = drawn((0, 720, 1010), (0, -315, 425))
    assert [y for _, y in found.lines[0].points] == sorted((y for _, y in found.lines[0].points), reverse=True)
    assert found.lines[1].points[1][1] > found.lines[1].points[0][1]
    assert found.lines[0].points[-1][0] == found.right


def test_every_point_lies_inside() -> None:
    found = drawn((0, 5420), (0, -4860), levels=LEVELS)
    for line in found.lines:
        assert all(0 < y < found.height and found.left <= x <= found.right for x, y in line.points)


def test_labels_never_cover_each_other() -> None:
    found = drawn((0, 5000), (0, 4990), (0, 4995))
    ends = sorted(line.label_y for line in found.lines)
    assert all(below - above >= LABEL_HEIGHT for above, below in pairwise(ends))
    assert max(ends) < found.height


def test_a_target_far_away_does_not_flatten_the_lines() -> None:
    far = (*LEVELS[:3], Level(100_000, target=True))
    assert [rule.level.value for rule in drawn((0, 6865), (0, 5510), levels=far).rules] == [0, 1500, 3000]
    assert drawn((0, 5420), (0, 4860)).rules[-1].level.target
    below = drawn((0, -41_835), levels=far)
    assert [rule.level.value for rule in below.rules] == [0], "the numbers of both would lie over each other"


def test_rules_say_what_opens_below_them_where_there_is_room() -> None:
    assert [rule.below for rule in drawn((0, 5420)).rules] == [None, 50, 90, 120]
    assert all(rule.below is None for rule in drawn((0, 5420), height=180).rules)


def test_no_line_runs_through_the_words_of_a_rule() -> None:
    calm, steep = drawn((0, 20, 5420)), (0, 1450, *range(1600, 5420, 300))
    assert [(rule.below, rule.end) for rule in calm.rules] == [(None, False), (50, False), (90, False), (120, False)]
    assert [(rule.below, rule.end) for rule in drawn(steep).rules[:2]] == [(None, False), (50, True)]
    low = (0, *[1300] * (len(steep) - 1))
    assert [(rule.below, rule.end) for rule in drawn(steep, low).rules[:2]] == [(None, False), (None, False)]


def test_many_deals_are_numbered_by_fives() -> None:
    assert [tick.deal for tick in drawn(tuple(range(0, 6100, 100))).ticks] == list(range(5, 61, 5))
    assert [tick.deal for tick in drawn((0, 1, 2)).ticks] == [1, 2]


def test_a_long_name_is_shortened() -> None:
    assert shortened("Ilona & Mihai") == "Ilona & Mihai"
    assert shortened("Jana & Tõnu & Karel") == "Jana & Tõnu & Karel"
    assert len(shortened(table.LONG)) <= 19
    assert len(shortened("M" * 19)) < 11
    assert shortened(table.LONG).endswith("…")


@pytest.mark.parametrize(
    ("sides", "landscape", "letters"),
    [(2, False, len(table.LONG)), (2, True, 48), (3, True, 32)],  # upright there is room for three lines
)
def test_a_name_under_a_line_to_sign_leaves_room_for_a_hand(sides: int, landscape: bool, letters: int) -> None:
    look = Look(landscape=landscape)
    assert len(signed(table.LONG, sides, look)) <= letters
    assert signed(table.LONG, sides, look).endswith("…") == landscape
    assert signed("Ilona & Mihai", sides, look) == "Ilona & Mihai"


def test_a_chart_that_goes_on_to_the_next_paper_is_drawn_as_high_as_that_has_room() -> None:
    one, two = table.sheet(table.long_match(18)), table.sheet(table.long_match(40))
    look = Look(landscape=False)
    assert first("match.html", one, look) < 50
    assert first("match.html", two, look) > 100


def test_shares_fill_the_table() -> None:
    model = table.sheet(table.reference_match())
    for sides in (2, 3):
        found = shares(widths(model.columns, model.cells), sides)
        assert sum(found) == pytest.approx(100, abs=0.05)
        assert len(found) == 1 + sides * len(model.columns) + sides - 1


def test_longer_figures_widen_their_column() -> None:
    short, long = table.sheet(table.reference_match()), table.sheet(table.long_match(60))
    assert widths(long.columns, long.cells)[-1] > widths(short.columns, short.cells)[-1]
    assert density(widths(short.columns, short.cells), 2, Look()) == "roomy"
    assert density(widths(long.columns, long.cells), 2, Look(PAPERS["a5"])) != "roomy"


@pytest.mark.parametrize("letters_behind", ["c", "cd", "cde"])
def test_the_letters_of_rulings_leave_room_before_the_next_figure(letters_behind: str) -> None:
    columns = (Column("penalties"), Column("deal"))
    plain, marked = (
        widths(columns, [(SheetFigure("penalties", -320, marks=tuple(marks)), SheetFigure("deal", 12_225))])[1]
        for marks in ("", letters_behind)
    )
    assert marked - plain + SPACE - MARK * len(letters_behind) >= 0.7  # millimetres of white behind the last letter


def test_letters_go_on_after_z() -> None:
    found = letters()
    names = [next(found) for _ in range(28)]
    assert names[:2] + names[25:] == ["a", "b", "z", "aa", "ab"]
