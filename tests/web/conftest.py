"""Fixtures for the tests of pages: the application with an empty ledger."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.web.board import page_cache
from scorekeeper.web.frame.desk import EXTENSION as DESK
from scorekeeper.web.frame.desk import LazyDesk, close_desk
from scorekeeper.web.sheets import close_printer
from tests.actions.evenings import opened as evening_opened
from tests.actions.evenings import published
from tests.web.tables import desk_of, opened, play
from tools.patterns.pages import with_patterns


class ReadingClient(FlaskClient):
    """A test client that reads every answer to its end, so that no file stays open."""

    def open(self, *args: Any, **options: Any) -> Any:
        """Send a request. Returns the answer, completely read."""
        return super().open(*args, **{"buffered": True, **options})


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Build the application once per process: building its routes takes longer than most tests of a page."""
    app = with_patterns(create_app({"DATABASE": tmp_path_factory.mktemp("built") / "scorekeeper.db"}))
    app.test_client_class = ReadingClient
    yield app
    close_printer(app)


@pytest.fixture(scope="session")
def empty_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an empty ledger, made once per process, to be copied."""
    path = tmp_path_factory.mktemp("empty") / "scorekeeper.db"
    Ledger.open(path).close()
    return path


@contextmanager
def application(folder: Path, **settings: object) -> Iterator[Flask]:
    """Build an application with its ledger in this folder, and close it after the block."""
    app = create_app({"DATABASE": folder / "scorekeeper.db", **settings})
    app.test_client_class = ReadingClient
    yield app
    close_printer(app)
    close_desk(app)


@contextmanager
def working_at(built: Flask, database: Path) -> Iterator[Flask]:
    """Let the application `built` use the ledger `database`, with empty caches, until the block ends."""
    config, extensions = dict(built.config), dict(built.extensions)
    built.config["DATABASE"] = database
    built.extensions[DESK] = LazyDesk(database)
    page_cache.init_app(built)
    yield built
    close_desk(built)
    built.config.clear()
    built.config.update(config)
    built.extensions.clear()
    built.extensions.update(extensions)


@pytest.fixture
def app(built: Flask, empty_ledger: Path, tmp_path: Path) -> Iterator[Flask]:
    """The application with an empty ledger in the test's own folder."""
    database = tmp_path / "scorekeeper.db"
    shutil.copy(empty_ledger, database)
    with working_at(built, database):
        yield built


@pytest.fixture
def match_id(app: Flask) -> str:
    """The id of a match with a deal, opened on the machine itself."""
    match_id = opened(app.test_client())
    play(app, match_id, (515, 340))
    return match_id


@pytest.fixture
def night(app: Flask) -> Flask:
    """The application with an evening of four pairs. Its first round is published."""
    evening_opened(desk_of(app))
    published(desk_of(app))
    return app


@pytest.fixture
def own_app(tmp_path: Path) -> Iterator[Flask]:
    """An application for a test that adds routes to it, or checks when its ledger is created."""
    with application(tmp_path) as app:
        yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without cookies."""
    return app.test_client()
