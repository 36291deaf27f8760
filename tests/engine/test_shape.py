"""Strict checks: every refusal has its key, location, value and allowed values."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import pytest

from scorekeeper.engine import shape
from scorekeeper.engine.refused import Refused

MILLION = 1_000_000


def test_a_place_at_the_top_is_its_key() -> None:
    assert (shape.at("", "score"), shape.at("sides[0]", "score")) == ("score", "sides[0].score")


#: (check of a value that is accepted, its result).
TAKEN: list[tuple[Callable[[], Any], Any]] = [
    (lambda: shape.mapping({"a": 1}, "x", ["a", "b"]), {"a": 1}),
    (lambda: shape.mapping(MappingProxyType({"a": 1}), "x", ["a"]), {"a": 1}),
    (lambda: shape.listed([1], "x"), [1]),
    (lambda: shape.listed((1,), "x"), (1,)),
    (lambda: shape.choice("b", "x", iter("ab")), "b"),
    (lambda: shape.whole(3, "x", 3, 5), 3),
    (lambda: shape.whole(5, "x", 3, 5), 5),
    (lambda: shape.whole(10**30, "x", 3, None), 10**30),
    (lambda: shape.text("\ta\nb", "x", 4), "\ta\nb"),
    (lambda: shape.text("", "x", 4), ""),
    (lambda: shape.name(" Ö ", "x"), " Ö "),
    (lambda: shape.name("x" * 60, "x"), "x" * 60),
]


@pytest.mark.parametrize(("read", "value"), TAKEN)
def test_one_value_is_read(read: Callable[[], Any], value: Any) -> None:
    assert read() == value


#: (check of a value that is refused, the refusal as (key, location, value, allowed values)).
REFUSED: list[tuple[Callable[[], Any], tuple[str, str, Any, Any]]] = [
    (lambda: shape.mapping("ab", "x", ["a"]), ("not_an_object", "x", "ab", None)),
    (lambda: shape.mapping({"a": 1, 7: 1}, "x", ["a"]), ("unknown_key", "x.7", 7, ("a",))),
    (lambda: shape.listed("ab", "x"), ("not_a_list", "x", "ab", None)),
    (lambda: shape.choice("c", "x", "ab"), ("not_one_of", "x", "c", ("a", "b"))),
    (lambda: shape.choice(1, "x", "ab"), ("not_one_of", "x", 1, ("a", "b"))),
    (lambda: shape.whole(2, "x", 3, 5), ("out_of_range", "x", 2, (3, 5))),
    (lambda: shape.whole(6, "x", 3, 5), ("out_of_range", "x", 6, (3, 5))),
    (lambda: shape.whole(2, "x", 3, None), ("out_of_range", "x", 2, (3, MILLION))),
    (lambda: shape.whole(True, "x", 0, 5), ("not_a_whole_number", "x", True, None)),
    (lambda: shape.whole(3.0, "x", 0, 5), ("not_a_whole_number", "x", 3.0, None)),
    (lambda: shape.text(7, "x", 4), ("not_text", "x", 7, None)),
    (lambda: shape.text("abcde", "x", 4), ("too_long", "x", "abcde", (0, 4))),
    (lambda: shape.text("a\0", "x", 4), ("not_text", "x", "a\0", None)),
    (lambda: shape.text("\ud800", "x", 4), ("not_text", "x", "\ud800", None)),
    (lambda: shape.name(7, "x"), ("not_text", "x", 7, None)),
    (lambda: shape.name(" \t", "x"), ("not_text", "x", " \t", None)),
    (lambda: shape.name("a\nb", "x"), ("not_on_one_line", "x", "a\nb", None)),
    (lambda: shape.name("x" * 61, "x"), ("too_long", "x", "x" * 61, (1, 60))),
]


@pytest.mark.parametrize(("read", "told"), REFUSED)
def test_one_value_is_refused(read: Callable[[], Any], told: tuple[str, str, Any, Any]) -> None:
    with pytest.raises(Refused) as caught:
        read()
    refused = caught.value
    assert (refused.kind, refused.key, refused.where, refused.found, refused.allowed) == ("malformed", *told)
