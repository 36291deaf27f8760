"""The entry page without a browser: saved, refused, overtaken, amended, undone."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from scorekeeper import create_app
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.web.frame.desk import close_desk
from tests.web.conftest import ReadingClient
from tests.web.tables import desk_of, opened, play, post

TWO_SIDES = ("Ilona", "Jana")
#: A: 420 melded, 35 in hand, one natural, one mixed, two red threes, out. B: 215, 60, one mixed.
ROUND = {
    "end": "0",
    "s0-way": "totals",
    "s0-mp": "420",
    "s0-hp": "35",
    "s0-can-natural": "1",
    "s0-can-mixed": "1",
    "s0-red": "2",
    "s1-way": "totals",
    "s1-mp": "100+115",
    "s1-hp": "60",
    "s1-can-mixed": "1",
}
WAYS = ("cards", "counts", "totals")
TABLES = [(rules, table) for rules, facts in rulebook().rule_sets.items() for table in facts.formats]
#: Every game by one way of counting, each in turn; by the others with the long tests.
COUNTED = [
    pytest.param(*each, way, marks=[] if at % 3 == way_at else [pytest.mark.soak])
    for at, each in enumerate(TABLES)
    for way_at, way in enumerate(WAYS)
]


def send(client: FlaskClient, match: str, number: int, fields: dict[str, str], *, path: str = "", **more: str):
    """Send the form of a deal."""
    about = {"key": "key-of-the-deal", "version": "1", "seen": "0", "act": "save"}
    return post(client, f"/matches/{match}/deals/{number}{path}", {**about, **fields, **more}, f"/matches/{match}/more")


def summary(page: str) -> list[tuple[str, str]]:
    """The links and sentences of the error summary."""
    found = re.search(r'<section class="errors".*?</section>', page, re.DOTALL)
    assert found
    return re.findall(r'<a href="#([^"]+)">(.*?)</a>', found[0])


def scores(app: Flask, match: str) -> list[int]:
    return [standing.score for standing in desk_of(app).load(match).state.standings]


def test_it_works(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    assert client.get(f"/matches/{match}/deals/new").status_code == 200
    answer = send(client, match, 1, ROUND)
    assert answer.status_code == 303
    page = client.get(answer.location).text
    assert "Saved" in page
    assert ">1,485<" in page
    assert ">455<" in page
    assert scores(app, match) == [1485, 455]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """One application for the many tests that only look."""
    app = create_app({"DATABASE": tmp_path_factory.mktemp("hall") / "scorekeeper.db"})
    app.test_client_class = ReadingClient
    yield app.test_client()
    close_desk(app)


@pytest.mark.parametrize(("rules", "table", "way"), COUNTED)
def test_every_rule_set_and_format_has_its_page(hall: FlaskClient, rules: str, table: str, way: str) -> None:
    players = tuple(["Ilona", "Jana", "Mihai", "Tõnu", "Anna", "Dénes"][: resolve(rules, table).table.players])
    match = opened(hall, players, rules=rules, format=table, key=f"{rules}-{table}-{way}")
    page = hall.get(f"/matches/{match}/deals/new?way={way}")
    game = resolve(rules, table)
    assert page.status_code == 200
    assert ('name="took"' in page.text) is (table == "cutthroat")
    assert ('name="s2-red"' in page.text) is (game.table.sides == 3 and bool(game.threes))
    assert ("s0-q0-K" in page.text) is (game.sequences and way == "cards")
    assert ('name="s0-t-wild"' in page.text) is (game.wild_melds and way == "cards")
    assert ('name="concealed"' in page.text) is (game.going_out.concealed is not None)
    assert ('name="first_pile"' in page.text) is (rules == "czech-fast")
    assert ('name="first_round"' in page.text) is (rules == "hungarian")
    assert (f"{game.points['joker']}\u00a0· Jokers" in page.text) is (way == "counts")


def test_who_had_had_a_turn_is_asked_once_somebody_went_out_in_the_first_round(client: FlaskClient) -> None:
    match = opened(client, rules="hungarian")
    assert 'name="s1-late"' not in client.get(f"/matches/{match}/deals/new").text
    send(client, match, 1, {"end": "0", "first_round": "yes", "s1-late": "1"}, act="look")
    assert 'name="s1-late"' in client.get(f"/matches/{match}/deals/new").text


CARDS = {"end": "0"}
HANDS = {"s0-hand": "side", "s1-hand": "side"}
REFUSED = [
    ({}, "end", "Choose how the deal ended: who went out, or that the stock ran out."),
    (
        CARDS | HANDS | {"s0-j-K": "3", "s1-h0-joker": "2"},
        "s1-h0-joker",
        "Jokers: 5 entered, the pack has 4. Check the cards left with Jana & Tõnu.",
    ),
    (
        CARDS | {"s0-n-K": "8", "s1-n-K": "3"},
        "s1-n-K",
        "Kings: 11 entered, the pack has 8. Check the melds of Jana & Tõnu.",
    ),
    (
        CARDS | {"s0-red": "3", "s1-red": "2"},
        "s1-red",
        "Red threes: 5 entered, the pack has 4. Check the red threes of Jana & Tõnu.",
    ),
    (
        CARDS | HANDS | {"s0-n-K": "8", "s1-h0-high-more": "45"},
        "s1-h0-high",
        "Kings to eights: 53 entered, the pack has 48. Check the cards left with Jana & Tõnu.",
    ),
    (
        CARDS | {"s1-way": "counts", "s1-c-jokers": "5"},
        "s1-c-jokers",
        "Jokers: 5 entered, the pack has 4. Check the counts of Jana & Tõnu.",
    ),
    (CARDS | {"s0-x0-n": "3"}, "s0-x0-rank", "Choose the rank of this meld."),
    (CARDS | {"s0-n-K": "7"}, "s1-hp", "Jana & Tõnu did not go out. Enter the points left in hand."),
    (
        ROUND | {"s0-mp": "4200"},
        "s0-mp",
        "4,200 is too much: all the cards that can be here are worth 1,180. Check the figure.",
    ),
    (
        CARDS | HANDS | {"left": "a few"},
        "left",
        "“a few” is not a number. Type figures, or a sum such as 100+85.",
    ),
    (
        CARDS | HANDS | {"s1-h0-high-more": "lots"},
        "s1-h0-high-more",
        "“lots” is not a number. Type figures, or a sum such as 100+85.",
    ),
    (
        ROUND | {"s0-mp": "-420"},
        "s0-mp",
        "“-420” is below zero. Type it without a minus; cards in hand are subtracted for you.",
    ),
    (ROUND | {"s1-hp": "99999999"}, "s1-hp", "“99999999” is too large. Check the figures."),
]


@pytest.mark.parametrize(("fields", "field", "says"), REFUSED, ids=[field for _, field, _ in REFUSED])
def test_a_refusal_stands_at_the_top_and_at_its_field(
    hall: FlaskClient, fields: dict[str, str], field: str, says: str
) -> None:
    match = opened(hall, key=f"refused-{field}")
    answer = send(hall, match, 1, fields)
    assert answer.status_code == 422
    assert "<title>Error: Deal 1</title>" in answer.text
    assert summary(answer.text) == [(field, str(escape(says)))]
    assert answer.text.count(f'id="{field}"') == 1
    assert answer.text.count(str(escape(says))) >= 2
    for name, typed in fields.items():
        assert f'name="{name}" value="{typed}"' in answer.text or f'id="{name}"' in answer.text
    assert desk_of(hall.application).load(match).state.rows == ()


def test_out_with_cards_in_every_hand_is_told_at_the_hand(client: FlaskClient) -> None:
    match = opened(client, TWO_SIDES, rules="hungarian", format="two")
    answer = send(
        client,
        match,
        1,
        HANDS | {"end": "0", "s0-n-K": "7", "s0-n-Q": "7", "s0-h0-A": "1"},
    )
    assert [field for field, _ in summary(answer.text)] == ["s0-h0"]


def test_an_irregular_meld_offers_its_article(client: FlaskClient) -> None:
    match = opened(client, rules="hungarian")
    page = send(client, match, 1, {"end": "0", "s0-n-K": "4", "s0-t-K": "4"}, path="/preview").text
    assert f'href="/matches/{match}/rulings/new?article=HU-10&amp;deal=1&amp;side=0' in page
    assert "A meld has at most 3 wild cards; this one has 4." in page


def test_the_melds_of_a_deal_come_to_its_line_of_cards(client: FlaskClient) -> None:
    """One joker too many: it counts minus in a line of its own, and is in none of the melds."""
    match = opened(client, rules="hungarian")
    fields = {"end": "none", "s0-n-Q": "7", "s0-n-K": "3", "s0-t-K": "2", "s0-j-K": "2", "s0-hp": "20", "s1-hp": "20"}
    fields["s1-nothing"] = "yes"
    assert send(client, match, 1, fields).status_code == 303
    page = client.get(f"/matches/{match}/deals/1").text
    laid = re.search(r'<ul class="laid".*?</ul>', page)
    assert laid
    assert [int(points) for points in re.findall(r"<b>(\d+)</b>", laid[0])] == [120, 70]
    assert re.search(r"13 cards.*?<dd>190</dd>", page, re.DOTALL)


def test_cards_that_do_not_make_the_pack_are_told_in_a_line(client: FlaskClient) -> None:
    match = opened(client)
    fields = HANDS | {"end": "none", "s0-n-K": "7", "left": "100"}
    page = send(client, match, 1, fields, path="/preview").text
    assert "The recorded cards add up to 107; the pack has 108. Count again." in page


def test_a_preview_fills_the_places_that_the_page_has(client: FlaskClient) -> None:
    match = opened(client)
    fields = {"end": "0", "s0-n-K": "5", "s0-t-K": "2", "s0-red": "1"}
    places = set(re.findall(r'data-into="([^"]+)"', send(client, match, 1, fields, path="/preview").text))
    send(client, match, 1, fields, act="look")
    page = client.get(f"/matches/{match}/deals/new").text
    ids = set(re.findall(r' id="([^"]+)"', page))
    assert {"panel-0", "s0-echo-K", "s0-head-K", "s0-tile-K", "tab-1", "green-step-m0"} <= places & ids
    assert {place for place in places - ids if not place.endswith(("-sum", "-echo-3"))} == set()


@pytest.mark.parametrize(
    ("sight", "parts"),
    [
        ("", {"s0-echo-K", "panel-0", "panel-1"}),
        ("step-m0", {"s0-echo-K", "s0-head-K", "s0-tile-K", "panel-0"}),
        ("step-m1", {"panel-1"}),
        ("step-hands", set[str]()),
    ],
)
def test_a_preview_sends_the_parts_of_the_sheet_in_sight_and_of_all_that_is_beside_it(
    client: FlaskClient, sight: str, parts: set[str]
) -> None:
    fields = {"s1-hand": "side", "end": "0", "s0-n-K": "5", "s0-t-K": "2", "left": "10+20"}
    always = {"left-sum", "agree", "tab-0", "tab-1", "green-step-m0", "green-step-m1", "green-step-hands"}
    page = send(client, opened(client), 1, fields, path="/preview", sight=sight).text
    told = set(re.findall(r'data-into="([^"]+)"', page))
    assert told == parts | always if sight else parts < told


def test_what_cannot_be_is_said_once_on_a_sheet(client: FlaskClient) -> None:
    match = opened(client)
    entry = {"end": "0", "s0-red": "3", "s1-red": "2", "sight": "step-m1"}
    shown = send(client, match, 1, entry, path="/preview").text
    assert shown.count("Red threes: 5 entered, the pack has 4.") == 1


def test_what_nobody_touched_is_drawn_alike_at_every_table_and_nothing_of_another(client: FlaskClient) -> None:
    first, second = opened(client), opened(client, key="key-of-another-match")

    def trays(match: str, language: str) -> dict[str, str]:
        page = client.get(f"/matches/{match}/deals/new?way=cards&lang={language}").text
        return dict(re.findall(r'<div class="tray[ \w]*" data-tray="(s\d-[\dAJQK]+)">(.*?)data-up', page, re.DOTALL))

    plain, hungarian = trays(first, "en"), trays(first, "hu")
    send(client, first, 1, {"s0-way": "cards", "s0-n-K": "5", "s0-t-K": "2", "s1-j-8": "1"}, act="look")
    touched = trays(first, "en")
    changed = {"s0-K", "s1-8"}
    assert {name for name in plain if plain[name] != touched[name]} == changed
    assert "mixed canasta" in touched["s0-K"]
    assert 'name="s1-j-8" value="1" checked' in touched["s1-8"]
    assert trays(second, "en") == plain
    assert all(plain[name] != hungarian[name] for name in plain)


def test_recalculate_keeps_everything_and_shows_the_totals(client: FlaskClient) -> None:
    match = opened(client)
    answer = send(client, match, 1, ROUND, act="look:step-check")
    assert answer.status_code == 303
    assert answer.location == f"/matches/{match}/deals/new#step-check"
    page = client.get(answer.location).text
    assert 'value="100+115"' in page
    assert ">1,485<" in page
    assert "= 215" in page


def test_another_way_of_counting_keeps_what_was_typed_the_first_way(client: FlaskClient) -> None:
    match = opened(client)
    send(client, match, 1, {**ROUND, "ways": "cards", "was-ways": "totals"}, act="look")
    page = client.get(f"/matches/{match}/deals/new").text
    assert 'name="s0-way" value="cards" checked' in page
    assert '<input type="hidden" name="s0-mp" value="420">' in page
    send(client, match, 1, {**ROUND, "s0-way": "counts"}, act="look")
    assert 'name="s0-can-natural" value="1" checked' in client.get(f"/matches/{match}/deals/new").text


def test_the_next_deal_is_counted_as_the_last_one_was(client: FlaskClient) -> None:
    match = opened(client)
    send(client, match, 1, {**ROUND, "s1-way": "counts"})
    page = client.get(f"/matches/{match}/deals/new").text
    assert 'name="s0-way" value="totals" checked' in page
    assert 'name="s1-way" value="counts" checked' in page


def test_the_same_form_twice_is_one_deal(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    assert send(client, match, 1, ROUND).status_code == 303
    assert send(client, match, 1, ROUND).status_code == 303
    assert scores(app, match) == [1485, 455]
    assert len(desk_of(app).load(match).state.rows) == 1


def test_the_second_tablet_is_told_and_keeps_its_entry(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    play(app, match, (500, 300))
    answer = send(client, match, 1, ROUND, mode="record")
    assert answer.status_code == 409
    assert re.search(
        r"Deal 1 was saved on test at \d\d:\d\d: Ilona &amp; Mihai 500, Jana &amp; Tõnu 300\.", answer.text
    )
    assert "Yours: Ilona &amp; Mihai 1,485, Jana &amp; Tõnu 455. It is kept." in answer.text
    assert 'value="100+115"' in answer.text
    assert scores(app, match) == [500, 300]
    again = dict(re.findall(r'name="(key|version|mode)" value="([^"]*)"', answer.text))
    assert send(client, match, 1, ROUND, act="save:clash", **again).status_code == 303
    assert scores(app, match) == [1485, 455]


def test_amending_needs_a_reason_and_says_what_changes(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    play(app, match, (1600, 300), (200, 100))
    page = client.get(f"/matches/{match}/deals/1/amend").text
    assert "Amend deal 1" in page
    assert "must open with 50" in page
    about = {"mode": "amend", "version": "3"}
    assert [field for field, _ in summary(send(client, match, 1, ROUND, **about).text)] == ["reason"]
    answer = send(client, match, 1, ROUND, **about, reason="The natural canasta was mixed.")
    changed = client.get(answer.location).text
    assert "Ilona &amp; Mihai: deal 1 is worth 1,485; it was 1,600." in changed
    assert "Ilona &amp; Mihai: deal 2 was opened at 90; it would have been 50. The deal still counts." in changed
    assert "Ilona &amp; Mihai: 1,685 points in the match; it was 1,800." in changed


def test_amending_can_take_up_a_finished_match(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    play(app, match, (5200, 300))
    assert client.get(f"/matches/{match}/deals/new").location == f"/matches/{match}"
    about = {"mode": "amend", "version": "2", "reason": "A digit too many."}
    page = send(client, match, 1, ROUND, path="/preview", **about).text
    assert "The match is no longer over." in page
    assert send(client, match, 1, ROUND, **about).status_code == 303
    assert not desk_of(app).load(match).state.over


def test_a_deal_that_is_not_there_is_404(client: FlaskClient) -> None:
    assert client.get(f"/matches/{opened(client)}/deals/7/amend").status_code == 404


def test_the_board_says_what_was_saved_once_and_takes_only_the_last_deal_back(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    answer = send(client, match, 1, ROUND)
    assert answer.location == f"/matches/{match}?saved=1"
    assert "Saved: deal 1" in client.get(answer.location).text
    assert "deals/1/undo" in client.get(answer.location).text
    play(app, match, (500, 300))
    assert "Saved: deal 1" in client.get(answer.location).text
    assert "deals/1/undo" not in client.get(answer.location).text
    for address in ("", "?saved=7", "?saved=all", "/watch?saved=1"):
        assert "Saved: deal" not in client.get(f"/matches/{match}{address}").text


@pytest.mark.parametrize("path", ["", "/preview", "/draft"])
def test_a_deal_far_ahead_is_404(client: FlaskClient, path: str) -> None:
    assert send(client, opened(client), 900000, ROUND, path=path).status_code == 404


@pytest.mark.parametrize("version", ["", "one", "-1", "99999999999"])
def test_a_form_without_a_version_is_400(client: FlaskClient, version: str) -> None:
    assert send(client, opened(client), 1, ROUND, version=version).status_code == 400


def test_points_left_in_hand_are_told_beside_the_cards_and_a_button_says_why_a_deal_is_changed(
    app: Flask, client: FlaskClient
) -> None:
    match = opened(client)
    laid = {"end": "0", "s0-n-A": "7", "s0-hp": "35", "s1-n-8": "4", "s1-hp-more": "65"}
    assert send(client, match, 1, laid).status_code == 303
    assert scores(app, match) == [140 + 500 + 100 - 35, 40 - 65]
    page = client.get(f"/matches/{match}/deals/1/amend").text
    assert re.search(r'name="s0-hp-tens" value="20" checked', page)
    assert re.search(r'name="s0-hp-fives" value="15" checked', page)
    assert 'id="step-hands"' not in page
    about = {"mode": "amend", "version": "2"}
    assert "−15" in send(client, match, 1, laid | {"s1-n-8": "5"}, path="/preview", **about).text
    answer = send(client, match, 1, laid | {"s1-n-8": "5"}, **about, key="key-of-the-change", act="save:miscounted")
    assert answer.status_code == 303
    assert "Miscounted" in client.get(f"/matches/{match}/history").text
    by_cards = {"end": "0", "s0-n-A": "7", "s0-hp": "", "s1-hand": "side", "s1-h0-high": "2"}
    shown = send(client, match, 2, by_cards, version="3", key="another-key-of-it", act="draw").text
    assert 'id="step-hands"' in shown
