"""Servers to measure, files to serve, sessions and forms to send."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

import psycopg

from bench.load import Reply, ask, request
from scorekeeper.actions.club.sharing import make_link, token_of
from scorekeeper.actions.demo import demo_match
from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.ledger.address import Address, migrate_server
from tests.postgres import begin, named, stop
from tests.serving import free_port

NOW = "2026-11-21T19:00:00Z"
ROOT = Path(__file__).resolve().parent.parent
FORM = "application/x-www-form-urlencoded"
LONGEST = {"target": 100000}
#: The secret key for a program whose devices use links.
SECRET = "a key of more than thirty-two letters"
SERVER = "-c listen_addresses=127.0.0.1 -c shared_buffers=256MB -c max_connections=100"


@dataclass(frozen=True, slots=True)
class Running:
    """A running server."""

    port: int
    process: subprocess.Popen[bytes]


@contextmanager
def running(command: list[str], port: int, *, ready: str = "/healthz", **environment: str) -> Iterator[Running]:
    """Run a server until the block ends, with these further variables in its environment. Waits until `ready` is
    answered."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(port, process, ready)
        yield Running(port, process)
    finally:
        process.terminate()
        process.wait(timeout=30)


@contextmanager
def program(database: Path | str, *more: str, **environment: str) -> Iterator[Running]:
    """Run the program until the block ends, with this file or with this database of a server."""
    port = free_port()
    command = ["scorekeeper", "serve", "--port", str(port), "--database", str(database), "--no-daily-copy", *more]
    with running(command, port, **environment) as server:
        yield server


@contextmanager
def by_links(database: Path | str, *more: str) -> Iterator[Running]:
    """Run the program as `program` does, with the key from which `link_to` makes links, so that these are valid."""
    with program(database, *more, SCOREKEEPER_SECRET_KEY=SECRET) as server:
        yield server


def link_to(desk: Desk, match_id: str | None = None) -> str:
    """Make a link with which a device may write in a match, or in every match. Returns its path."""
    new = f"of-{match_id or 'all'}"
    share = make_link(desk, match_id, "edit", share_id=new, token=token_of(SECRET.encode(), new), now=NOW)
    return f"/s/{token_of(SECRET.encode(), share.id)}"


@dataclass(frozen=True, slots=True)
class Database:
    """A PostgreSQL server."""

    folder: Path
    address: str

    def ledger(self, name: str) -> str:
        """Create an empty ledger in a new database with this name. Returns its address."""
        with psycopg.connect(self.address, autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name}".encode())
        migrate_server(Address(named(self.address, name)))
        return named(self.address, name)

    def processes(self) -> set[int]:
        """The ids of the server's main process and of its current child processes."""
        first = (self.folder / "data" / "postmaster.pid").read_text().split()[0]
        return {int(first), *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())}


@contextmanager
def postgresql() -> Iterator[Database]:
    """Run a PostgreSQL server until the block ends, with its data on the disk."""
    folder = Path(tempfile.mkdtemp(prefix="bench-postgresql-"))
    try:
        yield Database(folder, begin(folder, settings=SERVER))
    finally:
        stop(folder)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def floor(folder: Path) -> Iterator[Running]:
    """Run the floor (bench/floor.py) until the block ends, with the files of this folder."""
    port = free_port()
    with running(["bench.floor", str(port), str(folder)], port, ready="/same/x") as server:
        yield server


def wait_for(port: int, process: subprocess.Popen[bytes], path: str) -> None:
    """Wait until a server answers this path with a page or with 304. Raises AssertionError if the server ends, or does
    not answer."""
    for _ in range(2000):
        assert process.poll() is None, "the server ended at once"
        try:
            urlopen(f"http://127.0.0.1:{port}{path}", timeout=5).close()
        except (URLError, TimeoutError) as failure:
            if getattr(failure, "code", None) == 304:
                return
            time.sleep(0.01)
        else:
            return
    raise AssertionError("the server did not answer")


