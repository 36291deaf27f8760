"""PostgreSQL compared with its floor and with SQLite: appends, the processor time of a save and of a board, and lists
of a large ledger.

The floor of an append is one INSERT of the same bytes and its commit, with the same driver and number of threads. The
server stores its data on the disk with its default durability, and has statistics about its tables.
"""

import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier

import psycopg

from bench import growth
from bench.devices import ETAG
from bench.floor import connected
from bench.load import hammer, request
from bench.many_matches import make
from bench.pages import ROUNDS, again, numbered, saving
from bench.programs import NOW, Browser, Database, Running, by_links, fill, link_to, postgresql
from bench.stats import Row, Times, together
from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.actions.matches.commit import summary
from scorekeeper.ledger.chain.canonical import to_json
from scorekeeper.ledger.chain.chains import New
from scorekeeper.ledger.copies.moving import move
from tests.postgres import program as installed

#: The seconds that each round of appends takes, and the numbers of writers at the same time.
SECONDS, WRITERS = 3.0, (1, 8, 32)
#: The number of other matches in a ledger to which entries are appended.
OTHERS = 40
#: The number of matches in the large ledger and in the small one; of saves with each engine; of boards for each save.
MATCHES, FEW, SAVES, BOARDS = 100_000, 1_000, 240, 4
REQUESTS = 40
#: The limits. APPEND: the time of an append, as a multiple of its floor. RATE: appends per second with the most
#: writers, as a part of the floor's. PROCESSOR: processor time, as a multiple of that with SQLite. GROWTH: the time of
#: a page of the large ledger, as a multiple of that of the small one.
APPEND, RATE, PROCESSOR, GROWTH = 2.0, 0.4, 1.4, 1.25
PAGES = {"list of matches": "/", "a name searched": "/?q=hana"}
TICKS = os.sysconf("SC_CLK_TCK")


def rows(folder: Path) -> list[Row]:
    """Every row; without PostgreSQL, only a row that says so."""
    if installed("initdb") is None:
        return [Row("PostgreSQL", "not installed", "", "", "", None)]
    with postgresql() as server:
        return [*_appends(folder, server), *_processor(folder, server), *_growth(folder, server)]


# --- Appends ---------------------------------------------------------------------------------------


def _appends(folder: Path, server: Database) -> Iterator[Row]:
    """The rows for appends with both engines; appends and their floor take turns."""
    for engine, where in (("PostgreSQL", server.ledger("appends")), ("SQLite", folder / "appends.db")):
        fill(where, OTHERS, deals=6, prefix="other-")
        if isinstance(where, str):
            _looked_through(where)
        desk = open_desk(where)
        with desk.ledger:
            for writers in WRITERS:
                yield _append(engine, desk, where, writers)


def _append(engine: str, desk: Desk, where: Path | str, writers: int) -> Row:
    ours: list[Times] = []
    floors: list[Times] = []
    matches = fill(where, writers, deals=1, prefix=f"append-{writers}-")
    deal = desk.ledger.matches.entries(matches[0])[1]
    state = desk.load(matches[0]).state
    folded = summary(state, state)  # with unchanged title and status, like nearly every save
    for turn in range(ROUNDS):

        def save(match: str, turn: int = turn) -> Iterator[object]:
            last = desk.ledger.matches.entries(match)[-1]
            while True:
                version = last.version
                new = New(deal.kind, deal.payload, f"{match}-{turn}-{version}", "bench", NOW, version)
                last = desk.ledger.matches.append(match, new, version=version, seal=last.chain, summary=folded).entry
                yield last

        ours.append(_for_a_while([save(match) for match in matches]))
        floors.append(_for_a_while([_bare(where, to_json(deal.payload, what="payload")) for _ in matches]))
    mine, floor = together(ours), together(floors)
    slower, rate = mine.median / floor.median, mine.rate / floor.rate
    mark, reached = "", None
    if engine == "PostgreSQL" and writers == min(WRITERS):
        mark, reached = f"≤ {APPEND:g} ×", slower <= APPEND
    elif engine == "PostgreSQL" and writers == max(WRITERS):
        mark, reached = f"rate ≥ {RATE:g} ×", rate >= RATE
    what = f"append, {engine}, {writers} writer{'s' if writers > 1 else ''}"
    figure, beside = (f"{each} ms, {each.rate:.0f}/s" for each in (mine, floor))
    return Row(what, figure, beside, f"{slower:.2f} ×, rate {rate:.2f} ×", mark, reached)


def _bare(where: Path | str, text: str) -> Iterator[object]:
    """The floor of an append: each step of the iterator writes and commits `text` as one row, on its own connection."""
    if isinstance(where, Path):
        file = connected(where.with_name("floor.db"))
        while True:
            yield file.execute("INSERT INTO entries (payload) VALUES (?)", [text])
    with psycopg.connect(where, autocommit=True) as db:
        db.execute(
            "CREATE TABLE IF NOT EXISTS floor (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payload TEXT)"
        )
        while True:
            yield db.execute("INSERT INTO floor (payload) VALUES (%s)", [text])


