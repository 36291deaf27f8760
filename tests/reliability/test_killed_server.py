"""The server is killed while it saves: no acknowledged save is lost, none is stored twice, and retries succeed."""

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path

import pytest

from scorekeeper.actions.desk import open_desk
from scorekeeper.actions.verify import verify
from tests.served import Visitor, deal_fields, new_match
from tests.serving import COMMAND, WORKERS, Server, end, free_port, started, wait_for

TABLES = 3


class Evening:
    """A server, and tables that save deal after deal while it is killed and started again."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder = folder
        self.workers = str(workers)
        self.port = free_port()
        self.server = self._start()
        self.visitors = [Visitor.of(self.server) for _ in range(TABLES)]
        self.matches = [new_match(visitor, f"table-{at}-opened") for at, visitor in enumerate(self.visitors)]
        self.heard = [0] * TABLES
        self.deals = [0] * TABLES

    def _start(self) -> Server:
        command = [*COMMAND, "serve", "--port", str(self.port), "--database", "club.db", "--no-daily-copy"]
        server = started([*command, "--workers", self.workers], self.folder, self.port)
        wait_for(server)
        return server

    def kill(self, after: float) -> None:
        """Let the tables save, kill the server `after` seconds after the next save, and start it again."""
        before, until = sum(self.heard), time.monotonic() + 60
        ended = threading.Event()
        tables = [threading.Thread(target=self._save, args=(at, ended)) for at in range(TABLES)]
        for table in tables:
            table.start()
        while sum(self.heard) == before and time.monotonic() < until:
            ended.wait(0.001)  # a busy machine may take long to answer the first save
        ended.wait(after)
        self.server.kill()
        self.server.process.wait()
        ended.set()
        for table in tables:
            table.join()
        self.server = self._start()

    def kill_a_worker(self, chance: random.Random) -> None:
        """Let the tables save, and kill one of the worker processes. Check that all tables can go on saving."""
        ended = threading.Event()
        tables = [threading.Thread(target=self._save, args=(at, ended)) for at in range(TABLES)]
        for table in tables:
            table.start()
        ended.wait(chance.uniform(0.1, 0.4))
        os.kill(chance.choice(self.server.workers()), signal.SIGKILL)
        before, until = list(self.heard), time.monotonic() + 60
        while any(now == then for now, then in zip(self.heard, before, strict=True)) and time.monotonic() < until:
            ended.wait(0.01)
        ended.set()
        for table in tables:
            table.join()
        assert all(now > then for now, then in zip(self.heard, before, strict=True)), "the tables go on"

    def _save(self, at: int, ended: threading.Event) -> None:
        """Save deal after deal until `ended`. A deal that was not acknowledged is sent again, with the same key."""
        while not ended.is_set():
            deal = self.heard[at] + 1
            form = deal_fields(deal, f"table-{at}-deal-{deal}", (5 * (deal % 3), 5))
            with suppress(OSError, HTTPException):
                answer = self.visitors[at].post(f"/matches/{self.matches[at]}/deals/{deal}", form)
                assert answer.status == 303, answer.text
                self.heard[at] = deal

    def check(self) -> None:
        """Check that every acknowledged deal is in the ledger once, and that the file is valid."""
        desk = open_desk(self.folder / "club.db")
        with closing(desk.ledger):
            for at, match_id in enumerate(self.matches):
                deals = [entry.deal for entry in desk.ledger.matches.entries(match_id)[1:]]
                assert deals == list(range(1, len(deals) + 1))
                assert self.heard[at] <= len(deals) <= self.heard[at] + 1
            assert verify(desk).problems == ()

    def close(self) -> None:
        """End the server."""
        end(self.server)


@pytest.fixture
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    """An evening that is closed at the end of its test."""
    with closing(Evening(tmp_path, getattr(request, "param", WORKERS))) as evening:
        yield evening


@pytest.mark.parametrize("evening", [2], indirect=True)
def test_a_worker_that_is_killed_loses_and_doubles_nothing(evening: Evening) -> None:
    chance = random.Random(1)
    for _ in range(2):
        evening.kill_a_worker(chance)
        evening.check()


@pytest.mark.parametrize("evening", [1, pytest.param(2, marks=pytest.mark.soak)], indirect=True)
def test_two_kills_lose_and_double_nothing(evening: Evening) -> None:
    chance = random.Random(1)
    for _ in range(2):
        evening.kill(chance.uniform(0.02, 0.2))
        evening.check()
    assert sum(evening.heard) >= 2


@pytest.mark.soak
@pytest.mark.parametrize("evening", [2], indirect=True)
def test_sixty_kills_of_the_program_and_of_a_worker_in_turns_lose_and_double_nothing(evening: Evening) -> None:
    chance = random.Random(60)
    for _ in range(30):
        evening.kill(chance.uniform(0.01, 0.15))
        evening.kill_a_worker(chance)
        evening.check()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_a_thousand_kills_lose_and_double_nothing(evening: Evening, seed: int) -> None:
    """Fifty kills per evening, twenty evenings."""
    chance = random.Random(seed)
    for _ in range(50):
        evening.kill(chance.uniform(0.01, 0.15))
        evening.check()
