"""Every page in each language: it exists, declares its language, and has no English text left."""

from collections import defaultdict
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.cli import main
from scorekeeper.words import LANGUAGES, offered, words_for
from tests.i18n.evening_played import NIGHT
from tests.i18n.leftovers import left, left_in, said_in
from tests.i18n.played import EVENING
from tests.i18n.reading import Page, Text
from tests.i18n.tour import NOT_READ, tour
from tests.web.conftest import application
from tests.web.devices import with_pin
from tests.web.evening_devices import scanned
from tests.web.routes import reading, rules

OTHERS = [language for language in LANGUAGES if language != "en"]
MATCH = "/matches/hungarian-four"
WAYS = ("cards", "counts", "totals")
STARTS = [
    "/", "/club", "/club/pin", "/share", "/presets", "/rules/compare", "/patterns/error/404", "/help",
    f"/sheets/evening/{EVENING}", "/search?q=HU-03", "/may-i?rules=hungarian", "/rulings/compare", "/words",
    "/device", "/offline", "/trust",
    *(f"{MATCH}{page}" for page in ("", "/watch", "/away", "/share", "/recount", "?saved=1", "/more")),
    *(f"{MATCH}/deals/new?way={way}" for way in WAYS), *(f"{MATCH}/deals/1/amend?way={way}" for way in WAYS),
]  # fmt: skip
#: Pages that are never answered with the status 200 in this club, which has no PIN: error pages, and the page that asks
#: for the PIN.
APART = {"patterns.error", "director.enter"}
#: The maximum number of pages of each kind. The short tests request one page of each kind in each language: a different
#: page for each language, if there are enough. The long tests request all of these pages in every language.
#: `test_marked.py` tests all pages in the pseudo-language.
MOST = [len(LANGUAGES), pytest.param(30, marks=pytest.mark.soak)]


@pytest.fixture(scope="module", params=MOST)
def addresses(club: Flask, request: pytest.FixtureRequest) -> dict[str, list[str]]:
    """Addresses of pages of every kind, by the language in which they are requested."""
    found: dict[str, list[str]] = defaultdict(list)
    for visit in tour(club, club.test_client(), STARTS, most=request.param):
        if visit.status == 200:
            found[visit.endpoint].append(visit.url)
    assert found.keys() | APART == {each.endpoint for each in rules(club) if reading(each)} - NOT_READ.keys()
    if request.param > len(LANGUAGES):
        return {language: [url for urls in found.values() for url in urls] for language in LANGUAGES}
    return {language: [urls[at % len(urls)] for urls in found.values()] for at, language in enumerate(LANGUAGES)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_its_language(club: Flask, addresses: dict[str, list[str]], language: str) -> None:
    client = club.test_client()
    client.set_cookie("lang", language)
    said: dict[str, str] = {}
    for url in addresses[language]:
        answer = client.get(url)
        page = Page.of(answer.text)
        assert (answer.status_code, page.lang) == (200, language), url
        said |= dict.fromkeys(left(page.texts, language), url)
    assert said == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_a_table_speak_its_language(club: Flask, language: str) -> None:
    """The pages that only a table's own device may open."""
    for table in (1, 2, 3):
        tablet = scanned(club, table, NIGHT)
        tablet.set_cookie("lang", language)
        for part in ("", "/call", "/elsewhere"):
            answer = tablet.get(f"/evenings/{NIGHT}/tables/{table}{part}")
            page = Page.of(answer.text)
            assert (answer.status_code, page.lang) == (200, language)
            assert list(left(page.texts, language)) == []


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A club whose director has set a PIN."""
    with application(tmp_path_factory.mktemp("guarded")) as app:
        with_pin(app)
        yield app


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_that_asks_for_the_pin_speaks_its_language(guarded: Flask, language: str) -> None:
    client = guarded.test_client()
    client.set_cookie("lang", language)
    answer = client.get("/director")
    page = Page.of(answer.text)
    assert (answer.status_code, page.lang) == (200, language)
    assert list(left(page.texts, language)) == []
    assert words_for(language).gettext("Go on") in answer.text


def test_english_left_behind_is_seen() -> None:
    assert list(left([Text("Save match", "a"), Text("Help", "a"), Text("Súgó", "a")], "hu")) == ["Help"]
    assert list(left_in("Már mentve.  Nothing was\nsaved yet. The\nscore stands.", "hu")) == ["The score stands."]
    assert "Help" not in list(left([Text("Help", "a")], "en"))
    assert said_in("hu")["Help"] == {words_for("hu").gettext("Help")}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("command", [["rules"], ["search", "pile"]])
def test_the_tables_of_the_command_line_speak_it(
    capsys: pytest.CaptureFixture[str], command: list[str], language: str
) -> None:
    assert main([*command, "--lang", language]) == 0
    said = capsys.readouterr().out
    assert list(left_in(said, language)) == []
    assert words_for(language).gettext("Hungarian Canasta") in said or command[0] == "search"


def test_every_page_offers_the_languages(club: Flask, addresses: dict[str, list[str]]) -> None:
    for url in (each for each in addresses["en"] if not each.endswith("/wall")):  # the wall has no menu
        html = club.test_client().get(url).text
        assert all(f'lang="{code}"' in html and f">{name}</a>" in html for code, name in offered().items()), url
