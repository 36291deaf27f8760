"""“May I?”: the four questions, answered as the engine answers them, under any rules, by address alone."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.matches.opening import NewMatch, open_match
from scorekeeper.contract.score import check_meld, check_opening
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.reference.may_i_form import OF_THE_PILE, TOOLS
from tests.web.may_i import ENGLISH, asked, text_of

RULE_SETS = tuple(rulebook().rule_sets)

NOW = "2026-11-21T19:00:00.000+00:00"


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
    assert "Two players (not in the sources)" in text
    assert "Four players, two partnerships (in no source" not in text
