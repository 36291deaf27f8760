"""`python -m bench [PART …] [--big FILE] [--small]`: measure, print, and write docs/performance.md after all parts."""

import argparse
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from bench import browser, club, congress, engine, evening, growth, pages, paper, postgresql, report, season, start
from bench.stats import Row

PARTS: dict[str, Callable[[Path], list[Row]]] = {
    "pages": pages.rows,
    "engine": engine.rows,
    "paper": paper.rows,
    "start": start.rows,
    "browser": browser.rows,
    "growth": growth.rows,
    "evening": evening.rows,
    "club": club.rows,
    "congress": congress.rows,
    "postgresql": postgresql.rows,
}
#: Sections that are written by themselves: one that the tests hold, and one that takes half an hour.
TAPS, SEASON = "taps", "season"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the parts that were asked for, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "part",
        nargs="*",
        choices=[[], *PARTS, TAPS, SEASON],
        help=f"only these; nothing is written then, but by {TAPS} and {SEASON} their sections",
    )
    parser.add_argument("--big", type=Path, help="a file of 100,000 matches made before")
    parser.add_argument(
        "--small", action="store_true", help="try congress and postgresql with little; nothing is written"
    )
    given = parser.parse_args(arguments)
    if given.part == [TAPS]:
        report.write_taps()
        return 0
    if given.part == [SEASON]:
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            rows = season.rows(Path(folder))
        report.print_rows(rows)
        report.write_season(rows)
        return 0
    growth.BIG = given.big
    if given.small:
        congress.TABLES, congress.FEWER, congress.SECONDS, congress.ENTRY = 100, 40, 15.0, 10.0
        postgresql.SECONDS, postgresql.MATCHES, postgresql.SAVES = 0.5, 30, 25
    measured: dict[str, list[Row]] = {}
    for name in [part for part in given.part if part in PARTS] or PARTS:
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            measured[name] = PARTS[name](Path(folder))
        report.print_rows(measured[name])
    if not given.part and not given.small:
        report.write(measured)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
