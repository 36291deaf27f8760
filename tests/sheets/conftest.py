"""One printing process for every test of the sheets."""

from collections.abc import Iterator

import pytest

from scorekeeper.places import shipped
from scorekeeper.sheets.printer import Printer


@pytest.fixture(scope="session")
def printer() -> Iterator[Printer]:
    """Give the program's own printer, started when the first sheet is asked for."""
    made = Printer(shipped("static") / "print")
    yield made
    made.close()
