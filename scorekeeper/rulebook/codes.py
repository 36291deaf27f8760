"""The penalty codes, read strictly from `penalty_codes/*.toml` into the engine's articles."""

from collections.abc import Mapping
from functools import cache

from scorekeeper.engine.penalties.articles import MOMENTS, Article, PenaltyCode, Reading, Reference, Source
from scorekeeper.engine.penalties.in_force import in_force
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook import tables
from scorekeeper.rulebook.article_tables import Vocabulary, citation, derived, question, row, tile
from scorekeeper.rulebook.tables import Table, parsed, text_of
from scorekeeper.rulebook.values import Value, read_values


class Beside(Struct):
    """One kind of offence, and the entries of each code about it, articles or rules; none where a code is silent."""

    title: str
    articles: Mapping[str, tuple[str, ...]]


@cache
def codes() -> dict[str, PenaltyCode]:
    """Every penalty code there is, by its id, in the order people see: those that a match can be played under, then
    those that are only looked up. Raises `RulebookError` where a file is wrong."""
    files = [f"penalty_codes/{path.name}" for path in (tables.FOLDER / "penalty_codes").glob("*.toml")]
    places = {file: parsed(file, text_of(file)).whole("place") for file in files}
    in_order = [read_code(file) for file in sorted(files, key=lambda file: (places[file], file))]
    return {code.id: code for code in sorted(in_order, key=lambda code: not code.articles)}


def code(name: str) -> PenaltyCode:
    """The code of that name; any other name is a KeyError."""
    return codes()[name]


@cache
def code_values() -> Mapping[str, Mapping[str, Value]]:
    """The rules of a match under a code besides its articles: values by path, each next to its source.

    They go before those of the rule set, which hold where no code is played; what a table chose goes before both.
    Raises `RulebookError` where a file is wrong.
    """
    return {name: read_code_values(f"penalty_codes/{name}.toml") for name in codes()}


def read_code_values(file: str, text: str | None = None) -> Mapping[str, Value]:
    """The `values` of one code's file (or of `text`, under that file's name)."""
    table = parsed(file, text or text_of(file))
    sources = parsed("sources.toml", text_of("sources.toml"))
    own = read_values(table.anything("values", {}), file, sources.anything("sections"))
    return {"code.title": Value(table.text("title"), "-"), **own.given}


def articles_in_force(code: PenaltyCode, rules: RuleSet | None = None) -> dict[str, Article]:
    """The articles of a code that apply under these rules, by their id; without rules, all as their source has them."""
    articles = code.articles if rules is None else (in_force(each, rules) for each in code.articles)
    return {article.id: article for article in articles if article is not None}


def adjudicating() -> tuple[PenaltyCode, ...]:
    """The codes a match can be played under."""
    return tuple(code for code in codes().values() if code.articles)


@cache
def side_by_side() -> tuple[Beside, ...]:
    """The articles of both codes offence by offence. Raises `RulebookError` where the file is wrong."""
    file = "side_by_side.toml"
    table = parsed(file, text_of(file))
    rows = tuple(read_beside(entry) for entry in table.tables("offence"))
    table.close()
    return rows


def read_beside(table: Table) -> Beside:
    """One offence from its table."""
    article_ids = {code.id: [entry.id for entry in code.entries] for code in adjudicating()}
    articles = {name: table.some_of(name, ids, []) for name, ids in article_ids.items()}
    beside = Beside(table.text("title"), articles)
    table.close()
    return beside


def read_code(file: str, text: str | None = None) -> PenaltyCode:
    """One code from its file (or from `text`, under that file's name)."""
    table = parsed(file, text or text_of(file))
    sections = table.texts("sections")
    readings = tuple(_reading(entry) for entry in table.tables("reading"))
    vocabulary = Vocabulary(sections, table.texts("outcomes"), tuple(reading.id for reading in readings))
    code = PenaltyCode(
        id=table.text("id"),
        title=table.text("title"),
        says=table.text("says"),
        language=table.text("language"),
        term=table.text("term"),
        source=_source(table),
        outcomes=vocabulary.outcomes,
        sections=sections,
        readings=readings,
        articles=tuple(_article(entry, vocabulary) for entry in table.tables("article")),
        references=tuple(_reference(entry, vocabulary) for entry in table.tables("reference")),
    )
    table.anything("values")  # see read_code_values
    table.anything("place")  # see codes
    table.close()
    _refuse_doubles(table, code)
    return code


def _article(table: Table, vocabulary: Vocabulary) -> Article:
    questions = tuple(question(entry) for entry in table.tables("question"))
    numbers = tuple(derived(entry, questions) for entry in table.tables("derived"))
    words = [number.key for number in numbers]
    if not table.tables("row"):
        raise table.error("row", "missing; an article decides by at least one row")
    rows = [row(entry, vocabulary, questions, words) for entry in table.tables("row")]
    article = Article(
        id=table.text("id"),
        title=table.text("title"),
        says=table.text("says"),
        term=table.text("term"),
        cites=citation(table, vocabulary),
        moments=table.some_of("moments", MOMENTS),
        questions=questions,
        rows=tuple(each for each in rows if not each.where),
        rows_of_rules=tuple(each for each in rows if each.where),
        derived=numbers,
        own_tiles=tuple(tile(entry, questions) for entry in table.tables("tile")),
        asks=table.text("asks", ""),
        where=table.conditions(),
        recounts=table.flag("recounts"),
    )
    table.close()
    return article


def _reference(table: Table, vocabulary: Vocabulary) -> Reference:
    consequence, says = table.table("consequence"), table.text("says")
    reference = Reference(
        id=table.text("id"),
        title=table.text("title"),
        says=says,
        consequence=consequence.text("says"),
        term=table.text("term"),
        cites=citation(table, vocabulary, says),
        moments=table.some_of("moments", MOMENTS),
        see=table.texts("see", []),
        applies=row(table.table("applies"), vocabulary) if table.has("applies") else None,
    )
    consequence.close()
    table.close()
    return reference


def _reading(table: Table) -> Reading:
    reading = Reading(table.text("id"), table.text("says"))
    table.close()
    return reading


def _source(table: Table) -> Source:
    documents = parsed("sources.toml", text_of("sources.toml")).table("documents")
    document = documents.table(table.one_of("source", [code for code, _ in documents.items()]))
    return Source(document.text("title"), document.text("from"))


def _refuse_doubles(table: Table, code: PenaltyCode) -> None:
    """Refuse an id that stands twice, and a `see` that points at no article."""
    ids = [article.id for article in code.articles] + [reference.id for reference in code.references]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise table.error("", f"{id_} stands twice")
    for reference in code.references:
        for id_ in reference.see:
            table.one_of(f"{reference.id}.see", ids, id_)
