"""Ratings: all players begin at 1,500; winners rise, and partners may change."""

from scorekeeper.evening.ranking.rating import Finished, ratings

PAIRS = (("A", "B"), ("C", "D"))


def test_one_match_between_four_new_players() -> None:
    rated = ratings([Finished(PAIRS, (5120, 3400))])
    assert {player: each.now for player, each in rated.items()} == {"A": 1558, "B": 1558, "C": 1464, "D": 1464}


def test_a_draw() -> None:
    assert {each.now for each in ratings([Finished(PAIRS, (5000, 5000))]).values()} == {1511}


def test_the_course_has_a_figure_for_each_match_also_with_new_partners() -> None:
    rated = ratings(
        [
            Finished(PAIRS, (1, 0)),
            Finished((("A", "C"), ("B", "E")), (2, 1)),
            Finished((("A",), ("B",), ("C",)), (3, 2, 2)),
        ]
    )
    assert {player: len(each.course) for player, each in rated.items()} == {"A": 3, "B": 3, "C": 3, "D": 1, "E": 1}
    assert rated["A"].now > rated["A"].course[1] > rated["A"].course[0] == 1558


def test_nothing_played_rates_nobody() -> None:
    assert ratings([]) == {}
