"""The program is killed while it publishes and closes rounds.

An act is written once, to the evening and to its matches, or not at all.
"""

import random
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.actions.verify import verify
from tests.reliability.evening_program import KINDS

PAIRS = 4


def play_until_killed(path: Path, root: Path, first: int, seconds: float) -> int:
    """Start the program at act `first`, and kill it this number of seconds after its first act.

    Returns the number of the last act that it reported.
    """
    command = [sys.executable, "-m", "tests.reliability.evening_program", str(path), str(first)]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        said = [program.stdout.readline()]
        time.sleep(seconds)
        program.kill()
        said += program.stdout.readlines()
    return int([line for line in said if line.endswith("\n")][-1])


def check(desk: Desk, acknowledged: int) -> None:
    """Check that every acknowledged act is in the ledger once, and that no act is half done."""
    assert verify(desk).problems == ()
    found = 0
    matches = 0
    for row in desk.ledger.evenings.page(limit=1000):
        kinds = [entry.kind for entry in desk.ledger.evenings.entries(row.id)]
        assert kinds[: 1 + PAIRS] == ["evening_opened", *["entrant_added"] * PAIRS]
        assert tuple(kinds[1 + PAIRS :]) == KINDS[: len(kinds) - 1 - PAIRS]
        found += len(kinds) - PAIRS
        state = desk.load_evening(row.id).state
        seated = {table.match for each in state.rounds for table in each.tables}
        assert seated == set(desk.ledger.evenings.seals(row.id))
        matches += len(seated)
    assert len(desk.ledger.matches.page(limit=10_000)) == matches
    assert acknowledged + 1 <= found <= acknowledged + 2


def kill_and_retry(path: Path, root: Path, kills: int, seed: int) -> None:
    """Start and kill the program `kills` times.

    Each time, it first retries the act that the last program did not report, with the same key.
    """
    chance = random.Random(seed)
    acknowledged = -1
    for _ in range(kills):
        acknowledged = play_until_killed(path, root, acknowledged + 1, chance.uniform(0, 0.05))
        desk = open_desk(path)
        with closing(desk.ledger):
            check(desk, acknowledged)
    assert acknowledged + 1 >= kills  # each program reports at least one act before it is killed


def test_three_kills_leave_no_half_round(tmp_path: Path, root: Path) -> None:
    kill_and_retry(tmp_path / "club.db", root, kills=3, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_a_thousand_kills_leave_no_half_round(tmp_path: Path, root: Path, seed: int) -> None:
    """Fifty kills per file, twenty files."""
    kill_and_retry(tmp_path / "club.db", root, kills=50, seed=seed)
