"""Connections of devices: one that does not send its request in time is hung up on, and none keeps others out."""

import asyncio
import socket
import time
from collections import OrderedDict
from enum import Enum
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

#: Seconds in which a request has to come in whole.
TIMEOUT = 30
#: The most bytes of a request before its body.
HEAD = 1 << 16
#: Seconds without a byte taken after which an answer is held to be read by nobody, where its place is wanted.
STALLED = 2.0


class Phase(Enum):
    """The state of a connection."""

    IDLE = "idle"
    ASKS = "asks"
    WAITS = "waits"
    READS = "reads"


class Connection(asyncio.Protocol):
    """A connection that uvicorn's own protocol answers, watched from outside: uvicorn waits for a request for ever."""

    def __init__(self, guests: "Guests", **options: Any) -> None:
        """`options` are what uvicorn gives its protocol."""
        self._guests, self._http = guests, HttpToolsProtocol(**options)
        self._timer: asyncio.TimerHandle | None = None
        #: Bytes of a request that came before its head was whole; None once it is.
        self._head: int | None = None
        self.state = Phase.IDLE
        #: When it took the last part of an answer.
        self.took = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a stream has no other
        """Begin where there is room."""
        self._transport = transport
        #: The address and port of the device, or of its proxy.
        self.client: tuple[str, int] = (transport.get_extra_info("peername") or ("", 0))[:2]
        # An answer goes out in two parts, and the second would wait 40 ms for the device to acknowledge the first.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._begun = self._guests.add(self)
        if self._begun:
            self._http.connection_made(transport)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Hand on what came. The first piece of a request starts its time, and no later one lengthens it."""
        if self.closed:
            return
        if self._timer is None:
            self._timer, self._head = asyncio.get_running_loop().call_later(TIMEOUT, self.hang_up), 0
            self._guests.shows_life(self)
        if self.state is Phase.IDLE:
            self.state = Phase.ASKS
        # Of this piece a part may be the body; of those before it none was, or it would have asked by now.
        if self.state is Phase.WAITS or (self._head or 0) > HEAD:  # no browser sends on before its answer
            self.hang_up()
            return
        if self._head is not None:
            self._head += len(data)
        self._http.data_received(data)

    def asks(self) -> None:
        """Its request has a head: from now on its body comes, which has a limit of its own."""
        self._head = None

    def waits(self) -> None:
        """Its request is whole."""
        self.state = Phase.WAITS
        self._stop_timer()

    def reads(self) -> None:
        """It takes a part of its answer now."""
        self.state, self.took = Phase.READS, time.monotonic()

    def rests(self) -> None:
        """Its answer is handed to the network; the next request may come, or has begun."""
        self.state = Phase.ASKS if self._timer else Phase.IDLE

    @property
    def closed(self) -> bool:
        """Return whether the client has gone."""
        return self._transport.is_closing()

    def hang_up(self) -> None:
        """Close it without a word."""
        self._guests.remove(self)
        self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._stop_timer()
        self._guests.remove(self)
        if self._begun:
            self._http.connection_lost(exc)

    def pause_writing(self) -> None:
        """Tell uvicorn that the network takes no more."""
        self._http.pause_writing()

    def resume_writing(self) -> None:
        """Tell uvicorn that it takes more."""
        self._http.resume_writing()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Guests:
    """The open connections: at most `most` together and `of_one` from one address, except for a `proxy`, which brings
    many."""

    def __init__(self, most: int, of_one: int, proxy: str | None = None) -> None:
        self._most, self._of_one, self._proxy = most, of_one, proxy
        self._all: dict[tuple[str, int], Connection] = {}
        #: Those of each address; the one that lies idle longest stands first.
        self._of: dict[str, OrderedDict[Connection, None]] = {}

    def at(self, client: tuple[str, int]) -> Connection | None:
        """The connection of this address and port, if it is still there."""
        return self._all.get(client)

    def add(self, connection: Connection) -> bool:
        """Let one in, if need be in the place of another one; False where none can give way."""
        if not self._make_room(connection.client[0]):
            return False
        self._all[connection.client] = connection
        self._of.setdefault(connection.client[0], OrderedDict())[connection] = None
        return True

    def remove(self, connection: Connection) -> None:
        """A connection is closed, or will be; it may be told more than once."""
        if self._all.get(connection.client) is connection:
            del self._all[connection.client]
            own = self._of[connection.client[0]]
            del own[connection]
            if not own:
                del self._of[connection.client[0]]

    def shows_life(self, connection: Connection) -> None:
        """A connection has begun a request: of its address's it is the one that lies idle shortest."""
        self._of[connection.client[0]].move_to_end(connection)

    def hang_up(self) -> None:
        """Hang up on all: the program ends."""
        for each in tuple(self._all.values()):
            each.hang_up()

    def _make_room(self, address: str) -> bool:
        """Return whether there is room for one more connection of this address.

        If need be a connection gives way: of this address where it has its share, else of the one that has most. First
        those that ask for nothing, then those whose request is not whole, then those whose answer nobody reads; none
        for which something is being worked out.
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
