"""The server itself, before a bare application: nobody who asks for much, or for nothing, keeps others waiting."""

import socket
import ssl
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel

from scorekeeper.cli import connections, server, watching
from scorekeeper.cli.certificates import FILES, make
from scorekeeper.cli.connections import Connection, Guests
from scorekeeper.cli.server import LONG, PAGES, TIMEOUT
from scorekeeper.cli.watching import LOOK, Watched
from tests.cli.bare import FORM, GET, HERE, HUGE, LARGE, THERE, answer, body_of, ends, served


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate and its key."""
    folder = tmp_path_factory.mktemp("certificates")
    make(folder, [HERE])
    return folder / FILES["cert"], folder / FILES["key"]


@pytest.fixture(params=["http", "https"])
def tls(request: pytest.FixtureRequest, pair: tuple[Path, Path]) -> tuple[Path, Path] | None:
    """Both ways to serve."""
    return pair if request.param == "https" else None


def test_a_device_that_asks_for_much_leaves_a_thread_to_others(tls: tuple[Path, Path] | None) -> None:
    with served(tls) as now:
        for _ in range(3 * PAGES):
            now.connect(THERE).sendall(GET % b"/slow")
        for _ in range(PAGES - 1):
            assert now.site.begun.acquire(timeout=60)
        assert now.ask() == (b"https" if tls else b"http")
        assert not now.site.begun.acquire(blocking=False)


def test_sheets_that_are_printed_leave_every_thread_of_pages_to_others() -> None:
    with served() as now:
        for number in range(2 * LONG):
            now.connect(f"127.0.0.{number + 3}").sendall(GET % b"/slow.pdf")
        for _ in range(LONG):
            assert now.site.begun.acquire(timeout=60)
        now.connect(THERE).sendall(GET % b"/slow")
        assert now.site.begun.acquire(timeout=60)
        assert now.ask() == b"http"
        assert not now.site.begun.acquire(blocking=False)


def test_half_sent_forms_hold_no_thread(tls: tuple[Path, Path] | None) -> None:
    with served(tls) as now:
        for address in (HERE, THERE):
            for _ in range(2 * PAGES):
                now.connect(address).sendall(FORM)
        assert now.ask() == (b"https" if tls else b"http")


def test_a_form_that_does_not_end_is_hung_up_on(tls: tuple[Path, Path] | None) -> None:
    with served(tls) as now:
        slow = now.connect()
        slow.sendall(FORM)
        assert now.ask()  # by now the form has begun
        now.server._listeners[0].maintenance(time.time() + TIMEOUT + 1)
        assert now.ask()  # which wakes the server
        assert ends(slow)


def test_the_pieces_of_a_form_are_no_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(connections, "time", SimpleNamespace(time=lambda: clock[0]))
    ours, theirs = socket.socketpair()
    server = SimpleNamespace(active_channels={}, add_task=lambda channel: None, guests=Guests(9, 9))
    with theirs:
        connection = Connection(server, ours, (HERE, 1), Adjustments(), map={})
        for at, piece in ((1001.0, FORM[:9]), (1002.0, FORM[9:]), (1003.0, b"x" * 494)):
            clock[0] = at
            theirs.sendall(piece)
            connection.handle_read()
            assert connection.last_activity == 1001.0
        assert not connection.requests
        theirs.sendall(b"x")
        connection.handle_read()
        assert len(connection.requests) == 1
        connection.handle_close()


def test_idle_connections_make_room(tls: tuple[Path, Path] | None) -> None:
    with served(tls, connections=20) as now:
        mine = now.connect()
        answer(mine)
        idle = [now.connect(THERE) for _ in range(40)]
        assert now.ask()
        assert now.ask(address=THERE)
        assert ends(idle[0])
        assert answer(mine)  # whoever holds few keeps them


def test_a_device_with_too_many_connections_gives_up_its_own() -> None:
    with served(of_one=20) as now:
        mine, theirs = now.connect(), [now.connect(THERE) for _ in range(30)]
        assert answer(mine)
        assert answer(theirs[-1])
        assert [ends(each) for each in theirs[:10]] == [True] * 10
        assert answer(theirs[10])


def test_an_answer_that_is_being_read_keeps_its_connection() -> None:
    with served(of_one=20) as now:
        reader = now.connect(THERE)
        reader.sendall(GET % b"/huge")
        assert reader.recv(1) == b"H"
        while any(each.requests for each in now.server._connections()):  # until it is worked out, and being sent
            time.sleep(0.01)
        others = [now.connect(THERE) for _ in range(19)]
        others[0].sendall(FORM)
        for each in others[1:]:
            assert answer(each)
        while any(each.requests for each in now.server._connections()):  # the last is answered, and not yet done
            time.sleep(0.01)
        newcomers = [now.connect(THERE) for _ in range(18)]  # each takes the place of one that asks for nothing
        assert all(map(answer, newcomers))
        assert all(map(ends, others[1:]))
        others[0].sendall(b"x" * 495)
        assert body_of(others[0]) == b"http"
        assert body_of(reader, b"H") == HUGE


def test_a_device_with_too_many_requests_gets_no_more_connections() -> None:
    with served(of_one=20) as now:
        asking = [now.connect(THERE) for _ in range(20)]
        for each in asking:
            each.sendall(GET % b"/slow")
        for _ in range(PAGES - 1):
            assert now.site.begun.acquire(timeout=60)
        assert answer(mine := now.connect())
        assert ends(now.connect(THERE))
        assert answer(mine)


def test_what_is_larger_than_any_form_is_refused_before_it_is_read() -> None:
    with served() as now:
        sender = now.connect()
        sender.sendall(b"POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400000\r\n\r\n")
        assert sender.recv(100).startswith(b"HTTP/1.1 413")


def test_answers_that_nobody_reads_make_room(tls: tuple[Path, Path] | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALLED", 0.1)
    with served(tls, connections=20) as now:
        unread = [now.connect(THERE) for _ in range(40)]
        for connection in unread:
            with suppress(ConnectionError, ssl.SSLError):  # some are given up by now
                connection.sendall(GET % b"/large")
        until = time.monotonic() + 60
        answered = False
        while not answered and time.monotonic() < until:  # as long as all of them are being worked out, none makes room
            with suppress(ConnectionError, ssl.SSLError):
                answered = bool(now.ask())
        assert answered
        for connection in unread:
            connection.close()


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The turns of the server's own thread, which takes none by itself meanwhile."""
    turns: list[float] = []
    look = Watched.turn

    def counted(watched: Watched, timeout: float) -> None:
        turns.append(time.monotonic())
        look(watched, timeout)

    monkeypatch.setattr(Watched, "turn", counted)
    for module in (watching, server):
        monkeypatch.setattr(module, "LOOK", 60.0)
    return turns


