"""A congress: a thousand tables in one hall with two devices each, served by two processes; then half of the tables
enter a deal at the same time.

A deal takes ten minutes. The tablet of a table takes 75 seconds to enter it, with a preview and a draft every few
seconds, and saves it. The rest of the time both devices show the board, and request it every four seconds. Every device
has its own session, which it gets from the link of its table. The same hall is measured with a PostgreSQL server, and
400 tables with one process.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.devices import Act, Found, Script, play, rows_of, watching
from bench.load import request
from bench.programs import ROUND, Browser, by_links, fill, link_to, postgresql
from bench.stats import Row
from scorekeeper.actions.desk import open_desk
from tests.postgres import program as installed

#: The number of tables that two processes serve, and that one process serves.
TABLES, FEWER = 1000, 400
SECONDS = 120.0
#: The seconds before a rush in which all devices show a board, so that their first requests do not count.
CALM = 20.0
#: The seconds from deal to deal, for entering a deal, and between two requests for a board.
DEAL, ENTRY, POLL = 600.0, 75.0, 4.0
PREVIEWS, DRAFTS = 40, 25
#: The limits of p99 in milliseconds: in a usual hour, and when half of the tables enter a deal at the same time.
USUAL, RUSH = 250.0, 500.0
#: Finds the fields of a form whose values differ from page to page, as (name, value).
OWN = re.compile(rb'name="(csrf_token|key|version|seen)"\s+value="([^"]*)"')


def rows(folder: Path) -> list[Row]:
    """The rows for the hall in a usual hour and in a rush, each with its own ledger."""
    rows = [
        *_figures(f"{TABLES:,} tables", folder / "usual.db", folder / "rush.db", USUAL, RUSH),
        *rows_of(f"{FEWER} tables, one process", _usual(folder / "one.db", FEWER, 1), SECONDS, USUAL),
    ]
    if installed("initdb") is None:
        return [*rows, Row(f"{TABLES:,} tables at PostgreSQL", "not installed", "", "", "", None)]
    with postgresql() as server:
        at = server.ledger("usual"), server.ledger("rush")
        return [*rows, *_figures(f"{TABLES:,} tables at PostgreSQL", *at, None, None)]


def _figures(what: str, usual: Path | str, rush: Path | str, most: float | None, in_rush: float | None) -> list[Row]:
    """The rows for the hall with two processes, in a usual hour and in a rush."""
    calm = _usual(usual, TABLES, 2)
    hurried = _hall(rush, TABLES, 2, part=0.5, before=CALM, begins=CALM)
    return [
        *rows_of(what, calm, SECONDS, most),
        *rows_of(f"{what}, half of them enter", hurried, SECONDS, in_rush),
    ]


def _usual(database: Path | str, tables: int, workers: int) -> Found:
    return _hall(database, tables, workers, part=(ENTRY + SECONDS) / DEAL, before=ENTRY)


def _hall(database: Path | str, tables: int, workers: int, *, part: float, before: float, begins: float = 0) -> Found:
    """The load of a hall. The share `part` of its tables enters a deal; each begins at a random time, but not in the
    first `begins` seconds. The first `before` seconds do not count."""
    random = Random(1)
    seconds = before + SECONDS
    matches = fill(database, tables, deals=6, prefix="hall")
    desk = open_desk(database)
    with desk.ledger:
        links = [link_to(desk, match) for match in matches]
    with by_links(database, "--workers", str(workers)) as server:
        came = list(zip(matches, links, strict=True))
        devices = [(match, _came(server.port, link, at)) for at in (0, 1) for match, link in came]
        form = devices[0][1].form(f"/matches/{matches[0]}/deals/new", ROUND)
        scripts = [_board(browser, match, random.uniform(0, POLL)) for match, browser in devices[tables:]]
        for match, browser in devices[:tables]:
            enters = random.uniform(begins, seconds) if random.random() < part else DEAL
            scripts.append(_tablet(browser, match, form, random.uniform(0, POLL), enters))
        return play(server.port, scripts, seconds, before)


def _came(port: int, link: str, number: int) -> Browser:
    """The browser of a device that used a link, with a session for its forms."""
    browser = Browser(port, device=f"192.0.2.{1 + number}")
    browser.get(link)
    browser.get("/device")
    return browser


def _board(browser: Browser, match: str, first: float) -> Script:
    """A device that shows the board of a match."""
    return watching(browser, f"/matches/{match}", POLL, "board", first)


def _tablet(browser: Browser, match: str, form: dict[str, str], first: float, begins: float) -> Script:
    """The tablet of a table: it shows the board for `begins` seconds, enters a deal, and shows the board again."""
    board = _board(browser, match, first)
    act = next(board)
    passed = act.after
    while passed < begins:
        act = board.send((yield act))
        passed += act.after
    page = f"/matches/{match}/deals/new"
    plain = request("GET", page, browser.headers(**{"Accept-Encoding": "identity"}))
    page_of_its_own = (yield Act(0, "entry page", plain, (200,))).body
    fields = {**form, **{name.decode(): value.decode() for name, value in OWN.findall(page_of_its_own)}}
    address = f"/matches/{match}/deals/7"
    for moment, what in _typing():
        kept = {"sight": "step-m0"} if what == "preview" else {"seen": fields.get("seen", "")}
        answer = yield Act(moment, what, browser.post(f"{address}/{what}", {**fields, **kept}), (200,))
        if what == "draft":
            browser.keep(answer)  # a device gets its number with its first draft
            fields["seen"] = re.findall(rb'"version": ?(\d+)', answer.body)[0].decode()
    yield Act(2, "save", browser.post(address, fields), (303,))
    yield from _board(browser, match, 1)


def _typing() -> Iterator[tuple[float, str]]:
    """Yield (seconds since the previous request, "preview" or "draft"), evenly spread over the time of an entry."""
    moments = sorted(
        [(ENTRY * (at + 0.5) / PREVIEWS, "preview") for at in range(PREVIEWS)]
        + [(ENTRY * (at + 0.7) / DRAFTS, "draft") for at in range(DRAFTS)]
    )
    before = 0.0
    for moment, what in moments:
        yield moment - before, what
        before = moment
