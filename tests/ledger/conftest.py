"""A ledger on disk for every test that asks."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.ledger import Ledger


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the test's ledger is kept."""
    return tmp_path / "table" / "scorekeeper.db"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    """Give an open, empty ledger."""
    with Ledger.open(path) as opened:
        yield opened
