"""A real server under all that could keep a save waiting: printing, half-sent forms, idle connections, floods."""

import re
import socket
import ssl
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import pytest

from scorekeeper.cli.certificates import FILES, make
from tests.served import Visitor, deal_fields, new_match
from tests.serving import free_port, serving, serving_tls

#: Seconds that a save may take meanwhile, far less than what it would wait behind; or so many times what it takes with
#: nobody else there, on a machine at work.
LONGEST, SLOWER = 3.0, 20


#: Over https stands all that stands over http, and more.
@pytest.mark.parametrize("scheme", ["https", pytest.param("http", marks=pytest.mark.soak)])
def test_nobody_keeps_a_save_waiting(tmp_path: Path, scheme: str) -> None:
    with ExitStack() as stack:
        trust = None
        if scheme == "https":
            make(tmp_path, ["127.0.0.1"])
            trust = ssl.create_default_context(cafile=tmp_path / FILES["authority"])
            files = FILES["cert"], FILES["key"]
            server = stack.enter_context(serving_tls(tmp_path, *files, trust=trust, port=free_port()))
        else:
            server = stack.enter_context(serving("--database", "club.db", folder=tmp_path))
        port = int(server.url.rpartition(":")[2])
        visitor = Visitor(server.url, trust=trust)
        match_id = new_match(visitor)

        def busy(said: bytes) -> socket.socket:
            """A connection of another device that says this and waits."""
            raw = socket.create_connection(("127.0.0.1", port), timeout=60, source_address=("127.0.0.2", 0))
            stack.callback(raw.close)
            connection = trust.wrap_socket(raw, server_hostname="127.0.0.1") if trust else raw
            stack.callback(connection.close)
            connection.sendall(said)
            return connection

        def save(version: int) -> float:
            """The seconds that saving a deal takes."""
            form = deal_fields(version, f"save-number-{version}")
            began = time.monotonic()
            assert visitor.post(f"/matches/{match_id}/deals/{version}", form).status == 303
            return time.monotonic() - began

        quiet = median(save(version) for version in range(1, 4))
        host = b"HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        for _ in range(8):
            busy(b"POST /matches " + host + b"Content-Length: 500\r\n\r\nhalf=")
            busy(b"GET / " + host)
            busy(b"")
        printing = [busy(b"GET /sheets/rules/classic.pdf " + host + b"\r\n") for _ in range(20)]
        for _ in range(20):
            busy(b"GET /rules/compare " + host + b"\r\n")
        took = max(save(version) for version in range(4, 9))
        assert took < max(LONGEST, SLOWER * quiet), (took, quiet)
        statuses = [int(re.match(rb"HTTP/1.1 (\d+)", connection.recv(100))[1]) for connection in printing]  # type: ignore[index]
        assert set(statuses) == {200, 503}
        assert statuses.count(503) >= 15
