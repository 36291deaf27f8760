"""Fixtures shared with the tests of pages: the application in an empty folder."""

from tests.web.conftest import app, built, client, empty_ledger, match_id

__all__ = ["app", "built", "client", "empty_ledger", "match_id"]
