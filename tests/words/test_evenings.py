"""What is said of an evening's standings."""

from scorekeeper.evening.counting import standings_of
from scorekeeper.words import words_for
from scorekeeper.words.evenings import say_names, say_parted, say_place
from tests.evening.evenings import CLOSED, ROUND_1, after, decided, seated


def test_a_difference_that_parts_two_is_said_with_its_signs() -> None:
    """All four drew level by points in pairs: A won by 200 and C by 250, B and D lost by them."""
    slips = [({"score": 1000}, {"score": 800}), ({"score": 1000}, {"score": 750})]
    told = [decided(table, "played", *slip) for table, slip in enumerate(slips, start=1)]
    counted, english = standings_of(after(ROUND_1, *told, CLOSED)), words_for("en")
    assert [row.entrant for row in counted.rows] == ["C", "A", "B", "D"]
    second, last = "level on 11 points; difference +200 against +250", "level on 9 points; difference −250 against −200"
    for say in (say_place, say_parted):
        assert (say(counted, 1, english), say(counted, 3, english)) == (second, last)


def test_a_substitute_is_named_from_the_round_on_that_he_plays_in() -> None:
    """C has a name of its own, by which it is called whoever plays."""
    changed = [
        ("entrant_changed", {"entrant": "A", "players": ["A1", "X"], "round": 2}),
        ("entrant_changed", {"entrant": "C", "name": "The two", "players": ["C1", "Y"], "round": 2}),
    ]
    before, english = [ROUND_1, *changed], words_for("en")
    played = [*(decided(table, "void") for table in (1, 2)), CLOSED, seated(2, (1, "m1", "A-C"), sit_out=["B", "D"])]
    names = [say_names(after(*entries), english) for entries in (before, [*before, *played])]
    assert [each["A"] for each in names] == ["A1 & A2", "A1 & A2, from round 2 A1 & X"]
    assert {each["C"] for each in names} == {"The two"}
