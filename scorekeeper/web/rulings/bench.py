"""View model of a case on its way to a ruling, and the answers to its next question."""

from collections.abc import Collection, Iterator
from typing import Any
from urllib.parse import urlencode

from flask import url_for

from scorekeeper.actions.matches.offences import Offence
from scorekeeper.actions.matches.rulings import facts_of
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.articles import Article, Question, Value
from scorekeeper.engine.penalties.rulings import Branch, Ruling, branches, questions_left
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.values import Struct, replace
from scorekeeper.web.board.views import SIDES
from scorekeeper.web.rulings.forms import UNSURE, Case, answers_of, read_deal, to_query
from scorekeeper.web.rulings.views import earlier
from scorekeeper.words import N_, Words
from scorekeeper.words.rulings import (
    CitationText,
    say_answer,
    say_citation,
    say_cost,
    say_effect,
    say_multiple,
    say_text,
)

#: A question that was answered: its text, the answer, and the address that asks it again.
AnswerGiven = tuple[str, str, str]


class Bench(Struct):
    """A case in a match: its article, the answers so far, and the reader's language."""

    match_id: str
    state: State
    offence: Offence
    case: Case
    words: Words

    @property
    def article(self) -> Article:
        """The article that settles the case."""
        return self.offence.article

    @property
    def side(self) -> int | None:
        """The index of the offending side; None while it is not known. Raises `Refused` unless `case.side` is the index
        of a side, `UNSURE` or empty."""
        text, sides = self.case.side, [str(number) for number in range(len(self.state.setup.sides))]
        if text not in ("", UNSURE, *sides):
            raise malformed("not_one_of", "side", text, sides)
        return int(text) if text in sides else None

    @property
    def side_key(self) -> str:
        """The key of the offending side ("a", "b", "c"), which gives its colour; empty while it is not known."""
        return "" if self.side is None else SIDES[self.side]

    @property
    def facts(self) -> dict[str, Value]:
        """The answers that the match itself gives, by fact; see `facts_of`."""
        return facts_of(self.state, self.article.id, self.side, self.case.player or None, read_deal(self.case))

    @property
    def answers(self) -> dict[str, Any]:
        """The answers so far, by the key of their question; see `answers_of`."""
        return answers_of(self.case, self.article)

    @property
    def title(self) -> str:
        """The title of the article."""
        return self.text(self.article.title)

    @property
    def cites(self) -> CitationText:
        """The citation of the article."""
        return say_citation(self.article, self.offence.code, self.words)

    @property
    def asks_whom(self) -> str:
        """The text of the first question: "Who was it?", or the article's own."""
        return self.text(self.article.asks) if self.article.asks else self.words.gettext(N_("Who was it?"))

    @property
    def answered(self) -> list[AnswerGiven]:
        """The answers so far, in the order of their questions; the first says who offended."""
        case, words, answers = self.case, self.words, self.answers
        given: list[AnswerGiven] = []
        if case.side:
            name = words.gettext(N_("Not sure")) if self.side is None else self.state.setup.sides[self.side].name
            given.append((self.asks_whom, case.player or name, self.url(replace(case, side="", player=""))))
        for question in self.article.questions:
            if question.key in answers:
                answer = say_answer(question, answers[question.key], words)
                given.append((self.text(question.asks), answer, self.url(case.without(question.key))))
        return given

    @property
    def step(self) -> str:
        """The number of the current question, and of all questions: "Question 2 of 4 at most". "Who was it?" counts,
        too."""
        number = len(self.answered) + 1
        least, most = questions_left(self.article, self.answers, self.facts)
        says = N_("Question %(number)s of %(most)s") if least == most else N_("Question %(number)s of %(most)s at most")
        return self.words.gettext(says, number=number, most=number + most - bool(self.case.side))

    @property
    def earlier(self) -> tuple[str, ...]:
        """A line for each earlier offence of the side; empty while the side is not known."""
        return () if self.side is None else earlier(self.state, self.side, self.words)

    @property
    def back(self) -> str:
        """The address one step back, which asks for the last answer again."""
        answered = self.answered
        return answered[-1][2] if answered else url_for("rulings.new", match_id=self.match_id)

    @property
    def recount_url(self) -> str | None:
        """The address of the recount page, for an article about counting; None for any other, or before the first deal
        is recorded."""
        if not self.article.recounts or not self.state.rows:
            return None
        return url_for("recounts.index", match_id=self.match_id, side=self.side)

    def who(self, side: int | str, player: str = "") -> str:
        """The address of the case with a side (or `UNSURE`), or with one of its players."""
        return self.url(replace(self.case, side=str(side), player=player))

    def url(self, case: Case) -> str:
        """The address of the next step of a case."""
        return f"{url_for('rulings.new', match_id=self.match_id)}?{urlencode(to_query(case))}"

    def text(self, text: str) -> str:
        """A text of the article in the reader's language."""
        return say_text(text, self.article, self.words)


