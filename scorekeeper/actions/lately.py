"""What was worked out lately, each for one state of what it was worked out from."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Lately(Generic[Value]):
    """So many values by place, the one asked for longest ago makes room. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[Hashable, Value]] = OrderedDict()
        self._guard = Lock()

    def get(self, place: Hashable, seal: Hashable) -> Value | None:
        """The value, if it was worked out from what bears this seal."""
        with self._guard:
            known = self._kept.get(place)
            if known is None or known[0] != seal:
                return None
            self._kept.move_to_end(place)
            return known[1]

    def keep(self, place: Hashable, seal: Hashable, value: Value) -> None:
        """Keep a value in the place of the one before."""
        with self._guard:
            self._kept[place] = seal, value
            self._kept.move_to_end(place)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
