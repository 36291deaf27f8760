"""A club evening: 200 tables, each saves a deal every ten seconds and polls its board every five, for two minutes."""

import heapq
import selectors
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.load import Line, request
from bench.programs import ROUND, Browser, fill, program
from bench.stats import Row, Times

TABLES = 200
SECONDS = 120.0
SAVE_EVERY, POLL_EVERY = 10.0, 5.0
MOST = 250.0
#: What the devices ask of their own accord in that time, and the part of it that must have been asked.
ASKS, PART = round(TABLES * (SECONDS / SAVE_EVERY + SECONDS / POLL_EVERY)), 0.95


@dataclass(slots=True)
class Device:
    """One device of a table, how often it asks, and what it may be answered."""

    line: Line
    every: float
    expect: tuple[int, ...]


def rows(folder: Path) -> list[Row]:
    """One row for saves, one for boards, one for what went wrong."""
    database = folder / "evening.db"
    matches = fill(database, TABLES, deals=6, prefix="table")
    with program(database) as server:
        devices = [device for match in matches for device in _table(server.port, match)]
        took, wrong = _play(devices)
    saves, polls = (Times.of(took[kind]) for kind in (SAVE_EVERY, POLL_EVERY))
    answered = len(saves.sorted) + len(polls.sorted)
    return [
        Row(f"saves of {TABLES} tables", f"{saves} ms", "", "", f"p99 ≤ {MOST:g} ms", saves.p99 <= MOST),
        Row(f"boards of {TABLES} tables", f"{polls} ms", "", "", f"p99 ≤ {MOST:g} ms", polls.p99 <= MOST),
        Row("answers in two minutes", f"{answered}", "", "", f"≥ {PART * ASKS:g}", answered >= PART * ASKS),
        Row("errors among them", f"{wrong}", "", "", "0", wrong == 0),
    ]


def _table(port: int, match: str) -> list[Device]:
    browser = Browser(port)
    fields = browser.form(f"/matches/{match}/deals/new", ROUND)
    board = request("GET", f"/matches/{match}", browser.headers())
    return [
        Device(Line(port, _saves(browser, match, fields)), SAVE_EVERY, (303,)),
        Device(Line(port, iter(lambda: board, b"")), POLL_EVERY, (200, 304)),
    ]


def _saves(browser: Browser, match: str, fields: dict[str, str]) -> Iterator[bytes]:
    for deal in range(7, 1000):
        now = {"key": f"evening-{match}-{deal}", "version": str(deal)}
        yield browser.post(f"/matches/{match}/deals/{deal}", {**fields, **now})


def _play(devices: list[Device]) -> tuple[dict[float, list[float]], int]:
    """Every device at its own pace, from a moment of its own on."""
    random = Random(1)
    began = time.perf_counter()
    due = [(began + random.uniform(0, device.every), number) for number, device in enumerate(devices)]
    heapq.heapify(due)
    took: dict[float, list[float]] = {SAVE_EVERY: [], POLL_EVERY: []}
    wrong = 0
    owner = {id(device.line): number for number, device in enumerate(devices)}
    with selectors.DefaultSelector() as waiting:
        while time.perf_counter() < began + SECONDS:
            while due and due[0][0] <= time.perf_counter():
                line = devices[heapq.heappop(due)[1]].line
                line.send(waiting, next(line.requests))
            for key, _ in waiting.select(_pause(due)):
                device = devices[owner[id(key.data)]]
                reply = device.line.receive(waiting)
                if reply:
                    took[device.every].append(time.perf_counter() - device.line.sent)
                    wrong += reply.status not in device.expect
                    heapq.heappush(due, (device.line.sent + device.every, owner[id(device.line)]))
    return took, wrong


def _pause(due: list[tuple[float, int]]) -> float:
    """Seconds until somebody is due, and never long."""
    return max(0.0, min(0.05, due[0][0] - time.perf_counter())) if due else 0.05
