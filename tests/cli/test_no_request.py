"""Data that is not an HTTP request is answered with 400, and does not fill the log."""

import pytest

from tests.cli.bare import served


@pytest.mark.parametrize("sent", [
    b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", b"GET / HTTP/1.1\r\n folded: x\r\n\r\n", b"\x16\x03\x01\x02\r\n\r\n",
    b"GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n",
])  # fmt: skip
def test_what_is_no_request_is_answered_400_without_a_word_in_the_log(
    sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with served() as now:
        sender = now.connect()
        sender.sendall(sent)
        assert sender.recv(100)[9:12] == b"400"
    assert len(caplog.records) <= 1
