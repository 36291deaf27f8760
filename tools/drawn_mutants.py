"""Change the code of the layers around the engine and the rulebook, and count the changes that the tests notice. Run by
`make mutants`, as `python -m tools.drawn_mutants [COUNT]`; `--seed` draws other changes, `--rooms` limits the layers.

The operators are mutmut's. mutmut itself does not suit these layers: it leaves out decorated functions, which have a
quarter of the lines of `web` and `contract`, and it runs every test that calls a changed function. Hundreds of tests
call the function of a page. Here the same number of places is drawn in each layer, and one change for each place. Tests
run until one fails or the time is up: first the six test files that are nearest to the module (see `nearest`), then the
others of its layer, and last the snapshots.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path
from queue import Queue
from random import Random
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Literal, TypeVar

ROOT = Path(__file__).resolve().parent.parent
#: Each layer, with the folders and files of its tests.
ROOMS: dict[str, tuple[str, ...]] = {
    "actions": ("actions",),
    "ledger": ("ledger",),
    "contract": (
        "contract",
        "cli/test_evening.py",
        "web/test_api.py",
        "web/test_evening_export.py",
    ),
    "paper": ("sheets", "web/test_evening_paper.py"),
    "sheets": ("sheets",),
    "words": ("words", "i18n/test_keys.py"),
    "web": ("web",),
}
#: The snapshots of what the program shows, which test every layer.
SNAPSHOTS = "tests/goldens/test_snapshots.py"
#: Seconds that all tests of one change may take.
LIMIT = 300
#: The number of test files that run first, and pytest's exit code if no test is selected.
FIRST, NONE_LEFT = 6, 5
PYTEST = (sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--tb=no")
#: Files that a copy of the project does not need for its tests.
LEFT_OUT = ignore_patterns(".git", ".venv", "mutants", "instance", "__pycache__", ".*_cache", "*.db", "dist")

Fate = Literal["noticed", "unnoticed", "late"]
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one place: its file and line, the old and the new text, and the whole changed file."""

    path: str
    line: int
    was: str
    becomes: str
    source: str

    @property
    def room(self) -> str:
        """The layer of the file."""
        return self.path.split("/")[1]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {_brief(self.was)} -> {_brief(self.becomes)}"


def _brief(code: str) -> str:
    return " ".join(code.split())[:80]


def drawn(room: str, count: int, random: Random) -> Iterator[Change]:
    """Yield this number of changes of a layer. Each is drawn in three steps: a file (larger ones more often), a place
    in it, and one of the changes of that place."""
    from tools.mutant_places import Module  # it needs mutmut, which is installed for `make mutants` alone

    files = sorted((ROOT / "scorekeeper" / room).rglob("*.py"))
    sizes = [path.stat().st_size for path in files]
    while count:
        (file,) = random.choices(files, sizes)
        module = Module(file.read_text(encoding="utf-8"))
        if module.places:
            count -= 1
            yield Change(_named(file), *module.change(random.randrange(len(module.places)), random))


# --- The tests ----------------------------------------------------------------------------------------


def nearest(path: str, tests: Iterable[Path]) -> list[str]:
    """Arguments for pytest: the test files, beginning with those most likely to notice a change of the module at
    `path`. Files that import it come first."""
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    parent, _, name = module.rpartition(".")
    imports = re.compile(rf"{re.escape(module)}\b|from {re.escape(parent)} import .*\b{name}\b")
    words = set(re.split(r"[/_.]", path)[2:-1])

    def far(file: Path) -> tuple[bool, int, str]:
        own = {word.removesuffix("s") for word in re.split(r"[_.]", file.stem)}
        return (
            not imports.search(file.read_text(encoding="utf-8")),
            -len({word.removesuffix("s") for word in words} & own),
            file.name,
        )

    return [_named(file) for file in sorted(tests, key=far)]


def files_of(room: str) -> list[Path]:
    """The test files of a layer."""
    folder = ROOT / "tests"
    return [file for part in ROOMS[room] for file in ([folder / part] if part.endswith(".py") else
            sorted((folder / part).glob("test_*.py")))]  # fmt: skip


