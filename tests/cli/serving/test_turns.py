"""How requests take turns at the threads of the server, and those at the interpreter."""

import gc
import sys

import pytest

from scorekeeper.cli import NEW_OBJECTS
from scorekeeper.cli.serving.server import TURN, settle


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
