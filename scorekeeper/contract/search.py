"""`scorekeeper search`: articles, rules and terms that match a query in any language, best first."""

import re
from functools import cache
from typing import Any

from scorekeeper.contract.answer import Json, answering
from scorekeeper.contract.told import Asked, answer, asked, names, statements
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import resolve, rulebook, rules_of
from scorekeeper.rulebook.search.index import Document, documents, game_named
from scorekeeper.rulebook.search.ranking import Ranking, lore
from scorekeeper.rulebook.search.topics import VOCABULARIES, Topic, topics
from scorekeeper.words import LANGUAGES, N_, Words, words_for

LONGEST_QUERY = 200
MOST_HITS = 20
NOT_HERE = N_("Nothing about this in these rules.")

#: An id as people type it: HU-03, hu 3, Ro12. A number alone is not an id.
_ID = re.compile(r"\b([a-z]{2})[\s-]?0*(\d{1,2})\b", re.IGNORECASE)


#: For each notion, the number of players that it means, and whether it means the cutthroat game.
_PLAYERS = {
    "two_players": (2, False),
    "three_players": (3, False),
    "cutthroat": (3, True),
    "five_players": (5, False),
    "six_players": (6, False),
}
#: The factor for the scores of penalty codes that the game in question does not use.
_NOT_PLAYED = 0.6
#: `_NO_RULING` is the factor for a penalty code without rulings, and for the look-up code of the game in question.
#: `_OWN_LANGUAGE` is for a code with rulings in the user's language, if the question is not about one game.
_NO_RULING = 0.9
_OWN_LANGUAGE = 1.03
#: The amount added to the score of a rule if the query has the title of one of its rows in this game.
_NAMED = 0.15


@answering
def search(request: Any, words: Words) -> Json:
    """The `hits` for `{"query", "code", "rules", "format", "options"}`, in the language of `words`; and under `rules`
    the id of the game that the answers are for.

    That is the game that the query names, else the one in `rules`, else the first game. Refuses unknown codes, rule
    sets, formats and options, and a query that is not a text or is too long.
    """
    query, code = request.get("query", ""), request.get("code")
    if not isinstance(query, str) or len(query) > LONGEST_QUERY:
        raise malformed("too_long", "q", query, (0, LONGEST_QUERY))
    if code is not None and code not in codes():
        raise malformed("not_one_of", "code", code, codes())
    asked_of = request.get("rules") is not None
    named = game_named(query)
    id_ = named or request.get("rules") or next(iter(rulebook().rule_sets))
    rules = rules_of({**request, "rules": id_} if named in {None, request.get("rules")} else {"rules": named})
    if request.get("format") is None:
        rules = _as_many(asked(query), rules, request.get("options") if rules.id == request.get("rules") else None)
    return {"hits": find(query, code, rules, words, of_game=asked_of or named is not None), "rules": rules.id}


def find(query: str, code: str | None, rules: RuleSet, words: Words, *, of_game: bool = True) -> list[Json]:
    """Up to `MOST_HITS` hits, best first, with the answers of these rules. If the query contains ids of entries, only
    the hits with these ids are returned. `of_game`: the question is about this game, so penalty codes that the game
    does not use come later."""
    all_ = documents()
    typed = [(at, 1.0) for at in _typed(query) if code in {None, all_[at].code}]
    question, likely = asked(query), _likely(rules, words.language, of_game=of_game)
    hits = typed or ranking().search(query, code, likely, ruled=not of_game or rules.code.id in codes())
    if not typed and of_game:
        hits = sorted(
            ((at, score + _NAMED * _named(all_[at], query, rules, words)) for at, score in hits),
            key=lambda hit: (-hit[1], hit[0]),
        )
    return [_hit(all_[at], score, question, rules, words) for at, score in hits[:MOST_HITS]]


def _likely(rules: RuleSet, language: str, *, of_game: bool) -> dict[str, float]:
    """A factor for each penalty code. For a question about a game, its own code comes first, then its look-up code.
    Otherwise codes with rulings come first, above all the one in the user's language."""
    if of_game:
        looked_up = rulebook().rule_sets[rules.id].look_up
        return {id_: _NO_RULING if id_ == looked_up else _NOT_PLAYED for id_ in codes()} | {rules.code.id: 1.0}
    return {
        id_: (_OWN_LANGUAGE if code.language == language else 1.0) if code.articles else _NO_RULING
        for id_, code in codes().items()
    }


def _named(document: Document, query: str, rules: RuleSet, words: Words) -> bool:
    """Return whether the document is a rule, and the query has the title of one of its rows in this game."""
    topic = _topic(document)
    return topic is not None and names(topic, query, rules, words)


def _as_many(question: Asked, rules: RuleSet, options: Any) -> RuleSet:
    """The rules for the number of players in the question, if the game has another format for it; else `rules`."""
    wanted = {_PLAYERS[notion] for reading in question.readings for notion in reading if notion in _PLAYERS}
    wanted = {each for each in wanted if each[1]} or wanted
    for format_ in rulebook().rule_sets[rules.id].formats:
        table = rulebook().formats[format_].table
        if (table["players"], table["alliances"]) in wanted - {(rules.table.players, rules.table.alliances)}:
            return resolve(rules.id, format_, options)
    return rules


@cache
def ranking() -> Ranking:
    """The ranking of all documents with their names in all languages; computed at the first search."""
    searched = documents()
    spoken = {language: words_for(language) for language in LANGUAGES}
    return Ranking([_source(document, spoken) for document in searched], lore())


def _typed(query: str) -> list[int]:
    """The indices of the documents whose ids are in the query."""
    indices = {document.id: at for at, document in enumerate(documents()) if document.code}
    ids = [f"{letters.upper()}-{int(number):02}" for letters, number in _ID.findall(query)]
    return [indices[id_] for id_ in ids if id_ in indices]


def _source(document: Document, spoken: dict[str, Words]) -> Document:
    titles = [(language, words.gettext(document.title)) for language, words in spoken.items()]
    # Without a vocabulary of the language, the words of an untranslated (English) title would count as unknown words.
    titles = [each for each in titles if each[0] in VOCABULARIES or each[1] != document.title]
    texts = (words.gettext(text) for words in spoken.values() for text in document.texts)
    names = tuple(dict.fromkeys((*titles, *document.names)))
    return replace(document, names=names, texts=tuple(dict.fromkeys(texts)))


def _topic(document: Document) -> Topic | None:
    return topics("rule")[document.id] if document.rule else None


def _hit(document: Document, score: float, question: Asked, rules: RuleSet, words: Words) -> Json:
    topic = _topic(document)
    says = statements(topic, rules, words) if topic else (words.gettext(document.says),)
    told = answer(topic, question, rules, words) if topic else ()
    return {
        "kind": document.kind,
        "id": document.id,
        "code": document.code,
        "title": words.gettext(document.title),
        "says": " ".join(says or (() if told else (words.gettext(NOT_HERE),))),
        "score": round(score, 3),
        "answer": list(told),
    }
