"""Articles of a penalty code under the rules of a match: those that apply, and their figures."""

from typing import Any

import pytest

from scorekeeper.contract.rule import rule
from scorekeeper.contract.score import score
from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.melds import violations
from scorekeeper.engine.penalties.in_force import in_force, ranks_apart
from scorekeeper.rulebook.codes import articles_in_force, code
from scorekeeper.rulebook.loader import resolve, rulebook, with_code

EVERY = [(id_, format_) for id_, facts in rulebook().rule_sets.items() for format_ in facts.formats]
HUNGARIAN = frozenset(article.id for article in code("hungarian").articles)


@pytest.mark.parametrize(
    ("code_", "rules", "format_", "moot"),
    [
        ("hungarian", "hungarian", "four", set()),
        ("hungarian", "hungarian", "two", {"HU-08"}),
        ("hungarian", "hungarian", "three", {"HU-08"}),
        ("hungarian", "hungarian", "cutthroat", {"HU-16"}),
        ("hungarian", "hungarian", "five", set()),
        ("hungarian", "classic", None, {"HU-17"}),
        ("hungarian", "viennese", None, {"HU-17"}),
        ("hungarian", "czech", None, {"HU-14", "HU-17"}),
        ("hungarian", "czech-fast", None, {"HU-14"}),
        ("hungarian", "romanian", None, {"HU-16", "HU-17"}),
        ("hungarian", "burraco", None, {"HU-03", "HU-06", "HU-09", "HU-14", "HU-16", "HU-17"}),
        ("romanian", "romanian", "four", set()),
        ("romanian", "romanian", "two", {"RO-11", "RO-14"}),
        ("romanian", "burraco", None, {"RO-08", "RO-10"}),
    ],
)
def test_an_article_applies_only_where_the_rules_know_the_offence(
    code_: str, rules: str, format_: str | None, moot: set[str]
) -> None:
    in_force_here = articles_in_force(code(code_), resolve(rules, format_, with_code({}, code_)))
    assert {article.id for article in code(code_).articles} - set(in_force_here) == moot


def test_the_command_refuses_an_article_that_does_not_apply_and_names_those_that_do() -> None:
    reply = rule({"rules": "viennese", "format": "four", "code": "hungarian", "article": "HU-17", "answers": {}})
    assert reply["error"]["where"] == "article"
    assert reply["error"]["allowed"] == sorted(HUNGARIAN - {"HU-17"})


def ruling(rules: str, article: str, answers: dict[str, Any], **options: Any) -> tuple[int, list[str]]:
    """The points and the outcomes of a ruling by an article, under these rules and options."""
    code_ = "hungarian" if article.startswith("HU") else "romanian"
    reply = rule({"rules": rules, "options": options, "code": code_, "article": article, "answers": answers})
    return reply["points"], reply["outcomes"]


def counts(naturals: int, jokers: int, twos: int) -> dict[str, int]:
    """The answers to HU-10 for a meld."""
    return {"naturals": naturals, "jokers": jokers, "twos": twos}


EXCESS = (-100, ["EXCESS_MINUS"])
LAWFUL: tuple[int, list[str]] = (0, [])


@pytest.mark.parametrize(
    ("rules", "answers", "options", "expected"),
    [
        ("hungarian", counts(4, 1, 2), {}, LAWFUL),
        ("hungarian", counts(4, 2, 2), {}, EXCESS),
        ("samba", counts(4, 1, 2), {}, EXCESS),
        ("samba", counts(4, 1, 1), {}, LAWFUL),
        ("bolivia", counts(4, 2, 2), {}, EXCESS),
        ("burraco", counts(5, 1, 1), {}, EXCESS),
        ("burraco", counts(5, 1, 0), {}, LAWFUL),
        ("modern-american", {**counts(5, 1, 0), "rank": "7"}, {}, EXCESS),
        ("modern-american", {**counts(5, 1, 0), "rank": "other"}, {}, LAWFUL),
        ("viennese", counts(2, 0, 3), {}, LAWFUL),
        ("czech", counts(0, 4, 3), {}, LAWFUL),
        ("uruguay", counts(0, 4, 3), {}, LAWFUL),
        ("hungarian", counts(0, 4, 3), {}, EXCESS),
        ("classic", counts(5, 4, 2), {}, EXCESS),
        ("classic", counts(5, 4, 2), {"wilds-on-finished-canasta": None}, LAWFUL),
        ("classic", counts(3, 4, 2), {"wilds-on-finished-canasta": None}, EXCESS),
    ],
)
def test_the_article_on_wild_cards_has_the_limit_of_the_rules(
    rules: str, answers: dict[str, Any], options: dict[str, Any], expected: tuple[int, list[str]]
) -> None:
    assert ruling(rules, "HU-10", answers, **options) == expected


def test_wild_cards_that_only_outnumber_the_natural_ones_are_not_called_allowed() -> None:
    article = in_force(code("hungarian").article("HU-10"), resolve("viennese", None, with_code({}, "hungarian")))  # type: ignore[arg-type]
    assert [row.lawful for row in article.rows] == [False, False, True]
    assert "natural cards" in article.rows[0].why


