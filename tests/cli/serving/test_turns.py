"""How requests take turns at the threads of the server, and those at the interpreter."""

import gc
import sys

import pytest

from scorekeeper.cli import NEW_OBJECTS
from scorekeeper.cli.serving.server import TURN, settle


def test_a_process_that_serves_gives_short_turns_and_looks_seldom_for_what_is_to_be_collected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A board waits for short turns of a page that is being made; one of several processes is set so as well."""
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
