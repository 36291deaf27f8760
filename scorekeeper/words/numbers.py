"""Whole numbers as people type them: `1 495`, `1.495`, `−85`, `100+100+85`."""

import re

from scorekeeper.engine.refused import malformed

MAX_DIGITS = 9

# Exactly three digits follow each group mark, and all group marks of a number are the same.
_NUMBER = r"[0-9]{1,3}(?:(?P<mark>[ \u00a0\u202f.,])[0-9]{3})(?:(?P=mark)[0-9]{3})*(?![0-9])|[0-9]+"
_TERM = re.compile(rf"\s*(?P<sign>[+\u2212-]?)\s*(?P<number>{_NUMBER})\s*")


class NumberNotUnderstood(ValueError):
    """The text is not a whole number. `key` is the reason: "number_missing" (the text is blank), "number_unclear" or
    "number_too_big"."""

    def __init__(self, key: str) -> None:
        """Store the key of the reason. Its sentence is in the module that shows the error, such as `words.entry`."""
        super().__init__(key)
        self.key = key


def whole(text: str, digits: int) -> int | None:
    """Read a number without sign and group marks, as the program itself writes versions. Returns None if the text is
    empty, has any character other than 0 to 9, or is longer than `digits`."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def parse_number(text: str) -> int:
    """Read a whole number, or a sum of whole numbers, with the group marks and minus signs of any language. Raises
    NumberNotUnderstood for any other text, and for a number of more than `MAX_DIGITS` digits."""
    plain = whole(text, MAX_DIGITS)
    if plain is not None:  # nearly all numbers
        return plain
    rest = text.strip()
    if not rest:
        raise NumberNotUnderstood("number_missing")
    total = 0
    first = True
    while rest:
        term = _TERM.match(rest)
        if term is None or not (first or term["sign"]):
            raise NumberNotUnderstood("number_unclear")
        total += _value(term)
        rest, first = rest[term.end() :], False
    return total


def read_number(text: str, where: str) -> int:
    """Read a number as `parse_number` does. Raises `Refused` for any other text; `where` is its field."""
    try:
        return parse_number(text)
    except NumberNotUnderstood:
        raise malformed("not_a_whole_number", where, text) from None


def _value(term: re.Match[str]) -> int:
    digits = re.sub("[^0-9]", "", term["number"])
    if len(digits) > MAX_DIGITS:
        raise NumberNotUnderstood("number_too_big")
    return int(digits) if term["sign"] in ("", "+") else -int(digits)
