"""Sheets of a round, and of an evening in which players change."""

from typing import Any

import pytest

from scorekeeper.engine.refused import Refused
from scorekeeper.evening.counting import Planned
from scorekeeper.paper.evenings import KINDS, Wanted
from scorekeeper.sheets.model import Imprint, Sheet
from scorekeeper.sheets.seats import GuideLine, Guides, guides, result_slips, seating_sheet
from scorekeeper.sheets.tables import round_sheet, standings_sheet
from scorekeeper.words import words_for
from tests.evening.evenings import CLOSED, ROUND_1, VICTORY, after, seated

ENGLISH = words_for("en")
ROUND_2 = [ROUND_1, CLOSED, seated(2, (1, "m1", "A-C"), (2, "m2", "D-B"))]


def test_a_sheet_of_a_round_names_who_played_in_it_and_what_counts_by_then() -> None:
    """Pairs A and C have other players from round 2 on. D plays no more after round 2. One of five warnings is
    withdrawn."""
    evening = after(
        seated(1, (1, "m1", "A-B"), sit_out=["C", "D"], seed="7"),
        CLOSED,
        *(("entrant_changed", {"entrant": id_, "players": [f"{id_}3", "X"], "round": 2}) for id_ in "AC"),
        seated(2, (1, "m2", "A-B"), sit_out=["C", "D"]),
        ("round_closed", {"round": 2}),
        ("penalty_given", {"penalty": "p1", "entrant": "A", "kind": "points", "points": -4, "round": 1}),
        *(("penalty_given", {"penalty": f"w{at}", "entrant": "B", "kind": "warning"}) for at in range(5)),
        ("penalty_withdrawn", {"penalty": "w0", "reason": "a mistake"}),
        ("entrant_status", {"entrant": "D", "status": "left", "round": 3}),
        ("evening_finished", {}),
        scoring={**VICTORY, "warnings": {"every": 2, "points": -3, "difference": -50}},
        round_end={"by": "deals", "deals": 12},
    )
    first, sheet = evening.rounds[0], Sheet(imprint=Imprint("1.0"))
    seats = seating_sheet(evening, first, "7", ENGLISH, sheet)
    assert ([seat.name for seat in seats.seats], seats.resting) == (["A1", "A2", "B1", "B2"], ("C1 & C2", "D1 & D2"))
    slips = result_slips(evening, first, ENGLISH, sheet)
    assert (slips.slips[0].sides, slips.deals) == (("A1 & A2", "B1 & B2"), 8)
    results = round_sheet(evening, first, ENGLISH, sheet)
    (table,) = results.tables
    assert [(name, line.score, line.difference, line.points, line.outcome) for name, line in table.sides if line] == [
        ("A1 & A2", 800, 300, 11, "won"),
        ("B1 & B2", 500, -300, 9, "lost"),
    ]
    assert [name for name, _, _ in results.away] == ["C1 & C2", "D1 & D2"]
    standings = standings_sheet(evening, None, ENGLISH, sheet)
    told = [(each.name, each.points, each.difference, each.warnings) for each in standings.penalties if each.points]
    assert told == [
        ("A1 & A2", -4, 0, 0),
        ("B1 & B2", -6, -100, 4),
    ]
    assert (standings.final, standings_sheet(evening, 1, ENGLISH, sheet).final) == (True, False)
    cards = guides(evening, (), ENGLISH, sheet)
    assert [guide.name for guide in cards.guides] == ["A3 & X", "B1 & B2", "C3 & X"]


@pytest.mark.parametrize(
    ("movement", "count", "entries", "known"),
    [
        ("round_robin", 2, [], [1, 2]),
        ("round_robin", 3, [ROUND_1], [1, 2, 3]),
        ("round_robin", 2, ROUND_2, [1, 2]),
        ("danish_no_repeat", 2, ROUND_2, [1, 2]),  # no round is left to be seated
        ("danish_no_repeat", 2, [ROUND_1], None),
        ("danish_no_repeat", None, [ROUND_1], None),
        ("mitchell", 5, [], [1, 2]),  # only the rounds until the movers have met everyone
        ("mitchell", 5, ROUND_2, None),
    ],
)
def test_guides_are_printed_where_a_round_to_come_is_known_or_none_is_to_come(
    movement: str, count: int | None, entries: list[Any], known: list[int] | None
) -> None:
    evening = after(*entries, movement=movement, **({"rounds": count} if count else {}))
    wanted = Wanted(evening, None, lambda table: None, ENGLISH, Imprint("1.0"))
    if known is None:
        with pytest.raises(Refused, match="not_known_ahead"):
            KINDS["guides"][1](wanted)
        return
    model = KINDS["guides"][1](wanted)
    assert isinstance(model, Guides)
    assert [[line.round for line in guide.lines] for guide in model.guides] == [known] * 4


@pytest.mark.parametrize(
    ("sides", "ways"),
    [
        # Two pairs, each of which is one entrant: partners sit opposite each other.
        (("A", "B"), {"A": ("N–S", "", "B1 & B2"), "B": ("E–W", "", "A1 & A2")}),
        # Two entrants on each side: the seats of the sides alternate.
        (("A+B", "C+D"), {"A": ("N", "B1 & B2", "C1 & C2 & D1 & D2"), "B": ("S", "A1 & A2", "C1 & C2 & D1 & D2"),
          "C": ("E", "D1 & D2", "A1 & A2 & B1 & B2"), "D": ("W", "C1 & C2", "A1 & A2 & B1 & B2")}),
        # Three sides: the opponents are listed side by side.
        (("A+B", "C", "D"), {"A": ("N", "B1 & B2", "C1 & C2 – D1 & D2"), "B": ("W", "A1 & A2", "C1 & C2 – D1 & D2")}),
    ],
)  # fmt: skip
def test_a_guide_says_where_each_one_sits_with_whom_against_whom(
    sides: tuple[str, ...], ways: dict[str, tuple[str, str, str]]
) -> None:
    """All entrants are at table 4 in round 1, and rest in round 2."""
    table = (4, tuple(tuple(side.split("+")) for side in sides))
    rounds = (Planned(1, (table,), ()), Planned(2, (), tuple("ABCD")))
    made = guides(after(), rounds, ENGLISH, Sheet(imprint=Imprint("1.0")))
    lines = {guide.name[0]: guide.lines for guide in made.guides}
    for id_, way in ways.items():
        assert lines[id_] == (GuideLine(1, 4, *way), GuideLine(2, None, "", "", ""))
    assert made.partners == any("+" in side for side in sides)
