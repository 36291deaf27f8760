"""`serve --workers`: several processes with one database. All of them show what one has saved, and a process that dies
is replaced."""

import os
import re
import signal
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from scorekeeper.cli.serving import server as processes
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.rulebook.tables import RulebookError
from tests.served import Visitor, deal_fields, new_match
from tests.serving import Server, serving, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads the processes as Linux shows them")
TWO = ("--workers", "2", "--database", "club.db", "--no-daily-copy")


def workers(of: int) -> set[int]:
    """The ids of the worker processes of a server."""
    children = Path(f"/proc/{of}/task/{of}/children").read_text().split()
    return {int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()}


def both_work(server: Server) -> None:
    """Wait until two processes accept connections: the id of a killed one remains listed for a moment."""
    until(lambda: sum(listens(pid) for pid in workers(server.process.pid)) == 2)


def listens(pid: int) -> bool:
    """Return whether the process has reached its event loop, which waits for requests."""
    with suppress(OSError):
        return any(str(each.readlink()) == "anon_inode:[eventpoll]" for each in Path(f"/proc/{pid}/fd").iterdir())
    return False


def test_two_processes_are_one_program(tmp_path: Path) -> None:
    with serving(*TWO, folder=tmp_path) as server:
        both_work(server)
        tablets = [Visitor.of(server) for _ in range(8)]
        match_id = new_match(tablets[0])
        for tablet in tablets:
            tablet.token()
        with ThreadPoolExecutor(8) as at_once:
            form = deal_fields(1, "one-deal-sent-eight-times")
            saved = list(at_once.map(lambda each: each.post(f"/matches/{match_id}/deals/1", form).status, tablets))
        assert saved == [303] * 8
        tags = {re.findall(r'data-tag="([^"]+)"', tablets[0].get(f"/matches/{match_id}").text)[0] for _ in range(24)}
        assert len(tags) == 1  # whichever process answers
        before = workers(server.process.pid)
        os.kill(min(before), signal.SIGKILL)
        until(lambda: workers(server.process.pid) - before != set())
        both_work(server)
        assert all(each.get(f"/matches/{match_id}").status == 200 for each in tablets)
    assert server.process.returncode == 0
    with Ledger.open(tmp_path / "club.db") as ledger:
        assert ledger.matches.version(match_id) == 2


def test_processes_that_are_told_to_end_answer_what_has_begun_and_refuse_who_comes(tmp_path: Path) -> None:
    """All of them get the signal, as from systemd, and once more from their parent process."""
    with serving(*TWO, folder=tmp_path) as server:
        both_work(server)
        at = "127.0.0.1", int(server.url.rpartition(":")[2])
        with socket.create_connection(at, timeout=60) as begun:
            begun.sendall(
                b"POST /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n"
            )
            assert begun.recv(100).startswith(b"HTTP/1.1 100")
            for each in (*workers(server.process.pid), server.process.pid):
                os.kill(each, signal.SIGTERM)
            until(lambda: refused(at))
            begun.sendall(b"half")
            assert begun.recv(100).startswith(b"HTTP/1.1 405")
        assert server.process.wait(timeout=60) == 0


def refused(at: tuple[str, int]) -> bool:
    """Return whether a new connection is refused at once."""
    try:
        socket.create_connection(at, timeout=1).close()
    except ConnectionRefusedError:
        return True
    return False


@pytest.mark.parametrize("wrong", [False, True])
def test_the_rulebook_is_read_while_the_server_answers_already(
    tmp_path: Path, wrong: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, read = threading.Event(), threading.Event()

    def book() -> None:
        assert answers.wait(timeout=60)
        read.set()
        if wrong:  # ignored while the server starts; a request for a page would report it
            raise RulebookError("a mistake")

    def start(_: object) -> None:
        answers.set()
        assert read.wait(timeout=60)
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(processes, "rulebook", book)
    monkeypatch.setattr(processes.AppServer, "start", start)
    monkeypatch.setattr(processes.AppServer, "stop", lambda _: None)
    monkeypatch.setattr(processes, "settle", lambda: None)
    processes.serve({"DATABASE": tmp_path / "club.db"}, [])


def test_the_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    with serving(*TWO, folder=tmp_path) as server:
        both_work(server)
        left = workers(server.process.pid)
        server.process.kill()
        server.process.wait()
        until(lambda: not any(listens(pid) for pid in left))
