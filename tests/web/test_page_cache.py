"""A board is rendered once for all devices. A cached board is never shown after a change, or to a device without the
right to see it."""

import gzip
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.web.board.page_cache import EXTENSION, TAG, TOKEN
from scorekeeper.web.matches import pages
from tests.html_tree import found
from tests.web.tables import FOUR, opened, play, post, token


def test_it_works(app: Flask, match_id: str) -> None:
    first = app.test_client().get(f"/matches/{match_id}")
    with patch.object(pages, "board_page", side_effect=AssertionError("set again")):
        second = app.test_client().get(f"/matches/{match_id}")
    assert first.data == second.data
    assert first.headers["ETag"] == second.headers["ETag"]


def test_what_a_device_has_is_known_without_a_board_or_a_fold_in_any_process(app: Flask, match_id: str) -> None:
    tag = app.test_client().get(f"/matches/{match_id}").headers["ETag"]
    elsewhere = create_app({"DATABASE": app.config["DATABASE"]})
    with patch.object(pages, "_set_board", side_effect=AssertionError("set again")):
        answer = elsewhere.test_client().get(f"/matches/{match_id}", headers={"If-None-Match": tag})
    assert (answer.status_code, answer.headers["ETag"]) == (304, tag)


@pytest.mark.parametrize("query", ["?lang=hu", "?theme=dark", "?text=large", "?lang=cs&theme=light", "?q=x"])
def test_a_choice_in_the_address_is_not_kept_for_others(app: Flask, match_id: str, query: str) -> None:
    plain = app.test_client().get(f"/matches/{match_id}").data
    app.test_client().get(f"/matches/{match_id}{query}")
    assert app.test_client().get(f"/matches/{match_id}").data == plain


def test_each_language_and_theme_has_its_own(app: Flask, match_id: str) -> None:
    pages_ = set()
    for language in ("en", "hu", "cs"):
        for theme in ("light", "dark"):
            client = app.test_client()
            client.set_cookie("lang", language)
            client.set_cookie("theme", theme)
            page = client.get(f"/matches/{match_id}").text
            assert f'<html lang="{language}" data-theme="{theme}">' in page
            pages_.add(page)
    assert len(pages_) == 6


def test_a_form_in_a_kept_board_works_in_the_session_that_sees_it(app: Flask, match_id: str) -> None:
    post(app.test_client(), f"/matches/{match_id}/pause", {"version": "2", "key": "pause-it-now"})
    mine, theirs = app.test_client(), app.test_client()
    assert len({token(device, f"/matches/{match_id}") for device in (mine, theirs)}) == 2
    assert TOKEN not in mine.get(f"/matches/{match_id}").text
    data = {"csrf_token": token(theirs, f"/matches/{match_id}"), "version": "3", "key": "match_resumed-3"}
    assert mine.post(f"/matches/{match_id}/resume", data=data).status_code == 400
    assert theirs.post(f"/matches/{match_id}/resume", data=data).status_code == 303


def test_a_board_with_a_form_is_unchanged_only_for_its_session(app: Flask, match_id: str) -> None:
    post(app.test_client(), f"/matches/{match_id}/pause", {"version": "2", "key": "pause-it-now"})
    mine, theirs = app.test_client(), app.test_client()
    tag = mine.get(f"/matches/{match_id}").headers["ETag"]
    assert mine.get(f"/matches/{match_id}", headers={"If-None-Match": tag}).status_code == 304
    assert theirs.get(f"/matches/{match_id}", headers={"If-None-Match": tag}).status_code == 200


def test_compressed_and_plain_are_the_same_page(client: FlaskClient, match_id: str) -> None:
    plain = client.get(f"/matches/{match_id}")
    zipped = client.get(f"/matches/{match_id}", headers={"Accept-Encoding": "gzip"})
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.data) == plain.data
    assert "Accept-Encoding" in zipped.headers["Vary"]
    (tagged,) = found(plain.text, "[data-tag]")
    assert tagged.get("data-tag") == plain.headers["ETag"] == zipped.headers["ETag"]
    assert TAG not in plain.text


def test_a_newer_version_takes_the_place_of_the_older(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, FOUR)
    for _ in range(5):
        client.get(f"/matches/{match_id}")
        play(app, match_id, (15, 10))
    assert len(app.extensions[EXTENSION]._kept) == 1
