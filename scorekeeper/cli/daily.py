"""One copy of everything a day, made beside the serving and ended with it."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from scorekeeper.actions.desk import Desk
from scorekeeper.actions.keeping import daily_copy
from scorekeeper.cli.data import Failures, now

#: Seconds between two looks at the calendar; a clock that was set, or a machine that slept, is noticed within one.
HOUR = 3600.0

logger = logging.getLogger("scorekeeper.copies")


@contextmanager
def daily_copies(desk: Desk, *, every: float = HOUR, clock: Callable[[], str] = now) -> Iterator[threading.Thread]:
    """Make today's copy, and one each day as long as the block lasts."""
    ended = threading.Event()
    thread = threading.Thread(target=_keep_copying, args=(desk, ended, every, clock), name="copies", daemon=True)
    thread.start()
    try:
        yield thread
    finally:
        ended.set()
        thread.join()


def _keep_copying(desk: Desk, ended: threading.Event, every: float, clock: Callable[[], str]) -> None:
    while not ended.is_set():
        _copy(desk, clock())
        ended.wait(every)


def _copy(desk: Desk, moment: str) -> None:
    """A copy that fails is told and tried again; it never stops the serving."""
    try:
        made = daily_copy(desk, now=moment)
    except Failures as failure:
        logger.warning("no copy today: %s", failure)
        return
    if made is not None:
        logger.info("copied everything to %s", made)
