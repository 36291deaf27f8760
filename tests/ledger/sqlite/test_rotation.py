"""One copy per day; seven daily and four weekly ones are kept."""

from datetime import date, timedelta
from pathlib import Path

from scorekeeper.ledger.copies.backup import daily_backup
from scorekeeper.ledger.ledger import Ledger

FIRST = date(2026, 1, 5)


def at(day: date) -> str:
    return f"{day.isoformat()}T21:30:00Z"


def test_sixty_days_leave_seven_days_and_four_weeks(ledger: Ledger, tmp_path: Path) -> None:
    other = tmp_path / "scorekeeper-before-schema-2.db"
    other.touch()
    (tmp_path / "daily-2026-99-99.db").touch()
    for number in range(60):
        daily_backup(ledger.store, tmp_path, now=at(FIRST + timedelta(days=number)))
    kept = sorted(path.name for path in tmp_path.glob("daily-2026-0*.db"))
    daily = [f"daily-{FIRST + timedelta(days=number)}.db" for number in range(53, 60)]
    sundays = ["daily-2026-02-01.db", "daily-2026-02-08.db", "daily-2026-02-15.db", "daily-2026-02-22.db"]
    assert kept == [*sundays, *[name for name in daily if name not in sundays]]
    assert other.exists()


def test_a_clock_that_jumps_empties_nothing(ledger: Ledger, tmp_path: Path) -> None:
    """With a clock set years ahead and back, there are never fewer copies, and the copy just made is not deleted."""
    for number in range(10):
        daily_backup(ledger.store, tmp_path, now=at(FIRST + timedelta(days=number)))
    before = len(list(tmp_path.glob("daily-*.db")))
    daily_backup(ledger.store, tmp_path, now="2039-01-01T00:00:00Z")
    made = daily_backup(ledger.store, tmp_path, now=at(FIRST - timedelta(days=400)))
    assert made is not None
    assert made.exists()
    assert len(list(tmp_path.glob("daily-*.db"))) >= before
