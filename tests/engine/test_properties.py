"""Properties of every possible deal, under any rule set."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.cards import RANKS
from scorekeeper.engine.deals.deal import Deal
from scorekeeper.engine.deals.findings import findings
from scorekeeper.engine.deals.melds import canastas, sign_of, unfinished
from scorekeeper.engine.deals.pack import cards_missing
from scorekeeper.engine.deals.reader import read_deal
from scorekeeper.engine.deals.scoring import LINE_KEYS, Score, score_deal
from scorekeeper.engine.matches.match import fold
from scorekeeper.engine.rules import RuleSet, from_plain, to_plain
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.loader import resolve
from tests.engine.ledger_of import deal as recorded
from tests.engine.ledger_of import numbered, opened, ruling
from tests.engine.strategies import bodies, choices, tables
from tests.engine.table import grouped
from tests.examples import examples

FEW, MANY = examples(12, soak=500), examples(30, soak=1_500)
Table = tuple[RuleSet, dict[str, Any]]


def first_scores(deal: Deal, rules: RuleSet) -> Iterator[Score]:
    """The score of the first scorer of each side."""
    scores = iter(score_deal(deal, rules))
    for side in deal.sides:
        first, *_ = [next(scores) for _ in side.players]
        yield first


@MANY
@given(tables())
def test_the_lines_sum_to_the_total_and_stand_in_order(table: Table) -> None:
    rules, body = table
    for score in score_deal(read_deal(body, rules), rules):
        assert sum(line.points for line in score.lines) == score.total
        assert all(line.points for line in score.lines)
        assert all(line.count * line.each == line.points for line in score.lines if line.each and line.count)
        assert [line.key for line in score.lines] == sorted((line.key for line in score.lines), key=LINE_KEYS.index)


@MANY
@given(tables())
def test_card_points_are_conserved_between_the_sides_the_hands_and_the_rest_of_the_pack(table: Table) -> None:
    rules, body = table
    rules = replace(rules, cards=tuple(replace(row, in_hand=None) for row in rules.cards))
    deal = read_deal(body, rules)
    worth = {kind: points for kind, points in rules.points.items() if rules.in_hand[kind]}  # no red threes set apart
    left = Counter({kind: rules.in_pack[kind] for kind in worth})
    told = 0
    for side, score in zip(deal.sides, first_scores(deal, rules), strict=True):
        counted = side.special_hand is None  # a side with a special hand records no cards
        for cards in (*(meld.kinds() for meld in side.melds), *side.hands, *side.feet) if counted else ():
            left.subtract({kind: count for kind, count in cards.items() if kind in worth})
        groups = grouped(score.lines)
        told += sum(abs(groups.get(key, 0)) for key in ("cards_melded", "cards_in_hand", "foot", "excess_wilds"))
    whole = sum(rules.in_pack[kind] * points for kind, points in worth.items())
    assert told + sum(count * worth[kind] for kind, count in left.items()) == whole


@MANY
@given(tables(), st.integers(0, 108))
def test_cards_that_add_up_are_told_apart_from_those_that_do_not(table: Table, cards_left: int) -> None:
    rules, body = table
    deal = replace(read_deal(body, rules), cards_left=cards_left)
    missing = cards_missing(deal, rules)
    assert (missing is None) == any(side.special_hand for side in deal.sides)  # its cards are not recorded
    if missing is None:
        return
    whole = replace(deal, cards_left=cards_left + missing)
    assert cards_missing(whole, rules) == 0
    assert "cards_do_not_add_up" not in {finding.key for finding in findings(whole, rules)}
    more = replace(deal, cards_left=cards_left + missing + 1)
    assert "cards_do_not_add_up" in {finding.key for finding in findings(more, rules)}


@MANY
@given(tables(legal=True), st.data())
def test_a_natural_card_on_a_legal_meld_never_lowers_the_total_but_without_a_canasta_in_the_czech_games(
    table: Table, data: st.DataObject
) -> None:
    rules, body = table  # no maximum length of canastas: a longer one might be of a cheaper kind
    rules = replace(rules, canastas=tuple(replace(row, cards=row.cards[:1]) for row in rules.canastas))
    places = [
        (at, number)
        for at, side in enumerate(body["sides"])
        for number, meld in enumerate(side["melds"])
        if meld["rank"] in RANKS and held(body, meld["rank"]) < rules.pack.count(meld["rank"])
    ]
    if not places:
        return
    at, number = data.draw(st.sampled_from(places))
    before = list(first_scores(read_deal(body, rules), rules))[at]
    meld = body["sides"][at]["melds"][number]
    value = rules.points[meld["rank"]]
    meld["naturals"] += 1
    after = list(first_scores(read_deal(body, rules), rules))[at]
    if body["sides"][at].get("special_hand"):
        assert after.total == before.total
    elif sign_of(rules, "melded", melded=True, canastas=after.canastas) < 0:
        assert after.total == before.total - value
    else:
        assert after.total >= before.total + value


def held(body: dict[str, Any], rank: str) -> int:
    """The number of cards of a rank on the table or in hands."""
    melds = [meld for side in body["sides"] for meld in side["melds"]]
    melded = sum(meld["naturals"] for meld in melds if meld["rank"] == rank)
    melded += sum(meld["cards"].count(rank) for meld in melds if "cards" in meld)
    hands = [hand for side in body["sides"] for hand in side.get("hands", [m["hand"] for m in side.get("members", [])])]
    feet = [foot for side in body["sides"] for foot in side.get("feet", [])]
    return melded + sum(hand.get(rank, 0) for hand in (*hands, *feet))


@MANY
@given(tables(legal=True))
def test_the_three_ways_of_entering_agree_on_the_same_cards(table: Table) -> None:
    rules, body = table
    rules = replace(rules, unfinished=tuple(row for row in rules.unfinished if row.counted))
    listed = read_deal(body, rules)
    by_class, by_sum = (read_deal(recounted(body, listed, rules, classes=way), rules) for way in (True, False))
    expected = [grouped(score.lines) for score in score_deal(listed, rules)]
    for counted in (by_class, by_sum):
        assert [grouped(score.lines) for score in score_deal(counted, rules)] == expected
        assert [score.canastas for score in score_deal(counted, rules)] == [
            s.canastas for s in score_deal(listed, rules)
        ]


def recounted(body: dict[str, Any], deal: Deal, rules: RuleSet, *, classes: bool) -> dict[str, Any]:
    """The same deal, with each side's melds counted by class of cards; without `classes`, as one sum of points."""
    sides = []
    for side, plain in zip(deal.sides, body["sides"], strict=True):
        count: Counter[str] = Counter()
        for meld in side.melds:
            for kind, cards in meld.kinds().items():
                count[rules.class_of[kind]] += cards
        points = sum(cards * rules.points[rules.classes[name][0]] for name, cards in count.items())
        told: dict[str, Any] = dict(count) if classes else {"points": points}
        rest = {key: value for key, value in plain.items() if key != "melds"}
        if any(row.counted for row in rules.unfinished):
            told["unfinished"] = Counter(row.key for meld in side.melds if (row := unfinished(meld, rules)))
        sides.append({**rest, "counted": {**told, "canastas": dict(canastas(side.melds, rules))}})
    return {**body, "sides": sides}


