"""The open questions of a deal, in the order in which the page asks them."""

import re

import pytest
from flask.testing import FlaskClient

from scorekeeper.engine.values import replace
from scorekeeper.rulebook.loader import resolve
from scorekeeper.web.deals.entry import read_entry
from scorekeeper.web.deals.fields import Form
from scorekeeper.web.deals.questions import open_questions
from scorekeeper.web.deals.shape import Fields, Shape
from tests.web.tables import opened
from tests.web.test_deals import send

CLASSIC, BURRACO, FOOT = Shape(resolve("classic")), Shape(resolve("burraco")), Shape(resolve("hand-and-foot"))
AMERICAN = Shape(resolve("modern-american"))
CUTTHROAT = Shape(resolve("hungarian", "cutthroat"), names=("Ilona", "Jana", "Mihai"))
CLUB = replace(CLASSIC, every_card=True)
BY_CARDS = {"end": "0", "s0-n-K": "7", "s1-n-Q": "3"}
TOTALS = {"end": "0", "s0-way": "totals", "s1-way": "totals", "s0-mp": "420"}
COUNTS = {"end": "0", "s0-way": "counts", "s1-way": "counts", "s0-c-tens": "7", "s1-c-tens": "3"}
TWO_HANDS = {"s1-hand": "players", "s1-h0-A": "1"}

Asked = list[tuple[str, str]]
QUESTIONS: list[tuple[str, Shape, Fields, Asked]] = [
    (
        "an empty page",
        CLASSIC,
        {},
        [("end", "end_missing"), ("s0-melds", "melded_nothing"), ("s1-melds", "melded_nothing")],
    ),
    (
        "cutthroat",
        CUTTHROAT,
        {"s0-n-K": "3", "s1-n-K": "3", "s2-n-A": "3"},
        [("took", "took_missing"), ("end", "end_missing")],
    ),
    # who did not go out holds a card, in each way
    ("by cards", CLASSIC, BY_CARDS, [("s1-hp", "points_missing")]),
    ("by cards, told", CLASSIC, {**BY_CARDS, "s1-hp": "20"}, []),
    ("by cards, each card told", CLUB, {**BY_CARDS, "left": "40"}, [("s1-h0", "hand_missing")]),
    ("by cards, a red three alone", CLUB, {**BY_CARDS, "left": "40", "s1-h0-red3": "1"}, []),
    ("by counts", CLASSIC, COUNTS, [("s1-hp", "points_missing")]),
    ("by totals", CLASSIC, {**TOTALS, "s1-mp": "85"}, [("s1-hp", "points_missing")]),
    ("by totals, told", CLASSIC, {**TOTALS, "s1-mp": "85", "s1-hp": "60"}, []),
    (
        "stock ran out",
        CLASSIC,
        {**TOTALS, "end": "none", "s1-mp": "5"},
        [("s0-hp", "points_missing"), ("s1-hp", "points_missing")],
    ),
    ("one of two hands", CLASSIC, {**BY_CARDS, **TWO_HANDS}, [("s1-h1", "hand_missing")]),
    ("one of two hands, card by card", CLUB, {**BY_CARDS, **TWO_HANDS, "left": "9"}, [("s1-h1", "hand_missing")]),
    ("a foot that was not begun", FOOT, {**TOTALS, "s1-mp": "85", "s1-feet": "1"}, []),
    # two who play together each hold a card; who has nothing but red threes is not asked
    (
        "allies",
        CUTTHROAT,
        {"end": "0", "took": "0", "s0-n-K": "7", "s1-n-Q": "3", "s1-h0-A": "1"},
        [("s2-h0", "hand_missing")],
    ),
    # nothing is worth nothing, which may be so
    ("nothing in hand", CLASSIC, {**TOTALS, "s1-mp": "85", "s1-hp": "0"}, [("s1-hp", "hand_nothing")]),
    ("nothing in hand, sure", CLASSIC, {**TOTALS, "s1-mp": "85", "s1-hp": "0", "s1-empty": "yes"}, []),
    ("nothing melded", CLASSIC, {**TOTALS, "s1-hp": "60"}, [("s1-mp", "melded_nothing")]),
    ("nothing melded, sure", CLASSIC, {**TOTALS, "s1-hp": "60", "s1-nothing": "yes"}, []),
    ("nothing melded, said by 0", CLASSIC, {**TOTALS, "s1-hp": "60", "s1-mp": "0"}, []),
    ("nothing counted", BURRACO, {**COUNTS, "s1-c-tens": "0", "s1-hp": "60"}, [("s1-c-jokers", "melded_nothing")]),
    # canastas are made of cards
    ("canastas without points", CLASSIC, {**TOTALS, "s1-hp": "60", "s1-can-mixed": "1"}, [("s1-mp", "melded_missing")]),
    ("a special hand", AMERICAN, {"end": "0", "special": "straight", "s1-n-K": "3", "s1-hp": "60"}, []),
    # what cannot be read or cannot be, before what is missing
    (
        "unclear",
        CLASSIC,
        {**TOTALS, "s0-mp": "x", "s1-mp": "5"},
        [("s0-mp", "number_unclear"), ("s1-hp", "points_missing")],
    ),
    # where a club requires them, the cards left are counted with all the others
    ("a club", CLUB, {**BY_CARDS, "s1-h0-A": "1"}, [("left", "left_missing")]),
    ("a club, counted", CLUB, {**BY_CARDS, "s1-h0-A": "1", "left": "0"}, []),
    ("a club, points in hand", CLUB, {**BY_CARDS, "s1-hand": "points", "s1-hp": "20"}, []),
]


