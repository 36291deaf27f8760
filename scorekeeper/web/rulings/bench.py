"""A case at the table, as every page on the way to its ruling sees it, and the answers to its next question."""

from collections.abc import Collection, Iterator
from typing import Any
from urllib.parse import urlencode

from flask import url_for

from scorekeeper.actions.matches.offences import Offence
from scorekeeper.actions.matches.rulings import facts_of
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.articles import Article, Question, Value
from scorekeeper.engine.penalties.rulings import Branch, Ruling, branches, questions_left
from scorekeeper.engine.values import Struct, replace
from scorekeeper.web.board.views import SIDES
from scorekeeper.web.rulings.forms import UNSURE, Case, answers_of, read_deal, read_side, to_query
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

#: One thing said already: what was asked, the answer, and where it is asked again.
AnswerGiven = tuple[str, str, str]


class Bench(Struct):
    """The match, the article, what was said of the case, and the reader's language."""

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
        """The offending side, None where nobody knows it yet."""
        return read_side(self.case, len(self.state.setup.sides))

    @property
    def side_key(self) -> str:
        """Its key, for its colour."""
        return "" if self.side is None else SIDES[self.side]

    @property
    def facts(self) -> dict[str, Value]:
        """The facts that the match answers itself."""
        return facts_of(self.state, self.article.id, self.side, self.case.player or None, read_deal(self.case))

    @property
    def answers(self) -> dict[str, Any]:
        """The answers as values; see `answers_of`."""
        return answers_of(self.case, self.article)

    @property
    def title(self) -> str:
        """The title of the article."""
        return self.text(self.article.title)

    @property
    def says(self) -> str:
        """The article in a few sentences."""
        return self.text(self.article.says)

    @property
    def cites(self) -> CitationText:
        """The reference of the article."""
        return say_citation(self.article, self.offence.code, self.words)

    @property
    def asks_whom(self) -> str:
        """The question for the person concerned: the offender, unless the article names another."""
        return self.text(self.article.asks) if self.article.asks else self.words.gettext(N_("Who was it?"))

    @property
    def answered(self) -> tuple[AnswerGiven, ...]:
        """The answers so far, in the order of their questions."""
        return tuple(self._answered())

    @property
    def step(self) -> str:
        """The number of the current question, and of all questions; who it was is one of them."""
        number = len(self.answered) + 1
        least, most = questions_left(self.article, self.answers, self.facts)
        last = number + most - bool(self.case.side)
        if least == most:
            return self.words.gettext(N_("Question %(number)s of %(most)s"), number=number, most=last)
        return self.words.gettext(N_("Question %(number)s of %(most)s at most"), number=number, most=last)

    @property
    def earlier(self) -> tuple[str, ...]:
        """The earlier offences of the side."""
        return () if self.side is None else earlier(self.state, self.side, self.words)

    @property
    def back(self) -> str:
        """One step back: the last thing said is asked again."""
        answered = self.answered
        return answered[-1][2] if answered else url_for("rulings.new", match_id=self.match_id)

    @property
    def recount_url(self) -> str | None:
        """The address of the page for both figures of a count, for an article about counting."""
        if not self.article.recounts or not self.state.rows:
            return None
        return url_for("recounts.index", match_id=self.match_id, side=self.side)

    @property
    def unsure_who(self) -> str:
        """The address for continuing when it is not known which player it was."""
        return self.url(replace(self.case, side=UNSURE, player=""))

    def who(self, side: int, player: str = "") -> str:
        """The address of the case with a side, or with one of its players."""
        return self.url(replace(self.case, side=str(side), player=player))

    def partners(self, side: int) -> tuple[str, ...]:
        """The players of a side to choose from; a player alone is the side."""
        players = self.state.setup.sides[side].players
        return players if len(players) > 1 else ()

    def url(self, case: Case) -> str:
        """The address of a step."""
        return f"{url_for('rulings.new', match_id=self.match_id)}?{urlencode(to_query(case))}"

    def text(self, text: str) -> str:
        """A text of the article in the reader's language."""
        return say_text(text, self.article, self.words)

    def _answered(self) -> Iterator[AnswerGiven]:
        case, words = self.case, self.words
        if case.side:
            name = words.gettext(N_("Not sure")) if self.side is None else self.state.setup.sides[self.side].name
            asked_again = self.url(replace(case, side="", player=""))
            yield self.asks_whom, case.player or name, asked_again
        answers = self.answers
        for question in self.article.questions:
            if question.key in answers:
                answer = say_answer(question, answers[question.key], words)
                yield self.text(question.asks), answer, self.url(case.without(question.key))


#: The largest number that has a tile; any other is typed.
NUMBERS_SHOWN = 6
#: Where the numbers that matter are larger than this, they are only typed.
LARGEST_TILE = 12


#: One way a question can end: its case, what to do, and what it costs.
Ending = tuple[str, tuple[str, ...], str]


class ArticleAnswer(Struct):
    """An answer, and all it can lead to; `effect` is empty where more has to be asked."""

    label: str
    url: str
    effect: str
    endings: tuple[Ending, ...]


def answers(bench: Bench, question: Question) -> tuple[ArticleAnswer, ...]:
    """The answers as tiles: every choice, or the first few numbers where they are small."""
    ways = branches(bench.article, bench.answers, bench.facts)
    if question.kind != "number":
        return tuple(_answer(bench, question, branch, branch.answer) for branch in ways)
    if max(int(branch.answer) for branch in ways) > LARGEST_TILE:
        return ()
    last = question.maximum or question.minimum + NUMBERS_SHOWN - 1
    numbers = range(question.minimum, last + 1)
    return tuple(_answer(bench, question, _branch_of(ways, number), number) for number in numbers)


def side_by_side(bench: Bench, question: Question) -> Iterator[ArticleAnswer]:
    """The consequences of the answers; neighbouring numbers with the same one are shown together."""
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


def _branch_of(ways: tuple[Branch, ...], number: int) -> Branch:
    return next(branch for branch in reversed(ways) if number >= int(branch.answer))


def _answer(bench: Bench, question: Question, branch: Branch, value: Value, *, alone: bool = True) -> ArticleAnswer:
    """One answer; `alone`: it stands for itself, not for several numbers. What differs in the reading alone is one."""
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
    """One possible end; where its number is not among the answers `known`, what each one costs."""
    row = ruling.row
    if row.times and row.times not in answered:
        cost = say_multiple(row.times, row.points, bench.words.points(row.points), bench.words)
    else:
        cost = say_cost(ruling, bench.words)
    return bench.text(row.case), tuple(bench.text(text) for text in row.do), cost
