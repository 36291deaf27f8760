"""What is said of an evening's standings."""

from scorekeeper.evening.counting import standings_of
from scorekeeper.words import words_for
from scorekeeper.words.evenings import say_parted, say_place
from tests.evening.evenings import CLOSED, ROUND_1, after, decided


def test_a_difference_that_parts_two_is_said_with_its_signs() -> None:
    """All four drew level by points in pairs: A won by 200 and C by 250, B and D lost by them."""
    slips = [({"score": 1000}, {"score": 800}), ({"score": 1000}, {"score": 750})]
    told = [decided(table, "played", *slip) for table, slip in enumerate(slips, start=1)]
    counted, english = standings_of(after(ROUND_1, *told, CLOSED)), words_for("en")
    assert [row.entrant for row in counted.rows] == ["C", "A", "B", "D"]
    second, last = "level on 11 points; difference +200 against +250", "level on 9 points; difference −250 against −200"
    for say in (say_place, say_parted):
        assert (say(counted, 1, english), say(counted, 3, english)) == (second, last)
