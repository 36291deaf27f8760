"""The server in front of a minimal application, in a thread of this process."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, cast

from scorekeeper.cli.certificates import FILES
from scorekeeper.cli.serving.network import Listener, bound
from scorekeeper.cli.serving.server import AppServer, Door
from tests.serving import free_port

#: Two devices: all addresses of 127.0.0.0/8 belong to this machine.
HERE, THERE = "127.0.0.1", "127.0.0.2"
GET = b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
FORM = b"POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\nhalf="
LARGE = bytes(range(256)) * 20_000
#: More than a system's network buffers hold.
HUGE = LARGE * 6
SLOW = ("/slow", "/slow.pdf")


class Copy:
    """An answer in six parts; the server must call its `close`."""

    def __init__(self, close: Callable[[], None]) -> None:
        self.close = close

    def __iter__(self) -> Iterator[bytes]:
        return iter([LARGE] * 6)


class Site:
    """An application. /slow and /slow.pdf wait until the test sets `let_go`. /large has five megabytes, /huge thirty,
    and /copy thirty in six parts. /who returns the client's address, and /same answers 304. Any other address returns
    the scheme of the request, "http" or "https"."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.let_go = threading.Event()
        #: Set when /copy has been closed.
        self.closed = threading.Event()

    def __call__(self, environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        """Answer a request."""
        if environ["PATH_INFO"] in SLOW:
            self.begun.release()
            self.let_go.wait(30)
        if environ["PATH_INFO"] == "/same":
            start("304 NOT MODIFIED", [("ETag", '"a"')])
            return []
        told = environ["REMOTE_ADDR" if environ["PATH_INFO"] == "/who" else "wsgi.url_scheme"]
        body = {"/large": LARGE, "/huge": HUGE}.get(environ["PATH_INFO"], told.encode())
        if environ["PATH_INFO"] == "/copy":
            start("200 OK", [("Content-Length", str(len(HUGE)))])
            return Copy(self.closed.set)
        start("200 OK", [("Content-Length", str(len(body)))])
        return [body]


class Served:
    """The server in a thread of this process, and connections to it."""

    def __init__(
        self, site: Site, stack: ExitStack, tls: tuple[Path, Path] | None, proxy: str | None, **limits: int
    ) -> None:
        self.site, self.stack, self.port = site, stack, free_port()
        place = Listener("0.0.0.0", self.port, (), (), "https" if tls else "http")
        self.server = AppServer(cast("Any", site), [Door(bound(place), tls, proxy)], **limits)
        self.server.start()
        self.trust = ssl.create_default_context(cafile=tls[0].parent / FILES["authority"]) if tls else None

    def connect(self, address: str = HERE, trust: ssl.SSLContext | None = None) -> socket.socket:
        """A new connection from this address. It is closed when the server's block ends."""
        raw = socket.create_connection(("127.0.0.1", self.port), timeout=60, source_address=(address, 0))
        self.stack.callback(raw.close)
        trust = trust or self.trust
        return self.stack.enter_context(trust.wrap_socket(raw, server_hostname=HERE)) if trust else raw

    def ask(self, path: bytes = b"/", address: str = HERE) -> bytes:
        """Send a GET on a new connection, and return the body of the answer."""
        return answer(self.connect(address), path)


def answer(connection: socket.socket, path: bytes = b"/") -> bytes:
    """Send a GET, and return the body of the answer."""
    connection.sendall(GET % path)
    return body_of(connection)


def body_of(connection: socket.socket, came: bytes = b"") -> bytes:
    """Read one answer, of which `came` has already arrived. Returns its body."""
    while b"\r\n\r\n" not in came:
        more = connection.recv(65536)
        if not more:
            raise ConnectionError("hung up")
        came += more
    head, _, body = came.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
    parts = [body]
    while (left := length - sum(map(len, parts))) > 0:
        parts.append(connection.recv(min(left, 1 << 20)))
        if not parts[-1]:
            raise ConnectionError("hung up")
    return b"".join(parts)


def ends(connection: socket.socket) -> bool:
    """Return whether the other side closes the connection without an answer."""
    try:
        return connection.recv(1) == b""
    except (ConnectionError, ssl.SSLError):
        return True


@contextmanager
def served(tls: tuple[Path, Path] | None = None, *, proxy: str | None = None, **limits: int) -> Iterator[Served]:
    """A server that runs until the block ends."""
    site = Site()
    with ExitStack() as stack:
        now = Served(site, stack, tls, proxy, **limits)
        try:
            yield now
        finally:
            site.let_go.set()
            stack.close()  # otherwise the server waits for half-sent requests
            now.server.stop()
