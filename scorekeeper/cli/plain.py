"""The server over http: waitress, which finishes what it has begun before it ends."""

import gc
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any

import waitress
from waitress import wasyncore

from scorekeeper.cli.network import Place, bracketed

if TYPE_CHECKING:
    from flask import Flask

try:
    import resource
except ImportError:  # Windows counts otherwise
    resource = None  # type: ignore[assignment]

#: Few threads are quickest here; a sheet that is being printed keeps one of them waiting.
THREADS = 4
#: Connections at once: an evening of 200 tables with two devices each, and every browser holds more than one.
CONNECTIONS = 2000
#: Files that the program itself has open at most: the ledger's connections, logs, the printing process.
OWN_FILES = 100
#: Seconds that requests in hand have to finish once the server is told to stop.
GRACE = 10.0
#: Objects made between two looks of the collector, some ten requests' worth.
NEW_OBJECTS = 10_000
#: Seconds between two looks at whether to stop, where no signal wakes the server.
LOOK = 1.0


class Plain:
    """Waitress, stopped between requests: whatever has begun is answered first."""

    def __init__(self, app: "Flask", place: Place) -> None:
        """Listen. Raises `OSError` where the port is taken or not ours, `ValueError` for an address there is not."""
        self._map: dict[int, Any] = {}
        self._stopping = False
        self._server = waitress.create_server(
            app,
            map=self._map,
            listen=" ".join(f"{bracketed(host)}:{place.port}" for host in place.listens),
            threads=THREADS,
            connection_limit=_connections(),
            ident=None,
            clear_untrusted_proxy_headers=False,  # the door wants to see that somebody came through a proxy
            max_request_body_size=1 << 20,
        )

    def run(self) -> None:
        """Serve until stopped."""
        settle()
        with _on_signals(self.stop):
            while not self._stopping:
                wasyncore.loop(timeout=LOOK, use_poll=True, map=self._map, count=1)
        self._finish()

    def stop(self) -> None:
        """Stop soon; may be called from anywhere."""
        self._stopping = True
        for part in list(self._map.values()):
            if isinstance(part, waitress.server.BaseWSGIServer):
                part.pull_trigger()

    def _finish(self) -> None:
        """Accept nobody new, answer those in hand, then close."""
        for part in list(self._map.values()):
            if isinstance(part, waitress.server.BaseWSGIServer):
                part.accepting = False
        until = time.monotonic() + GRACE
        while self._busy() and time.monotonic() < until:
            wasyncore.loop(timeout=0.05, use_poll=True, map=self._map, count=1)
        self._server.task_dispatcher.shutdown()
        wasyncore.close_all(self._map)

    def _busy(self) -> bool:
        channels = [part for part in self._map.values() if isinstance(part, waitress.channel.HTTPChannel)]
        return any(channel.requests or channel.total_outbufs_len for channel in channels)


def _connections() -> int:
    """As many as are wanted, or as the system allows: it counts a connection as an open file."""
    if resource is None:
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + OWN_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return CONNECTIONS if soft == resource.RLIM_INFINITY else max(OWN_FILES, min(CONNECTIONS, soft - OWN_FILES))


def settle() -> None:
    """Let the collector look only at what is made from now on: a look at everything takes 50 ms out of some tap."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)


@contextmanager
def _on_signals(stop: Callable[[], None]) -> Iterator[None]:
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
