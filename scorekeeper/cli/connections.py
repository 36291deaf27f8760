"""Connections of other devices: none holds a thread before its request is whole, and none keeps others out."""

import contextlib
import ssl
import time
from collections import Counter, OrderedDict, deque
from pathlib import Path
from threading import Lock, local
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

#: TLS 1.3 has no others; of TLS 1.2 those that tablets since 2013 know and that keep the past secret.
CIPHERS = "ECDHE+AESGCM:ECDHE+CHACHA20"
#: Bytes handed to TLS at once: four of its records.
AT_ONCE = 1 << 16
#: Answers without a body after which a connection stays; then it is made anew, by whichever of several processes has
#: least to do.
STAYS = 8
#: Connections taken at once.
ACCEPTED = 64
#: What a socket says that has nothing to give or to take just now.
WAITS = (ssl.SSLWantReadError, ssl.SSLWantWriteError, BlockingIOError)
#: Seconds without a byte taken after which an answer is held to be read by nobody, where its place is wanted.
STALLED = 2.0
#: The connection that each thread answers.
_ANSWERS = local()


class Answer(WSGITask):  # type: ignore[misc]  # waitress ships no types
    """An answer. One that has no body, as a board's that did not change, ends with its head: the connection stays."""

    def set_close_on_finish(self) -> None:
        """Close after it, where its end would not be known, where its asker wishes so, and now and then."""
        asked = str(self.request.headers.get("CONNECTION", "")).lower()
        if self.has_body or self.version != "1.1" or asked == "close" or self.channel.stays >= STAYS:
            super().set_close_on_finish()
        else:
            self.channel.stays += 1


class Request(HTTPRequestParser):  # type: ignore[misc]
    """A request that is answered 400 where its address is none; waitress answers so where its header is none."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header. Raises `ParsingError`."""
        try:
            super().parse_header(header_plus)
        except ValueError as failure:
            raise ParsingError(str(failure)) from failure


class Connection(HTTPChannel):  # type: ignore[misc]
    """A connection that shows life by whole requests, not by pieces of one: a form sent byte by byte ends in time."""

    task_class, parser_class = Answer, Request
    #: After how many answers without a body it stayed.
    stays = 0
    #: Does its request wait for a thread? Until then nothing changes of itself.
    in_line = False

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.server.guests.add(self)

    @property
    def device(self) -> str:
        """Whose request is in hand: the address that it came from, or the one that the trusted proxy tells of."""
        address = str(self.addr[0])
        if address != self.adj.trusted_proxy:
            return address
        return str(self.requests[0].headers.get("X_FORWARDED_FOR", "")).rpartition(",")[2].strip() or address

    @property
    def takes_long(self) -> bool:
        """Does what it asks for keep a thread waiting for another program, the one that prints, or for the disk?"""
        path = str(getattr(self.requests[0], "path", ""))  # a request that cannot be read has none
        return path.endswith(".pdf") or path == "/club/copy"

    @property
    def unread(self) -> bool:
        """Is an answer left that nobody takes, so that its place may go to somebody else?"""
        return not self.requests and time.time() - self.last_activity > STALLED

    def writable(self) -> bool:
        """Is there something that the server's own thread is to send or to close?

        While a request is being answered its own thread sends, unless it waits for room: to look whether the network
        takes more would be told yes at once, over and over, and take the interpreter from that thread each time.
        """
        sends = not self.requests or self.total_outbufs_len > self.adj.outbuf_high_watermark
        return bool((self.total_outbufs_len and sends) or self.will_close or self.close_when_flushed)

    @property
    def at_rest(self) -> bool:
        """Is its answer sent, so that the server's own thread has nothing to do until the next request comes?"""
        return not self.requests and not self.writable() and self._map.listens(self._fileno)

    def begins(self) -> None:
        """A thread has its request: the server's own looks at it again from now on."""
        self.in_line = False
        self._map.stirs(self._fileno)

    def del_channel(self, *given: Any) -> None:
        """Forget the connection; it is closed."""
        super().del_channel(*given)
        self.server.guests.remove(self)

    def handle_read(self) -> None:
        """Take what came. The first piece of a request starts its time, and no later one lengthens it."""
        try:
            data = self.recv(self.adj.recv_bytes)
        except WAITS:
            return
        except OSError:
            self.handle_close()
            return
        if not data:
            self.connected = False
            return
        if self.request is None:
            self.last_activity = time.time()
            self.server.guests.shows_life(self)
        self.received(data)
        if len(self.requests) > 1:  # no browser sends on before its answer; answers in store would hold a thread
            self.will_close = True


