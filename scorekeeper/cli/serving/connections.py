"""Connections of devices. A connection that does not send its request in time is closed, and the number of connections
is limited, so that no device crowds out others."""

import asyncio
import socket
import time
from collections import OrderedDict
from enum import Enum
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

#: Seconds within which a request has to be complete.
TIMEOUT = 30
#: The maximum size of the head of a request, in bytes.
HEAD = 1 << 16
#: Seconds without progress after which a client that is receiving an answer may be cut off to make room for another.
STALLED = 2.0


class Phase(Enum):
    """The state of a connection: idle, sending a request, waiting for the answer, or receiving it."""

    IDLE = "idle"
    ASKS = "asks"
    WAITS = "waits"
    READS = "reads"


class Connection(asyncio.Protocol):
    """A connection, answered by uvicorn's own protocol, with limits of time and size that uvicorn does not have."""

    def __init__(self, guests: "Guests", **options: Any) -> None:
        """Make a connection; `options` are those that uvicorn passes to a protocol."""
        self._guests, self._http = guests, HttpToolsProtocol(**options)
        self._timer: asyncio.TimerHandle | None = None
        #: The number of bytes received so far of a request's head; None if no head is being received.
        self._head: int | None = None
        self.state = Phase.IDLE
        #: The time at which the device last accepted a part of an answer, in seconds of the monotonic clock.
        self.took = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a stream has no other
        """Begin to serve the connection, or close it if there is no room for it."""
        self._transport = transport
        #: The address and port of the device, or of its proxy.
        self.client: tuple[str, int] = (transport.get_extra_info("peername") or ("", 0))[:2]
        # Without this, the second part of an answer waits 40 ms for the acknowledgement of the first.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._begun = self._guests.add(self)
        if self._begun:
            self._http.connection_made(transport)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Pass on received data. The first piece of a request starts its timer, which later pieces do not extend. Close
        the connection if the head is too large, or if more data arrives while the request waits for its answer."""
        if self.closed:
            return
        if self._timer is None:
            self._timer, self._head = asyncio.get_running_loop().call_later(TIMEOUT, self.hang_up), 0
            self._guests.shows_life(self)
        if self.state is Phase.IDLE:
            self.state = Phase.ASKS
        # Pieces are counted until the head is complete and `asks` is called. The last of them may contain a part of the
        # body, so the limit is checked before a piece is counted. In `WAITS`, no browser sends anything.
        if self.state is Phase.WAITS or (self._head or 0) > HEAD:
            self.hang_up()
            return
        if self._head is not None:
            self._head += len(data)
        self._http.data_received(data)

    def asks(self) -> None:
        """Note that the head of the request is complete; the body has a separate limit."""
        self._head = None

    def waits(self) -> None:
        """Note that the request is complete and waits for an answer."""
        self.state = Phase.WAITS
        self._stop_timer()

    def reads(self) -> None:
        """Note that the device accepts a part of the answer."""
        self.state, self.took = Phase.READS, time.monotonic()

    def rests(self) -> None:
        """Note that the answer has been sent. The next request may have begun already."""
        self.state = Phase.ASKS if self._timer else Phase.IDLE

    @property
    def closed(self) -> bool:
        """Return whether the connection is closed."""
        return self._transport.is_closing()

    def hang_up(self) -> None:
        """Close the connection at once."""
        self._guests.remove(self)
        self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after the connection was closed."""
        self._stop_timer()
        self._guests.remove(self)
        if self._begun:
            self._http.connection_lost(exc)

    def pause_writing(self) -> None:
        """Tell uvicorn to stop writing."""
        self._http.pause_writing()

    def resume_writing(self) -> None:
        """Tell uvicorn to go on writing."""
        self._http.resume_writing()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Guests:
    """The open connections: at most `most` in all, and at most `of_one` from one address other than the `proxy`."""

    def __init__(self, most: int, of_one: int, proxy: str | None = None) -> None:
        self._most, self._of_one, self._proxy = most, of_one, proxy
        self._all: dict[tuple[str, int], Connection] = {}
        #: By address, its connections, in the order in which they last began a request or were opened.
        self._of: dict[str, OrderedDict[Connection, None]] = {}

    def at(self, client: tuple[str, int]) -> Connection | None:
        """The connection with this address and port; None if it is closed."""
        return self._all.get(client)

    def add(self, connection: Connection) -> bool:
        """Admit a connection, if necessary in place of another one. Returns False if none can be closed."""
        if not self._make_room(connection.client[0]):
            return False
        self._all[connection.client] = connection
        self._of.setdefault(connection.client[0], OrderedDict())[connection] = None
        return True

    def remove(self, connection: Connection) -> None:
        """Remove a connection that is closed or about to be; calling it again does nothing."""
        if self._all.get(connection.client) is connection:
            del self._all[connection.client]
            own = self._of[connection.client[0]]
            del own[connection]
            if not own:
                del self._of[connection.client[0]]

    def shows_life(self, connection: Connection) -> None:
        """Move a connection that has begun a request to the end of its address's queue."""
        self._of[connection.client[0]].move_to_end(connection)

    def hang_up(self) -> None:
        """Close all connections, at the end of the program."""
        for each in tuple(self._all.values()):
            each.hang_up()

    def _make_room(self, address: str) -> bool:
        """Return whether there is room for one more connection of this address, after closing one if necessary.

        If the address has its maximum of connections, one of its own is closed. If only the total is reached, one of
        the address with the most connections is closed. An idle connection is closed first, then one with an incomplete
        request, then a stalled one, but never one whose answer is being computed.
        """
        if address == self._proxy or len(self._of.get(address, ())) < self._of_one:
            if len(self._all) < self._most:
                return True
            address = max(self._of, key=lambda each: len(self._of[each]))
        own, stalled = self._of[address], time.monotonic() - STALLED
        spare = next((each for each in own if each.state is Phase.IDLE), None)
        spare = spare or next((each for each in own if each.state is Phase.ASKS), None)
        spare = spare or next((each for each in own if each.state is Phase.READS and each.took < stalled), None)
        if spare is not None:
            spare.hang_up()
        return spare is not None
