"""The score board of a match, as its page says it."""

import re

import pytest
from flask import Flask, render_template
from flask.testing import FlaskClient

from scorekeeper.engine.matches.match import State
from scorekeeper.engine.values import replace
from scorekeeper.web.board.views import board_page
from scorekeeper.words import words_for
from tools.patterns.samples import SAMPLES, Sample, owed, ruling

TWO = {"North–South": ("Ilona", "Mihai"), "East–West": ("Jana", "Tõnu")}
HOSTILE = '"><script>alert(1)</script>'


def shown(app: Flask, match: Sample | State, *, watch: bool = True) -> str:
    """Give the whole page of a board."""
    state = match.state() if isinstance(match, Sample) else match
    with app.test_request_context():
        return render_template("board/board.html", **board_page("1", state, words_for("en"), watch=watch))


def text(html: str) -> str:
    """Give the words of a page's main part, without its elements."""
    main = re.sub(r"(?s).*<main[^>]*>|</main>.*", "", html)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", main))


def said(app: Flask, match: Sample | State) -> str:
    """Give the words of a board."""
    return text(shown(app, match))


def test_it_works(app: Flask) -> None:
    html = shown(app, SAMPLES["usual"])
    assert "Deal 6 in play" in html
    assert "Hungarian Canasta, to 5,000\u00a0· Hungarian penalty code" in html
    north, lead, east = re.split(r'<div class="lead" data-side="a">|(?<=</p></div>)', html[html.index("<main") :])[:3]
    for words in ("Ilona & Mihai", "2,835", "2,165 to go", "90 opening minimum score 1,500 to 2,995"):
        assert words in text(north).replace("&amp;", "&")
    assert "Dealer" not in north
    assert 'width="56.7%"' in north
    assert "ahead by 1,375" in text(lead)
    for words in ("Dealer: Jana", "60 opening minimum 50 + 10 penalty"):
        assert words in text(east)
    for words in ("Jana deals 11 each", "Mihai leads", "Tõnu: The exposed card"):
        assert words in text(html).replace(" : ", ": ").replace("  ", " ")


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("hand-and-foot", "Ilona deals a hand and a foot of 11 cards to each player"),
        ("burraco", "Ilona deals 11 each, and a pozzetto for each side"),
    ],
)
def test_a_second_hand_is_dealt_where_the_rules_have_one(app: Flask, rules: str, says: str) -> None:
    assert says in said(app, Sample(TWO, (), rules=rules))


def test_only_the_latest_deals_stay_in_sight(app: Flask) -> None:
    html = shown(app, SAMPLES["five-figures"])
    in_sight, earlier = (re.findall(r'<tr><th scope="row">(\d+)<', part) for part in html.split("7 earlier deals"))
    assert in_sight == ["8", "9", "10", "11", "12"]
    assert earlier == ["1", "2", "3", "4", "5", "6", "7"]
    assert "7 1,180 , in all 8,095 −340 , in all −2,705" in text(html)


def test_an_annulled_deal_is_a_row_worth_nothing(app: Flask) -> None:
    annulled = ruling("r1", 2, 0, "RO-01", outcomes=["ANNUL_DEAL"])
    page = said(app, Sample(TWO, ((500, 100), (300, 200)), more=(annulled,)))
    assert page.count("annulled: RO-01") == 1
    assert "4,500 to go" in page


@pytest.mark.parametrize(
    ("rules", "options", "score", "says"),
    [
        ("classic", {}, 0, "50 opening minimum score 0 to 1,495"),
        ("classic", {}, -5, "15 opening minimum score below 0"),
        ("classic", {}, 3000, "120 opening minimum score 3,000 or more"),
        ("romanian", {"opening-canasta-above": 3500}, 3505,
         "Canasta opening minimum only a canasta opens score above 3,500"),
        ("czech", {}, 0, "50 opening minimum score 0 to 1,495 with a meld of natural cards"),
        ("brazilian", {}, 8000,
         "Canasta opening minimum only a canasta opens, with 200 in all score 8,000 or more"),
        ("brazilian", {}, 9000,
         "Canasta opening minimum only a natural canasta or a better one opens score 9,000 or more"),
        ("hand-and-foot", {}, 3000, "90 opening minimum deal 2"),
        ("modern-american", {"opening-by": "deal"}, 0, "155 opening minimum deal 2 with a meld of natural cards"),
    ],
)  # fmt: skip
def test_a_minimum_says_why(app: Flask, rules: str, options: dict[str, object], score: int, says: str) -> None:
    assert says in said(app, Sample(TWO, ((score, 0),), rules=rules, options=options))


def test_a_match_of_some_deals_has_no_way_to_a_target(app: Flask) -> None:
    html = shown(app, Sample(TWO, ((3000, 0),), rules="hand-and-foot"))
    assert "Hand and Foot, 4 deals" in html
    assert 'class="bar"' not in html
    assert "to go" not in html
    assert "10,000" not in html


def test_where_only_a_canasta_opens_the_board_says_so_in_a_word(app: Flask) -> None:
    assert "Canasta opening minimum only a canasta opens score above 7,000" in said(app, SAMPLES["canasta-only"])


def test_level_sides_have_no_leader(app: Flask) -> None:
    html = shown(app, SAMPLES["start"])
    assert '<div class="lead"><p>' in html
    assert "level" in text(html)
    assert "No deal is recorded yet" in html
    assert '<svg class="wide"' not in html


