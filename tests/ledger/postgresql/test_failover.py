"""A server killed during a stream of saves, and replaced by its standby: no acknowledged save is lost or doubled."""

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import psycopg
import pytest

from scorekeeper.ledger.address import Address
from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.errors import LedgerUnavailable
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.postgresql.engine import Server
from scorekeeper.ledger.postgresql.migrating import migrate_at
from tests.ledger.cast import add, open_match
from tests.postgres import MISSING, SETTINGS, begin, new_folder, program, run, start, stop
from tests.serving import free_port

WRITERS = 8
#: Seconds that a save may wait for the standby on a busy machine.
TIMEOUT = 30.0
STANDBY = "cluster_name=standby"


@dataclass(slots=True)
class Pair:
    """A primary server, and a standby that each commit waits for."""

    folders: tuple[Path, Path]
    ports: tuple[int, int]

    @property
    def address(self) -> str:
        """The address of both servers: the one that accepts writes is used."""
        machines = ",".join(f"127.0.0.1:{port}" for port in self.ports)
        return f"postgresql://postgres@{machines}/postgres?target_session_attrs=read-write"

    def kill(self) -> None:
        """Kill the primary and all its processes at once, as a power cut does."""
        told = self.folders[0] / "data" / "postmaster.pid"
        main = int(told.read_text().split()[0])
        children = [int(each) for each in Path(f"/proc/{main}/task/{main}/children").read_text().split()]
        for process in (main, *children):
            os.kill(process, signal.SIGKILL)
        told.unlink()  # so that `stop` does not wait for this server

    def promote(self) -> None:
        """Let the standby take over."""
        run("pg_ctl", "-D", self.folders[1] / "data", "-w", "promote")


@pytest.fixture
def pair() -> Iterator[Pair]:
    """Two servers with an empty ledger."""
    if program("initdb") is None:
        pytest.skip(MISSING)
    made = Pair((new_folder(), new_folder()), (free_port(), free_port()))
    try:
        primary = begin(made.folders[0], port=made.ports[0])
        migrate_at(Address(primary))
        if os.getuid() == 0:
            os.chown(made.folders[1], made.folders[0].stat().st_uid, -1)
        run("pg_basebackup", "-D", made.folders[1] / "data", "-R", "-c", "fast", "-d", primary)
        start(made.folders[1], settings=f"{SETTINGS} -c {STANDBY}", port=made.ports[1])
        with psycopg.connect(primary, autocommit=True) as db:
            db.execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
            db.execute("SELECT pg_reload_conf()")
            until = time.monotonic() + TIMEOUT
            while db.execute("SELECT sync_state FROM pg_stat_replication").fetchone() != ("sync",):
                assert time.monotonic() < until
                time.sleep(0.05)
        yield made
    finally:
        for folder in made.folders:
            stop(folder)


@dataclass(slots=True)
class Writer:
    """A table that saves without pause: `saved` counts the acknowledged saves, `longest` is the time in seconds of the
    slowest one."""

    ledger: Ledger
    match: str
    ended: threading.Event
    saved: int = 0
    longest: float = 0.0
    failures: list[str] = field(default_factory=list)

    def write(self) -> None:
        """Save entries one after the other."""
        for number in count():
            if self.ended.is_set():
                return
            began = time.monotonic()
            try:
                add(self.ledger, "recount", {"n": number}, match_id=self.match)
            except LedgerUnavailable as failure:
                self.failures.append(str(failure))
                return
            self.saved = number + 1
            self.longest = max(self.longest, time.monotonic() - began)


def take_over(pair: Pair, seed: int) -> None:
    """Kill the primary once during a stream of saves, then check that every acknowledged save is there."""
    ended = threading.Event()
    with Ledger(Server(Address(pair.address), timeout=TIMEOUT)) as ledger:
        writers = [Writer(ledger, f"table-{number}", ended) for number in range(WRITERS)]
        for writer in writers:
            open_match(ledger, writer.match)
        threads = [threading.Thread(target=writer.write) for writer in writers]
        for thread in threads:
            thread.start()
        time.sleep(0.5 + random.Random(seed).random())
        pair.kill()
        before = sum(writer.saved for writer in writers)
        pair.promote()
        until = time.monotonic() + TIMEOUT
        while sum(writer.saved for writer in writers) < before + 50 and time.monotonic() < until:
            time.sleep(0.05)
        ended.set()
        for thread in threads:
            thread.join()
        for writer in writers:
            assert writer.failures == []
            said = [entry.payload["n"] for entry in ledger.matches.entries(writer.match)[1:]]
            assert said == list(range(writer.saved)), "each once, in its order"
        assert integrity(ledger.store).problems == ()
        waited = max(writer.longest for writer in writers)
        print(f"{sum(writer.saved for writer in writers)} saves, the longest {waited:.1f} s")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_a_standby_that_takes_over_has_everything_that_was_saved(pair: Pair, seed: int) -> None:
    take_over(pair, seed)
