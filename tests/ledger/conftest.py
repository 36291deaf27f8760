"""A ledger for every test that asks for one. Such a test runs twice, with a file and with a server. A test that reads
the file itself runs only with a file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.ledger.ledger import Ledger
from tests.ledgers import empty_ledger
from tests.postgres import empty_database


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of the folder `sqlite`, and tests that use the file's `path`, with a file only."""
    if "ledger" in metafunc.fixturenames:
        of_a_file = "path" in metafunc.fixturenames or metafunc.definition.path.parent.name == "sqlite"
        engines = ["sqlite"] if of_a_file else ["sqlite", "postgresql"]
        metafunc.parametrize("engine", engines, indirect=True)


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    """The engine of the ledger."""
    return str(request.param)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the test's ledger."""
    return tmp_path / "table" / "scorekeeper.db"


@pytest.fixture
def ledger(engine: str, tmp_path: Path) -> Iterator[Ledger]:
    """An open, empty ledger."""
    address = empty_ledger(tmp_path / "table" / "scorekeeper.db") if engine == "sqlite" else empty_database()
    with Ledger.open(address) as opened:
        yield opened
