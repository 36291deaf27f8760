"""Check the prose of code and documentation; run by `make check`, as `python tools/prose.py`.

A docstring begins with what is returned or done. It does not begin with a relative clause, and it is not a question.
The share `SHARE` of the docstrings may be exceptions. Docstrings, comments and documentation do not use `WORDS`.
"""

import ast
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: The folders in which docstrings are counted, and those in which only words are checked.
CODE, ALSO = ("scorekeeper", "tools", "bench"), ("tests",)
SHARE = 0.02
RELATIVE = re.compile(r"(What|Who|Whom|Whose|Where|How|Which|Whether|When|Why|That|Whoever|Whatever)\b")
QUESTION = re.compile(r"(Is|Are|Does|Do|Has|Have|May|Can|Was|Were|Did|Must|Would|Should)\b[^.]*\?")
WORDS = {
    "anew": "again",
    "whom": "the noun, or who",
    "whoever": "the noun: a player who, any device that",
    "so many": "a number of, this number of",
    "of itself": "automatically",
}
_WORDS = re.compile(rf"(?<![\w`-])({'|'.join(WORDS)})(?![\w`=-])", re.IGNORECASE)
#: Code and quotations in a text, which are not checked, because they quote the program.
_QUOTED = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, docstring) for each docstring of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield node.body[0].lineno, text


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, comment) for each comment of a module."""
    for token in tokenize.generate_tokens(iter(source.splitlines(keepends=True)).__next__):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def begins_with_a_clause(docstring: str) -> bool:
    """Return whether a docstring begins with a relative clause or is a question."""
    return bool(RELATIVE.match(docstring) or QUESTION.match(docstring))


def refused_words(text: str) -> list[str]:
    """The words of a text that have a plainer one."""
    return [word.lower() for word in _WORDS.findall(_QUOTED.sub("", text))]


def main() -> int:
    """Print the lines to rewrite. Returns 1 if there are any."""
    clauses, problems, total = [], [], 0
    for path in sorted(file for folder in (*CODE, *ALSO) for file in (ROOT / folder).rglob("*.py")):
        source, where = path.read_text(encoding="utf-8"), path.relative_to(ROOT)
        texts = list(docstrings(source))
        if where.parts[0] in CODE:
            total += len(texts)
            clauses += [f"{where}:{line}: {text.splitlines()[0]}" for line, text in texts if begins_with_a_clause(text)]
        problems += [
            (f"{where}:{line}", word) for line, text in [*texts, *comments(source)] for word in refused_words(text)
        ]
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "scorekeeper").rglob("*.md")]):
        problems += [(str(path.relative_to(ROOT)), word) for word in refused_words(path.read_text(encoding="utf-8"))]
    for place, word in problems:
        print(f"{place}: “{word}”: write {WORDS[word]}")
    too_many = len(clauses) > SHARE * total
    if too_many:
        print(*clauses, sep="\n")
        print(
            f"{len(clauses)} of {total} docstrings begin with a clause or are questions; name what is returned or done"
        )
    return int(too_many or bool(problems))


if __name__ == "__main__":
    sys.exit(main())
