"""Print the rows of a part, and write them to docs/performance.md."""

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from bench.stats import Row
from bench.taps import HEADING, section
from scorekeeper.ledger.sqlite.driver import sqlite3

TARGET = Path(__file__).resolve().parent.parent / "docs" / "performance.md"
HEADINGS = {
    "pages": "Pages and saves beside their floor",
    "engine": "The engine alone",
    "paper": "Sheets",
    "start": "Starting, memory and size",
    "browser": "A tap to its paint",
    "growth": "A file of 100,000 matches",
    "evening": "An evening of 200 tables",
    "club": "A club evening of 50 tables",
    "congress": "A congress of 1,000 tables, before two processes",
    "postgresql": "On PostgreSQL, beside its floor and beside the file",
    "season": "A season of forty evenings",
}
#: Further text of a part, in addition to its table.
SAYS = {
    "season": """`python -m bench season` plays forty evenings of 24 people on the installed package, through its
pages and forms: people come late and leave, results are corrected after the round, tablets are exchanged, the program
is killed while it saves, and the package is installed again after twenty evenings. Every standing is compared with a
second reading of the design, which shares no code with the program. Then each page is asked for 300 times, whole, on
a connection of its own; times are median / p99. The last row says what else the machine had to do.""",
}


def print_rows(rows: list[Row]) -> None:
    """Print the rows."""
    for row in rows:
        sign = {True: "reached", False: "MISSED", None: ""}[row.reached]
        print(
            f"{row.what:46} {row.figure:>18}  floor {row.floor:>16}  {row.ratio:>18}  {row.mark:24} {sign}", flush=True
        )


def write(part: str, rows: list[Row]) -> None:
    """Write the section of a part, with the machine and the day. Other sections stay as they are."""
    heading = f"## {HEADINGS[part]}"
    _write_section(heading, "\n\n".join(filter(None, (heading, _machine(), SAYS.get(part, ""), _table(rows)))))
    print(f"Written to docs/{TARGET.name}")


def _machine() -> str:
    libraries = ", ".join(f"{name} {version(name)}" for name in ("Flask", "uvicorn", "sqlite-utils", "WeasyPrint"))
    return (
        f"Measured on {datetime.now(UTC):%Y-%m-%d} with {os.cpu_count()} processors ({platform.machine()}), "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {libraries}."
    )


def _table(rows: list[Row]) -> str:
    lines = ["| what | measured | floor | ratio | to reach | |", "|---|---|---|---|---|---|"]
    for row in rows:
        sign = {True: "reached", False: "**missed**", None: ""}[row.reached]
        lines.append(f"| {row.what} | {row.figure} | {row.floor} | {row.ratio} | {row.mark} | {sign} |")
    return "\n".join(lines)


def write_taps() -> None:
    """Write only the section about taps. Nothing is measured, because tests check its figures."""
    _write_section(HEADING, section())


def _write_section(heading: str, text: str) -> None:
    before, _, rest = TARGET.read_text(encoding="utf-8").partition(heading)
    _, _, after = rest.partition("\n## ")
    TARGET.write_text(f"{before}{text}\n\n## {after}", encoding="utf-8")
