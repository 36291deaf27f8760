"""The penalty codes, read strictly from `penalty_codes/*.toml` into the engine's articles."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from scorekeeper.engine.penalties.articles import Article, PenaltyCode
from scorekeeper.engine.penalties.in_force import in_force
from scorekeeper.engine.reading import Text, form, one_of, read
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct, field
from scorekeeper.rulebook import tables
from scorekeeper.rulebook.article_tables import check_article, check_reference
from scorekeeper.rulebook.tables import among, naming, parsed, placed, read_file, wrong
from scorekeeper.rulebook.values import Value, read_values

#: How much of a digest was read: a short page, its beginning, or what another page quotes.
SEEN = ("short", "head", "relay")
#: What readings are about, in the order of the page.
PARTS = ("scoring", "play", "rulings", "evening")


class SourceText(Struct, forbid_unknown_fields=True, kw_only=True):
    """One source text. `seen` says how far a digest was read, "" for a text that was read in full."""

    code: str = ""
    title: Text
    language: Text
    address: Text = field(name="from")
    seen: one_of(SEEN) = ""  # type: ignore[valid-type]

    @property
    def grade(self) -> str:
        """ "full", or "digest" where the text itself was not read through."""
        return "digest" if self.seen else "full"


class Sources(Struct, forbid_unknown_fields=True):
    """sources.toml: the texts by their codes, and the headings of their sections."""

    documents: Mapping[str, SourceText]
    sections: Mapping[str, Text]


class OwnSource(SourceText, kw_only=True):
    """A page that a rule set brings as a source: a `name`, or a `title` that is translated, and its one section."""

    code: Text
    title: str = ""
    name: str = ""
    heading: Text


class ReadingText(Struct, forbid_unknown_fields=True):
    """One reading: `title` and `says` are message ids, `sources` the sections that leave it open.

    `links` are published sources that are no rule texts of the rulebook.
    """

    id: Text
    title: Text
    part: one_of(PARTS)  # type: ignore[valid-type]
    sources: tuple[Text, ...]
    says: str = ""
    links: tuple[Text, ...] = ()


class ReadingsFile(Struct, forbid_unknown_fields=True):
    """readings.toml."""

    reading: tuple[ReadingText, ...]


class Beside(Struct):
    """One kind of offence, and the entries of each code about it, articles or rules; none where a code is silent."""

    title: str
    articles: Mapping[str, tuple[str, ...]]


def sources() -> Sources:
    """The source texts and their sections. Raises `RulebookError` where the file is wrong."""
    return read_file(Sources, "sources.toml")


@cache
def codes() -> dict[str, PenaltyCode]:
    """Every penalty code there is, by its id, in the order people see: those that a match can be played under, then
    those that are only looked up. Raises `RulebookError` where a file is wrong."""
    files = sorted((tables.FOLDER / "penalty_codes").glob("*.toml"))
    in_order = [read_code(f"penalty_codes/{path.name}") for path in files]
    return {code.id: code for code in sorted(in_order, key=lambda code: (not code.articles, code.place))}


def code(name: str) -> PenaltyCode:
    """The code of that name; any other name is a KeyError."""
    return codes()[name]


@cache
def code_values() -> Mapping[str, Mapping[str, Value]]:
    """The rules of a match under a code besides its articles: values by path, each next to its source.

    They go before those of the rule set, which hold where no code is played; what a table chose goes before both.
    Raises `RulebookError` where a file is wrong.
    """
    return {name: values_of(code) for name, code in codes().items()}


def values_of(code: PenaltyCode) -> Mapping[str, Value]:
    """The rules of a match under one code."""
    with naming(f"penalty_codes/{code.id}.toml"):
        own = read_values(code.values, sources().sections, "values")
    return {"code.title": Value(code.title, "-"), **own.given}


def articles_in_force(code: PenaltyCode, rules: RuleSet | None = None) -> dict[str, Article]:
    """The articles of a code that apply under these rules, by their id; without rules, all as their source has them."""
    articles = code.articles if rules is None else (in_force(each, rules) for each in code.articles)
    return {article.id: article for article in articles if article is not None}


def adjudicating() -> tuple[PenaltyCode, ...]:
    """The codes a match can be played under."""
    return tuple(code for code in codes().values() if code.articles)


@cache
def side_by_side(text: str | None = None) -> tuple[Beside, ...]:
    """The articles of both codes offence by offence, from side_by_side.toml (or `text`, under its name). Raises
    `RulebookError` where that is wrong."""
    ids = {code.id: one_of(entry.id for entry in code.entries) for code in adjudicating()}
    named: Any = {name: (tuple[each, ...], ()) for name, each in ids.items()}  # type: ignore[valid-type]
    offence = form("Offence", title=Text, **named)
    listed: Any = read_file(form("Offences", offence=tuple[offence, ...]), "side_by_side.toml", text).offence  # type: ignore[valid-type]
    return tuple(Beside(each.title, {name: getattr(each, name) for name in ids}) for each in listed)


def read_code(file: str, text: str | None = None) -> PenaltyCode:
    """One code from its file (or from `text`, under that file's name)."""
    with naming(file):
        code = read(PenaltyCode, parsed(file, text))
        among((code.source,), "source", sources().documents)
        for article, where in placed(code.articles, "article"):
            check_article(article, where, code)
        for reference, where in placed(code.references, "reference"):
            check_reference(reference, where, code)
        ids = [entry.id for entry in code.entries]
        if twice := [id_ for at, id_ in enumerate(ids) if id_ in ids[:at]]:
            raise wrong(f"{twice[0]} stands twice", "")
        for reference in code.references:
            among(reference.see, f"{reference.id}.see", ids)
    return code
