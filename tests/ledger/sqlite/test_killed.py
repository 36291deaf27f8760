"""A program killed while it saves: nothing acknowledged is lost, nothing is doubled."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scorekeeper.ledger import Ledger
from scorekeeper.ledger.integrity import integrity


def save_until_killed(path: Path | str, root: Path, first: int, seconds: float) -> int:
    """Start saving at number `first`, kill the program some time after its first save. Answers the last it said."""
    command = [sys.executable, "-m", "tests.ledger.sqlite.program", "save", str(path), str(first)]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        said = [program.stdout.readline()]
        time.sleep(seconds)
        program.kill()
        said += program.stdout.readlines()
    # A line that was cut off by the kill was not said.
    return int([line for line in said if line.endswith("\n")][-1])


def kill_and_retry(path: Path | str, root: Path, kills: int, seed: int) -> None:
    """Each program retries what the one before was not heard to have saved, under the same key."""
    chance = random.Random(seed)
    acknowledged = -1
    for _ in range(kills):
        acknowledged = save_until_killed(path, root, acknowledged + 1, chance.uniform(0, 0.03))
        with Ledger.open(path) as ledger:
            saved = [entry.payload["n"] for entry in ledger.entries("friday")[1:]]
            assert saved == list(range(len(saved)))
            assert len(saved) > acknowledged
            assert integrity(ledger.store).problems == ()


def test_ten_kills_lose_nothing(path: Path, root: Path) -> None:
    kill_and_retry(path, root, kills=10, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_a_thousand_kills_lose_nothing(path: Path, root: Path, seed: int) -> None:
    """Fifty kills a match, twenty matches: a match of thousands of entries would only slow the check."""
    kill_and_retry(path, root, kills=50, seed=seed)
