"""A queue in front of one machine: who came first is served first, and nobody waits for ever."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic


class QueueTimeout(Exception):
    """The turn did not come in time; `ahead` others were still waiting or being served."""

    def __init__(self, ahead: int) -> None:
        super().__init__(f"{ahead} still ahead")
        self.ahead = ahead


class FairQueue:
    """Turns in order of arrival (a plain lock lets the newest overtake)."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._line: deque[object] = deque()

    def __len__(self) -> int:
        """How many are being served or waiting."""
        return len(self._line)

    @contextmanager
    def turn(self, *, seconds: float) -> Iterator[None]:
        """Wait for the turn, at most `seconds`. Raises QueueTimeout."""
        ticket = object()
        self._wait(ticket, monotonic() + seconds)
        try:
            yield
        finally:
            self._leave(ticket)

    def _wait(self, ticket: object, until: float) -> None:
        with self._changed:
            self._line.append(ticket)
            if not self._changed.wait_for(lambda: self._line[0] is ticket, until - monotonic()):
                ahead = self._line.index(ticket)
                self._line.remove(ticket)
                raise QueueTimeout(ahead)

    def _leave(self, ticket: object) -> None:
        with self._changed:
            self._line.remove(ticket)
            self._changed.notify_all()
