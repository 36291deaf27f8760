"""The devices of a hall, each a script of requests at its own pace."""

import heapq
import re
import selectors
import time
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from bench.load import Line, Reply, request
from bench.programs import Browser
from bench.stats import Row, Times

#: The delay in seconds after which an act counts as sent late, and the allowed share of such acts. If there are more,
#: the load was too slow to measure anything.
LATE, PART = 0.25, 0.01
#: The value for a missing reply, and the seconds after which a request is repeated.
NONE, PAUSE = Reply(0, b"", b""), 1.0
ETAG = re.compile(rb'(?i)\r\netag: (W/"[^"]+")')


@dataclass(frozen=True, slots=True)
class Act:
    """A device's next request: the seconds before it, its kind (as in the rows of results), its bytes, and the statuses
    of a correct answer."""

    after: float
    kind: str
    data: bytes
    expect: tuple[int, ...]


#: The acts of a device. It yields each act, receives the answer, and never ends.
Script = Generator[Act, Reply, None]


@dataclass(slots=True)
class Found:
    """The results of a load: the times in seconds by kind of act, the number of acts that were sent late, and the
    number of wrong answers by their description, such as "save 409"."""

    took: dict[str, list[float]] = field(default_factory=dict)
    late: int = 0
    wrong: Counter[str] = field(default_factory=Counter)


def rows_of(what: str, load: Found, seconds: float, most: float | None) -> Iterator[Row]:
    """A row for each kind of act, and rows that show whether the load was as intended; `most` is the limit of p99."""
    asked = sum(map(len, load.took.values()))
    for kind, took in sorted(load.took.items()):
        times = Times.of(took)
        mark, reached = (f"p99 ≤ {most:g} ms", times.p99 <= most) if most else ("", None)
        yield Row(f"{what}: {kind}", f"{times} ms", "", "", mark, reached)
    yield Row(f"{what}: asked a second", f"{asked / seconds:.0f}", "", "", "", None)
    yield Row(f"{what}: sent late by the load", f"{load.late}", "", "", "≤ 1 %", load.late <= PART * asked)
    errors = ", ".join(f"{count} × {answer}" for answer, count in load.wrong.most_common()) or "0"
    yield Row(f"{what}: errors", errors, "", "", "0", not load.wrong)


def watching(browser: Browser, path: str, every: float, kind: str, first: float) -> Script:
    """A device that shows a page, and asks every `every` seconds whether it has changed."""
    after, seen = first, ""
    while True:
        headers = browser.headers(**{"If-None-Match": seen})
        answer = yield Act(after, kind, request("GET", path, headers), (200, 304))
        tag = ETAG.search(answer.head)
        after, seen = every, tag[1].decode() if tag else ""


def play(port: int, scripts: list[Script], seconds: float, before: float = 0) -> Found:
    """Run every device at its own pace for this number of seconds. Times and late acts of the first `before` seconds do
    not count.

    A wrong answer always counts, and its request is repeated after a moment.
    """
    load = Found()
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
                load.late += lines[number].sent - moment > LATE and now > began + before
            for key, _ in waiting.select(max(0.0, min(0.05, due[0][0] - now)) if due else 0.05):
                line: Line = key.data
                number = owner[id(line)]
                try:
                    reply = line.receive(waiting)
                except OSError:
                    line.close(waiting)
                    if not line.asks:
                        continue  # the server closed an idle connection
                    reply = NONE
                if reply is None:
                    continue
                line.asks, answered = False, time.perf_counter()
                if reply.status not in acts[number].expect:
                    load.wrong[f"{acts[number].kind} {reply.status or 'unanswered'}"] += 1
                    heapq.heappush(due, (answered + PAUSE, number))
                    continue
                if line.sent > began + before:
                    load.took.setdefault(acts[number].kind, []).append(answered - line.sent)
                acts[number] = scripts[number].send(reply)
                heapq.heappush(due, (max(line.sent + acts[number].after, answered), number))
    return load
