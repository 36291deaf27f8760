"""Fixtures and settings for all tests."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import hypothesis
import pytest
from flask import Flask
from jinja2 import StrictUndefined

from scorekeeper.places import shipped
from scorekeeper.sheets.printing.printer import Page, Printer
from tests.examples import SOAK
from tests.postgres import FOLDER, OWNER, free_name, stop

ROOT = Path(__file__).resolve().parent.parent

# No deadline, because the time that an example takes depends on how busy the machine is.
hypothesis.settings.register_profile("any-machine", deadline=None, max_examples=30)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=1_000)
hypothesis.settings.load_profile("any-machine")

# In the applications of tests, an undefined name in a template is an error instead of an empty text.
Flask.jinja_options = {**Flask.jinja_options, "undefined": StrictUndefined}

# With this set, every program that a test starts would compile itself and its libraries again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A program deletes the compiled templates of other versions, so those of this checkout have a folder of their own.
os.environ["XDG_CACHE_HOME"] = str(ROOT / ".pytest_cache" / "compiled")


def pytest_configure(config: pytest.Config) -> None:
    """Set where the run's PostgreSQL server will be; the first test that needs it starts it. In the long tests,
    properties are tried with many examples."""
    if config.option.markexpr == "soak":
        os.environ[SOAK] = "1"
        hypothesis.settings.load_profile("soak")
    if not hasattr(config, "workerinput"):
        os.environ[FOLDER], os.environ[OWNER] = str(free_name()), str(os.getpid())


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the run's PostgreSQL server once every process of the run has ended."""
    if not hasattr(config, "workerinput"):
        stop(Path(os.environ.pop(FOLDER)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """The number of test processes. With `-n logical` it is the number of cores, for tests that only compute; with
    `-n auto` it is one more, because a process sometimes waits for a server, a tablet or a disk."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + (config.option.numprocesses != "logical")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile changed catalogues once, before the processes of the run start, so that no test reads an old translation;
    `make mutants` has them compiled already."""
    if "MUTANT_UNDER_TEST" in os.environ or hasattr(session.config, "workerinput"):
        return
    subprocess.run([sys.executable, str(ROOT / "tools" / "catalogues.py"), "compile"], check=True)


#: Folders with the slowest files. They run first, so that no core has to wait for them at the end.
LONG = ("browser", "reliability", "releases", "i18n", "tests", "sheets", "cli", "web")


#: Seconds that a long test may take on a slow, busy machine; a test that hangs still ends.
SOAK_SECONDS = 2 * 3600


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slow folders first, and keep each file's tests together. If the long tests were requested, mark every
    property as one of them. Give long tests their own time limit."""
    for item in items:
        if SOAK in os.environ and getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("soak")
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.timeout(SOAK_SECONDS))
    folders = {folder: at for at, folder in enumerate(LONG)}
    items.sort(key=lambda item: folders.get(item.path.parent.name, len(LONG)))


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def press() -> Iterator[Printer]:
    """The program's own printer, whose process starts with the first sheet."""
    made = Printer(shipped("static") / "print")
    yield made
    made.close()


@dataclass(frozen=True, slots=True)
class Shelf:
    """A printer that prints each sheet once per process, however many tests read the sheet."""

    pdf: Callable[[Page], bytes]


@pytest.fixture(scope="session")
def printer(press: Printer) -> Shelf:
    """A printer for tests that read a sheet; tests of printing itself use `press`."""
    return Shelf(cache(press.pdf))
