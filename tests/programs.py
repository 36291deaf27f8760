"""Other programs that a test starts, together or to kill them: each is forked off one that has loaded everything, in
milliseconds, where an interpreter of its own takes a quarter of a second."""

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
    """A process that does this work, given a connection last, and what it says there; killed afterwards."""
    heard, said = _FORKS.Pipe(duplex=False)
    program = _FORKS.Process(target=work, args=(*given, said))
    program.start()
    said.close()  # the program has its own: when that is gone, what is heard ends
    try:
        with heard:
            yield program, heard
    finally:
        program.kill()
        program.join()


def run(work: Callable[..., None], *given: Any, times: int = 1) -> list[int | None]:
    """Have a number of processes do this work at once. Returns how each ended: 0, or less where a signal ended it."""
    programs = [_FORKS.Process(target=work, args=given) for _ in range(times)]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
    return [program.exitcode for program in programs]
