"""`scorekeeper search`: articles, rules and words, found in any of the five languages, best first."""

import re
from functools import cache
from typing import Any

from scorekeeper.contract.answer import Json, answering
from scorekeeper.engine.refused import malformed
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.ranking import Ranking, Source, lore
from scorekeeper.rulebook.search import Document, documents
from scorekeeper.words import LANGUAGES, Words, words_for

LONGEST_QUERY = 200
MOST_HITS = 20

#: An id as people type it: HU-03, hu 3, Ro12. A number alone is never one.
_ID = re.compile(r"\b([a-z]{2})[\s-]?0*(\d{1,2})\b", re.IGNORECASE)


@answering
def search(request: Any, words: Words) -> Json:
    """The hits for `{"query", "code"}`; titles in the language of `words`. Refuses an unknown code."""
    query, code = request.get("query", ""), request.get("code")
    if not isinstance(query, str) or len(query) > LONGEST_QUERY:
        raise malformed("too_long", "q", query, (0, LONGEST_QUERY))
    if code is not None and code not in codes():
        raise malformed("not_one_of", "code", code, codes())
    all_ = documents()
    typed = [(at, 1.0) for at in _typed(query) if code in {None, all_[at].code}]
    hits = dict(typed or ranking().search(query, code))
    return {"hits": [_hit(all_[at], score, words) for at, score in list(hits.items())[:MOST_HITS]]}


@cache
def ranking() -> Ranking:
    """Every document with its names in every language, in memory; made at the first search."""
    searched = documents()
    spoken = {language: words_for(language) for language in LANGUAGES}
    return Ranking([_source(document, spoken) for document in searched], lore(frozenset(each.id for each in searched)))


def _typed(query: str) -> list[int]:
    """The places of the documents whose id was typed."""
    indices = {document.id: at for at, document in enumerate(documents()) if document.code}
    ids = [f"{letters.upper()}-{int(number):02}" for letters, number in _ID.findall(query)]
    return [indices[id_] for id_ in ids if id_ in indices]


def _source(document: Document, spoken: dict[str, Words]) -> Source:
    titles = ((language, words.gettext(document.title)) for language, words in spoken.items())
    texts = (words.gettext(text) for words in spoken.values() for text in document.texts)
    return Source(
        document.id, document.code, tuple(dict.fromkeys((*titles, *document.names))), tuple(dict.fromkeys(texts))
    )


def _hit(document: Document, score: float, words: Words) -> Json:
    return {
        "kind": document.kind,
        "id": document.id,
        "code": document.code,
        "title": words.gettext(document.title),
        "says": words.gettext(document.says),
        "score": round(score, 3),
    }
