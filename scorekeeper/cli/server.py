"""The server, over http or https: waitress, which finishes what it has begun before it ends."""

import gc
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING

from waitress.adjustments import Adjustments

from scorekeeper.cli import NEW_OBJECTS
from scorekeeper.cli.connections import Connection, Guests, Listener, Threads
from scorekeeper.cli.watching import LOOK, Watched

if TYPE_CHECKING:
    from flask import Flask

try:
    import resource
except ImportError:  # Windows counts otherwise
    resource = None  # type: ignore[assignment]

#: Threads for pages, of which more are slower, also where each waits for a database server on the same machine; and for
#: what takes long: one sheet is printed, another waits for that, whoever wants a third is told so, and one is left to
#: other devices.
PAGES, LONG = 2, 4
#: Connections at once: an evening of 200 tables with two devices each, and every browser holds more than one.
CONNECTIONS = 2000
#: Connections of one address, which may be that of a whole club: with a form in each they take 150 megabytes.
OF_ONE_DEVICE = 500
#: The most that a request may bring; the pages refuse a little less, in words. It is held in memory until it is whole:
#: a temporary file for each would soon be one open file too many.
LARGEST = 300_000
#: Files that the program itself has open at most: the ledger's connections, logs, the printing process.
OWN_FILES = 100
#: Seconds in which a request has to come in whole, and for which a connection may lie idle.
TIMEOUT = 30
#: Seconds that requests in hand have to finish once the server is told to stop.
GRACE = 10.0
#: Seconds for which one thread has the interpreter while another waits for it. A board that did not change waits
#: several times, and would stand for the usual 5 ms each time behind an entry page that is being made.
TURN = 0.001
#: Seconds for which what comes is gathered, while others wait in line for a thread anyway: it is taken together, and
#: the interpreter from those that answer once and not each time.
GATHERED = 0.002


class Server:
    """Waitress, stopped between requests: whatever has begun is answered first."""

    def __init__(
        self,
        app: "Flask",
        connections: int | None = None,
        of_one: int = OF_ONE_DEVICE,
        *,
        notice: int = 0,
        giving: Callable[[], object] = bool,
    ) -> None:
        """With so many seconds of `notice` a signal to stop is answered by `giving` it; they are served as others."""
        self._map = Watched()
        self._stopping = False
        self._notice, self._giving = notice, giving
        self._until: float | None = None
        self._app = app
        self._most = connections or most_connections()
        self._threads = Threads(PAGES, LONG)
        self._guests = Guests(self._most, of_one)
        self._listeners: list[Listener] = []

    def listen(
        self, sockets: Iterable[socket.socket], tls: ssl.SSLContext | None = None, *, proxy: str | None = None
    ) -> None:
        """Take whoever comes to these sockets too; other processes may listen to them as well.

        What a `proxy` at this address says is believed: from which device a request is, and whether it came over TLS.
        """
        settings = Adjustments(
            sockets=list(sockets),
            url_scheme="https" if tls else "http",
            connection_limit=self._most + OWN_FILES // 2,  # never reached: room is made before
            channel_timeout=TIMEOUT,
            cleanup_interval=5,
            ident=None,
            log_socket_errors=False,  # devices come and go
            trusted_proxy=proxy,
            trusted_proxy_headers={"x-forwarded-for", "x-forwarded-proto"} if proxy else set(),
            clear_untrusted_proxy_headers=False,  # the door wants to see that somebody came through a proxy
            max_request_header_size=1 << 16,
            max_request_body_size=LARGEST,
            inbuf_overflow=LARGEST + 1,
        )
        self._listeners += [
            Listener(
                self._app,
                map=self._map,
                _sock=each,
                bind_socket=False,
                dispatcher=self._threads,
                adj=settings,
                sockinfo=(each.family, each.type, each.proto, each.getsockname()),
                tls=tls,
                guests=self._guests,
            )
            for each in settings.sockets
        ]

    def run(self) -> None:
        """Serve until a signal, or `stop`."""
        settle()
        with on_signals(self._leave):
            self.serve()

    def serve(self) -> None:
        """Serve until stopped, then finish what has begun."""
        while not self._stopping:
            self._map.turn(LOOK)
            if self._threads.behind:
                time.sleep(GATHERED)
            if self._until is not None and time.monotonic() >= self._until:
                break
        self._finish()

    def stop(self) -> None:
        """Stop soon; may be called from anywhere."""
        self._stopping = True
        for listener in self._listeners:
            with suppress(OSError):  # it may have stopped by now
                listener.pull_trigger()

    def _leave(self) -> None:
        """Give notice, then stop; without any, stop at once."""
        if not self._notice:
            self.stop()
        elif self._until is None:
            self._until = time.monotonic() + self._notice
            self._giving()

    def _finish(self) -> None:
        """Accept nobody new, answer those in hand, then close."""
        for listener in self._listeners:
            listener.accepting = False
        until = time.monotonic() + GRACE
        while self._busy() and time.monotonic() < until:
            self._map.turn(0.05)
        self._threads.shutdown()
        for connection in self._connections():
            connection.handle_close()  # and its answer that nobody read
        self._map.close()

    def _connections(self) -> list[Connection]:
        return [part for part in self._map.values() if isinstance(part, Connection)]

    def _busy(self) -> bool:
        return any(each.requests or each.total_outbufs_len for each in self._connections())


def most_connections() -> int:
    """As many as are wanted, or as the system allows: each may take two open files, itself and what it is sent."""
    if resource is None:
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * CONNECTIONS + OWN_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft == resource.RLIM_INFINITY:
        return CONNECTIONS
    return max(OWN_FILES, min(CONNECTIONS, (soft - OWN_FILES) // 2))


def settle() -> None:
    """Let threads take short turns, and the collector look only at what is made from now on: a look at everything takes
    50 ms out of some tap, or of the start."""
    sys.setswitchinterval(TURN)
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)  # one of several processes did not come through the command


@contextmanager
def on_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Ctrl+C and a system that shuts down both ask to stop; a second Ctrl+C ends at once."""

    def ask(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        stop()

    before = {number: signal.signal(number, ask) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
