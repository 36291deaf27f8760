"""Each game's page has the statements of its source. They are in tests/cases/pages, in the order of the source."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.rulebook.procedures import replaced
from scorekeeper.web.reference.pages import compare
from scorekeeper.web.reference.rules import Item, parts_of, rules_with_sources
from scorekeeper.words import words_for

CASES = Path(__file__).parents[1] / "cases"
FILES = sorted((CASES / "pages").glob("*.toml"))
PAGES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in FILES}
STATEMENTS = [(name, each) for name, page in PAGES.items() for each in page["statements"]]


@cache
def items(rule_set: str, format_: str | None) -> dict[str, tuple[Item, ...]]:
    """The items of a game's page, by the path of their value. Items without a value are keyed by the id of their topic
    or rule of play."""
    said: dict[str, list[Item]] = {}
    for part in parts_of(rules_with_sources(resolve(rule_set, format_)), words_for("en")):
        for item in (*part.general, *(each for block in part.blocks for each in block.items)):
            said.setdefault(item.path, []).append(item)
    return {key: tuple(found) for key, found in said.items()}


@pytest.mark.parametrize(("name", "statement"), STATEMENTS, ids=[f"{n}: {s['says']}" for n, s in STATEMENTS])
def test_a_page_says_what_its_source_says_and_nothing_beside_it(name: str, statement: dict[str, Any]) -> None:
    page = PAGES[name]
    said = items(page["rules"], page.get("format"))
    found = said.get(statement["key"], ())
    assert found, f"nothing on the page says {statement['key']}"
    assert statement["section"] in ("-", *rulebook().sections)
    if "figure" in statement:
        assert statement["figure"] in [item.figure for item in found]
    assert not said.keys() & set(statement.get("not", ()))


def test_every_game_and_every_format_with_rules_of_its_own_has_its_statements() -> None:
    told = {(page["rules"], page.get("format")) for page in PAGES.values()}
    own = {("hungarian", name) for name in ("two", "three", "cutthroat", "six")}
    assert told == {(id_, None) for id_ in rulebook().rule_sets} | own
    keys = {"section", "says", "key", "figure", "not"}
    assert all(set(each) <= keys and {"section", "says", "key"} <= set(each) for _, each in STATEMENTS)


@pytest.mark.parametrize("rule_set", tuple(rulebook().rule_sets))
def test_no_page_says_what_a_rule_of_its_own_takes_the_place_of(rule_set: str) -> None:
    for format_ in rulebook().rule_sets[rule_set].formats:
        assert not items(rule_set, format_).keys() & replaced(resolve(rule_set, format_))


def test_two_games_are_compared_by_what_their_rules_are_about() -> None:
    hungarian, romanian = (rules_with_sources(resolve(id_)) for id_ in ("hungarian", "romanian"))
    rows = [
        ({item.path for item in left}, {item.path for item in right}, differs)
        for _, _, part in compare(hungarian, romanian, words_for("en"), only_differences=False)
        for differs, left, right in part
    ]
    assert ({"first-card-no-three"}, {"first-card-turned"}, True) in rows
    assert ({"opens-for-partner"}, set(), False) in rows
    assert ({"top-card-counts"}, set(), True) in rows


def test_the_bases_of_a_reading_are_named_where_they_matter_alone() -> None:
    basic, fast = items("czech", None), items("czech-fast", None)
    assert "AMB-15" not in {item.reading.id for found in basic.values() for item in found if item.reading}
    assert "AMB-15" in {item.reading.id for found in fast.values() for item in found if item.reading}
    for game in ("classic", "burraco", "hand-and-foot", "modern-american", "brazilian"):
        said = [item for found in items(game, None).values() for item in found]
        assert "AMB-19" not in {item.reading.id for item in said if item.reading}
    targets = {name: items("hungarian", name)["end.target"][0].reading for name in ("four", "two", "three")}
    assert [name for name, reading in targets.items() if reading and reading.id == "AMB-35"] == ["two", "three"]
