"""A season played through the pages: all standings equal an independent computation from the results."""

import random
from pathlib import Path

import pytest

from scorekeeper.actions.desk import open_desk
from scorekeeper.actions.verify import verify
from tests.reliability.season import EVENINGS, Club, on_trial, play
from tests.serving import end


def test_two_evenings_with_power_cuts_count_as_the_design_says(tmp_path: Path) -> None:
    club = Club(tmp_path, random.Random(1), people=8, rounds=2, tablets=(1,), spared=2)
    try:
        play(club, range(2))
    finally:
        end(club.server)
    assert club.cuts > 1
    whole(tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_season_of_the_released_package_loses_nothing(root: Path, tmp_path: Path) -> None:
    with on_trial(root, tmp_path) as club:
        assert (len(club.played), club.cuts > 100, club.unanswered > 20) == (EVENINGS, True, True)
    whole(tmp_path)


def whole(folder: Path) -> None:
    """Check that the club's file can be opened after all power cuts and is valid."""
    desk = open_desk(folder / "club.db")
    with desk.ledger:
        assert verify(desk).problems == ()
