"""What the tests of reliability share with those of the pages: the application on an empty folder."""

from tests.web.conftest import app, client

__all__ = ["app", "client"]
