"""The clock of a round, as it follows from the entries of the evening."""

from typing import Any

import pytest

from scorekeeper.evening.fold import fold
from tests.evening.evenings import PLAYED, ROUND_1, Numbered, numbered, opened


@pytest.mark.parametrize(
    ("told", "now", "left"),
    [
        ([], "18:10:00", 3000),
        ([("start", "18:00:00")], "18:10:00", 2400),
        ([("start", "18:00:00"), ("start", "18:05:00")], "18:10:00", 2400),
        ([("start", "18:00:00"), ("pause", "18:05:00")], "18:10:00", 2700),
        ([("start", "18:00:00"), ("pause", "18:05:00"), ("resume", "18:09:00")], "18:10:00", 2640),
        ([("start", "18:00:00"), ("add", "18:05:00")], "18:10:00", 2700),
        ([("start", "18:00:00"), ("end", "18:05:00")], "18:10:00", 0),
        ([("start", "18:00:00")], "18:51:00", -60),
        ([("start", "18:00:00"), ("end", "18:05:00"), ("resume", "18:06:00")], "18:10:00", 2460),
    ],
)
def test_the_clock_goes_by_its_entries(told: Any, now: str, left: float) -> None:
    entries = numbered(*opened(), ROUND_1)
    entries += [
        Numbered(number, "clock", {"round": 1, "do": do, "seconds": 300}, f"2026-11-24T{at}Z")
        for number, (do, at) in enumerate(told, start=7)
    ]
    clock = fold(entries, PLAYED).rounds[0].clock
    assert clock.left(f"2026-11-24T{now}Z", 50) == left
    assert clock.started == bool(told)
