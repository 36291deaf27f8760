"""Background work of the server: the daily copy, and folding the write-ahead log into the file."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from scorekeeper.actions.backups import daily_copy
from scorekeeper.actions.desk import Desk
from scorekeeper.cli.data import Failures, now

#: Seconds between two checks for a new day. A single wait until midnight would go wrong if the clock is set or the
#: machine sleeps.
HOUR = 3600.0
#: Seconds between two checks for a pause in writing.
LOOK = 1.0

logger = logging.getLogger("scorekeeper.copies")


def daily_copies(
    desk: Desk, *, every: float = HOUR, clock: Callable[[], str] = now
) -> AbstractContextManager[threading.Thread]:
    """Make today's copy if there is none, and then one on each new day, in a thread that runs during the `with`
    block."""
    return beside("copies", every, lambda: _copy(desk, clock()))


def folded_when_idle(desk: Desk, *, every: float = LOOK) -> AbstractContextManager[threading.Thread]:
    """Fold the write-ahead log into the file when writing pauses, in a thread that runs during the `with` block."""
    return beside("folding", every, lambda: _fold(desk))


@contextmanager
def beside(name: str, every: float, act: Callable[[], None]) -> Iterator[threading.Thread]:
    """Call `act` again and again, with a pause of `every` seconds, in a thread that runs during the `with` block. At
    the end of the block, wait for a call that has begun."""
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
    """Make today's copy if there is none. A failure is logged; the next call tries again."""
    try:
        made = daily_copy(desk, now=moment)
    except Failures as failure:
        logger.warning("no copy today: %s", failure)
        return
    if made is not None:
        logger.info("copied everything to %s", made)


def _fold(desk: Desk) -> None:
    """Fold the log into the file. A failure is only logged; the next save reports it."""
    try:
        desk.ledger.store.fold_in()
    except Failures as failure:
        logger.debug("not folded: %s", failure)
