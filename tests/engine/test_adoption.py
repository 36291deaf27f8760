"""A penalty code that a table adopts during a match applies to a chosen deal and all later ones, and to none before."""

from typing import Any

from scorekeeper.engine.matches.match import State, fold
from scorekeeper.engine.snapshots import snapshot
from scorekeeper.rulebook.loader import resolve, under_code
from tests.engine.ledger_of import FOURS, KINGS, deal, numbered, opened

#: A side with a red three left in a hand: it adds points without a code, and costs a fine under the Hungarian one.
HELD = {**KINGS, "hands": [{"red3": 1}]}


def adopted(code: str, number: int, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
    """The entry that adopts a code, beginning with deal `number`."""
    own = options or {}
    rules = under_code(resolve("classic", None, own), own, code)
    payload = {"deal": number, "code": code, "options": {**own, "penalty-code": code}, **snapshot(rules)}
    return "code_adopted", payload


def points(state: State) -> list[int]:
    return [row.sides[0].total for row in state.rows]


def held_in(*entries: tuple[str, dict[str, Any]]) -> State:
    return fold(numbered(opened(), *entries))


def test_deals_before_it_stay_figure_for_figure_and_those_after_follow_the_code() -> None:
    played = [deal(number, HELD, FOURS) for number in (1, 2, 3)]
    without = held_in(*played)
    with_code = held_in(played[0], adopted("hungarian", 2), *played[1:])
    assert points(with_code)[0] == points(without)[0]
    assert with_code.rows[0].sides == without.rows[0].sides
    assert isinstance(resolve("classic", None, {"penalty-code": "hungarian"}).threes_of["red"].in_hand, int)
    assert "HU-09" in [line.article for line in with_code.rows[1].sides[0].lines]
    whole = fold(numbered(opened(options={"penalty-code": "hungarian"}), *played))
    assert [points(with_code)[1:], whole.setup.rules] == [points(whole)[1:], with_code.setup.rules]
    assert [row.rules.code.id for row in with_code.rows] == ["none", "hungarian", "hungarian"]
    assert with_code.codes == ((1, "none"), (2, "hungarian"))
    assert with_code.setup.options == {"penalty-code": "hungarian"}


def test_an_amended_deal_is_scored_by_the_rules_of_that_deal() -> None:
    amended = held_in(
        deal(1, KINGS, FOURS), adopted("hungarian", 2), deal(2, HELD, FOURS), deal(1, HELD, FOURS, kind="deal_amended")
    )
    assert points(amended)[0] == points(held_in(deal(1, HELD, FOURS)))[0] != points(amended)[1]


def test_a_code_of_the_next_deal_is_not_in_force_yet_and_is_taken_back_by_none() -> None:
    coming = held_in(deal(1, HELD, FOURS), adopted("romanian", 3))
    assert (coming.setup.rules.code.id, coming.codes) == ("none", ((1, "none"), (3, "romanian")))
    back = held_in(deal(1, HELD, FOURS), adopted("romanian", 3), adopted("none", 2), deal(2, HELD, FOURS))
    assert points(back) == points(held_in(deal(1, HELD, FOURS), deal(2, HELD, FOURS)))
    assert back.codes == ((1, "none"),)
    ended = held_in(deal(1, HELD, FOURS), adopted("romanian", 3), ("match_closed", {"reason": "time"}))
    assert (ended.codes, ended.setup.rules.code.id) == (((1, "none"),), "none")


def test_a_code_leaves_what_the_table_chose_and_what_no_code_governs() -> None:
    own = {"target": 3000, "red-three-in-hand": -300}
    for rule_set in ("classic", "hungarian", "romanian", "czech"):
        rules = resolve(rule_set, None, {"target": 3000})
        assert under_code(rules, {"target": 3000}, rules.code.id) is rules
        for code in ("hungarian", "romanian", "none"):
            options = {"target": 3000, "penalty-code": code}
            assert under_code(rules, {"target": 3000}, code) == resolve(rule_set, None, options)
    assert under_code(resolve("hungarian", None, own), own, "romanian").threes_of["red"].in_hand == -300
