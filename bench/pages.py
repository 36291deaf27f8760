"""The time to save a deal and to get the board, the preview and an unchanged board, with 1 and with 16 clients;
compared with the floor."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from bench.floor import KEY
from bench.load import Reply, Requests, ask, hammer, request
from bench.programs import ROUND, Browser, Running, fill, floor, program
from bench.stats import Row, Times, ratio_row, together
from scorekeeper.actions.club.access import secret_key
from scorekeeper.actions.desk import Desk, open_desk

#: The number of rounds in other parts of the benchmark. Each round measures the two things that are compared, one after
#: the other.
ROUNDS = 5
#: The number of rounds here. A machine that others also use is sometimes half as fast for some seconds. That slows the
#: program even more than its floor, because it takes more memory. So the requests for each page are spread over the
#: whole time.
TURNS = 12
#: The number of requests in a round, by number of clients.
REQUESTS = {1: 100, 16: 320}
#: The number of deals that a match has before deals are saved in it, and the number of these saves. Deal 12 is in the
#: middle of them.
BEFORE, SAVES = 6, 12
KEPT = re.compile(rb"(?i)^(content-type|content-encoding|etag|location|vary|cache-control): ([^\r\n]*)", re.MULTILINE)

Make = Callable[[int], Requests]


def rows(folder: Path) -> list[Row]:
    """Every row about pages."""
    database = folder / "pages.db"
    boards = fill(database, 16, deals=12, prefix="board")
    saved = fill(database, _matches_needed(), deals=BEFORE, prefix="save")
    with program(database) as server:
        spare = iter(saved)
        browser = Browser(server.port)
        samples = _samples(browser, boards[0], *saved[-2:])
        with open_desk(database).ledger as ledger:
            _write(folder / "floor", samples, secret_key(Desk(ledger)))
        with floor(folder / "floor") as bare:
            pages = [
                page for clients in REQUESTS for page in _at(clients, server, bare, browser, boards, spare, samples)
            ]
            for _ in range(TURNS):
                for page in pages:
                    page.ask()
    return [page.row() for page in pages]


def _matches_needed() -> int:
    each = sum(count * TURNS for count in REQUESTS.values())
    return each // SAVES + (1 + 16) * TURNS + 3


class Asked:
    """A page that a number of clients request from the program and from its floor by turns, so that a busy machine
    slows both. Without a limit for the `median`, its row shows the `remark` in place of a limit. Making an instance
    already sends eight requests to the program, as a warm-up."""

    def __init__(
        self,
        what: str,
        clients: int,
        pages: tuple[Running, int, Make],
        bare: tuple[Running, bytes],
        *,
        median: float | None = None,
        p99: float | None = None,
        remark: str = "",
    ) -> None:
        self._what = f"{what}, {clients} client{'s' if clients > 1 else ''}"
        self._clients, self._count = clients, REQUESTS[clients] // clients
        self._pages, self._bare = pages, bare
        self._median, self._p99, self._remark = median, p99, remark
        self._ours: list[Times] = []
        self._floors: list[Times] = []
        server, expect, make = pages
        hammer(server.port, [make(8)], expect=expect)

    def ask(self) -> None:
        """Run one round."""
        (server, expect, make), (bare, sent) = self._pages, self._bare
        ours = [make(self._count) for _ in range(self._clients)]
        self._ours.append(hammer(server.port, ours, expect=expect))
        again_ = [again(sent, self._count) for _ in range(self._clients)]
        self._floors.append(hammer(bare.port, again_, expect=expect))

    def row(self) -> Row:
        """The row with the times of all rounds together."""
        ours, floor_ = together(self._ours), together(self._floors)
        if self._median is not None:
            return ratio_row(self._what, ours, floor_, median=self._median, p99=self._p99)
        ratio = f"{ours.median / floor_.median:.2f} × / {ours.p99 / floor_.p99:.2f} ×"
        return Row(self._what, f"{ours} ms", f"{floor_} ms", ratio, self._remark, True if self._remark else None)


def _at(
    clients: int,
    server: Running,
    bare: Running,
    browser: Browser,
    boards: list[str],
    spare: Iterator[str],
    samples: dict[str, "Sample"],
) -> list[Asked]:
    """The pages to request with this number of clients."""
    save = (server, 303, lambda count: saving(browser, spare, count))
    board = (server, 200, lambda count: _boards(server.port, boards, count))
    look = (server, 200, lambda count: again(samples["preview"].sent, count))
    token = (bare, 200, lambda count: again(samples["preview"].form, count))
    same = (server, 304, lambda count: again(samples["same"].sent, count))
    floors = {name: (bare, sample.bare) for name, sample in samples.items()}
    return [
        Asked("save a deal", clients, save, floors["saved"], median=3, p99=3),
        Asked("score board of a 12-deal match", clients, board, floors["board"], median=2),
        Asked("preview of a deal", clients, look, floors["preview"], median=4),
        Asked("its form read and its token checked, nothing more", clients, token, floors["preview"]),
        Asked("unchanged board, 304", clients, same, floors["same"], remark="304, nothing folded"),
    ]


# --- What is asked ---------------------------------------------------------------------------------


class Sample:
    """A request to the program, its answer `reply`, and `bare`, the request to which the floor returns the same bytes.
    For a preview, `form` is the request with which the floor also reads the form."""

    def __init__(self, name: str, sent: bytes, reply: Reply) -> None:
        self.name, self.sent, self.reply = name, sent, reply
        self.bare = self.form = b""


def _samples(browser: Browser, board: str, match: str, other: str) -> dict[str, Sample]:
    """One sample of each page, as a browser gets it, by name. The deal is previewed in `match` and saved in `other`,
    because the preview of a recorded deal also shows the recorded figures."""
    melds = {**_deal(browser, match), "sight": "step-m0"}  # the part in which most taps are made
    sent = {
        "board": request("GET", f"/matches/{board}", browser.headers()),
        "preview": browser.post(f"/matches/{match}/deals/{BEFORE + 1}/preview", melds),
    }
    samples = {name: Sample(name, data, _once(browser.port, data)) for name, data in sent.items()}
    tag = browser.get(f"/matches/{board}")
    etag = re.search(rb'(?i)etag: (W/"[^"]+")', tag.head)
    assert etag
    same = request("GET", f"/matches/{board}", browser.headers(**{"If-None-Match": etag[1].decode()}))
    samples["same"] = Sample("same", same, _once(browser.port, same))
    deal = browser.post(f"/matches/{other}/deals/{BEFORE + 1}", _deal(browser, other))
    samples["saved"] = Sample("saved", deal, _once(browser.port, deal))
    browser.keep(samples["saved"].reply)  # a device gets its number with its first write
    samples["board"].bare = request("GET", "/page/board", browser.headers())
    samples["preview"].bare = _renamed(samples["preview"].sent, "/page/preview")
    samples["preview"].form = _renamed(samples["preview"].sent, "/form/preview")
    samples["same"].bare = request("GET", "/same/tag", browser.headers(**{"If-None-Match": etag[1].decode()}))
    samples["saved"].bare = _renamed(deal, "/commit")
    return samples


def _renamed(sent: bytes, path: str) -> bytes:
    """The same request to another address."""
    return re.sub(rb"^(\w+) \S+", rb"\1 " + path.encode(), sent, count=1)


def _once(port: int, sent: bytes) -> Reply:
    replies: list[Reply] = []
    hammer(port, [iter([sent])], expect={b"same": 304}.get(b"", _status(sent)), check=replies.append)
    return replies[0]


def _status(sent: bytes) -> int:
    if b"If-None-Match" in sent:
        return 304
    return 303 if sent.startswith(b"POST") and b"/preview" not in sent.split(b"\r\n", 1)[0] else 200


def _write(folder: Path, samples: dict[str, Sample], key: bytes) -> None:
    """Write the files that the floor serves, and the key with which it checks tokens."""
    folder.mkdir()
    (folder / KEY).write_bytes(key)
    for sample in samples.values():
        headers = {name.decode(): value.decode() for name, value in KEPT.findall(sample.reply.head)}
        (folder / f"{sample.name}.bin").write_bytes(sample.reply.body)
        (folder / f"{sample.name}.json").write_text(json.dumps(headers))


def _deal(browser: Browser, match: str) -> dict[str, str]:
    return browser.form(f"/matches/{match}/deals/new", ROUND)


def again(sent: bytes, count: int) -> Requests:
    return (sent for _ in range(count))


def _boards(port: int, boards: list[str], count: int) -> Requests:
    """This number of requests for the boards of a club evening, one after the other, in a new session."""
    browser = Browser(port)
    browser.get(f"/matches/{boards[0]}")
    sent = [request("GET", f"/matches/{board}", browser.headers()) for board in boards]
    return (sent[number % len(sent)] for number in range(count))


def saving(browser: Browser, spare: Iterator[str], count: int) -> Requests:
    """This number of requests that save deal after deal, match after match. All are made before the first is sent, so
    that answers are read without delay."""
    return iter(list(islice(_saves(browser, spare), count)))


def numbered(browser: Browser, spare: Iterator[str]) -> Browser:
    """Send a save, and return the browser. The first write of a device also gives the device its number; each later
    save is a single write."""
    first = ask(browser.port, next(_saves(browser, spare)))
    assert first.status == 303, first.body[:1500]
    browser.keep(first)
    return browser


def _saves(browser: Browser, spare: Iterator[str]) -> Iterator[bytes]:
    for match in spare:
        fields = _deal(browser, match)
        for number in range(SAVES):
            deal, version = BEFORE + 1 + number, BEFORE + 1 + number
            now = {"key": f"bench-{match}-{deal}", "version": str(version)}
            yield browser.post(f"/matches/{match}/deals/{deal}", {**fields, **now})
