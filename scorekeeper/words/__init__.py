"""Text in the reader's language: sentences, numbers, money and dates. Knows gettext, not Flask.

English is the message id. A sentence is marked where it is written, with `N_("…")` or `NP_("context", "…")`,
and said where it is shown, with a `Words` of the reader's language.
"""

import gettext as catalogues
from datetime import date, datetime
from decimal import Decimal
from functools import cache

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.numbers import format_currency, format_decimal, get_decimal_symbol, get_group_symbol

from scorekeeper.engine.values import Struct
from scorekeeper.words import languages
from scorekeeper.words.languages import sort_key
from scorekeeper.words.numbers import NumberNotUnderstood, parse_number

__all__ = [
    "LANGUAGES",
    "MINUS",
    "NP_",
    "N_",
    "NumberNotUnderstood",
    "Words",
    "offered",
    "parse_number",
    "words_for",
]

LANGUAGES = tuple(languages.LANGUAGES)
TRANSLATIONS = languages.TRANSLATIONS
MINUS = "\u2212"


#: A year with every day in it.
LEAP_YEAR = 2000


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for a marker
    """Mark a sentence for the translators and give it back as it is."""
    return message


def NP_(context: str, message: str) -> tuple[str, str]:  # noqa: N802 - gettext's own name for a marker
    """Mark a word whose translation depends on its context; give back both, for `Words.pgettext(*…)`."""
    return context, message


class Words(Struct):
    """One language: its sentences, and how it writes numbers, money and dates.

    Placeholders are named, `%(side)s`, and given as keywords; a whole number among them is written with
    `number`. Without keywords a sentence is returned as it stands.
    """

    language: str
    locale: Locale
    catalogue: catalogues.NullTranslations
    group_mark: str

    def gettext(self, message: str, **values: object) -> str:
        """Say a sentence."""
        return self._fill(self.catalogue.gettext(message), values)

    def ngettext(self, one: str, many: str, n: int, **values: object) -> str:
        """Say a sentence whose form depends on `n`; `%(num)s` is n itself."""
        return self._fill(self.catalogue.ngettext(one, many, n), {"num": n, **values})

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """Say a word that means something else elsewhere: `pgettext("card", "Queen")`."""
        return self._fill(self.catalogue.pgettext(context, message), values)

    def npgettext(self, context: str, one: str, many: str, n: int, **values: object) -> str:
        """Say a word in its context, in the form that `n` asks for; `%(num)s` is n itself."""
        return self._fill(self.catalogue.npgettext(context, one, many, n), {"num": n, **values})

    def number(self, n: int) -> str:
        """Write a whole number: grouped from four digits on, with a true minus sign."""
        digits = f"{abs(n):,}".replace(",", self.group_mark)
        return f"{MINUS}{digits}" if n < 0 else digits

    def signed(self, n: int) -> str:
        """Write a whole number with its sign; 0 has none."""
        return f"+{self.number(n)}" if n > 0 else self.number(n)

    def points(self, n: int) -> str:
        """Write a number of points, with the word."""
        return self.ngettext("%(points)s point", "%(points)s points", abs(n), points=self.number(n))

    def decimal(self, digits: str) -> str:
        """Write a decimal number with this language's mark, its digits as they were chosen."""
        return digits.replace(".", get_decimal_symbol(self.locale))

    def money(self, amount: Decimal, currency: str = "") -> str:
        """Write an amount of money; without a currency it keeps its two decimals."""
        if currency:
            text = format_currency(amount, currency, locale=self.locale)
        else:
            text = format_decimal(amount, "#,##0.00", locale=self.locale)
        return text.replace("-", MINUS)

    def day(self, day: date) -> str:
        """Write a day where its year is known: "3 Sep"."""
        return _day(self.locale, day.month, day.day)

    def date(self, day: date | datetime) -> str:
        """Write a day."""
        return format_date(day, "medium", locale=self.locale)

    def time(self, moment: datetime) -> str:
        """Write the time of day, on the clock that `moment` carries."""
        return f"{moment:%H:%M}"

    def sort_key(self, text: str) -> tuple[tuple[int, ...], str]:
        """Order names as this language's dictionary does."""
        return sort_key(languages.LANGUAGES[self.language].alphabet, text)

    def _fill(self, sentence: str, values: dict[str, object]) -> str:
        if not values:
            return sentence
        return sentence % {name: self._written(value) for name, value in values.items()}

    def _written(self, value: object) -> object:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return self.number(int(str(value))) if whole else value


@cache
def _day(locale: Locale, month: int, day: int) -> str:
    return format_skeleton("MMMd", datetime(LEAP_YEAR, month, day), locale=locale)  # noqa: DTZ001 - a day of no year


@cache
def words_for(language: str) -> Words:
    """Give the words of a language of `LANGUAGES`, made once; any other language is a KeyError."""
    if language not in LANGUAGES:
        raise KeyError(language)
    locale = Locale.parse(language)
    catalogue = catalogues.translation("messages", TRANSLATIONS, [language], fallback=True)
    return Words(language, locale, catalogue, get_group_symbol(locale))


def offered(current: str = languages.ENGLISH) -> dict[str, str]:
    """Return the languages that readers are offered, with the `current` one, and what a menu calls each."""
    return languages.offered(TRANSLATIONS, current)
