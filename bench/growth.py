"""The same pages and saves with 100,000 matches and with ten. Lists are compared with those of a thousand matches,
which fill a page, too."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from bench.load import hammer, request
from bench.many_matches import make
from bench.pages import ROUNDS, again, numbered, saving
from bench.programs import Browser, Running, fill, program
from bench.stats import Row, Times, together

MATCHES = 100_000
REQUESTS = 40
MARK = 1.25
#: The path of the large file, which is made once and reused; set by `--big`. None: each run makes its own file.
BIG: Path | None = None
LISTS = {
    "list of matches": "/",
    "a name searched among the matches": "/?q=hana",
    "list of players": "/players",
}
PAGES = {
    "score board": "/matches/{board}",
    "history of a match": "/matches/{board}/history",
    "entry page": "/matches/{board}/deals/new",
}


def rows(folder: Path) -> list[Row]:
    """The rows for lists, pages and saves. For each of them, the large file and a small one are measured in turns."""
    small, full, big = folder / "small.db", folder / "full.db", folder / "big.db"
    for path, count in ((small, 10), (full, 1000)):
        make(path, count, rules="czech", deals=12)
    if made := made_before():
        shutil.copy(made, big)
    else:
        make(big, MATCHES, rules="czech", deals=12)
    boards = {path: fill(path, 1, deals=12, prefix="board", rules="czech")[0] for path in (small, big)}
    saves = {path: iter(fill(path, 30, deals=6, prefix="save", rules="czech")) for path in (small, big)}
    with program(small) as few, program(full) as more, program(big) as many:
        lists = [_row(what, *_pages(more, many, path)) for what, path in LISTS.items()]
        pages = [_row(what, *_pages(few, many, path.format(board=boards[small]))) for what, path in PAGES.items()]
        return [*lists, *pages, _row("save a deal", *_saves(few, many, saves[small], saves[big]))]


def made_before() -> Path | None:
    """The file that `--big` names, made if it does not exist; None without `--big`."""
    if BIG is not None and not BIG.exists():
        make(BIG, MATCHES, rules="czech", deals=12)
    return BIG


def _pages(few: Running, many: Running, path: str) -> tuple[Times, Times]:
    times: dict[int, list[Times]] = {few.port: [], many.port: []}
    browsers = {port: Browser(port) for port in times}
    for browser in browsers.values():
        browser.get("/matches/new")
    for _ in range(ROUNDS + 1):
        for port, browser in browsers.items():
            sent = request("GET", path, browser.headers())
            times[port].append(hammer(port, [again(sent, REQUESTS)], expect=200))
    return together(times[few.port][1:]), together(times[many.port][1:])


def _saves(few: Running, many: Running, small: Iterator[str], big: Iterator[str]) -> tuple[Times, Times]:
    times: dict[int, list[Times]] = {few.port: [], many.port: []}
    spare = {few.port: small, many.port: big}
    browsers = {port: numbered(Browser(port), matches) for port, matches in spare.items()}
    for _ in range(ROUNDS + 1):
        for port, matches in spare.items():
            times[port].append(hammer(port, [saving(browsers[port], matches, REQUESTS)], expect=303))
    return together(times[few.port][1:]), together(times[many.port][1:])


def _row(what: str, few: Times, many: Times) -> Row:
    grown = many.median / few.median
    shown = f"{grown:.2f} × / {many.p99 / few.p99:.2f} ×"
    return Row(f"{what}, 100,000 matches", f"{many} ms", f"{few} ms", shown, f"≤ {MARK} ×", grown <= MARK)
