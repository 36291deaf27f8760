"""The real `scorekeeper serve` in a process of its own, for tests that need a server."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

START_SECONDS = 30
COMMAND = (sys.executable, "-m", "scorekeeper")


@dataclass(frozen=True, slots=True)
class Server:
    """A server that answers: where, its process, and the file that takes what it prints."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path


def free_port() -> int:
    """Give a port of the loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(
    *arguments: str,
    folder: Path,
    command: Sequence[str] = COMMAND,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """Run `scorekeeper serve` in `folder` until the block ends; an early death shows what it printed."""
    port = free_port()
    log = folder / f"serve-{port}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "serve", "--port", str(port), *arguments],
            cwd=folder,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    server = Server(f"http://127.0.0.1:{port}", process, log)
    try:
        _wait_for(server)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(server: Server) -> None:
    """Return when the server answers."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if server.process.poll() is not None:
            raise AssertionError(f"`scorekeeper serve` ended at once:\n{server.log.read_text()}")
        if _answers(server.url):
            return
        time.sleep(0.05)
    raise AssertionError(f"`scorekeeper serve` did not answer:\n{server.log.read_text()}")


def _answers(url: str) -> bool:
    try:
        with urlopen(f"{url}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, ConnectionError, TimeoutError):
        return False
