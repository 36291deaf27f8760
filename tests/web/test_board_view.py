"""The score board of a match, as its page says it."""

import re

import pytest
from flask import Flask, render_template

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


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("hand-and-foot", "Ilona deals a hand and a foot of 11 cards to each player"),
        ("burraco", "Ilona deals 11 each, and a pozzetto for each side"),
    ],
)
def test_a_second_hand_is_dealt_where_the_rules_have_one(app: Flask, rules: str, says: str) -> None:
    assert says in said(app, Sample(TWO, (), rules=rules))


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


def test_hostile_names_are_only_text(app: Flask) -> None:
    sides = {HOSTILE + "a": (HOSTILE + "1", HOSTILE + "2"), HOSTILE + "b": (HOSTILE + "3", HOSTILE + "4")}
    match = Sample(sides, ((500, 100),), more=(owed(2, 1, HOSTILE + "3", {"key": "X", "says": HOSTILE}),))
    html = shown(app, match, watch=False)
    assert "<script>" not in html
    assert html.count("&lt;script&gt;") > 10


def test_the_title_of_a_match_leads_its_subtitle(app: Flask) -> None:
    state = SAMPLES["start"].state()
    named = replace(state, setup=replace(state.setup, title="Friday"))
    assert "<small>Friday\u00a0· Hungarian Canasta" in shown(app, named)
    foreign = replace(state, setup=replace(state.setup, rules=replace(state.setup.rules, id="whist")))
    assert "<small>whist, to 5,000" in shown(app, foreign)
