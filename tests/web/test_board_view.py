"""The score board: its values made from the state of a match, and the page that shows them."""

import re

import pytest
from flask import Flask, render_template
from flask.testing import FlaskClient

from scorekeeper.engine.values import replace
from scorekeeper.rulebook.loader import resolve
from scorekeeper.web.board.model import ActView, BoardView, Frame
from scorekeeper.web.board.samples import SAMPLES, Sample, owed, ruling
from scorekeeper.web.board.view import board_view
from scorekeeper.words import words_for

ENGLISH = words_for("en")
TWO = {"North–South": ("Ilona", "Mihai"), "East–West": ("Jana", "Tõnu")}
HOSTILE = '"><script>alert(1)</script>'


def view(name: str) -> BoardView:
    return board_view(SAMPLES[name].state(), ENGLISH)


def shown(app: Flask, board: BoardView) -> str:
    with app.test_request_context():
        return render_template("board/board.html", board=board)


def text(html: str) -> str:
    """Give the words of a page's main part, without its elements."""
    main = re.sub(r"(?s).*<main|</main>.*", "", html)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", main))


def test_it_works(app: Flask) -> None:
    board = view("usual")
    north, east = board.sides
    assert (north.total, north.to_go, round(north.progress, 3)) == (2835, 2165, 0.567)
    assert (north.opening.points, north.opening.reasons) == (90, ("score 1,500 to 2,995",))
    assert (east.opening.points, east.opening.reasons) == (60, ("50 + 10 penalty",))
    assert (board.lead.side.key, board.lead.points) == ("a", 1375)
    assert (board.turn.dealer, board.turn.cards, board.turn.leader) == ("Jana", 11, "Mihai")
    assert [north.deals, east.deals] == [False, True]
    page = text(shown(app, board))
    for words in ("Deal 6 in play", "Hungarian Canasta, to 5,000\u00a0· Hungarian penalty code"):
        assert words in shown(app, board)
    for words in ("2,165 to go", "Jana deals 11 each", "Mihai leads", "Tõnu: The exposed card", "Dealer: Jana"):
        assert words in page.replace(" : ", ": ")


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("hand-and-foot", "Jana deals a hand and a foot of 11 cards to each player"),
        ("burraco", "Jana deals 11 each, and a pozzetto for each side"),
    ],
)
def test_a_second_hand_is_dealt_where_the_rules_have_one(app: Flask, rules: str, says: str) -> None:
    board = view("usual")
    turn = replace(board.turn, second_hand=resolve(rules, "four").second_hand.of)
    assert says in text(shown(app, replace(board, turn=turn)))


def test_the_rows_carry_points_and_running_scores() -> None:
    rows = view("usual").rows
    assert [row.number for row in rows] == [1, 2, 3, 4, 5]
    assert [(side.total, side.score) for side in rows[2].sides] == [(-85, 1220), (640, 1185)]


def test_only_the_latest_deals_stay_in_sight(app: Flask) -> None:
    board = view("five-figures")
    assert [row.number for row in board.recent] == [8, 9, 10, 11, 12]
    assert [row.number for row in board.earlier] == [1, 2, 3, 4, 5, 6, 7]
    assert "7 earlier deals" in text(shown(app, board))


def test_an_annulled_deal_is_a_row_worth_nothing(app: Flask) -> None:
    annulled = ruling("r1", 2, 0, "RO-01", outcomes=["ANNUL_DEAL"])
    board = board_view(Sample(TWO, ((500, 100), (300, 200)), more=(annulled,)).state(), ENGLISH)
    assert [row.annulled for row in board.rows] == [None, "RO-01"]
    assert board.sides[0].total == 500
    assert "annulled: RO-01" in text(shown(app, board))


