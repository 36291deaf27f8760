"""Readings: how the program reads a source that is silent, doubtful or misprinted; each is told once."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from scorekeeper.engine.values import Struct, replace
from scorekeeper.rulebook.codes import ReadingsFile, ReadingText, codes
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.tables import among, naming, placed, read_file, wrong

FILE = "readings.toml"


class Uses(Struct):
    """The dependents of a reading: rule sets, options and articles, by id."""

    rule_sets: tuple[str, ...]
    options: tuple[str, ...]
    articles: tuple[str, ...]


@cache
def readings() -> Mapping[str, ReadingText]:
    """Every reading by its id. Raises `RulebookError` where a file is wrong."""
    texts = {reading.id: reading.says for code in codes().values() for reading in code.readings}
    all_ = read_readings(None, texts)
    for id_, facts in rulebook().rule_sets.items():
        _add(f"rule_sets/{id_}.toml", facts.readings, {}, all_)
    return all_


def read_readings(text: str | None, texts_of_codes: Mapping[str, str]) -> dict[str, ReadingText]:
    """The readings of readings.toml (or of `text`, under its name); a code has the text of some."""
    by_id: dict[str, ReadingText] = {}
    _add(FILE, read_file(ReadingsFile, FILE, text).reading, texts_of_codes, by_id)
    return by_id


def _add(file: str, told: Iterable[ReadingText], texts: Mapping[str, str], by_id: dict[str, ReadingText]) -> None:
    """Add the readings of a file; refuse one without a text, or that is there already."""
    with naming(file):
        for reading, where in placed(told, "reading"):
            among(reading.sources, f"{where}.sources", rulebook().sections)
            says = reading.says or texts.get(reading.id)
            if reading.id in by_id or not says:
                raise wrong(f"{reading.id!r} is told already, or has no text", f"{where}.id")
            by_id[reading.id] = replace(reading, says=says)


@cache
def uses() -> Mapping[str, Uses]:
    """The dependents of each reading of `readings`."""
    return {id_: Uses(_rule_sets(id_), _options(id_), _articles(id_)) for id_ in readings()}


def _rule_sets(reading: str) -> tuple[str, ...]:
    return tuple(id_ for id_ in rulebook().rule_sets if reading in set(_readings_of(id_)))


def _readings_of(rule_set: str) -> Iterator[str | None]:
    facts = rulebook().rule_sets[rule_set]
    return (value.reading for values in (facts.in_format(), *facts.by_format.values()) for value in values.values())


def _options(reading: str) -> tuple[str, ...]:
    options = rulebook().options.values()
    return tuple(each.id for each in options if any(offer.reading == reading for offer in each.rule_sets.values()))


def _articles(reading: str) -> tuple[str, ...]:
    return tuple(
        article.id
        for code in codes().values()
        for article in code.articles
        if any(reading in (row.reading, row.aside) for row in article.rows)
    )