def fill(database: Path | str, count: int, *, deals: int, prefix: str, rules: str = "classic") -> list[str]:
    """Make matches with this number of deals each and a distant target. Returns their ids."""
    desk = open_desk(database)
    with desk.ledger:
        return [filled(desk, f"{prefix}{number}", deals, seed=number, rules=rules) for number in range(count)]


def filled(desk: Desk, match_id: str, deals: int, *, seed: int, rules: str = "classic") -> str:
    """Make one match with this number of deals and a distant target. The names of its sides have the number `seed`, so
    that they differ from table to table. Returns its id."""
    named = (f"North–South {seed}", f"East–West {seed}")
    demo_match(desk, match_id=match_id, seed=seed, now=NOW, rules=rules, deals=deals, options=LONGEST, side_names=named)
    return match_id


# --- A browser -------------------------------------------------------------------------------------


@dataclass(slots=True)
class Browser:
    """One session: its cookie, and the token of its forms. `device` is the address of another device; if it is empty,
    the browser is on the machine of the program."""

    port: int
    cookies: str = ""
    token: str = ""
    device: str = ""

    def headers(self, **more: str) -> dict[str, str]:
        """The headers of every browser request."""
        base = {"Cookie": self.cookies, "Accept": "text/html", "Accept-Encoding": "gzip", "Accept-Language": "en"}
        base["X-Forwarded-For"] = self.device
        return {name: value for name, value in {**base, **more}.items() if value}

    def get(self, path: str, **more: str) -> Reply:
        """Request a page, and store its cookie."""
        reply = ask(self.port, request("GET", path, self.headers(**more)))
        self.keep(reply)
        return reply

    def keep(self, reply: Reply) -> None:
        """Store the cookie of an answer."""
        for pair in re.findall(rb"(?i)set-cookie: ([^;\r]+)", reply.head):
            self.cookies = pair.decode()

    def plain(self, path: str) -> str:
        """Request a page, and return it as text."""
        return self.get(path, **{"Accept-Encoding": "identity"}).body.decode()

    def form(self, path: str, changes: Mapping[str, str]) -> dict[str, str]:
        """Request a page, and store the token of its form. Returns the fields of the form as a browser would send them,
        with these changes."""
        fields = {**fields_of(self.plain(path)), **changes}
        self.token = fields["csrf_token"]
        return fields

    def post(self, path: str, fields: Mapping[str, str]) -> bytes:
        """The request that sends a form."""
        return request("POST", path, self.headers(**{"Content-Type": FORM}), urlencode(fields).encode())


class _Fields(HTMLParser):
    """Collects the values that a form sends. `counts` has the names of the fields that the page does not send if they
    are 0."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.counts: set[str | None] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name"), given.get("value") or ""
        if "data-clears" in given:
            self.counts.add(given.get("id"))
        if tag != "input" or not name or given.get("type") in ("submit", "button"):
            return
        if given.get("type") in ("radio", "checkbox") and "checked" not in given:
            return
        self.fields.setdefault(name, value)


def fields_of(html: str) -> dict[str, str]:
    """The fields of a page's forms as its script sends them, without empty ones."""
    parser = _Fields()
    parser.feed(html)
    return {
        name: value for name, value in parser.fields.items() if value and (value != "0" or name not in parser.counts)
    }


#: The form of a deal by cards. One side goes out with two canastas; the other has two melds, and 55 points in hand.
ROUND = {
    "act": "save",
    "end": "0",
    "s0-way": "cards",
    "s1-way": "cards",
    "s0-hand": "",
    "s1-hand": "",
    "s0-n-K": "7",
    "s0-n-Q": "5",
    "s0-t-Q": "2",
    "s0-n-9": "3",
    "s0-red": "2",
    "s1-n-A": "4",
    "s1-n-8": "3",
    "s1-j-8": "1",
    "s1-red": "1",
    "s1-hp-tens": "40",
    "s1-hp-fives": "15",
}
