"""`scorekeeper sheet`: a PDF of a match, and what is said where there is none."""

from pathlib import Path

import pytest

from scorekeeper.actions.demo import demo_match
from scorekeeper.cli import main
from scorekeeper.cli.data import open_desk

MATCH = "played1"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with one played match."""
    path = tmp_path / "table.db"
    with open_desk(path, new=True) as desk:
        demo_match(desk, match_id=MATCH, seed=3, now="2026-11-21T18:00:00Z", deals=2)
    return path


def test_it_works(database: Path, tmp_path: Path) -> None:
    made = tmp_path / "sheet.pdf"
    assert main(["sheet", MATCH, "--database", str(database), "-o", str(made), "--paper", "a5"]) == 0
    assert made.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(("match", "said"), [("nobody", "nobody"), (MATCH, "there is no database")])
def test_what_is_not_there_is_said(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], match: str, said: str
) -> None:
    file = database if match == "nobody" else tmp_path / "other.db"
    assert main(["sheet", match, "--database", str(file), "-o", str(tmp_path / "x.pdf")]) == 1
    assert said in capsys.readouterr().err
