"""The board of a match: what it shows, how a second device follows it, and what may be done from it."""

import re
from unittest.mock import patch

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.matches.rulings import Decision, apply_ruling
from scorekeeper.web.matches.table import FURTHER
from tests.web.tables import NOW, desk_of, opened, play, post

FACE_UP = Decision(article="HU-02", deal=1, side=1, answers={}, player="Tõnu")


def test_it_works(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (515, 340), (1290, 205), (-85, 640))
    page = client.get(f"/matches/{match_id}").text
    assert "Deal 4 in play" in page
    assert re.findall(r'<p class="total">([^<]+)</p>', page) == ["1,720", "1,185"]
    assert "score 1,500 to 2,995" in page
    assert "Ilona &amp; Mihai" in page


def test_an_unknown_match_is_404(client: FlaskClient) -> None:
    for page in ("", "/watch", "/more", "/history", "/deals/1", ".json", ".csv"):
        assert client.get(f"/matches/unknown{page}").status_code == 404


def test_every_post_to_an_unknown_match_is_404(client: FlaskClient) -> None:
    for act in ("pause", "resume", "rename", "obligations", "rematch"):
        data = {"version": "1", "key": "some-key-1", "index": "0", "ruling": "x", "title": "y"}
        assert post(client, f"/matches/unknown/{act}", data).status_code == 404


def test_more_leads_to_every_further_page(client: FlaskClient) -> None:
    match_id = opened(client)
    page = client.get(f"/matches/{match_id}/more").text
    for path, *_ in FURTHER:
        assert f'href="{path.format(match_id)}"' in page


def test_a_title_that_is_too_long_comes_back_at_its_field_as_it_was_typed(client: FlaskClient) -> None:
    match_id = opened(client)
    title = "Friday " * 20
    answer = post(client, f"/matches/{match_id}/rename", {"version": "1", "key": "match-renamed-1", "title": title})
    assert answer.status_code == 422
    assert re.search(rf'value="{title.strip()}"[^>]*aria-describedby="title-error"', answer.text)
    assert re.search(r'<a href="#title">([^<]+)</a>.*<p class="error" id="title-error">\1</p>', answer.text, re.DOTALL)


# --- A second device -----------------------------------------------------------------------------


def test_an_unchanged_board_is_304_without_folding(client: FlaskClient) -> None:
    match_id = opened(client)
    tag = client.get(f"/matches/{match_id}").headers["ETag"]
    with patch.object(Desk, "load", side_effect=AssertionError("folded")):
        answer = client.get(f"/matches/{match_id}", headers={"If-None-Match": tag})
    assert answer.status_code == 304
    assert answer.data == b""
    assert answer.headers["ETag"] == tag


