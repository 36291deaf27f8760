"""A club with a match of every rule set and every number of players, shown in any language."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.cli.certificates import FILES, make
from tests.i18n.played import furnished, played, tables
from tests.web.conftest import application
from tools.patterns.pages import with_patterns


@pytest.fixture(scope="package")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Build the application and play its matches once for all tests of this folder."""
    certificates = tmp_path_factory.mktemp("certificates")
    make(certificates, ["club.local"])
    https = {"PROTECTED_ADDRESS": "https://club.local:8443", "AUTHORITY": certificates / FILES["authority"]}
    with application(tmp_path_factory.mktemp("club"), WTF_CSRF_ENABLED=False, **https) as app:
        with_patterns(app)
        for rules, format_ in tables():
            played(app, rules, format_)
        furnished(app)
        yield app
