"""Reading by type: every refusal has its key, location, value and allowed values."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from scorekeeper.engine.reading import (
    UNSET,
    Cards,
    Count,
    Name,
    Object,
    Text,
    counts,
    form,
    list_of,
    one_of,
    read,
    saying,
    schema,
    text,
    whole,
)
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import asdict

MILLION = 1_000_000
FORM = form(
    "Form",
    cards=(Count, 0),
    points=(whole(-50, 50), 0),
    asked=(Cards | None, None),
    flag=(bool, False),
    note=(str | None, None),
    kind=(one_of(("plain", "wild")), "plain"),
    none=(one_of(()) | None, None),
    own=(Any, ()),
    any=(Object, {}),
    name=(Name, UNSET),
    says=(text(3), ""),
    hand=(counts(("K", "10"), whole(0, 4)), {}),
    two=(list_of(int, 2, 1), ()),
    few=(list_of(saying("a", a=int, b=str), 2), ()),
    many=(tuple[int, ...], ()),
    title=(Text, "x"),
    by_name=(Mapping[str, int], {}),
    notions=(frozenset[Text], frozenset()),
    there=int,
    also=bool,
)
KEYS = FORM.__struct_fields__
FULL = {"there": 1, "also": False}


def test_a_key_that_is_left_out_has_its_default() -> None:
    value = read(FORM, FULL)
    assert (value.cards, value.asked, value.kind, value.own, value.there) == (0, None, "plain", (), 1)
    assert value.name is UNSET


@pytest.mark.parametrize(
    "given",
    [
        {"cards": MILLION},
        {"points": -50},
        {"asked": None},
        {"asked": 10**30},
        {"note": None},
        {"kind": "wild"},
        {"none": None},
        {"own": [1]},
        {"any": {"x": [1]}},
        {"name": " Ö "},
        {"says": "\ta"},
        {"hand": {"10": 4, "K": 0}},
        {"two": [1, 2]},
        {"few": [{"a": 1}, {"a": 1, "b": "x"}]},
        {"many": (1, 2, 3)},
    ],
)
def test_a_value_of_its_type_is_read_as_it_is(given: dict[str, Any]) -> None:
    (key,) = given
    for source in ({**FULL, **given}, MappingProxyType({**FULL, **given})):
        assert asdict(read(FORM, source))[key] == given[key]


@pytest.mark.parametrize(
    ("source", "key", "where", "found", "allowed"),
    [
        ([1], "not_an_object", "side", [1], None),
        ({**FULL, "cards": "x", "tea": 1}, "unknown_key", "side.tea", "tea", KEYS),
        ({**FULL, 7: 1}, "unknown_key", "side.7", 7, KEYS),
        ({"cards": "x", "there": 1}, "missing", "side.also", None, None),
        ({}, "missing", "side.there", None, None),
        ({**FULL, "own": 1, "cards": "x", "points": "y"}, "not_a_whole_number", "side.cards", "x", None),
        ({**FULL, "cards": None}, "not_a_whole_number", "side.cards", None, None),
        ({**FULL, "cards": True}, "not_a_whole_number", "side.cards", True, None),
        ({**FULL, "cards": 7.0}, "not_a_whole_number", "side.cards", 7.0, None),
        ({**FULL, "cards": -1}, "out_of_range", "side.cards", -1, (0, MILLION)),
        ({**FULL, "cards": 10**30}, "out_of_range", "side.cards", 10**30, (0, MILLION)),
        ({**FULL, "points": -51}, "out_of_range", "side.points", -51, (-50, 50)),
        ({**FULL, "points": 51}, "out_of_range", "side.points", 51, (-50, 50)),
        ({**FULL, "asked": -(10**30)}, "out_of_range", "side.asked", -(10**30), (0, MILLION)),
        ({**FULL, "flag": 1}, "not_true_or_false", "side.flag", 1, (True, False)),
        ({**FULL, "flag": None}, "not_true_or_false", "side.flag", None, (True, False)),
        ({**FULL, "note": 7}, "not_text", "side.note", 7, None),
        ({**FULL, "asked": None, "kind": "tea"}, "not_one_of", "side.kind", "tea", ("plain", "wild")),
        ({"kind": "wild", "two": [1], **FULL, "flag": 1}, "not_true_or_false", "side.flag", 1, (True, False)),
        ({**FULL, "kind": None}, "not_one_of", "side.kind", None, ("plain", "wild")),
        ({**FULL, "none": "x"}, "not_one_of", "side.none", "x", ()),
        ({**FULL, "any": {"x": 1}, "name": " "}, "not_text", "side.name", " ", None),
        ({**FULL, "name": "x", "any": []}, "not_an_object", "side.any", [], None),
        ({**FULL, "name": None}, "not_text", "side.name", None, None),
        ({**FULL, "says": "abcd"}, "too_long", "side.says", "abcd", (0, 3)),
        ({**FULL, "hand": {"Q": 1}}, "unknown_key", "side.hand.Q", "Q", ("K", "10")),
        ({**FULL, "hand": {"10": 5}}, "out_of_range", "side.hand.10", 5, (0, 4)),
        ({**FULL, "two": []}, "wrong_number", "side.two", 0, (1, 2)),
        ({**FULL, "two": [1, 2, 3]}, "wrong_number", "side.two", 3, (1, 2)),
        ({**FULL, "two": {}}, "not_a_list", "side.two", {}, None),
        ({**FULL, "two": [1, "x"]}, "not_a_whole_number", "side.two[1]", "x", None),
        ({**FULL, "few": [{"a": 1}] * 3}, "wrong_number", "side.few", 3, (2,)),
        ({**FULL, "few": [{"a": 1}, {"b": "x"}]}, "missing", "side.few[1].a", None, None),
        ({**FULL, "any": {7: 1}}, "not_an_object", "side", {**FULL, "any": {7: 1}}, None),
        ({**FULL, "many": [1, None]}, "not_a_whole_number", "side.many[1]", None, None),
        ({**FULL, "title": ""}, "not_text", "side.title", "", None),
        ({**FULL, "title": "x", "by_name": {"a": 1, "b": "x"}}, "not_a_whole_number", "side.by_name.b", "x", None),
        ({**FULL, "by_name": []}, "not_an_object", "side.by_name", [], None),
        ({**FULL, "notions": ["a", ""]}, "not_text", "side.notions[1]", "", None),
        ({**FULL, "notions": "a"}, "not_a_list", "side.notions", "a", None),
    ],
)
def test_a_value_of_another_type_is_refused(source: Any, key: str, where: str, found: Any, allowed: Any) -> None:
    with pytest.raises(Refused) as caught:
        read(FORM, source, "side")
    refused = caught.value
    assert (refused.kind, refused.key, refused.where) == ("malformed", key, where)
    assert (refused.found, refused.allowed) == (found, allowed)


def test_the_schema_of_a_type_has_its_keys_and_limits() -> None:
    (of_form,), parts = schema(FORM)
    assert of_form == {"$ref": "#/$defs/Form"}
    told = parts["Form"]
    assert (told["required"], told["additionalProperties"]) == (["there", "also"], False)
    assert told["properties"]["points"] == {"type": "integer", "minimum": -50, "maximum": 50, "default": 0}
    assert told["properties"]["name"] == {"type": "string", "minLength": 1, "maxLength": 60}
    assert told["properties"]["says"] == {"type": "string", "maxLength": 3, "default": ""}
    assert told["properties"]["hand"]["propertyNames"] == {"enum": ["K", "10"]}
