"""A lock for writers, who get it in the order they came."""

import threading
from collections import deque


class FairLock:
    """A lock that is handed on to whoever has waited longest, so that nobody starves."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._held = False

    def acquire(self, timeout: float) -> bool:
        """Wait for a turn; False when it did not come within `timeout` seconds."""
        with self._guard:
            if not self._held:
                self._held = True
                return True
            mine = threading.Event()
            self._waiting.append(mine)
        return mine.wait(timeout) or self._late(mine)

    def release(self) -> None:
        """Hand the turn on."""
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
