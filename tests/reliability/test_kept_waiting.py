"""A real server with everything that could delay a save: printing, half-sent requests, idle connections, floods."""

import re
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import median, quantiles

import pytest

from scorekeeper.cli.certificates import FILES, make
from scorekeeper.cli.serving.connections import TIMEOUT
from tests.served import Visitor, deal_fields, new_match
from tests.serving import Server, free_port, serving, serving_tls

#: The maximum time of a save: `LONGEST` is in seconds, and far less than the work that could delay a save. On a slow
#: machine, `SLOWER` times the duration of a save on a quiet server is allowed, if that is more.
LONGEST, SLOWER = 3.0, 20
#: The maximum memory in kilobytes. `OF_ONE` is for one connection, including 256 for asyncio's TLS buffer; `OF_ALL` is
#: for all large requests that are refused.
OF_ONE, OF_ALL = 320, 4_000
HOST = b"HTTP/1.1\r\nHost: 127.0.0.1\r\n"
FORM, HEAD = b"POST /matches " + HOST + b"Content-Length: 500\r\n\r\nhalf=", b"GET / " + HOST
#: Crowds by name, as (number of connections, bytes that each sends before it waits).
CROWDS = {"forms by halves": (400, FORM), "heads by halves": (400, HEAD), "nothing": (600, b"")}
#: The source of a program that acts as a device: it requests pages over 200 connections, as fast as it gets them.
FLOOD = """
import socket, sys, threading

def ask():
    while True:
        with socket.create_connection(("127.0.0.1", int(sys.argv[1])), source_address=("127.0.0.2", 0)) as device:
            device.sendall(b"GET /rules/compare HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nConnection: close\\r\\n\\r\\n")
            while device.recv(1 << 16):
                pass

for _ in range(200):
    threading.Thread(target=ask).start()
"""


class Club:
    """A server, a table that plays, and other devices."""

    def __init__(self, server: Server, trust: ssl.SSLContext | None, stack: ExitStack) -> None:
        self.server, self.trust, self.stack = server, trust, stack
        self.port = int(server.url.rpartition(":")[2])
        self.table = Visitor(server.url, trust=trust)
        self.match_id, self.version = new_match(self.table), 0
        self.quiet = median(self.saves(3))

    def saves(self, count: int) -> list[float]:
        """Save `count` times. Returns the seconds that each save took."""
        took = []
        for _ in range(count):
            self.version += 1
            form = deal_fields(self.version, f"save-number-{self.version}", (5, 5))
            began = time.monotonic()
            assert self.table.post(f"/matches/{self.match_id}/deals/{self.version}", form).status == 303
            took.append(time.monotonic() - began)
        return took

    def waits_for_nobody(self) -> None:
        """Check that saves take at most `LONGEST` seconds, or `SLOWER` times as long as on a quiet server."""
        took = max(self.saves(5))
        assert took < max(LONGEST, SLOWER * self.quiet), (took, self.quiet)

    def busy(self, said: bytes, device: int = 2) -> socket.socket:
        """A connection of another device that sends these bytes and then waits."""
        raw = socket.create_connection(("127.0.0.1", self.port), timeout=60, source_address=(f"127.0.0.{device}", 0))
        self.stack.callback(raw.close)
        connection = self.trust.wrap_socket(raw, server_hostname="127.0.0.1") if self.trust else raw
        self.stack.callback(connection.close)
        connection.sendall(said)
        return connection

    def memory(self) -> int:
        """The memory of all serving processes, in kilobytes."""
        serve = (self.server.process.pid, *self.server.workers())
        return sum(int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{each}/status").read_text())[0]) for each in serve)


# Only the long tests use plain http too: the same limits apply to both.
@pytest.fixture(scope="module", params=["https", pytest.param("http", marks=pytest.mark.soak)])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, ssl.SSLContext | None]]:
    """The server for the tests of this file, and a TLS context that trusts it (None for http)."""
    folder = tmp_path_factory.mktemp("kept-waiting")
    if request.param == "http":
        with serving("--database", "club.db", folder=folder) as server:
            yield server, None
        return
    make(folder, ["127.0.0.1"])
    trust = ssl.create_default_context(cafile=folder / FILES["authority"])
    with serving_tls(folder, FILES["cert"], FILES["key"], trust=trust, port=free_port()) as server:
        yield server, trust


@pytest.fixture
def club(server: tuple[Server, ssl.SSLContext | None]) -> Iterator[Club]:
    """A club with a new match on the server. Its connections are closed after the test."""
    with ExitStack() as stack:
        yield Club(*server, stack)


