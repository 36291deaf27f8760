"""Numbers of points as each language says them, and numbers, money and dates as it writes them."""

import datetime
from decimal import Decimal

import pytest

from scorekeeper.words import parse_number, words_for

NUMBERS = (0, 1, 2, 3, 4, 5, 19, 20, 21, 101, 120)
#: After each of those numbers: Romanian says "de" from 20 on, Czech has 2 to 4 apart, Hungarian never a plural.
POINTS = {
    "en": "points point points points points points points points points points points",
    "et": "punkti punkt punkti punkti punkti punkti punkti punkti punkti punkti punkti",
    "hu": "pont pont pont pont pont pont pont pont pont pont pont",
    "ro": "puncte punct puncte puncte puncte puncte puncte de_puncte de_puncte puncte de_puncte",
    "cs": "bodů bod body body body bodů bodů bodů bodů bodů bodů",
}
DEALS = {
    "en": "deals deal deals deals deals deals deals deals deals deals deals",
    "et": "raundi raund raundi raundi raundi raundi raundi raundi raundi raundi raundi",
    "hu": "leosztás leosztás leosztás leosztás leosztás leosztás leosztás leosztás leosztás leosztás leosztás",
    "ro": "done donă done done done done done de_done de_done done de_done",
    "cs": "kol kolo kola kola kola kol kol kol kol kol kol",
}
CARDS = {
    "en": "cards card cards cards cards cards cards cards cards cards cards",
    "et": "kaarti kaart kaarti kaarti kaarti kaarti kaarti kaarti kaarti kaarti kaarti",
    "hu": "lap lap lap lap lap lap lap lap lap lap lap",
    "ro": "cărți carte cărți cărți cărți cărți cărți de_cărți de_cărți cărți de_cărți",
    "cs": "karet karta karty karty karty karet karet karet karet karet karet",
}


def golden(nouns: str) -> list[str]:
    return [f"{n} {noun.replace('_', ' ')}" for n, noun in zip(NUMBERS, nouns.split(), strict=True)]


@pytest.mark.parametrize("language", POINTS)
def test_points(language: str) -> None:
    assert [words_for(language).points(n) for n in NUMBERS] == golden(POINTS[language])


@pytest.mark.parametrize("language", DEALS)
def test_deals(language: str) -> None:
    say = words_for(language).ngettext
    assert [say("%(num)s deal", "%(num)s deals", n) for n in NUMBERS] == golden(DEALS[language])


@pytest.mark.parametrize("language", CARDS)
def test_cards(language: str) -> None:
    say = words_for(language).ngettext
    said = [say("%(num)s card each", "%(num)s cards each", n) for n in NUMBERS]
    for text, expected in zip(said, golden(CARDS[language]), strict=True):
        assert expected in text


@pytest.mark.parametrize(
    ("language", "thousands"),
    [
        ("en", ("1,001 points", "12,020 points", "−1 point")),
        ("et", ("1\u00a0001 punkti", "12\u00a0020 punkti", "−1 punkt")),
        ("hu", ("1\u00a0001 pont", "12\u00a0020 pont", "−1 pont")),
        ("ro", ("1.001 puncte", "12.020 de puncte", "−1 punct")),
        ("cs", ("1\u00a0001 bodů", "12\u00a0020 bodů", "−1 bod")),
    ],
)
def test_large_and_negative_points(language: str, thousands: tuple[str, ...]) -> None:
    assert tuple(words_for(language).points(n) for n in (1001, 12020, -1)) == thousands


@pytest.mark.parametrize(
    ("language", "numbers", "money", "dates"),
    [
        ("en", ("0", "85", "−85", "+1,495", "−12,345"), "€1,234.50", ("Nov 21, 2026", "Jan 3, 2027")),
        ("et", ("0", "85", "−85", "+1\u00a0495", "−12\u00a0345"), "1\u00a0234,50\u00a0€",
         ("21. nov 2026", "3. jaan 2027")),
        ("hu", ("0", "85", "−85", "+1\u00a0495", "−12\u00a0345"), "1\u00a0234,50\u00a0EUR",
         ("2026. nov. 21.", "2027. jan. 3.")),
        ("ro", ("0", "85", "−85", "+1.495", "−12.345"), "1.234,50\u00a0EUR", ("21 nov. 2026", "3 ian. 2027")),
        ("cs", ("0", "85", "−85", "+1\u00a0495", "−12\u00a0345"), "1\u00a0234,50\u00a0€",
         ("21. 11. 2026", "3. 1. 2027")),
    ],
)  # fmt: skip
def test_numbers_money_and_dates(language: str, numbers: tuple[str, ...], money: str, dates: tuple[str, str]) -> None:
    words = words_for(language)
    written = (words.number(0), words.number(85), words.number(-85), words.signed(1495), words.signed(-12345))
    assert written == numbers
    assert words.money(Decimal("1234.5"), "EUR") == money
    assert tuple(map(words.date, (datetime.date(2026, 11, 21), datetime.date(2027, 1, 3)))) == dates


@pytest.mark.parametrize("typed", ["1,495", "1.495", "1 495", "1\u00a0495", "1\u202f495", "1495", "+1495"])
@pytest.mark.parametrize(("sign", "factor"), [("", 1), ("-", -1), ("−", -1)])
def test_every_group_mark_and_both_minus_signs_are_read(typed: str, sign: str, factor: int) -> None:
    if typed.startswith("+") and sign:
        typed = typed[1:]
    assert parse_number(f"{sign}{typed}") == 1495 * factor
