"""Everything that can be searched: articles and entries of the penalty codes, rules and words, with synonyms."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from scorekeeper.engine.articles import Article, PenaltyCode, Reference
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.tables import Table, parsed, text_of
from scorekeeper.rulebook.topics import LANGUAGES

DocumentKind = Literal["article", "rule", "term"]


@dataclass(frozen=True, slots=True)
class Document:
    """One thing to be found. `title` and `says` are msgids; `text` is only searched; `code` is None for all codes."""

    kind: DocumentKind
    id: str
    code: str | None
    title: str
    says: str
    text: str
    synonyms: tuple[str, ...]


@cache
def documents() -> tuple[Document, ...]:
    """Every document, in the order of the codes, then rules, then words. Raises `RulebookError` on a wrong file."""
    known = synonyms(parsed("search_terms.toml", text_of("search_terms.toml")))
    topics = parsed("topics.toml", text_of("topics.toml"))
    entries = [document for code in codes().values() for document in _of_code(code, known)]
    rules = [_topic("rule", table) for table in topics.tables("rule")]
    terms = [_topic("term", table) for table in topics.tables("term")]
    topics.close()
    return (*entries, *rules, *terms)


def synonyms(table: Table) -> dict[str, tuple[str, ...]]:
    """The synonyms of every entry of the penalty codes, by its id."""
    ids = [entry.id for code in codes().values() for entry in _entries(code)]
    found: dict[str, tuple[str, ...]] = {}
    for group in table.tables("synonyms"):
        named = group.some_of("for", ids)
        spoken = _languages(group)
        for id_ in named:
            found[id_] = (*found.get(id_, ()), *spoken)
        group.close()
    table.close()
    return found


def _of_code(code: PenaltyCode, known: dict[str, tuple[str, ...]]) -> Iterator[Document]:
    for entry in _entries(code):
        kind: DocumentKind = "article" if isinstance(entry, Article) else "rule"
        text = " ".join(_texts(entry))
        # What the source itself calls an article leads to it before the articles that share its synonyms.
        own = (entry.term,) if isinstance(entry, Article) else ()
        yield Document(kind, entry.id, code.id, entry.title, entry.says, text, (*known.get(entry.id, ()), *own))


def _entries(code: PenaltyCode) -> Iterator[Article | Reference]:
    yield from code.articles
    yield from code.references


def _texts(entry: Article | Reference) -> Iterator[str]:
    """What an entry says in full, with the source's own words for it."""
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


def _topic(kind: DocumentKind, table: Table) -> Document:
    title, says, spoken = table.text("title"), table.text("says"), table.table("synonyms")
    document = Document(kind, table.text("id"), None, title, says, says, _languages(spoken))
    spoken.close()
    table.close()
    return document


def _languages(table: Table) -> tuple[str, ...]:
    """The synonyms of all five languages; none may be missing."""
    return tuple(word for language in LANGUAGES for word in table.texts(language))
