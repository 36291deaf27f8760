"""A program killed while it saves: no acknowledged save is lost, none is doubled."""

import random
import time
from contextlib import suppress
from pathlib import Path

import pytest

from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.ledger import Ledger
from tests.ledger.sqlite.program import save
from tests.programs import speaking


def save_until_killed(path: Path | str, first: int, seconds: float) -> int:
    """Start saving at number `first`, and kill the program this number of seconds after its first save. Returns the
    last number reported."""
    with speaking(save, path, first) as (program, heard):
        said = [heard.recv()]
        time.sleep(seconds)
        program.kill()
        with suppress(EOFError, OSError):  # an incomplete last message does not count
            while True:
                said.append(heard.recv())
    return int(said[-1])


def kill_and_retry(path: Path | str, kills: int, seed: int) -> None:
    """Start and kill a saving program `kills` times, and check each time that no acknowledged save is lost or doubled.

    Each program first retries, with the same key, the save that the previous one did not report.
    """
    chance = random.Random(seed)
    acknowledged = -1
    for _ in range(kills):
        acknowledged = save_until_killed(path, acknowledged + 1, chance.uniform(0, 0.03))
        with Ledger.open(path) as ledger:
            saved = [entry.payload["n"] for entry in ledger.matches.entries("friday")[1:]]
            assert saved == list(range(len(saved)))
            assert len(saved) > acknowledged
            assert integrity(ledger.store).problems == ()


def test_ten_kills_lose_nothing(path: Path) -> None:
    kill_and_retry(path, kills=10, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_a_thousand_kills_lose_nothing(path: Path, seed: int) -> None:
    """Fifty kills per match, twenty matches: a match with thousands of entries would only make the check slower."""
    kill_and_retry(path, kills=50, seed=seed)
