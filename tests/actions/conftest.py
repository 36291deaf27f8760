"""Where a test's desk is: at a file and at a server in turn."""

from pathlib import Path

import pytest

from tests.postgres import empty_database


@pytest.fixture(params=["sqlite", "postgresql"])
def ledger_at(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Give the place of an empty ledger."""
    return tmp_path / "scorekeeper.db" if request.param == "sqlite" else empty_database()
