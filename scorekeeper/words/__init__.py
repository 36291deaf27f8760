"""Text in the reader's language: sentences, numbers, money and dates. It uses gettext and Babel, not Flask.

English is the message id. The code that contains a sentence marks it with `N_("…")` or `NP_("context", "…")`; the code
that shows it translates it with the `Words` of the reader's language.
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

LANGUAGES = tuple(languages.LANGUAGES)
TRANSLATIONS = languages.TRANSLATIONS
MINUS = "\u2212"
#: A year that has a 29 February.
LEAP_YEAR = 2000


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for a marker
    """Mark a sentence for the translators, and return it unchanged."""
    return message


def NP_(context: str, message: str) -> tuple[str, str]:  # noqa: N802 - gettext's own name for a marker
    """Mark a word whose translation depends on its context, and return both, for `Words.pgettext(*…)`."""
    return context, message


class Words(Struct):
    """One language: its sentences, and how it writes numbers, money and dates.

    Values for named placeholders, such as `%(side)s`, are passed as keywords; whole numbers are written with `number`.
    Without keywords a sentence is returned unformatted.
    """

    language: str
    locale: Locale
    catalogue: catalogues.NullTranslations
    group_mark: str

    def gettext(self, message: str, **values: object) -> str:
        """Translate a sentence."""
        return self._fill(self.catalogue.gettext(message), values)

    def ngettext(self, one: str, many: str, n: int, **values: object) -> str:
        """Translate a sentence whose form depends on `n`; `%(num)s` is n itself."""
        return self._fill(self.catalogue.ngettext(one, many, n), {"num": n, **values})

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """Translate a word whose meaning depends on its context: `pgettext("card", "Queen")`."""
        return self._fill(self.catalogue.pgettext(context, message), values)

    def npgettext(self, context: str, one: str, many: str, n: int, **values: object) -> str:
        """Translate a word in its context, in the form for `n`; `%(num)s` is n itself."""
        return self._fill(self.catalogue.npgettext(context, one, many, n), {"num": n, **values})

    def number(self, n: int) -> str:
        """Write a whole number: with a group mark from four digits on, and with U+2212 as the minus."""
        digits = f"{abs(n):,}".replace(",", self.group_mark)
        return f"{MINUS}{digits}" if n < 0 else digits

    def signed(self, n: int) -> str:
        """Write a whole number with its sign; 0 has no sign."""
        return f"+{self.number(n)}" if n > 0 else self.number(n)

    def points(self, n: int) -> str:
        """Write a number of points, followed by the word "points"."""
        return self.ngettext("%(points)s point", "%(points)s points", abs(n), points=self.number(n))

    def decimal(self, digits: str) -> str:
        """Write a decimal number with this language's decimal mark; the digits stay as they were entered."""
        return digits.replace(".", get_decimal_symbol(self.locale))

    def money(self, amount: Decimal, currency: str = "") -> str:
        """Write an amount of money with its currency; without a currency, as a number with two decimals."""
        if currency:
            text = format_currency(amount, currency, locale=self.locale)
        else:
            text = format_decimal(amount, "#,##0.00", locale=self.locale)
        return text.replace("-", MINUS)

    def day(self, day: date) -> str:
        """Write a day without its year: "3 Sep"."""
        return _day(self.locale, day.month, day.day)

    def date(self, day: date | datetime) -> str:
        """Write a day with its year: "3 Sep 2026"."""
        return format_date(day, "medium", locale=self.locale)

    def time(self, moment: datetime) -> str:
        """Write the time of day in the time zone of `moment`, as "20:15"."""
        return f"{moment:%H:%M}"

    def sort_key(self, text: str) -> tuple[tuple[int, ...], str]:
        """The key that sorts names in this language's alphabetical order."""
        return sort_key(languages.LANGUAGES[self.language].alphabet, text)

    def _fill(self, sentence: str, values: dict[str, object]) -> str:
        if not values:
            return sentence
        return sentence % {name: self.number(value) if type(value) is int else value for name, value in values.items()}


@cache
def _day(locale: Locale, month: int, day: int) -> str:
    return format_skeleton("MMMd", datetime(LEAP_YEAR, month, day), locale=locale)  # noqa: DTZ001 - a day of no year


@cache
def words_for(language: str) -> Words:
    """The `Words` of a language in `LANGUAGES`, cached. Raises KeyError for any other language."""
    if language not in LANGUAGES:
        raise KeyError(language)
    locale = Locale.parse(language)
    catalogue = catalogues.translation("messages", TRANSLATIONS, [language], fallback=True)
    return Words(language, locale, catalogue, get_group_symbol(locale))


def offered(current: str = languages.ENGLISH) -> dict[str, str]:
    """The names of languages for a menu, by language code: those that are offered to readers, and the `current` one.
    The name of an incomplete language is followed by its percentage."""
    return languages.offered(TRANSLATIONS, current)
