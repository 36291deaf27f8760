"""`scorekeeper search`: articles, rules and words, found in any language, best first."""

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

#: An id as people type it: HU-03, hu 3, Ro12. A number alone is never one.
_ID = re.compile(r"\b([a-z]{2})[\s-]?0*(\d{1,2})\b", re.IGNORECASE)


#: How many players a notion is about, and whether two of them play together for a deal.
_PLAYERS = {
    "two_players": (2, False),
    "three_players": (3, False),
    "cutthroat": (3, True),
    "five_players": (5, False),
    "six_players": (6, False),
}
#: What another code says comes after what holds in the game that is chosen.
_NOT_PLAYED = 0.6
#: A code without rulings; where no game is named, the code in the language of the table.
_NO_RULING = 0.9
_OWN_LANGUAGE = 1.03
#: What the name of something in it adds to a rule of the game that is asked about.
_NAMED = 0.15


@answering
def search(request: Any, words: Words) -> Json:
    """The hits for `{"query", "code", "rules", "format", "options"}`; titles in the language of `words`.

    A rule is answered as the `rules` have it, those of the game that the query names, or of the first game. Refuses an
    unknown code and what is no rule set, format or option.
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
    """The hits, best first, each rule as these rules have it. With `of_game` the question is about this game, and codes
    that it does not use come later."""
    all_ = documents()
    typed = [(at, 1.0) for at in _typed(query) if code in {None, all_[at].code}]
    question, likely = asked(query), _likely(rules, words.language, of_game=of_game)
    hits = typed or ranking().search(query, code, likely, ruled=not of_game or rules.code.id in codes())
    if not typed and of_game:
        hits = sorted(((at, score + _NAMED * _named(all_[at], query, rules, words)) for at, score in hits), key=_best)
    return [_hit(all_[at], score, question, rules, words) for at, score in hits[:MOST_HITS]]


def _likely(rules: RuleSet, language: str, *, of_game: bool) -> dict[str, float]:
    """The likelihood of each code: those in force in the game in question; else the codes that rule, and of these the
    one in the language of the table."""
    if of_game:
        looked_up = rulebook().rule_sets[rules.id].look_up
        return {id_: _NO_RULING if id_ == looked_up else _NOT_PLAYED for id_ in codes()} | {rules.code.id: 1.0}
    return {
        id_: (_OWN_LANGUAGE if code.language == language else 1.0) if code.articles else _NO_RULING
        for id_, code in codes().items()
    }


def _named(document: Document, query: str, rules: RuleSet, words: Words) -> bool:
    """Return whether a query contains the name that only this game has for something in a rule."""
    topic = _topic(document)
    return topic is not None and names(topic, query, rules, words)


def _best(hit: tuple[int, float]) -> tuple[float, int]:
    return -hit[1], hit[0]


def _as_many(question: Asked, rules: RuleSet, options: Any) -> RuleSet:
    """The rules for the number of players that the question names, where the game has such a format."""
    wanted = {_PLAYERS[notion] for reading in question.readings for notion in reading if notion in _PLAYERS}
    wanted = {each for each in wanted if each[1]} or wanted
    for format_ in rulebook().rule_sets[rules.id].formats:
        table = rulebook().formats[format_].table
        if (table["players"], table["alliances"]) in wanted - {(rules.table.players, rules.table.alliances)}:
            return resolve(rules.id, format_, options)
    return rules


@cache
def ranking() -> Ranking:
    """Every document with its names in every language, in memory; made at the first search."""
    searched = documents()
    spoken = {language: words_for(language) for language in LANGUAGES}
    return Ranking([_source(document, spoken) for document in searched], lore())


def _typed(query: str) -> list[int]:
    """The places of the documents whose id was typed."""
    indices = {document.id: at for at, document in enumerate(documents()) if document.code}
    ids = [f"{letters.upper()}-{int(number):02}" for letters, number in _ID.findall(query)]
    return [indices[id_] for id_ in ids if id_ in indices]


def _source(document: Document, spoken: dict[str, Words]) -> Document:
    titles = [(language, words.gettext(document.title)) for language, words in spoken.items()]
    # Where a language has no vocabulary yet, an untranslated title would be heard again as words that nobody knows.
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
