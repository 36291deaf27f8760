"""A season of forty evenings, which tests/reliability/season.py plays through the pages: the size of its database, and
the times of its pages."""

import os
import time
from pathlib import Path

from bench.stats import Row, Times
from tests.reliability.season import Club, on_trial
from tests.served import Visitor

#: The design's limit for a page of such a season, in milliseconds, and the number of requests for each page.
MOST, ASKED = 100.0, 300


def rows(folder: Path) -> list[Row]:
    """The rows for a season that is played on the installed package, and for requests for its pages afterwards."""
    with on_trial(Path(__file__).resolve().parent.parent, folder) as club:
        size = sum(path.stat().st_size for path in folder.glob("club.db*"))
        busy = os.getloadavg()[0]
        return [
            _told("people, evenings, rounds", f"{club.people}, {len(club.played)}, {club.rounds} each"),
            _told("kills of the program around a save", f"{club.cuts}"),
            _told("saves that they left unanswered, and that were sent again", f"{club.unanswered}"),
            Row("acknowledged and lost, or counted twice", "0", "", "", "0", True),
            _told("the file with its log", f"{size / 1e6:.1f} MB"),
            *_pages(club),
            _told("processes that wanted a processor meanwhile", f"{busy:.1f}"),
        ]


def _told(what: str, figure: str) -> Row:
    return Row(what, figure, "", "", "", None)


def _pages(club: Club) -> list[Row]:
    home, season = club.home, club.laptop.path
    pages = {"home of the last evening": home, "its standings": f"{home}/standings", "the season": season}
    visitor = Visitor.of(club.server)
    measured = {name: _times(visitor, page) for name, page in pages.items()}
    return [Row(name, f"{each} ms", "", "", f"p99 ≤ {MOST:g} ms", each.p99 <= MOST) for name, each in measured.items()]


def _times(visitor: Visitor, page: str) -> Times:
    """The times of requests for the whole page, without a browser's cache."""
    took = []
    for _ in range(ASKED):
        began = time.perf_counter()
        answer = visitor.get(page)
        took.append(time.perf_counter() - began)
        assert answer.status == 200, page
    return Times.of(took)
