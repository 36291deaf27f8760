"""Which sockets are asked of the system: it is told what changed, and not at every turn of a thousand of them."""

import selectors
import time
from typing import Any

from waitress import wasyncore

from scorekeeper.cli.connections import Connection

#: Seconds between two looks at every connection; those of which something is known to change are looked at always.
LOOK = 1.0
_DEALS = ((selectors.EVENT_READ, wasyncore.read), (selectors.EVENT_WRITE, wasyncore.write))


class Watched(dict[int, Any]):
    """What waitress has to do with sockets, by their numbers; it puts them in and takes them out.

    By itself it would ask each at every turn whether it wants to read or to write: before a thousand tables the
    server's own thread did little else, and kept the interpreter from those that answer. A connection that waits for
    its next request goes on waiting until something comes, so only the others are asked.
    """

    def __init__(self) -> None:
        super().__init__()
        self._selector = selectors.DefaultSelector()
        self._moving: set[int] = set()
        self._all = 0.0

    def __setitem__(self, number: int, part: Any) -> None:
        super().__setitem__(number, part)
        self._moving.add(number)

    def __delitem__(self, number: int) -> None:
        super().__delitem__(number)
        self._want(number, 0)

    def turn(self, timeout: float) -> None:
        """Wait so many seconds for something to come or to be taken, and deal with what has."""
        if (now := time.monotonic()) >= self._all:
            self._all = now + LOOK
            self._moving.update(self)
        for number in tuple(self._moving):
            part = self.get(number)
            wanted = 0 if part is None else _wants(part)
            self._want(number, wanted)
            if part is None or (wanted == selectors.EVENT_READ and isinstance(part, Connection)):
                self._moving.discard(number)
        for key, ready in self._selector.select(timeout):
            part = self.get(key.fd)
            self._moving.add(key.fd)
            for event, deal in _DEALS:
                if ready & event and part is not None and self.get(key.fd) is part:  # it may be closed by now
                    deal(part)

    def close(self) -> None:
        """Close every socket."""
        wasyncore.close_all(self)
        self._selector.close()

    def _want(self, number: int, wanted: int) -> None:
        """Tell the system what is waited for. Of what waits for nothing it is not even told that the other side hung
        up: it would say so without end."""
        key = self._selector.get_map().get(number)
        if key is None and wanted:
            self._selector.register(number, wanted)
        elif key is not None and not wanted:
            self._selector.unregister(number)
        elif key is not None and key.events != wanted:
            self._selector.modify(number, wanted)


def _wants(part: Any) -> int:
    wanted = selectors.EVENT_READ if part.readable() else 0
    return wanted | (selectors.EVENT_WRITE if part.writable() and not part.accepting else 0)
