"""When the device of a table was heard of last, and since when the program runs: kept in memory, for this run alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from flask import Flask, current_app, request

from scorekeeper.web.frame.access import only_evening
from scorekeeper.web.frame.desk import now

EXTENSION = "heard"
#: Minutes after which a table whose device has not asked for anything is told of.
SILENT = 5
#: Addresses of which a device that is at a table asks.
OF_A_TABLE = frozenset(("evening_id", "match_id"))


@dataclass(slots=True)
class Heard:
    """The time (ISO, UTC) since when the program runs, and of the last word of each table's device."""

    since: str
    tables: dict[tuple[str, int], str] = field(default_factory=dict)


def init_app(app: Flask) -> None:
    """Listen to every device of a table."""
    app.extensions[EXTENSION] = Heard(now())
    app.before_request(_listen)


def running_since() -> str:
    """The time since when this program runs."""
    return _heard().since


def silent_for(evening_id: str, table: int, moment: str) -> int | None:
    """Whole minutes since the device of a table was heard of, once they are `SILENT`; None where it is not known that
    there is one."""
    last = _heard().tables.get((evening_id, table))
    minutes = minutes_between(last, moment) if last else 0
    return minutes if minutes >= SILENT else None


def minutes_between(earlier: str, later: str) -> int:
    """Whole minutes from one time to another."""
    return int((datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds() // 60)


def _listen() -> None:
    if OF_A_TABLE.isdisjoint(request.view_args or ()):
        return
    here = only_evening()
    if here and here[1] is not None:
        _heard().tables[here[0], here[1]] = now()


def _heard() -> Heard:
    heard: Heard = current_app.extensions[EXTENSION]
    return heard
