"""What processes that serve one database tell one another: of which tables each heard, and since when it runs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scorekeeper.actions.desk import Desk

KEY = "heard"
#: Minutes without a word of any process before one began, after which nothing served before it; minutes of a day.
AWAY, DAY = 2, 24 * 60


@dataclass(slots=True)
class Heard:
    """The time (ISO, UTC) since when this process runs, of the last word of each table's device, by evening and table,
    and when the other processes were told of them."""

    since: str
    tables: dict[tuple[str, int], str] = field(default_factory=dict)
    told: str | None = None


def tell(desk: Desk, heard: Heard, moment: str) -> None:
    """Add what this process heard to what is known."""
    desk.ledger.settings.change(KEY, lambda known: together(known or {}, heard, moment))


def told(desk: Desk) -> Mapping[str, Any]:
    """What is known: `since`, `at` (the last word of a process) and `evenings`, with the time of each table by its
    number as text; nothing where no process told anything yet."""
    known: Mapping[str, Any] = desk.ledger.settings.get(KEY, {})
    return known


def together(known: Mapping[str, Any], heard: Heard, moment: str) -> dict[str, Any]:
    """What the processes know between them, once one of them adds what it heard; nothing is kept for over a day."""
    began_alone = not known or minutes_between(known["at"], heard.since) >= AWAY
    evenings = {evening: dict(tables) for evening, tables in known.get("evenings", {}).items()}
    for (evening, table), at in list(heard.tables.items()):
        of_it = evenings.setdefault(evening, {})
        of_it[str(table)] = max(at, of_it.get(str(table), ""))
    lately = {
        evening: kept
        for evening, tables in evenings.items()
        if (kept := {table: at for table, at in tables.items() if minutes_between(at, moment) < DAY})
    }
    since = heard.since if began_alone else min(heard.since, known["since"])
    return {"since": since, "at": moment, "evenings": lately}


def minutes_between(earlier: str, later: str) -> int:
    """Whole minutes from one time to another."""
    return int((datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds() // 60)
