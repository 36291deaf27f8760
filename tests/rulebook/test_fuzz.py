"""Faulty files of the rulebook are read, or refused with the file and the location; nothing else happens."""

import random
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import pytest

from scorekeeper.rulebook.codes import codes, read_code, side_by_side
from scorekeeper.rulebook.evenings import read_facts, schedules, scorings
from scorekeeper.rulebook.loader import read_rule_set, rulebook
from scorekeeper.rulebook.options import read_options
from scorekeeper.rulebook.readings import read_readings
from scorekeeper.rulebook.search.index import documents, read_terms
from scorekeeper.rulebook.search.ranking import read_lore
from scorekeeper.rulebook.tables import FOLDER, RulebookError

CODES = tuple(codes())

SETS = rulebook().rule_sets

BOOK = rulebook()
TEXTS_OF_CODES = {reading.id: reading.says for code in codes().values() for reading in code.readings}
IDS = {document.id for document in documents()}
#: Odd values in TOML, put in place of valid ones.
ODD = (
    *("5", "-1", "0", "1.5", "true", '""', '"x"', '"E1"', '"-"', '"four"', '"hungarian"', '"AMB-01"'),
    *("[]", "[5]", '["x"]', "[[]]", "[[0, 50]]", "{}", "{ value = 5 }", '{ source = "E1" }', "2026-11-21", "inf"),
)
VALUE = re.compile(r"(?<== )[^\n]+|(?<= = )[^,}\n]+(?= [,}])", re.MULTILINE)
KEY = re.compile(r"^[\w.-]+(?= *=)|^\[+[\w.-]+\]+", re.MULTILINE)


def a_rule_set(id_: str, text: str) -> None:
    """Read a rule set as the program does when it starts."""
    read_rule_set(id_, tomllib.loads(text), BOOK.rule_sets, BOOK.sections, BOOK.formats)


def the_options(text: str) -> None:
    """Read the house options."""
    tree = tomllib.loads(text)
    offers = {
        id_: {key: offered for key, offered in facts.offers.items() if key in tree} for id_, facts in SETS.items()
    }
    read_options(tree, BOOK.sections, offers)


FILES: dict[str, Callable[[str], object]] = {
    **{f"rule_sets/{id_}.toml": partial(a_rule_set, id_) for id_ in SETS},
    **{f"penalty_codes/{name}.toml": partial(read_code, f"penalty_codes/{name}.toml") for name in CODES},
    "options.toml": the_options,
    "readings.toml": partial(read_readings, texts_of_codes=TEXTS_OF_CODES),
    "schedules.toml": schedules,
    "side_by_side.toml": side_by_side,
    "search_terms.toml": read_terms,
    "stories.toml": lambda text: read_lore(tomllib.loads(text), IDS),
    **{f"scorings/{name}.toml": partial(read_facts, f"scorings/{name}.toml") for name in scorings()},
}
TEXTS = {name: (FOLDER / name).read_text(encoding="utf-8") for name in FILES}


def poked(text: str, dice: random.Random) -> Iterator[str]:
    """Faulty versions of a file: a value replaced, a key renamed, a line removed or doubled, a piece cut out."""
    value, key = dice.choice([*VALUE.finditer(text)]), dice.choice([*KEY.finditer(text)])
    lines = text.splitlines(keepends=True)
    at, far = dice.randrange(len(lines)), dice.randint(1, 40)
    yield text[: value.start()] + dice.choice(ODD) + text[value.end() :]
    yield text[: key.start()] + dice.choice(("x", "[x]", "[[x]]", '"a b"')) + text[key.end() :]
    yield "".join(lines[:at] + lines[at + 1 :])
    yield "".join(lines[: at + 1] + lines[at:])
    yield text[: key.start()] + text[key.start() + far :]


def is_read(name: str, text: str) -> bool:
    """Return whether the file can be read. If not, check that the refusal names the file and the location."""
    with suppress(tomllib.TOMLDecodeError):  # the loader names the file, the TOML parser the line and column
        try:
            FILES[name](text)
        except RulebookError as wrong:
            refused = str(wrong)
        else:
            return True
        assert re.match(rf"{re.escape(name)}: \S", refused), refused
    return False


def fuzz(tries: int, seed: int) -> None:
    """Read faulty files; some must be readable, or the faults were too heavy to test anything."""
    dice = random.Random(seed)
    read = []
    while len(read) < tries:
        name = dice.choice(list(FILES))
        read += [is_read(name, text) for text in poked(TEXTS[name], dice)]
    assert 0.02 < sum(read) / len(read) < 0.6


@pytest.mark.parametrize("name", FILES)
def test_the_files_themselves_are_read(name: str) -> None:
    assert is_read(name, TEXTS[name])


def test_a_hundred_spoiled_files() -> None:
    fuzz(100, seed=7)


@pytest.mark.soak
def test_ten_thousand_spoiled_files() -> None:
    fuzz(10_000, seed=2)
