"""How the threads of the server share one interpreter."""

import gc
import sys

import pytest

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
