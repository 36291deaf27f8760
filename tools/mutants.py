#!/usr/bin/env python3
"""Change the code of the engine and the rulebook, and count the changes that the tests notice. `make mutants`; it takes
half an hour or more.

`tools/mutants.py '*__mutmut_*[27]'` tries a fifth of them, those whose numbers end in 2 or 7.

mutmut tries each change in a fork of a process that has read and cached the rulebook and old rules, so that changes of
the code that reads them have no effect there. Of these changes, the unnoticed ones are tried again in a separate
process, with the tests of their own folder first. So is every change whose tests did not end in time, because on a busy
machine that says nothing about the change. Changes whose tests do not end this time, either, are counted separately.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent
MUTANTS = ROOT / "mutants"
MUTMUT = (sys.executable, "-m", "mutmut")
#: Leaves out the test that counts every value that is read: with mutmut's wrapped calls it would take most of the time.
LEFT_OUT = "not read_by_somebody"
FOLDERS = ("tests/rulebook", "tests/engine", "tests/evening", "tests/contract")
PYTEST = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-k", LEFT_OUT)
#: mutmut's words for a change whose tests were cut off or crashed, and for one by which none of them failed.
CUT_SHORT, LEFT = ("timeout", "suspicious", "segfault"), ("survived", "no tests")
REREAD = tuple(
    f"scorekeeper.{module}."
    for module in ("rulebook", "engine.reading", "engine.snapshots", "engine.penalties.in_force")
)
#: The most time that the tests may take separately, as a multiple of their time without a change.
TIMES_AS_LONG = 10

Fate = Literal["unnoticed", "noticed", "endless"]


def results() -> dict[str, str]:
    """The fate of each change that was tried, by mutmut's name for it."""
    printed = subprocess.run(
        [*MUTMUT, "results", "--all", "true"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    fates = dict(line.strip().split(": ", 1) for line in printed.stdout.splitlines() if ": " in line)
    return {change: what for change, what in fates.items() if what != "not checked"}


def fate(change: str, seconds: float | None) -> Fate:
    """The fate of a change, or of none (""), in a process of its own with a time limit."""
    environment = {**os.environ, "MUTANT_UNDER_TEST": change}
    own_first = sorted(FOLDERS, key=lambda folder: folder.removeprefix("tests/") not in change)
    try:
        done = subprocess.run(
            [sys.executable, *PYTEST, *own_first],
            cwd=MUTANTS,
            env=environment,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "endless"
    return "noticed" if done.returncode else "unnoticed"


def tried_again(changes: Iterable[str], seconds: float) -> Iterator[tuple[str, Fate]]:
    """The fate of changes tried separately: several at once first, then alone if one did not end."""
    listed = list(changes)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        firsts = dict(zip(listed, pool.map(lambda change: fate(change, seconds), listed), strict=True))
    for change, first in firsts.items():
        yield change, fate(change, 3 * seconds) if first == "endless" else first


def main() -> None:
    """Try every change, then print the unnoticed ones, those that never ended, and the share of all that was
    noticed."""
    if "--again" not in sys.argv:
        subprocess.run(
            [*MUTMUT, "run", *sys.argv[1:]], cwd=ROOT, check=True
        )  # it fails where the tests fail without any change
    began = time.monotonic()
    if fate("", None) != "unnoticed":
        sys.exit("the tests fail without any change")
    seconds = TIMES_AS_LONG * (time.monotonic() - began)
    tried = results()
    again = [
        change for change, what in tried.items() if what in CUT_SHORT or (what in LEFT and change.startswith(REREAD))
    ]
    fates: dict[str, Fate] = {change: "unnoticed" for change, what in tried.items() if what in LEFT}
    fates |= dict(tried_again(again, seconds))
    for outcome in ("unnoticed", "endless"):
        for change in (change for change, what in fates.items() if what == outcome):
            print(f"{outcome}: {change}", flush=True)
    missed, endless = (sum(what == outcome for what in fates.values()) for outcome in ("unnoticed", "endless"))
    share = 1 - missed / len(tried)
    print(f"{len(tried) - missed} of {len(tried)} changes are noticed: {share:.1%}; {endless} of them by never ending")


if __name__ == "__main__":
    main()
