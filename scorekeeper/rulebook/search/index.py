"""The documents that can be searched: the articles and rules of the penalty codes, general rules, and terms."""

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
    """A document to search: an article or rule of a penalty code (`code` is its id), or a general rule or term (`code`
    is None).

    `title`, `says` and the full `texts` are message ids; `contract/search.py` replaces the `texts` by translations for
    the `Ranking`. `names` are the names that people use, as (language, phrase).
    """

    kind: DocumentKind
    id: str
    code: str | None
    title: str
    says: str
    texts: tuple[str, ...]
    names: tuple[tuple[str, str], ...]

    @property
    def rule(self) -> bool:
        """Return whether it is a general rule of the game."""
        return self.kind == "rule" and self.code is None


@cache
def documents() -> tuple[Document, ...]:
    """All documents: those of the codes, then rules, then terms. Raises `RulebookError` if a file is wrong."""
    names_by_id = synonyms(read_terms())
    entries = [document for code in codes().values() for document in _of_code(code, names_by_id)]
    return (*entries, *_topics("rule"), *_topics("term"))


@cache
def read_terms(text: str | None = None) -> Any:
    """The contents of search_terms.toml, or of `text` in its place. `synonyms` are for entries of the penalty codes;
    `games` has the beginnings of the names of each rule set, by its id. Raises `RulebookError` if it is wrong."""
    ids = one_of(entry.id for code in codes().values() for entry in code.entries)
    spoken = dict.fromkeys(VOCABULARIES, (tuple[Text, ...], ()))
    group: Any = form("Synonyms", ids=(tuple[ids, ...], field(name="for")), **spoken)  # type: ignore[valid-type]
    named = counts(rulebook().rule_sets, tuple[Text, ...])
    return read_file(form("SearchTerms", synonyms=tuple[group, ...], games=named), "search_terms.toml", text)


def synonyms(terms: Any) -> dict[str, tuple[tuple[str, str], ...]]:
    """The synonyms of the codes' entries, as (language, phrase), by the id of the entry."""
    names_by_id: dict[str, tuple[tuple[str, str], ...]] = {}
    for group in terms.synonyms:
        spoken = tuple((language, name) for language in VOCABULARIES for name in getattr(group, language))
        for id_ in group.ids:
            names_by_id[id_] = (*names_by_id.get(id_, ()), *spoken)
    return names_by_id


def game_named(query: str) -> str | None:
    """The id of the rule set whose name is in a query, or None; if there are several, the first in search_terms.toml.
    Raises `RulebookError` if that file is wrong."""
    said = " " + " ".join(tokens(query))
    return next((id_ for id_, begins in read_terms().games.items() if any(f" {each}" in said for each in begins)), None)


def _of_code(code: PenaltyCode, names_by_id: dict[str, tuple[tuple[str, str], ...]]) -> Iterator[Document]:
    for entry in code.entries:
        kind: DocumentKind = "article" if isinstance(entry, Article) else "rule"
        # Only the source's own term: the heading is shared with other entries.
        own = (code.language, entry.term)
        yield Document(
            kind,
            entry.id,
            code.id,
            entry.title,
            entry.says,
            tuple(_texts(entry)),
            tuple(dict.fromkeys((*names_by_id.get(entry.id, ()), own))),
        )


def _texts(entry: Article | Reference) -> Iterator[str]:
    """Yield the full texts of an entry, with the source's own heading and term."""
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
