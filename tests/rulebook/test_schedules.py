"""Schedules as written, and every round that follows from them, worked out by hand."""

import pytest

from scorekeeper.evening.values import Schedule
from scorekeeper.rulebook.evenings import schedules
from scorekeeper.rulebook.tables import RulebookError

#: A schedule as written, its number of players, its rounds as tables of two pairs, and `fresh`: for this number of
#: rounds from the first, no two players are opponents twice.
SCHEDULES = [
    # Five players turn in a circle of five: every number goes up by one, 5 back to 1.
    ('fresh = 2\nfirst = "2+5-3+4"', 5, ["25-34", "31-45", "42-51", "53-12", "14-23"], 2),
    # Of four players the last one stays outside a circle of three.
    ('fresh = 1\nfirst = "L+1-2+3"', 4, ["41-23", "42-31", "43-12"], 1),
    # Two turns of eight, then the same tables again with other partners.
    (
        'fresh = 3\nturns = 2\nfirst = "L+1-3+7 5+6-4+2"\nagain = ["a+c-b+d", "a+d-b+c"]',
        8,
        ["81-37 56-42", "82-41 67-53", "83-17 54-62", "84-21 65-73", "87-13 52-64", "81-24 63-75"],
        3,
    ),
    # Every round written out.
    ('fresh = 4\nrounds = ["8+9-2+7 3+5-4+6", "L+5-1+7 6+8-3+2"]', 9, ["89-27 35-46", "95-17 68-32"], 4),
]


@pytest.mark.parametrize(("text", "players", "rounds", "fresh"), SCHEDULES)
def test_a_schedule_is_every_round_of_it(text: str, players: int, rounds: list[str], fresh: int) -> None:
    tables = tuple(tuple(((int(a), int(b)), (int(c), int(d))) for a, b, _, c, d in each.split()) for each in rounds)
    assert schedules(f"[{players}]\n{text}\n") == {players: Schedule(tables, fresh)}


def test_a_number_of_two_figures_is_one_number() -> None:
    assert schedules('[13]\nfresh = 1\nturns = 2\nfirst = "7+12-10+13"')[13].rounds == (
        (((7, 12), (10, 13)),),
        (((8, 13), (11, 1)),),
    )


NUMBERS = ", ".join(str(number) for number in range(4, 100))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('fresh = 1\nfirst = "1+2-3"', "4.first: '1+2-3' is no round of tables as 1+2-3+4"),
        ('fresh = 1\nfirst = "1+2-3+4 1+L-2+3"', "4.first: '1+2-3+4 1+L-2+3' is no round of tables as 1+2-3+4"),
        ('fresh = 1\nfirst = "1+2-3+4"\ntea = 1', "4.tea: unknown key; allowed: first, turns, again, fresh"),
        ('fresh = 1\nrounds = ["1+2-3+4"]\nfirst = "x"', "4.first: unknown key; allowed: rounds, fresh"),
        ('first = "1+2-3+4"', "4.fresh: missing"),
        ("fresh = 1", "4.first: missing"),
        ('fresh = 1\nfirst = "1+2-3+4"\nagain = ["a+b"]', "4.again: 'a+b' is no other way to sit as a+c-b+d"),
        ("[x]\nfresh = 1", f"x: unknown key; allowed: {NUMBERS}"),
    ],
)
def test_a_wrong_schedule_is_refused_with_what_may_stand_there(text: str, told: str) -> None:
    with pytest.raises(RulebookError) as caught:
        schedules(f"[4]\n{text}\n")
    assert str(caught.value) == f"schedules.toml: {told}"
