"""Databases on the server of this test run."""

import os
from collections.abc import Callable, Iterator

import psycopg
import pytest

from tests.postgres import empty_database, named, new_database, server


@pytest.fixture
def address() -> str:
    """The address of an empty ledger."""
    return empty_database()


@pytest.fixture
def fresh() -> Iterator[Callable[[str], str]]:
    """A function that creates a database and returns its address. The database is a copy of the ledgers' template, or
    empty with `template0`; it is deleted after the test."""
    made: list[str] = []

    def make(template: str = "template") -> str:
        made.append(f"fresh_{os.getpid()}_{len(made)}")
        return new_database(made[-1], template=template)

    yield make
    with psycopg.connect(named(server(), "postgres"), autocommit=True) as db:
        for name in made:
            db.execute(f"DROP DATABASE {name} WITH (FORCE)")
