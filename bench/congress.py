"""A congress: a thousand tables in one hall, two devices each, before two processes; then half of them enter at once.

A deal takes ten minutes. Its tablet enters it in 75 seconds, with a preview and a draft every few of them, saves it and
looks at the board; all the other time it shows the board, as a second device does, and asks for it every four seconds.
"""

import heapq
import re
import selectors
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.load import Line, Reply, request
from bench.programs import ROUND, Browser, fields_of, fill, program
from bench.stats import Row, Times

TABLES, WORKERS = 1000, 2
SECONDS = 120.0
#: Seconds from deal to deal, for entering one, and between two looks at a board.
DEAL, ENTRY, POLL = 600.0, 75.0, 4.0
PREVIEWS, DRAFTS = 40, 25
#: Milliseconds that one of a hundred may take longer than, in an hour like any other and where half enter at once.
USUAL, RUSH = 250.0, 500.0
#: Seconds after its time that an act is sent late, and the part that may be: with more, the load itself was too slow.
LATE, PART = 0.25, 0.01
ETAG = re.compile(rb'(?i)\r\netag: (W/"[^"]+")')


@dataclass(frozen=True, slots=True)
class Act:
    """What a device asks next: how long after the act before, and what it may be answered."""

    after: float
    kind: str
    data: bytes
    expect: tuple[int, ...]


#: What a device does for ever: each act is followed by its answer.
Script = Generator[Act, Reply, None]


def rows(folder: Path) -> list[Row]:
    """The hall as it is most of the time, once as many enter as ever do, then in a rush; a file for each."""
    usual = _hall(folder / "usual.db", part=(ENTRY + SECONDS) / DEAL, before=ENTRY)
    rush = _hall(folder / "rush.db", part=0.5)
    return [*told("1,000 tables", usual, USUAL), *told("half of them enter", rush, RUSH)]


@dataclass(slots=True)
class Found:
    """How long each kind of act took, in seconds, and how many were sent late or not answered as they should be."""

    took: dict[str, list[float]] = field(default_factory=dict)
    late: int = 0
    wrong: int = 0


def told(what: str, found: Found, most: float) -> Iterator[Row]:
    asked = sum(map(len, found.took.values()))
    for kind, took in sorted(found.took.items()):
        times = Times.of(took)
        yield Row(f"{what}: {kind}", f"{times} ms", "", "", f"p99 ≤ {most:g} ms", times.p99 <= most)
    yield Row(f"{what}: asked a second", f"{asked / SECONDS:.0f}", "", "", "", None)
    yield Row(f"{what}: sent late by the load", f"{found.late}", "", "", "≤ 1 %", found.late <= PART * asked)
    yield Row(f"{what}: errors", f"{found.wrong}", "", "", "0", found.wrong == 0)


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
    """A device that shows a board, and asks whether it changed."""
    after, known = first, ""
    while True:
        headers = browser.headers(**{"If-None-Match": known})
        answer = yield Act(after, "board", request("GET", f"/matches/{match}", headers), (200, 304))
        tag = ETAG.search(answer.head)
        after, known = POLL, tag[1].decode() if tag else ""


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
        kept = {} if what == "preview" else {"seen": fields.get("seen", "")}
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


def play(port: int, scripts: list[Script], seconds: float, before: float) -> Found:
    """Every device at its own pace until the time is over."""
    found = Found()
    acts = [next(script) for script in scripts]
    lines = [Line(port, iter(()), source=f"127.0.1.{1 + number % 200}") for number in range(len(scripts))]
    owner = {id(line): number for number, line in enumerate(lines)}
    began = time.perf_counter()
    due = [(began + act.after, number) for number, act in enumerate(acts)]
    heapq.heapify(due)
    with selectors.DefaultSelector() as waiting:
        while (now := time.perf_counter()) < began + seconds:
            while due and due[0][0] <= now:
                moment, number = heapq.heappop(due)
                lines[number].send(waiting, acts[number].data)
                found.late += lines[number].sent - moment > LATE and now > began + before
            for key, _ in waiting.select(max(0.0, min(0.05, due[0][0] - now)) if due else 0.05):
                line: Line = key.data
                reply = line.receive(waiting)
                if reply is None:
                    continue
                number, answered = owner[id(line)], time.perf_counter()
                if line.sent > began + before:
                    found.took.setdefault(acts[number].kind, []).append(answered - line.sent)
                found.wrong += reply.status not in acts[number].expect
                acts[number] = scripts[number].send(reply)
                heapq.heappush(due, (max(line.sent + acts[number].after, answered), number))
    return found
