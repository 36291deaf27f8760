"""`scorekeeper rule`: the ruling of an article on the answers given, or the question to ask next."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.contract.answer import Json, answering
from scorekeeper.engine import shape
from scorekeeper.engine.articles import Article, PenaltyCode, Question, Value
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rulings import Ask, Ruling, decide, facts
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.rulebook.loader import rules_of
from scorekeeper.words import Words

REQUEST_KEYS = ("code", "article", "answers", "rules", "format", "options")
_MATCH_KEYS = ("rules", "format", "options")


@answering
def rule(request: object, words: Words) -> Json:
    """Rule on one article; `rules`, `format` and `options` may say what the match itself answers."""
    asked = shape.mapping(request, "", REQUEST_KEYS)
    article = _article(asked)
    result = decide(article, asked.get("answers", {}), _facts(asked))
    return ruling_json(result) if isinstance(result, Ruling) else ask_json(result)


@answering
def rule_list(request: object, words: Words) -> Json:
    """Every article and its questions, of the code asked for, or of all codes when it is None."""
    codes = adjudicating() if request is None else [_code(request)]
    return {"codes": [_code_json(code, words) for code in codes]}


def ruling_json(ruling: Ruling) -> Json:
    """A ruling as the contract writes it."""
    return {
        "points": ruling.points,
        "opening_raise": ruling.opening_raise,
        "outcomes": list(ruling.outcomes),
        "article": ruling.article,
        "reading": ruling.reading,
    }


def ask_json(ask: Ask) -> Json:
    """A question as the contract writes it."""
    return {"ask": {"question": ask.question.key, "answers": ask.question.allowed()}}


def _facts(asked: Mapping[str, Any]) -> dict[str, Value]:
    return facts(rules_of(asked)) if any(key in asked for key in _MATCH_KEYS) else {}


def _article(asked: Mapping[str, Any]) -> Article:
    code = _code(asked.get("code"))
    article = code.article(asked.get("article"))
    if article is None:
        raise malformed("not_one_of", "article", asked.get("article"), [each.id for each in code.articles])
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
        "source": code.source.title,
        "articles": [_article_json(article, words) for article in code.articles],
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
