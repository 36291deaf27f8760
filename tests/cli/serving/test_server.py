"""The server in front of a minimal application: no client can keep others waiting, whatever it asks for."""

import socket
import ssl
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from scorekeeper.cli.certificates import FILES, make
from scorekeeper.cli.serving import connections
from scorekeeper.cli.serving.connections import HEAD
from scorekeeper.cli.serving.threads import LONG, PAGES
from tests.cli.bare import FORM, GET, HERE, HUGE, LARGE, THERE, answer, body_of, ends, served


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate and its key."""
    folder = tmp_path_factory.mktemp("certificates")
    make(folder, [HERE])
    return folder / FILES["cert"], folder / FILES["key"]


@pytest.fixture(params=["http", "https"])
def tls(request: pytest.FixtureRequest, pair: tuple[Path, Path]) -> tuple[Path, Path] | None:
    """The certificate and its key for serving with TLS; None for serving without. A test runs once with each."""
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


def test_an_answer_does_not_wait_for_the_device_to_acknowledge_its_head(tls: tuple[Path, Path] | None) -> None:
    with served(tls) as now:
        device, times = now.connect(HERE), []
        for _ in range(40):  # at first, the system acknowledges at once; only later does it wait
            begun = time.perf_counter()
            answer(device)
            times.append(time.perf_counter() - begun)
        assert min(times[20:]) < 0.03


def test_half_sent_forms_hold_no_thread(tls: tuple[Path, Path] | None) -> None:
    with served(tls) as now:
        for address in (HERE, THERE):
            for _ in range(2 * PAGES):
                now.connect(address).sendall(FORM)
        assert now.ask() == (b"https" if tls else b"http")


@pytest.mark.parametrize("begins", [FORM, FORM[:9]])
def test_a_request_that_does_not_end_is_hung_up_on_also_where_it_comes_in_drops(
    tls: tuple[Path, Path] | None, begins: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "TIMEOUT", 1.0)
    with served(tls) as now:
        slow, began = now.connect(), time.monotonic()
        slow.sendall(begins)
        with suppress(ConnectionError, ssl.SSLError):
            while time.monotonic() - began < 30:
                time.sleep(0.2)
                slow.sendall(b"x")
        assert ends(slow)
        assert 0.9 < time.monotonic() - began < 20
        assert now.ask()


def test_a_head_without_an_end_is_hung_up_on() -> None:
    with served() as now:
        endless = now.connect()
        with suppress(ConnectionError):
            endless.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 10 * HEAD)
        assert ends(endless)


def test_idle_connections_make_room(tls: tuple[Path, Path] | None) -> None:
    with served(tls, connections=20) as now:
        mine = now.connect()
        answer(mine)
        idle = [now.connect(THERE) for _ in range(40)]
        assert now.ask()
        assert now.ask(address=THERE)
        assert ends(idle[0])
        assert answer(mine)  # a client with few connections keeps them


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
        others = [now.connect(THERE) for _ in range(19)]
        others[0].sendall(FORM)
        for each in others[1:]:
            assert answer(each)
        newcomers = [now.connect(THERE) for _ in range(18)]  # each replaces an idle connection
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


def test_answers_that_nobody_reads_hold_no_thread() -> None:
    with served() as now:
        for _ in range(100):
            unread = now.connect(THERE)
            unread.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            unread.sendall(GET % b"/large")
        assert now.ask(address=THERE)
        assert now.ask()


@pytest.mark.parametrize("path", [b"/copy", b"/slow"])
def test_at_the_end_of_the_grace_nothing_is_left_open_and_nothing_is_said(
    path: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("scorekeeper.cli.serving.server.GRACE", 0.2)
    with served() as now:
        half, unread = now.connect(), now.connect(THERE)
        half.sendall(FORM)
        unread.sendall(GET % path)
        if path == b"/slow":  # its thread goes on to the end
            assert now.site.begun.acquire(timeout=60)
            threading.Timer(0.8, now.site.let_go.set).start()
        else:
            assert unread.recv(1) == b"H"
        now.server.stop()
        assert now.site.closed.is_set() or path == b"/slow"
        assert ends(half)
    assert "Traceback" not in caplog.text


def test_answers_that_nobody_reads_make_room(tls: tuple[Path, Path] | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALLED", 0.1)
    with served(tls, connections=20) as now:
        unread = [now.connect(THERE) for _ in range(40)]
        for connection in unread:
            with suppress(ConnectionError, ssl.SSLError):  # some are closed by now
                connection.sendall(GET % b"/large")
        until = time.monotonic() + 60
        answered = False
        while not answered and time.monotonic() < until:  # none is closed while its answer is computed
            with suppress(ConnectionError, ssl.SSLError):
                answered = bool(now.ask())
        assert answered
        for connection in unread:
            connection.close()


def test_who_hangs_up_before_the_answer_is_forgotten_with_it() -> None:
    with served() as now:
        gone = now.connect()
        gone.sendall(GET % b"/slow")
        assert now.site.begun.acquire(timeout=60)
        gone.close()
        assert now.ask(b"/who", THERE) == THERE.encode()
        now.site.let_go.set()
        assert now.ask(b"/who") == HERE.encode()


def test_of_devices_that_hang_up_nothing_is_said(
    tls: tuple[Path, Path] | None, caplog: pytest.LogCaptureFixture
) -> None:
    with served(tls) as now:
        for _ in range(5):
            gone = now.connect()
            gone.sendall(GET % b"/huge")
            gone.recv(100_000)
            gone.close()
            assert now.ask(address=THERE)
    assert caplog.text == ""


def test_who_sends_on_before_the_answer_is_hung_up_on() -> None:
    with served() as now:
        hasty = now.connect()
        hasty.sendall(GET % b"/slow")
        assert now.site.begun.acquire(timeout=60)
        hasty.sendall(GET % b"/large" * 50)
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


@pytest.mark.parametrize(("limit", "size"), [(HEAD, 250_000), (1000, 15_000)])
def test_a_large_form_that_comes_with_its_head_is_taken_whole(
    tls: tuple[Path, Path] | None, limit: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD", limit)  # a small form arrives in one piece, a large one only by chance
    with served(tls) as now:
        tablet = now.connect()
        tablet.sendall(b"POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % size + b"x" * size)
        assert body_of(tablet) == (b"https" if tls else b"http")


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
        for _ in range(30):  # one device may have only 20 connections
            told(now.connect(THERE), b"/slow")
        for _ in range(PAGES - 1):
            assert now.site.begun.acquire(timeout=60)
        assert body_of(told(now.connect(THERE), b"/who", b"192.0.2.8")) == b"192.0.2.8"
        assert not now.site.begun.acquire(blocking=False)  # the other device has no thread of its own
