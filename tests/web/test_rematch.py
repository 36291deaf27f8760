"""Rematches: a device with access to a match has the same access to its rematch, and no more."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.club.sharing import ShareKind
from scorekeeper.actions.matches.opening import put_away
from tests.web.devices import device, let_in, link
from tests.web.tables import NOW, desk_of, opened, play, post

OTHERS = ("Eszter", "Karel", "Ana", "Jaan")


@pytest.fixture
def match_id(app: Flask, client: FlaskClient) -> str:
    """A match that is over."""
    match_id = opened(client)
    play(app, match_id, (5200, 340))
    return match_id


def again(app: Flask, browser: FlaskClient, match_id: str, page: str = "/matches/new") -> str:
    """Tap "Rematch"; the id of the match that is played now."""
    version = str(desk_of(app).ledger.version(match_id))
    sent = {"version": version, "key": f"rematch-{match_id}-{version}"}
    answer = post(browser, f"/matches/{match_id}/rematch", sent, page=page)
    assert answer.status_code == 303
    return answer.location.rsplit("/", 1)[1]


def taken_back(app: Flask, match_id: str, kind: ShareKind) -> None:
    """Close a link of a match, as the director does on its page."""
    share = next(share for share in desk_of(app).ledger.shares.of(match_id) if share.kind == kind)
    answer = post(app.test_client(), f"/matches/{match_id}/share/{share.id}/revoke", {})
    assert answer.status_code == 303


# --- The same right --------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["the machine", "the tablet", "a club's tablet"])
def test_who_writes_goes_on_writing_whoever_opened_the_rematch(
    app: Flask, client: FlaskClient, match_id: str, who: str
) -> None:
    tablet = let_in(app, match_id)
    opener = {"the machine": client, "the tablet": tablet, "a club's tablet": let_in(app, None)}[who]
    second = again(app, opener, match_id, page=f"/matches/{match_id}/more")
    assert second != match_id
    assert tablet.get(f"/matches/{second}").status_code == 200
    assert tablet.get(f"/matches/{second}/deals/new").status_code == 200
    sent = {"version": "1", "key": "pause-by-link"}
    assert post(tablet, f"/matches/{second}/pause", sent, page=f"/matches/{second}/more").status_code == 303
    assert desk_of(app).load(second).state.paused


def test_who_watches_goes_on_watching(app: Flask, client: FlaskClient, match_id: str) -> None:
    screen = let_in(app, match_id, "watch")
    second = again(app, client, match_id)
    assert screen.get(f"/matches/{second}/watch").status_code == 200
    assert screen.get(f"/matches/{second}").location == f"/matches/{second}/watch"
    assert screen.get(f"/matches/{second}/deals/new").status_code == 403
    assert screen.post(f"/matches/{second}/pause").status_code == 403


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


# --- The way there ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "board"), [("edit", ""), ("watch", "/watch")])
def test_board_link_and_list_lead_to_the_match_that_is_played(
    app: Flask, client: FlaskClient, match_id: str, kind: ShareKind, board: str
) -> None:
    browser = let_in(app, match_id, kind)
    assert browser.get("/", follow_redirects=True).request.path == f"/matches/{match_id}{board}"
    old = browser.get(f"/matches/{match_id}{board}")
    second = again(app, client, match_id)
    shown = browser.get(f"/matches/{match_id}{board}", headers={"If-None-Match": old.headers["ETag"]})
    assert shown.status_code == 200  # a board that follows the match learns of it
    assert f'href="/matches/{second}{board}"' in shown.text
    assert f"/matches/{match_id}/rematch" not in shown.text
    assert browser.get("/", follow_redirects=True).request.path == f"/matches/{second}{board}"
    assert browser.get(f"/s/token-of-{match_id}-{kind}").location == f"/matches/{second}{board}"


def test_before_there_is_a_rematch_only_who_writes_may_open_one(app: Flask, match_id: str) -> None:
    assert f'action="/matches/{match_id}/rematch"' in let_in(app, match_id).get(f"/matches/{match_id}").text
    assert "Rematch" not in let_in(app, match_id, "watch").get(f"/matches/{match_id}/watch").text


def test_a_match_that_goes_on_after_all_shows_its_own_next_deal(app: Flask, client: FlaskClient, match_id: str) -> None:
    second = again(app, client, match_id)
    assert f"/matches/{second}" in client.get(f"/matches/{match_id}").text
    sent = {"version": "2", "key": "undo-the-last-deal"}
    assert post(client, f"/matches/{match_id}/deals/1/undo", sent).status_code == 303
    board = client.get(f"/matches/{match_id}").text
    assert f"/matches/{second}" not in board
    assert f"/matches/{match_id}/deals/new" in board


def test_a_match_that_was_mended_meanwhile_has_still_one_rematch(
    app: Flask, client: FlaskClient, match_id: str
) -> None:
    second = again(app, client, match_id)
    sent = {"version": "2", "key": "a-rename", "title": "Friday"}
    assert post(client, f"/matches/{match_id}/rename", sent).status_code == 303
    assert again(app, client, match_id) == second


def test_a_rematch_that_was_deleted_is_led_to_no_more(app: Flask, client: FlaskClient, match_id: str) -> None:
    second = again(app, client, match_id)
    put_away(desk_of(app), second, now=NOW)
    assert f'action="/matches/{match_id}/rematch"' in client.get(f"/matches/{match_id}").text
    assert let_in(app, match_id, "watch").get("/").location == f"/matches/{match_id}"


# --- No further ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["edit", "watch"])
@pytest.mark.parametrize("through", ["the first", "the rematch"])
def test_a_link_that_is_taken_back_is_closed_in_the_rematch_too(
    app: Flask, client: FlaskClient, match_id: str, kind: ShareKind, through: str
) -> None:
    browser = let_in(app, match_id, kind)
    second = again(app, client, match_id)
    assert browser.get(f"/matches/{second}/watch").status_code == 200
    page = match_id if through == "the first" else second
    assert f"/matches/{page}/share/{match_id}-{kind}/revoke" in client.get(f"/matches/{page}/share").text
    answer = post(client, f"/matches/{page}/share/{match_id}-{kind}/revoke", {})
    assert answer.status_code == 303
    assert browser.get(f"/matches/{second}/watch").status_code == 403
    assert browser.get(f"/matches/{match_id}/watch").status_code == 403
    assert desk_of(app).ledger.shares.of(second) == ()  # nothing was opened by the way


def test_a_tablet_that_opened_the_rematch_is_shut_out_with_its_link(app: Flask, match_id: str) -> None:
    tablet = let_in(app, match_id)
    second = again(app, tablet, match_id, page=f"/matches/{match_id}/more")
    taken_back(app, match_id, "edit")
    assert tablet.get(f"/matches/{second}").status_code == 403


def test_a_link_of_the_rematch_itself_stays(app: Flask, client: FlaskClient, match_id: str) -> None:
    second = again(app, client, match_id)
    late = let_in(app, second)
    let_in(app, match_id)
    taken_back(app, match_id, "edit")
    assert late.get(f"/matches/{second}").status_code == 200
    assert late.get(f"/matches/{match_id}").status_code == 404


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


def test_nobody_makes_a_rematch_of_a_match_of_others(app: Flask, client: FlaskClient, match_id: str) -> None:
    other = opened(client, OTHERS)
    tablet = let_in(app, match_id)
    sent = {"version": "1", "key": f"rematch-{other}-1"}
    assert post(tablet, f"/matches/{other}/rematch", sent, page=f"/matches/{match_id}/more").status_code == 404
    assert desk_of(app).ledger.rematches.after(other) is None
