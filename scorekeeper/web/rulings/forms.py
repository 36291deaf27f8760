"""A case as the query of an address: article, side, player, deal, answers by question, and a director's override."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.actions.matches.rulings import Override, RulingCase
from scorekeeper.engine.penalties.articles import Article, Question, Value
from scorekeeper.engine.penalties.rulings import Answers
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.values import Struct, field, replace
from scorekeeper.words.numbers import NumberNotUnderstood, parse_number, read_number, whole

#: The names of the query values of a director's override.
DECIDED = ("points", "raise", "reason", "sure")
#: The names of the query values that are texts, each with its field of `Case`: {"raise": "raise_"}.
TEXTS = {name: name for name in ("article", "side", "player", "deal", "override", *DECIDED)} | {"raise": "raise_"}
#: The names of query values that are not answers. No question of any article has such a key.
OWN = (*TEXTS, "unsure")
#: The names of values of forms and pages that are not part of a case.
AROUND = ("q", "lang", "theme", "text", "key", "version", "csrf_token")
YES, NO, UNSURE = "yes", "no", "unsure"

Typed = Mapping[str, str]


class Case(Struct):
    """A case with the texts of its address. `side` is an index, or "unsure" if it is not known. `unsure`: the answer to
    the next question is not known, so the page shows the outcomes of all answers.

    `override` is "form" while the director decides, then "yes". `sure` has the figures that the director has
    confirmed although they look mistyped; it counts only if it equals `figures`.
    """

    article: str
    side: str = ""
    player: str = ""
    deal: str = ""
    unsure: bool = False
    override: str = ""
    points: str = ""
    raise_: str = ""
    reason: str = ""
    sure: str = ""
    answers: Typed = field(default_factory=dict)

    @property
    def figures(self) -> str:
        """The director's figures as typed, "points/raise"."""
        return f"{self.points}/{self.raise_}"

    def with_answer(self, key: str, value: Value) -> "Case":
        """The case with one question answered, and `unsure` off again."""
        return replace(self, answers={**self.answers, key: written(value)}, unsure=False)

    def without(self, *keys: str) -> "Case":
        """The case without the answers to these questions, and `unsure` off again."""
        kept = {key: text for key, text in self.answers.items() if key not in keys}
        return replace(self, answers=kept, unsure=False)


def read_case(values: Typed) -> Case:
    """Read a query or a form, without checking the values."""
    own = {name: values.get(called, "") for called, name in TEXTS.items()}
    answers = {key: values[key] for key in values if key not in OWN and key not in AROUND}
    return Case(**own, unsure=values.get("unsure") == YES, answers=answers)


def to_query(case: Case) -> dict[str, str]:
    """The case as the values of a query, without empty ones.

    The values of an override (`DECIDED`) are included only once it is made, not while the director's form is open.
    """
    texts: dict[str, str] = {called: getattr(case, name) for called, name in TEXTS.items()}
    decided = {called: texts.pop(called) for called in DECIDED}
    values = texts | {"unsure": YES if case.unsure else ""} | dict(case.answers)
    return {key: text for key, text in (values | (decided if case.override == YES else {})).items() if text}


def answers_of(case: Case, article: Article) -> dict[str, Any]:
    """The answers by the key of their question: the key of a choice, True or False, or a number. A text that cannot be
    read stays as it is; the engine refuses it."""
    return {key: _value(article.question(key), text) for key, text in case.answers.items()}


def read_deal(case: Case) -> int | None:
    """The number of the deal, None if the case names none. Raises `Refused` for anything but a number."""
    if not case.deal:
        return None
    number = whole(case.deal, 5)
    if number is None:
        raise malformed("not_a_whole_number", "deal", case.deal)
    return number


def decision(case: Case, answers: Answers, *, side: int, deal: int) -> RulingCase:
    """The case as `propose` and `apply_ruling` take it. Raises `Refused` for an override that cannot be read."""
    return RulingCase(
        article=case.article,
        deal=deal,
        side=side,
        answers=answers,
        player=case.player or None,
        override=read_override(case) if case.override == YES else None,
    )


def read_override(case: Case) -> Override:
    """The director's decision. A figure that was left empty is 0. Raises `Refused` for a figure that cannot be read."""
    points, raise_ = _points(case.points, "points"), _points(case.raise_, "raise")
    return Override(points, raise_, case.reason, sure=case.sure == case.figures)


def written(value: Value) -> str:
    """An answer as the text of a query."""
    if isinstance(value, bool):
        return YES if value else NO
    return str(value)


def _value(question: Question | None, text: str) -> Any:
    if question is None or question.kind == "choice":
        return text
    if question.kind == "yes_no":
        return {YES: True, NO: False}.get(text, text)
    try:
        return parse_number(text)
    except NumberNotUnderstood:
        return text


def _points(text: str, where: str) -> int:
    return read_number(text, where) if text.strip() else 0