def test_nobody_keeps_a_save_waiting(club: Club) -> None:
    for _ in range(8):
        club.busy(FORM)
        club.busy(HEAD)
        club.busy(b"")
    printing = [club.busy(b"GET /sheets/rules/classic.pdf " + HOST + b"\r\n") for _ in range(20)]
    for _ in range(20):
        club.busy(b"GET /rules/compare " + HOST + b"\r\n")
    club.waits_for_nobody()
    statuses = [int(re.match(rb"HTTP/1.1 (\d+)", connection.recv(100))[1]) for connection in printing]  # type: ignore[index]
    assert set(statuses) == {200, 503}
    assert statuses.count(503) >= 15


@pytest.mark.parametrize("crowd", CROWDS)
def test_a_crowd_that_waits_costs_little_and_keeps_nobody_out(club: Club, crowd: str) -> None:
    count, said = CROWDS[crowd]
    before = club.memory()
    waiting = [club.busy(said, device=2 + at % 2) for at in range(count)]
    for _ in range(100):
        assert club.busy(b"GET /healthz " + HOST + b"\r\n", device=4).recv(12) == b"HTTP/1.1 200"
    club.waits_for_nobody()
    assert club.memory() - before < OF_ONE * (count + 100)
    assert hung_up(waiting) == 0


@pytest.mark.soak
@pytest.mark.parametrize("begins", [FORM, HEAD + b"X: "])
def test_requests_that_come_in_drops_are_hung_up_on_in_time(club: Club, begins: bytes) -> None:
    dripping = [club.busy(begins, device=2 + at % 2) for at in range(400)]
    until = time.monotonic() + 2 * TIMEOUT
    while time.monotonic() < until and hung_up(dripping) < 400:
        for each in dripping:
            with suppress(OSError):
                each.sendall(b"x")
        club.waits_for_nobody()
        time.sleep(1)
    assert hung_up(dripping) == 400


def test_fifty_megabytes_in_pieces_are_refused_at_once_and_not_kept(club: Club) -> None:
    before, sent = club.memory(), 0
    begins, piece = (
        b"POST /matches " + HOST + b"Transfer-Encoding: chunked\r\n\r\n",
        b"10000\r\n" + b"x" * 65536 + b"\r\n",
    )
    (listens := club.busy(begins)).sendall(5 * piece)
    assert listens.recv(12) == b"HTTP/1.1 413"
    deaf = club.busy(begins)
    with suppress(OSError):
        while sent < 50_000_000:
            deaf.sendall(piece)
            sent += len(piece)
    assert sent < 20_000_000
    assert club.memory() - before < OF_ALL
    club.waits_for_nobody()


@pytest.mark.soak
def test_fifty_tables_save_in_time_while_a_device_floods(club: Club) -> None:
    if club.trust:
        pytest.skip("what floods does so over http")
    tables = [Visitor(club.server.url, address=f"127.0.0.{10 + at}") for at in range(50)]
    matches = [new_match(table, f"table-{at}-is-flooded") for at, table in enumerate(tables)]

    def evening(at: int, first: int) -> list[float]:
        took = []
        for deal in range(first, first + 10):
            time.sleep(2 - at / 50 if deal == first else 2)  # so that the tables save one after the other
            began = time.monotonic()
            form = deal_fields(deal, f"table-{at}-deal-{deal}", (5, 5))
            assert tables[at].post(f"/matches/{matches[at]}/deals/{deal}", form).status == 303
            took.append(time.monotonic() - began)
        return took

    def p99(first: int) -> float:
        with ThreadPoolExecutor(50) as pool:
            return slowest(list(pool.map(evening, range(50), [first] * 50)))

    quiet = p99(1)
    with subprocess.Popen([sys.executable, "-c", FLOOD, str(club.port)]) as flood:
        try:
            flooded = p99(11)
        finally:
            flood.kill()
    print(f"p99 of saves: {quiet:.3f} s, with a flood {flooded:.3f} s")
    assert flooded < max(0.25, 5 * quiet)


def slowest(took: Sequence[Sequence[float]]) -> float:
    """The 99th percentile of these times, in seconds."""
    return quantiles([each for table in took for each in table], n=100)[98]


def hung_up(connections: Sequence[socket.socket]) -> int:
    """The number of these connections that are closed."""
    return sum(map(is_closed, connections))


def is_closed(connection: socket.socket) -> bool:
    """Return whether the other side closed the connection."""
    connection.settimeout(0)
    try:
        return connection.recv(1) == b""
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    except OSError:
        return True
    finally:
        connection.settimeout(60)
