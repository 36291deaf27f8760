"""What was worked out lately, each for one version of what it was worked out from."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Lately(Generic[Value]):
    """So many values by place, the one asked for longest ago makes room. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[int, Value]] = OrderedDict()
        self._guard = Lock()

    def get(self, place: Hashable, version: int) -> Value | None:
        """The value, if it is of this version."""
        with self._guard:
            known = self._kept.get(place)
            if known is None or known[0] != version:
                return None
            self._kept.move_to_end(place)
            return known[1]

    def keep(self, place: Hashable, version: int, value: Value) -> None:
        """Keep a value in the place of the one before."""
        with self._guard:
            self._kept[place] = version, value
            self._kept.move_to_end(place)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
