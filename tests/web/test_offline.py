"""The program as an app on a device: its manifest, its worker, and the header that says which pages a device may
store."""

import json
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.web.frame.device import link_ids
from scorekeeper.web.frame.version import version
from scorekeeper.web.offline import HEADER, ICONS
from scorekeeper.words import LANGUAGES, words_for
from tests.html_tree import found
from tests.web.devices import let_in, link, with_pin
from tests.web.tables import NOW, desk_of, opened, play, post

STATIC = Path(__file__).resolve().parents[2] / "static"


def said(client: FlaskClient, path: str) -> dict[str, object]:
    """The content of the header that says whether a page may be stored; empty without this header."""
    found: dict[str, object] = json.loads(client.get(path).headers.get(HEADER, "{}"))
    return found


def size(png: bytes) -> str:
    """The width and height of a PNG picture, from its header, such as "192x192"."""
    return "x".join(str(int.from_bytes(png[at : at + 4])) for at in (16, 20))


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_home_screen_is_told_in_the_language_of_the_page(client: FlaskClient, code: str) -> None:
    page = client.get(f"/offline?lang={code}").text
    (manifest,) = found(page, "link[rel=manifest]")
    answer = client.get(manifest.get("href", ""))
    facts = json.loads(answer.data)
    assert answer.mimetype == "application/manifest+json"
    assert (facts["lang"], facts["start_url"], facts["scope"], facts["display"]) == (code, "/", "/", "standalone")
    assert facts["name"] == words_for(code).gettext("Canasta Scorekeeper")
    assert [size(client.get(icon["src"]).data) for icon in facts["icons"]] == [each for _, each, _ in ICONS]
    assert client.get("/manifest/xx.webmanifest").status_code == 404


def test_the_worker_names_every_file_that_pages_need(client: FlaskClient) -> None:
    answer = client.get("/worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assets = json.loads(re.search("const ASSETS = (.+);", answer.text)[1])  # type: ignore[index]
    assert {client.get(path).status_code for path in assets} == {200}
    needed = set(
        re.findall(r'(?:href|src)="(/static/(?!icons)[^"]+)"', client.get("/help").text + client.get("/").text)
    )
    assert needed <= set(assets)
    parts = {f"/static/js/{path.parent.name}/{path.name}" for path in STATIC.glob("js/*/*.js")}
    assert parts | {f"/static/fonts/{path.name}" for path in STATIC.glob("fonts/*.woff2")} <= set(assets)
    assert f'const VERSION = "{said(client, "/help")["version"]}";' in answer.text


def test_another_style_is_another_version(app: Flask, tmp_path: Path) -> None:
    with app.app_context():
        before = version()
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "a.css").write_text("a")
    was, app.static_folder = app.static_folder, str(tmp_path / "static")
    with app.app_context():
        assert version() != before
    app.static_folder = was


def test_a_board_brings_the_list_and_the_deal_being_played_along(client: FlaskClient) -> None:
    match_id = opened(client)
    board = f"/matches/{match_id}"
    assert said(client, board)["keep"] == board
    assert said(client, board)["along"] == ["/", f"{board}/deals/new"]
    assert said(client, f"{board}/watch")["along"] == ["/"]
    assert said(client, "/?lang=hu")["keep"] == "/"


def test_a_page_that_tells_what_was_just_done_is_not_kept_but_the_plain_one(app: Flask) -> None:
    client = app.test_client()
    match_id = opened(client)
    play(app, match_id, (515, 340))
    found = said(client, f"/matches/{match_id}?saved=1")
    assert "keep" not in found
    assert f"/matches/{match_id}" in found["along"]  # type: ignore[operator]


@pytest.mark.parametrize(
    "page", ["/club", "/club/pin", "/director", "/share", "/device", "/players", "/presets", "/matches/new", "/?q=Anna",
             "/matches/{}/share", "/matches/{}/history", "/matches/{}/more", "/matches/{}.json", "/healthz"],
)  # fmt: skip
def test_nothing_else_is_kept(client: FlaskClient, page: str) -> None:
    assert "keep" not in said(client, page.format(opened(client)))


def test_a_device_without_a_link_in_force_forgets_everything_and_is_told(app: Flask) -> None:
    match_id = opened(app.test_client())
    tablet = let_in(app, match_id, "edit")
    assert said(tablet, f"/matches/{match_id}")["along"] == ["/", f"/matches/{match_id}/deals/new"]
    with tablet:
        tablet.get("/help")
        desk_of(app).ledger.shares.revoke(link_ids()[-1], now="2026-11-21T19:00:00.000+00:00")
    answer = tablet.get(f"/matches/{match_id}")
    assert json.loads(answer.headers[HEADER]) == {"forget": "/"}
    assert "was revoked" in answer.text


def test_a_device_forgets_a_match_that_it_may_not_see_any_more_and_nothing_at_a_closed_door(app: Flask) -> None:
    with_pin(app)
    first, second = (opened(app.test_client(), key=f"key-of-{table}") for table in ("one", "two"))
    tablet = let_in(app, first, "edit")
    assert said(tablet, f"/matches/{second}/watch") == {"forget": f"/matches/{second}"}
    assert said(tablet, "/players") == {}
    watching = let_in(app, first, "watch")
    assert said(watching, f"/matches/{first}/deals/new") == {"forget": f"/matches/{first}/deals/new"}
    assert said(watching, f"/matches/{first}/watch")["along"] == ["/"]


def test_every_answer_names_the_links_in_force_whichever_match_they_open(app: Flask) -> None:
    first, second = (opened(app.test_client(), key=f"key-of-{table}") for table in ("one", "two"))
    tablet = let_in(app, first, "edit")
    tablet.get(f"/s/{link(app, second, 'edit')}")
    with tablet:
        board = tablet.get(f"/matches/{second}")
        ids = list(link_ids())
    assert len(ids) == 2
    assert json.loads(board.headers[HEADER])["links"] == ids
    desk_of(app).ledger.shares.revoke(ids[0], now=NOW)
    same = tablet.get(f"/matches/{second}", headers={"If-None-Match": board.headers["ETag"]})
    assert same.status_code == 304  # the header must come with this answer, too
    assert json.loads(same.headers[HEADER])["links"] == ids[1:]
    assert "links" not in said(app.test_client(), "/help")


def test_a_device_that_is_handed_on_is_known_no_more(app: Flask) -> None:
    client = let_in(app, None, "edit")
    assert post(client, "/device", {"name": "By the window"}, "/device").status_code == 303
    assert post(client, "/device/forget", {}, "/device").status_code == 303
    assert client.get("/device").status_code == 403
