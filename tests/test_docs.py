"""The documentation is complete: it has every option, value, key and reading of the program."""

import ast
import json
import re
import tomllib
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from scorekeeper import cli
from scorekeeper.cli import COMMANDS
from scorekeeper.contract import check_meld, check_opening, pair, rank
from scorekeeper.contract.openapi import NAMES, schema_of
from scorekeeper.contract.rule import rule
from scorekeeper.contract.score import score
from scorekeeper.engine.cards import MELD_RANKS
from scorekeeper.engine.deals.melds import NOT_PLAYED
from scorekeeper.engine.deals.scoring import LINE_KEYS
from scorekeeper.engine.rows import MeldKind
from scorekeeper.engine.rules import sections
from scorekeeper.evening.movements import MOVEMENTS, readers
from scorekeeper.evening.ranking import season, standings
from scorekeeper.evening.ranking.scoring import CHANGES, NUMBERS
from scorekeeper.rulebook.codes import SourceText
from scorekeeper.rulebook.evenings import scorings
from scorekeeper.rulebook.loader import Section, read_rule_set, resolve, rulebook
from scorekeeper.words import words_for
from scorekeeper.words.deals import FINDINGS, VIOLATIONS
from scorekeeper.words.refusals import REFUSALS
from tests.engine.table import cases, of_deals
from tools.api_page import api_page
from tools.reference_docs import UNUSUAL, glossary_page, keys_page, options_page, readings_page

RULE_SETS = of_deals()
REQUEST = ("rules", "format", "options", "sides", "cards_left", "first_round_out")
ENGLISH = words_for("en")


@pytest.fixture(scope="module")
def docs(root: Path) -> Path:
    """The folder of the documentation."""
    return root / "docs"