@pytest.mark.parametrize(
    ("rules", "options", "score", "points", "reasons"),
    [
        ("classic", {}, 0, 50, ["score 0 to 1,495"]),
        ("classic", {}, -5, 15, ["score below 0"]),
        ("classic", {}, 3000, 120, ["score 3,000 or more"]),
        ("romanian", {"opening-canasta-above": 3500}, 3505, None, ["only a canasta opens", "score above 3,500"]),
        ("czech", {}, 0, 50, ["score 0 to 1,495", "with a meld of natural cards"]),
        ("brazilian", {}, 8000, None, ["only a canasta opens, with 200 in all", "score 8,000 or more"]),
        ("brazilian", {}, 9000, None, ["only a natural canasta or a better one opens", "score 9,000 or more"]),
        ("hand-and-foot", {}, 3000, 90, ["deal 2"]),
        ("modern-american", {"opening-by": "deal"}, 0, 155, ["deal 2", "with a meld of natural cards"]),
    ],
)
def test_a_minimum_says_why(
    rules: str, options: dict[str, object], score: int, points: int | None, reasons: list[str]
) -> None:
    board = board_view(Sample(TWO, ((score, 0),), rules=rules, options=options).state(), ENGLISH)
    assert board.sides[0].opening.points == points
    assert list(board.sides[0].opening.reasons) == reasons


def test_a_match_of_some_deals_has_no_way_to_a_target(app: Flask) -> None:
    board = board_view(Sample(TWO, ((3000, 0),), rules="hand-and-foot").state(), ENGLISH)
    assert [(side.to_go, side.progress) for side in board.sides] == [(None, None)] * 2
    assert board.subtitle.startswith("Hand and Foot, 4 deals")
    said = text(shown(app, board))
    assert "to go" not in said
    assert "10,000" not in said


def test_where_only_a_canasta_opens_the_board_says_so_in_a_word(app: Flask) -> None:
    assert "Canasta opening minimum only a canasta opens score above 7,000" in text(shown(app, view("canasta-only")))


def test_level_sides_have_no_leader(app: Flask) -> None:
    board = view("start")
    assert (board.lead.side, board.lead.points) == (None, 0)
    page = text(shown(app, board))
    assert "level" in page
    assert "No deal is recorded yet" in page
    assert '<svg class="wide"' not in shown(app, board)


def test_a_match_won_marks_winner_margin_and_money_once_each(app: Flask) -> None:
    board = view("won")
    assert (board.lead.side.name, board.lead.points, board.money) == ("North–South", 3230, "€80.75")
    assert [side.opening for side in board.sides] == [None, None]
    page = text(shown(app, board))
    assert page.count("Winner") == 1
    assert page.count("won by 3,230") == 1
    assert "To pay: €80.75" in page
    assert "deals 11" not in page


def test_a_draw_has_no_winner(app: Flask) -> None:
    board = view("draw")
    assert board.over
    assert not any(side.won for side in board.sides)
    assert "A draw" in text(shown(app, board))


def test_three_sides_have_three_colours_and_no_second_name(app: Flask) -> None:
    board = view("three")
    assert [side.key for side in board.sides] == ["a", "b", "c"]
    assert [side.players for side in board.sides] == [(), (), ()]
    html = shown(app, board)
    assert 'class="facing three ' in html
    assert html.count('<section class="side"') == 3
    assert 'marker-end="url(#mark-c)"' in html, "the third side has a mark of its own in the chart"


@pytest.mark.parametrize(("name", "size"), [("usual", ""), ("five-figures", "long"), ("minus", "longer")])
def test_wide_totals_are_told(name: str, size: str) -> None:
    assert view(name).size == size


def test_progress_never_leaves_the_bar() -> None:
    assert [side.progress for side in view("minus").sides] == [0, 0]
    won = view("won").sides[0]
    assert (won.progress, won.to_go) == (1, 0)