@pytest.mark.parametrize(("rules", "format_"), EVERY)
def test_article_score_and_check_agree_on_how_many_wild_cards_a_meld_may_hold(rules: str, format_: str) -> None:
    resolved = resolve(rules, format_, with_code({}, "hungarian"))
    article = articles_in_force(code("hungarian"), resolved)["HU-10"]
    special = next(question for question in article.questions if question.key == "rank").keys
    for rank in {*special} - {"other", "sequence"} | {"K"}:
        for naturals, wilds in ((1, 2), (2, 2), (3, 3), (4, 2), (4, 3), (5, 1), (5, 2), (4, 4), (8, 4)):
            meld = {"rank": rank, "naturals": naturals, "twos": wilds}
            match = {"rules": rules, "format": format_, "options": {"penalty-code": "hungarian"}}
            first = score({**match, **deal(meld, resolved)})["sides"][0]
            fined = sum(line["points"] for line in first["lines"] if line["key"] == "penalties")
            answers = {**counts(naturals, 0, wilds), "rank": rank if rank in special else "other"}
            points = rule({**match, "code": "hungarian", "article": "HU-10", "answers": answers})["points"]
            broken = {each.key for each in violations(Meld(rank, naturals, 0, wilds), resolved, going_out=False)}
            assert fined == points == (-100 if "too_many_wilds" in broken else 0), (rank, naturals, wilds)


def deal(meld: dict[str, Any], rules: Any) -> dict[str, Any]:
    """A deal of one side with one meld."""
    if rules.table.alliances:
        members = [{"name": name, "score": 0, "red_threes": 0, "hand": {}} for name in "ABC"]
        return {"sides": [{"members": [each], "melds": [meld] if not at else []} for at, each in enumerate(members)]}
    return {"sides": [{"melds": [meld]}]}


def test_the_ranks_that_the_rules_limit_apart_are_offered_and_one_answer_for_all_others() -> None:
    article = next(each for each in code("hungarian").articles if each.id == "HU-10")
    for rules, format_ in EVERY:
        resolved = in_force(article, resolve(rules, format_, with_code({}, "hungarian")))
        limits = next(number for number in resolved.derived if number.key == "wilds_over").rows
        apart = {condition.one_of[0] for row in limits for condition in row.when if condition.one_of}
        offered = next(question for question in resolved.questions if question.key == "rank").keys
        assert {*offered} == {*apart, "other"}
        assert ranks_apart(resolve(rules, format_)) == (rules == "modern-american")


UNABLE = {"asked": True, "answer": "yes", "able_to_go_out": False}
PLAIN = {"count": 2, "earlier_player_closed_in_first_round": False}


@pytest.mark.parametrize(
    ("rules", "article", "answers", "options", "expected"),
    [
        ("hungarian", "HU-09", PLAIN, {}, (-1000, [])),
        ("hungarian", "HU-09", PLAIN, {"red-three-in-hand": -200}, (-400, [])),
        ("hungarian", "HU-09", PLAIN, {"red-three-in-hand": "as-laid"}, (0, ["COUNT_AS_LAID"])),
        ("classic", "HU-09", PLAIN, {}, (-1000, [])),
        ("samba", "HU-09", {**PLAIN, "count": 5}, {}, (-2500, [])),
        ("romanian", "RO-10", {"count": 2}, {}, (-600, [])),
        ("romanian", "RO-10", {"count": 2}, {"red-three-in-hand": -500}, (-1000, [])),
        ("romanian", "RO-10", {"count": 5}, {"deck": "162"}, (-1500, [])),
        ("romanian", "RO-10", {"count": 1, "melded": False}, {"red-three-in-hand-without-meld": -100}, (-400, [])),
        ("romanian", "RO-10", {"count": 1, "melded": True}, {"red-three-in-hand-without-meld": -100}, (-300, [])),
        ("hungarian", "HU-08", {**UNABLE, "started_before_answer": False}, {}, (-100, ["PLAY_ON"])),
        ("hungarian", "HU-08", {**UNABLE, "started_before_answer": False}, {"asked-unable": 0}, (0, ["PLAY_ON"])),
        ("hungarian", "HU-08", {**UNABLE, "started_before_answer": True}, {"asked-unable": 0}, (-100, ["PLAY_ON"])),
    ],
)
def test_what_the_table_chose_goes_before_the_price_of_the_code(
    rules: str, article: str, answers: dict[str, Any], options: dict[str, Any], expected: tuple[int, list[str]]
) -> None:
    assert ruling(rules, article, answers, **options) == expected


@pytest.mark.parametrize(
    ("options", "melds", "points"),
    [
        ({}, [], -300),
        ({"red-three-in-hand": -500}, [], -500),
        ({"red-three-in-hand-without-meld": -100}, [], -400),
        ({"red-three-in-hand-without-meld": -100}, [{"rank": "K", "naturals": 3}], -300),
    ],
)
def test_the_score_charges_a_red_three_in_the_hand_as_the_article_does(
    options: dict[str, Any], melds: list[Any], points: int
) -> None:
    side = {"melds": melds, "hands": [{"red3": 1}, {}]}
    lines = score({"rules": "romanian", "options": options, "sides": [side]})["sides"][0]["lines"]
    assert [line["points"] for line in lines if line.get("detail") == "red_three_in_hand"] == [points]


def test_a_player_who_sits_out_a_draw_may_lay_only_where_the_table_says_so() -> None:
    told = {}
    for lays in (False, True):
        article = articles_in_force(code("hungarian"), resolve("hungarian", None, {"sitting-out-lays": lays}))["HU-04"]
        told[lays] = [row.do[-1] for row in article.rows]
    assert all("lay nothing" in text for text in told[False])
    assert all("cards may be laid" in text for text in told[True][:2])
