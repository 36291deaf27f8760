"""Everything that can be searched: articles and entries of the penalty codes, rules and words, with synonyms."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

from scorekeeper.engine.penalties.articles import Article, PenaltyCode, Reference
from scorekeeper.engine.reading import Text, counts, form, one_of
from scorekeeper.engine.values import Struct, field
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.search.speech import tokens
from scorekeeper.rulebook.search.topics import VOCABULARIES, topics
from scorekeeper.rulebook.tables import read_file

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
    names_by_id = synonyms(read_terms())
    entries = [document for code in codes().values() for document in _of_code(code, names_by_id)]
    return (*entries, *_topics("rule"), *_topics("term"))


def read_terms(text: str | None = None) -> Any:
    """search_terms.toml (or `text`, under its name): `synonyms` for entries of the codes, `games` by how they begin."""
    ids = one_of(entry.id for code in codes().values() for entry in code.entries)
    spoken = dict.fromkeys(VOCABULARIES, (tuple[Text, ...], ()))
    group: Any = form("Synonyms", ids=(tuple[ids, ...], field(name="for")), **spoken)  # type: ignore[valid-type]
    named = counts(rulebook().rule_sets, tuple[Text, ...])
    return read_file(form("SearchTerms", synonyms=tuple[group, ...], games=named), "search_terms.toml", text)


def synonyms(terms: Any) -> dict[str, tuple[tuple[str, str], ...]]:
    """The synonyms of every entry of the penalty codes, by its id."""
    names_by_id: dict[str, tuple[tuple[str, str], ...]] = {}
    for group in terms.synonyms:
        spoken = tuple((language, name) for language in VOCABULARIES for name in getattr(group, language))
        for id_ in group.ids:
            names_by_id[id_] = (*names_by_id.get(id_, ()), *spoken)
    return names_by_id


@cache
def games() -> tuple[tuple[str, str], ...]:
    """The beginnings of the games' names, as (beginning, rule set). Raises `RulebookError` for an unknown rule set."""
    return tuple((beginning, id_) for id_, beginnings in read_terms().games.items() for beginning in beginnings)


def game_named(query: str) -> str | None:
    """The rule set whose name stands in a query, if any does."""
    said = " " + " ".join(tokens(query))
    return next((id_ for beginning, id_ in games() if f" {beginning}" in said), None)


def _of_code(code: PenaltyCode, names_by_id: dict[str, tuple[tuple[str, str], ...]]) -> Iterator[Document]:
    for entry in code.entries:
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
        names = tuple((language, name) for language in VOCABULARIES for name in topic.names.get(language, ()))
        yield Document(kind, topic.id, None, topic.title, topic.says, tuple(filter(None, (topic.says,))), names)
