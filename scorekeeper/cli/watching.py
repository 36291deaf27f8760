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
    its next request goes on waiting until something comes, and one whose request waits for a thread until one has it;
    so only the others are asked. While a request is answered, what comes next is still listened for: nothing does, as
    a rule, and the system need not be told twice, nor the server's own thread when the answer is sent.
    """

    def __init__(self) -> None:
        super().__init__()
        self._selector = selectors.DefaultSelector()
        self._watched: dict[int, int] = {}
        self._moving: set[int] = set()
        self._all = 0.0

    def __setitem__(self, number: int, part: Any) -> None:
        super().__setitem__(number, part)
        self._moving.add(number)

    def __delitem__(self, number: int) -> None:
        super().__delitem__(number)
        self._want(number, 0)
        self._watched.pop(number, None)

    def turn(self, timeout: float) -> None:
        """Wait so many seconds for something to come or to be taken, and deal with what has."""
        if (now := time.monotonic()) >= self._all:
            self._all = now + LOOK
            self._moving.update(self)
        for number in tuple(self._moving):
            self._moving.discard(number)  # before it is looked at: a thread that begins with it meanwhile puts it back
            part = self.get(number)
            wanted = 0 if part is None else _wants(part)
            self._want(number, wanted or self._watched.get(number, 0) & selectors.EVENT_READ)
            if part is not None and not _rests(part, wanted):
                self._moving.add(number)
        for key, ready in self._selector.select(timeout):
            part = self.get(key.fd)
            self._moving.add(key.fd)
            wanted = 0 if part is None else _wants(part)
            if not wanted & ready:
                self._want(key.fd, wanted)  # it came before its time
            for event, deal in _DEALS:
                if wanted & ready & event and self.get(key.fd) is part:  # it may be closed by now
                    deal(part)

    def stirs(self, number: int) -> None:
        """A part changes of itself from now on. Called from any thread."""
        self._moving.add(number)

    def listens(self, number: int) -> bool:
        """Will whatever comes next for a part be dealt with, without anybody saying so? Called from any thread."""
        return bool(self._watched.get(number, 0) & selectors.EVENT_READ)

    def close(self) -> None:
        """Close every socket."""
        wasyncore.close_all(self)
        self._selector.close()

    def _want(self, number: int, wanted: int) -> None:
        """Tell the system what is waited for. Of what waits for nothing it is not even told that the other side hung
        up: it would say so without end."""
        watched = self._watched.get(number, 0)
        if wanted == watched:
            return
        if not watched:
            self._selector.register(number, wanted)
        elif wanted:
            self._selector.modify(number, wanted)
        else:
            self._selector.unregister(number)
        self._watched[number] = wanted


def _wants(part: Any) -> int:
    wanted = selectors.EVENT_READ if part.readable() else 0
    return wanted | (selectors.EVENT_WRITE if part.writable() and not part.accepting else 0)


def _rests(part: Any, wanted: int) -> bool:
    return isinstance(part, Connection) and (part.in_line or wanted == selectors.EVENT_READ)
