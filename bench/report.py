"""The table, printed and written."""

import os
import platform
import sqlite3
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from bench.stats import Row

TARGET = Path(__file__).resolve().parent.parent / "docs" / "performance.md"
HEADINGS = {
    "pages": "Pages and saves beside their floor",
    "engine": "The engine alone",
    "paper": "Sheets",
    "start": "Starting, memory and size",
    "browser": "A tap to its paint",
    "growth": "A file of 100,000 matches",
    "evening": "An evening of 200 tables",
}
INTRODUCTION = """# How quick it is

`make bench` measures this: it starts the real server, its floors and its load, and writes this page. Times are
median / p99 in milliseconds. A floor is a bare Flask view behind the same server that sends the same bytes; for a save
also one SQLite commit at the same durability (`WAL`, `synchronous=FULL`). Program and floor are measured in turns in
one run; compare the ratios, for times differ from machine to machine. How each is measured: `bench/README.md`.
"""

CLOSING = """## What is missed, and why

The floor of a page reads no form, checks no token, knows no session and works nothing out: it hands over bytes that
it was given. The rows of the form alone show what Flask-WTF takes of the mark before anything is done with a deal;
reading and scoring one, measured below, takes as much again, and no page is set by then. What a save does besides the
floor's commit, profiled within the process: a quarter goes to Flask's own work with a form (session, token, fields,
headers), a quarter to reading, checking and scoring the deal and folding it onto the match, a quarter to the entry's
seal, the match's row and both sides' rows in the same transaction, the rest to reading the fields and to the log.
None of these stands out any more. A preview sets thirty small pieces of the page with their sentences; its tap is
painted within the hundred milliseconds all the same. With sixteen clients one process shares one interpreter, and
whatever takes longer than the floor's view waits its turn as well: the figures of an evening, below the table of
growth, are the ones that a club feels.
"""


def print_rows(rows: list[Row]) -> None:
    """The rows as they come."""
    for row in rows:
        sign = {True: "reached", False: "MISSED", None: ""}[row.reached]
        print(
            f"{row.what:46} {row.figure:>18}  floor {row.floor:>16}  {row.ratio:>18}  {row.mark:24} {sign}", flush=True
        )


def write(found: dict[str, list[Row]]) -> None:
    """The page."""
    parts = [INTRODUCTION, _machine()]
    for name, rows in found.items():
        parts += [f"## {HEADINGS[name]}", _table(rows)]
    parts.append(CLOSING)
    TARGET.write_text("\n\n".join(part.strip() for part in parts) + "\n")
    print(f"Written to docs/{TARGET.name}")


def _machine() -> str:
    libraries = ", ".join(f"{name} {version(name)}" for name in ("Flask", "waitress", "sqlite-utils", "WeasyPrint"))
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
