"""Readings: how the program reads a source that is silent, doubtful or misprinted; each is told once."""

from collections.abc import Iterator, Mapping
from functools import cache

from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.tables import Table, parsed, text_of
from scorekeeper.rulebook.values import RulebookError

FILE = "readings.toml"
#: What readings are about, in the order of the page.
PARTS = ("scoring", "play", "rulings", "evening")


class ReadingText(Struct):
    """One reading: `title` and `says` are message ids, `sources` the sections that leave it open.

    `links` are published sources that are no rule texts of the rulebook.
    """

    id: str
    title: str
    says: str
    part: str = PARTS[0]
    sources: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


class Uses(Struct):
    """The dependents of a reading: rule sets, options and articles, by id."""

    rule_sets: tuple[str, ...]
    options: tuple[str, ...]
    articles: tuple[str, ...]


@cache
def readings() -> Mapping[str, ReadingText]:
    """Every reading by its id. Raises `RulebookError` where the file is wrong."""
    texts = {reading.id: reading.says for code in codes().values() for reading in code.readings}
    all_ = dict(read_readings(text_of(FILE), texts))
    for facts in rulebook().rule_sets.values():
        for entry in facts.readings:
            reading = _reading(entry, {})
            if reading.id in all_:
                raise entry.error("id", f"{reading.id!r} is told already")
            all_[reading.id] = reading
    return all_


def read_readings(text: str, texts_of_codes: Mapping[str, str]) -> Mapping[str, ReadingText]:
    """The readings of a file; a code has the text of some. Raises `RulebookError` for one without, or there twice."""
    by_id: dict[str, ReadingText] = {}
    table = parsed(FILE, text)
    for entry in table.tables("reading"):
        reading = _reading(entry, texts_of_codes)
        if reading.id in by_id or not reading.says:
            raise RulebookError(f"{FILE}: {reading.id} stands twice or has no text")
        by_id[reading.id] = reading
    table.close()
    return by_id


def _reading(entry: Table, texts_of_codes: Mapping[str, str]) -> ReadingText:
    """One reading of readings.toml, or of a rule set's own file."""
    id_ = entry.text("id")
    says = entry.text("says", "") or texts_of_codes.get(id_, "")
    part, sources = entry.one_of("part", PARTS), entry.some_of("sources", rulebook().sections)
    reading = ReadingText(id_, entry.text("title"), says, part, sources, entry.texts("links", ()))
    entry.close()
    return reading


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
