"""A club with a match of every rule set and every number of players, shown in any language."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.cli.certificates import FILES, make
from scorekeeper.web.frame.desk import close_desk
from tests.i18n.played import furnished, played, tables
from tests.web.conftest import ReadingClient
from tools.patterns.pages import with_patterns


@pytest.fixture(scope="package")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Build the application and play its matches once for all tests of this folder."""
    settings = {"DATABASE": tmp_path_factory.mktemp("club") / "scorekeeper.db", "WTF_CSRF_ENABLED": False}
    app = with_patterns(create_app(settings))
    app.test_client_class = ReadingClient
    for rules, format_ in tables():
        played(app, rules, format_)
    furnished(app)
    certificates = tmp_path_factory.mktemp("certificates")
    make(certificates, ["club.local"])
    app.config.update(PROTECTED_ADDRESS="https://club.local:8443", AUTHORITY=certificates / FILES["authority"])
    yield app
    close_desk(app)
