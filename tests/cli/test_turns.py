"""How requests take turns at the threads of the server, and those at the interpreter."""

import gc
import sys
import threading
from typing import Any, cast

import pytest

from scorekeeper.cli import NEW_OBJECTS
from scorekeeper.cli.connections import Connection, Crew, FairLine
from scorekeeper.cli.server import TURN, settle
from tests.serving import until


def test_a_board_waits_for_short_turns_of_a_page_that_is_being_made(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in ("freeze", "set_threshold"):
        monkeypatch.setattr(gc, each, lambda *_: None)
    before = sys.getswitchinterval()
    try:
        settle()
        assert sys.getswitchinterval() == pytest.approx(TURN)
    finally:
        sys.setswitchinterval(before)


def test_whoever_serves_looks_seldom_for_what_is_to_be_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of several processes as well, which no command began."""
    asked: list[int] = []
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(gc, "set_threshold", asked.append)
    before = sys.getswitchinterval()
    try:
        settle()
    finally:
        sys.setswitchinterval(before)
    assert asked == [NEW_OBJECTS]


class Knock:
    """A request in line, by its device."""

    def __init__(self, address: str, name: str) -> None:
        self.device, self.name = address, name


def test_devices_take_turns() -> None:
    line = FairLine(2)
    for address, name in (("a", "a1"), ("a", "a2"), ("a", "a3"), ("a", "a4"), ("b", "b1"), ("c", "c1"), ("c", "c2")):
        line.append(cast("Connection", Knock(address, name)))
    turns = []
    while line:
        turns.append(line.popleft())
    assert [cast("Any", turn._connection).name for turn in turns] == ["a1", "b1", "c1", "a2", "c2"]
    assert line.waiting == 2
    line.served("a")
    assert len(line) == 2  # both that still wait may have the one thread
    assert cast("Any", line.popleft()._connection).name == "a3"
    assert not line


class Work(Knock):
    """A request that is answered at once, or when it `may` be, by a thread that says its number."""

    def __init__(self, address: str, by: list[int], may: threading.Event | None = None) -> None:
        super().__init__(address, "")
        self._by, self._may = by, may

    def begins(self) -> None:
        self._by.append(threading.get_ident())

    def service(self) -> None:
        assert self._may is None or self._may.wait(10)


def rest(crew: Crew) -> None:
    """Wait until every thread waits for work."""

    def rests() -> bool:
        with crew.lock:
            return not crew.queue.waiting and not crew.active_count

    until(rests)


def test_one_thread_does_what_one_can_and_the_others_sleep() -> None:
    crew, by, may = Crew(3), list[int](), threading.Event()
    rest(crew)
    for _ in range(6):
        crew.add_task(cast("Connection", Work("a", by)))
        rest(crew)
    assert len(by) == 6
    assert len(set(by)) == 1
    for address in "abc":
        crew.add_task(cast("Connection", Work(address, by, may)))
    until(lambda: len(by) == 9)
    assert len(set(by[6:])) == 3  # all at once
    may.set()
    rest(crew)
    crew.shutdown()
    assert not crew.threads
