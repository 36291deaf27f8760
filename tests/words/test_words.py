"""Numbers, money, dates and names as each language writes them."""

import datetime
from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from scorekeeper.words import N_, NP_, Words, offered, words_for


def test_the_time_of_day_has_24_hours() -> None:
    moment = datetime.datetime(2026, 11, 21, 19, 5, tzinfo=datetime.UTC)
    assert words_for("en").time(moment) == "19:05"


def test_words_are_made_once() -> None:
    assert words_for("hu") is words_for("hu")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(KeyError):
        words_for("xx")


def test_every_language_is_offered_in_its_own_name() -> None:
    assert list(offered().values()) == [
        "English", "Eesti", "Magyar", "Română", "Čeština",
    ]  # fmt: skip


def test_markers_give_back_what_they_mark() -> None:
    assert N_("Save") == "Save"
    assert NP_("card", "Queen") == ("card", "Queen")


def romanian() -> Words:
    """Give Romanian words with a small catalogue: it has three plural forms."""
    catalogue = Catalog(locale="ro")
    catalogue.add(
        ("%(points)s point", "%(points)s points"), ["%(points)s punct", "%(points)s puncte", "%(points)s de puncte"]
    )
    catalogue.add("Queen", "Damă", context="card")
    catalogue.add("Side: %(name)s", "Echipa: %(name)s")
    catalogue.add(
        ("%(num)s card", "%(num)s cards"), ["%(num)s carte", "%(num)s cărți", "%(num)s de cărți"], context="left"
    )
    file = BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    return Words("ro", Locale.parse("ro"), GNUTranslations(file), ".")


@pytest.mark.parametrize(
    ("n", "said"),
    [(1, "1 punct"), (3, "3 puncte"), (20, "20 de puncte"), (1500, "1.500 de puncte"), (-1, "\u22121 punct")],
)
def test_points_take_the_form_of_their_number(n: int, said: str) -> None:
    assert romanian().points(n) == said


def test_sentences_are_filled_in_their_language() -> None:
    words = romanian()
    assert words.gettext("Side: %(name)s", name="Nord-Sud") == "Echipa: Nord-Sud"
    assert words.pgettext("card", "Queen") == "Damă"
    assert words.pgettext("chess", "Queen") == "Queen"
    assert words.npgettext("left", "%(num)s card", "%(num)s cards", 1200) == "1.200 de cărți"


def test_whole_numbers_in_a_sentence_are_written_as_numbers() -> None:
    words = words_for("en")
    assert words.gettext("%(a)s to %(b)s (%(c)s)", a=1495, b=-85, c="HU-07") == "1,495 to \u221285 (HU-07)"


def test_a_sentence_without_values_is_left_as_it_is() -> None:
    assert words_for("en").gettext("100 % of the cards") == "100 % of the cards"


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Ana", "Óscar", "Zoe"]),
        ("et", ["Sander", "Šura", "Zoja", "Žanna", "Taavi", "Uku", "Õie", "Ädu", "Ülo"]),
        (
            "hu",
            ["Ágnes", "Aladár", "Cecil", "Csaba", "Dóra", "Dzsenifer", "Sándor", "Szűcs", "Zita", "Zoltán", "Zsolt"],
        ),
        ("ro", ["Sorin", "Ștefan", "Şuteu", "Traian", "Țepeș"]),
        ("cs", ["Cibulka", "Čermák", "Dvořák", "Hora", "Chalupa", "Ivan", "Zdeněk", "Žák"]),
    ],
)
def test_names_stand_in_the_order_of_the_dictionary(language: str, names: list[str]) -> None:
    backwards = list(reversed(names))
    assert sorted(backwards, key=words_for(language).sort_key) == names
