"""The server, over http or https: uvicorn, which finishes what it has begun before it ends."""

import asyncio
import gc
import logging
import signal
import ssl
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from socket import socket
from threading import Thread
from types import FrameType
from typing import Any
from wsgiref.types import WSGIApplication

import uvicorn

from scorekeeper.cli import NEW_OBJECTS
from scorekeeper.cli.serving.connections import Connection, Guests
from scorekeeper.cli.serving.threads import Threads
from scorekeeper.engine.values import Struct

try:
    import resource
except ImportError:  # Windows counts otherwise
    resource = None  # type: ignore[assignment]

#: Connections at once: an evening of 200 tables with two devices each, and every browser holds more than one.
CONNECTIONS = 2000
#: Connections of one address, which may be that of a whole club: with a form in each they take 150 megabytes.
OF_ONE_DEVICE = 500
#: Files that the program itself has open at most: the ledger's connections, logs, the printing process.
OWN_FILES = 100
#: Seconds for which a connection may lie idle, and that requests in hand have to finish once the server is to stop.
IDLE, GRACE = 30, 10
#: Seconds for which one thread has the interpreter while another waits for it. A board that did not change waits
#: several times, and would stand for the usual 5 ms each time behind an entry page that is being made.
TURN = 0.001
#: TLS 1.3 has no others; of TLS 1.2 those that tablets since 2013 know and that keep the past secret.
CIPHERS = "ECDHE+AESGCM:ECDHE+CHACHA20"


class Door(Struct):
    """Sockets that listen, the certificate with its key where they speak TLS, and the proxy that is believed."""

    sockets: Sequence[socket]
    pair: tuple[Path, Path] | None = None
    proxy: str | None = None


class AppServer:
    """Answers at some doors by one program, in one event loop in a thread of its own: there uvicorn leaves signals to
    the program."""

    def __init__(
        self, app: WSGIApplication, doors: Sequence[Door], connections: int | None = None, of_one: int = OF_ONE_DEVICE
    ) -> None:
        """Hold at most `connections` at once, `of_one` of them from one address."""
        proxy = next((door.proxy for door in doors), None)
        self._guests = Guests(connections or most_connections(), of_one, proxy)
        self._threads = Threads(app, self._guests, proxy)
        self._doors = [
            (uvicorn.Server(_config(self._threads, self._guests, door)), list(door.sockets)) for door in doors
        ]
        self._thread = Thread(target=self._run)

    def start(self) -> None:
        """Answer from now on."""
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        self._thread.start()

    def stop(self) -> None:
        """Refuse newcomers, answer what has begun, and end."""
        for each, _ in self._doors:
            each.should_exit = True
        self._thread.join()
        self._threads.close()

    def _run(self) -> None:
        async def serve() -> None:
            await asyncio.gather(*(each.serve(sockets) for each, sockets in self._doors))
            self._guests.hang_up()
            await asyncio.sleep(0.1)  # hanging up takes some turns of the loop

        asyncio.run(serve())


def _config(threads: Threads, guests: Guests, door: Door) -> uvicorn.Config:
    pair = door.pair
    http: Any = partial(Connection, guests)
    return uvicorn.Config(
        threads,
        http=http,
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        log_level="error",  # of what is no request nothing is said, nor by asyncio below: devices come and go
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=GRACE,
        ssl_certfile=pair and pair[0],
        ssl_keyfile=pair and pair[1],
        ssl_context_factory=(lambda *_: tls_context(*pair)) if pair else None,
    )


def tls_context(cert: Path, key: Path) -> ssl.SSLContext:
    """The settings of TLS. Raises `ssl.SSLError` where these are not a certificate and its key."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(CIPHERS)
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.load_cert_chain(cert, key)
    return context


def most_connections() -> int:
    """As many as are wanted, or as the system allows: each is an open file."""
    if resource is None:
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + OWN_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft == resource.RLIM_INFINITY:
        return CONNECTIONS
    return max(OWN_FILES, min(CONNECTIONS, soft - OWN_FILES))


def settle() -> None:
    """Let threads take short turns, and the collector look only at what is made from now on: a look at everything takes
    50 ms out of some tap, or of the start."""
    sys.setswitchinterval(TURN)
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)  # one of several processes did not come through the command


@contextmanager
def on_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Ctrl+C and a system that shuts down both ask to stop; a second Ctrl+C ends at once. systemd and the program that
    started this one both tell it, so a second SIGTERM says nothing new."""

    def ask(number: int, frame: FrameType | None) -> None:
        if number == signal.SIGINT:
            signal.signal(number, signal.SIG_DFL)
        stop()

    before = {number: signal.signal(number, ask) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
