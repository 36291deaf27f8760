"""Options as read from a file: all keys, the default, and what is refused."""

from typing import Any

import pytest

from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.options import Offer, Option, OptionChoice, read_options
from scorekeeper.rulebook.tables import RulebookError

SECTIONS = ("E1", "H9")
TREE: dict[str, Any] = {
    "stake": {
        "group": "end",
        "title": "Stake",
        "says": "For money.",
        "type": "decimal",
        "sets": "end.stake_per_100",
        "optional": True,
        "reading": "AMB-01",
    },
    "fine": {
        "group": "threes",
        "title": "Fine",
        "says": "For a red three.",
        "type": "number",
        "sets": "threes.red.in_hand",
        "follows": "threes.red.each",
        "range": {"min": -20, "max": -4, "step": 4},
        "words": ["as-laid", "card"],
        "choices": {"card": {"title": "A card"}},
    },
    "pack": {
        "group": "deal",
        "title": "Pack",
        "says": "How many cards.",
        "type": "choice",
        "values": ["108", "162"],
        "optional": True,
        "choices": {
            "108": {"title": "Two packs", "effect": {"pack.packs": 2, "end.deals": ""}},
            "162": {"title": "Three packs", "effect": {"pack.packs": 3, "opening.brackets": [[0, 50]]}},
            "none": {"title": "No matter"},
        },
    },
    "code": {
        "group": "penalties",
        "title": "Code",
        "says": "Whose articles.",
        "type": "choice",
        "sets": "code.id",
        "codes": True,
        "values": ["none"],
        "choices": {"none": {"title": "No code"}},
        "default": "mine",
    },
    "may": {
        "group": "pile",
        "title": "May I?",
        "says": "Is it asked?",
        "type": "switch",
        "default": False,
        "choices": {"true": {"title": "Yes", "effect": {"pile.asked": True}}, "false": {"title": "No"}},
    },
}
OFFERS: dict[str, dict[str, Any]] = {
    "classic": {"stake": {"source": "E1"}, "pack": {"source": "H9", "reading": "AMB-02", "values": ["162"]}},
    "samba": {"stake": {"source": "-", "reading": "AMB-03"}, "pack": {"source": "E1"}},
}
READ = read_options(TREE, SECTIONS, OFFERS, {"mine": "My code", "yours": "Your code"})


def test_everything_in_a_file_is_read_for_what_it_is() -> None:
    assert READ["stake"] == Option(
        id="stake",
        group="end",
        title="Stake",
        says="For money.",
        type="decimal",
        sets="end.stake_per_100",
        rule_sets={"classic": Offer("E1", "AMB-01"), "samba": Offer("-", "AMB-03")},
        optional=True,
        default=READ["stake"].default,
        reading="AMB-01",
    )
    assert READ["fine"] == Option(
        id="fine",
        group="threes",
        title="Fine",
        says="For a red three.",
        type="number",
        sets="threes.red.in_hand",
        rule_sets={},
        range={"min": -20, "max": -4, "step": 4},
        words=("as-laid", "card"),
        follows="threes.red.each",
        default=READ["fine"].default,
        choices={"card": OptionChoice("A card")},
    )
    assert READ["pack"] == Option(
        id="pack",
        group="deal",
        title="Pack",
        says="How many cards.",
        type="choice",
        rule_sets={"classic": Offer("H9", "AMB-02", ("162",)), "samba": Offer("E1")},
        values=("108", "162"),
        optional=True,
        default=READ["pack"].default,
        choices={
            "108": OptionChoice("Two packs", {"pack.packs": 2, "end.deals": None}),
            "162": OptionChoice("Three packs", {"pack.packs": 3, "opening.brackets": ((0, 50),)}),
            "none": OptionChoice("No matter"),
        },
    )
    assert READ["code"] == Option(
        id="code",
        group="penalties",
        title="Code",
        says="Whose articles.",
        type="choice",
        sets="code.id",
        rule_sets={},
        values=("none", "mine", "yours"),
        default="mine",
        choices={"none": OptionChoice("No code"), "mine": OptionChoice("My code"), "yours": OptionChoice("Your code")},
        codes=True,
    )
    assert (READ["may"].default, READ["may"].choosable) == (False, (False, True))
    assert READ["may"].choices == {"true": OptionChoice("Yes", {"pile.asked": True}), "false": OptionChoice("No")}


