"""What only the device of a table reads, in each of the five languages."""

import pytest
from flask import Flask

from scorekeeper.words import LANGUAGES
from tests.i18n.evening_played import NIGHT
from tests.i18n.leftovers import left
from tests.i18n.reading import Page
from tests.web.evening_devices import scanned


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_a_table_speak_its_language(club: Flask, language: str) -> None:
    for table in (1, 2, 3):
        tablet = scanned(club, table, NIGHT)
        tablet.set_cookie("lang", language)
        for part in ("", "/call", "/elsewhere"):
            answer = tablet.get(f"/evenings/{NIGHT}/tables/{table}{part}")
            page = Page.of(answer.text)
            assert (answer.status_code, page.lang) == (200, language)
            assert list(left(page.texts, language)) == []