def test_an_answer_on_its_way_does_not_keep_the_server_looking(
    looks: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(connection: Connection, data: bytes, do_close: bool = True) -> int:
        time.sleep(0.2)
        return int(HTTPChannel.send(connection, data, do_close))

    monkeypatch.setattr(Connection, "send", slowly)
    with served() as now:
        asks = now.connect()
        asks.sendall(GET % b"/")
        for _ in range(4):  # whoever comes wakes the server's own thread, which sees that there is something to send
            time.sleep(0.05)
            now.connect()
        assert body_of(asks) == b"http"
    assert len(looks) < 30, "the server's own thread asked over and over whether the network takes more"


def test_an_answer_that_is_sent_does_not_wake_the_servers_own_thread(looks: list[float]) -> None:
    with served() as now:
        mine = now.connect()
        assert answer(mine) == b"http"
        before, (there,) = len(looks), now.server._connections()
        for _ in range(30):
            assert answer(mine) == b"http"
            while there.requests:  # its thread has still to put it away
                time.sleep(0.001)
        assert len(looks) - before < 40, "once for the request, and no more"


def test_what_comes_before_its_time_is_dealt_with_when_it_is_due(looks: list[float]) -> None:
    with served() as now:
        hasty = now.connect()
        for _ in range(3):
            hasty.sendall(GET % b"/slow")
            assert now.site.begun.acquire(timeout=60)
            before = len(looks)
            hasty.sendall(GET % b"/who")
            time.sleep(0.2)
            assert len(looks) - before < 5, "the server's own thread is told over and over that something came"
            now.site.let_go.set()
            said = b""
            while HERE.encode() not in said:
                said += hasty.recv(1000)
            now.site.let_go.clear()


def test_who_hangs_up_before_the_answer_is_forgotten_with_it(looks: list[float]) -> None:
    with served() as now:
        gone = now.connect()
        gone.sendall(GET % b"/slow")
        assert now.site.begun.acquire(timeout=60)
        gone.close()
        assert now.ask(b"/who", THERE) == THERE.encode()
        now.site.let_go.set()
        until = time.monotonic() + 30
        while len(now.server._connections()) > 1 and time.monotonic() < until:
            time.sleep(0.01)
        assert len(now.server._connections()) == 1, "the one who still listens"
    assert looks


def test_what_comes_while_others_wait_in_line_is_taken_together(
    looks: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "GATHERED", 0.5)
    with served() as now:
        asks = [now.connect() for _ in range(24)]
        for each in asks[:4]:  # one is being answered, three are in line
            each.sendall(GET % b"/slow")
        now.site.begun.acquire()
        before, began = len(looks), time.monotonic()
        for each in asks[4:]:
            each.sendall(GET % b"/")
            time.sleep(0.02)
        assert len(looks) - before <= 3 + (time.monotonic() - began) / 0.5
        now.site.let_go.set()
        assert {body_of(each) for each in asks} == {b"http"}


def test_few_in_line_are_answered_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "GATHERED", 60.0)
    with served() as now:
        slow = [now.connect() for _ in range(2)]
        for each in slow:
            each.sendall(GET % b"/slow")
        now.site.begun.acquire()
        mine = now.connect(THERE)
        assert {answer(mine) for _ in range(30)} == {b"http"}
        now.site.let_go.set()
        assert {body_of(each) for each in slow} == {b"http"}


