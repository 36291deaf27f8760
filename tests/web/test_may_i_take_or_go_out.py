"""“May I?” take the pile, and go out: answered as the engine answers it, and what can be done instead."""

import pytest
from flask.testing import FlaskClient

from scorekeeper.engine.deals.permissions import GoingOutFacts, PileFacts, may_go_out_now, may_take_pile
from scorekeeper.rulebook.loader import resolve
from scorekeeper.words.permissions import ASKS, GOING_OUT, GONE, MAY_ASK, PILE
from tests.web.may_i import asked, text_of

PILES: list[tuple[str, dict[str, object], dict[str, object], dict[str, object]]] = [
    ("classic", {}, {}, {}),
    ("classic", {}, {"top": "black_three"}, {"top": "black_three"}),
    ("hungarian", {}, {"top": "wild"}, {"top": "wild"}),
    ("classic", {}, {"using": "nothing"}, {"using": "nothing"}),
    ("classic", {}, {"using": "meld", "frozen": "yes"}, {"using": "meld", "frozen": True}),
    ("classic", {}, {"using": "natural_and_wild", "not_opened": "yes", "reaches": "yes"}, {}),
    ("classic", {}, {"using": "canasta"}, {"using": "canasta"}),
    ("czech", {}, {"using": "canasta"}, {"using": "canasta"}),
    ("viennese", {}, {"own_canasta": "yes"}, {"own_canasta": True}),
    ("hungarian", {}, {"one_card_in_hand": "yes", "single_card_pile": "yes"}, {}),
    ("czech-fast", {}, {"one_card_in_hand": "yes"}, {"one_card_in_hand": True}),
    ("czech-fast", {}, {"not_all_discarded": "yes"}, {"all_discarded": False}),
    ("classic", {}, {"using": "meld", "stock_empty": "yes"}, {"using": "meld", "stock_empty": True}),
    ("classic", {}, {"not_opened": "yes"}, {"opened": False, "reaches_minimum": False}),
]
NOT_OPENED_WITH_WILD = {"using": "natural_and_wild", "opened": False, "reaches_minimum": True}
SINGLE = {"one_card_in_hand": True, "single_card_pile": True}


@pytest.mark.parametrize(("rules", "options", "tapped", "facts"), PILES)
def test_the_pile_is_answered_as_the_engine_does(
    client: FlaskClient, rules: str, options: dict[str, object], tapped: dict[str, object], facts: dict[str, object]
) -> None:
    known = facts or (NOT_OPENED_WITH_WILD if "reaches" in tapped else SINGLE if "single_card_pile" in tapped else {})
    engine = may_take_pile(PileFacts(**known), resolve(rules, None, options))  # type: ignore[arg-type]
    text = asked(client, "/may-i/pile", rules=rules, **tapped)
    advice = PILE[engine.key]
    assert text.startswith(advice.what)
    assert all(step in text for step in advice.can)
    assert "No source says it." not in text


OUTS: list[tuple[str, dict[str, object], dict[str, object]]] = [
    ("classic", {"canastas": 1}, {"canastas": 1}),
    ("classic", {"canastas": 0}, {"canastas": 0}),
    ("hungarian", {"canastas": 1, "partner": "yes"}, {"canastas": 1, "partner": "yes"}),
    ("romanian", {"canastas": 2, "partner": "no"}, {"canastas": 2, "partner": "no"}),
    ("classic", {"canastas": 1, "not_opened": "yes"}, {"canastas": 1, "opened": False, "reaches_minimum": False}),
    (
        "classic",
        {"canastas": 1, "not_opened": "yes", "concealed": "yes"},
        {"canastas": 1, "opened": False, "reaches_minimum": False, "concealed": True},
    ),
    (
        "czech",
        {"canastas": 1, "not_opened": "yes", "concealed": "yes"},
        {"canastas": 1, "opened": False, "reaches_minimum": False, "concealed": True},
    ),
]


@pytest.mark.parametrize(("rules", "tapped", "facts"), OUTS)
def test_going_out_is_answered_as_the_engine_does(
    client: FlaskClient, rules: str, tapped: dict[str, object], facts: dict[str, object]
) -> None:
    known = {**facts, "canastas": {"": facts["canastas"]}}
    engine = may_go_out_now(GoingOutFacts(**known), resolve(rules))  # type: ignore[arg-type]
    text = asked(client, "/may-i/out", rules=rules, **tapped)
    assert text.startswith(GOING_OUT[engine.key].what)
    assert all(step in text for step in GOING_OUT[engine.key].can)


ASKING = [
    ("classic", "four", MAY_ASK),
    ("viennese", "four", MAY_ASK),
    ("hungarian", "four", MAY_ASK),
    ("hungarian", "six", MAY_ASK),
    ("hungarian", "two", None),
    ("hungarian", "cutthroat", None),
    ("romanian", "four", MAY_ASK),
    ("romanian", "three", None),
    ("czech", "four", None),
    ("czech-fast", "four", ASKS),
    ("czech-fast", "two", None),
]


@pytest.mark.parametrize(("rules", "format_", "step"), ASKING)
def test_a_partner_is_asked_only_where_there_is_one_and_the_source_knows_the_question(
    client: FlaskClient, rules: str, format_: str, step: str | None
) -> None:
    text = asked(client, "/may-i/out", rules=rules, format=format_, canastas=2)
    assert text.startswith("Yes, you may go out.")
    assert {each for each in (MAY_ASK, ASKS) if each in text} == {each for each in (step,) if each}
    refused = asked(client, "/may-i/out", rules=rules, format=format_, canastas=2, partner="no")
    assert refused.startswith("No. Your partner said no." if step else "Yes, you may go out.")
    form = text_of(client.get(f"/may-i/out?rules={rules}&format={format_}").text)
    assert ("Said yes" in form) == bool(step)


@pytest.mark.parametrize("rules", ["classic", "viennese", "hungarian", "czech", "czech-fast"])
@pytest.mark.parametrize("facts", [{"top": "black_three"}, {"using": "nothing"}, {"using": "meld", "frozen": "yes"}])
def test_nobody_is_sent_to_a_stock_that_is_gone(client: FlaskClient, rules: str, facts: dict[str, object]) -> None:
    text = asked(client, "/may-i/pile", rules=rules, stock_empty="yes", **facts)
    assert text.startswith("No.")
    assert GONE in text
    assert "Draw from the stock" not in text
    assert "After the next discard" not in text
    assert "Draw from the stock" in asked(client, "/may-i/pile", rules=rules, **facts)