#: The number of tiles if a question for a number has no maximum; larger numbers are typed.
NUMBERS_SHOWN = 6
#: If the ruling depends on a number above this, there are no tiles: all numbers are typed.
LARGEST_TILE = 12


#: One possible outcome of a question: its case, the instructions, and the cost.
Ending = tuple[str, tuple[str, ...], str]


class ArticleAnswer(Struct):
    """An answer and its possible outcomes (`endings`). `effect` is the effect of the outcome in words; it is empty if
    there are several."""

    label: str
    url: str
    effect: str
    endings: tuple[Ending, ...]


def answers(bench: Bench, question: Question) -> tuple[ArticleAnswer, ...]:
    """The answers to show as tiles. For a yes-no or choice question, these are all its answers. For a number, they are
    all numbers up to the maximum, or the first `NUMBERS_SHOWN` if there is no maximum; none if the ruling depends on a
    number above `LARGEST_TILE`."""
    ways = branches(bench.article, bench.answers, bench.facts)
    if question.kind != "number":
        return tuple(_answer(bench, question, branch, branch.answer) for branch in ways)
    if max(int(branch.answer) for branch in ways) > LARGEST_TILE:
        return ()
    last = question.maximum or question.minimum + NUMBERS_SHOWN - 1
    numbers = range(question.minimum, last + 1)
    branch_of = {number: next(each for each in reversed(ways) if number >= int(each.answer)) for number in numbers}
    return tuple(_answer(bench, question, branch, number) for number, branch in branch_of.items())


def side_by_side(bench: Bench, question: Question) -> Iterator[ArticleAnswer]:
    """Yield the answers with their outcomes; consecutive numbers with the same outcome are one answer."""
    for branch in branches(bench.article, bench.answers, bench.facts):
        if branch.last == branch.answer:
            yield _answer(bench, question, branch, branch.answer)
            continue
        low, words = int(branch.answer), bench.words
        if branch.last is None:
            label = words.gettext(N_("%(number)s or more"), number=low)
        else:
            label = words.gettext(N_("%(low)s to %(high)s"), low=low, high=int(branch.last))
        yield replace(_answer(bench, question, branch, low, alone=False), label=label)


def _answer(bench: Bench, question: Question, branch: Branch, value: Value, *, alone: bool = True) -> ArticleAnswer:
    """One answer; `alone`: it is a single value, not a range of numbers. Rulings with the same points, raise and
    outcomes (`Ruling.effect`) are one ending."""
    answered = [*bench.case.answers, *([question.key] if alone else [])]
    different = {ruling.effect: ruling for ruling in reversed(branch.rulings)}
    endings = tuple(_ending(bench, ruling, answered) for ruling in reversed(different.values()))
    return ArticleAnswer(
        label=say_answer(question, value, bench.words),
        url=bench.url(bench.case.with_answer(question.key, value)),
        effect=say_effect(branch.rulings[0], bench.words) if len(endings) == 1 else "",
        endings=endings,
    )


def _ending(bench: Bench, ruling: Ruling, answered: Collection[str]) -> Ending:
    """One possible outcome.

    Some fines are multiplied by the answer to a question. While this question is not among those `answered`, the cost
    is the fine for one unit, in words.
    """
    row = ruling.row
    if row.times and row.times not in answered:
        cost = say_multiple(row.times, row.points, bench.words.points(row.points), bench.words)
    else:
        cost = say_cost(ruling, bench.words)
    return bench.text(row.case), tuple(bench.text(text) for text in row.do), cost