class SecureConnection(Connection):
    """The same over TLS. The handshake is part of the first reading; it takes no thread either."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.sendbuf_len = AT_ONCE

    def recv(self, size: int) -> bytes:
        """Read all that is deciphered, for nobody tells that more of it lies ready. Raises `WAITS`."""
        with self.outbuf_lock:  # a thread may be sending, and TLS does one thing at a time
            data = bytes(super().recv(size))
            while self.connected and (ready := self.socket.pending()):
                data += self.socket.recv(ready)
        return data

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send what the network takes now."""
        try:
            return int(super().send(data, do_close))
        except WAITS:
            return 0

    def handle_close(self) -> None:
        """Close in the way of TLS, so that the other side knows it for the end."""
        if self.socket is not None:  # else it is closed by now
            with contextlib.suppress(OSError, ValueError):
                self.socket.unwrap()
        super().handle_close()


class Guests:
    """Who is connected: so many together, so many of one device. Whoever comes then takes the place of another one."""

    def __init__(self, most: int, of_one: int) -> None:
        self._most, self._of_one = most, of_one
        self._of: dict[str, OrderedDict[Connection, None]] = {}
        self._count = 0

    def add(self, connection: "Connection") -> None:
        """A device has connected. Called from the server's own thread alone, as all of these are."""
        self._of.setdefault(connection.addr[0], OrderedDict())[connection] = None
        self._count += 1

    def remove(self, connection: "Connection") -> None:
        """A connection is closed."""
        own = self._of.get(connection.addr[0])
        if own is None or connection not in own:
            return  # it is closed once more
        del own[connection]
        self._count -= 1
        if not own:
            del self._of[connection.addr[0]]

    def shows_life(self, connection: "Connection") -> None:
        """A connection has begun a request: of its device's it is the one that lies idle shortest."""
        self._of[connection.addr[0]].move_to_end(connection)

    def make_room(self, address: str, *, of_many: bool = False) -> bool:
        """Is there room for one more of this address? If need be, what lies idle longest makes it.

        It is a connection of this address where that has so many (a proxy's `of_many` devices may have all there are),
        else one of the address that has most. None is taken for which something is being worked out or sent: first
        those that ask for nothing, then those whose request is not whole, then those whose answer nobody reads.
        """
        if of_many or len(self._of.get(address, ())) < self._of_one:
            if self._count < self._most:
                return True
            address = max(self._of, key=lambda each: len(self._of[each]))
        idle = [each for each in self._of[address] if not each.requests and not each.total_outbufs_len]
        spare = next((each for each in idle if each.request is None), None) or next(iter(idle), None)
        spare = spare or next((each for each in self._of[address] if each.unread), None)
        if spare is not None:
            spare.handle_close()
        return spare is not None


class Listener(TcpWSGIServer):  # type: ignore[misc]
    """Listens on one address, over TLS where it is given how."""

    def __init__(self, *given: Any, tls: ssl.SSLContext | None, guests: Guests, **options: Any) -> None:
        self._tls, self.guests = tls, guests
        self.channel_class = SecureConnection if tls else Connection
        super().__init__(*given, **options)

    def pull_trigger(self) -> None:
        """Wake the server's own thread; not by an answer after which it has nothing to do, as after nearly all."""
        answered = getattr(_ANSWERS, "connection", None)
        if answered is None or not answered.at_rest:
            super().pull_trigger()

    def handle_accept(self) -> None:
        """Take whoever waits to be connected, many at a time: between two times the server looks at all that are."""
        for _ in range(ACCEPTED):
            try:
                accepted = self.accept()
                if accepted is None:
                    return
                connected, address = accepted
                if not self.guests.make_room(address[0], of_many=address[0] == self.adj.trusted_proxy):
                    connected.close()
                    continue
                self.set_socket_options(connected)
                if self._tls is not None:
                    connected.setblocking(False)
                    connected = self._tls.wrap_socket(connected, server_side=True, do_handshake_on_connect=False)
            except OSError:  # it is gone again, or the system has no room
                return
            self.channel_class(self, connected, address, self.adj, map=self._map)


