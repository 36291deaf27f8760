"""How requests take turns on the server's threads, and the threads on the interpreter."""

import gc
import sys

import pytest

from scorekeeper.cli import NEW_OBJECTS
from scorekeeper.cli.serving.server import TURN, settle


def test_a_process_that_serves_gives_short_turns_and_looks_seldom_for_what_is_to_be_collected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A cached board waits only for short turns of a page being rendered; the same settings apply to each of several
    processes."""
    asked: list[int] = []
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(gc, "set_threshold", asked.append)
    before = sys.getswitchinterval()
    try:
        settle()
        assert sys.getswitchinterval() == pytest.approx(TURN)
    finally:
        sys.setswitchinterval(before)
    assert asked == [NEW_OBJECTS]
