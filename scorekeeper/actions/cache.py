"""Values that were worked out, each kept for one state of what it was worked out from."""

from collections.abc import Hashable
from random import Random
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """Values by key, of so much weight together. Threads may share it.

    Any value makes room, not the one asked for longest ago: tables that are asked for in turn would all be thrown out
    just before their turn, and a cache that is a little too small would be none at all.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._kept: dict[Hashable, tuple[Hashable, Value, int]] = {}
        self._guard = Lock()
        self._chance = Random(0)  # noqa: S311 - which value makes room is no secret

    def get(self, key: Hashable, seal: Hashable) -> Value | None:
        """The value, if it was worked out from what bears this seal."""
        with self._guard:
            entry = self._kept.get(key)
            return entry[1] if entry is not None and entry[0] == seal else None

    def last(self, key: Hashable) -> Value | None:
        """The value that was kept last, whatever it was worked out from."""
        with self._guard:
            entry = self._kept.get(key)
            return None if entry is None else entry[1]

    def keep(self, key: Hashable, seal: Hashable, value: Value, weight: int) -> None:
        """Keep a value in the place of the one before."""
        with self._guard:
            before = self._kept.pop(key, None)
            self._weight += weight - (before[2] if before else 0)
            while self._kept and self._weight > self._most:
                self._weight -= self._kept.pop(self._chance.choice(tuple(self._kept)))[2]
            self._kept[key] = seal, value, weight
