"""The results of small functions for edge cases, and the sentences of the rules under every option of every game: one
line for each result, with all inputs that give it."""

import os
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import GeneratorType, ModuleType
from typing import Any

from flask import Flask

import scorekeeper
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rules import RuleSet, value_at
from scorekeeper.evening.acts import EVENING_ACTS
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.evenings import scoring_by_id
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.sheets.look import PAPERS
from scorekeeper.words import words_for
from scorekeeper.words.rules.values import SAYINGS, of_rows, say_rule
from tests.goldens.text import masked

EN = words_for("en")
GAMES = {
    f"{name} {format_}": resolve(name, format_)
    for name, facts in rulebook().rule_sets.items()
    for format_ in facts.formats
}
#: A pattern for a game in an expression, such as `G['classic four']`, and the expressions of all games.
GAME, G = re.compile(r"G\['(.+?)'\]"), tuple(f"G[{game!r}]" for game in GAMES)
#: Names in `figures.txt` that stand for several values, each as an expression.
MANY = {
    "GAMES": G, "SCORINGS": tuple(f"SCORINGS[{each!r}]" for each in scoring_by_id()),
    "TEXTS": ("''", "' '", "'-5'", "'+5'", "'5'", "'05'", "'1,5'", "'10 000'", "'1.000'", "'x'", "'−5'"),
    "NUMBERS": ("-1000", "-5", "-1", "0", "1", "2", "5", "99", "999", "1000", "12345"),
    "NAMES": ("'Ann'", "'Ann & Bob'", "'Ann & Bob & Cec'", "'A & B & C & D'", "'North–South'", "'Sixlet'",
              "'Seventh'", "'&'"),
}  # fmt: skip


class Named:
    """An object with these attributes, for functions that need no others."""

    def __init__(self, **values: object) -> None:
        vars(self).update(values)


_FOLDERS: list[TemporaryDirectory[str]] = []


def filled(*names: str) -> Path:
    """A folder with files of these names, each a second newer than the previous one. The folder is deleted at the end
    of the process."""
    _FOLDERS.append(TemporaryDirectory())
    folder = Path(_FOLDERS[-1].name)
    for at, name in enumerate(names):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
        os.utime(folder / name, (at, at))
    return folder


def left(folder: Path) -> str:
    """The paths of all files in a folder, in alphabetical order."""
    return " ".join(sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()))


HELP: Mapping[str, Any] = {
    "filled": filled, "left": left, "Random": Random, "sqlstate": import_module("psycopg.errors").lookup,
    "G": GAMES, "resolve": resolve, "OPTIONS": rulebook().options, "EN": EN, "NAMES": ("Ann", "Bob", "Cec"),
    "Named": Named, "PAPERS": PAPERS, "CODES": codes(), "SCORINGS": scoring_by_id(), "ACTS": EVENING_ACTS.all,
    "Decimal": Decimal, "date": date, "datetime": datetime,
    "Refused": Refused, "BytesIO": import_module("io").BytesIO,
    **{language: words_for(language) for language in ("hu", "ro", "cs", "et")},
    "DAYS": [date(2026, 11, 21) - timedelta(days=days) for days in range(90)],
}  # fmt: skip


def worked_out(app: Flask) -> Iterator[tuple[str, str]]:
    """Yield each expression of `figures.txt` with its results.

    A line is an expression, which may use the functions of the folder in the heading ("## ") above it. Its `@` is
    replaced in turn by each of the values after "<-". `during(lambda: …, address)` calls a function during a request.
    """

    def during(say: Callable[[], Any], address: str = "/", **given: Any) -> Any:
        with app.app_context(), app.test_request_context(address, **given):
            return say()

    folder, names = "", dict[str, Any]()
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            folder = line.removeprefix("## ")
            names = {**_functions(folder), **HELP, "during": during}
            continue
        expression, _, told = line.partition(" <-")
        by: dict[str, list[str]] = {}
        for value in (each for one in told.strip().split(" | ") for each in MANY.get(one, (one,))):
            by.setdefault(_answer(expression.replace("@", value), names), []).append(value)
        lines = (f"{' | '.join(values)}: {answer}" for answer, values in by.items())
        yield f"{folder}: {expression}", masked("".join(GAME.sub(r"\1", line) + "\n" for line in lines))


def _functions(folder: str) -> dict[str, Any]:
    """The functions and classes that the modules of a folder define, and the modules, by name. A name that two modules
    define is left out."""
    found: dict[str, Any] = {}
    for module in pkgutil.walk_packages([f"{scorekeeper.__path__[0]}/{folder}"], f"scorekeeper.{folder}."):
        for name, value in vars(import_module(module.name)).items():
            if callable(value) and getattr(value, "__module__", "") == module.name:
                found[name] = None if name in found else value
    package = vars(import_module(f"scorekeeper.{folder}"))
    modules = {
        name: value for name, value in package.items() if isinstance(value, ModuleType) and name not in vars(value)
    }
    return {name: value for name, value in {**package, **found, **modules}.items() if value is not None}


def _answer(expression: str, names: Mapping[str, Any]) -> str:
    try:
        answer = eval(expression, dict(names))
    except Exception as raised:  # noqa: BLE001 - a refusal is an answer
        return f"{type(raised).__name__}: {raised}"
    return repr(list(answer) if isinstance(answer, GeneratorType) else answer)


def said_of_rules() -> Iterator[tuple[str, str]]:
    """Yield each value of the rules with its sentences in all games and under all options.

    Each sentence is followed by the names of the games that have it.
    """
    lines: dict[str, dict[str, dict[str, None]]] = {path: {} for path in SAYINGS}
    for game, rules in _varied():
        for path, told in lines.items():
            for one in of_rows(path, rules):
                for each in say_rule(one, value_at(rules, one), rules, EN):
                    text = each.text if each.figure is None else f"{each.text}: {each.figure}"
                    told.setdefault(text, {})[game] = None
    for path, told in lines.items():
        yield f"rules: {path}", "".join(f"{text} ({', '.join(games)})\n" for text, games in told.items())


def _varied() -> Iterator[tuple[str, RuleSet]]:
    """Every game in each of its formats, and with each allowed value of each of its options, one option at a time."""
    book = rulebook()
    for name, facts in book.rule_sets.items():
        yield from ((name, resolve(name, format_)) for format_ in facts.formats)
        for option in book.options_of(name):
            for value in option.allowed(name):
                try:
                    yield name, resolve(name, None, {option.id: value})
                except Refused:
                    continue