def test_a_changed_board_is_sent_again(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    tag = client.get(f"/matches/{match_id}").headers["ETag"]
    play(app, match_id, (515, 340))
    answer = client.get(f"/matches/{match_id}", headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert "515" in answer.text
    assert answer.headers["ETag"] != tag


def test_another_language_is_another_board(client: FlaskClient) -> None:
    match_id = opened(client)
    tag = client.get(f"/matches/{match_id}").headers["ETag"]
    assert client.get(f"/matches/{match_id}?lang=hu", headers={"If-None-Match": tag}).status_code == 200


def test_the_page_tells_its_script_what_to_ask(client: FlaskClient) -> None:
    match_id = opened(client)
    answer = client.get(f"/matches/{match_id}")
    assert f'data-address="/matches/{match_id}"' in answer.text
    tag = re.search(r'data-tag="([^"]+)"', answer.text)
    assert tag
    assert tag[1].replace("&#34;", '"') == answer.headers["ETag"]


def test_those_who_watch_can_change_nothing(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (515, 340))
    page = client.get(f"/matches/{match_id}/watch").text
    assert "<form" not in page
    links = re.findall(rf'(?:href|action)="(/matches/{match_id}[^"?]*)', page)
    assert links == []
    assert f'data-address="/matches/{match_id}/watch"' in page


# --- Acts ------------------------------------------------------------------------------------------


def test_a_paused_match_is_resumed(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    assert post(client, f"/matches/{match_id}/pause", {"version": "1", "key": "match_paused-1"}).status_code == 303
    page = client.get(f"/matches/{match_id}").text
    assert "Resume" in page
    answer = post(client, f"/matches/{match_id}/resume", {"version": "2", "key": "match_resumed-2"})
    assert answer.location == f"/matches/{match_id}"
    assert not desk_of(app).load(match_id).state.paused


def test_the_end_names_the_winner_margin_and_money(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, currency="EUR", **{"options.stake-per-100": "2.50"})
    play(app, match_id, (5000, 340))
    page = client.get(f"/matches/{match_id}").text
    assert "Won by 4,660: Ilona &amp; Mihai" in page
    assert "To pay: €116.50" in page
    assert f'action="/matches/{match_id}/rematch"' in page


def test_a_rematch_keeps_the_seats_and_is_one_match(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, **{"side_names[0]": "North–South"})
    play(app, match_id, (5000, 340))
    page = client.get(f"/matches/{match_id}").text
    key = re.search(r'name="key" value="(rematch-[^"]+)"', page)
    assert key
    sent = {"version": "2", "key": key[1]}
    first, second = (post(client, f"/matches/{match_id}/rematch", sent) for _ in range(2))
    assert first.location == second.location != f"/matches/{match_id}"
    setup = desk_of(app).load(first.location.rsplit("/", 1)[1]).state.setup
    assert setup.seats == ("Ilona", "Jana", "Mihai", "Tõnu")
    assert setup.sides[0].name == "North–South"
    assert setup.first_dealer == 1


def test_an_obligation_is_ticked_off_from_the_board(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="hungarian")
    owed = _ruling_with_obligation(app, match_id)
    page = client.get(f"/matches/{match_id}").text
    assert f'action="/matches/{match_id}/obligations"' in page
    data = {"ruling": owed, "index": "0", "version": "2"}
    assert post(client, f"/matches/{match_id}/obligations", data).status_code == 303
    assert desk_of(app).load(match_id).state.obligations == ()
    again = post(client, f"/matches/{match_id}/obligations", data)
    assert again.status_code == 303  # a second tap is the same act


def test_a_stale_act_is_told_what_changed_meanwhile(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (515, 340), (100, 100))
    answer = post(client, f"/matches/{match_id}/pause", {"version": "1", "key": "match_paused-1"})
    assert answer.status_code == 409
    said = re.findall(r"<li>(Deal \d recorded.*?)</li>", answer.text)
    assert [re.sub(r"\d\d:\d\d", "now", each) for each in said] == [
        "Deal 1 recorded, Ilona &amp; Mihai 515, Jana &amp; Tõnu 340 – test, now",
        "Deal 2 recorded, Ilona &amp; Mihai 100, Jana &amp; Tõnu 100 – test, now",
    ]
    assert f'href="/matches/{match_id}"' in answer.text


def test_an_act_without_version_or_key_is_400(client: FlaskClient) -> None:
    match_id = opened(client)
    for data in ({}, {"version": "1"}, {"version": "one", "key": "match_paused-1"}, {"version": "1", "key": "short"}):
        assert post(client, f"/matches/{match_id}/pause", data).status_code == 400


def test_the_title_changes(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    data = {"version": "1", "key": "rename-test-1", "title": "  Friday   club "}
    assert post(client, f"/matches/{match_id}/rename", data).status_code == 303
    assert "Friday club" in client.get(f"/matches/{match_id}").text


def test_a_title_that_is_too_long_stays_in_its_field(client: FlaskClient) -> None:
    match_id = opened(client)
    answer = post(client, f"/matches/{match_id}/rename", {"version": "1", "key": "rename-test-1", "title": "x" * 61})
    assert answer.status_code == 422
    assert "x" * 61 in answer.text
    assert 'id="title-error"' in answer.text


def test_more_shows_the_frozen_rules_and_every_deal(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, **{"options.target": "3000"})
    play(app, match_id, (515, 340))
    page = client.get(f"/matches/{match_id}/more").text
    assert "3,000" in page
    assert f'href="/matches/{match_id}/deals/1"' in page
    assert f'href="/matches/{match_id}/history"' in page


def _ruling_with_obligation(app: Flask, match_id: str) -> str:
    """A ruling that still asks something: a card of Tõnu lies exposed."""
    desk = desk_of(app)
    stamp = Stamp(1, "ruling-key-1", "test", NOW)
    apply_ruling(desk, match_id, FACE_UP, stamp, ruling_id="r1")
    assert desk.load(match_id).state.obligations
    return "r1"


def test_ruling_recount_and_may_i_are_one_tap_from_every_board(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, **{"options.target": "1000"})
    board = f"/matches/{match_id}"

    def one_tap() -> list[str]:
        page = client.get(board).text
        return [way for way in ("rulings/new", "recount", "may-i") if f'href="{board}/{way}"' in page]

    new = one_tap()
    post(client, f"{board}/pause", {"version": "1", "key": "key-pause"})
    paused = one_tap()
    post(client, f"{board}/resume", {"version": "2", "key": "key-resume"})
    play(app, match_id, (1005, 340))
    assert "Match over" in client.get(board).text
    assert new == paused == one_tap() == ["rulings/new", "recount", "may-i"]
