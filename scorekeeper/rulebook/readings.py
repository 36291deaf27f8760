"""Readings: how the program reads sources that are silent, unclear or misprinted."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from scorekeeper.engine.values import Struct, replace
from scorekeeper.rulebook.codes import ReadingsFile, ReadingText, codes
from scorekeeper.rulebook.loader import RuleSetFacts, rulebook
from scorekeeper.rulebook.tables import among, naming, placed, read_file, wrong
from scorekeeper.rulebook.values import Value

FILE = "readings.toml"


class Uses(Struct):
    """The ids of the rule sets, options and articles that depend on a reading."""

    rule_sets: tuple[str, ...]
    options: tuple[str, ...]
    articles: tuple[str, ...]


@cache
def readings() -> Mapping[str, ReadingText]:
    """All readings by id. Raises `RulebookError` if a file is wrong."""
    texts = {reading.id: reading.says for code in codes().values() for reading in code.readings}
    all_ = read_readings(None, texts)
    for id_, facts in rulebook().rule_sets.items():
        _add(f"rule_sets/{id_}.toml", facts.readings, {}, all_)
    return all_


def read_readings(text: str | None, texts_of_codes: Mapping[str, str]) -> dict[str, ReadingText]:
    """The readings by id, from readings.toml or `text` in its place. A reading without a text there gets it from
    `texts_of_codes`, the texts in the penalty codes by id of the reading. Raises `RulebookError` if neither has a text,
    or if the file is wrong."""
    by_id: dict[str, ReadingText] = {}
    _add(FILE, read_file(ReadingsFile, FILE, text).reading, texts_of_codes, by_id)
    return by_id


def _add(file: str, told: Iterable[ReadingText], texts: Mapping[str, str], by_id: dict[str, ReadingText]) -> None:
    """Add the readings of a file to `by_id`. Raises `RulebookError` for a reading without a text, with an unknown
    section, or with an id that exists already."""
    with naming(file):
        for reading, where in placed(told, "reading"):
            among(reading.sources, f"{where}.sources", rulebook().sections)
            says = reading.says or texts.get(reading.id)
            if reading.id in by_id or not says:
                raise wrong(f"{reading.id!r} is told already, or has no text", f"{where}.id")
            by_id[reading.id] = replace(reading, says=says)


@cache
def uses() -> Mapping[str, Uses]:
    """The rule sets, options and articles that depend on each reading, by id of the reading."""
    return {id_: _uses(id_) for id_ in readings()}


def _uses(reading: str) -> Uses:
    rule_sets, options = rulebook().rule_sets.items(), rulebook().options.values()
    articles = (article for code in codes().values() for article in code.articles)
    return Uses(
        tuple(id_ for id_, facts in rule_sets if reading in {value.reading for value in _values(facts)}),
        tuple(each.id for each in options if reading in {offer.reading for offer in each.rule_sets.values()}),
        tuple(each.id for each in articles if any(reading in (row.reading, row.aside) for row in each.rows)),
    )


def _values(facts: RuleSetFacts) -> Iterator[Value]:
    """All values of a rule set: those that its formats share, then those of each format."""
    return (value for values in (facts.in_format(), *facts.by_format.values()) for value in values.values())
