"""A client for many connections at once, which uses as little processor time as Python allows."""

import selectors
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bench.stats import Times

#: The requests of a connection, one after the other.
Requests = Iterator[bytes]


@dataclass(slots=True)
class Reply:
    """One answer."""

    status: int
    head: bytes
    body: bytes


@dataclass(slots=True)
class Line:
    """One connection that sends a request, waits for the whole answer, and sends the next."""

    port: int
    requests: Requests
    sock: socket.socket | None = None
    received: bytearray = field(default_factory=bytearray)
    sent: float = 0
    #: The local address of the connection. The server limits the connections from one address.
    source: str = "127.0.0.1"
    #: Whether it waits for an answer.
    asks: bool = False

    def send(self, waiting: selectors.BaseSelector, data: bytes) -> None:
        """Send a request, on a new connection if the server closed the last one."""
        self.sent, self.asks = time.perf_counter(), True
        self.received.clear()
        if self.sock is None:
            self.sock = socket.create_connection(("127.0.0.1", self.port), source_address=(self.source, 0))
            self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            waiting.register(self.sock, selectors.EVENT_READ, self)
        self.sock.sendall(data)

    def receive(self, waiting: selectors.BaseSelector) -> Reply | None:
        """The answer once all of it has arrived, else None. Raises ConnectionError if the server closes too early."""
        assert self.sock
        chunk = self.sock.recv(262144)
        if not chunk:
            raise ConnectionError(f"closed after {bytes(self.received[:300])!r}")
        self.received += chunk
        reply = complete(self.received)
        if reply and b"connection: close" in reply.head.lower():
            self.close(waiting)
        return reply

    def close(self, waiting: selectors.BaseSelector) -> None:
        """Close the connection."""
        if self.sock:
            waiting.unregister(self.sock)
            self.sock.close()
        self.sock = None


def request(method: str, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    """The bytes of a request on a connection that stays open."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {value}" for name, value in headers.items())]
    if method != "GET":
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body


def ask(port: int, sent: bytes) -> Reply:
    """The answer to one request on a new connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as sock:
        sock.sendall(sent)
        received = bytearray()
        while (reply := complete(received)) is None:
            chunk = sock.recv(65536)
            if not chunk:
                raise ConnectionError(bytes(received[:200]))
            received += chunk
    return reply


def hammer(port: int, lines: list[Requests], *, expect: int, check: Callable[[Reply], None] | None = None) -> Times:
    """Let every connection send its next request as soon as it has an answer. Returns the times of all answers. Raises
    AssertionError for a status other than `expect`. Also passes each answer to `check`."""
    took: list[float] = []
    began = time.perf_counter()
    with selectors.DefaultSelector() as waiting:
        for requests in lines:
            _next(waiting, Line(port, requests))
        while waiting.get_map():
            for key, _ in waiting.select():
                line: Line = key.data
                reply = line.receive(waiting)
                if reply is None:
                    continue
                took.append(time.perf_counter() - line.sent)
                assert reply.status == expect, (reply.status, reply.head, reply.body[:1500])
                if check:
                    check(reply)
                _next(waiting, line)
    return Times.of(took, time.perf_counter() - began)


def _next(waiting: selectors.BaseSelector, line: Line) -> None:
    sent = next(line.requests, None)
    if sent is None:
        line.close(waiting)
    else:
        line.send(waiting, sent)


def complete(received: bytearray) -> Reply | None:
    """The answer once all of it has arrived, else None."""
    end = received.find(b"\r\n\r\n")
    if end < 0:
        return None
    head = bytes(received[:end])
    status = int(head[9:12])
    at = head.lower().find(b"content-length:")
    length = 0 if status in (204, 304) or at < 0 else int(head[at + 15 :].split(b"\r\n", 1)[0])
    if len(received) < end + 4 + length:
        return None
    return Reply(status, head, bytes(received[end + 4 : end + 4 + length]))