@pytest.mark.parametrize(
    ("game", "fields", "asked"), [each[1:] for each in QUESTIONS], ids=[each[0] for each in QUESTIONS]
)
def test_a_deal_asks_in_the_order_of_its_page(game: Shape, fields: Fields, asked: Asked) -> None:
    assert [(each.field, each.key) for each in open_questions(read_entry(Form(game, fields)))] == asked


def test_a_figure_that_was_refused_is_asked_for_before_what_is_missing() -> None:
    entered = read_entry(Form(CLASSIC, {**TOTALS, "s0-mp": "4200"}))
    first, *_ = open_questions(entered, "s0-mp")
    assert (first.field, first.key, first.team) == ("s0-mp", "refused", entered.form.teams[0])


def test_an_empty_hand_and_nothing_melded_are_not_asked_again_when_the_deal_is_amended(client: FlaskClient) -> None:
    match_id = opened(client)
    fields = {**TOTALS, "end": "none", "s0-hp": "0", "s0-empty": "yes", "s1-hp": "60", "s1-nothing": "yes"}
    assert send(client, match_id, 1, fields).status_code == 303
    page = client.get(f"/matches/{match_id}/deals/1/amend").text
    kept = dict(re.findall(r'name="(s\d-[a-z]+)"[^>]*? value="([^"]*)"', page))
    answers = {name: kept.get(name, "") for name in ("s0-hp", "s0-empty", "s1-nothing")}
    assert answers == {"s0-hp": "0", "s0-empty": "yes", "s1-nothing": "yes"}
    emptied = {**fields, "s1-hp": "0", "mode": "amend", "act": "draw"}
    assert 'value="sure:s1-empty"' in send(client, match_id, 1, emptied).text, "a hand emptied by the change is asked"
    changed = {**fields, **answers, "s0-mp": "425", "mode": "amend", "reason": "Miscounted"}
    assert send(client, match_id, 1, changed, key="key-of-amending", version="2").status_code == 303


def test_rare_canastas_stand_behind_one_button_where_not_all_kinds_have_room(client: FlaskClient) -> None:
    for rules, rare in (("modern-american", True), ("czech", False)):
        match_id = opened(client, rules=rules, key=f"key-of-{rules}")
        page = client.get(f"/matches/{match_id}/deals/new?way=totals").text
        assert ("Special canastas" in page) is rare
        assert page.index("Natural canastas") < page.index("Mixed canastas")


def test_an_amendment_says_beforehand_what_the_board_says_once_it_is_saved(client: FlaskClient) -> None:
    match_id = opened(client)
    fields = {**TOTALS, "s1-mp": "85", "s1-hp": "60"}
    great = {**fields, "s0-mp": "1000", "s0-can-natural": "1"}
    for number in (1, 2):
        about = {"key": f"key-of-deal-{number}", "version": str(number)}
        assert send(client, match_id, number, fields, **about).status_code == 303
    for version, changed in enumerate((great, {**great, "s0-mp": "900"}, fields), start=3):
        about = {"mode": "amend", "key": f"key-of-amending-{version}", "version": str(version)}
        page = send(client, match_id, 1, changed, act="draw", **about).text
        section = page.partition("What this changes")[2].partition("</section>")[0]
        assert send(client, match_id, 1, changed, reason="Miscounted", **about).status_code == 303
        board = client.get(f"/matches/{match_id}?saved=1").text
        foreseen = re.findall("<li>(.*?)</li>", section)
        assert len(foreseen) > 1
        assert all(each in board for each in foreseen)
        assert board.count("deal 2 was opened at") == section.count("deal 2 was opened at")
