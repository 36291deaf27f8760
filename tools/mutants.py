#!/usr/bin/env python3
"""Change the code of the engine and the rulebook, and count the changes that the tests notice. Run by `make mutants`;
it takes half an hour or more.

`tools/mutants.py '*__mutmut_*[27]'` tries a fifth of them, those whose numbers end in 2 or 7. With `--again`, mutmut
does not run; its last results are used.

mutmut tries each change in a fork of a process that has already read the rulebook and old rules. A change of the code
that reads them has no effect there, so it is tried again in a separate process if it was not noticed. A change whose
tests did not end in time is tried again, too, because the machine may only have been busy; if necessary, a last time
with three times the time and nothing else running. If its tests never end, the change counts as noticed, but is listed.
The separate process first runs the test files that call the changed function, from the quickest to the slowest, then
the others.
"""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Literal

ROOT = Path(__file__).resolve().parent.parent
MUTANTS = ROOT / "mutants"
MUTMUT = (sys.executable, "-m", "mutmut")
#: Leaves out the test that counts every value that is read. With mutmut, which wraps every call, it would take too
#: long.
LEFT_OUT = "not read_by_somebody"
FOLDERS = ("tests/rulebook", "tests/engine", "tests/evening", "tests/contract")
PYTEST = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-k", LEFT_OUT)
#: mutmut's words for a change whose tests were cut off or crashed, and for a change that no test noticed.
CUT_SHORT, LEFT = ("timeout", "suspicious", "segfault"), ("survived", "no tests")
REREAD = tuple(
    f"scorekeeper.{module}."
    for module in ("rulebook", "engine.reading", "engine.snapshots", "engine.penalties.in_force")
)
#: The time limit of the tests in a separate process, as a multiple of their time without a change.
TIMES_AS_LONG = 10

Fate = Literal["unnoticed", "noticed", "endless"]


def results() -> dict[str, str]:
    """The result of each change that mutmut tried, in mutmut's words ("survived"), by mutmut's name for the change."""
    printed = subprocess.run(
        [*MUTMUT, "results", "--all", "true"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    fates = dict(line.strip().split(": ", 1) for line in printed.stdout.splitlines() if ": " in line)
    return {change: what for change, what in fates.items() if what != "not checked"}


@cache
def noted() -> dict[str, dict[str, Any]]:
    """mutmut's record of a run without changes: the tests that call each function, and the seconds of each test."""
    record: dict[str, dict[str, Any]] = json.loads((MUTANTS / "mutmut-stats.json").read_text(encoding="utf-8"))
    return record


def nearest(change: str) -> list[str]:
    """All test files: first those that call the changed function, then the others. In both groups the quickest comes
    first."""
    callers = noted()["tests_by_mangled_function_name"].get(change.rpartition("__mutmut_")[0], ())
    calling = {test.partition("::")[0] for test in callers}
    seconds: Counter[str] = Counter()
    for test, spent in noted()["duration_by_test"].items():
        seconds[test.partition("::")[0]] += spent
    files = [str(file.relative_to(MUTANTS)) for folder in FOLDERS for file in (MUTANTS / folder).rglob("test_*.py")]
    return sorted(files, key=lambda file: (file not in calling, seconds[file]))


def fate(change: str, seconds: float | None) -> Fate:
    """Run the tests with a change ("" for none) in a separate process. Returns "endless" if they exceed the time limit
    in seconds, "noticed" if one fails, and otherwise "unnoticed"."""
    environment = {**os.environ, "MUTANT_UNDER_TEST": change}
    try:
        done = subprocess.run(
            [sys.executable, *PYTEST, *nearest(change)],
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
    """Yield (change, fate) for changes tried in separate processes, several at once. A change whose tests do not end is
    tried again alone, with three times the time."""
    listed = list(changes)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        firsts = dict(zip(listed, pool.map(lambda change: fate(change, seconds), listed), strict=True))
    for change, first in firsts.items():
        yield change, fate(change, 3 * seconds) if first == "endless" else first


def main() -> None:
    """Try every change. Then print the unnoticed ones, those whose tests never ended, and the share that was
    noticed."""
    if "--again" not in sys.argv:
        subprocess.run(
            [*MUTMUT, "run", *sys.argv[1:]], cwd=ROOT, check=True
        )  # it fails if the tests fail without any change
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
