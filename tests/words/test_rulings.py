"""Rulings in words: every key has a sentence, numbers are filled in, and texts of house articles stay as written."""

import re
from collections.abc import Iterator

import pytest

from scorekeeper.engine.penalties.articles import CHOOSERS as CHOOSER_KEYS
from scorekeeper.engine.penalties.articles import MOMENTS as MOMENT_KEYS
from scorekeeper.engine.penalties.articles import Article, PenaltyCode, house_article
from scorekeeper.engine.penalties.rulings import Ruling, decide, possible
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.codes import adjudicating, code, codes
from scorekeeper.words import Words, words_for
from scorekeeper.words.languages import TRANSLATIONS, shares
from scorekeeper.words.rulings import CHOOSERS, MOMENTS, OUTCOMES, say_ruling


def shouting() -> Words:
    """A language in which every sentence is in capitals, to find untranslated ones."""

    class Loud:
        def gettext(self, message: str) -> str:
            return re.sub(r"%\(\w+\)S", lambda found: found[0].lower(), message.upper())

    return replace(words_for("en"), catalogue=Loud())  # type: ignore[arg-type]


def test_every_key_has_its_words() -> None:
    assert set(OUTCOMES) == {outcome for one in codes().values() for outcome in one.outcomes}
    assert tuple(MOMENTS) == MOMENT_KEYS
    assert set(CHOOSERS) == set(CHOOSER_KEYS)


def every_text(one: Article, of: PenaltyCode, words: Words) -> Iterator[str]:
    """Yield all texts of an article: questions, answers, tiles, and the rulings at the end of every path."""
    for question in one.questions:
        yield from (words.gettext(question.asks), *(words.gettext(choice.says) for choice in question.choices))
    for tile in one.tiles:
        yield words.gettext(tile.title)
    for ruling in possible(one, {}):
        told = say_ruling(ruling, one, of, words)
        assert told.cites.section
        assert told.cites.place
        assert told.do
        yield from (
            told.title,
            told.case,
            told.cites.code,
            told.cites.clause,
            told.why,
            told.reading,
            *told.do,
            *told.obligations,
        )


#: Languages that are fully translated.
WHOLE = [language for language, share in shares(TRANSLATIONS).items() if language != "en" and share == 100]


@pytest.mark.parametrize("of", adjudicating(), ids=lambda code: code.id)
@pytest.mark.parametrize("language", WHOLE)
def test_every_path_of_every_article_is_told_in_every_language(language: str, of: PenaltyCode) -> None:
    for one in of.articles:
        english = list(every_text(one, of, words_for("en")))
        theirs = list(every_text(one, of, words_for(language)))
        left = [said for said, told in zip(english, theirs, strict=True) if said and (not told or told == said)]
        assert left == [], one.id


def test_a_house_article_keeps_the_words_of_the_table() -> None:
    one = house_article({"id": "HOUSE-1", "title": "Tea 50%(", "moment": "deal", "obligation": "Dries it."})
    ruling = decide(one, {})
    assert isinstance(ruling, Ruling)
    told = say_ruling(ruling, one, code("hungarian"), shouting())
    assert (told.title, told.do, told.obligations, told.case) == ("Tea 50%(", ("Dries it.",), ("Dries it.",), "")