def test_who_sits_out_and_a_deal_dealt_again_are_said(app: Flask) -> None:
    six = {"Red": ("Ilona", "Mihai", "Dénes"), "Blue": ("Jana", "Tõnu", "Mari")}
    again = ruling("r1", 2, 0, "HU-01", outcomes=["REDEAL"])
    board = board_view(Sample(six, ((500, 300),), format="six-rotating", more=(again,)).state(), ENGLISH)
    assert len(board.turn.rests) == 2
    page = text(shown(app, board))
    assert all(f"{name} sits out" in page for name in board.turn.rests)
    assert "dealt again" in page


def test_rulings_are_listed_latest_first_and_withdrawn_ones_marked(app: Flask) -> None:
    more = (
        ruling("r1", 1, 0, "HU-05", points=-100),
        ruling("r2", 2, 1, "HU-03", opening_raise=10),
        ("ruling_withdrawn", {"ruling": "r1"}),
    )
    board = board_view(Sample(TWO, ((500, 100),), more=more).state(), ENGLISH)
    assert [one.id for one in board.rulings] == ["r2", "r1"]
    page = text(shown(app, board))
    assert "East–West: HU-03 First meld worth too little minimum +10" in page
    assert "Deal 1, North–South: HU-05 Laid out of turn withdrawn" in page
    assert "100" not in page.partition("HU-05")[2].partition("withdrawn")[0]


def test_a_duty_is_ticked_off_with_a_post_only_where_one_may_write(app: Flask) -> None:
    state = SAMPLES["usual"].state()
    assert "<form" not in shown(app, board_view(state, ENGLISH))
    html = shown(app, board_view(state, ENGLISH, Frame(done_url="/matches/1/done")))
    form = html[html.index("<form") : html.index("</form>")]
    assert 'action="/matches/1/done"' in form
    for field in (
        'name="csrf_token"',
        'name="ruling" value="r1"',
        'name="index" value="0"',
        'name="version" value="7"',
    ):
        assert field in form


def test_a_number_in_a_duty_is_filled_in() -> None:
    skip = {"key": "SKIP_DRAW", "says": "Draws to miss: %(count)s", "count": 2}
    board = board_view(Sample(TWO, (), more=(owed(1, 0, "Ilona", skip),)).state(), ENGLISH)
    assert (board.duties[0].side, board.duties[0].who, board.duties[0].says) == ("a", "Ilona", "Draws to miss: 2")


def test_acts_are_links_or_posts(app: Flask) -> None:
    acts = (ActView("Rematch", "/rematch", "main", post=True), ActView("Sheet", "/sheet"))
    html = shown(app, board_view(SAMPLES["won"].state(), ENGLISH, Frame(acts=acts)))
    assert '<form method="post" action="/rematch">' in html
    assert '<a class="btn big" href="/sheet">' in html


def test_hostile_names_are_only_text(app: Flask) -> None:
    sides = {HOSTILE + "a": (HOSTILE + "1", HOSTILE + "2"), HOSTILE + "b": (HOSTILE + "3", HOSTILE + "4")}
    state = Sample(sides, ((500, 100),), more=(owed(2, 1, HOSTILE + "3", {"key": "X", "says": HOSTILE}),)).state()
    html = shown(app, board_view(state, ENGLISH, Frame(done_url="/done")))
    assert "<script>" not in html
    assert html.count("&lt;script&gt;") > 10


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("language", ["et", "hu", "ro", "cs"])
def test_every_sample_is_shown_in_every_language(client: FlaskClient, name: str, language: str) -> None:
    answer = client.get(f"/patterns/board/{name}?lang={language}")
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text


def test_the_title_of_a_match_leads_its_subtitle() -> None:
    state = SAMPLES["start"].state()
    named = replace(state, setup=replace(state.setup, title="Friday"))
    assert board_view(named, ENGLISH).subtitle.startswith("Friday\u00a0· Hungarian Canasta")
    foreign = replace(state, setup=replace(state.setup, rules=replace(state.setup.rules, id="whist")))
    assert board_view(foreign, ENGLISH).subtitle.startswith("whist, to 5,000")
