"""A club evening: 200 tables, each saves a deal every ten seconds and polls its board every five, for two minutes."""

from pathlib import Path
from random import Random

from bench.devices import Act, Script, play
from bench.load import request
from bench.programs import ROUND, Browser, fill, program
from bench.stats import Row, Times

TABLES = 200
SECONDS = 120.0
SAVE_EVERY, POLL_EVERY = 10.0, 5.0
MOST = 250.0
#: The number of requests that all devices together make in `SECONDS` at their own pace, and the share of them that must
#: be answered.
ASKS, PART = round(TABLES * (SECONDS / SAVE_EVERY + SECONDS / POLL_EVERY)), 0.95


def rows(folder: Path) -> list[Row]:
    """The rows for saves, boards, the number of answers, and errors."""
    database = folder / "evening.db"
    random = Random(1)
    matches = fill(database, TABLES, deals=6, prefix="table")
    with program(database) as server:
        scripts: list[Script] = []
        for match in matches:
            browser = Browser(server.port)
            fields = browser.form(f"/matches/{match}/deals/new", ROUND)
            scripts.append(_saves(browser, match, fields, random.uniform(0, SAVE_EVERY)))
            scripts.append(_boards(browser, match, random.uniform(0, POLL_EVERY)))
        load = play(server.port, scripts, SECONDS)
    saves, boards = (Times.of(load.took[kind]) for kind in ("save", "board"))
    answered = len(saves.sorted) + len(boards.sorted)
    return [
        Row(f"saves of {TABLES} tables", f"{saves} ms", "", "", f"p99 ≤ {MOST:g} ms", saves.p99 <= MOST),
        Row(f"boards of {TABLES} tables", f"{boards} ms", "", "", f"p99 ≤ {MOST:g} ms", boards.p99 <= MOST),
        Row("answers in two minutes", f"{answered}", "", "", f"≥ {PART * ASKS:g}", answered >= PART * ASKS),
        Row("errors among them", f"{load.wrong.total()}", "", "", "0", not load.wrong),
    ]


def _saves(browser: Browser, match: str, fields: dict[str, str], first: float) -> Script:
    """A tablet that saves deal after deal."""
    after = first
    for deal in range(7, 1000):
        now = {"key": f"evening-{match}-{deal}", "version": str(deal)}
        yield Act(after, "save", browser.post(f"/matches/{match}/deals/{deal}", {**fields, **now}), (303,))
        after = SAVE_EVERY


def _boards(browser: Browser, match: str, first: float) -> Script:
    """A device that requests the whole board, whether it has changed or not."""
    after = first
    while True:
        yield Act(after, "board", request("GET", f"/matches/{match}", browser.headers()), (200,))
        after = POLL_EVERY
