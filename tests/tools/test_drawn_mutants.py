"""What becomes of the changes that `make mutants` draws from the rooms around the law."""

from collections import Counter
from pathlib import Path

import pytest

from tools import drawn_mutants
from tools.drawn_mutants import ROOMS, Change, Copy, files_of, nearest, rates

#: A project of one module, whose tests hold one of its two answers and hang where it answers neither.
MODULE = "def answer(): return 42\ndef other(): return 7\n"
TESTS = """
from scorekeeper.paper.x import answer

def test_it():
    while answer() < 0: pass
    assert answer() == 42
"""


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Copy:
    """Let such a project be the one that is copied, and copy it."""
    root = tmp_path / "root"
    for path, text in {
        "scorekeeper/__init__.py": "",
        "scorekeeper/paper/__init__.py": "",
        "scorekeeper/paper/x.py": MODULE,
        "tests/paper/test_it.py": TESTS,
        "tests/paper/test_broken.py": "def test_broken(): assert False\n",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    monkeypatch.setattr(drawn_mutants, "ROOT", root)
    monkeypatch.setattr(drawn_mutants, "ROOMS", {"paper": ("paper",)})
    return Copy(tmp_path / "copy")


def change(becomes: str) -> Change:
    """The module with something else in it."""
    return Change("scorekeeper/paper/x.py", 1, MODULE, becomes, becomes)


def test_a_change_is_noticed_unnoticed_or_late_and_the_copy_is_as_before(
    copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = copy.failing("paper")
    assert failing == ["tests/paper/test_broken.py::test_broken"]
    assert copy.fate(change(MODULE.replace("42", "43")), failing) == "noticed"
    assert copy.fate(change(MODULE.replace("7", "8")), failing) == "unnoticed"
    monkeypatch.setattr(drawn_mutants, "LIMIT", 3)
    assert copy.fate(change(MODULE.replace("42", "-1")), failing) == "late"
    assert (copy.folder / "scorekeeper/paper/x.py").read_text(encoding="utf-8") == MODULE


def test_tests_that_import_the_module_come_first_then_those_of_its_name() -> None:
    files = nearest("scorekeeper/ledger/renaming.py", files_of("ledger"))
    assert files[0] == "tests/ledger/test_renaming.py"
    assert len(files) == len(set(files)) == len(files_of("ledger"))
    assert nearest("scorekeeper/web/rulings/links.py", files_of("web"))[0].startswith("tests/web/test_rulings")


def test_every_room_has_tests() -> None:
    assert all(file.is_file() for room in ROOMS for file in files_of(room))
    assert all(files_of(room) for room in ROOMS)


def test_rates_are_told_by_room_and_what_is_late_is_not_noticed() -> None:
    found = {"paper": Counter(["noticed", "unnoticed"]), "web": Counter(["noticed", "late"])}
    assert list(rates(found)) == [
        "paper: 1 of 2 noticed (50%), 0 not in their time",
        "web: 1 of 2 noticed (50%), 1 not in their time",
        "all: 2 of 4 noticed (50%), 1 not in their time",
    ]
