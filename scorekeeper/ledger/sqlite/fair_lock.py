"""A lock for writers, who get it in the order they came."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class FairLock:
    """A lock that is handed on to whoever has waited longest, so that nobody starves."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._held = False

    @contextmanager
    def turn(self, timeout: float) -> Iterator[bool]:
        """Wait for a turn, and hand it on at the end; False when it did not come within `timeout` seconds."""
        mine = None
        with self._guard:
            if self._held:
                mine = threading.Event()
                self._waiting.append(mine)
            self._held = True
        if mine and not mine.wait(timeout) and not self._late(mine):
            yield False
            return
        try:
            yield True
        finally:
            with self._guard:
                if self._waiting:
                    self._waiting.popleft().set()
                else:
                    self._held = False

    def _late(self, mine: threading.Event) -> bool:
        """The wait ended, but the turn may have come between its end and now."""
        with self._guard:
            if mine.is_set():
                return True
            self._waiting.remove(mine)
            return False
