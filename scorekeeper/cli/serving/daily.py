"""Background work of the server: a daily copy of everything, and folding the log into the file."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from scorekeeper.actions.backups import daily_copy
from scorekeeper.actions.desk import Desk
from scorekeeper.cli.data import Failures, now

#: Seconds between two looks at the calendar; a clock that was set, or a machine that slept, is noticed within one.
HOUR = 3600.0
#: Seconds between two looks at whether everybody is idle.
LOOK = 1.0

logger = logging.getLogger("scorekeeper.copies")


@contextmanager
def daily_copies(desk: Desk, *, every: float = HOUR, clock: Callable[[], str] = now) -> Iterator[threading.Thread]:
    """Make today's copy, and one each day as long as the block lasts."""
    with beside("copies", every, lambda: _copy(desk, clock())) as thread:
        yield thread


@contextmanager
def folded_when_idle(desk: Desk, *, every: float = LOOK) -> Iterator[threading.Thread]:
    """Whenever nobody has saved for a while, let the one file hold everything."""
    with beside("folding", every, lambda: _fold(desk)) as thread:
        yield thread


@contextmanager
def beside(name: str, every: float, act: Callable[[], None]) -> Iterator[threading.Thread]:
    """Act now, and again after this number of seconds, as long as the block lasts."""
    ended = threading.Event()

    def keep_acting() -> None:
        while not ended.is_set():
            act()
            ended.wait(every)

    thread = threading.Thread(target=keep_acting, name=name, daemon=True)
    thread.start()
    try:
        yield thread
    finally:
        ended.set()
        thread.join()


def _copy(desk: Desk, moment: str) -> None:
    """A copy that fails is told and tried again; it never stops the serving."""
    try:
        made = daily_copy(desk, now=moment)
    except Failures as failure:
        logger.warning("no copy today: %s", failure)
        return
    if made is not None:
        logger.info("copied everything to %s", made)


def _fold(desk: Desk) -> None:
    """Fold the log into the file. Failures are left to the next save, which reports them."""
    try:
        desk.ledger.store.fold_in()
    except Failures as failure:
        logger.debug("not folded: %s", failure)
