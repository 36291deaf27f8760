"""A lock for writers, who get it in the order they came."""

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class FairLock:
    """A fair lock: the thread that has waited longest gets it next."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._held = False
        self._since = 0.0

    @contextmanager
    def turn(self, timeout: float) -> Iterator[bool]:
        """Wait for a turn, and hand it on at the end; False where one before does not finish within `timeout` seconds.

        The line is waited for as long as it moves: on a slow disk many who finish take longer than one who does not.
        """
        mine = None
        with self._guard:
            if self._held:
                mine = threading.Event()
                self._waiting.append(mine)
            else:
                self._held, self._since = True, time.monotonic()
        if mine and not self._came(mine, timeout):
            yield False
            return
        try:
            yield True
        finally:
            with self._guard:
                if self._waiting:
                    self._since = time.monotonic()
                    self._waiting.popleft().set()
                else:
                    self._held = False

    def _came(self, mine: threading.Event, timeout: float) -> bool:
        left = timeout
        while not mine.wait(left):
            with self._guard:
                if mine.is_set():  # between the end of the wait and now
                    return True
                left = self._since + timeout - time.monotonic()
                if left <= 0:
                    self._waiting.remove(mine)
                    return False
        return True
