"""`scorekeeper rule`: the ruling of an article by the answers so far, or the question to ask next."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.contract.answer import Json, answering
from scorekeeper.engine.penalties.articles import Article, PenaltyCode, Question
from scorekeeper.engine.penalties.rulings import Ask, Ruling, decide, facts
from scorekeeper.engine.reading import Id, read
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.codes import adjudicating, articles_in_force
from scorekeeper.rulebook.loader import OF_THE_CODE, rulebook, rules_of, with_code
from scorekeeper.words import Words


class RuleIn(Struct, forbid_unknown_fields=True):
    """The request for a ruling: the penalty code, the article, the answers so far, and the rules of a match, if any."""

    code: Id = None
    article: Id = None
    answers: Any = None
    rules: Id = None
    format: Id = None
    options: Any = None


@answering
def rule(request: Any, words: Words) -> Json:
    """The ruling of one article by the answers so far, or the next question. With `rules`, `format` or `options`, the
    article's figures are those of a match; without these keys, those of the source."""
    read(RuleIn, request)
    asked: Mapping[str, Any] = request
    code = _code(asked.get("code"))
    rules = _rules(asked, code) if {"rules", "format", "options"} & asked.keys() else None
    result = decide(_article(asked, code, rules), asked.get("answers", {}), facts(rules) if rules else {})
    return ruling_json(result) if isinstance(result, Ruling) else ask_json(result)


@answering
def rule_list(request: object, words: Words) -> Json:
    """The articles of a penalty code, with their questions. The request is the id of the code. If it is None, the
    articles of all penalty codes are returned."""
    codes = adjudicating() if request is None else [_code(request)]
    return {"codes": [_code_json(code, words) for code in codes]}


def ruling_json(ruling: Ruling) -> Json:
    """A ruling as JSON."""
    return {
        "points": ruling.points,
        "opening_raise": ruling.opening_raise,
        "outcomes": list(ruling.outcomes),
        "article": ruling.article,
        "reading": ruling.reading,
    }


def ask_json(ask: Ask) -> Json:
    """A question as JSON."""
    return {"ask": {"question": ask.question.key, "answers": ask.question.allowed()}}


def _rules(asked: Mapping[str, Any], code: PenaltyCode) -> RuleSet:
    """The rules of the match. The penalty code is the requested one unless the options name another."""
    options = asked.get("options")
    if options is None or (isinstance(options, Mapping) and OF_THE_CODE not in options):
        return rules_of({**asked, "options": with_code(options or {}, code.id)})
    return rules_of(asked)


def _article(asked: Mapping[str, Any], code: PenaltyCode, rules: RuleSet | None) -> Article:
    """The requested article. Raises `Refused` if the code does not have it, or there is no such offence by the
    rules."""
    articles, id_ = articles_in_force(code, rules), asked.get("article")
    article = articles.get(id_) if isinstance(id_, str) else None
    if article is None:
        raise malformed("no_such_offence" if code.article(id_) else "not_one_of", "article", id_, articles)
    return article


def _code(name: object) -> PenaltyCode:
    by_id = {code.id: code for code in adjudicating()}
    if not isinstance(name, str) or name not in by_id:
        raise malformed("not_one_of", "code", name, by_id)
    return by_id[name]


def _code_json(code: PenaltyCode, words: Words) -> Json:
    return {
        "code": code.id,
        "title": words.gettext(code.title),
        "source": rulebook().documents[code.source].title,
        "articles": [_article_json(article, words) for article in articles_in_force(code).values()],
    }


def _article_json(article: Article, words: Words) -> Json:
    return {
        "article": article.id,
        "title": words.gettext(article.title),
        "section": article.cites.section if article.cites else "",
        "moments": list(article.moments),
        "questions": [_question_json(question, words) for question in article.questions],
    }


def _question_json(question: Question, words: Words) -> Json:
    return {
        "question": question.key,
        "asks": words.gettext(question.asks),
        "answers": question.allowed(),
        "always": question.always,
    }
