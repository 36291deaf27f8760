"""Saving a deal, the board, the preview, and a board that did not change: at 1 and at 16 clients, beside the floor."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from bench.floor import KEY
from bench.load import Reply, Requests, ask, hammer, request
from bench.programs import ROUND, Browser, Running, fill, floor, program
from bench.stats import Row, Times, ratio_row, together

#: Rounds of program and floor in turns; requests of a round, by clients.
ROUNDS = 5
REQUESTS = {1: 100, 16: 320}
#: Deals of a match before the saves, and saves of a match: so that the twelfth is in the middle.
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
        samples = _samples(browser, boards[0], saved[-1])
        _write(folder / "floor", samples, (database.parent / KEY).read_bytes())
        with floor(folder / "floor") as bare:
            return [row for clients in REQUESTS for row in _at(clients, server, bare, browser, boards, spare, samples)]


def _matches_needed() -> int:
    each = sum(count * ROUNDS for count in REQUESTS.values())
    return each // SAVES + (1 + 16) * ROUNDS + 2


def _at(
    clients: int,
    server: Running,
    bare: Running,
    browser: Browser,
    boards: list[str],
    spare: Iterator[str],
    samples: dict[str, "Sample"],
) -> list[Row]:
    """Each page at so many clients."""
    at = f", {clients} client{'s' if clients > 1 else ''}"
    save = _in_turns(clients, server, 303, lambda count: saving(browser, spare, count), bare, samples["saved"])
    board = _in_turns(clients, server, 200, lambda count: _boards(server.port, boards, count), bare, samples["board"])
    look = _in_turns(
        clients, server, 200, lambda count: again(samples["preview"].sent, count), bare, samples["preview"]
    )
    token = _in_turns(clients, bare, 200, lambda count: again(samples["preview"].form, count), bare, samples["preview"])
    same = _in_turns(clients, server, 304, lambda count: again(samples["same"].sent, count), bare, samples["same"])
    return [
        ratio_row(f"save a deal{at}", *save, median=2, p99=3),
        ratio_row(f"score board of a 12-deal match{at}", *board, median=2),
        ratio_row(f"preview of a deal{at}", *look, median=2),
        Row(
            f"its form read and its token checked, nothing more{at}",
            f"{token[0]} ms",
            f"{token[1]} ms",
            _ratio(*token),
            "",
            None,
        ),
        Row(f"unchanged board, 304{at}", f"{same[0]} ms", f"{same[1]} ms", _ratio(*same), "304, nothing folded", True),
    ]


def _ratio(ours: Times, floor_: Times) -> str:
    return f"{ours.median / floor_.median:.2f} × / {ours.p99 / floor_.p99:.2f} ×"


def _in_turns(
    clients: int, server: Running, expect: int, make: Make, bare: Running, sample: "Sample"
) -> tuple[Times, Times]:
    """Program and floor in turns, so that whatever else the machine does slows both."""
    ours, floors = [], []
    count = REQUESTS[clients] // clients
    hammer(server.port, [make(8)], expect=expect)
    for _ in range(ROUNDS):
        ours.append(hammer(server.port, [make(count) for _ in range(clients)], expect=expect))
        floors.append(hammer(bare.port, [again(sample.bare, count) for _ in range(clients)], expect=expect))
    return together(ours), together(floors)


# --- What is asked ---------------------------------------------------------------------------------


class Sample:
    """One request to the program, its answer, and the request to the floor that gets the same bytes."""

    def __init__(self, name: str, sent: bytes, reply: Reply) -> None:
        self.name, self.sent, self.reply = name, sent, reply
        self.bare = self.form = b""


def _samples(browser: Browser, board: str, match: str) -> dict[str, Sample]:
    """Each page once, as a browser gets it."""
    melds = {**_deal(browser, match), "sight": "step-m0"}  # where nearly all taps are
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
    deal = browser.post(f"/matches/{match}/deals/{BEFORE + 1}", _deal(browser, match))
    samples["saved"] = Sample("saved", deal, _once(browser.port, deal))
    browser.keep(samples["saved"].reply)  # a device gets its number with the first that it writes
    samples["board"].bare = request("GET", "/page/board", browser.headers())
    samples["preview"].bare = _renamed(samples["preview"].sent, "/page/preview")
    samples["preview"].form = _renamed(samples["preview"].sent, "/form/preview")
    samples["same"].bare = request("GET", "/same/tag", browser.headers(**{"If-None-Match": etag[1].decode()}))
    samples["saved"].bare = _renamed(deal, "/commit")
    return samples


def _renamed(sent: bytes, path: str) -> bytes:
    """The same request, to another address."""
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
    """What the floor serves, and the key that it checks tokens with."""
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
    """The boards of a club evening, each browser with a session of its own."""
    browser = Browser(port)
    browser.get(f"/matches/{boards[0]}")
    sent = [request("GET", f"/matches/{board}", browser.headers()) for board in boards]
    return (sent[number % len(sent)] for number in range(count))


def saving(browser: Browser, spare: Iterator[str], count: int) -> Requests:
    """Deal after deal of match after match, made before the first is sent: no answer waits to be read meanwhile."""
    return iter(list(islice(_saves(browser, spare), count)))


def numbered(browser: Browser, spare: Iterator[str]) -> Browser:
    """A device that has its number: it got it with the first that it wrote, and every save after that is one write."""
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
