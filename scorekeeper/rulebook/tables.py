"""A TOML table read strictly: a key nobody asks for is an error that names file, key and allowed keys."""

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from scorekeeper.engine.conditions import CONDITIONS, named_in
from scorekeeper.rulebook.values import RulebookError, hint_of, hints

#: Where every file of the rulebook stands.
FOLDER = Path(__file__).parent


def text_of(file: str) -> str:
    """The text of a file of the rulebook, by its name in this folder."""
    return (FOLDER / file).read_text(encoding="utf-8")


def parsed(file: str, text: str) -> "Table":
    """The tables of a file. Raises `RulebookError` where its text is no TOML."""
    try:
        return Table(file, "", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{file}: {error}") from error


class Table:
    """One table of a file. Read its values, then call `close`, which refuses what is left."""

    def __init__(self, file: str, where: str, data: Any):
        self.file, self.where = file, where
        if not isinstance(data, dict):
            raise self.error("", f"expected a table, found {data!r}")
        self._data: dict[str, Any] = data
        self._asked: list[str] = []

    def error(self, key: str, problem: str) -> RulebookError:
        """The error for a key of this table: the file, the place, the problem."""
        return RulebookError(f"{self.file}: {self._path(key) or 'top level'}: {problem}")

    def has(self, key: str) -> bool:
        """Return whether the key is there; asking makes it an allowed one."""
        self._asked.append(key)
        return key in self._data

    def is_text(self, key: str) -> bool:
        """Return whether the key holds a text."""
        return isinstance(self._data.get(key), str)

    def value(self, key: str, kind: type, default: Any = ...) -> Any:
        """The value of a key, of exactly that type; without a default the key must be there."""
        if not self.has(key):
            if default is ...:
                raise self.error(key, f"missing; expected {kind.__name__}")
            return default
        value = self._data[key]
        if type(value) is not kind:
            raise self.error(key, f"expected {kind.__name__}, found {value!r}")
        return value

    def anything(self, key: str, default: Any = None) -> Any:
        """The value of a key, of whatever type."""
        return self._data[key] if self.has(key) else default

    def text(self, key: str, default: Any = ...) -> str:
        """A text that is not empty."""
        value: str = self.value(key, str, default)
        if not value and key in self._data:
            raise self.error(key, "expected a text, found an empty one")
        return value

    def whole(self, key: str, default: Any = ...) -> int:
        """A whole number."""
        number: int = self.value(key, int, default)
        return number

    def flag(self, key: str) -> bool:
        """true or false; false where the key is not there."""
        value: bool = self.value(key, bool, False)
        return value

    def one_of(self, key: str, allowed: Iterable[str], value: str | None = None) -> str:
        """A text that must be among `allowed`."""
        text = self.text(key) if value is None else value
        choices = tuple(allowed)
        if text not in choices:
            raise self.error(key, f"{text!r} is not allowed here; allowed: {', '.join(choices)}")
        return text

    def optional_one_of(self, key: str, allowed: Iterable[str]) -> str | None:
        """A text that must be among `allowed`, or None where the key is not there."""
        return self.one_of(key, allowed) if self.has(key) else None

    def path(self, key: str) -> str | None:
        """The path of a value of rule sets, or None where the key is not there."""
        return self.value_path(self.text(key), key) if self.has(key) else None

    def value_path(self, path: str, key: str = "") -> str:
        """The path, where rule sets have such a value."""
        if hint_of(path) is None:
            raise self.error(key, f"{path!r} is not allowed here; allowed: {', '.join(hints())}")
        return path

    def conditions(self) -> tuple[str, ...]:
        """The conditions on the rules under `where`, each by a name or a path that there is."""
        where = self.texts("where", [])
        for each in where:
            if named_in(each) not in CONDITIONS and hint_of(named_in(each)) is None:
                raise self.error(
                    "where", f"{each!r} is not allowed here; allowed: {', '.join((*CONDITIONS, *hints()))}"
                )
        return where

    def texts(self, key: str, default: Any = ...) -> tuple[str, ...]:
        """A list of texts."""
        values = self.value(key, list, default)
        if not all(isinstance(value, str) and value for value in values):
            raise self.error(key, f"expected a list of texts, found {values!r}")
        return tuple(values)

    def some_of(self, key: str, allowed: Iterable[str], default: Any = ...) -> tuple[str, ...]:
        """A list of texts, each among `allowed`."""
        choices = tuple(allowed)
        return tuple(self.one_of(key, choices, value) for value in self.texts(key, default))

    def tables(self, key: str) -> list["Table"]:
        """A list of tables, empty where the key is not there."""
        values = self.value(key, list, [])
        return [Table(self.file, f"{self._path(key)}[{at}]", value) for at, value in enumerate(values)]

    def table(self, key: str) -> "Table":
        """A table."""
        return Table(self.file, self._path(key), self.value(key, dict))

    def items(self) -> Iterator[tuple[str, Any]]:
        """Every key with its value; all of them are then allowed."""
        self._asked.extend(self._data)
        yield from self._data.items()

    def close(self) -> None:
        """Refuse the keys that nobody has asked for."""
        for key in self._data:
            if key not in self._asked:
                raise self.error(key, f"unknown key; allowed: {', '.join(dict.fromkeys(self._asked))}")

    def _path(self, key: str) -> str:
        return ".".join(part for part in (self.where, key) if part)
