"""The one error of the engine, for an input of the wrong shape or one that the cards make impossible."""

from collections.abc import Iterable
from typing import Any, Literal

Kind = Literal["malformed", "impossible"]


class Refused(ValueError):
    """The refusal of an input. `key` is the reason, `where` the location in the input ("" for the whole input), `found`
    the value there. `allowed` has what is allowed there, such as texts or the limits of a number, or is None.

    `kind` is "malformed" (not of the contract's shape) or "impossible" (cannot happen with these cards or in a deal).
    """

    def __init__(self, kind: Kind, key: str, where: str, found: Any = None, allowed: Iterable[Any] | None = None):
        self.kind: Kind = kind
        self.key = key
        self.where = where
        self.found = found
        self.allowed = None if allowed is None else tuple(allowed)
        super().__init__(f"{kind}: {key} at {where or 'the top'}: found {found!r}, allowed {self.allowed!r}")

    def moved(self, where: str) -> "Refused":
        """The same refusal at another location."""
        return Refused(self.kind, self.key, where, self.found, self.allowed)


def malformed(key: str, where: str, found: Any = None, allowed: Iterable[Any] | None = None) -> Refused:
    """A `Refused` for an input that is not of the contract's shape."""
    return Refused("malformed", key, where, found, allowed)


def impossible(key: str, where: str, found: Any = None, allowed: Iterable[Any] | None = None) -> Refused:
    """A `Refused` for a deal that cannot have happened."""
    return Refused("impossible", key, where, found, allowed)
