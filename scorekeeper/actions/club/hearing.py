"""The time of the last request from each table's device at an evening. Several processes may serve one database; they
share these times through a setting of the ledger."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scorekeeper.actions.desk import Desk
from scorekeeper.ledger.records.settings import RESTORED

KEY = "heard"
#: `AWAY`: if no process has shared its times for this number of minutes, a new process assumes that it is the only one.
#: `DAY`: the minutes of a day.
AWAY, DAY = 2, 24 * 60


@dataclass(slots=True)
class LastWords:
    """The times that this process knows, all in ISO format and UTC. `since` is the start of the process. `tables` has
    the time of the last request from each table's device, by (evening id, table). `shared_at` is the time when the
    process last shared these times with other processes, or None."""

    since: str
    tables: dict[tuple[str, int], str] = field(default_factory=dict)
    shared_at: str | None = None


def tell(desk: Desk, heard: LastWords, moment: str) -> None:
    """Share this process's times with the other processes; `moment` is the present time."""
    desk.ledger.settings.change(KEY, lambda shared: together(shared or {}, heard, moment))


def heard_by_all(desk: Desk) -> Mapping[str, Any]:
    """The times shared by all processes; empty if no process has shared any yet.

    `since` is the start of the program, and `at` the time when a process last shared what it heard. `evenings` has, by
    evening id and the table's number as text, the time of the last request from the table's device:
    `{"a1b2": {"3": "2026-05-01T18:30:00.000+00:00"}}`.
    """
    shared: Mapping[str, Any] = desk.ledger.settings.get(KEY, {})
    return shared


def together(shared: Mapping[str, Any], heard: LastWords, moment: str) -> dict[str, Any]:
    """The shared times, merged with those of one process, in the form of `heard_by_all`. `moment` is the present time;
    requests from more than a day ago are dropped."""
    began_alone = not shared or minutes_between(shared["at"], heard.since) >= AWAY
    evenings = {evening: dict(tables) for evening, tables in shared.get("evenings", {}).items()}
    for (evening, table), at in list(heard.tables.items()):
        of_it = evenings.setdefault(evening, {})
        of_it[str(table)] = max(at, of_it.get(str(table), ""))
    recent = {
        evening: kept
        for evening, tables in evenings.items()
        if (kept := {table: at for table, at in tables.items() if minutes_between(at, moment) < DAY})
    }
    since = heard.since if began_alone else min(heard.since, shared["since"])
    return {"since": since, "at": moment, "evenings": recent}


def not_come_back(desk: Desk, evening_id: str, heard: LastWords) -> tuple[int, ...]:
    """The numbers of the tables whose devices made requests before the ledger was restored from a copy, but have made
    none since. Empty if it was never restored. Only tables in the shared times are considered, which go back one day.
    `heard` has the requests to this process, also those that it has not shared yet."""
    restored: str | None = desk.ledger.settings.get(RESTORED)
    tables: Mapping[str, str] = heard_by_all(desk).get("evenings", {}).get(evening_id, {})
    if restored is None:
        return ()
    last = {int(table): max(at, heard.tables.get((evening_id, int(table)), "")) for table, at in tables.items()}
    return tuple(sorted(table for table, at in last.items() if at and minutes_between(at, restored) >= 0))


def minutes_between(earlier: str, later: str) -> int:
    """The whole minutes from one time to another, rounded down; negative if `later` is the earlier one."""
    return int((datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds() // 60)
