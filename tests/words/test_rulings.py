"""Rulings in words: every key has its sentence, numbers are filled in, a table's own words stay its own."""

import re
from collections.abc import Iterator

import pytest

from scorekeeper.engine.penalties.articles import CHOOSERS as CHOOSER_KEYS
from scorekeeper.engine.penalties.articles import MOMENTS as MOMENT_KEYS
from scorekeeper.engine.penalties.articles import Article, PenaltyCode, Place, house_article
from scorekeeper.engine.penalties.rulings import Ruling, decide, possible
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.codes import adjudicating, code, codes
from scorekeeper.words import Words, words_for
from scorekeeper.words.languages import TRANSLATIONS, shares
from scorekeeper.words.rulings import CHOOSERS, MOMENTS, OUTCOMES, say_answer, say_citation, say_place, say_ruling

HUNGARIAN = code("hungarian")


def article(id_: str) -> Article:
    """An article of the Hungarian code."""
    found = HUNGARIAN.article(id_)
    assert found is not None
    return found


def shouting() -> Words:
    """Words in which every sentence is written in capitals, so that an untranslated one is seen."""

    class Loud:
        def gettext(self, message: str) -> str:
            return re.sub(r"%\(\w+\)S", lambda found: found[0].lower(), message.upper())

    return replace(words_for("en"), catalogue=Loud())  # type: ignore[arg-type]


def settled(one: Article, answers: dict[str, object]) -> Ruling:
    """A ruling, which must be settled."""
    ruling = decide(one, answers)
    assert isinstance(ruling, Ruling)
    return ruling


def test_every_key_has_its_words() -> None:
    assert set(OUTCOMES) == {outcome for one in codes().values() for outcome in one.outcomes}
    assert tuple(MOMENTS) == MOMENT_KEYS
    assert set(CHOOSERS) == set(CHOOSER_KEYS)


def test_a_ruling_says_what_to_do_why_and_where_it_is_written() -> None:
    one = article("HU-08")
    told = say_ruling(settled(one, {"asked": False}), one, HUNGARIAN, shouting())
    assert (told.title, told.case, told.cites.code) == (
        "PERMISSION TO GO OUT",
        "PERMISSION NOT ASKED",
        "HUNGARIAN PENALTY CODE",
    )
    assert told.do == ("GO OUT OR PLAY ON, AS THE PLAYER LIKES.",)
    assert told.why.isupper()
    assert (told.cites.term, told.cites.section, told.reading) == ("", "Szóbeli információcsere", "")
    assert told.cites.place == "PARAGRAPH 1, SENTENCE 5"
    assert (
        told.cites.clause == "A PLAYER DOES NOT HAVE TO ASK, BUT A PLAYER WHO ASKS MUST FOLLOW THE PARTNER'S YES OR NO."
    )


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (Place(paragraph=2), "paragraph 2"),
        (Place(paragraph=-1), "last paragraph"),
        (Place(paragraph=-1, sentence=3), "last paragraph, sentence 3"),
        (Place(row=4), "row 4 of the table"),
        (Place(item=1), "item 1 of the list"),
        (Place(point="d)"), "d)"),
    ],
)
def test_a_place_in_a_source_is_said_as_it_is_counted(place: Place, told: str) -> None:
    assert say_place(place, words_for("en")) == told


def test_a_term_that_is_the_name_of_its_section_is_said_once() -> None:
    assert say_citation(article("HU-02"), HUNGARIAN, words_for("en")).term == ""
    assert say_citation(article("HU-03"), HUNGARIAN, words_for("en")).term == "Elégtelen lerakási pontszám"


def every_text(one: Article, of: PenaltyCode, words: Words) -> Iterator[str]:
    """Whatever is read on any way through an article: its questions, their answers, and every ruling at an end."""
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


#: Languages that are translated whole.
WHOLE = [language for language, share in shares(TRANSLATIONS).items() if language != "en" and share == 100]


@pytest.mark.parametrize("of", adjudicating(), ids=lambda code: code.id)
@pytest.mark.parametrize("language", WHOLE)
def test_every_path_of_every_article_is_told_in_every_language(language: str, of: PenaltyCode) -> None:
    for one in of.articles:
        english = list(every_text(one, of, words_for("en")))
        theirs = list(every_text(one, of, words_for(language)))
        left = [said for said, told in zip(english, theirs, strict=True) if said and (not told or told == said)]
        assert left == [], one.id


def test_a_reading_and_an_obligation_with_its_number_are_said() -> None:
    one = article("HU-04")
    told = say_ruling(settled(one, {"extra_cards": 2, "noticed_before_merged": False}), one, HUNGARIAN, shouting())
    assert told.reading.startswith("THE SOURCE SAYS")
    assert told.obligations == ("THE PLAYER LAYS NOTHING IN THIS TURN.", "DRAWS TO MISS: 2")


def test_a_house_article_keeps_the_words_of_the_table() -> None:
    one = house_article({"id": "HOUSE-1", "title": "Tea 50%(", "moment": "deal", "obligation": "Dries it."})
    told = say_ruling(settled(one, {}), one, HUNGARIAN, shouting())
    assert (told.title, told.do, told.obligations, told.case) == ("Tea 50%(", ("Dries it.",), ("Dries it.",), "")


def test_answers_are_said_in_words_or_as_a_number() -> None:
    assert say_answer(article("HU-06").questions[1], True, words_for("en")) == "Yes, stopped in time"
    assert say_answer(article("HU-03").questions[1], "none", shouting()) == "IT CANNOT; EVERYTHING GOES BACK"
    assert say_answer(article("HU-10").questions[0], 1200, words_for("en")) == "1,200"
