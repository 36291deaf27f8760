"""`python -m bench [PART …] [--big FILE] [--small]`: measure, print, and write each part to docs/performance.md."""

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
#: The parts that are not measured by default: the first is checked by tests, the second takes half an hour.
TAPS, SEASON = "taps", "season"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the named parts; without names, all of `PARTS`. The section of `taps` is written without measuring."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("part", nargs="*", choices=[[], *PARTS, TAPS, SEASON], help="only these")
    parser.add_argument("--big", type=Path, help="a file of 100,000 matches made before")
    parser.add_argument(
        "--small", action="store_true", help="try congress and postgresql with little; nothing is written"
    )
    given = parser.parse_args(arguments)
    growth.BIG = given.big
    if given.small:
        congress.TABLES, congress.FEWER, congress.SECONDS, congress.ENTRY = 100, 40, 15.0, 10.0
        postgresql.SECONDS, postgresql.MATCHES, postgresql.SAVES = 0.5, 30, 25
    for name in given.part or PARTS:
        if name == TAPS:
            report.write_taps()
            continue
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            rows = {**PARTS, SEASON: season.rows}[name](Path(folder))
        report.print_rows(rows)
        if not given.small:
            report.write(name, rows)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
