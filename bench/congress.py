"""A congress: a thousand tables in one hall, two devices each, before two processes; then half of them enter at once.

A deal takes ten minutes. Its tablet enters it in 75 seconds, with a preview and a draft every few of them, saves it and
looks at the board; all the other time it shows the board, as a second device does, and asks for it every four seconds.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.devices import Act, Found, Script, play, rows_of, watching
from bench.load import request
from bench.programs import ROUND, Browser, fields_of, fill, program
from bench.stats import Row

TABLES, WORKERS = 1000, 2
SECONDS = 120.0
#: Seconds from deal to deal, for entering one, and between two looks at a board.
DEAL, ENTRY, POLL = 600.0, 75.0, 4.0
PREVIEWS, DRAFTS = 40, 25
#: Milliseconds that one of a hundred may take longer than, in an hour like any other and where half enter at once.
USUAL, RUSH = 250.0, 500.0


def rows(folder: Path) -> list[Row]:
    """The hall as it is most of the time, once as many enter as ever do, then in a rush; a file for each."""
    usual = _hall(folder / "usual.db", part=(ENTRY + SECONDS) / DEAL, before=ENTRY)
    rush = _hall(folder / "rush.db", part=0.5)
    return [*rows_of("1,000 tables", usual, SECONDS, USUAL), *rows_of("half of them enter", rush, SECONDS, RUSH)]


def _hall(database: Path, *, part: float, before: float = 0) -> Found:
    """This part of a thousand tables begins to enter its deal while the load runs; `before` seconds do not count."""
    random = Random(1)
    seconds = before + SECONDS
    matches = fill(database, TABLES, deals=6, prefix="hall")
    with program(database, "--workers", str(WORKERS)) as server:
        browser = Browser(server.port)
        browser.form(f"/matches/{matches[0]}/deals/new", ROUND)
        scripts = [_board(browser, match, random.uniform(0, POLL)) for match in matches]
        for match in matches:
            begins = random.uniform(0, seconds) if random.random() < part else DEAL
            scripts.append(_tablet(browser, match, random.uniform(0, POLL), begins))
        return play(server.port, scripts, seconds, before)


def _board(browser: Browser, match: str, first: float) -> Script:
    """A device that shows the board of a match."""
    return watching(browser, f"/matches/{match}", POLL, "board", first)


def _tablet(browser: Browser, match: str, first: float, begins: float) -> Script:
    """The device of a table: it shows the board until its deal is over, enters it, and shows the board again."""
    board = _board(browser, match, first)
    act = next(board)
    passed = act.after
    while passed < begins:
        act = board.send((yield act))
        passed += act.after
    page = f"/matches/{match}/deals/new"
    plain = request("GET", page, browser.headers(**{"Accept-Encoding": "identity"}))
    fields = {**fields_of((yield Act(0, "entry page", plain, (200,))).body.decode()), **ROUND}
    address = f"/matches/{match}/deals/7"
    for moment, what in _typing():
        kept = {"sight": "step-m0"} if what == "preview" else {"seen": fields.get("seen", "")}
        answer = yield Act(moment, what, browser.post(f"{address}/{what}", {**fields, **kept}), (200,))
        if what == "draft":
            fields["seen"] = re.findall(rb'"version": ?(\d+)', answer.body)[0].decode()
    yield Act(2, "save", browser.post(address, fields), (303,))
    yield from _board(browser, match, 1)


def _typing() -> Iterator[tuple[float, str]]:
    """Seconds since the act before, and what the page asks: spread evenly over the time of an entry."""
    moments = sorted(
        [(ENTRY * (at + 0.5) / PREVIEWS, "preview") for at in range(PREVIEWS)]
        + [(ENTRY * (at + 0.7) / DRAFTS, "draft") for at in range(DRAFTS)]
    )
    before = 0.0
    for moment, what in moments:
        yield moment - before, what
        before = moment
