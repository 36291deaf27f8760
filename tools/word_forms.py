#!/usr/bin/env python3
"""Write scorekeeper/rulebook/spoken/*.forms: the inflected forms of the words that the search knows.

The forms come from simplemma's dictionaries. Loading these takes half a minute and half a gigabyte of memory, so the
program reads the files written here instead. Run this after a change of a word in spoken/*.toml.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from math import ceil
from pathlib import Path

from simplemma import lemmatize
from simplemma.strategies.dictionaries import DefaultDictionaryFactory

sys.path.insert(0, str(Path(__file__).parents[1]))

from scorekeeper.rulebook.search.speech import VOCABULARIES, folded, plain_words

SPOKEN = Path(__file__).parents[1] / "scorekeeper" / "rulebook" / "spoken"
#: The share of a word's letters with which its lemma must begin; otherwise the lemma is treated as another word.
ALIKE = 0.6


def main() -> None:
    """Write the forms of every language."""
    for language in VOCABULARIES:
        lines = [f"{word} {' '.join(forms)}\n" for word, forms in sorted(inflected(language))]
        (SPOKEN / f"{language}.forms").write_text("".join(lines), encoding="utf-8")
        print(f"{language}: {len(lines)} words")


def inflected(language: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each word with its forms. The forms, one of which is the word, have no capitals and no accents."""
    words = plain_words(language)
    lemmas = {word: {word, *lemma_of(word, language)} for word in words}
    wanted = {lemma for several in lemmas.values() for lemma in several}
    forms: dict[str, set[str]] = defaultdict(set)
    for form, lemma in DefaultDictionaryFactory().get_dictionary(language).items():
        if lemma in wanted and " " not in form:
            forms[lemma].add(folded(form))
    for word in words:
        own = {form for lemma in lemmas[word] for form in forms[lemma]} | {folded(word)}
        yield word, sorted(form for form in own if form.isalpha())


def lemma_of(word: str, language: str) -> set[str]:
    """The dictionary's base form of a word, as a set; empty if it is another word (see `ALIKE`)."""
    lemma = lemmatize(word, lang=language)
    return {lemma} if folded(lemma).startswith(folded(word)[: ceil(len(word) * ALIKE)]) else set()


if __name__ == "__main__":
    main()