def test_an_option_says_which_values_it_may_set_and_what_a_choice_changes() -> None:
    assert READ["fine"].paths == ("threes.red.in_hand", "threes.red.each")
    assert READ["pack"].paths == ("pack.packs", "end.deals", "opening.brackets")
    assert READ["fine"].effect(-8) == {"threes.red.in_hand": -8}
    assert READ["fine"].effect(None) == {}
    assert READ["stake"].effect(None) == {"end.stake_per_100": None}
    assert READ["pack"].effect("108") == {"pack.packs": 2, "end.deals": None}
    assert (READ["pack"].effect(None), READ["may"].effect(value=False)) == ({}, {})
    assert [READ["may"].title_of(value) for value in (True, False, 7)] == ["Yes", "No", ""]
    assert READ["pack"].title_of(None) == "No matter"


@pytest.mark.parametrize(
    ("option", "values", "default"),
    [
        ("code", {"code.id": "yours"}, "mine"),
        ("may", {"pile.asked": True}, False),
        ("stake", {"end.stake_per_100": "0.5"}, "0.5"),
        ("stake", {"end.stake_per_100": None}, None),
        ("fine", {"threes.red.in_hand": -12, "threes.red.each": 100}, -12),
        ("fine", {"threes.red.in_hand": None, "threes.red.each": 100}, 100),
        # A row without values has the defaults.
        ("fine", {"threes.red.each": 100}, "as-laid"),
        ("pack", {"pack.packs": 2, "end.deals": None, "opening.brackets": ()}, "108"),
        ("pack", {"pack.packs": 3, "end.deals": None, "opening.brackets": ((0, 50),)}, "162"),
        # A missing effect changes nothing, and a missing condition is always met.
        ("pack", {"pack.packs": 2, "end.deals": 4, "opening.brackets": ()}, None),
    ],
)
def test_the_default_is_what_the_rule_set_has(option: str, values: dict[str, Any], default: Any) -> None:
    assert READ[option].default_of(values) == default


def test_where_no_value_holds_the_first_is_the_default() -> None:
    tree = {"pack": {**TREE["pack"], "optional": False, "choices": {**TREE["pack"]["choices"]}}}
    del tree["pack"]["choices"]["none"]
    read = read_options(tree, SECTIONS, {})["pack"]
    assert read.default_of({"pack.packs": 9, "end.deals": None, "opening.brackets": ()}) == "108"


def test_one_of_several_is_a_default_too() -> None:
    option = {
        **TREE["fine"],
        "sets": "threes.red.ladder.2",
        "words": [],
        "choices": {},
        "range": {"min": 0, "max": 9, "step": 1},
    }
    read = read_options({"second": option}, SECTIONS, {})["second"]
    assert read.default_of({"threes.red.ladder": (5, 7, 9)}) == 7


@pytest.mark.parametrize(
    ("option", "value", "read"),
    [
        ("stake", None, None),
        ("stake", 0, "0"),
        ("stake", 0.25, "0.25"),
        ("stake", "1000000", "1000000"),
        ("stake", "9.123456", "9.123456"),
        ("fine", -20, -20),
        ("fine", -4, -4),
        ("fine", "card", "card"),
        ("pack", "162", "162"),
        ("pack", None, None),
        ("may", True, True),
    ],
)
def test_what_is_allowed_is_taken(option: str, value: Any, read: Any) -> None:
    assert READ[option].check(value, "classic") == read


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("stake", True, (None, {"min": 0})),
        ("stake", -1, (None, {"min": 0})),
        ("stake", "1000000.1", (None, {"min": 0})),
        ("stake", "1e3", (None, {"min": 0})),
        ("stake", "9.1234567", (None, {"min": 0})),
        ("stake", [1], (None, {"min": 0})),
        ("fine", -24, ("as-laid", "card", {"min": -20, "max": -4, "step": 4})),
        ("fine", 0, ("as-laid", "card", {"min": -20, "max": -4, "step": 4})),
        ("fine", -5, ("as-laid", "card", {"min": -20, "max": -4, "step": 4})),
        ("fine", False, ("as-laid", "card", {"min": -20, "max": -4, "step": 4})),
        ("fine", "tea", ("as-laid", "card", {"min": -20, "max": -4, "step": 4})),
        ("pack", "108", ("162", None)),
        ("may", 1, (False, True)),
    ],
)
def test_what_is_not_allowed_is_refused_with_what_is(option: str, value: Any, allowed: tuple[Any, ...]) -> None:
    with pytest.raises(Refused) as caught:
        READ[option].check(value, "classic")
    refused = caught.value
    assert (refused.kind, refused.key, refused.where) == ("malformed", "not_one_of", f"options.{option}")
    assert (refused.found, refused.allowed) == (value, allowed)


