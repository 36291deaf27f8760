"""`scorekeeper search`: articles, rules and words, found in any of the five languages, best first."""

from functools import cache
from typing import Any

from scorekeeper.contract.answer import Json, answering
from scorekeeper.engine.refused import malformed
from scorekeeper.ledger.search import Document, SearchIndex
from scorekeeper.rulebook import search as rulebook
from scorekeeper.rulebook.codes import codes
from scorekeeper.words import LANGUAGES, Words, words_for

LONGEST_QUERY = 200
MOST_HITS = 20


@answering
def search(request: Any, words: Words) -> Json:
    """The hits for `{"query", "code"}`; titles in the language of `words`. Refuses an unknown code."""
    query, code = request.get("query", ""), request.get("code")
    if not isinstance(query, str) or len(query) > LONGEST_QUERY:
        raise malformed("too_long", "q", query, (0, LONGEST_QUERY))
    if code is not None and code not in codes():
        raise malformed("not_one_of", "code", code, codes())
    hits = index().search(query, code=code, limit=MOST_HITS)
    return {
        "hits": [
            {
                "kind": hit.kind,
                "id": hit.id,
                "code": hit.code or None,
                "title": words.gettext(hit.title),
                "says": words.gettext(says()[hit.kind, hit.id]),
                "score": round(hit.score, 3),
            }
            for hit in hits
        ]
    }


@cache
def index() -> SearchIndex:
    """Every document with its title in every language, in memory; made at the first search."""
    return SearchIndex.in_memory([_indexed(document) for document in rulebook.documents()])


@cache
def says() -> dict[tuple[str, str], str]:
    """What each document says in a sentence, by kind and id."""
    return {(document.kind, document.id): document.says for document in rulebook.documents()}


def _indexed(document: rulebook.Document) -> Document:
    spoken = [words_for(language) for language in LANGUAGES]
    titles = dict.fromkeys(words.gettext(document.title) for words in spoken)
    return Document(
        kind=document.kind,
        id=document.id,
        code=document.code or "",
        title=document.title,
        text=document.text,
        synonyms=" ".join((document.id, *titles, *document.synonyms)),
    )
