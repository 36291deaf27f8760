"""The entries of a chain as every fold reads them: a match's, an evening's or a season's."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

Payload = Mapping[str, Any]


class Entry(Protocol):
    """One entry of a chain, immutable: `number` counts from 1 within its chain; the time is ISO 8601 in UTC."""

    @property
    def version(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def payload(self) -> Payload: ...
    @property
    def recorded_at(self) -> str: ...


def opened(entries: Iterable[Entry], kind: str) -> tuple[Entry, Iterator[Entry]]:
    """The entry that opens a chain, and those that follow. Raises ValueError where the first is not of this kind."""
    ordered = iter(entries)
    first = next(ordered, None)
    if first is None or first.kind != kind:
        raise ValueError(f"it begins with {kind}, or nothing was opened")
    return first, ordered
