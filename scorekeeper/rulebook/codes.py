"""The penalty codes, read from `penalty_codes/*.toml` into the engine's articles; and the sources of the rulebook."""

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

#: What a digest was made from: a short page, read in full ("short"), the first part of a page ("head"), or a page that
#: quotes the source at length ("relay").
SEEN = ("short", "head", "relay")
#: The parts of the page of readings, in order.
PARTS = ("scoring", "play", "rulings", "evening")


class SourceText(Struct, forbid_unknown_fields=True, kw_only=True):
    """A source text. `seen` is one of `SEEN` if the rulebook rests on a digest of it, or "" if on the text itself."""

    code: str = ""
    title: Text
    language: Text
    address: Text = field(name="from")
    seen: one_of(SEEN) = ""  # type: ignore[valid-type]

    @property
    def grade(self) -> str:
        """Either "full", or "digest" if the rulebook rests on a digest of the text."""
        return "digest" if self.seen else "full"


class Sources(Struct, forbid_unknown_fields=True):
    """The contents of sources.toml: the texts by document code, and the headings of their sections by section code."""

    documents: Mapping[str, SourceText]
    sections: Mapping[str, Text]


class OwnSource(SourceText, kw_only=True):
    """A source that the file of a rule set adds: a page with one section. It has a `name`, or a `title` to
    translate."""

    code: Text
    title: str = ""
    name: str = ""
    heading: Text


class ReadingText(Struct, forbid_unknown_fields=True):
    """A reading: how the program reads an unclear source.

    `title` and `says` are message ids, `sources` the codes of the unclear sections, `links` the addresses of sources
    outside the rulebook.
    """

    id: Text
    title: Text
    part: one_of(PARTS)  # type: ignore[valid-type]
    sources: tuple[Text, ...]
    says: str = ""
    links: tuple[Text, ...] = ()


class ReadingsFile(Struct, forbid_unknown_fields=True):
    """The contents of readings.toml."""

    reading: tuple[ReadingText, ...]


class Beside(Struct):
    """A kind of offence. `articles` has the ids of the articles and rules about it, by id of the penalty code."""

    title: str
    articles: Mapping[str, tuple[str, ...]]


def sources() -> Sources:
    """The source texts and their sections. Raises `RulebookError` if the file is wrong."""
    return read_file(Sources, "sources.toml")


@cache
def codes() -> dict[str, PenaltyCode]:
    """All penalty codes by id, in the order in which pages list them: first those that a match can be played under,
    then those that can only be looked up. Raises `RulebookError` if a file is wrong."""
    files = sorted((tables.FOLDER / "penalty_codes").glob("*.toml"))
    in_order = [read_code(f"penalty_codes/{path.name}") for path in files]
    return {code.id: code for code in sorted(in_order, key=lambda code: (not code.articles, code.place))}


def code(name: str) -> PenaltyCode:
    """The penalty code with this id. Raises KeyError if there is none."""
    return codes()[name]


@cache
def code_values() -> Mapping[str, Mapping[str, Value]]:
    """The values that each penalty code sets, by id of the code and then by path ("threes.red.in_hand").

    In a match under a code they replace the values of its rule set; house options replace both. Raises `RulebookError`
    if a file is wrong.
    """
    return {name: values_of(code) for name, code in codes().items()}


def values_of(code: PenaltyCode) -> Mapping[str, Value]:
    """The values that a penalty code sets, by path. Raises `RulebookError` for a path or value that is not allowed."""
    with naming(f"penalty_codes/{code.id}.toml"):
        own = read_values(code.values, sources().sections, "values")
    return {"code.title": Value(code.title, "-"), **own.given}


def articles_in_force(code: PenaltyCode, rules: RuleSet | None = None) -> dict[str, Article]:
    """The articles of a code by id, as they apply under these rules. If `rules` is None, all articles, as in the
    source."""
    articles = code.articles if rules is None else (in_force(each, rules) for each in code.articles)
    return {article.id: article for article in articles if article is not None}


def adjudicating() -> tuple[PenaltyCode, ...]:
    """The codes that a match can be played under, in the order in which pages list them."""
    return tuple(code for code in codes().values() if code.articles)


@cache
def side_by_side(text: str | None = None) -> tuple[Beside, ...]:
    """The articles of the penalty codes by offence, from side_by_side.toml or `text` in its place. Raises
    `RulebookError` if it is wrong."""
    ids = {code.id: one_of(entry.id for entry in code.entries) for code in adjudicating()}
    named: Any = {name: (tuple[each, ...], ()) for name, each in ids.items()}  # type: ignore[valid-type]
    offence = form("Offence", title=Text, **named)
    listed: Any = read_file(form("Offences", offence=tuple[offence, ...]), "side_by_side.toml", text).offence  # type: ignore[valid-type]
    return tuple(Beside(each.title, {name: getattr(each, name) for name in ids}) for each in listed)


def read_code(file: str, text: str | None = None) -> PenaltyCode:
    """A penalty code from its file, or from `text` in its place. Raises `RulebookError` if it is wrong."""
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
