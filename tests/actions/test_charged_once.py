"""An offence that the figures of a deal show is charged once, by the score or by a ruling, with the same points."""

from typing import Any

import pytest

from scorekeeper.actions.matches.history import history
from scorekeeper.actions.matches.offences import offences
from scorekeeper.actions.matches.rulings import Override, withdraw_ruling
from scorekeeper.actions.verify import verify
from scorekeeper.contract import score
from scorekeeper.engine.deals.findings import findings
from scorekeeper.engine.deals.reader import read_deal
from scorekeeper.engine.deals.scoring import charged_articles, score_deal
from scorekeeper.engine.penalties.rulings import Ruling, decide, facts
from scorekeeper.engine.rules import value_at
from scorekeeper.rulebook.codes import articles_in_force, code
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.words import words_for
from tests.actions.referee import MATCH, Table, apply, now, play, stamp
from tests.releases.figures import figures

#: By offence: a side whose figures show the offence, and the answers with which the article about it is applied.
SHOWN: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "red_three_in_hand": (
        {"melds": [{"rank": "9", "naturals": 3}], "hands": [{"red3": 2}]},
        {"count": 2, "earlier_player_closed_in_first_round": False},
    ),
    "too_many_wilds": (
        {"melds": [{"rank": "9", "naturals": 4, "twos": 4}], "hands": [{"4": 1}]},
        {"naturals": 4, "jokers": 0, "twos": 4},
    ),
    "out_without_canasta": ({"melds": [{"rank": "9", "naturals": 3}], "out": {}}, {"canastas": 0}),
}
#: By code and offence: the article (None: the code has none), and the points that the score charges automatically.
CHARGED = {
    "none": {"red_three_in_hand": (None, 0), "too_many_wilds": (None, 0), "out_without_canasta": (None, 0)},
    "hungarian": {
        "red_three_in_hand": ("HU-09", -1000),
        "too_many_wilds": ("HU-10", -100),
        "out_without_canasta": ("HU-07", 0),
    },
    "romanian": {
        "red_three_in_hand": ("RO-10", -600),
        "too_many_wilds": ("RO-09", 0),
        "out_without_canasta": ("RO-16", 0),
    },
}


@pytest.mark.parametrize("rules", rulebook().rule_sets)
def test_under_any_rules_the_code_says_what_is_charged(rules: str) -> None:
    for in_force, expected in CHARGED.items():
        resolved = resolve(rules, None, {"penalty-code": in_force})
        for key, (side, answers) in SHOWN.items():
            of_its_own = in_force == "none" and isinstance(value_at(resolve(rules), "threes.red.in_hand"), int)
            if key == "red_three_in_hand" and (not resolved.threes or of_its_own):
                continue  # a game without red threes, or with its own fine
            deal = read_deal({"sides": [side, {}]}, resolved)
            told = [found.article for found in findings(deal, resolved) if found.key == key]
            lines = [line for line in score_deal(deal, resolved)[0].lines if line.key == "penalties"]
            article, points = expected[key]
            assert sum(line.points for line in lines) == points, (rules, in_force, key)
            assert {line.article for line in lines} == ({article} if points else set())
            assert told == ([] if article is None and key == "red_three_in_hand" else [article])
            assert (article in charged_articles(resolved)) == bool(points)
            if points and article:
                asked = articles_in_force(code(in_force), resolved)[article]
                asked_for = {question.key for question in asked.questions}
                ruling = decide(asked, {k: v for k, v in answers.items() if k in asked_for}, facts(resolved))
                assert isinstance(ruling, Ruling)
                assert ruling.points == points


def test_without_a_code_a_surplus_wild_card_counts_plus_and_a_red_three_as_laid() -> None:
    for rules in rulebook().rule_sets:
        resolved = resolve(rules, None, {"penalty-code": "none"})
        deal = read_deal({"sides": [SHOWN["too_many_wilds"][0], {"melds": [{"rank": "8", "naturals": 3}]}]}, resolved)
        assert {line.key for line in score_deal(deal, resolved)[0].lines} & {"excess_wilds", "penalties"} == set()


def test_what_a_table_chose_goes_before_the_code() -> None:
    for in_force in ("none", "hungarian", "romanian"):
        chosen = resolve("hungarian", None, {"penalty-code": in_force, "red-three-in-hand": -250})
        assert (chosen.threes_of["red"].in_hand, chosen.code.id) == (-250, in_force)