def test_requests_in_line_are_not_looked_at_at_every_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the server's own thread would have the more to do the longer the line is."""
    asked: list[Connection] = []
    readable = HTTPChannel.readable
    monkeypatch.setattr(Connection, "readable", lambda each: asked.append(each) or readable(each))
    with served() as now:
        for _ in range(40):
            now.connect().sendall(GET % b"/slow")
        while sum(each.in_line for each in now.server._connections()) < 40 - (PAGES - 1):
            time.sleep(0.01)
        for _ in range(PAGES - 1):
            assert now.site.begun.acquire(timeout=60)
        asked.clear()
        began = time.monotonic()
        for _ in range(50):
            now.server._listeners[0].pull_trigger()
            time.sleep(0.005)
        looks = 2 + (time.monotonic() - began) / LOOK  # at each of these everybody is looked at
        assert len(asked) < 50 * PAGES + 40 * looks


@pytest.mark.parametrize("asks", [b"", b"Connection: close\r\n"])
def test_a_board_that_did_not_change_leaves_the_connection_for_some_more(
    tls: tuple[Path, Path] | None, asks: bytes
) -> None:
    with served(tls) as now:
        mine = now.connect()
        for _ in range(1 if asks else connections.STAYS + 1):
            mine.sendall(b"GET /same HTTP/1.1\r\nHost: localhost\r\n" + asks + b"\r\n")
            said = b""
            while not said.endswith(b"\r\n\r\n"):
                said += mine.recv(1000)
            assert said.startswith(b"HTTP/1.1 304")
        assert ends(mine)


def test_who_lies_idle_costs_the_others_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Connection] = []
    readable = Connection.readable

    def counted(connection: Connection) -> bool:
        asked.append(connection)
        return bool(readable(connection))

    monkeypatch.setattr(watching, "LOOK", 60.0)  # for as long as it takes, so that nothing is seen by chance
    with served() as now:
        idle = [now.connect() for _ in range(60)]
        assert [answer(each) for each in idle] == [b"http"] * len(idle)
        monkeypatch.setattr(Connection, "readable", counted)
        mine = now.connect()
        assert [answer(mine) for _ in range(30)] == [b"http"] * 30
        assert 30 <= len(asked) < 300, "the others are asked at every turn whether they want anything"
        assert [answer(each) for each in idle] == [b"http"] * len(idle)


def test_who_sends_on_before_the_answer_is_hung_up_on() -> None:
    with served() as now:
        hasty = now.connect()
        hasty.sendall(GET % b"/slow" + GET % b"/large" * 50)
        assert ends(hasty)
        now.site.let_go.set()
        assert now.ask()


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_old_tablets_and_new_ones_are_answered_over_tls(pair: tuple[Path, Path], version: ssl.TLSVersion) -> None:
    with served(pair) as now:
        trust = ssl.create_default_context(cafile=pair[0].parent / FILES["authority"])
        trust.minimum_version = trust.maximum_version = version
        tablet = now.connect(trust=trust)
        assert isinstance(tablet, ssl.SSLSocket)
        assert "ECDHE" in tablet.cipher()[0] or version == ssl.TLSVersion.TLSv1_3  # type: ignore[index]
        assert answer(tablet, b"/large") == LARGE
        assert answer(tablet) == b"https"  # on the same connection


@pytest.mark.parametrize("cipher", ["AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-SHA"])
def test_what_does_not_keep_the_past_secret_is_refused(pair: tuple[Path, Path], cipher: str) -> None:
    with served(pair) as now:
        trust = ssl.create_default_context(cafile=pair[0].parent / FILES["authority"])
        trust.maximum_version = ssl.TLSVersion.TLSv1_2
        trust.set_ciphers(cipher)
        with pytest.raises(ssl.SSLError):
            now.connect(trust=trust)
        assert now.ask() == b"https"


def test_a_large_form_comes_whole_over_tls(pair: tuple[Path, Path]) -> None:
    with served(pair) as now:
        tablet = now.connect()
        tablet.sendall(b"POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 250000\r\n\r\n" + b"x" * 250_000)
        assert body_of(tablet) == b"https"


def test_what_a_trusted_proxy_says_of_a_device_is_believed_and_nobody_else() -> None:
    def told(connection: socket.socket, path: bytes, device: bytes = b"192.0.2.7") -> socket.socket:
        head = b"GET %s HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 1.2.3.4, %s\r\nX-Forwarded-Proto: https\r\n\r\n"
        connection.sendall(head % (path, device))
        return connection

    with served(proxy=THERE, of_one=20) as now:
        assert body_of(told(now.connect(THERE), b"/who")) == b"192.0.2.7"
        assert body_of(told(now.connect(THERE), b"/")) == b"https"
        assert body_of(told(now.connect(HERE), b"/who")) == HERE.encode()
        assert body_of(told(now.connect(HERE), b"/")) == b"http"
        for _ in range(30):  # more than one device may have
            told(now.connect(THERE), b"/slow")
        for _ in range(PAGES - 1):
            assert now.site.begun.acquire(timeout=60)
        assert body_of(told(now.connect(THERE), b"/who", b"192.0.2.8")) == b"192.0.2.8"
        assert not now.site.begun.acquire(blocking=False)  # the other device has no thread to itself
