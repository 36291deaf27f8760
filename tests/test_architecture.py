"""Rules that can be checked in the source files: imports, lengths, forbidden words."""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "scorekeeper"
MOST_LINES = 400


@dataclass(frozen=True, slots=True)
class Law:
    """The modules that one layer may import, in addition to its own and the standard library."""

    ours: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()


def law(ours: str = "", others: str = "") -> Law:
    """A law, from two texts with names that are separated by spaces."""
    return Law(frozenset(ours.split()), frozenset(others.split()))


LAWS = {
    "engine": law("", "msgspec"),
    "evening": law(
        "engine", "networkx openskill"
    ),  # the engine's strict reading and its refusals; nothing about the game
    "rulebook": law("engine evening", "rapidfuzz"),
    "ledger": law("engine", "sqlite_utils pysqlite3 psycopg orjson"),
    "words": law("engine evening", "babel"),  # for the findings, lines and stages that it puts into words
    "actions": law("engine evening rulebook ledger"),
    "contract": law("engine evening rulebook words"),
    "places": law("", "platformdirs"),
    "plot": law("engine"),  # for its base class of values
    "sheets": law("engine evening words places plot", "weasyprint jinja2 markupsafe segno"),
    "paper": law("engine evening rulebook actions sheets words"),
    "web": law(
        "engine evening rulebook contract ledger actions sheets paper words places plot",
        "flask flask_babel flask_wtf wtforms jinja2 markupsafe werkzeug itsdangerous segno babel",
    ),
    "cli": law(
        "create_app engine evening rulebook contract ledger actions sheets paper words places",
        "uvicorn cryptography segno click flask werkzeug",
    ),
    "__init__": law("web", "flask"),
    "__main__": law("cli"),
}

# An import inside a function hides a dependency; each of these has its reason.
LATE_IMPORTS = {
    ("scorekeeper/__init__.py", "scorekeeper.web"): "the engine's commands start without a web framework",
    (
        "scorekeeper/cli/certificates.py",
        "scorekeeper.cli",
    ): "cryptography takes seven megabytes, and only a club over https needs it",
    (
        "scorekeeper/evening/movements/matching.py",
        "networkx",
    ): "costs a fifth of a second of the start",
    ("scorekeeper/evening/ranking/rating.py", "openskill"): "only a club that rates its players needs it",
    ("scorekeeper/cli/demo.py", "scorekeeper.cli"): "only a demonstration that plays needs the server",
    ("scorekeeper/ledger/address.py", "scorekeeper.ledger"): "only the address of a server needs its driver",
    ("scorekeeper/sheets/printing/worker.py", "weasyprint"): "costs half a second, and may be missing its libraries",
}


@dataclass(frozen=True, slots=True)
class Import:
    """One imported module, and the file and line of the import."""

    path: Path
    line: int
    module: str
    late: bool

    @property
    def place(self) -> str:
        """The file and line of the import."""
        return f"{self.path.relative_to(ROOT).as_posix()}:{self.line}"

    @property
    def package(self) -> str:
        """The layer of this program that is imported, such as "scorekeeper.web", or the top-level name of a library."""
        return ".".join(self.module.split(".")[: 2 if self.module.startswith("scorekeeper.") else 1])


def modules() -> list[Path]:
    """Every module of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def layer_of(path: Path) -> str:
    """The layer of a module: its folder in the package, or its own name if it is in none."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


@cache
def tree_of(path: Path) -> ast.Module:
    """The parsed module, read once for all tests."""
    return ast.parse(path.read_text())


def imports_of(path: Path) -> Iterator[Import]:
    """The imports of a module, including those for types only."""
    waiting: list[tuple[ast.AST, bool]] = [(tree_of(path), False)]
    while waiting:
        node, late = waiting.pop()
        for module in names_of(node, path):
            yield Import(path, getattr(node, "lineno", 0), module, late)
        late = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        waiting += [(child, late) for child in ast.iter_child_nodes(node)]


