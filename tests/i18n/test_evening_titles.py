"""An evening without a title is called "club evening" in the language of each reader."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.actions.demo import demo_evening
from scorekeeper.contract.evening import evening_json
from scorekeeper.web.evenings.setup.settings import read_settings, settings_of, typed_of
from scorekeeper.words import words_for
from tests.actions.evenings import NOW
from tests.web.conftest import application
from tests.web.tables import desk_of

CALLED = {"en": "Club evening", "hu": "Klubest", "ro": "Seară de club", "cs": "Klubový večer", "et": "Klubiõhtu"}
PAGES = (
    "/evenings", "/evenings/night", *(f"/evenings/night/{page}" for page in (
        "standings", "wall", "history", "more", "links", "settings", "print", "me", "tables/1", "seasons")),
    "/evenings/night/print/standings", "/?status=over", "/seasons/new",
)  # fmt: skip


@pytest.fixture(scope="module")
def unnamed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Play a round of an evening without a title."""
    with application(tmp_path_factory.mktemp("unnamed")) as app:
        demo_evening(desk_of(app), evening_id="night", tables=2, seed=1, now=NOW, rules="classic")
        yield app


@pytest.mark.parametrize(("language", "called"), CALLED.items())
def test_an_evening_without_a_title_is_called_so_in_the_language_of_the_reader(
    unnamed: Flask, language: str, called: str
) -> None:
    client = unnamed.test_client()
    client.set_cookie("lang", language)
    answers = {url: client.get(url) for url in PAGES}
    assert {url: answer.status_code for url, answer in answers.items() if answer.status_code != 200} == {}
    says = re.compile(rf"\b{called}\b")
    assert [url for url, answer in answers.items() if not says.search(answer.text)] == []


def test_a_title_that_was_left_empty_is_kept_and_exported_empty(unnamed: Flask) -> None:
    evening = desk_of(unnamed).load_evening("night").state
    typed = read_settings({"title": "  "}, typed_of(evening.setup), words_for("hu"))
    kept = settings_of(typed, evening.setup.movement, words_for("hu"), evening.setup.scoring.rounds)
    assert (kept["title"], evening_json("night", evening)["settings"]["title"]) == ("", "")
