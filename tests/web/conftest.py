"""The application on an empty folder, for the tests of its pages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.web.frame.desk import close_desk
from scorekeeper.web.sheets import close_printer


class ReadingClient(FlaskClient):
    """A browser that reads every answer to its end, so that no file of the server stays open."""

    def open(self, *args: Any, **options: Any) -> Any:
        """Send a request."""
        return super().open(*args, **{"buffered": True, **options})


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """Build the application with its database in a folder of the test's own."""
    app = create_app({"DATABASE": tmp_path / "scorekeeper.db"})
    app.test_client_class = ReadingClient
    yield app
    close_printer(app)
    close_desk(app)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Give a browser without cookies."""
    return app.test_client()