@FEW
@given(tables())
def test_sides_score_by_themselves(table: Table) -> None:
    rules, body = table
    together = score_deal(read_deal(body, rules), rules)
    turned = score_deal(read_deal({**body, "sides": body["sides"][::-1]}, rules), rules)
    alone = [score_deal(read_deal({**body, "sides": [side]}, rules), rules) for side in body["sides"]]
    points = Counter((score.total, score.lines) for score in together)
    assert Counter((score.total, score.lines) for score in turned) == points
    assert Counter((score.total, score.lines) for scores in alone for score in scores) == points


@MANY
@given(choices())
def test_a_rule_set_survives_its_journey_through_json(choice: tuple[str, str, dict[str, Any]]) -> None:
    rules = resolve(*choice)
    assert from_plain(json.loads(json.dumps(to_plain(rules)))) == rules


def test_a_rule_set_with_a_value_missing_is_refused_and_a_strange_one_left_out() -> None:
    plain = to_plain(resolve("classic"))
    strange = {**plain, "fines": {**plain["fines"], "of_tables": 100}, "jokers": []}
    assert from_plain({**strange, "needs": [{**plain["needs"][0], "soon": True}]}) == resolve("classic")
    with pytest.raises(ValueError, match="missing required field"):
        from_plain({**plain, "cards": [{"key": "joker", "kinds": ["joker"]}]})
    with pytest.raises(ValueError, match="missing required field"):
        from_plain({key: value for key, value in plain.items() if key != "pile"})


CLASSIC_BODIES = bodies(resolve("hungarian"))


@FEW
@given(st.lists(CLASSIC_BODIES, min_size=1, max_size=5), st.data())
def test_amending_a_deal_equals_replaying_from_scratch(played: list[dict[str, Any]], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(played) - 1))
    new = data.draw(CLASSIC_BODIES)
    deals = [recorded(number, *body["sides"]) for number, body in enumerate(played, start=1)]
    amended = fold(numbered(opened("hungarian"), *deals, recorded(at + 1, *new["sides"], kind="deal_amended")))
    deals[at] = recorded(at + 1, *new["sides"])
    scratch = fold(numbered(opened("hungarian"), *deals))
    assert (amended.standings, amended.verdict) == (scratch.standings, scratch.verdict)
    assert [(row.sides, row.findings) for row in amended.rows] == [(row.sides, row.findings) for row in scratch.rows]


@FEW
@given(st.lists(CLASSIC_BODIES, min_size=1, max_size=4), st.data())
def test_withdrawing_a_ruling_restores_every_total(played: list[dict[str, Any]], data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(played) + 1))
    points = data.draw(st.sampled_from([-500, -100, 0]))
    applied = ruling("r1", number, data.draw(st.integers(0, 1)), points=points, opening_raise=10, article="HU-09")
    deals = [recorded(at, *body["sides"]) for at, body in enumerate(played, start=1)]
    plain = fold(numbered(opened("hungarian"), *deals))
    withdrawn = fold(numbered(opened("hungarian"), *deals, applied, ("ruling_withdrawn", {"ruling": "r1"})))
    assert (withdrawn.rows, withdrawn.standings, withdrawn.verdict) == (plain.rows, plain.standings, plain.verdict)


@FEW
@given(st.lists(CLASSIC_BODIES, max_size=5))
def test_a_score_is_the_sum_of_its_deals(played: list[dict[str, Any]]) -> None:
    state = fold(numbered(opened("hungarian"), *(recorded(at, *b["sides"]) for at, b in enumerate(played, start=1))))
    for place, standing in enumerate(state.standings):
        assert standing.score == sum(row.sides[place].total for row in state.rows)
