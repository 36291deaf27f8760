"""The check of prose finds clauses, questions, and words with a plainer equivalent, and nothing else."""

import pytest

from tools.prose import begins_with_a_clause, comments, docstrings, refused_words


@pytest.mark.parametrize(
    ("docstring", "clause"),
    [
        ("What is kept of a match.", True),
        ("Whether the match is over.", True),
        ("Is the match over?", True),
        ("Return whether the match is over.", False),
        ("The match as it is kept.", False),
        ("May deals: those of spring. Why?", False),
        ("Whatsoever", False),
    ],
)
def test_clauses_and_questions_are_found(docstring: str, clause: bool) -> None:
    assert begins_with_a_clause(docstring) == clause


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Drawn anew, for whom it concerns.", ["anew", "whom"]),
        ("Whoever plays so many deals", ["whoever", "so many"]),
        ("`anew=yes` and `whom` are code, renewed is a word", []),
    ],
)
def test_words_that_have_a_plainer_one_are_found(text: str, words: list[str]) -> None:
    assert refused_words(text) == words


def test_docstrings_and_comments_are_read_with_their_lines() -> None:
    source = '"""A module."""\n\n\ndef act() -> None:\n    """Act."""\n    x = "# no comment"  # a comment\n'
    assert list(docstrings(source)) == [(1, "A module."), (5, "Act.")]
    assert list(comments(source)) == [(6, "# a comment")]
