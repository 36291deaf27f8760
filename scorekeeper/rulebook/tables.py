"""Reading a file of the rulebook into its type. Errors name the file, the location, the value found, and the values
allowed."""

import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from scorekeeper.engine.reading import read
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.shape import choice

T = TypeVar("T")
#: The folder of the rulebook's files.
FOLDER = Path(__file__).parent
#: The message for each key of a refusal. A key that is not here is itself the message; see `wrong`.
_SAID = {
    "unknown_key": "unknown key; allowed: {allowed}",
    "missing": "missing",
    "not_text": "expected a text, found {found!r}",
    "not_a_whole_number": "expected a whole number, found {found!r}",
    "not_true_or_false": "expected true or false, found {found!r}",
    "not_a_list": "expected a list, found {found!r}",
    "not_an_object": "expected a table, found {found!r}",
    "not_one_of": "{found!r} is not allowed here; allowed: {allowed}",
    "out_of_range": "{found!r} does not fit; allowed: {allowed}",
    "wrong_number": "{found} of them; allowed: {allowed}",
    "not_rising": "{found!r} does not fit; allowed: more than the one before",
}


class RulebookError(Exception):
    """A file of the rulebook is wrong; the message names the file, the location and the allowed values."""


def wrong(problem: str, where: str) -> Refused:
    """A refusal with the message `problem`, which `naming` turns into a `RulebookError`."""
    return Refused("malformed", problem, where)


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Turn any `Refused` raised in the block into a `RulebookError` that names the file."""
    try:
        yield
    except Refused as refused:
        allowed = (" to " if refused.key == "out_of_range" else ", ").join(map(str, refused.allowed or ()))
        said = _SAID[refused.key].format(found=refused.found, allowed=allowed) if refused.key in _SAID else refused.key
        raise RulebookError(f"{file}: {refused.where or 'top level'}: {said}") from refused


def parsed(file: str, text: str | None = None) -> dict[str, Any]:
    """The parsed TOML of a file in `FOLDER`, or of `text` in its place. Raises `RulebookError` for invalid TOML."""
    try:
        return tomllib.loads((FOLDER / file).read_text(encoding="utf-8") if text is None else text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{file}: {error}") from error


def read_file(kind: type[T], file: str, text: str | None = None) -> T:
    """A file, or `text` in its place, as a value of this type. Raises `RulebookError` for invalid TOML, or if it does
    not fit the type."""
    with naming(file):
        return read(kind, parsed(file, text))


def among(named: Iterable[str | None], where: str, allowed: Iterable[str]) -> None:
    """Raise `Refused` for the first name that is not allowed. None is skipped."""
    choices = tuple(allowed)
    for each in named:
        if each is not None:
            choice(each, where, choices)


def placed(listed: Iterable[T], where: str) -> Iterator[tuple[T, str]]:
    """The items of a list, each with its location: (item, "article[0]")."""
    return ((each, f"{where}[{at}]") for at, each in enumerate(listed))
