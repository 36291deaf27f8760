#!/usr/bin/env python3
"""How many changes of the law do the tests notice? `make mutants`; it takes half an hour.

mutmut tries each change in a copy of one process that has read the rulebook already, so that a change of what reads it
is not even tried there. Of the rulebook, what seems to pass unnoticed is tried once more, in a process of its own.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MUTANTS = ROOT / "mutants"
MUTMUT = (sys.executable, "-m", "mutmut")
#: These two read the source itself, and find mutmut's own names there.
READS_SOURCE = "not lists_of_keys and not refusal_has_a_sentence"
PYTEST = ("-m", "pytest", "tests/rulebook", "tests/engine", "-q", "-x", "-p", "no:cacheprovider", "-k", READS_SOURCE)
SECONDS = 600
REREAD = "scorekeeper.rulebook."


def results() -> dict[str, str]:
    """What became of each change, by its name, as mutmut had it."""
    said = subprocess.run([*MUTMUT, "results", "--all", "true"], cwd=ROOT, capture_output=True, text=True, check=True)
    return dict(line.strip().split(": ", 1) for line in said.stdout.splitlines() if ": " in line)


def passes(change: str) -> bool:
    """Does every test pass with this change, in a process of its own?"""
    environment = {**os.environ, "MUTANT_UNDER_TEST": change}
    try:
        done = subprocess.run(
            [sys.executable, *PYTEST], cwd=MUTANTS, env=environment, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False  # it never ends: that is noticed
    return done.returncode == 0


def unnoticed(found: dict[str, str]) -> Iterator[str]:
    """The changes that no test notices, those of the rulebook as they are tried again."""
    left = [change for change, what in found.items() if what in ("survived", "no tests")]
    yield from (change for change in left if not change.startswith(REREAD))
    again = [change for change in left if change.startswith(REREAD)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from (change for change, passed in zip(again, pool.map(passes, again), strict=True) if passed)


def main() -> None:
    """Try every change, then say which went unnoticed and what share that is."""
    if "--again" not in sys.argv:
        subprocess.run([*MUTMUT, "run"], cwd=ROOT, check=True)  # it fails where the tests fail without any change
    found = results()
    missed = 0
    for change in unnoticed(found):
        missed += 1
        print(change, flush=True)
    print(f"{len(found) - missed} of {len(found)} changes are noticed: {1 - missed / len(found):.1%}")


if __name__ == "__main__":
    main()
