"""Fixtures for the tests of acts. A test that uses them runs twice: with a SQLite file and with a PostgreSQL server."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.actions.desk import Desk, open_desk
from tests.actions import referee
from tests.ledgers import empty_ledger
from tests.postgres import empty_database


@pytest.fixture(params=["sqlite", "postgresql"])
def ledger_at(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """The location of an empty ledger."""
    return empty_ledger(tmp_path / "scorekeeper.db") if request.param == "sqlite" else empty_database()


@pytest.fixture
def desk(ledger_at: Path | str) -> Iterator[Desk]:
    """Give a desk at an empty ledger."""
    desk = open_desk(ledger_at)
    with closing(desk.ledger):
        yield desk


@pytest.fixture
def table(ledger_at: Path | str) -> Iterator[referee.Table]:
    """Give the function `referee.table` without its first argument, for which the fixture passes an empty ledger. The
    ledger is closed after the test."""
    laid: list[Desk] = []

    def lay(*given: object, **options: object) -> Desk:
        laid.append(referee.table(ledger_at, *given, **options))
        return laid[-1]

    yield lay
    for desk in laid:
        desk.ledger.close()
