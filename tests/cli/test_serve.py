"""The real server: how it starts, what it prints and logs, and how it ends."""

import http.client
import re
import signal
import socket
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.cli.certificates import make
from scorekeeper.cli.serving.network import own_addresses
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.schema import STEPS, SchemaStep
from scorekeeper.ledger.sqlite.connection import LedgerFile
from scorekeeper.ledger.sqlite.driver import sqlite3
from scorekeeper.ledger.sqlite.migrating import migrate
from tests.served import Visitor, deal_fields, new_match
from tests.serving import Server, free_port, serving, until

#: The program, changed to print "a write waits" before each write, and to wait up to a minute for a locked file.
PATIENT = """
import sys
from scorekeeper.cli import main
from scorekeeper.ledger.sqlite.connection import LedgerFile as File

def told(file, *, write=File.write_tx, **given):
    print("a write waits", flush=True)
    return write(file, **given)

File.__init__.__kwdefaults__["timeout"], File.write_tx = 60, told
sys.exit(main(sys.argv[1:]))
"""


def said(server: Server) -> str:
    """The output of the server so far."""
    return server.log.read_text()


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for this machine only, shared by the tests that do not end it."""
    with serving("--database", "club.db", folder=tmp_path_factory.mktemp("here")) as server:
        yield server


def test_it_works(here: Server) -> None:
    assert Visitor.of(here).get("/").status == 200
    assert f"Serving on {here.url} (Ctrl+C stops)" in said(here)


def test_a_copy_is_made_at_the_start(here: Server) -> None:
    until(lambda: len(list((here.log.parent / "backups").glob("daily-*.db"))) == 1)


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.soak)])
def test_a_save_in_hand_is_finished_before_the_end_and_an_idle_connection_does_not_keep_it(
    tmp_path: Path, number: int
) -> None:
    command = [sys.executable, "-c", PATIENT]
    with serving("--database", "club.db", "--no-daily-copy", folder=tmp_path, command=command) as server:
        visitor = Visitor.of(server)
        match_id = new_match(visitor)
        visitor.token()
        idle = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=60)
        idle.request("GET", "/healthz")
        idle.getresponse().read()
        answers: list[int] = []
        with closing(sqlite3.connect(tmp_path / "club.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # the save has to wait
            form = deal_fields(1, "save-at-the-end")
            saving = threading.Thread(
                target=lambda: answers.append(visitor.post(f"/matches/{match_id}/deals/1", form).status)
            )
            before = said(server).count("a write waits")
            saving.start()
            until(lambda: said(server).count("a write waits") > before)
            server.process.send_signal(number)
            time.sleep(0.2)
            assert server.process.poll() is None
            other.execute("ROLLBACK")
        saving.join()
        assert server.process.wait(timeout=60) == 0
        idle.close()
    assert answers == [303]
    assert stat.S_IMODE((tmp_path / "club.db").stat().st_mode) == 0o600
    assert not (tmp_path / "club.db-wal").exists()  # closed properly: everything is in one file
    assert not (tmp_path / "backups").exists()
    with Ledger.open(tmp_path / "club.db") as ledger:
        assert ledger.matches.version(match_id) == 2


def test_four_hundred_tablets_hold_their_connections(here: Server) -> None:
    with ExitStack() as stack:
        port = int(here.url.rpartition(":")[2])
        for _ in range(400):
            tablet = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            tablet.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert tablet.recv(12) == b"HTTP/1.1 200"


def test_a_line_a_request_and_no_secret_in_it(here: Server) -> None:
    visitor = Visitor.of(here)
    match_id = new_match(visitor)
    for path in ("/?q=Ilona", "/s/abcdefghijklmnopqrstuv", "/s/abc%20def", "/%0aforged%20line", "/nowhere", "/healthz"):
        visitor.get(path)
    visitor.post(f"/matches/{match_id}/rename", {"version": "1", "key": "rename-key", "title": "Secret title"})
    assert visitor.post(f"/matches/{match_id}/share", {"kind": "edit"}).status == 303
    until(lambda: "/share 303 " in said(here))
    lines = said(here).splitlines()
    requests = [line for line in lines if re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d INFO [0-9a-f]{8} .*", line)]
    assert any(re.search(r"INFO [0-9a-f]{8} GET / 200 \d+ ms$", line) for line in requests)
    assert any(line.endswith("ms") and " POST /matches 303 " in line for line in requests)
    assert sum(" GET /s/… " in line for line in requests) == 2
    everything = said(here)
    for secret in ("Ilona", "abcdefgh", "abc def", "Secret title", "csrf", "healthz", visitor.cookies["scorekeeper"]):
        assert secret not in everything
    assert not [line for line in lines if line.startswith("forged")]


def test_the_error_page_and_the_log_name_the_same_request(here: Server) -> None:
    answer = Visitor.of(here).get("/nowhere")
    named = re.search(r"request ([0-9a-f]{8})", answer.text)
    assert named
    until(lambda: f"{named[1]} GET /nowhere 404" in said(here))


# --- The network -----------------------------------------------------------------------------------


def test_behind_a_proxy_links_and_cookies_are_those_of_its_address(tmp_path: Path) -> None:
    proxied = {"Host": "canasta.example", "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
    with serving("--at", "https://canasta.example", "--database", "club.db", folder=tmp_path) as server:
        here = Visitor.of(server)
        match_id = new_match(here)
        here.post(f"/matches/{match_id}/share", {"kind": "edit"})
        address = re.search(r"https://canasta\.example(/s/[\w-]+)", here.get(f"/matches/{match_id}/share").text)
        assert address
        tablet = Visitor(server.url)
        assert tablet.get("/", **proxied).status == 403
        entered = tablet.get(address[1], **proxied)
        assert (entered.location, "; Secure" in entered.headers["Set-Cookie"]) == (f"/matches/{match_id}", True)
        assert tablet.get(f"/matches/{match_id}", **proxied).status == 200


def test_without_it_no_other_device_is_answered(here: Server) -> None:
    assert "Other devices" not in said(here)
    assert Visitor.of(here).get("/", Host="192.168.7.2:8000").status == 400


# --- What it refuses to start with -----------------------------------------------------------------


@pytest.fixture
def refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Start a server that is expected to refuse, and return its message."""

    def refused(*arguments: str) -> str:
        assert main(["serve", "--port", str(free_port()), "--database", str(tmp_path / "club.db"), *arguments]) == 1
        told = capsys.readouterr()
        assert "Serving on" not in told.out
        return told.err

    return refused