class FairLine:
    """Requests in line for a thread. Devices take turns, and none has all threads: who asks for much waits alone."""

    def __init__(self, most: int) -> None:
        self._most = most
        #: The lines of devices that have a thread to spare, and of those that have all theirs.
        self._lines: dict[str, deque[Connection]] = {}
        self._full: dict[str, deque[Connection]] = {}
        self._served: Counter[str] = Counter()
        self._ready = 0
        #: How many are in line, those as well whose device has all its threads.
        self.waiting = 0
        self._guard = Lock()

    def __len__(self) -> int:
        """How many may be served now; asked at every request, so it is counted and not added up."""
        return self._ready

    def append(self, connection: Connection) -> None:
        """Put a request in the line of its device."""
        device, connection.in_line = connection.device, True
        with self._guard:
            lines = self._full if self._served[device] >= self._most else self._lines
            lines.setdefault(device, deque()).append(connection)
            self.waiting += 1
            self._ready += lines is self._lines

    def popleft(self) -> "Turn":
        """The next one: of the device that waits longest for its turn, and has a thread to spare."""
        with self._guard:
            device = next(iter(self._lines))
            line = self._lines.pop(device)
            connection = line.popleft()
            self._ready -= 1
            self.waiting -= 1
            self._served[device] += 1
            if line and self._served[device] < self._most:
                self._lines[device] = line  # behind the others
            elif line:
                self._full[device] = line
                self._ready -= len(line)
        return Turn(self, device, connection)

    def served(self, device: str) -> None:
        """A request of this device is answered."""
        with self._guard:
            self._served[device] -= 1
            if line := self._full.pop(device, None):
                self._lines[device] = line
                self._ready += len(line)
            if not self._served[device]:
                del self._served[device]


class LastFirst:
    """A condition on which whoever began to wait last goes on first.

    Of threads that wait for work it is the one whose memory the processor still has at hand: where one is enough, one
    does everything, and the others sleep.
    """

    def __init__(self, lock: Lock) -> None:
        self._lock = lock
        self._waiting: list[Lock] = []

    def wait(self) -> None:
        """Let go of the lock, which the caller holds, until notified."""
        mine = Lock()
        mine.acquire()
        self._waiting.append(mine)
        self._lock.release()
        mine.acquire()
        self._lock.acquire()

    def notify(self) -> None:
        """Wake one who waits, if anybody does. The caller holds the lock."""
        if self._waiting:
            self._waiting.pop().release()

    def notify_all(self) -> None:
        """Wake everybody who waits. The caller holds the lock."""
        while self._waiting:
            self.notify()


class Crew(ThreadedTaskDispatcher):  # type: ignore[misc]
    """So many threads with one line before them, of which no device has all."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.queue, self.queue_cv = FairLine(count - 1), LastFirst(self.lock)
        self.set_thread_count(count)

    def add_task(self, connection: Connection) -> None:
        """Put a request in line, and wake a thread if it may be served now; a thread that is done looks by itself."""
        with self.lock:
            self.queue.append(connection)
            if self.queue:
                self.queue_cv.notify()

    @property
    def behind(self) -> bool:
        """Do more wait in line than there are threads, so that some wait for longer than an answer takes?"""
        return self.queue.waiting > len(self.threads)


class Threads:
    """Threads for pages, and others for what takes long. Python runs one of them at a time: few are quickest."""

    def __init__(self, pages: int, long: int) -> None:
        self._pages, self._long = Crew(pages), Crew(long)

    def add_task(self, connection: Connection) -> None:
        """Put a request in line; called by the server for each that is whole."""
        (self._long if connection.takes_long else self._pages).add_task(connection)

    @property
    def behind(self) -> bool:
        """Do more pages wait in line than are answered at once?"""
        return self._pages.behind

    def shutdown(self) -> None:
        """Wait for those in hand, and hang up on those in line."""
        for each in (self._pages, self._long):
            each.shutdown()


class Turn:
    """A request that has its thread."""

    def __init__(self, line: FairLine, device: str, connection: Connection) -> None:
        self._line, self._device, self._connection = line, device, connection

    def service(self) -> None:
        """Answer it."""
        _ANSWERS.connection = self._connection
        self._connection.begins()
        try:
            self._connection.service()
        finally:
            del _ANSWERS.connection
            self._line.served(self._device)

    def cancel(self) -> None:
        """Hang up: the program ends."""
        self._connection.cancel()


def tls_context(cert: Path, key: Path) -> ssl.SSLContext:
    """How to speak TLS. Raises `ssl.SSLError` where these are no certificate and its key."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(CIPHERS)
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.load_cert_chain(cert, key)
    return context