class Copy:
    """A copy of the project, in which one change at a time is tested."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        copytree(ROOT, folder, ignore=LEFT_OUT)

    def pytest(self, arguments: Sequence[str], seconds: float | None = None) -> subprocess.CompletedProcess[str]:
        """Run tests in the copy. If they take more than `seconds`, they and the processes that they started are killed,
        and TimeoutExpired is raised."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "MUTANT_UNDER_TEST": "drawn"}
        command = [*PYTEST, *arguments]
        with subprocess.Popen(
            command, cwd=self.folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as tests:  # fmt: skip
            try:
                said, _ = tests.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(tests.pid, signal.SIGKILL)
                raise
        return subprocess.CompletedProcess(command, tests.returncode, said)

    def failing(self, files: Sequence[str]) -> list[str]:
        """The tests in these files that fail without any change, because the machine is busy or they run in a copy."""
        said = self.pytest(["-rfE", *files]).stdout
        return re.findall(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE)

    def fate(self, change: Change, left_out: Iterable[str]) -> Fate:
        """Make a change, run its tests, and undo it. Returns "noticed" if a test fails, "late" if none has failed when
        the time is up, and otherwise "unnoticed"."""
        file = self.folder / change.path
        before = file.read_text(encoding="utf-8")
        rewrite(file, change.source)
        until = time.monotonic() + LIMIT
        files = nearest(change.path, files_of(change.room))
        skipped = [f"--deselect={test}" for test in left_out]
        try:
            for some in (files[:FIRST], files[FIRST:], [SNAPSHOTS]):
                seconds = max(1, until - time.monotonic())
                if some and self.pytest(["-x", *skipped, *some], seconds).returncode not in (0, NONE_LEFT):
                    return "noticed"
        except subprocess.TimeoutExpired:
            return "late"
        finally:
            rewrite(file, before)
        return "unnoticed"


def rewrite(file: Path, source: str) -> None:
    """Replace the source of a module, and delete its compiled file. Python would use that if the new source had the
    same length and time."""
    file.write_text(source, encoding="utf-8")
    Path(cache_from_source(str(file))).unlink(missing_ok=True)


def _named(file: Path) -> str:
    return str(file.relative_to(ROOT))


def main() -> None:
    """Draw changes, and print the fate of each. Then print the share that was noticed, by layer."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=70, help="how many changes to draw")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--rooms", nargs="+", choices=ROOMS, default=list(ROOMS))
    given = parser.parse_args()
    each = max(1, given.count // len(given.rooms))
    changes = [change for room in given.rooms for change in drawn(room, each, Random(f"{given.seed} {room}"))]  # noqa: S311 - no secret
    cores = os.cpu_count() or 1
    free: Queue[Copy] = Queue()
    with TemporaryDirectory() as scratch, ThreadPoolExecutor(cores) as pool:
        for at in range(cores):
            free.put(Copy(Path(scratch) / str(at)))
        tried_first = [[SNAPSHOTS], *(list(map(_named, files_of(room))) for room in given.rooms)]
        failing = {
            test for tests in pool.map(lambda files: _in(free, Copy.failing, files), tried_first) for test in tests
        }
        fates: dict[str, Counter[Fate]] = {room: Counter() for room in given.rooms}
        tried = pool.map(lambda change: _in(free, Copy.fate, change, failing), changes)
        for change, fate in zip(changes, tried, strict=True):
            fates[change.room][fate] += 1
            print(f"{fate}: {change}", flush=True)
    for test in sorted(failing):
        print(f"left out, since it fails without any change: {test}")
    for line in rates(fates):
        print(line)


def _in(free: "Queue[Copy]", act: Callable[..., Result], *given: object) -> Result:
    """Call `act` with a copy that no other thread uses, and return its result."""
    copy = free.get()
    try:
        return act(copy, *given)
    finally:
        free.put(copy)


def rates(fates: Mapping[str, Counter[Fate]]) -> Iterator[str]:
    """Lines with the share of changes that was noticed, by layer and in all. A change that took too long does not count
    as noticed."""
    for room, found in (*fates.items(), ("all", sum(fates.values(), Counter[Fate]()))):
        share = found["noticed"] / max(1, found.total())
        yield f"{room}: {found['noticed']} of {found.total()} noticed ({share:.0%}), {found['late']} not in their time"


if __name__ == "__main__":
    main()
