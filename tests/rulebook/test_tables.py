"""Errors in files of the rulebook: they name the file, the location, the value and the allowed values."""

from typing import Any

import pytest

from scorekeeper.engine.reading import Count, Text, form, list_of, one_of
from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.tables import RulebookError, among, naming, parsed, placed, read_file, wrong

TEA = form(
    "Tea",
    title=Text,
    cups=(Count, 1),
    hot=(bool, True),
    kind=(one_of(("green", "black")), "green"),
    guests=(list_of(Text, 2), ()),
    says=(dict[str, Text], {}),
)


def test_a_file_is_read_whole_into_its_type() -> None:
    tea = read_file(TEA, "tea.toml", 'title = "Tea"\ncups = 2\nguests = ["Ann"]\nsays = { en = "Tea", hu = "Tea" }')
    assert tea == TEA(title="Tea", cups=2, guests=["Ann"], says={"en": "Tea", "hu": "Tea"})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "title: missing"),
        ('title = "x"\ntaste = 1', "taste: unknown key; allowed: title, cups, hot, kind, guests, says"),
        ("title = 7", "title: expected a text, found 7"),
        ('title = ""', "title: expected a text, found ''"),
        ('title = "x"\ncups = "2"', "cups: expected a whole number, found '2'"),
        ('title = "x"\ncups = -1', "cups: -1 does not fit; allowed: 0 to 1000000"),
        ('title = "x"\nhot = 1', "hot: expected true or false, found 1"),
        ('title = "x"\nkind = "white"', "kind: 'white' is not allowed here; allowed: green, black"),
        ('title = "x"\nguests = "Ann"', "guests: expected a list, found 'Ann'"),
        ('title = "x"\nguests = ["Ann", "Bob", "Cid"]', "guests: 3 of them; allowed: 2"),
        ('title = "x"\nguests = ["Ann", 2]', "guests[1]: expected a text, found 2"),
        ('title = "x"\nsays = 1', "says: expected a table, found 1"),
        ('title = "x"\nsays.en = 1', "says.en: expected a text, found 1"),
        ("title = ", "Invalid value (at end of document)"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_what_is_allowed(text: str, told: str) -> None:
    with pytest.raises(RulebookError) as caught:
        read_file(TEA, "tea.toml", text)
    assert str(caught.value) == f"tea.toml: {told}"


@pytest.mark.parametrize(
    ("refused", "told"),
    [
        (wrong("{no cups}", "guests[0]"), "guests[0]: {no cups}"),
        (wrong("no cups", ""), "top level: no cups"),
        (Refused("malformed", "not_rising", "cups", 3), "cups: 3 does not fit; allowed: more than the one before"),
    ],
)
def test_what_only_the_rulebook_knows_is_told_with_the_file_too(refused: Refused, told: str) -> None:
    with pytest.raises(RulebookError) as caught, naming("tea.toml"):
        raise refused
    assert str(caught.value) == f"tea.toml: {told}"


@pytest.mark.parametrize(("named", "found"), [((), None), (("a", None), None), (("a", "c", "d"), "c")])
def test_a_name_is_among_the_allowed_ones_or_refused(named: tuple[Any, ...], found: str | None) -> None:
    if found is None:
        among(named, "x", iter(("a", "b")))
        return
    with pytest.raises(Refused) as caught:
        among(named, "x", iter(("a", "b")))
    assert (caught.value.where, caught.value.found, caught.value.allowed) == ("x", found, ("a", "b"))


def test_values_stand_at_their_places_and_a_file_of_the_folder_is_found_by_its_name() -> None:
    assert list(placed("ab", "x")) == [("a", "x[0]"), ("b", "x[1]")]
    assert "four" in parsed("formats.toml")