def calls(path: Path, *names: str) -> Iterator[ast.Call]:
    """Every call of these functions in a module."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node


def texts_at(call: ast.Call, place: int) -> list[str]:
    """The constants in the argument with index `place`."""
    return [node.value for node in ast.walk(call.args[place]) if isinstance(node, ast.Constant)]


def test_the_pages_are_what_the_program_says_today(docs: Path) -> None:
    due = "due: python tools/reference_docs.py"
    assert (docs / "options.md").read_text(encoding="utf-8") == options_page(), due
    assert (docs / "keys.md").read_text(encoding="utf-8") == keys_page(), due
    assert (docs / "readings.md").read_text(encoding="utf-8") == readings_page(), due
    assert (docs / "glossary.md").read_text(encoding="utf-8") == glossary_page(), due
    assert (docs / "api.md").read_text(encoding="utf-8") == api_page(), due


def test_every_option_and_every_value_is_documented(docs: Path) -> None:
    page = (docs / "options.md").read_text(encoding="utf-8")
    for option in rulebook().options.values():
        section = page.partition(f"## `{option.id}`\n")[2].partition("\n## ")[0]
        assert option.says in section
        for rule_set, known in option.rule_sets.items():
            (row,) = [line for line in section.splitlines() if line.startswith(f"| `{rule_set}` |")]
            values = known.values or option.values
            assert all(f'`"{value}"`' in row or f"`{value}`" in row for value in values), option.id
            assert known.reading is None or known.reading in row


def test_every_key_of_a_line_is_documented(docs: Path) -> None:
    page = (docs / "keys.md").read_text(encoding="utf-8")
    seen = set(LINE_KEYS)
    for case in (case for file in RULE_SETS for case in cases(file)):
        result = score({key: case[key] for key in REQUEST if key in case}, ENGLISH)
        lines = [line for side in result.get("sides", []) for line in side["lines"]]
        seen |= {"/".join(filter(None, (line["key"], line.get("detail")))) for line in lines}
    assert len(seen) > len(LINE_KEYS), "the cases show details"
    assert {key for key in seen if f"| `{key}` |" not in page} == set()


def test_every_finding_and_its_level_is_documented(docs: Path, root: Path) -> None:
    page = (docs / "keys.md").read_text(encoding="utf-8")
    found = {
        key: level
        for call in calls(root / "scorekeeper" / "engine" / "deals" / "findings.py", "Finding")
        for level in texts_at(call, 0)
        for key in texts_at(call, 1)
    }
    lacks = ("out_without_canasta", "out_with_unfinished", "foot_not_begun", "pozzetto_not_begun")
    found |= dict.fromkeys((*lacks, "wild_canasta_not_allowed", "canasta_kind_not_played"), "irregular")
    assert set(found) == set(FINDINGS) - set(VIOLATIONS)
    assert {key for key, level in found.items() if level == "unusual"} == set(UNUSUAL)
    assert all(f"| `{key}` | {level}: " in page for key, level in found.items())


def test_every_violation_is_documented(docs: Path, root: Path) -> None:
    page = (docs / "keys.md").read_text(encoding="utf-8")
    path = root / "scorekeeper" / "engine" / "deals" / "melds.py"
    found = {key for call in calls(path, "Violation") for key in texts_at(call, 0)}
    found |= {*NOT_PLAYED.values(), *get_args(get_type_hints(MeldKind)["too_long"])}
    assert found == set(VIOLATIONS)
    assert all(f"| `{key}` |" in page for key in found)


def test_every_refusal_is_documented(docs: Path, root: Path) -> None:
    page = (docs / "keys.md").read_text(encoding="utf-8")
    places = {"malformed": 0, "impossible": 0, "Refused": 1}
    found = {
        key
        for path in (root / "scorekeeper").rglob("*.py")
        for call in calls(path, *places)
        if len(call.args) > (place := places[call.func.id])  # type: ignore[attr-defined]
        for key in texts_at(call, place)
    }
    assert found
    assert found <= set(REFUSALS)
    assert all(f"| `{key}` |" in page for key in REFUSALS)


# --- The page about the command line ---------------------------------------------------------------

ANSWERING: dict[str, Callable[[Any], Any]] = {
    "scorekeeper score": score,
    "scorekeeper check opening": check_opening,
    "scorekeeper check meld": check_meld,
    "scorekeeper rule": rule,
    "scorekeeper pair": pair,
    "scorekeeper rank": rank,
}


def keys_in(told: Any) -> Iterator[str]:
    """The keys of all objects that a JSON Schema describes."""
    if isinstance(told, dict):
        yield from (*told.get("properties", ()), *told.get("propertyNames", {}).get("enum", ()))
        for each in told.values():
            yield from keys_in(each)


#: Every key that a request may have.
KEYS = {
    *(key for name in NAMES for key in keys_in(schema_of(name))),
    *(*MELD_RANKS, *MOVEMENTS, *CHANGES, *scorings()),
    *(
        *standings.TIE_BREAKS,
        *season.SEASON_TIE_BREAKS,
        *(option for movement in MOVEMENTS for option in readers(movement)),
    ),
    *(key for keys in NUMBERS.values() for key in keys),
}
#: Kinds of canasta, which `docs/api.md` lists.
CANASTAS = {row.name for id_ in rulebook().rule_sets for row in resolve(id_).canastas}


def examples(page: str) -> Iterator[tuple[str, Any, Any]]:
    """Every example of the page: the command, its input, its output."""
    for part in re.split(r"^(?=`scorekeeper |## )", page, flags=re.MULTILINE):
        command = part.splitlines()[0].strip("`")
        blocks = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", part, re.DOTALL)]
        yield from ((command, *pair) for pair in list(pairwise(blocks))[::2])


def options_of(parser: ArgumentParser) -> list[str]:
    """The options of a command and of its subcommands."""
    acts = [
        act for action in parser._actions if isinstance(action, _SubParsersAction) for act in action.choices.values()
    ]
    own = [name for action in parser._actions for name in action.option_strings]
    return [*own, *(name for act in acts for name in options_of(act) if name not in ("-h", "--help"))]


def test_every_command_and_option_is_documented(docs: Path) -> None:
    rows = {
        found[1]: line
        for line in (docs / "commands.md").read_text(encoding="utf-8").splitlines()
        if (found := re.match(r"\| `([a-z-]+)[^`]*` \|", line))
    }
    asked = set(COMMANDS)
    assert asked <= set(rows)
    for command in asked:
        parser = ArgumentParser(add_help=False)
        cli.command(command)[0](parser)
        options = options_of(parser)
        assert [name for name in options if f"`{name}" not in rows[command]] == [], command
        told = set(re.findall(r"`(--?[a-z-]+)", rows[command].split("|")[2]))
        assert told <= set(options), command


def test_every_example_of_a_command_answers_as_it_says(docs: Path) -> None:
    found = list(examples((docs / "commands.md").read_text(encoding="utf-8")))
    assert {command for command, _, _ in found} == set(ANSWERING)
    for command, asked, told in found:
        assert ANSWERING[command](asked) == told, asked


def test_every_key_of_a_request_is_documented(docs: Path) -> None:
    page = (docs / "commands.md").read_text(encoding="utf-8")
    words = set(re.findall(r"[\w-]+", " ".join(re.findall(r"`([^`\n]+)`", page)))) | set(re.findall(r'"(\w+)":', page))
    assert {key for key in KEYS if key not in words} <= CANASTAS


# --- The readme of each folder -----------------------------------------------------------------------

LAYERS = (
    "actions",
    "cli",
    "cli/serving",
    "contract",
    "engine",
    "evening",
    "ledger",
    "ledger/sqlite",
    "ledger/postgresql",
    "rulebook",
    "sheets",
    "web",
    "words",
)


@pytest.mark.parametrize("layer", LAYERS)
def test_the_readme_of_a_layer_names_its_modules_and_no_others(root: Path, layer: str) -> None:
    folder = root / "scorekeeper" / layer
    rows = [line for line in (folder / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`(\w+\.py)`", row.split("|")[1])}
    assert named - {"__init__.py"} == {path.name for path in folder.glob("*.py")} - {"__init__.py"}


@pytest.mark.parametrize("folder", ["tools", "bench"])
def test_the_readme_of_a_folder_of_programs_names_each_of_them(root: Path, folder: str) -> None:
    rows = (root / folder / "README.md").read_text(encoding="utf-8").splitlines()
    named = {found[1] for row in rows if (found := re.match(r"\| `([\w.]+)` \|", row))}
    there = {path.name for path in (root / folder).iterdir() if path.is_file()}
    assert named == there - {"README.md", "__init__.py", "__main__.py"}


def test_the_way_of_a_rule_names_what_is_there(root: Path) -> None:
    """Each step names a file. Most steps also name something that must be in the text of this file."""
    page = (root / "scorekeeper" / "README.md").read_text(encoding="utf-8")
    way = page.partition("\n## The folders")[0]
    steps = re.findall(r"`([\w/-]+\.\w+)`(?:: `([^`]+)`(?:, `([^`]+)`)?)?", way)
    assert len(steps) > 35
    for path, *sought in steps:
        if path in {"pages.py", "catalogues.py"}:  # named without its folder
            continue
        text = next(file for file in (root / "scorekeeper" / path, root / path) if file.exists()).read_text("utf-8")
        names = [part for name in sought for part in name.split(".")]
        assert [name for name in names if name not in text] == [], path
    folders = {path.name for path in (root / "scorekeeper").iterdir() if path.is_dir() and path.name != "__pycache__"}
    listed = page.partition("## The folders")[2]
    assert folders == set(re.findall(r"\[(\w+)\]\(\1/README\.md\)", listed)) | {"translations"}


def pages(root: Path) -> list[Path]:
    """Every page of the documentation."""
    folders = ("docs", "scorekeeper", "templates", "static", "tests", "bench", "tools")
    return [*root.glob("*.md"), *(path for folder in folders for path in (root / folder).rglob("*.md"))]


def test_every_link_of_the_documentation_leads_somewhere(root: Path) -> None:
    found = [
        (page, link.partition("#")[0])
        for page in pages(root)
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
        if "://" not in link
    ]
    assert len(found) > 20
    assert [(page.name, link) for page, link in found if link and not (page.parent / link).exists()] == []


def test_the_page_on_new_games_names_every_section_and_its_examples_are_read(docs: Path, tmp_path: Path) -> None:
    page = (docs / "new-game.md").read_text(encoding="utf-8")
    named = {name for row in re.findall(r"^\| (`.*?) \|", page, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert set(sections()) <= named
    tree = tomllib.loads("\n".join(re.findall(r"```toml\n(.*?)```", page, re.DOTALL)))
    book = rulebook()
    source = Section(SourceText(code="TEA", title="", language="en", address=""), "")
    known = {**book.sections, tree["source"][0]["code"]: source}
    facts = read_rule_set("teaspoon", tree, book.rule_sets, known, book.formats)
    assert facts.values["table.hand_size"].value == 13
    assert set(facts.offers) <= set(book.options)


def test_the_list_of_the_documentation_names_every_page(docs: Path) -> None:
    listed = re.findall(r"\]\((\w[\w-]*\.md)\)", (docs / "README.md").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(path.name for path in docs.glob("*.md") if path.name != "README.md")
