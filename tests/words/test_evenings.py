"""What is said of an evening: its standings, its tables, the length of its rounds."""

from collections.abc import Callable, Sequence

import pytest

from scorekeeper.engine.values import replace
from scorekeeper.evening.acts.season import SeasonSetup
from scorekeeper.evening.counting import standings_of
from scorekeeper.evening.fold import MatchNow, TableNow
from scorekeeper.evening.memory import Decision
from scorekeeper.evening.ranking.season import Counting
from scorekeeper.evening.ranking.standings import ResultLine
from scorekeeper.rulebook.evenings import scoring_by_id
from scorekeeper.words import Words, words_for
from scorekeeper.words.club.evenings import say_decided, say_line, say_names, say_parted, say_place, say_worth
from scorekeeper.words.club.seasons import say_counting
from tests.evening.evenings import CLOSED, ROUND_1, after, decided, seated


def table(*entries: object, totals: Sequence[int] = (800, 500)) -> TableNow:
    """Table 1 of a round, whose match came to these totals."""
    now = {"m1": MatchNow(tuple(totals), 4, over=True, version=9), "m2": MatchNow((0, 0), 0, over=False, version=1)}
    found = after(ROUND_1, *entries, matches=now).table(1, 1)
    assert found
    return found


@pytest.mark.parametrize(
    ("totals", "says"),
    [
        ((1000, 900), "Difference 100 (at most 100): 10 to 10."),
        ((1000, 895), "Difference 105 (105 to 300): 11 to 9."),
        ((900, 1200), "Difference 300 (105 to 300): 11 to 9."),
        ((3000, 1000), "Difference 2,000 (1,705 to 2,000): 19 to 1."),
        ((3005, 1000), "Difference 2,005 (over 2,000): 20 to 0."),
    ],
)
def test_a_difference_is_worth_what_the_band_says_into_which_it_falls(totals: Sequence[int], says: str) -> None:
    assert say_worth(scoring_by_id()["victory_points_4"], table(totals=totals), words_for("en")) == says


DREW = replace(table(), decision=Decision("played", (), winner=1))
AWAY = ResultLine(2, 1, "walk_over", ("A",), None, 0, 12, "won")
AT_HOME = ResultLine(2, 1, "played", ("B",), 500, -300, 9, "lost")


@pytest.mark.parametrize(
    ("say", "says"),
    [
        (lambda w: say_decided(table(), (12, 8), ("Anna", "Bea"), w), ""),
        (lambda w: say_decided(DREW, (10, 10), ("Anna", "Bea"), w), "Entered by the director · plays on: Bea"),
        (lambda w: decision(w, "walk_over", {}, {"absent": True}), "Walkover 12 : 8, not there: Bea"),
        (lambda w: decision(w, "walk_over", {"absent": True}, {"absent": True}), "Nobody came, 12 : 8"),
        (lambda w: decision(w, "assigned", {"points": 12}, {"points": 8}), "By decision 12 : 8"),
        (lambda w: decision(w, "void"), "Does not count"),
        (lambda w: say_line(AWAY, ("Cili",), ("Dana", "Ene"), (), w), "with Cili, against Dana, Ene, walkover"),
        (lambda w: say_line(AT_HOME, (), ("Anna",), (800, 500), w), "against Anna, 500 : 800"),
        (lambda w: say_line(AT_HOME, (), (), (500,), w), "500"),
        (lambda w: say_line(replace(AWAY, kind="missed"), (), (), (), w, knocks_out=True), "is out"),
        (lambda w: say_line(replace(AWAY, kind="sit_out"), (), (), (), w, knocks_out=True), "has a bye"),
        (lambda w: season(w, Counting("points")), "An evening is worth its tournament points. Every evening counts."),
        (lambda w: season(w, Counting("list", (10, 6, 4), 1), best=2),
         "Points by place: 10 6 4, then 1 each. The best 2 evenings count."),
    ],
)  # fmt: skip
def test_every_sentence_has_its_own_figures_and_names(say: Callable[[Words], str], says: str) -> None:
    assert say(words_for("en")) == says


def decision(words: Words, kind: str, *sides: object) -> str:
    return say_decided(table(decided(1, kind, *sides)), (12, 8), ("Anna", "Bea"), words)


def season(words: Words, counting: Counting, best: int | None = None) -> str:
    return say_counting(SeasonSetup("Autumn", counting, best), words)


def test_a_difference_that_parts_two_is_said_with_its_signs() -> None:
    """All four drew level by points in pairs: A won by 200 and C by 250, B and D lost by them."""
    slips = [({"score": 1000}, {"score": 800}), ({"score": 1000}, {"score": 750})]
    told = [decided(table, "played", *slip) for table, slip in enumerate(slips, start=1)]
    counted, english = standings_of(after(ROUND_1, *told, CLOSED)), words_for("en")
    assert [row.entrant for row in counted.rows] == ["C", "A", "B", "D"]
    second, last = "tied on 11 points; difference +200 against +250", "tied on 9 points; difference −250 against −200"
    for say in (say_place, say_parted):
        assert (say(counted, 1, english), say(counted, 3, english)) == (second, last)


def test_a_substitute_is_named_from_the_round_on_that_he_plays_in() -> None:
    """C has a name of its own, which is used whichever of its players play."""
    changed = [
        ("entrant_changed", {"entrant": "A", "players": ["A1", "X"], "round": 2}),
        ("entrant_changed", {"entrant": "C", "name": "The two", "players": ["C1", "Y"], "round": 2}),
    ]
    changed.append(("entrant_changed", {"entrant": "A", "players": ["Z", "X"], "round": 3}))
    before, english = [ROUND_1, *changed], words_for("en")
    played = [*(decided(table, "void") for table in (1, 2)), CLOSED, seated(2, (1, "m1", "A-C"), sit_out=["B", "D"])]
    names = [say_names(after(*entries), english) for entries in (before, [*before, *played])]
    assert [each["A"] for each in names] == ["A1 & A2", "A1 & A2, from round 2 A1 & X"]
    assert {each["C"] for each in names} == {"The two"}
