"""What the tests of reliability share with those of the pages: the application on an empty folder."""

from tests.web.conftest import app, built, client, empty_ledger

__all__ = ["app", "built", "client", "empty_ledger"]
