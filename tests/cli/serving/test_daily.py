"""The daily copy that the server makes in the background."""

import logging
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.actions.backups import copies, folder_of
from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.cli.serving.daily import daily_copies, folded_when_idle
from tests.serving import until


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk at an empty file."""
    desk = open_desk(tmp_path / "club.db")
    yield desk
    desk.ledger.close()


def wait_for(desk: Desk, count: int) -> None:
    """Wait until there are this number of copies."""
    until(lambda: len(copies(desk)) == count)


def test_it_works(desk: Desk) -> None:
    day = ["2026-11-21T10:00:00Z"]
    with daily_copies(desk, every=0.01, clock=lambda: day[0]) as thread:
        wait_for(desk, 1)
        time.sleep(0.1)
        assert len(copies(desk)) == 1  # one a day
        day[0] = "2026-11-22T00:00:01Z"
        wait_for(desk, 2)
    assert not thread.is_alive()
    assert {kept.name for kept in copies(desk)} == {"daily-2026-11-21.db", "daily-2026-11-22.db"}


def test_it_ends_at_once_with_the_serving(desk: Desk) -> None:
    began = time.monotonic()
    with daily_copies(desk, clock=lambda: "2026-11-21T10:00:00Z"):
        wait_for(desk, 1)
    assert time.monotonic() - began < 60
    assert "copies" not in [thread.name for thread in threading.enumerate()]


def test_a_copy_that_fails_stops_nothing_and_is_tried_again(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    folder_of(desk).write_text("a file where the folder should be")
    with caplog.at_level(logging.WARNING), daily_copies(desk, every=0.01, clock=lambda: "2026-11-21T10:00:00Z"):
        until(lambda: "no copy today" in caplog.text)
        folder_of(desk).unlink()
        wait_for(desk, 1)
    assert "no copy today" in caplog.text


def test_the_log_is_folded_into_the_file_while_nobody_saves(desk: Desk) -> None:
    log = desk.ledger.store.path.with_name("club.db-wal")
    past = time.time() - 60
    for wrote in (time.time() + 3600, past):  # also with a clock that was set back
        desk.ledger.settings.put("language", f"et {wrote}")
        os.utime(log, (wrote, wrote))
        with folded_when_idle(desk, every=0.01) as thread:
            until(lambda: log.stat().st_size == 0)
    assert not thread.is_alive()
    desk.ledger.settings.put("language", "cs")
    desk.ledger.store.path.unlink()
    with folded_when_idle(desk, every=0.01) as thread:
        os.utime(log, (past, past))
        time.sleep(0.05)
        assert thread.is_alive()  # the next save reports that the file is gone
    assert log.stat().st_size > 0
