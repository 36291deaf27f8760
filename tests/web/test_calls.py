"""Limits for the program's work: how many functions a save uses, and how many calls an entry page makes."""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from bench.programs import ROUND
from scorekeeper.places import PACKAGE
from tests.web.tables import desk_of, opened, token

#: The maximum number of functions that a save uses; 0.1.0 used 233.
MOST = 126
#: The maximum number of modules that these functions are in; there were once 48.
MOST_MODULES = 35
#: The maximum number of calls for an entry page; there were 2,854 before columns and the names of cards and sides were
#: cached.
MOST_CALLS = 1_800


@contextmanager
def counted() -> Iterator[Counter[CodeType]]:
    """Count the calls of the program's functions in the block. The keys are the functions' code objects."""
    calls: Counter[CodeType] = Counter()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(PACKAGE)):
            calls[frame.f_code] += 1

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def named(calls: Counter[CodeType]) -> str:
    """The functions with their numbers of calls, one function per line, the most frequent first."""
    return "\n".join(f"{n} {code.co_filename} {code.co_qualname}" for code, n in calls.most_common())


def files_to_read() -> set[str]:
    """The files that `scorekeeper/README.md` names for saving a deal."""
    page = (PACKAGE / "README.md").read_text(encoding="utf-8")
    way = page.partition("## A deal on its way")[2].partition("An offence goes")[0]
    return set(re.findall(r"`([\w/]+\.py)`", way))


def test_a_saved_deal_passes_few_functions(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    csrf = token(client, f"/matches/{match}/more")
    for number in range(1, 4):  # only the last deal is checked, because the first ones fill caches
        form = {"csrf_token": csrf, "key": f"key-of-deal-{number}", "version": str(number), **ROUND}
        with counted() as calls:
            answer = client.post(f"/matches/{match}/deals/{number}", data=form)
        assert answer.status_code == 303
    assert len(desk_of(app).load(match).state.rows) == 3
    passed = [code for code in calls if not code.co_name.startswith("<")]
    files = {str(Path(code.co_filename).relative_to(PACKAGE)) for code in passed}
    assert files_to_read() - files == {"web/board/views.py"}, "the board is the page that follows"
    assert 80 < len(passed) <= MOST, named(calls)
    assert len(files) <= MOST_MODULES, sorted(files)


ENTRIES = [("hungarian", "cards"), ("burraco", "cards"), ("modern-american", "counts")]


@pytest.mark.parametrize(("rules", "way"), ENTRIES)
def test_an_entry_page_makes_few_calls(client: FlaskClient, rules: str, way: str) -> None:
    page = f"/matches/{opened(client, rules=rules)}/deals/new?way={way}"
    for _ in range(2):  # the first page computes values that all tables of a game share
        with counted() as calls:
            assert client.get(page).status_code == 200
    assert 800 < calls.total() <= MOST_CALLS, named(calls)
