"""Slow files are read once, also for concurrent callers."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from scorekeeper.rulebook.loader import _once
from scorekeeper.rulebook.tables import RulebookError


def test_whoever_asks_meanwhile_waits_and_does_not_read_again() -> None:
    begun, go_on = Event(), Event()
    read: list[str] = []

    @_once
    def book() -> list[str]:
        begun.set()
        read.append("once")
        assert go_on.wait(timeout=60)
        return ["the book"]

    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(book)
        assert begun.wait(timeout=60)
        others = [pool.submit(book) for _ in range(3)]
        go_on.set()
        assert all(each.result() is first.result() for each in others)
    assert read == ["once"]


def test_what_could_not_be_read_is_read_again() -> None:
    tries: list[int] = []

    @_once
    def book() -> int:
        tries.append(1)
        if len(tries) == 1:
            raise RulebookError("a mistake, mended since")
        return len(tries)

    with pytest.raises(RulebookError):
        book()
    assert (book(), book()) == (2, 2)