def names_of(node: ast.AST, path: Path) -> list[str]:
    """The modules that a node imports from, with their full names; for `from scorekeeper import x`, `scorekeeper.x`."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    package = path.relative_to(ROOT).with_suffix("").parts[: -node.level] if node.level else ()
    base = ".".join([*package, *([node.module] if node.module else [])])
    return [f"{base}.{alias.name}" for alias in node.names] if base == "scorekeeper" else [base]


def allowed(found: Import) -> bool:
    """Return whether the layer of the importing file may have this import."""
    layer = layer_of(found.path)
    top, *rest = found.module.split(".")
    if top != "scorekeeper":
        return top in sys.stdlib_module_names or top in LAWS[layer].others
    names = {".".join(rest[:1]), ".".join(rest[:2])}
    return layer in names or not names.isdisjoint(LAWS[layer].ours)


@cache
def all_imports() -> tuple[Import, ...]:
    """Every import of the package."""
    return tuple(found for path in modules() for found in imports_of(path))


def test_nobody_touches_the_private_parts_of_a_library() -> None:
    touched = [
        f"{path}: {ast.unparse(node)}"
        for path in modules()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute)
        and re.match("_[^_]", node.attr)
        and ast.unparse(node.value) not in ("self", "cls")
    ]
    assert (touched, [found.place for found in all_imports() if re.search(r"(^|\.)_[^_]", found.module)]) == ([], [])


def test_every_layer_has_a_law() -> None:
    assert {layer_of(path) for path in modules()} <= set(LAWS)


def test_nobody_imports_what_its_layer_may_not() -> None:
    assert [f"{found.place} imports {found.module}" for found in all_imports() if not allowed(found)] == []


def test_one_module_imports_the_library_of_values() -> None:
    assert {found.place.partition(":")[0] for found in all_imports() if found.package == "msgspec"} == {
        "scorekeeper/engine/values.py"
    }


def test_imports_stand_at_the_top_of_the_file() -> None:
    late = {(found.place.partition(":")[0], found.package) for found in all_imports() if found.late}
    assert late == set(LATE_IMPORTS)


@cache
def writing_names() -> frozenset[str]:
    """The names of the ledger's functions that begin a transaction, directly or through another function of the
    ledger."""
    functions = [
        (node.name, {name for each in ast.walk(node) for name in (called(each), own_call(each))})
        for path in (PACKAGE / "ledger").rglob("*.py")
        if path.parent.name not in ("sqlite", "postgresql")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef)
    ]
    named = {name for name, calls in functions if "write" in calls}
    while found := {name for name, calls in functions if calls & {f"own {each}" for each in named}} - named:
        named |= found
    return frozenset(named)


def called(node: ast.AST) -> str:
    """The name of the method that a node calls; empty for any other node."""
    function = node.func if isinstance(node, ast.Call) else None
    return function.attr if isinstance(function, ast.Attribute) else ""


def own_call(node: ast.AST) -> str:
    """The text "own NAME" if a node calls the function NAME or the method `self.NAME`. Any other node gives a text that
    matches no function's name, such as "own " or "own desk.load"."""
    text = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    return f"own {text.removeprefix('self.')}"


