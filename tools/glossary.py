"""The table of terms, scorekeeper/translations/glossary.toml: one term for each concept, and the words that it
refuses."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

TRANSLATIONS = Path(__file__).resolve().parent.parent / "scorekeeper" / "translations"
TABLE = TRANSLATIONS / "glossary.toml"
#: The settings of each language in `translations/languages.toml`, by its code.
LANGUAGES: Mapping[str, Any] = tomllib.loads((TRANSLATIONS / "languages.toml").read_text(encoding="utf-8"))
PLACEHOLDER = re.compile(r"%\(\w+\)\w")


class Term(NamedTuple):
    """A language's term for a concept, and the words that are refused for it. They are allowed in the translation of a
    sentence that has one of the English words `unless`."""

    term: str
    refused: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()

    def second_word(self, english: str, text: str) -> str | None:
        """The refused word in a text; None if there is none, or if the English has a word of `unless`, which gives it
        another meaning."""
        if not self.refused or not (found := _any_of(self.refused).search(PLACEHOLDER.sub(" ", text))):
            return None
        return None if self.unless and _any_of(self.unless).search(english) else found.group()


class Concept(NamedTuple):
    """One concept: its meaning, or the topic of the rulebook that explains it; and its term by language."""

    means: str
    topic: str
    terms: Mapping[str, Term]


@cache
def table() -> Mapping[str, tuple[Concept, ...]]:
    """The concepts of each part, in the order of the file."""
    parts = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return {part: tuple(map(_concept, rows.values())) for part, rows in parts.items()}


def second_words(language: str, english: str, text: str) -> Iterator[str]:
    """Yield a complaint about each refused word in a text: "“A” is a second word for “B”". `english` is its
    original."""
    for concept in (each for part in table().values() for each in part):
        term = concept.terms.get(language)
        if term and (found := term.second_word(english, text)):
            yield f"“{found}” is a second word for “{term.term}”"


def _concept(row: Mapping[str, Any]) -> Concept:
    terms = {language: _term(row[language]) for language in LANGUAGES if language in row}
    return Concept(row.get("means", ""), row.get("topic", ""), terms)


def _term(spec: str | Mapping[str, Any]) -> Term:
    if isinstance(spec, str):
        return Term(spec)
    return Term(spec["term"], tuple(spec["not"]), tuple(spec.get("unless", ())))


@cache
def _any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern for any of these as whole words. `*` stands for any ending, and a space for any white space."""
    patterns = (re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", r"\s") for word in words)
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)", re.IGNORECASE)
