"""The server for http and https, run by uvicorn, which finishes requests in progress before it ends. Several processes
can serve, one for each core; a process that dies is replaced."""

import asyncio
import gc
import logging
import multiprocessing
import signal
import ssl
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from socket import socket
from threading import Event, Thread
from types import FrameType
from typing import Any
from wsgiref.types import WSGIApplication

import uvicorn

from scorekeeper import create_app
from scorekeeper.cli import NEW_OBJECTS
from scorekeeper.cli.serving.connections import Connection, Guests
from scorekeeper.cli.serving.threads import Threads
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.tables import RulebookError

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

#: The maximum number of connections: for 200 tables with two devices each, whose browsers open several.
CONNECTIONS = 2000
#: The maximum number of connections from one address, which a whole club may share. If a form arrives on each
#: connection, the forms take 150 megabytes.
OF_ONE_DEVICE = 500
#: The maximum number of other open files: the ledger's connections, logs, the printing process.
OWN_FILES = 100
#: Seconds for which a connection may be idle, and for requests in progress to finish when the server stops.
IDLE, GRACE = 30, 10
#: Seconds for which one thread may run while another waits. With Python's default of 5 ms, serving a cached board would
#: wait that long several times while an entry page is rendered.
TURN = 0.001
#: The ciphers of TLS 1.2 that have forward secrecy and that tablets since 2013 support; TLS 1.3 has its own.
CIPHERS = "ECDHE+AESGCM:ECDHE+CHACHA20"


class Door(Struct):
    """Listening sockets, the files of the certificate and its key (`pair`; None without TLS), and the address of a
    trusted proxy, if any."""

    sockets: Sequence[socket]
    pair: tuple[Path, Path] | None = None
    proxy: str | None = None


class AppServer:
    """A server of one application at several doors. Its event loop runs in a separate thread, so that uvicorn does not
    handle signals."""

    def __init__(
        self, app: WSGIApplication, doors: Sequence[Door], connections: int | None = None, of_one: int = OF_ONE_DEVICE
    ) -> None:
        """Accept at most `connections` at once (None: `most_connections()`), and at most `of_one` from one address."""
        proxy = next((door.proxy for door in doors), None)
        self._guests = Guests(connections or most_connections(), of_one, proxy)
        self._threads = Threads(app, self._guests, proxy)
        self._doors = [
            (uvicorn.Server(_config(self._threads, self._guests, door)), list(door.sockets)) for door in doors
        ]
        self._thread = Thread(target=self._run)

    def start(self) -> None:
        """Start to serve."""
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        self._thread.start()

    def stop(self) -> None:
        """Refuse new connections, finish requests in progress, and stop."""
        for each, _ in self._doors:
            each.should_exit = True
        self._thread.join()
        self._threads.close()

    def _run(self) -> None:
        async def serve() -> None:
            await asyncio.gather(*(each.serve(sockets) for each, sockets in self._doors))
            self._guests.hang_up()
            await asyncio.sleep(0.1)  # closing takes some turns of the loop

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
        log_level="error",  # malformed requests and lost connections are not logged
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
    """The settings of TLS, with this certificate and key. Raises `ssl.SSLError` if they do not belong together."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(CIPHERS)
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.load_cert_chain(cert, key)
    return context


def most_connections() -> int:
    """The number of connections to accept: `CONNECTIONS`, or fewer if the system allows fewer open files. Before that,
    the process's limit of open files is increased as far as necessary and possible."""
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
    """Shorten the turns of threads, and exclude the existing objects from garbage collection: collecting them would
    delay a request by 50 ms."""
    sys.setswitchinterval(TURN)
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)  # spawned processes do not run the command, which sets it too


@contextmanager
def on_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` on SIGINT and SIGTERM. A second Ctrl+C ends the program at once; a second SIGTERM does not, because
    systemd and the parent process may both send one."""

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


#: The maximum number of processes. Each uses a core and about a hundred megabytes.
MOST = 32
#: Seconds between two checks of the processes.
LOOK = 0.5
#: Seconds between two starts of processes, in case they die at their start.
PAUSE = 2.0


def serve(
    config: Mapping[str, object], doors: Sequence[Door], notice: int = 0, stop_with: BaseProcess | None = None
) -> None:
    """Serve in this process until a signal to stop, and `notice` seconds longer; or until the process `stop_with`
    ends."""
    app, asked = create_app(config), Event()
    server = AppServer(app, doors)
    Thread(target=_read_ahead, daemon=True).start()
    settle()
    with on_signals(asked.set):
        server.start()
        while not asked.wait(LOOK) and (stop_with is None or stop_with.is_alive()):
            pass
        if asked.is_set():
            app.config.update(LEAVING=True)
            time.sleep(notice)
        server.stop()
    for name, part in app.extensions.items():
        if name.startswith("scorekeeper-"):
            part.close()


def _read_ahead() -> None:
    """Load the rulebook while the server is already running. An error is ignored here: the first request that needs the
    rulebook reports it."""
    with suppress(RulebookError):
        rulebook()


def serve_by(count: int, config: Mapping[str, object], doors: Sequence[Door], notice: int = 0) -> None:
    """Serve in `count` processes until a signal to stop. Each then serves for `notice` seconds longer, and finishes its
    requests in progress.

    The processes are spawned instead of forked, because a fork of a process with threads and open files may hang.
    """
    start = multiprocessing.get_context("spawn").Process
    crew: list[BaseProcess] = []
    ending = Event()
    with on_signals(ending.set):
        while not ending.is_set():
            crew = [each for each in crew if each.is_alive()]
            for _ in range(count - len(crew)):
                crew.append(start(target=_work, args=(config, doors, notice)))
                crew[-1].start()
            born = time.monotonic()
            while not ending.is_set() and all(each.is_alive() for each in crew):
                wait([each.sentinel for each in crew], timeout=LOOK)
            if not ending.is_set():
                print("One of the serving processes ended; another takes its place.", flush=True)
                ending.wait(PAUSE - (time.monotonic() - born))
        for each in crew:
            each.terminate()
        for listening in (each for door in doors for each in door.sockets):
            listening.close()  # so that new connections are refused at once
        for each in crew:
            each.join()


def _work(config: Mapping[str, object], doors: Sequence[Door], notice: int) -> None:
    serve(config, doors, notice, multiprocessing.parent_process())