def test_a_database_from_the_future_is_refused_in_words(tmp_path: Path, refused: Callable[..., str]) -> None:
    file = LedgerFile(tmp_path / "club.db")
    future = SchemaStep("m9999_tournaments", ["CREATE TABLE tournaments (id INTEGER PRIMARY KEY) STRICT"], ())
    migrate(file, (*STEPS, future))
    file.close()
    assert "Install that version" in refused()


@pytest.mark.parametrize("over_tls", [False, True])
def test_a_port_that_is_taken_is_told(tmp_path: Path, refused: Callable[..., str], over_tls: bool) -> None:
    make(tmp_path, ["club.local"])
    pair = ("--tls", str(tmp_path / "server.crt"), str(tmp_path / "server.key")) if over_tls else ()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = refused("--port", port, *pair).strip()
    assert said == f"scorekeeper serve: cannot listen on 127.0.0.1:{port}: Address already in use"


def test_an_address_there_is_not_is_told(refused: Callable[..., str]) -> None:
    assert "there is no such address" in refused("--host", "nowhere.invalid")


def test_with_an_address_of_the_network_the_machine_keeps_its_own(tmp_path: Path) -> None:
    here = next(iter(own_addresses()), None)
    if here is None:
        pytest.skip("this machine is in no network")
    with serving("--database", "club.db", "--host", here, folder=tmp_path) as server:
        assert f"Serving on {server.url} (Ctrl+C stops)" in said(server)
        assert Visitor.of(server).get("/").status == 200
        assert Visitor(f"http://{here}:{server.url.rpartition(':')[2]}").get("/").status == 403
