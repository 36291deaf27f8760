"""Sheets of a round, of an evening in which people came, went, and were played for."""

from scorekeeper.sheets.club_seats import guides, result_slips, seating_sheet
from scorekeeper.sheets.club_tables import round_sheet, standings_sheet
from scorekeeper.sheets.model import Imprint
from scorekeeper.words import words_for
from tests.evening.evenings import CLOSED, VICTORY, after, seated

ENGLISH = words_for("en")


def test_a_sheet_of_a_round_names_who_played_in_it_and_what_counts_by_then() -> None:
    """Pair A and pair C have other people from round 2 on; D leaves for round 3; of three warnings one is withdrawn."""
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
    first, imprint = evening.rounds[0], Imprint("1.0")
    seats = seating_sheet(evening, first, "7", ENGLISH, (), imprint)
    assert ([seat.name for seat in seats.seats], seats.resting) == (["A1", "A2", "B1", "B2"], ("C1 & C2", "D1 & D2"))
    slips = result_slips(evening, first, ENGLISH, (), imprint)
    assert (slips.slips[0].sides, slips.deals) == (("A1 & A2", "B1 & B2"), 8)
    results = round_sheet(evening, first, ENGLISH, (), imprint)
    (table,) = results.tables
    assert [(each.name, each.score, each.difference, each.points, each.won) for each in table.sides] == [
        ("A1 & A2", 800, 300, 11, True),
        ("B1 & B2", 500, -300, 9, False),
    ]
    assert [name for name, _, _ in results.away] == ["C1 & C2", "D1 & D2"]
    standings = standings_sheet(evening, None, ENGLISH, (), imprint)
    told = [(each.name, each.points, each.difference, each.warnings) for each in standings.penalties if each.points]
    assert told == [
        ("A1 & A2", -4, 0, 0),
        ("B1 & B2", -6, -100, 4),
    ]
    assert (standings.final, standings_sheet(evening, 1, ENGLISH, (), imprint).final) == (True, False)
    cards = guides(evening, (), ENGLISH, (), imprint)
    assert [guide.name for guide in cards.guides] == ["A3 & X", "B1 & B2", "C3 & X"]