HELD = {"melds": [{"rank": "9", "naturals": 3}], "hands": [{"red3": 2}]}  # 30, and −1000 charged automatically
ONE = {"melds": [{"rank": "9", "naturals": 3}], "hands": [{"red3": 1}]}
NONE = {"melds": [{"rank": "9", "naturals": 3}], "hands": [{"4": 1}]}
CLOSED = {"earlier_player_closed_in_first_round": True}
TWO, SINGLE = ({"earlier_player_closed_in_first_round": False, "count": count} for count in (2, 1))
SURPLUS = {"melds": [{"rank": "9", "naturals": 3, "twos": 4}, {"rank": "8", "naturals": 3, "jokers": 4}]}


@pytest.mark.parametrize(
    ("side", "rulings", "total"),
    [
        (HELD, [], 30 - 1000),
        (HELD, [("HU-09", TWO, None)], 30 - 1000),
        (HELD, [("HU-09", SINGLE, None)], 30 - 500 - 500),
        (HELD, [("HU-09", SINGLE, None)] * 2, 30 - 1000),
        (HELD, [("HU-09", TWO, -500)], 30 - 500),
        (HELD, [("HU-09", TWO, 0)], 30),
        (HELD, [("HU-09", SINGLE, -50)], 30 - 50 - 500),
        (ONE, [("HU-09", TWO, None)], 30 - 1000),
        (NONE, [("HU-09", TWO, None)], 30 - 5 - 1000),
        (HELD, [("HU-09", CLOSED, None)], 30 + 200),
        ({**HELD, "red_threes": 2}, [("HU-09", CLOSED, None)], 30 + 800),
        (SURPLUS, [], 30 + 60 + 30 + 150 - 20 - 50 - 200),
        (SURPLUS, [("HU-10", {"naturals": 3, "jokers": 0, "twos": 4}, 0)], 30 + 60 + 30 + 150 - 20 - 50 - 100),
        (SURPLUS, [("HU-10", {"naturals": 3, "jokers": 0, "twos": 4}, None)] * 2, 30 + 60 + 30 + 150 - 20 - 50 - 200),
    ],
)
def test_a_ruling_settles_the_cards_that_it_names(
    table: Table, side: dict[str, Any], rulings: list[tuple[str, dict[str, Any], int | None]], total: int
) -> None:
    desk = table("hungarian")
    for article, answers, points in rulings:
        override = None if points is None else Override(points, 0, "Agreed")
        apply(desk, article, 0, 1, answers=answers, override=override)
    play(desk, {"sides": [side, {}]})
    assert now(desk).rows[0].sides[0].total == total
    for ruling in now(desk).rulings:
        withdraw_ruling(desk, MATCH, ruling.id, "", stamp(desk, f"withdraw-{ruling.id}"))
    plain = score({"rules": "hungarian", "sides": [side, {}]}, words_for("en"))
    assert now(desk).rows[0].sides[0].total == plain["sides"][0]["total"]


@pytest.mark.parametrize(
    ("ruling", "total"),
    [
        ({"points": -500, "article": "HU-09"}, 30 - 500),
        ({"points": -500, "article": "HU-09", "count": 1}, 30 - 500 - 500),
        ({"points": -100, "article": "HU-05"}, 30 - 1000 - 100),
        ({"points": -100}, 30 - 1000 - 100),
    ],
)
def test_a_ruling_written_into_a_deal_settles_them_too(ruling: dict[str, Any], total: int) -> None:
    asked = {"rules": "hungarian", "sides": [{**HELD, "rulings": [ruling]}]}
    assert score(asked, words_for("en"))["sides"][0]["total"] == total


def test_an_override_stands_wherever_the_deal_is_shown(table: Table) -> None:
    desk = table("hungarian")
    play(desk, {"sides": [HELD, {}]})
    apply(desk, "HU-09", 0, 1, answers=TWO, override=Override(-500, 0, "Agreed"))
    shown = figures(desk, MATCH)
    assert [score for score, _ in shown["standings"]] == [-470, 0]
    assert shown["sheet"]["deals"][0][0]["penalties"] == [-500, False, ["a"]]
    assert shown["sheet"]["rulings"] == [["a", 1, "HU-09", -500, 50, 0, False]]
    fines = [row for row in shown["csv"] if row["line"] == "penalties"]
    assert [(row["points"], row["article"]) for row in fines] == [(-500, "HU-09")]
    changed = {each.what: (each.before, each.after) for each in history(desk, MATCH)[-1].differences}
    assert changed["points"] == changed["score"] == (-970, -470)
    assert verify(desk).problems == ()


def test_where_the_deal_ends_with_the_stock_nobody_is_made_to_take_the_pile(table: Table) -> None:
    desk = table("hungarian")
    for format_, there in (("four", True), ("cutthroat", False)):
        articles = {found.article.id for found in offences(desk, MATCH, resolve("hungarian", format_))}
        assert ("HU-16" in articles) == there
