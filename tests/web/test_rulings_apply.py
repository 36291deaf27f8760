"""Applying and withdrawing from the pages: the line on the board, once, and back to the very state."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.actions.referee import bare
from tests.web.tables import desk_of, opened, play, post
from tests.web.test_rulings import texts

TILE = r'<a class="btn tile" href="([^"]+)"[^>]*>(.*?)</a>'
OUT_OF_TURN = {"article": "HU-05", "side": "1", "player": "Jana", "before_partners_turn": "yes"}


@pytest.fixture
def match(app: Flask, client: FlaskClient) -> str:
    """A Hungarian match with two deals played."""
    match_id = opened(client, rules="hungarian")
    play(app, match_id, (1200, 300), (340, 1210))
    return match_id


def form_of(client: FlaskClient, match_id: str, case: dict[str, str]) -> dict[str, str]:
    """The fields of the form that applies a case, as its page has them."""
    return fields_in(client.get(f"/matches/{match_id}/rulings/new", query_string=case).text, match_id)


def fields_in(page: str, match_id: str) -> dict[str, str]:
    """The fields of the form that applies the ruling of a page."""
    form = page.partition(f'action="/matches/{match_id}/rulings"')[2].partition("</form>")[0]
    found = re.findall(r'name="([^"]+)" value="([^"]*)"', form)
    return {unescape(name): unescape(value) for name, value in found}


def apply(client: FlaskClient, match_id: str, case: dict[str, str]):
    """Tap "Apply"."""
    return client.post(f"/matches/{match_id}/rulings", data=form_of(client, match_id, case))


def test_it_works(app: Flask, client: FlaskClient, match: str) -> None:
    answer = apply(client, match, OUT_OF_TURN)
    assert (answer.status_code, answer.location) == (303, f"/matches/{match}")
    board = texts(client.get(f"/matches/{match}").text)
    assert "Jana: Nothing is added to the cards laid out of turn" in board
    assert "HU-05 Laid out of turn −100" in board
    (record,) = desk_of(app).load(match).state.rulings
    assert (record.deal, record.side, record.player, record.points) == (3, 1, "Jana", -100)


def test_points_that_wait_stand_on_the_board_with_their_ruling_above_the_deals(client: FlaskClient, match: str) -> None:
    apply(client, match, OUT_OF_TURN)
    board = texts(client.get(f"/matches/{match}").text)
    assert "3,490 to go −100 when deal 3 is saved" in board
    assert board.index("Jana: HU-05 Laid out of turn −100") < board.index("1,200")
    assert board.count("HU-05 Laid out of turn") == 1


def test_a_ruling_of_an_annulled_deal_charges_nothing_anywhere(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="romanian")
    play(app, match_id, (1200, 300))
    apply(client, match_id, {"article": "RO-11", "side": "0", "deal": "1", "answer": "yes", "able": "no"})
    annulled = {"article": "RO-01", "side": "1", "when": "after_deal", "annulment_requested": "yes"}
    assert apply(client, match_id, annulled).status_code == 303
    for page in ("", "/rulings", "/sheet"):
        said = texts(client.get(f"/matches/{match_id}{page}").text)
        assert "deal annulled" in said, page
        assert "−500" not in said, page
    assert "ruling,annulled" in client.get(f"/matches/{match_id}.csv").data.decode()


def test_a_raise_stands_on_the_board_with_its_reason(client: FlaskClient, match: str) -> None:
    case = {"article": "HU-03", "side": "0", "next_player_acted": "no", "cure": "none", "admitted_at_once": "yes"}
    apply(client, match, case)
    board = texts(client.get(f"/matches/{match}").text)
    assert "100 opening minimum 90 + 10 penalty" in board


def test_a_double_tap_is_one_ruling(app: Flask, client: FlaskClient, match: str) -> None:
    form = form_of(client, match, OUT_OF_TURN)
    for _ in range(2):
        assert client.post(f"/matches/{match}/rulings", data=form).status_code == 303
    assert len(desk_of(app).load(match).state.rulings) == 1


def test_somebody_else_was_first(app: Flask, client: FlaskClient, match: str) -> None:
    form = form_of(client, match, OUT_OF_TURN)
    apply(client, match, {"article": "HU-14", "side": "0"})
    answer = client.post(f"/matches/{match}/rulings", data=form)
    assert answer.status_code == 409
    assert "Your entry was not saved over it" in texts(answer.text)
    assert [ruling.article for ruling in desk_of(app).load(match).state.rulings] == ["HU-14"]
    again = fields_in(answer.text, match)
    assert client.post(f"/matches/{match}/rulings", data=again).status_code == 303
    assert [ruling.article for ruling in desk_of(app).load(match).state.rulings] == ["HU-14", "HU-05"]


def test_whoever_was_first_with_the_same_ruling_is_named(client: FlaskClient, match: str) -> None:
    form = form_of(client, match, OUT_OF_TURN)
    apply(client, match, OUT_OF_TURN)
    answer = client.post(f"/matches/{match}/rulings", data=form)
    assert "Earlier against this side Deal 3, Jana: HU-05 Laid out of turn" in texts(answer.text)


def test_withdrawing_restores_the_very_state(app: Flask, client: FlaskClient, match: str) -> None:
    before = desk_of(app).load(match).state
    apply(client, match, OUT_OF_TURN)
    state = desk_of(app).load(match).state
    url = f"/matches/{match}/rulings/{state.rulings[0].id}/withdraw"
    fields = {"version": str(state.version), "key": "withdraw-once", "reason": "It was the other side"}
    answer = post(client, url, fields)
    assert (answer.status_code, answer.location) == (303, f"/matches/{match}/rulings")
    assert repr(bare(desk_of(app).load(match).state)) == repr(bare(before))
    assert "withdrawn" in texts(client.get(f"/matches/{match}/rulings").text)
    assert "It was the other side" in client.get(f"/matches/{match}/history").text
    again = post(client, url, {**fields, "version": str(state.version + 1), "key": "withdraw-twice"})
    assert again.status_code == 422
    assert "There is no such ruling in force." in texts(again.text)


def test_a_ruling_of_a_finished_deal_changes_its_score(client: FlaskClient, match: str) -> None:
    apply(client, match, {**OUT_OF_TURN, "deal": "1"})
    board = texts(client.get(f"/matches/{match}").text)
    assert "1,410" in board
    assert "HU-05" in texts(client.get(f"/matches/{match}/deals/1").text)


def test_earlier_rulings_are_at_hand(client: FlaskClient, match: str) -> None:
    apply(client, match, OUT_OF_TURN)
    query = {"article": "HU-03", "side": "1"}
    said = texts(client.get(f"/matches/{match}/rulings/new", query_string=query).text)
    assert "Earlier against this side Deal 3, Jana: HU-05 Laid out of turn" in said
    other = texts(client.get(f"/matches/{match}/rulings/new", query_string={**query, "side": "0"}).text)
    assert "Earlier against" not in other


def test_what_nobody_did_wrong_is_not_held_against_a_side(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="romanian")
    play(app, match_id, (1200, 300))
    pack = {"article": "RO-01", "side": "1", "when": "during_deal", "annulment_requested": "no"}
    for case in (pack, {"article": "RO-12", "side": "1"}):
        assert apply(client, match_id, case).status_code == 303
    query = {"article": "RO-09", "side": "1"}
    said = texts(client.get(f"/matches/{match_id}/rulings/new", query_string=query).text)
    assert "Earlier against this side Deal 2, Jana & Tõnu: RO-12 Touching the stock too early" in said
    assert "RO-01" not in said


@pytest.mark.parametrize(
    ("points", "asks", "ways"),
    [
        ("500", "500 has no minus", {"It is a fine: −500": -500, "It is given: +500": 500}),
        ("-37", "ends in 0 or 5; -37 does not", {"Yes, −37 is correct": -37}),
    ],
)
def test_a_figure_that_looks_mistyped_is_asked_about(
    app: Flask, client: FlaskClient, match: str, points: str, asks: str, ways: dict[str, int]
) -> None:
    decided = {**OUT_OF_TURN, "override": "yes", "points": points, "raise": "0", "reason": "Why", "deal": "3"}
    answer = client.get(f"/matches/{match}/rulings/new", query_string=decided)
    assert answer.status_code == 422
    assert asks in texts(answer.text)
    assert 'value="Why"' in answer.text or ">Why</textarea>" in answer.text
    found = {texts(f"<main {label}"): unescape(url) for url, label in re.findall(TILE, answer.text)}
    for label, figure in ways.items():
        page = client.get(next(url for text, url in found.items() if label in text))
        assert page.status_code == 200
        answer = client.post(f"/matches/{match}/rulings", data=fields_in(page.text, match))
        assert answer.status_code == 303
        assert desk_of(app).load(match).state.rulings[-1].points == figure


def test_a_director_decides_otherwise_and_says_why(app: Flask, client: FlaskClient, match: str) -> None:
    page = client.get(f"/matches/{match}/rulings/new", query_string={**OUT_OF_TURN, "override": "form"}).text
    assert 'name="points" type="text" inputmode="text" autocomplete="off" maxlength="60" value="-100"' in page
    decided = {**OUT_OF_TURN, "override": "yes", "points": "−50", "raise": "10", "reason": "First evening"}
    said = texts(client.get(f"/matches/{match}/rulings/new", query_string=decided).text)
    assert "Why The director decides in place of HU-05: First evening" in said
    assert "−50 · minimum +10, Jana & Tõnu Ruling for Jana" in said
    assert "that costs 100" not in said
    assert "90 + 10 = 100" in said
    assert "Apply the override to deal 3" in said
    assert apply(client, match, decided).status_code == 303
    (record,) = desk_of(app).load(match).state.rulings
    assert (record.points, record.opening_raise, record.reason, record.override) == (-50, 10, "First evening", True)
    assert "Director’s override First evening" in texts(client.get(f"/matches/{match}/rulings").text)


@pytest.mark.parametrize(
    ("wrong", "field", "says"),
    [
        ({"reason": " "}, "reason", "Give the reason."),
        ({"points": "lots"}, "points", "Expected a whole number"),
        ({"points": "-20000"}, "points", "Allowed: -10000 to 10000."),
        ({"raise": "-5"}, "raise", "Allowed: 0 to 1000."),
    ],
)
def test_an_override_with_a_mistake_comes_back(
    app: Flask, client: FlaskClient, match: str, wrong: dict[str, str], field: str, says: str
) -> None:
    decided = {**OUT_OF_TURN, "override": "yes", "points": "-50", "raise": "0", "reason": "Why", "deal": "3", **wrong}
    for answer in (
        client.get(f"/matches/{match}/rulings/new", query_string=decided),
        post(client, f"/matches/{match}/rulings", {**decided, "version": "3", "key": "key-of-it"}),
    ):
        assert answer.status_code == 422
        assert f'id="{field}-error"' in answer.text
        assert says in texts(answer.text).replace("−", "-").replace(",000", "000")
    assert desk_of(app).load(match).state.rulings == ()


def test_the_duties_of_a_ruling_are_ticked_off_on_the_board(client: FlaskClient, match: str) -> None:
    apply(client, match, {"article": "HU-02", "side": "0", "player": "Ilona"})
    board = client.get(f"/matches/{match}").text
    form = board.partition(f'action="/matches/{match}/obligations"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    assert client.post(f"/matches/{match}/obligations", data=fields).status_code == 303
    assert "The exposed card" not in texts(client.get(f"/matches/{match}").text)
    assert "done" in texts(client.get(f"/matches/{match}/rulings").text)


def test_a_finished_match_is_reopened_openly(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="hungarian")
    play(app, match_id, (5050, 300))
    assert apply(client, match_id, {**OUT_OF_TURN, "side": "0", "player": "Ilona"}).status_code == 303
    assert not desk_of(app).load(match_id).state.over
