"""Running the WSGI application behind an asynchronous server. A request occupies a thread only while its answer is
computed, so slow uploads and slow downloads occupy none."""

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from weakref import WeakValueDictionary
from wsgiref.types import WSGIApplication

from scorekeeper.cli.serving.connections import Connection, Guests

#: The number of threads for pages, and for slow requests. More threads for pages would be slower, even with a database
#: server on the same machine. Of the threads for slow requests, one prints a sheet, one waits for the printer, one
#: refuses a request with a message, and one is left for other devices.
PAGES, LONG = 2, 4
#: The maximum size of the body of a request, in bytes. The pages have a lower limit, and a message for it.
LARGEST = 300_000
#: The number of bytes of an answer that are sent at once, and that are read into memory at once.
PART, LARGE = 1 << 16, 1 << 20

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Threads:
    """An ASGI application that runs a WSGI one in threads."""

    def __init__(self, app: WSGIApplication, guests: Guests, proxy: str | None = None) -> None:
        """`proxy` is the address of a trusted proxy: for its requests, the device's address and the scheme are taken
        from headers."""
        self._app, self._guests, self._proxy = app, guests, proxy
        self._pages, self._long = ThreadPoolExecutor(PAGES), ThreadPoolExecutor(LONG)
        #: Semaphores by (address of the device, number of threads). They leave one thread for other devices.
        self._turns: WeakValueDictionary[tuple[str, int], asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        connection = self._guests.at(scope["client"])
        if connection is None:
            return  # it was closed meanwhile
        try:
            await self._answer(connection, scope, receive, send)
        except asyncio.CancelledError:  # the server stops, and its grace period is over
            connection.hang_up()
        if connection.closed:
            await receive()  # wait until uvicorn notices; otherwise it would log an incomplete answer

    async def _answer(self, connection: Connection, scope: Scope, receive: Receive, send: Send) -> None:
        connection.asks()
        body = await _whole(scope, receive)
        connection.waits()
        if body is None:
            await _start(send, "413 Content Too Large", [("Connection", "close"), ("Content-Length", "0")])
            await send({"type": "http.response.body"})
            return
        environ = environ_of(scope, body, self._proxy)
        threads, count = (self._long, LONG) if takes_long(scope["path"]) else (self._pages, PAGES)
        turn = self._turns.setdefault((environ["REMOTE_ADDR"], count), asyncio.Semaphore(count - 1))
        answer = StreamedAnswer(self._app, environ, threads)
        try:
            async with turn:
                part, more = await answer.read()
            await _start(send, answer.status, answer.headers)
            while not connection.closed:
                for at in range(0, len(part) or 1, PART):
                    connection.reads()
                    last = not more and at + PART >= len(part)
                    await send({"type": "http.response.body", "body": part[at : at + PART], "more_body": not last})
                if not more:
                    break
                part, more = await answer.read()
        finally:
            answer.close()
        connection.rests()

    def close(self) -> None:
        """Wait for the threads, which may be saving a deal."""
        for each in (self._pages, self._long):
            each.shutdown()


def takes_long(path: str) -> bool:
    """Return whether the page at a path takes long, because it waits for the printing process or the disk."""
    return path.endswith(".pdf") or path == "/club/copy"


class StreamedAnswer:
    """An answer of the WSGI application, read from it in a thread, part by part."""

    def __init__(self, app: WSGIApplication, environ: Environ, threads: ThreadPoolExecutor) -> None:
        self.status, self.headers = "", Headers()
        self._app, self._environ, self._threads = app, environ, threads
        self._parts: Iterable[bytes] | None = None
        self._reading: Future[tuple[bytes, bool]] | None = None

    async def read(self) -> tuple[bytes, bool]:
        """The next part of the answer, and whether more parts follow. A page is one part, a copy of the ledger many.
        The first call also sets `status` and `headers`."""
        self._reading = self._threads.submit(self._read)
        return await asyncio.wrap_future(self._reading)

    def close(self) -> None:
        """Close the answer of the application as soon as no thread is reading from it."""
        if self._reading is not None:
            self._reading.add_done_callback(lambda _: getattr(self._parts, "close", bool)())

    def _read(self) -> tuple[bytes, bool]:
        if self._parts is None:
            self._parts = self._app(self._environ, self._start)
            self._left = iter(self._parts)
        got: list[bytes] = []
        size = 0
        for each in self._left:
            got.append(each)
            if (size := size + len(each)) >= LARGE:
                return b"".join(got), True
        return b"".join(got), False

    def _start(self, status: str, headers: Headers, _: object = None, /) -> Callable[[bytes], object]:
        self.status, self.headers = status, headers
        return bool  # the obsolete `write` of PEP 3333


async def _whole(scope: Scope, receive: Receive) -> bytes | None:
    """The body of a request; None if it is incomplete or too large. It is not read if the request states a length that
    is too large."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    body = bytearray()
    more = not length.isdigit() or int(length) <= LARGEST
    while more and len(body) <= LARGEST:
        message = await receive()
        if message["type"] != "http.request":
            break  # the device is gone
        body += message.get("body", b"")
        if not message.get("more_body"):
            return bytes(body)
    return None


async def _start(send: Send, status: str, headers: Headers) -> None:
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": int(status[:3]), "headers": encoded})


def environ_of(scope: Scope, body: bytes, proxy: str | None) -> Environ:
    """The WSGI environment of a request (PEP 3333). Headers with an underscore are left out: WSGI could not tell them
    from headers with a hyphen. For a request from the `proxy`, the address and the scheme are those in the proxy's
    headers."""
    client, server = scope["client"][0], scope["server"] or ("localhost", 80)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "REMOTE_ADDR": client,
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw, value in scope["headers"]:
        name = raw.decode("latin-1")
        if "_" not in name:
            key = name.upper().replace("-", "_")
            key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
            text = value.decode("latin-1")
            between = "; " if key == "HTTP_COOKIE" else ","  # RFC 9113, 8.2.3
            environ[key] = f"{environ[key]}{between}{text}" if key in environ else text
    if client == proxy:
        environ["REMOTE_ADDR"] = environ.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip() or client
        if environ.get("HTTP_X_FORWARDED_PROTO") in ("http", "https"):
            environ["wsgi.url_scheme"] = environ["HTTP_X_FORWARDED_PROTO"]
    return environ
