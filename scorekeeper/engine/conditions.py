"""holds(condition, rules): whether a condition in the rulebook's data is met by the rules of a match.

A condition is the path of a value that must be true ("pile.always_frozen"), a path and the value that it must have
("table.players is 2"), or a name in `CONDITIONS`, such as "partners". A leading "not " negates it.
Conditions select articles of penalty codes, rules of play, topics, and sentences about values.
"""

from collections.abc import Callable, Iterable, Mapping

from scorekeeper.engine.cards import RANKS, THREE
from scorekeeper.engine.rules import RuleSet, value_at

NOT, IS = "not ", " is "
CONDITIONS: Mapping[str, Callable[[RuleSet], bool]] = {
    "partners": lambda rules: rules.table.partners,
    "opening_minimum": lambda rules: any(points for _, points in rules.opening.brackets),
    "opens_by_canasta": lambda rules: bool(rules.opened_by_canasta),
    "red_threes_apart": lambda rules: "red" in rules.threes_of,
    "red_three_fined": lambda rules: "red" in rules.threes_of and rules.threes_of["red"].in_hand != "card",
    "red_three_as_laid": lambda rules: "red" in rules.threes_of and rules.threes_of["red"].in_hand == "as-laid",
    "red_three_kept": lambda rules: "red" in rules.threes_of and not rules.threes_of["red"].discardable,
    "red_three_dearer_unmelded": lambda rules: any(row.unmelded_in_hand for row in rules.threes),
    "black_threes_melded": lambda rules: rules.meld_of[THREE].of == "black_threes" and rules.meld_of[THREE].played,
    "sitting_out_lays": lambda rules: rules.code.sitting_out_lays,
    "wilds_in_proportion": lambda rules: any(kind.share != "any" for kind in rules.melds),
    "wild_melds": lambda rules: rules.wild_melds,
    "sequences": lambda rules: rules.sequences,
    "canastas_grow": lambda rules: rules.meld_of[RANKS[0]].most != rules.canasta_size,
    "natural_canastas_turn_mixed": lambda rules: rules.meld_of[RANKS[0]].wilds_on_canasta != "same",
    "pile_opens": lambda rules: not (rules.pile.free or rules.pile.always_frozen),
    "end_of_stock_decides": lambda rules: rules.pile.must_take_when_stock_is_empty or rules.pile.deal_ends_with_stock,
    "several_out_bonuses": lambda rules: bool(rules.going_out.black_threes or rules.going_out.first_pile),
}


def holds(condition: str, rules: RuleSet) -> bool:
    """Return whether the condition is met. Raises AttributeError for a path in an unknown section."""
    plain = condition.removeprefix(NOT)
    name, compared, value = plain.partition(IS)
    found = CONDITIONS[name](rules) if name in CONDITIONS else value_at(rules, name)
    return (str(found) == value if compared else bool(found)) is (plain == condition)


def all_hold(conditions: Iterable[str], rules: RuleSet) -> bool:
    """Return whether all of the conditions are met."""
    return all(holds(condition, rules) for condition in conditions)


def named_in(condition: str) -> str:
    """The name or the path in a condition."""
    return condition.removeprefix(NOT).partition(IS)[0]
