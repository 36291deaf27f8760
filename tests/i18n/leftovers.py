"""English texts left on a page in another language."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, partial

from scorekeeper.words import Words, words_for
from tests.i18n.pseudo import sentences
from tests.i18n.reading import PAGES_READ, Text
from tools.catalogues import forms

#: Only longer texts are searched for within a sheet's text; shorter ones may be part of another language's words.
LONG = 14


@cache
def said_in(language: str) -> Mapping[str, frozenset[str]]:
    """Map each English text to its translations, in any context and for any number."""
    words, found = words_for(language), defaultdict(set)
    for message in sentences():
        for english in forms(message.id) if message.id else ():
            found[english] |= _translated(words, message.id, message.context)
    return {english: frozenset(said) for english, said in found.items()}


def _translated(words: Words, id_: str | tuple[str, ...], context: str | None) -> set[str]:
    catalogue = words.catalogue
    one, *many = forms(id_)
    if not many:
        return {catalogue.pgettext(context, one) if context else catalogue.gettext(one)}
    say = partial(catalogue.npgettext, context) if context else catalogue.ngettext
    return {say(one, *many, n) for n in (1, 2, 5, 20)}


@cache
def own_words(language: str) -> frozenset[str]:
    """All translations into a language."""
    return frozenset().union(*said_in(language).values())


def left(texts: list[Text], language: str) -> Iterator[str]:
    """Yield the texts of a page that are English, although the language has a translation.

    A text that is also a translation is left out.
    """
    for text in texts:
        if text.said in said_in(language) and text.said not in own_words(language):
            yield text.said


def left_in(said: str, language: str) -> Iterator[str]:
    """Yield the English sentences in the text of a sheet for which the language has a translation.

    Sentences of at most `LONG` characters, and those with a number or a name in them, are not found.
    """
    flat = PAGES_READ.sub("", " ".join(said.split()))
    for english, known in said_in(language).items():
        if len(english) > LONG and "%(" not in english and english in flat and english not in " ".join(known):
            yield english
