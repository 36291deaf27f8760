"""What every page shares: its head, its language and theme, its static files, its error pages."""

import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.web.frame.desk import close_desk
from scorekeeper.web.frame.errors import TEXTS
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.web.sheets import close_printer
from scorekeeper.words import LANGUAGES
from tests.web.conftest import ReadingClient
from tests.web.tables import one_line, opened, play
from tools.patterns.pages import with_patterns
from tools.patterns.samples import SAMPLES

PAGES = ["/patterns", *(f"/patterns/board/{name}" for name in SAMPLES), "/patterns/error/404"]
STATIC = Path(__file__).resolve().parents[2] / "static"
FIRST_VISIT = 120_000


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Give the tests of this file an application of their own, with views that fail in every way."""
    app = with_patterns(create_app({"DATABASE": tmp_path_factory.mktemp("base") / "scorekeeper.db"}))
    app.test_client_class = ReadingClient
    failing: dict[str, Callable[[], object]] = {
        "/broken": lambda: 1 // 0,
        "/odd": lambda: abort(404, description="No match <b>7</b> here."),
        "/api/odd": lambda: abort(404, description="No rule set “x”."),
        "/teapot": lambda: abort(418),
        "/gateway": lambda: abort(504),
    }
    for rule, view in failing.items():
        app.add_url_rule(rule, f"fails at {rule}", needs(Right.WATCH)(view))
    app.add_url_rule("/save", "saves nothing", needs(Right.WRITE)(lambda: abort(422)), methods=["POST"])
    yield app
    close_printer(app)
    close_desk(app)


def links(html: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', html)


def test_it_works(client: FlaskClient) -> None:
    html = client.get("/patterns").text
    assert html.startswith("<!doctype html>")
    assert '<html lang="en">' in html
    assert "<title>Patterns</title>" in html
    assert html.count("<h1>") == 1
    assert html.index('class="skip') < html.index("<header")
    assert 'href="#main"' in html
    assert '<main id="main"' in html


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_style_or_script_of_its_own_and_its_fragments_lead_to_one_place(
    client: FlaskClient, path: str
) -> None:
    html = client.get(path).text
    assert re.findall(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:", html) == []
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert sorted(ids) == sorted(set(ids))
    assert {target for target in re.findall(r'href="#([^"]+)"', html) if target} <= set(ids)


# --- Language and theme --------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_device_keeps_the_language_it_chose(client: FlaskClient, code: str) -> None:
    assert f'<html lang="{code}"' in client.get(f"/patterns?lang={code}").text
    later = client.get("/patterns", headers={"Accept-Language": "fi"})
    assert f'<html lang="{code}"' in later.text
    assert later.headers["Content-Language"] == code


@pytest.mark.parametrize(
    ("accepted", "code"), [("cs, en;q=0.5", "cs"), ("hu-HU,hu;q=0.9", "hu"), ("fi, sv", "en"), ("", "en")]
)
def test_without_a_choice_the_browser_decides(client: FlaskClient, accepted: str, code: str) -> None:
    answer = client.get("/patterns", headers={"Accept-Language": accepted})
    assert answer.headers["Content-Language"] == code
    assert {"accept-language", "cookie"} <= {name.lower() for name in answer.vary}


def test_an_unknown_language_changes_nothing(client: FlaskClient) -> None:
    answer = client.get("/patterns/board/start?lang=xx&theme=pink")
    assert answer.headers["Content-Language"] == "en"
    assert "Set-Cookie" not in answer.headers
    client.set_cookie("lang", "hu")
    assert client.get("/patterns?lang=xx").headers["Content-Language"] == "hu"


def test_numbers_are_written_as_the_language_does(client: FlaskClient) -> None:
    assert '<p class="total">2,835</p>' in client.get("/patterns/board/usual").text
    assert '<p class="total">2.835</p>' in client.get("/patterns/board/usual?lang=ro").text
    assert "\u221285" in client.get("/patterns/board/usual").text


def test_a_size_of_text_is_kept_and_sets_the_widths_at_which_pages_change(client: FlaskClient) -> None:
    assert "data-text" not in client.get("/help").text
    assert '<html lang="en" data-text="largest">' in one_line(client.get("/help?text=largest").text)
    page = client.get("/help").text
    sheet = re.search(r'"(/static/css/layout\.largest\.css\?v=\w+)"', page)
    assert sheet
    answer = client.get(sheet[1])
    assert answer.mimetype == "text/css"
    assert "immutable" in answer.headers["Cache-Control"]
    assert "@media (max-width: 47.9em)" in client.get("/static/css/layout.css").text
    assert "@media (max-width: 62.27em)" in answer.text
    assert "max-width: 47.9em" not in answer.text
    assert client.get("/static/css/unknown.large.css").status_code == 404
    client.get("/help?text=normal")
    assert "data-text" not in client.get("/help").text


def test_the_theme_is_fixed_only_where_the_device_chose_one(client: FlaskClient) -> None:
    assert "data-theme" not in client.get("/patterns").text
    assert '<html lang="en" data-theme="dark">' in client.get("/patterns?theme=dark").text
    assert 'data-theme="dark"' in client.get("/patterns").text
    assert "data-theme" not in client.get("/patterns?theme=auto").text


def test_the_language_links_keep_the_rest_of_the_address(client: FlaskClient) -> None:
    assert 'href="?seen=1&amp;lang=hu"' in client.get("/patterns?seen=1&lang=en").text


def test_on_a_page_that_only_takes_posts_the_language_links_lead_to_the_list(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "WTF_CSRF_ENABLED", False)
    assert 'href="/?lang=hu"' in app.test_client().post("/save").text


def test_the_language_links_of_an_answer_to_a_form_lead_to_the_page_of_the_form(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = opened(client)
    play(app, match_id, (500, 300))
    monkeypatch.setitem(app.config, "WTF_CSRF_ENABLED", False)
    match, fields = f"/matches/{match_id}", {"key": "key-of-the-form", "version": "2"}
    for form, more, page in (
        ("/matches", {"players[0]": "Ilona"}, "/matches/new"),
        ("/presets", {"preset_name": ""}, "/presets"),
        (f"{match}/pause", {"version": "1"}, match),
        (f"{match}/deals/2", {"act": "draw"}, f"{match}/deals/new"),
        (f"{match}/deals/2", {"act": "save"}, f"{match}/deals/new"),
        (f"{match}/deals/1", {"act": "draw", "mode": "amend"}, f"{match}/deals/1/amend"),
        (f"{match}/deals/1", {"act": "save"}, f"{match}/deals/1/amend"),
    ):
        assert f'href="{page}?lang=hu"' in app.test_client().post(form, data={**fields, **more}).text, form
        assert app.test_client().get(page).status_code == 200


# --- Static files --------------------------------------------------------------------------------


def test_every_file_that_a_page_names_is_there_and_kept_for_a_year(client: FlaskClient) -> None:
    for link in links(client.get("/patterns").text):
        answer = client.get(link)
        assert answer.status_code == 200, link
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable", link


def test_a_file_without_its_hash_is_asked_for_again(client: FlaskClient) -> None:
    answer = client.get("/static/css/base.css")
    assert "immutable" not in answer.headers["Cache-Control"]
    again = client.get("/static/css/base.css", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


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


def test_what_is_worth_it_travels_compressed(client: FlaskClient) -> None:
    plain = client.get("/patterns")
    packed = client.get("/patterns", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(packed.data).startswith(b"<!doctype html>")
    assert len(packed.data) * 3 < len(plain.data)
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Content-Encoding" not in client.get("/healthz", headers={"Accept-Encoding": "gzip"}).headers


def test_a_compressed_file_is_still_confirmed_by_its_tag(client: FlaskClient) -> None:
    wanted = {"Accept-Encoding": "gzip"}
    first = client.get("/static/css/components.css", headers=wanted)
    assert first.headers["Content-Encoding"] == "gzip"
    again = client.get("/static/css/components.css", headers={**wanted, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("language", ["en", "cs"])
def test_a_first_visit_is_light(client: FlaskClient, language: str) -> None:
    packed = {"Accept-Encoding": "gzip"}
    page = client.get(f"/patterns/board/usual?lang={language}", headers=packed)
    fonts = ["/static/fonts/table-sans-five.woff2", "/static/fonts/table-serif-five.woff2"]
    named = set(links(gzip.decompress(page.data).decode())) | set(fonts if language != "en" else [])
    assert len(page.data) + sum(len(client.get(name, headers=packed).data) for name in named) <= FIRST_VISIT


# --- Errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", TEXTS)
def test_an_error_says_what_happened_and_what_to_do(client: FlaskClient, code: int) -> None:
    answer = client.get(f"/patterns/error/{code}")
    assert answer.status_code == code
    text = TEXTS[code]
    for sentence in (text.title, text.says, text.do):
        assert sentence.replace("'", "&#39;") in answer.text
    assert answer.headers["X-Request-ID"] in answer.text


def test_a_mistake_of_the_program_shows_no_traceback(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    answer = app.test_client().get("/broken")
    assert answer.status_code == 500
    assert "The program made a mistake" in answer.text
    assert "Traceback" not in answer.text
    assert "division" not in answer.text
    assert "ZeroDivisionError" in caplog.text


def test_what_the_page_itself_says_stands_first(app: Flask) -> None:
    assert "No match &lt;b&gt;7&lt;/b&gt; here." in app.test_client().get("/odd").text


def test_programs_get_an_object(app: Flask) -> None:
    assert app.test_client().get("/api/odd").json == {"error": {"kind": "not_found", "message": "No rule set “x”."}}
    answer = app.test_client().get("/nowhere", headers={"Accept": "application/json"})
    assert answer.json["error"]["message"] == TEXTS[404].says


def test_an_unlisted_code_borrows_the_words_of_its_class(app: Flask) -> None:
    assert TEXTS[400].title in app.test_client().get("/teapot").text
    assert TEXTS[500].title in app.test_client().get("/gateway").text


def test_an_error_page_speaks_the_language_of_the_device(client: FlaskClient) -> None:
    client.set_cookie("lang", "hu")
    assert '<html lang="hu">' in client.get("/nowhere").text


def test_the_server_says_that_it_is_up(client: FlaskClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert "Set-Cookie" not in answer.headers


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
    assert re.findall('<meta name="theme-color" content="(.*?)">', chosen) == [dark]


def test_sum_of_a_field_is_beside_its_label_and_a_date_has_no_maxlength(client: FlaskClient) -> None:
    assert not re.search(r"<label[^>]*>(?:(?!</label>).)*<output", client.get("/patterns").text, re.DOTALL)
    assert "maxlength" not in re.findall(r'<input[^>]*type="date"[^>]*>', client.get("/evenings/new").text)[0]
