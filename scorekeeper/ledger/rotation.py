"""One copy a day, and which of the copies to keep."""

import re
from collections.abc import Iterable
from datetime import date, datetime
from pathlib import Path

from scorekeeper.ledger.backup import BackupExists, backup
from scorekeeper.ledger.store import Store

DAILY = 7
WEEKLY = 4
_NAME = re.compile(r"daily-(\d{4}-\d\d-\d\d)\.db")


def daily_backup(store: Store, folder: Path | str, *, now: str) -> Path | None:
    """Make today's copy where there is none yet, then let old ones go. Answers the copy made now, or None.

    `now` is ISO UTC. Old copies go only after a new one is complete, and by their count, never by their age:
    a clock that jumps cannot empty the folder.
    """
    folder = Path(folder)
    target = folder / f"daily-{datetime.fromisoformat(now).date().isoformat()}.db"
    try:
        made = backup(store, target)
    except BackupExists:
        return None
    copies = {day: path for path in folder.iterdir() if (day := _day(path))}
    for day in copies.keys() - to_keep(copies) - {_day(made)}:
        copies[day].unlink()
    return made


def to_keep(days: Iterable[date]) -> set[date]:
    """The seven latest days, and the last day of each of the four latest weeks that those seven do not close."""
    ordered = sorted(set(days), reverse=True)
    daily = ordered[:DAILY]
    last_of_week: dict[tuple[int, int], date] = {}
    for day in ordered:
        last_of_week.setdefault(day.isocalendar()[:2], day)
    weekly = [day for day in last_of_week.values() if day not in daily]
    return {*daily, *weekly[:WEEKLY]}


def _day(path: Path) -> date | None:
    match = _NAME.fullmatch(path.name)
    try:
        return date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None
