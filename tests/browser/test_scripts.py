"""The effects of the pages' scripts as tables: each line has events and then their result.

The tables are in `scripts/`. After an intended change, or for a new line, `make snapshots` writes the results again.
Read `git diff` before you commit them.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import EARLY
from tests.browser.tablet import open_entry, opened
from tests.serving import Server

HERE = Path(__file__).parent
HARNESS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("scripts*.js")))
HARNESS = f"(async () => {{ {HARNESS} }})()"
#: Separates the events of a line from their result.
THEN = " => "
#: The page on which a table is run, by table. A table with a game in its name, such as "entry-samba", is run on the
#: entry page of this game, any other table on a page without a script.
PAGES = {"keypad": "/patterns"}
#: Tables whose scripts listen to the whole window: each line has its own page.
APART = ("app", "board", "early", "offline", "picture", "wall")
FILES = sorted(HERE.glob("scripts/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_script_makes_of_each_line_what_its_table_says(page: Page, server: Server, root: Path, file: Path) -> None:
    table, game, way = (*file.stem.split("-"), "", "")[:3]
    page.route(f"**/{EARLY}", lambda route: route.fulfill(path=root / "static" / EARLY))  # with its usual wait
    if game:
        tablet = open_entry(page, opened(server, game), way or "cards")
        if not way:
            tablet.ends(0)
    else:
        page.goto(PAGES.get(table, "/healthz"))
    page.evaluate(HARNESS)
    lines = [line.partition(THEN) for line in file.read_text(encoding="utf-8").splitlines()]
    answered = []
    for at, (line, _, _) in enumerate(lines):
        if at and table in APART:
            page.goto("/healthz")
            page.evaluate(HARNESS)
        answered.append(page.evaluate("([table, line]) => tables[table](line)", [table, line]))
    said = [f"{line}{THEN}{answer}" for (line, _, _), answer in zip(lines, answered, strict=True)]
    if os.environ.get("SNAPSHOTS") == "write":
        file.write_text("".join(f"{line}\n" for line in said), encoding="utf-8")
        return
    assert said == ["".join(line) for line in lines], "Where that is meant: make snapshots"