def _for_a_while(writers: list[Iterator[object]]) -> Times:
    """Let all writers write without pauses for `SECONDS`, each in its own thread. Returns their times; the first write
    of each does not count."""
    all_of_them = Barrier(len(writers), timeout=60)

    def written(writer: Iterator[object]) -> list[float]:
        next(writer)
        all_of_them.wait()
        took, until = [], time.perf_counter() + SECONDS
        while (began := time.perf_counter()) < until:
            next(writer)
            took.append(time.perf_counter() - began)
        return took

    with ThreadPoolExecutor(len(writers)) as pool:
        took = [each for part in pool.map(written, writers) for each in part]
    return Times.of(took, SECONDS)


# --- Processor time --------------------------------------------------------------------------------


def _processor(folder: Path, database: Database) -> list[Row]:
    """The rows for the processor time of a save and of an unchanged board, of all processes together. The engines take
    turns."""
    ledgers: dict[str, Path | str] = {"file": folder / "pages.db", "server": database.ledger("pages")}
    spare = {name: iter(fill(where, 2 * SAVES // 10 + 9, deals=6, prefix="save")) for name, where in ledgers.items()}
    links = {name: _link(where) for name, where in ledgers.items()}
    spent: dict[tuple[str, str], float] = dict.fromkeys(
        [(what, name) for what in ("save", "board") for name in ledgers], 0
    )
    with by_links(ledgers["file"]) as file, by_links(ledgers["server"]) as server:
        for turn in range(ROUNDS + 1):
            for name, running in (("file", file), ("server", server)):
                browser = numbered(_came(running, links[name]), spare[name])
                same = _unchanged(browser, next(spare[name]))
                for what, sent, expect in (
                    ("save", saving(browser, spare[name], SAVES // ROUNDS), 303),
                    ("board", again(same, BOARDS * SAVES // ROUNDS), 304),
                ):
                    besides = database.processes() if name == "server" else ()
                    before = _worked([running.process.pid, *besides])
                    hammer(running.port, [sent], expect=expect)
                    besides = database.processes() if name == "server" else ()
                    spent[what, name] += (_worked([running.process.pid, *besides]) - before) * bool(turn)
    counts = {"save": SAVES, "board": BOARDS * SAVES}
    return [_beside(what, spent[what, "server"] / count, spent[what, "file"] / count) for what, count in counts.items()]


def _beside(what: str, server: float, file: float) -> Row:
    name = {"save": "save a deal", "board": "unchanged board, 304"}[what]
    figure, floor, ratio = f"{1000 * server:.2f} ms", f"{1000 * file:.2f} ms", server / file if file else 0
    mark = f"≤ {PROCESSOR:g} ×"
    return Row(f"{name}, processor time beside the file's", figure, floor, f"{ratio:.2f} ×", mark, ratio <= PROCESSOR)


def _unchanged(browser: Browser, match: str) -> bytes:
    tag = ETAG.search(browser.get(f"/matches/{match}").head)
    assert tag
    return request("GET", f"/matches/{match}", browser.headers(**{"If-None-Match": tag[1].decode()}))


def _worked(processes: Iterable[int]) -> float:
    """The processor time of these processes so far, in seconds, including child processes that have ended."""
    spent = 0
    for each in processes:
        with suppress(OSError):  # it has just ended; its parent now has its time
            spent += sum(map(int, Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return spent / TICKS


# --- A large ledger --------------------------------------------------------------------------------


def _growth(folder: Path, database: Database) -> Iterator[Row]:
    """The rows for pages with a list or a search result, of a large ledger and a small one by turns. In both, the list
    fills the page."""
    few, many = database.ledger("few"), database.ledger("many")
    make(folder / "few.db", FEW, rules="czech", deals=12)
    made = growth.made_before() if growth.MATCHES == MATCHES else None
    if made is None:
        make(folder / "many.db", MATCHES, rules="czech", deals=12)
    for source, target in ((folder / "few.db", few), (made or folder / "many.db", many)):
        _poured(source, target)
    links = {where: _link(where) for where in (few, many)}
    with by_links(few) as one, by_links(many) as other:
        browsers = [_came(one, links[few]), _came(other, links[many])]
        for what, path in PAGES.items():
            times: list[list[Times]] = [[], []]
            for _ in range(ROUNDS + 1):
                for at, browser in enumerate(browsers):
                    sent = request("GET", path, browser.headers())
                    times[at].append(hammer(browser.port, [again(sent, REQUESTS)], expect=200))
            small, large = (together(each[1:]) for each in times)
            grown = large.median / small.median
            name = f"{what}, {MATCHES:,} matches on PostgreSQL"
            ratio = f"{grown:.2f} × / {large.p99 / small.p99:.2f} ×"
            yield Row(name, f"{large} ms", f"{small} ms", ratio, f"≤ {GROWTH} ×", grown <= GROWTH)


def _poured(source: Path, target: str) -> None:
    out, into = open_desk(source), open_desk(target)
    with out.ledger, into.ledger:
        move(out.ledger.store, into.ledger.store)
    _looked_through(target)


def _looked_through(address: str) -> None:
    """Vacuum and analyse the tables, as the server does in the background within a minute."""
    with psycopg.connect(address, autocommit=True) as db:
        db.execute("VACUUM ANALYZE")


def _link(where: Path | str) -> str:
    desk = open_desk(where)
    with desk.ledger:
        return link_to(desk)


def _came(running: Running, link: str) -> Browser:
    """The browser of a device that used this link."""
    browser = Browser(running.port, device="192.0.2.1")
    browser.get(link)
    return browser
