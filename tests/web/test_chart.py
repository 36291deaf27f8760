"""The geometry of the chart: round values, separate labels, space for marks."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.plot import apart, numbered
from scorekeeper.web.charts import BOTTOM, LINE, SIZES, TOP, Series, draw, drawings, grid_values

NORTH = Series("a", "North–South", (515, 1305, 1220, 2125, 2835))
EAST = Series("b", "East–West", (340, 545, 1185, 1140, 1460))


def test_it_works() -> None:
    chart = draw([NORTH, EAST], *SIZES[0])
    north, east = chart.curves
    assert [value for _, value in chart.grid] == [0, 1000, 2000, 3000]
    assert [number for _, number in chart.marks] == [1, 2, 3, 4, 5]
    assert (north.initials, east.initials) == ("N–S", "E–W")
    assert north.points[0] == east.points[0] == (chart.left, chart.grid[0][0])
    assert north.points[-1][0] == chart.right
    assert north.points[-1][1] < east.points[-1][1], "more points stand higher"
    assert north.path.split()[0] == f"{chart.left:g},{chart.grid[0][0]:g}"


def test_every_width_is_drawn_and_nothing_before_the_first_deal() -> None:
    assert [(one.kind, one.width, one.height) for one in drawings([NORTH, EAST])] == list(SIZES)
    assert drawings([Series("a", "North–South", ()), Series("b", "East–West", ())]) == ()
    assert drawings([]) == ()


@given(st.lists(st.integers(-20000, 40000), min_size=1).map(lambda totals: [5 * total for total in totals]))
def test_the_grid_spans_every_total_in_few_even_steps(totals: list[int]) -> None:
    values = grid_values([0, *totals], 100)
    assert values[0] <= min(0, *totals)
    assert values[-1] >= max(0, *totals)
    assert 0 in values
    assert 2 <= len(values) <= 6
    assert len({high - low for low, high in pairwise(values)}) == 1


@given(st.lists(st.floats(TOP, 172 - BOTTOM), min_size=1, max_size=3))
def test_labels_keep_apart_and_inside(places: list[float]) -> None:
    settled = sorted(apart(places, line=LINE, low=TOP, high=172 - BOTTOM))
    assert all(high - low >= LINE - 0.2 for low, high in pairwise(settled))
    assert settled[0] >= TOP
    assert settled[-1] <= 172 - BOTTOM + 0.1


def test_labels_with_room_stay_at_their_lines() -> None:
    assert apart([20.0, 120.0], line=LINE, low=TOP, high=140) == [20.0, 120.0]
    assert apart([120.0, 20.0], line=LINE, low=TOP, high=140) == [120.0, 20.0]


@pytest.mark.parametrize("deals", [1, 5, 12, 20, 40, 99])
@pytest.mark.parametrize("room", [170, 320, 560])
def test_marks_have_room_and_the_last_deal_has_one(deals: int, room: float) -> None:
    marks = numbered(deals, room, LINE + 4)
    assert marks[-1] == deals
    assert all(room * (high - low) / deals >= LINE for low, high in pairwise(marks))
