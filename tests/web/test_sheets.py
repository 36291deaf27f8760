"""Sheets: the page and the PDF of each kind, and the message if the PDF cannot be made."""

import shutil
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper.actions.demo import demo_match
from scorekeeper.actions.desk import Stamp, open_desk
from scorekeeper.actions.matches.rulings import Override, RulingCase, apply_ruling
from scorekeeper.cli.serving.threads import takes_long
from scorekeeper.places import shipped
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.sheets.printing.printer import PdfBusy, PdfFailed, PdfUnavailable, Printer
from scorekeeper.web import sheets
from tests.conftest import Shelf
from tests.html_tree import found
from tests.web.routes import path_of, rules
from tests.web.tables import NOW, desk_of, opened

RULE_SETS = tuple(rulebook().rule_sets)

MATCH = "played1"
OF_MATCH = ("sheet", "blank", "card")
GENERAL = (
    "/sheets/penalties/hungarian",
    "/sheets/penalties/romanian",
    "/sheets/evening/2026-11-21",
    *(f"/sheets/{kind}/{rules}" for kind in ("rules", "blank") for rules in RULE_SETS),
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with one played match, to be copied."""
    path = tmp_path_factory.mktemp("played") / "scorekeeper.db"
    desk = open_desk(path)
    demo_match(desk, match_id=MATCH, seed=3, now="2026-11-21T18:00:00Z", deals=3)
    desk.ledger.close()
    return path


@pytest.fixture
def table(app: Flask, client: FlaskClient, played: Path) -> FlaskClient:
    """A browser at an application that has the match of `played`."""
    shutil.copy(played, app.config["DATABASE"])
    return client


def refusing(error: Exception) -> type[Printer]:
    """A class of printers that raise this error for every page."""

    class Refusing(Printer):
        def pdf(self, page: object) -> bytes:
            raise error

    return Refusing


def test_a_sheet_is_a_page_of_the_program(table: FlaskClient) -> None:
    for address in (*(f"/matches/{MATCH}/{kind}" for kind in OF_MATCH), *GENERAL):
        answer = table.get(f"{address}?paper=a5")
        assert answer.status_code == 200, address
        said = answer.text
        parts = ('class="btn back"', "data-menu", 'id="main"', "data-print", f"{address}.pdf")
        assert [part for part in parts if part not in said] == [], address
        styles = {
            each.get("href", "").removeprefix("/static/").partition("?")[0]: each.get("media")
            for each in found(said, "link[rel=stylesheet][media]")
        }
        assert styles["css/tokens.css"] == styles["css/sheets.css"] == "screen"
        assert styles["print/print.css"] == styles["print/browser.css"] == "print"
        assert all((shipped("static") / name).is_file() for name in styles)


@pytest.mark.parametrize("kind", OF_MATCH)
def test_every_sheet_of_a_match_is_a_page_and_a_pdf(table: FlaskClient, kind: str) -> None:
    assert table.get(f"/matches/{MATCH}/{kind}").status_code == 200
    printed = table.get(f"/matches/{MATCH}/{kind}.pdf")
    assert printed.status_code == 200
    assert printed.data.startswith(b"%PDF-")
    assert "inline" in printed.headers["Content-Disposition"]


@pytest.mark.parametrize(
    ("decided", "said"),
    [
        (RulingCase("HU-02", 1, 1, {}, "Tõnu"), ["Tõnu", "HU-02", "Card shown or dropped", "stays on the table"]),
        (RulingCase("HU-02", 1, 1, {}, "Tõnu", Override(-50, 0, "the third time")), ["the third time", "−50"]),
    ],
)  # fmt: skip
def test_a_ruling_is_a_slip_to_show_and_to_sign(
    app: Flask, client: FlaskClient, decided: RulingCase, said: list[str]
) -> None:
    match_id = opened(client, rules="hungarian")
    apply_ruling(desk_of(app), match_id, decided, Stamp(1, "a-ruling-1", "test", NOW), ruling_id="r1")
    slip = f"/matches/{match_id}/rulings/r1/slip"
    assert f'href="{slip}"' in client.get(f"/matches/{match_id}/rulings").text
    page = client.get(slip).text
    assert "For Jana &amp; Tõnu" in page
    assert desk_of(app).ledger.matches.check_value(match_id) in page
    assert f"{slip}.pdf?paper=a6" in page
    assert "paper=a4" not in page
    printed = PdfReader(BytesIO(client.get(f"{slip}.pdf").data))
    size = [round(float(side) / 72 * 25.4) for side in printed.pages[0].mediabox[2:]]
    assert (len(printed.pages), size) == (1, [105, 148])
    on_paper = " ".join(printed.pages[0].extract_text().split())
    for words in said:
        assert words in page
        assert words in on_paper
    assert client.get(f"/matches/{match_id}/rulings/r2/slip").status_code == 404


def test_a_sheet_printed_again_is_not_sent_again(app: Flask, table: FlaskClient) -> None:
    app.extensions[sheets.EXTENSION] = Shelf(lambda page: b"%PDF-" + page.html.encode())
    first = table.get(f"/matches/{MATCH}/sheet.pdf")
    again = table.get(f"/matches/{MATCH}/sheet.pdf", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PdfUnavailable("no pango"), "apt-get install --no-install-recommends libpangoft2-1.0-0"),
        (PdfBusy(2), "2 sheets are being printed before yours"),
        (PdfFailed("it died twice"), "could not be made into a PDF"),
    ],
)
def test_without_a_pdf_the_page_is_offered(app: Flask, table: FlaskClient, error: Exception, said: str) -> None:
    app.extensions[sheets.EXTENSION] = refusing(error)(shipped("static") / "print")
    answer = table.get(f"/matches/{MATCH}/sheet.pdf?paper=a5")
    assert answer.status_code == 503
    assert said in answer.text
    assert f"/matches/{MATCH}/sheet?paper=a5" in answer.text
    assert ("Retry-After" in answer.headers) == isinstance(error, PdfBusy)


@pytest.mark.parametrize("path", [f"/matches/{MATCH}/sheet", "/sheets/rules/classic", "/sheets/evening/2026-11-21"])
def test_a_foreign_site_leads_to_the_page_and_prints_nothing(app: Flask, table: FlaskClient, path: str) -> None:
    app.extensions[sheets.EXTENSION] = refusing(AssertionError("printed"))(shipped("static") / "print")
    led = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    answer = table.get(f"{path}.pdf?ink=colour", headers=led)
    assert (answer.status_code, answer.location) == (303, f"{path}?ink=colour")
    assert table.get(answer.location, headers=led).status_code == 200


def test_what_lets_a_thread_wait_is_known_by_its_address(app: Flask) -> None:
    """The server handles such requests in separate threads, so that two sheets at once do not delay a board."""
    views = {rule.endpoint: path_of(app, rule) for rule in rules(app)}
    waiting = {"printed", "copy_now"}
    asked = {name: path for name, path in views.items() if waiting & set(app.view_functions[name].__code__.co_names)}
    assert len(asked) == 7
    assert {name for name, path in views.items() if takes_long(path)} == set(asked)
