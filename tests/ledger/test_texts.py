"""All SQL is written once: it uses named values, and only what both engines accept."""

import ast
import re
from pathlib import Path

import pytest

#: Words by which a text is recognized as an SQL statement, or as a part of one.
STATEMENT = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE FROM|WHERE|ORDER BY|ON CONFLICT|RETURNING|IS NULL)\b")
#: Syntax that one of the engines does not accept, or interprets differently.
FORBIDDEN = {
    "a value without a name": r"\?",
    "a value beside IS": r"\bIS (NOT )?:",
    "JSON": r"json|->",
    "a function of SQLite": r"\b(instr|group_concat|ifnull|total|iif|glob|printf|typeof)\b ?\(",
    "a function of PostgreSQL": r"\b(string_agg|array_agg|ilike|now)\b ?\(|\bILIKE\b",
    "a cast of PostgreSQL": r"::",
    "a way of SQLite to replace": r"\bOR (REPLACE|IGNORE|ABORT)\b",
    "the row's number": r"\browid\b",
    "a pragma": r"\bPRAGMA\b",
    "a true that is summed": r"\bsum ?\([^)]*=",
    "columns without names": r"INTO \S+ (VALUES|SELECT)",
    "a sign of values": r"%",
    "an order of words": r"\b(COLLATE|NOCASE)\b",
}


def texts(source: str) -> list[str]:
    """All SQL texts of a module, with … where other texts are inserted."""
    tree = ast.parse(source)
    docs = {id(node.body[0].value) for node in ast.walk(tree) if _begins_with_text(node)}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    found = [node for node in ast.walk(tree) if id(node) not in docs | inside]
    said = [_said(node) for node in found if isinstance(node, ast.JoinedStr | ast.Constant)]
    return [text for text in said if STATEMENT.search(text)]


def _begins_with_text(node: ast.AST) -> bool:
    body = getattr(node, "body", None)
    return (
        isinstance(body, list)
        and bool(body)
        and isinstance(body[0], ast.Expr)
        and isinstance(body[0].value, ast.Constant)
    )


def _said(node: ast.JoinedStr | ast.Constant) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)


def wrong(text: str) -> list[str]:
    """The parts of a statement that not every engine accepts."""
    return [name for name, pattern in FORBIDDEN.items() if re.search(pattern, text)]


def test_the_text_of_the_ledger_is_for_every_engine(root: Path) -> None:
    folder = root / "scorekeeper" / "ledger"
    modules = [path for path in sorted(folder.rglob("*.py")) if path.parent.name not in ("sqlite", "postgresql")]
    found = {module.name: texts(module.read_text(encoding="utf-8")) for module in modules}
    assert sum(map(len, found.values())) > 80
    assert [(name, text, wrong(text)) for name, each in found.items() for text in each if wrong(text)] == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ('db.execute("SELECT 1 FROM matches WHERE id = ?")', ["a value without a name"]),
        ('mine = "match_id IS :match ORDER BY id"', ["a value beside IS"]),
        ("f\"SELECT {x} WHERE json_extract(body, '$.key') = :key\"", ["JSON"]),
        ('sql = "INSERT OR REPLACE INTO names VALUES (:a)"', ["a way of SQLite to replace", "columns without names"]),
        ('sql = "SELECT CAST(:x AS TEXT) WHERE a = :x"', []),
    ],
)
def test_what_one_engine_does_not_take_is_seen(source: str, names: list[str]) -> None:
    assert [name for text in texts(source) for name in wrong(text)] == names
