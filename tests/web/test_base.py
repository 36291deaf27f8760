"""The common parts of all pages: head, language, theme, static files, error pages."""

import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.web.frame.errors import TEXTS
from scorekeeper.web.frame.rights import Right, needs
from tests.html_tree import found
from tests.web.conftest import application
from tests.web.tables import opened, play
from tools.patterns.pages import with_patterns
from tools.patterns.samples import SAMPLES

PAGES = ["/patterns", *(f"/patterns/board/{name}" for name in SAMPLES), "/patterns/error/404"]
STATIC = Path(__file__).resolve().parents[2] / "static"
FIRST_VISIT = 120_000


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An application for the tests of this file, with views that answer with various errors."""
    failing: dict[str, Callable[[], object]] = {
        "/broken": lambda: 1 // 0,
        "/odd": lambda: abort(404, description="No match <b>7</b> here."),
        "/teapot": lambda: abort(418),
        "/gateway": lambda: abort(504),
    }
    with application(tmp_path_factory.mktemp("base")) as app:
        with_patterns(app)
        for rule, view in failing.items():
            app.add_url_rule(rule, f"fails at {rule}", needs(Right.WATCH)(view))
        yield app


def links(html: str) -> list[str]:
    elements = found(html, "[href^='/static/'], [src^='/static/']")
    return [each.get("href") or each.get("src", "") for each in elements]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_style_or_script_of_its_own_and_its_fragments_lead_to_one_place(
    client: FlaskClient, path: str
) -> None:
    html = client.get(path).text
    assert re.findall(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:", html) == []
    ids = [each.get("id", "") for each in found(html, "[id]")]
    assert sorted(ids) == sorted(set(ids))
    targets = {each.get("href", "").removeprefix("#") for each in found(html, "[href^='#']")}
    assert targets - {""} <= set(ids)


# --- Language and theme --------------------------------------------------------------------------


def test_the_size_of_the_text_sets_the_widths_at_which_pages_change(client: FlaskClient) -> None:
    assert "@media (max-width: 47.9em)" in client.get("/static/css/layout.css").text
    larger = client.get("/static/css/layout.largest.css").text
    assert ("@media (max-width: 62.27em)" in larger, "max-width: 47.9em" in larger) == (True, False)
    client.get("/help?text=largest")
    assert "/static/css/layout.largest.css" in client.get("/help").text


def test_the_language_links_of_an_answer_to_a_form_lead_to_the_page_of_the_form(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = opened(client)
    play(app, match_id, (500, 300))
    monkeypatch.setitem(app.config, "WTF_CSRF_ENABLED", False)
    match, fields = f"/matches/{match_id}", {"key": "key-of-the-form", "version": "2"}
    for form, more, page in (
        (f"{match}/deals/2", {"act": "draw"}, f"{match}/deals/new"),
        (f"{match}/deals/2", {"act": "save"}, f"{match}/deals/new"),
        (f"{match}/deals/1", {"act": "draw", "mode": "amend"}, f"{match}/deals/1/amend"),
        (f"{match}/deals/1", {"act": "save"}, f"{match}/deals/1/amend"),
    ):
        assert f'href="{page}?lang=hu"' in app.test_client().post(form, data={**fields, **more}).text, form
        assert app.test_client().get(page).status_code == 200


# --- Static files --------------------------------------------------------------------------------


def test_the_hash_follows_the_content(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "static_folder", str(tmp_path))
    monkeypatch.setattr(app, "debug", True)
    asset = app.jinja_env.globals["asset"]
    addresses = []
    for colour in ("red", "green"):
        (tmp_path / "a.css").write_text(colour)
        with app.test_request_context():
            addresses.append(asset("a.css"))
    assert addresses[0] != addresses[1]


def test_the_styles_name_only_files_that_exist() -> None:
    for sheet in (STATIC / "css").glob("*.css"):
        for name in re.findall(r"url\(([^)]+)\)", sheet.read_text()):
            assert (sheet.parent / name).is_file(), f"{sheet.name}: {name}"


def test_colours_are_named_in_the_tokens_alone() -> None:
    for sheet in (STATIC / "css").glob("*.css"):
        if sheet.name not in ("tokens.css", "print.css"):
            assert re.findall(r"#[0-9a-fA-F]{3,8}\b|rgb\(|hsl\(", sheet.read_text()) == [], sheet.name


@pytest.mark.parametrize("language", ["en", "cs"])
def test_a_first_visit_is_light(client: FlaskClient, language: str) -> None:
    packed = {"Accept-Encoding": "gzip"}
    page = client.get(f"/patterns/board/usual?lang={language}", headers=packed)
    fonts = ["/static/fonts/table-sans-five.woff2", "/static/fonts/table-serif-five.woff2"]
    named = set(links(gzip.decompress(page.data).decode())) | set(fonts if language != "en" else [])
    assert len(page.data) + sum(len(client.get(name, headers=packed).data) for name in named) <= FIRST_VISIT


# --- Errors --------------------------------------------------------------------------------------


def test_a_mistake_of_the_program_shows_no_traceback(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    answer = app.test_client().get("/broken")
    assert answer.status_code == 500
    assert "The program made a mistake" in answer.text
    assert "Traceback" not in answer.text
    assert "division" not in answer.text
    assert "ZeroDivisionError" in caplog.text


def test_what_the_page_itself_says_stands_first(app: Flask) -> None:
    assert "No match &lt;b&gt;7&lt;/b&gt; here." in app.test_client().get("/odd").text


def test_an_unlisted_code_borrows_the_words_of_its_class(app: Flask) -> None:
    assert TEXTS[400].title in app.test_client().get("/teapot").text
    assert TEXTS[500].title in app.test_client().get("/gateway").text


def test_the_server_says_whether_its_database_can_be_read(tmp_path: Path) -> None:
    app = create_app({"DATABASE": tmp_path / "a.db"})
    answer = app.test_client().get("/readyz")
    assert (answer.status_code, answer.text) == (200, "ok\n")
    (tmp_path / "b.db").write_text("no ledger")
    spoiled = create_app({"DATABASE": tmp_path / "b.db"}).test_client()
    assert (spoiled.get("/readyz").status_code, spoiled.get("/healthz").status_code) == (503, 200)


def test_settings_may_be_given(tmp_path: Path) -> None:
    app = create_app({"DATABASE": tmp_path / "a.db", "TRUSTED_HOSTS": ["table.example"], "SECRET_KEY": "given"})
    assert app.config["SECRET_KEY"] == "given"
    assert not (tmp_path / "secret_key").exists()
    assert app.test_client().get("/healthz", headers={"Host": "table.example:8000"}).status_code == 200


def test_theme_colour_is_the_paper_of_the_page(client: FlaskClient) -> None:
    tokens = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
    light, dark = re.findall(r"^  --paper:   (#\w{6})", tokens, re.MULTILINE)
    auto = client.get("/patterns").text
    assert f'<meta name="theme-color" content="{light}" media="(prefers-color-scheme: light)">' in auto
    assert f'<meta name="theme-color" content="{dark}" media="(prefers-color-scheme: dark)">' in auto
    chosen = client.get("/patterns?theme=dark", follow_redirects=True).text
    assert "data-theme" not in client.get("/patterns?theme=auto").text
    assert [each.get("content") for each in found(chosen, "meta[name=theme-color]")] == [dark]


def test_sum_of_a_field_is_beside_its_label_and_a_date_has_no_maxlength(client: FlaskClient) -> None:
    assert found(client.get("/patterns").text, "label output") == []
    (day,) = found(client.get("/evenings/new").text, "input[type=date]")
    assert day.get("maxlength") is None
