"""The first page after the start, memory when idle and after a sheet, and the size of a first visit."""

import re
import sys
import time
from pathlib import Path
from urllib.request import Request, urlopen

from bench.programs import Browser, Running, fill, program
from bench.stats import Row, Times, limit_row
from tests.serving import free_port, started

STARTS = 5
FIRST, LATER = 120, 15


def rows(folder: Path) -> list[Row]:
    """Every row about starting."""
    database = folder / "start.db"
    match = fill(database, 1, deals=12, prefix="start")[0]
    first = Times.of([_first_page(folder, database) for _ in range(STARTS)])
    with program(database) as server:
        rest, printed = _memory(server, match)
        assets, later = _weights(server.port, match)
    return [
        limit_row("first page after the start", first.median / 1000, "s", 1),
        limit_row("memory before the first PDF", rest, "MB", 80),
        limit_row("memory after it, printing process included", printed, "MB", 160),
        limit_row("first visit, all assets, compressed", assets, "kB", FIRST),
        limit_row("later pages, compressed (the board)", later, "kB", LATER),
    ]


def _first_page(folder: Path, database: Path) -> float:
    """Seconds from typing the command to the whole first page."""
    port = free_port()
    command = ["scorekeeper", "serve", "--port", str(port), "--database", str(database), "--no-daily-copy"]
    began = time.perf_counter()
    server = started([sys.executable, "-m", *command], folder, port)
    try:
        while True:
            try:
                urlopen(f"{server.url}/", timeout=10).read()
                return time.perf_counter() - began
            except OSError:
                assert server.process.poll() is None
                time.sleep(0.005)
    finally:
        server.process.terminate()
        server.process.wait()


def _memory(server: Running, match: str) -> tuple[float, float]:
    """Resident megabytes after a few pages, and after a sheet, including the printing process."""
    browser = Browser(server.port)
    for path in ("/", "/matches/new", f"/matches/{match}", f"/matches/{match}/deals/new", f"/matches/{match}/more"):
        assert browser.get(path).status == 200
    rest = resident(server.process.pid)
    assert browser.get(f"/matches/{match}/sheet.pdf").status == 200
    return rest, sum(resident(pid) for pid in (server.process.pid, *children(server.process.pid)))


def resident(pid: int) -> float:
    """Resident megabytes of a process."""
    size = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(size[1]) / 1024 if size else 0.0


def children(pid: int) -> list[int]:
    """The ids of the processes that any thread of a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()] + [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        if task.name != str(pid)
        for child in (task / "children").read_text().split()
    ]


def _weights(port: int, match: str) -> tuple[float, float]:
    """Kilobytes of the board with all files that it links, and of the board alone."""
    base = f"http://127.0.0.1:{port}"
    page = _fetch(f"{base}/matches/{match}", plain=True).decode()
    linked = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    styles = [_fetch(base + path, plain=True).decode() for path in linked if ".css" in path]
    fonts = {f"/static/fonts/{name}" for style in styles for name in re.findall(r"fonts/([\w-]+-latin\.woff2)", style)}
    alone = len(_fetch(f"{base}/matches/{match}")) / 1000
    return alone + sum(len(_fetch(base + path)) for path in linked | fonts) / 1000, alone


def _fetch(url: str, *, plain: bool = False) -> bytes:
    wanted = Request(url, headers={} if plain else {"Accept-Encoding": "gzip"})
    with urlopen(wanted, timeout=30) as answer:
        return bytes(answer.read())
