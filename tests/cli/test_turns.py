"""How requests take turns at the threads of the server, and those at the interpreter."""

import gc
import sys
from typing import Any, cast

import pytest

from scorekeeper.cli import NEW_OBJECTS
from scorekeeper.cli.connections import Connection, FairLine
from scorekeeper.cli.server import TURN, settle


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
