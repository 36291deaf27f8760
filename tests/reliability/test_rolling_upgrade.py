"""A new release migrates a server's database while the previous release serves it; the tables do not notice."""

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from scorekeeper.ledger.schema import STEPS
from tests.postgres import new_database
from tests.served import Visitor, deal_fields, new_match
from tests.serving import COMMAND, serving

#: The schema step of a later release; `number` makes the steps of two releases different.
LATER = """
ALTER TABLE matches ADD COLUMN more_{number} TEXT NOT NULL DEFAULT '';

ALTER TABLE entries ADD COLUMN more_{number} TEXT;

CREATE TABLE later_{number} (id BIGINT PRIMARY KEY, said TEXT NOT NULL);

CREATE INDEX entries_by_more_{number} ON entries (more_{number});
"""


def later_release(folder: Path, before: Path, number: int) -> Path:
    """Copy the program from the folder `before`, add a schema step, and return the copy's folder."""
    written = shutil.ignore_patterns("*.pyc.*")
    shutil.copytree(before / "scorekeeper", folder / "scorekeeper", ignore=written)
    for shared in ("templates", "static", "pyproject.toml"):
        (folder / shared).symlink_to((before / shared).resolve())
    for engine in ("sqlite", "postgresql"):
        step = folder / "scorekeeper" / "ledger" / "schema" / engine / f"{number}_of_a_later_release.sql"
        step.write_text(LATER.format(number=number))
    return folder


def told(arguments: list[str], environment: Mapping[str, str]) -> tuple[int, str]:
    """Run a command of the release in PYTHONPATH. Returns its exit status and its output."""
    here, release = {**os.environ, **environment}, environment["PYTHONPATH"]
    done = subprocess.run([*COMMAND, *arguments], cwd=release, env=here, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.soak
def test_two_releases_serve_one_database_while_it_is_brought_up_to_date(root: Path, tmp_path: Path) -> None:
    address = new_database(f"rolling_{os.getpid()}")
    key = {"SCOREKEEPER_SECRET_KEY": "a key of more than thirty-two letters", "SCOREKEEPER_DATABASE": address}
    old = {**key, "PYTHONPATH": str(root)}
    new = {**key, "PYTHONPATH": str(later_release(tmp_path / "new", root, 9001))}
    newest = {**key, "PYTHONPATH": str(later_release(tmp_path / "newest", tmp_path / "new", 9002))}
    way = told(["way-in"], old)[1].strip()
    (tmp_path / "b").mkdir()
    with serving("--notice", "5", folder=tmp_path, environment=old) as first:
        here = Visitor.of(first)
        here.get(way)
        match_id = new_match(here)
        for deal in range(1, 9):  # often enough for the driver to prepare every statement
            assert (
                here.post(f"/matches/{match_id}/deals/{deal}", deal_fields(deal, f"before-{deal}", (90, 60))).status
                == 303
            )
        assert told(["migrate"], new) == (0, f"{address} has schema {len(STEPS) + 1}, it had {len(STEPS)}\n")
        code, said = told(["serve", "--port", "1"], old)
        assert (code, "Install that version" in said) == (1, True), said
        code, said = told(["migrate"], newest)
        assert (code, "still serves it" in said, "Restart every program" in said) == (1, True, True), said
        with serving(folder=tmp_path / "b", environment=new) as second:
            there = Visitor.of(second)
            there.get(way)
            for deal in range(9, 17):
                visitor = (here, there)[deal % 2]
                page = visitor.get(f"/matches/{match_id}/deals/new")
                assert page.status == 200, page.location
                saved = visitor.post(
                    f"/matches/{match_id}/deals/{deal}", deal_fields(deal, f"between-{deal}", (90, 60))
                )
                assert saved.status == 303, saved.text
                assert all(each.get(f"/matches/{match_id}").status == 200 for each in (here, there))
            assert here.get("/?q=ilona").text.count(f"/matches/{match_id}") == 1
            assert here.get("/readyz").status == 200
            first.process.send_signal(signal.SIGTERM)
            while here.get("/readyz").status != 503:  # a proxy that sees 503 sends no more requests
                pass
            assert here.get(f"/matches/{match_id}").status == 200
            first.process.wait(timeout=60)
            assert told(["migrate"], newest)[0] == 0
            assert there.get(f"/matches/{match_id}").status == 200
    code, said = told(["verify"], newest)
    assert (code, said.startswith("Checked 1 matches, 17 entries: 0 problems")) == (0, True), said
