"""The deals as they were played, whatever was changed afterwards."""

from typing import Any

import pytest

from scorekeeper.engine.matches.as_played import Amendment, amendments, as_played
from scorekeeper.engine.matches.match import fold
from tests.engine.ledger_of import FOURS, KINGS, annulled, deal, numbered, opened, ruling

#: A side worth more than 1,500 points, so that its next minimum is 90 instead of 50.
GREAT = {"melds": [{"rank": rank, "naturals": 7} for rank in "KQJ"]}
AMENDED = "deal_amended"


def held(*entries: tuple[str, dict[str, Any]]) -> dict[int, list[int | None]]:
    """The opening minimums in points that applied when each deal was played, by deal."""
    written = numbered(*entries)
    return {row.number: [side.opening.points for side in row.sides] for row in as_played(fold(written), written).rows}


@pytest.mark.parametrize(
    ("later", "minimums"),
    [
        ([], {1: [50, 50], 2: [50, 50]}),
        ([deal(1, GREAT, FOURS, kind=AMENDED)], {1: [50, 50], 2: [50, 50]}),
        ([deal(1, GREAT, FOURS, kind=AMENDED), deal(3, FOURS, FOURS)], {1: [50, 50], 2: [50, 50], 3: [90, 50]}),
        ([deal(2, KINGS, FOURS, kind=AMENDED)], {1: [50, 50], 2: [50, 50]}),
        ([ruling("late", 1, 1, points=-2000)], {1: [50, 50], 2: [50, 50]}),
        ([ruling("raise", 2, 0, opening_raise=10)], {1: [50, 50], 2: [60, 50]}),
        ([annulled(3)], {1: [50, 50], 2: [50, 50], 3: [50, 50]}),  # annulled before it was recorded
    ],
)
def test_a_minimum_is_that_of_the_deal_as_it_was_played(
    later: list[tuple[str, dict[str, Any]]], minimums: dict[int, list[int]]
) -> None:
    assert held(opened(), deal(1, FOURS, FOURS), deal(2, FOURS, FOURS), *later) == minimums


def test_a_deal_recorded_again_was_opened_at_the_minimum_of_then() -> None:
    again = [deal(1, GREAT, FOURS, kind=AMENDED), ("deal_removed", {"deal": 2}), deal(2, FOURS, FOURS)]
    assert held(opened(), deal(1, FOURS, FOURS), deal(2, FOURS, FOURS), *again)[2] == [90, 50]


def test_amendments_are_told_with_their_time_and_reason_until_the_deal_is_taken_back() -> None:
    kind, body = deal(1, KINGS, FOURS, kind=AMENDED)
    entries = [opened(), deal(1, FOURS, FOURS), (kind, {**body, "reason": "miscounted"})]
    assert amendments(numbered(*entries)) == {1: (Amendment("2026-11-21T19:01:00+00:00", "miscounted"),)}
    assert amendments(numbered(*entries, ("deal_removed", {"deal": 1}), deal(1, KINGS, FOURS))) == {}
