"""Conditions in the rulebook's data, on resolved rules."""

import pytest

from scorekeeper.engine.conditions import holds, named_in
from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.loader import resolve
from scorekeeper.rulebook.values import check_condition


@pytest.mark.parametrize(
    ("condition", "rule_set", "format_", "expected"),
    [
        ("pile.always_frozen", "uruguay", None, True),
        ("not pile.always_frozen", "uruguay", None, False),
        ("table.players is 2", "hungarian", "two", True),
        ("table.players is 2", "hungarian", None, False),
        ("not code.id is none", "classic", None, False),
        ("partners", "hungarian", "cutthroat", True),
        ("partners", "hungarian", "three", False),
        ("melds.rank.again is never", "samba", None, False),
        ("pile_opens", "burraco", None, False),
        ("canastas_grow", "cuban", None, False),
    ],
)
def test_a_condition_is_met_by_the_values_of_the_rules(
    condition: str, rule_set: str, format_: str | None, expected: bool
) -> None:
    assert holds(condition, resolve(rule_set, format_)) is expected


def test_a_condition_follows_what_the_table_chose() -> None:
    frozen = resolve("classic", None, {"pile": "always-frozen"})
    assert holds("pile_opens", resolve("classic"))
    assert not holds("pile_opens", frozen)


def test_a_condition_names_what_it_is_about() -> None:
    assert named_in("not table.players is 2") == "table.players"


def test_a_condition_on_nothing_that_there_is_is_refused() -> None:
    assert check_condition("not pile.free", "where") == "not pile.free"
    with pytest.raises(Refused) as caught:
        check_condition("not pile.warm", "where")
    assert (caught.value.key, caught.value.found) == ("not_one_of", "not pile.warm")