@pytest.mark.parametrize(
    ("option", "changed", "told"),
    [
        ("pack", {"values": ["108", "54"]},
         "options.toml: pack.values: '54' is not allowed here; allowed: 108, 162, none"),
        ("pack", {"values": ["108"]}, "options.toml: pack.choices: '162' is not allowed here; allowed: 108, none"),
        ("fine", {"range": {"min": 2, "max": 1, "step": 1}},
         "options.toml: fine.range: from min to max in steps of at least 1"),
        ("fine", {"range": {"min": -4, "max": 4, "step": 4}},
         "options.toml: fine.range: 4 does not fit; allowed: 0 or less"),
        ("code", {"values": [7]}, "options.toml: code.values: 7 does not fit; allowed: a text"),
        ("pack", {"choices": {"108": {"effect": {"end.target": 0}}}},
         "options.toml: pack.choices.108.effect.end.target: 0 does not fit; allowed: 1 or more"),
        ("pack", {"choices": {"108": {"title": "x", "tea": 1}}},
         "options.toml: pack.choices.108.tea: unknown key; allowed: title, effect"),
        ("fine", {"range": {"min": -4, "max": -4, "step": 1, "tea": 1}},
         "options.toml: fine.range.tea: unknown key; allowed: min, max, step"),
        ("fine", {"range": {"min": -4, "max": -4}}, "options.toml: fine.range.step: missing"),
        ("fine", {"range": {"min": -4, "max": -4, "step": 0}},
         "options.toml: fine.range: from min to max in steps of at least 1"),
        ("fine", {"range": ...}, "options.toml: fine.range: a number needs one, and nothing else has one"),
        ("fine", {"words": ["many"]},
         "options.toml: fine.range: 'many' does not fit; allowed: a whole number or 'as-laid', 'card'"),
        ("fine", {"says": ...}, "options.toml: fine.says: missing"),
        ("fine", {"type": "price"},
         "options.toml: fine.type: 'price' is not allowed here; allowed: number, choice, switch, decimal"),
        ("pack", {"default": ..., "choices": ...},
         "options.toml: pack.default: missing; an option that sets no value needs one"),
    ],
)  # fmt: skip
def test_a_wrong_option_is_refused_with_its_place(option: str, changed: dict[str, Any], told: str) -> None:
    tree = {key: value for key, value in {**TREE[option], **changed}.items() if value is not ...}
    with pytest.raises(RulebookError) as caught:
        read_options({option: tree}, SECTIONS, {}, {"mine": "My code"})
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"tea": 1}, "tea: unknown key"),
        ({"group": "tea"}, "group: 'tea' is not allowed here"),
        ({"sets": "end.tea"}, "sets: 'end.tea' is not allowed here"),
        ({"follows": "end.tea"}, "follows: 'end.tea' is not allowed here"),
        ({"choices": {"card": {"title": "x", "effect": {"end.tea": 1}}}},
         "choices.card.effect: 'end.tea' is not allowed here"),
    ],
)  # fmt: skip
def test_a_name_of_nothing_is_refused_with_all_there_are(changed: dict[str, Any], place: str) -> None:
    with pytest.raises(RulebookError) as caught:
        read_options({"fine": {**TREE["fine"], **changed}}, SECTIONS, {})
    assert str(caught.value).startswith(f"options.toml: fine.{place}; allowed: ")


@pytest.mark.parametrize(
    ("offer", "told"),
    [
        ({"tea": {"source": "E1"}}, "options.tea: 'tea' is not allowed here; allowed: pack"),
        ({"pack": {"source": "X"}}, "options.pack: source 'X' is no section of sources.toml; allowed: -, E1, H9"),
        ({"pack": {"source": "E1", "tea": 1}}, "options.pack.tea: unknown key; allowed: source, reading, values"),
        ({"pack": {"source": "E1", "values": ["1"]}},
         "options.pack.values: '1' is not allowed here; allowed: 108, 162, none"),
    ],
)  # fmt: skip
def test_a_wrong_offer_is_refused_with_its_rule_set(offer: dict[str, Any], told: str) -> None:
    with pytest.raises(RulebookError) as caught:
        read_options({"pack": TREE["pack"]}, SECTIONS, {"samba": offer})
    assert str(caught.value) == f"rule_sets/samba.toml: {told}"
