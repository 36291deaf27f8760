"""The real `scorekeeper serve` in its own process, for tests that need a server."""

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import randbelow
from urllib.error import URLError
from urllib.request import urlopen

#: Seconds until a server must answer; a busy machine is slow.
START_SECONDS = 120
COMMAND = (sys.executable, "-m", "scorekeeper")
#: The number of serving processes, unless a test sets it; `make soak` uses two for all of tests/reliability.
WORKERS = int(os.environ.get("SCOREKEEPER_TEST_WORKERS", "1"))


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its address, its process, and the file with its output."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path

    def below(self) -> list[int]:
        """The ids of its child processes."""
        began = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(each) for each in began.split()]

    def workers(self) -> list[int]:
        """The ids of its worker processes; none for a single process."""
        return [each for each in self.below() if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]

    def kill(self) -> None:
        """Kill the server and its child processes, as a power cut would. Workers that are left alone would go on
        listening for a moment."""
        for process in (self.process.pid, *self.below()):
            os.kill(process, signal.SIGKILL)


def free_port() -> int:
    """A free port. The port for https, with a number higher by 443, is free, too. Both are outside the range from which
    systems assign ports, so that no other program gets them before the server does."""
    while True:
        port = 20_000 + randbelow(12_000)
        with socket.socket() as probe, socket.socket() as secure, suppress(OSError):
            probe.bind(("", port))
            secure.bind(("", port + 443))
            return port


@contextmanager
def serving(
    *arguments: str,
    folder: Path,
    command: Sequence[str] = COMMAND,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """Run `scorekeeper serve` in `folder` until the block ends; if it dies early, show its output."""
    port = free_port()
    server = started([*command, "serve", "--port", str(port), *arguments], folder, port, environment=environment)
    try:
        wait_for(server)
        yield server
    finally:
        end(server)


@contextmanager
def serving_tls(
    folder: Path, cert: str, key: str, *, trust: ssl.SSLContext, port: int, arguments: Sequence[str] = ()
) -> Iterator[Server]:
    """Run `scorekeeper serve` over https until the block ends, with a certificate that `trust` knows."""
    command = [*COMMAND, "serve", "--port", str(port), "--database", "club.db", "--tls", cert, key, *arguments]
    server = started(command, folder, port, scheme="https")
    try:
        wait_for(server, trust)
        yield server
    finally:
        end(server)


def started(
    command: Sequence[str],
    folder: Path,
    port: int,
    *,
    scheme: str = "http",
    environment: Mapping[str, str] | None = None,
) -> Server:
    """Start a server and return at once."""
    if WORKERS > 1 and "--workers" not in command:
        command = [*command, "--workers", str(WORKERS)]
    log = folder / f"serve-{port}.log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    return Server(f"{scheme}://127.0.0.1:{port}", process, log)


def end(server: Server) -> None:
    """End a server gracefully; kill it if that takes too long."""
    server.process.terminate()
    try:
        server.process.wait(timeout=15)
    except subprocess.TimeoutExpired:
        server.process.kill()
        server.process.wait()


def wait_for(server: Server, trust: ssl.SSLContext | None = None) -> None:
    """Wait until the server answers. If it does not, raises AssertionError with its output."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if server.process.poll() is not None:
            raise AssertionError(f"`scorekeeper serve` ended at once:\n{server.log.read_text()}")
        if _answers(server.url, trust):
            return
        time.sleep(0.05)
    raise AssertionError(f"`scorekeeper serve` did not answer:\n{server.log.read_text()}")


def until(true: Callable[[], bool]) -> None:
    """Wait until the condition is true. Raises AssertionError after `START_SECONDS`."""
    deadline = time.monotonic() + START_SECONDS
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _answers(url: str, trust: ssl.SSLContext | None) -> bool:
    try:
        with urlopen(f"{url}/healthz", timeout=5, context=trust) as answer:
            return bool(answer.status == 200)
    except (URLError, ConnectionError, TimeoutError):
        return False
