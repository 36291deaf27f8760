"""“May I?”: the four questions, answered as the engine answers them, under any rules, by address alone."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.matches.opening import NewMatch, open_match
from scorekeeper.contract.checks import check_meld, check_opening
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.reference.may_i_form import OF_THE_PILE, TOOLS
from tests.web.may_i import ENGLISH, asked, text_of

RULE_SETS = tuple(rulebook().rule_sets)

NOW = "2026-11-21T19:00:00.000+00:00"


def test_it_works(client: FlaskClient) -> None:
    text = text_of(client.get("/may-i?rules=hungarian&format=two").text)
    assert "Hungarian Canasta · Two players" in text
    for title, _ in TOOLS.values():
        assert title in text


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("tool", TOOLS)
def test_every_question_waits_under_every_rule_set(client: FlaskClient, tool: str, rule_set: str) -> None:
    answer = client.get(f"/may-i/{tool}?rules={rule_set}")
    if tool == OF_THE_PILE and not resolve(rule_set).pile.asked:
        assert (answer.status_code, f"/may-i/{tool}" in client.get(f"/may-i?rules={rule_set}").text) == (404, False)
        return
    assert answer.status_code == 200
    assert "The answer appears here." in text_of(answer.text)


# --- does this opening suffice? ----------------------------------------------------------------

OPENINGS = [
    ("classic", 0, 0, [("K", 3, 0, 1)]),
    ("classic", 0, 0, [("5", 3, 0, 0)]),
    ("classic", -20, 0, [("4", 3, 0, 0)]),
    ("classic", 1495, 0, [("K", 3, 1, 0)]),
    ("classic", 1500, 0, [("K", 3, 1, 0), ("9", 3, 0, 0)]),
    ("classic", 1500, 10, [("K", 3, 1, 0), ("A", 2, 0, 0)]),
    ("classic", 3000, 0, [("A", 3, 0, 2)]),
    ("classic", 0, 0, [("A", 1, 0, 2)]),
    ("classic", 0, 0, [("A", 3, 0, 0), ("A", 3, 0, 0)]),
    ("viennese", 0, 0, [("A", 2, 0, 3)]),
    ("romanian", -100, 0, [("4", 3, 0, 0)]),
    ("czech", 0, 0, [("K", 2, 0, 1)]),
    ("czech", 5000, 0, [("7", 7, 0, 0)]),
    ("czech", 0, 0, [("wild", 0, 3, 0), ("K", 3, 0, 0)]),
    ("hungarian", 2995, 20, [("A", 4, 0, 0), ("K", 3, 0, 0)]),
]


@pytest.mark.parametrize(("rules", "score", "raised", "melds"), OPENINGS)
def test_an_opening_is_answered_as_the_engine_does(
    client: FlaskClient, rules: str, score: int, raised: int, melds: list[tuple[str, int, int, int]]
) -> None:
    plain = [{"rank": r, "naturals": n, "twos": twos, "jokers": jokers} for r, n, twos, jokers in melds]
    engine = check_opening({"rules": rules, "score": score, "raise": raised, "melds": plain}, ENGLISH)
    facts = {
        f"m{place}__{name}": value
        for place, meld in enumerate(melds)
        for name, value in zip(("rank", "naturals", "twos", "jokers"), meld, strict=True)
    }
    text = asked(client, "/may-i/opening", rules=rules, score=score, **facts, **{"raise": raised})
    assert text.startswith("Yes, this opens." if engine["meets"] else "No, this does not open.")
    assert f"Your cards: {ENGLISH.number(engine['count'])}" in text
    for message in (*engine["messages"], *(broken["message"] for broken in engine["violations"])):
        assert message in text
    assert "Which rule" in text
    assert "What you can do" in text


def test_an_opening_names_the_bracket_and_its_source(client: FlaskClient) -> None:
    text = asked(client, "/may-i/opening", rules="hungarian", score="1 500", m0__rank="K", m0__naturals=3)
    assert "Needed at a score of 1,500: 90" in text
    assert "1,500 to 2,995: 90 Lerakás" in text


def test_a_raise_is_shown_as_a_sum(client: FlaskClient) -> None:
    text = asked(client, "/may-i/opening", rules="hungarian", score=1500, m0__rank="K", m0__naturals=3, **{"raise": 10})
    assert "Needed at a score of 1,500: 90 + 10 = 100" in text


def test_going_out_concealed_waives_the_minimum_where_the_source_says_so(client: FlaskClient) -> None:
    facts = {"m0__rank": "4", "m0__naturals": 7, "score": 3000, "concealed": "yes"}
    assert asked(client, "/may-i/opening", rules="classic", **facts).startswith("Yes. Going out concealed")
    assert asked(client, "/may-i/opening", rules="romanian", **facts).startswith("No")


def test_an_opening_without_cards_says_what_is_needed(client: FlaskClient) -> None:
    assert "Needed at a score of 0: 50" in asked(client, "/may-i/opening")
    assert "At a score of −5 any meld opens." in asked(client, "/may-i/opening", rules="romanian", score="-5")


@pytest.mark.parametrize(
    ("rules", "asks", "says"),
    [
        ("brazilian", {"score": 7000}, "Only a canasta opens at a score of 7,000."),
        (
            "brazilian",
            {"score": 8000},
            "Only a canasta opens at a score of 8,000, and all cards laid must be worth 200.",
        ),
        ("brazilian", {"score": 9000}, "Only a natural canasta or a better one opens at a score of 9,000."),
        ("hand-and-foot", {"deal": 3}, "Needed in deal 3: 120 Which rule Deal 3: 120"),
        ("hand-and-foot", {"deal": 2, "raise": 10}, "Needed in deal 2: 90 + 10 = 100"),
    ],
)
def test_an_opening_says_all_that_it_asks(client: FlaskClient, rules: str, asks: dict[str, object], says: str) -> None:
    assert says in asked(client, "/may-i/opening", rules=rules, **asks)


def test_an_opening_by_deals_is_asked_by_the_deal(client: FlaskClient) -> None:
    form = client.get("/may-i/opening?rules=hand-and-foot").text
    assert ('name="deal"' in form, 'name="score"' in form) == (True, False)


def test_a_score_that_is_no_number_is_told_and_kept(client: FlaskClient) -> None:
    answer = client.get("/may-i/opening?ask=1&score=many")
    assert answer.status_code == 422
    assert "“many” is not a number." in text_of(answer.text)
    assert 'value="many"' in answer.text


def test_cards_that_no_pack_has_are_told_at_their_meld(client: FlaskClient) -> None:
    answer = client.get("/may-i/opening?ask=1&m0-rank=K&m0-naturals=8&m1-rank=K&m1-naturals=3")
    assert answer.status_code == 422
    assert "Kings: 11 recorded up to here, the pack has 8." in text_of(answer.text)
    assert 'href="#m1-rank"' in answer.text


def test_cards_that_do_not_open_are_not_said_to_be_taken_back_for_nothing(client: FlaskClient) -> None:
    """Taking back what lies on the table has its price in three sources (HU-03, RO-08, CZ-01)."""
    text = asked(client, "/may-i/opening", rules="hungarian", m0__rank="4", m0__naturals=3)
    assert "take everything back" not in text
    assert "Or lay nothing yet and play on." in text


# --- is this meld legal? -----------------------------------------------------------------------

MELDS = [
    ("classic", "K", 3, 0, 0, False),
    ("classic", "K", 2, 0, 0, False),
    ("classic", "K", 1, 2, 0, False),
    ("classic", "K", 4, 2, 2, False),
    ("classic", "3", 3, 0, 0, False),
    ("classic", "3", 3, 0, 0, True),
    ("classic", "3", 3, 1, 0, True),
    ("viennese", "Q", 2, 3, 0, False),
    ("czech", "3", 2, 1, 0, True),
    ("czech", "wild", 0, 3, 2, False),
    ("czech", "9", 7, 0, 0, False),
]


@pytest.mark.parametrize(("rules", "rank", "naturals", "twos", "jokers", "out"), MELDS)
def test_a_meld_is_answered_as_the_engine_does(
    client: FlaskClient, rules: str, rank: str, naturals: int, twos: int, jokers: int, out: bool
) -> None:
    meld = {"rank": rank, "naturals": naturals, "twos": twos, "jokers": jokers}
    engine = check_meld({"rules": rules, "meld": meld, "going_out": out}, ENGLISH)
    facts = {f"m0__{name}": value for name, value in meld.items()} | ({"going_out": "yes"} if out else {})
    text = asked(client, "/may-i/meld", rules=rules, **facts)
    assert text.startswith("Yes, this meld is legal." if engine["legal"] else "No, this meld is not legal.")
    for violation in engine["violations"]:
        assert violation["message"] in text
    assert "Which rule" in text
    assert "No source says it." not in text


def test_a_canasta_is_told_with_its_bonus(client: FlaskClient) -> None:
    text = asked(client, "/may-i/meld", rules="czech", m0__rank="9", m0__naturals=7)
    assert "It is a natural canasta: 600 besides." in text
    assert "Its cards: 70" in text


@pytest.mark.parametrize(
    ("cards", "answer"),
    [
        (("low", "2", "3"), "Yes"),
        (("Q", "K", "A"), "Yes"),
        (("K", "A", "2"), "No"),
        (("low", "Q", "K", "A"), "No"),
    ],
)
def test_an_ace_of_a_sequence_is_asked_about_at_both_ends(
    client: FlaskClient, cards: tuple[str, ...], answer: str
) -> None:
    tapped = "".join(f"&m0-cards={card}" for card in cards)
    page = client.get(f"/may-i/meld?rules=burraco&ask=1&m0-rank=sequence{tapped}").text
    assert all(f'value="{card}" checked' in page for card in cards)
    assert f">{answer}" in page


def test_a_sequence_is_asked_about_where_it_is_played(client: FlaskClient) -> None:
    path = "/may-i/meld?ask=1&m0-rank=sequence&m0-cards=5&m0-cards=6&m0-cards=7"
    assert "Yes, this meld is legal." in text_of(client.get(f"{path}&rules=czech").text)
    assert "Choose the rank of the meld." in text_of(client.get(f"{path}&rules=classic").text)
    gap = "/may-i/meld?rules=czech&ask=1&m0-rank=sequence&m0-cards=5&m0-cards=6&m0-cards=9"
    assert "A sequence runs upwards without a gap" in text_of(client.get(gap).text)


def test_only_what_matters_is_asked(client: FlaskClient) -> None:
    classic, fast = (text_of(client.get(f"/may-i/pile?rules={name}").text) for name in ("classic", "czech-fast"))
    assert "I hold one card only" not in classic
    assert "I hold one card only" in fast
    assert "The stock is gone" in classic
    assert "Your partner" not in text_of(client.get("/may-i/out?rules=hungarian&format=two").text)


# --- in a match --------------------------------------------------------------------------------


@pytest.fixture
def match(app: Flask) -> str:
    """A match of four under a house rule of the pile."""
    with app.test_request_context():
        new = NewMatch(
            "classic",
            "four",
            ("Ilona", "Jana", "Mihai", "Tõnu"),
            options={"pile": "natural-pair"},
            side_names=("North–South", "East–West"),
        )
        open_match(current_desk(), new, match_id="tuesday", key="open-tuesday", actor="test", now=NOW)
    return "/matches/tuesday/may-i"


def test_a_match_answers_under_its_own_rules(client: FlaskClient, match: str) -> None:
    text = asked(client, f"{match}/pile", using="natural_and_wild")
    assert text.startswith("No. Here the pile takes two natural cards.")
    assert "House rule" in text
    assert asked(client, "/may-i/pile", rules="classic", using="natural_and_wild").startswith("Yes")


def test_a_match_knows_the_score_of_its_sides(client: FlaskClient, match: str) -> None:
    html = client.get(f"{match}/opening").text
    assert "East–West" in html
    assert 'name="score"' not in html
    assert "Needed at a score of 0: 50" in asked(client, f"{match}/opening", side=1)


def test_every_question_of_a_match_leads_back_to_it(client: FlaskClient, match: str) -> None:
    html = client.get(match).text
    for tool in TOOLS:
        assert f'href="{match}/{tool}"' in html
        assert f'href="{match}"' in client.get(f"{match}/{tool}").text


@pytest.mark.parametrize("tool", TOOLS)
def test_addresses_full_of_nonsense_are_answered(client: FlaskClient, tool: str) -> None:
    odd = "ask=1&rules=classic&format=nine&m0-rank=Z&m0-naturals=-4&m0-jokers=99999&side=x&top=sky&canastas=%C2%B2"
    assert client.get(f"/may-i/{tool}?{odd}").status_code == 200


@pytest.mark.parametrize("path", ["/may-i?rules=classic", "/rules/classic?format=two", "/matches/new?rules=classic"])
def test_a_format_that_no_source_has_is_marked_where_it_is_chosen(client: FlaskClient, path: str) -> None:
    text = text_of(client.get(path).text)
    assert "Two players (in no source of this book)" in text
    assert "Four players, two partnerships (in no source" not in text