def test_a_match_won_marks_winner_margin_and_money_once_each(app: Flask) -> None:
    page = said(app, SAMPLES["won"])
    assert "Won by 3,230: North–South" in page
    assert "opening minimum" not in page
    assert page.count("Winner") == 1
    assert page.count("won by 3,230") == 1
    assert "To pay: €80.75" in page
    assert "deals 11" not in page


def test_a_draw_has_no_winner(app: Flask) -> None:
    page = said(app, SAMPLES["draw"])
    assert "A draw" in page
    assert "Winner" not in page


def test_three_sides_have_three_colours_and_no_second_name(app: Flask) -> None:
    html = shown(app, SAMPLES["three"])
    assert 'class="facing three ' in html
    assert re.findall(r'<section class="side" data-side="(.)"', html) == ["a", "b", "c"]
    assert text(html).startswith(" Ilona 2,460 2,540 to go ")
    assert 'marker-end="url(#mark-c)"' in html, "the third side has a mark of its own in the chart"


@pytest.mark.parametrize(("name", "size"), [("usual", ""), ("five-figures", "long"), ("minus", "longer")])
def test_wide_totals_are_marked(app: Flask, name: str, size: str) -> None:
    assert f'<div class="facing two {size}"' in shown(app, SAMPLES[name])


@pytest.mark.parametrize(("name", "widths"), [("minus", ["0.0%", "0.0%"]), ("won", ["100.0%", "38.3%"])])
def test_progress_never_leaves_the_bar(app: Flask, name: str, widths: list[str]) -> None:
    assert re.findall(r'<rect [^>]*width="([\d.]+%)"', shown(app, SAMPLES[name])) == widths


def test_who_sits_out_and_a_deal_dealt_again_are_said(app: Flask) -> None:
    six = {"Red": ("Ilona", "Mihai", "Dénes"), "Blue": ("Jana", "Tõnu", "Mari")}
    again = ruling("r1", 2, 0, "HU-01", outcomes=["REDEAL"])
    page = said(app, Sample(six, ((500, 300),), format="six-rotating", more=(again,)))
    assert len(re.findall(r"\w+ +sits out", page)) == 2
    assert "dealt again" in page


def test_rulings_are_listed_latest_first_and_withdrawn_ones_marked(app: Flask) -> None:
    more = (
        ruling("r1", 1, 0, "HU-05", points=-100),
        ruling("r2", 2, 1, "HU-03", opening_raise=10),
        ("ruling_withdrawn", {"ruling": "r1"}),
    )
    page = said(app, Sample(TWO, ((500, 100),), more=more))
    assert page.index("HU-03") < page.index("HU-05")
    assert "East–West: HU-03 First meld worth too little minimum +10" in page
    assert "Deal 1, North–South: HU-05 Laid out of turn withdrawn" in page
    assert "100" not in page.partition("HU-05")[2].partition("withdrawn")[0]


def test_a_duty_is_ticked_off_with_a_post_only_where_one_may_write(app: Flask) -> None:
    state = SAMPLES["usual"].state()
    assert "<form" not in shown(app, state)
    html = shown(app, state, watch=False)
    form = html[html.index("<form") : html.index("</form>")]
    assert 'action="/matches/1/obligations"' in form
    for field in (
        'name="csrf_token"',
        'name="ruling" value="r1"',
        'name="index" value="0"',
        'name="version" value="7"',
    ):
        assert field in form


def test_a_number_in_a_duty_is_filled_in(app: Flask) -> None:
    skip = {"key": "SKIP_DRAW", "says": "Draws to miss: %(count)s", "count": 2}
    html = shown(app, Sample(TWO, (), more=(owed(1, 0, "Ilona", skip),)))
    assert '<div class="note act" data-side="a">' in html
    assert "Ilona: Draws to miss: 2" in text(html)


def test_acts_are_links_or_posts(app: Flask) -> None:
    html = shown(app, SAMPLES["won"], watch=False)
    assert '<form method="post" action="/matches/1/rematch">' in html
    assert '<a class="btn big" href="/matches/1/sheet">' in html


def test_hostile_names_are_only_text(app: Flask) -> None:
    sides = {HOSTILE + "a": (HOSTILE + "1", HOSTILE + "2"), HOSTILE + "b": (HOSTILE + "3", HOSTILE + "4")}
    match = Sample(sides, ((500, 100),), more=(owed(2, 1, HOSTILE + "3", {"key": "X", "says": HOSTILE}),))
    html = shown(app, match, watch=False)
    assert "<script>" not in html
    assert html.count("&lt;script&gt;") > 10


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("language", ["et", "hu", "ro", "cs"])
def test_every_sample_is_shown_in_every_language(client: FlaskClient, name: str, language: str) -> None:
    answer = client.get(f"/patterns/board/{name}?lang={language}")
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text


def test_the_title_of_a_match_leads_its_subtitle(app: Flask) -> None:
    state = SAMPLES["start"].state()
    named = replace(state, setup=replace(state.setup, title="Friday"))
    assert "<small>Friday\u00a0· Hungarian Canasta" in shown(app, named)
    foreign = replace(state, setup=replace(state.setup, rules=replace(state.setup.rules, id="whist")))
    assert "<small>whist, to 5,000" in shown(app, foreign)
