"""Nothing in the rulebook is uncited, undocumented or unused."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.engine.deals.scoring import LINE_KEYS
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.readings import readings
from scorekeeper.rulebook.values import Value, hints

BOOK = rulebook()
#: Folders whose code reads values of the rules.
READERS = ("engine", "web", "sheets", "contract", "actions", "words")


def values() -> Iterator[tuple[str, Value]]:
    """Every value of every rule set and format, with its location."""
    for facts in BOOK.rule_sets.values():
        for tables in (facts.in_format(), *facts.by_format.values()):
            yield from ((f"{facts.id}: {path}", value) for path, value in tables.items())


def test_every_value_is_cited_or_says_that_no_text_has_it() -> None:
    cited = {(place, source) for place, value in values() for source in value.sources}
    assert {(place, source) for place, source in cited if source not in {*BOOK.sections, "-"}} == set()


def test_every_section_belongs_to_a_document_and_has_a_heading() -> None:
    assert {section.document.code for section in BOOK.sections.values()} == set(BOOK.documents)
    assert all(section.heading for section in BOOK.sections.values())
    for facts in BOOK.rule_sets.values():
        sources = {value.source for value in facts.in_format().values()} - {"-"}
        assert facts.document in {BOOK.sections[source].document.code for source in sources}


def test_every_reading_that_is_named_is_documented(root: Path) -> None:
    named = {value.reading for _, value in values() if value.reading}
    named |= {known.reading for option in BOOK.options.values() for known in option.rule_sets.values() if known.reading}
    for file in (root / "scorekeeper").rglob("*"):
        if file.suffix in (".py", ".toml"):
            named |= set(re.findall(r"(?:AMB|EV)-\d+", file.read_text(encoding="utf-8")))
    assert named - set(readings()) == set()


def test_every_option_is_worded_and_cited() -> None:
    for option in BOOK.options.values():
        assert option.title, option.id
        assert option.says.endswith("."), option.id
        assert option.rule_sets, option.id
        for rule_set, known in option.rule_sets.items():
            assert known.source in {*BOOK.sections, "-"}, (option.id, rule_set)
        for value in option.choices.values():
            assert value.title or all(isinstance(each, int) for each in option.values), option.id


def test_every_choice_that_is_no_number_has_words() -> None:
    for option in BOOK.options.values():
        for rule_set in option.rule_sets if option.type == "choice" else ():
            texts = [value for value in option.allowed(rule_set) if isinstance(value, str)]
            assert set(texts) <= set(option.choices), option.id


def test_every_value_is_read_by_somebody(root: Path) -> None:
    files = [file for reader in READERS for file in (root / "scorekeeper" / reader).rglob("*.py")]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    read = {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    rows = (row for code in adjudicating() for article in code.articles for row in article.rows)
    read |= {part for row in rows for path in row.points_of for part in path.split(".")}
    assert {path: missing for path in hints() if (missing := set(path.split(".")) - {"*"} - read)} == {}


def test_the_lines_of_a_score_are_those_of_the_contract() -> None:
    assert set(LINE_KEYS) == {
        "cards_melded",
        "natural_canastas",
        "mixed_canastas",
        "wild_canastas",
        "canastas",
        "premiums",
        "special_hand",
        "going_out",
        "red_threes",
        "black_threes",
        "deal_bonus",
        "cards_in_hand",
        "foot",
        "pozzetto",
        "unfinished",
        "held",
        "penalties",
        "excess_wilds",
    }
