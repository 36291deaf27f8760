"""Everything that can be searched: articles and entries of the penalty codes, rules and words, with synonyms."""

from collections.abc import Iterator
from functools import cache
from typing import Literal

from scorekeeper.engine.penalties.articles import Article, PenaltyCode, Reference
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.search.speech import tokens
from scorekeeper.rulebook.search.topics import VOCABULARIES, topics
from scorekeeper.rulebook.tables import Table, parsed, text_of

DocumentKind = Literal["article", "rule", "term"]


class Document(Struct):
    """One thing to be found. `title`, `says` and the `texts` in full are msgids; `names`, as (language, phrase), are
    what people call it; `code` is None for what belongs to no code."""

    kind: DocumentKind
    id: str
    code: str | None
    title: str
    says: str
    texts: tuple[str, ...]
    names: tuple[tuple[str, str], ...]


@cache
def documents() -> tuple[Document, ...]:
    """Every document, in the order of the codes, then rules, then words. Raises `RulebookError` on a wrong file."""
    names_by_id = synonyms(parsed("search_terms.toml", text_of("search_terms.toml")))
    entries = [document for code in codes().values() for document in _of_code(code, names_by_id)]
    return (*entries, *_topics("rule"), *_topics("term"))


def synonyms(table: Table) -> dict[str, tuple[tuple[str, str], ...]]:
    """The synonyms of every entry of the penalty codes, by its id."""
    ids = [entry.id for code in codes().values() for entry in _entries(code)]
    names_by_id: dict[str, tuple[tuple[str, str], ...]] = {}
    for group in table.tables("synonyms"):
        named = group.some_of("for", ids)
        spoken = tuple((language, name) for language in VOCABULARIES for name in group.texts(language, ()))
        for id_ in named:
            names_by_id[id_] = (*names_by_id.get(id_, ()), *spoken)
        group.close()
    table.table("games")
    table.close()
    return names_by_id


@cache
def games() -> tuple[tuple[str, str], ...]:
    """The beginnings of the games' names, as (beginning, rule set). Raises `RulebookError` for an unknown rule set."""
    table = parsed("search_terms.toml", text_of("search_terms.toml")).table("games")
    named = [(table.one_of("", rulebook().rule_sets, id_), table.texts(id_)) for id_, _ in table.items()]
    return tuple((beginning, id_) for id_, beginnings in named for beginning in beginnings)


def game_named(query: str) -> str | None:
    """The rule set whose name stands in a query, if any does."""
    said = " " + " ".join(tokens(query))
    return next((id_ for beginning, id_ in games() if f" {beginning}" in said), None)


def _of_code(code: PenaltyCode, names_by_id: dict[str, tuple[tuple[str, str], ...]]) -> Iterator[Document]:
    for entry in _entries(code):
        kind: DocumentKind = "article" if isinstance(entry, Article) else "rule"
        # What the source itself calls an entry, in its own language; the heading it stands under names others too.
        own = ((code.language, entry.term),)
        yield Document(
            kind,
            entry.id,
            code.id,
            entry.title,
            entry.says,
            tuple(_texts(entry)),
            tuple(dict.fromkeys((*names_by_id.get(entry.id, ()), *own))),
        )


def _entries(code: PenaltyCode) -> Iterator[Article | Reference]:
    yield from code.articles
    yield from code.references


def _texts(entry: Article | Reference) -> Iterator[str]:
    """The full texts of an entry, with the source's own words for it."""
    yield entry.says
    yield entry.cites.section if entry.cites else ""
    if isinstance(entry, Reference):
        yield entry.consequence
        return
    yield entry.term
    for question in entry.questions:
        yield from (choice.says for choice in question.choices)
    for row in entry.rows:
        yield from (*row.do, row.why, row.case)


def _topics(kind: Literal["rule", "term"]) -> Iterator[Document]:
    for topic in topics(kind).values():
        names = tuple((language, name) for language, names in topic.names.items() for name in names)
        yield Document(kind, topic.id, None, topic.title, topic.says, (topic.says,), names)
