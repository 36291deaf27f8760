"""A clock that stands still, and secrets and ids that are the same in each run."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random, SystemRandom
from unittest.mock import patch

import time_machine

from scorekeeper.ledger.sqlite import connection
from tests.goldens.club import CLOCK

_streams: dict[tuple[str, int], Random] = {}
_seed = ""


def restart(seed: str) -> None:
    """Make random values depend on this seed alone, and not on earlier requests."""
    global _seed  # noqa: PLW0603 - one global source of random values, like the system's
    _seed = seed
    _streams.clear()


def _stream(kind: str, size: int) -> Random:
    """The random stream for values of this kind and size. With separate streams, a new id does not change form keys."""
    return _streams.setdefault((kind, size), Random(f"{_seed}/{kind}/{size}"))


@contextmanager
def settled() -> Iterator[None]:
    """Until the block ends, stop the clock at `CLOCK`, and make `secrets` use the random streams of this module.

    SQLite does not wait for the disk meanwhile.
    """
    restart("")
    draws = {
        "getrandbits": lambda _, size: _stream("bits", size).getrandbits(size),
        "randbytes": lambda _, size: _stream("bytes", size).randbytes(size),
    }
    unsafe = [setting.replace("FULL", "OFF") for setting in connection._SETTINGS]
    with (
        time_machine.travel(CLOCK, tick=False),
        patch.multiple(SystemRandom, **draws),
        patch.object(connection, "_SETTINGS", unsafe),
    ):
        yield
