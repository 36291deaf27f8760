"""The table, printed and written."""

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
}
#: Measured by itself; a run of all other parts leaves its section as it is.
SEASON = "## A season of forty evenings"
INTRODUCTION = """# Performance

`make bench` starts the real server with its load and writes this page. Times are median / p99 in milliseconds. The
baseline ("floor") is a bare Flask view behind the same server that sends the same bytes; for a save it also makes one
SQLite commit at the same durability (`WAL`, `synchronous=FULL`). Program and floor are measured in turns in one run.
Compare the ratios: times differ from machine to machine. `bench/README.md` says how each is measured.
"""

SEASON_SAYS = """`python -m bench season` plays forty evenings of 24 people on the installed package, through its
pages and forms: people come late and leave, results are corrected after the round, tablets are exchanged, the program
is killed while it saves, and the package is installed again after twenty evenings. Every standing is compared with a
second reading of the design, which shares no code with the program. Then each page is asked for 300 times, whole, on
a connection of its own; times are median / p99. The last row says what else the machine had to do.
"""

CLOSING = """## Missed targets, and why

The floor does no work: no form, no token, no session; it just returns fixed bytes. The
rows for the form alone show how much of the target Flask-WTF uses before anything is done with a deal; reading and
scoring one takes about as much again, and no page is rendered by then. Profiled within the process, the time of a save
beyond the floor's commit goes in equal parts to Flask's handling of the form (session, token, fields, headers), to
reading, checking, scoring and folding the deal, to the entry's seal and the summary rows in the same transaction, and
to reading the fields and writing the log. No single part dominates. A preview renders what the step in sight shows;
a tap is painted within 100 ms. With sixteen clients one process shares one interpreter, so whatever takes longer
than the floor's view also waits its turn. The figures for an evening, below the table of growth, are what a club
notices.
"""


def print_rows(rows: list[Row]) -> None:
    """The rows as they come."""
    for row in rows:
        sign = {True: "reached", False: "MISSED", None: ""}[row.reached]
        print(
            f"{row.what:46} {row.figure:>18}  floor {row.floor:>16}  {row.ratio:>18}  {row.mark:24} {sign}", flush=True
        )


def write(measured: dict[str, list[Row]]) -> None:
    """The page."""
    parts = [INTRODUCTION, _machine()]
    for name, rows in measured.items():
        parts += [f"## {HEADINGS[name]}", _table(rows)]
    parts += [SEASON + _section(SEASON), section(), CLOSING]
    TARGET.write_text("\n\n".join(part.strip() for part in parts) + "\n")
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
    """Write the section about taps alone: its figures are held by tests, and nothing is measured for it."""
    _write_section(HEADING, section())


def write_season(rows: list[Row]) -> None:
    """Write the section about a season alone."""
    _write_section(SEASON, "\n\n".join((SEASON, _machine(), SEASON_SAYS.strip(), _table(rows))))


def _section(heading: str) -> str:
    """The text of the page below a heading."""
    return TARGET.read_text(encoding="utf-8").partition(heading)[2].partition("\n## ")[0]


def _write_section(heading: str, text: str) -> None:
    before, _, rest = TARGET.read_text(encoding="utf-8").partition(heading)
    _, _, after = rest.partition("\n## ")
    TARGET.write_text(f"{before}{text}\n\n## {after}", encoding="utf-8")
