"""Links and rematches: a device has the same access to the rematch as to the match, and no more.

An ordinary rematch is in a story.
"""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.club.sharing import ShareKind
from tests.web.devices import device, let_in, link
from tests.web.tables import NOW, desk_of, opened, play, post


@pytest.fixture
def match_id(app: Flask, client: FlaskClient) -> str:
    """A finished match."""
    match_id = opened(client)
    play(app, match_id, (5200, 340))
    return match_id


def again(app: Flask, browser: FlaskClient, match_id: str) -> str:
    """Tap "Rematch". Returns the id of the new match."""
    version = str(desk_of(app).ledger.matches.version(match_id))
    answer = post(browser, f"/matches/{match_id}/rematch", {"version": version, "key": f"rematch-{match_id}-{version}"})
    assert answer.status_code == 303
    return answer.location.rsplit("/", 1)[1]


def test_the_stronger_of_two_links_goes_along(app: Flask, client: FlaskClient, match_id: str) -> None:
    second = again(app, client, match_id)
    token = link(app, match_id, "edit")
    desk_of(app).ledger.shares.add("own", match_id=second, kind="watch", token="a token of its own", now=NOW)
    both = device(app)
    both.get("/s/a token of its own")
    assert both.get(f"/matches/{second}").location == f"/matches/{second}/watch"
    both.get(f"/s/{token}")
    assert both.get(f"/matches/{second}").status_code == 200
    watching = let_in(app, None, "watch")
    watching.get(f"/s/{token}")
    assert watching.get(f"/matches/{second}").status_code == 200


def test_a_link_goes_on_from_rematch_to_rematch_and_never_back(app: Flask, client: FlaskClient, match_id: str) -> None:
    first = let_in(app, match_id)
    second = again(app, client, match_id)
    play(app, second, (5200, 340))
    third = again(app, client, second)
    assert first.get(f"/matches/{third}").status_code == 200
    desk_of(app).ledger.shares.revoke(f"{match_id}-edit", now=NOW)
    late = let_in(app, third)
    assert late.get(f"/matches/{third}").status_code == 200
    assert late.get(f"/matches/{second}").status_code == late.get(f"/matches/{match_id}").status_code == 404


def test_a_match_like_it_is_no_rematch(app: Flask, client: FlaskClient, match_id: str) -> None:
    tablet = let_in(app, match_id)
    like = opened(client, key="the-same-people-again")
    assert like != match_id
    assert tablet.get(f"/matches/{like}").status_code == 404
    assert f'action="/matches/{match_id}/rematch"' in tablet.get(f"/matches/{match_id}").text


@pytest.mark.parametrize(("kind", "board"), [("edit", ""), ("watch", "/watch")])
def test_a_board_that_follows_and_a_link_lead_to_the_match_that_is_played(
    app: Flask, client: FlaskClient, match_id: str, kind: ShareKind, board: str
) -> None:
    browser = let_in(app, match_id, kind)
    old = browser.get(f"/matches/{match_id}{board}")
    second = again(app, client, match_id)
    shown = browser.get(f"/matches/{match_id}{board}", headers={"If-None-Match": old.headers["ETag"]})
    assert shown.status_code == 200
    assert f'href="/matches/{second}{board}"' in shown.text
    assert browser.get(f"/s/token-of-{match_id}-{kind}").location == f"/matches/{second}{board}"


def test_to_share_the_rematch_is_to_show_the_link_that_opens_it(app: Flask, client: FlaskClient, match_id: str) -> None:
    app.config["SHARED_ADDRESS"] = "http://192.168.7.2:8000"
    post(client, f"/matches/{match_id}/share", {"kind": "watch"})
    (share,) = desk_of(app).ledger.shares.of(match_id)
    second = again(app, client, match_id)
    code = f"/matches/{second}/share/{share.id}.svg"
    assert code in client.get(f"/matches/{second}/share").text
    assert client.get(code).status_code == 200
    post(client, f"/matches/{second}/share", {"kind": "watch"})
    assert desk_of(app).ledger.shares.of(second) == ()
    post(client, f"/matches/{second}/share", {"kind": "edit"})
    assert [own.kind for own in desk_of(app).ledger.shares.of(second)] == ["edit"]
    assert "edit" not in [own.kind for own in desk_of(app).ledger.shares.of(match_id)]
