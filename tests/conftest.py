"""What every test may ask for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def pytest_sessionstart() -> None:
    """Compile the catalogues that changed, so that no test reads an old translation; for `make mutants` they are."""
    if "MUTANT_UNDER_TEST" in os.environ:
        return
    subprocess.run([sys.executable, str(ROOT / "tools" / "catalogues.py"), "compile"], check=True)


@pytest.fixture(scope="session")
def root() -> Path:
    """Give the top folder of the project."""
    return ROOT