def writes_of(source: str) -> list[str]:
    """The calls by which a module writes to a ledger directly. Writing a draft does not count."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    texts = [ast.unparse(call.func) for call in calls if called(call) in writing_names()]
    drafts = (".ledger.drafts.", ".ledger.evening_drafts.")
    return [text for text in texts if ".ledger." in text and not any(each in text for each in drafts)]


def test_pages_and_commands_read_the_ledger_openly_and_write_through_actions() -> None:
    paths = [path for path in modules() if layer_of(path) in ("web", "cli", "paper", "sheets")]
    assert {path.name: found for path in paths if (found := writes_of(path.read_text()))} == {}
    assert writes_of("desk.ledger.matches.retire(x)\ndesk().ledger.matches.append(x)\ndesk.ledger.players.page(x)") == [
        "desk.ledger.matches.retire",
        "desk().ledger.matches.append",
    ]
    assert {"append", "rename_player", "save", "put", "revoke"} < writing_names()


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        ("import tomllib", True),
        ("from scorekeeper.engine.cards import Rank", True),
        ("from .cards import Rank", True),
        ("from . import cards", True),
        ("from scorekeeper.words import N_", False),
        ("from scorekeeper import create_app", False),
        ("from ..ledger import store", False),
        ("import flask", False),
        ("import scorekeeper", False),
    ],
)
def test_the_law_is_read_off_every_kind_of_import(source: str, verdict: bool) -> None:
    path = PACKAGE / "engine" / "imagined.py"
    names = [name for node in ast.walk(ast.parse(source)) for name in names_of(node, path)]
    assert names
    assert all(allowed(Import(path, 1, name, late=False)) for name in names) is verdict


# --- Files -------------------------------------------------------------------------------------

FOLDERS = ("scorekeeper", "templates", "static", "tests", "tools", "bench", "docs")
TEXTS = {".py", ".html", ".css", ".js", ".md", ".toml", ".cfg", ".po", ".svg", ""}
CODE = {".py", ".html", ".css", ".js"}
PLACES = re.compile(r"(?<![\w.])/(?:home|root|srv|opt|work|tmp)/\w")
UNFINISHED = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK|Not" r"ImplementedError)\b|[Ll]orem ip" r"sum")
ARTICLE_ID = re.compile(r"""["'](?:HU|RO|CZ|EE)-\d\d["']""")
#: The maximum length of a line of a template.
MOST_COLUMNS = 140
HOSTED = re.compile(r"--(?:extra-)?index-url|--find-links|://")


def texts() -> list[Path]:
    """Every text file of the project that people write."""
    inside = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    paths = [*inside, *ROOT.glob("*"), *(ROOT / ".ci").glob("*")]
    return sorted(path for path in paths if path.is_file() and path.suffix in TEXTS and is_ours(path))


def is_ours(path: Path) -> bool:
    """Return whether people of the project wrote the file, not others or tools."""
    parts = path.relative_to(ROOT).parts
    return not {"vendor", "__pycache__", "LICENSE"}.intersection(parts) and not parts[-1].startswith(".")


def found_in_texts(pattern: re.Pattern[str]) -> list[str]:
    """Every line that matches a pattern."""
    return [
        f"{path.relative_to(ROOT).as_posix()}:{number}: {line.strip()}"
        for path in texts()
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_file_is_too_long_to_read() -> None:
    lengths = {path: len(path.read_text().splitlines()) for path in texts() if path.suffix in CODE}
    assert {path.name: length for path, length in lengths.items() if length > MOST_LINES} == {}


def test_no_line_of_a_template_is_too_long_to_read() -> None:
    templates = [path for path in texts() if path.suffix == ".html"]
    widest = {path: max(map(len, path.read_text().splitlines()), default=0) for path in templates}
    assert {path.relative_to(ROOT).as_posix(): width for path, width in widest.items() if width > MOST_COLUMNS} == {}


def test_no_article_of_a_code_is_named_in_python() -> None:
    named = {line.partition(":")[0] for line in found_in_texts(ARTICLE_ID) if line.startswith("scorekeeper/")}
    assert {name for name in named if name.endswith(".py")} == set()


def test_nothing_is_left_for_later() -> None:
    assert found_in_texts(UNFINISHED) == []


def test_no_path_of_one_machine_stands_in_the_project() -> None:
    assert found_in_texts(PLACES) == []


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_the_locks_name_no_host_and_have_a_hash_for_every_package(name: str) -> None:
    text = (ROOT / name).read_text()
    assert HOSTED.search(text) is None
    assert [package for package in re.split(r"\n(?=\S)", text.strip()) if "--hash=sha256:" not in package] == []


def ids_of_games() -> set[str]:
    """The ids of rule sets and penalty codes, which are the names of their files."""
    book = PACKAGE / "rulebook"
    return {path.stem for folder in ("rule_sets", "penalty_codes") for path in (book / folder).glob("*.toml")}


def test_no_program_template_or_script_knows_a_game_by_its_id() -> None:
    """A game or a code is added by its file alone, so nothing else may name its id."""
    quoted = re.compile(rf"""(["'])({"|".join(sorted(ids_of_games()))})\1""")
    files = [path for folder, ending in (("scorekeeper", "py"), ("templates", "html"), ("static", "js"))
             for path in (ROOT / folder).rglob(f"*.{ending}")]  # fmt: skip
    found = [
        f"{path.relative_to(ROOT)}: {hit[2]}" for path in files for hit in quoted.finditer(path.read_text("utf-8"))
    ]
    assert found == []
