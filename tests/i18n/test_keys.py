"""Translators get only sentences, and all of them: no key of a table is extracted by accident."""

import ast
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.extract import extract_python

from tests.i18n.pseudo import sentences
from tools.catalogues import KEYWORDS, forms

ROOT = Path(__file__).resolve().parents[2]


def meant(tree: ast.AST) -> Iterator[str]:
    """Yield the literal texts that are passed to a gettext function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in KEYWORDS:
            yield from (str(each.value) for each in node.args if isinstance(each, ast.Constant))


def test_no_key_is_taken_for_a_sentence() -> None:
    taken = [(place, text) for each in sentences() if each.id for place, _ in each.locations for text in forms(each.id)]
    modules = {place for place, _ in taken if place.endswith(".py")}
    known = {place: set(meant(ast.parse((ROOT / place).read_text(encoding="utf-8")))) for place in modules}
    assert len(modules) > 40
    assert [(place, text) for place, text in taken if place in modules and text not in known[place]] == []


def test_every_sentence_that_is_marked_gets_to_the_translators() -> None:
    """A sentence marked inside the braces of an f-string is missed: for the extractor, an f-string is one token."""
    extracted = {form for each in sentences() for form in forms(each.id)} | {each.context for each in sentences()}
    modules = (ROOT / "scorekeeper").rglob("*.py")
    marked = {(path.name, text) for path in modules for text in meant(ast.parse(path.read_text(encoding="utf-8")))}
    assert len(marked) > 500
    assert [(name, text) for name, text in marked if text not in extracted] == []


def test_an_accident_is_seen() -> None:
    line = b'words.gettext(owed["says"])'
    assert [message for _, _, message, _ in extract_python(BytesIO(line), ["gettext"], (), {})] == ["says"]
    assert list(meant(ast.parse(line))) == []
