"""Other processes that a test runs at the same time, or kills. Each is forked in milliseconds from a process that has
loaded all modules; a new interpreter would take a quarter of a second."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import Any

_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.ledger.sqlite.program", "psycopg"])


@contextmanager
def speaking(work: Callable[..., None], *given: Any) -> Iterator[tuple[ForkServerProcess, Connection]]:
    """Run `work` in another process, with a connection as its last argument, and kill it at the end. Gives the process
    and the other end of the connection."""
    heard, said = _FORKS.Pipe(duplex=False)
    program = _FORKS.Process(target=work, args=(*given, said))
    program.start()
    said.close()  # the process has a copy of this end; when that is closed, too, reading ends
    try:
        with heard:
            yield program, heard
    finally:
        program.kill()
        program.join()


def run(work: Callable[..., None], *given: Any, times: int = 1) -> list[int | None]:
    """Run `work` in `times` processes at once, and wait for them. Returns their exit codes, which are negative for
    processes killed by a signal."""
    programs = [_FORKS.Process(target=work, args=given) for _ in range(times)]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
    return [program.exitcode for program in programs]
