"""The pages between "something happened" and the ruling: who it was, then the questions that still matter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from flask import url_for

from scorekeeper.actions.offences import Offence
from scorekeeper.actions.rulings import facts_of
from scorekeeper.engine.articles import Question, Value
from scorekeeper.engine.match import State
from scorekeeper.engine.rulings import Branch, Ruling, branches, questions_left
from scorekeeper.web.board.model import SIDES
from scorekeeper.web.rulings.form import UNSURE, Case, answers_of, read_deal, read_side, to_query
from scorekeeper.web.rulings.lines import earlier
from scorekeeper.words import N_, Words
from scorekeeper.words.rulings import CHOOSERS, CitationText, say_answer, say_citation, say_cost, say_effect, say_text

#: So many numbers stand as tiles; any other is typed.
NUMBERS_SHOWN = 6
#: Where the numbers that matter are larger than this, they are only typed.
LARGEST_TILE = 12


@dataclass(frozen=True, slots=True)
class Bench:
    """What every page about one case needs to know."""

    match_id: str
    state: State
    found: Offence
    case: Case
    words: Words

    @property
    def known(self) -> dict[str, Value]:
        """What the match answers by itself."""
        case = self.case
        return facts_of(self.state, case.article, self.side, case.player or None, read_deal(case))

    @property
    def answers(self) -> dict[str, Any]:
        """What was answered, as values; see `answers_of`."""
        return answers_of(self.case, self.found.article)

    @property
    def side(self) -> int | None:
        """The offending side, None where nobody knows it yet."""
        return read_side(self.case, len(self.state.setup.sides))

    def url(self, case: Case) -> str:
        """The address of a step."""
        return f"{url_for('rulings.new', match_id=self.match_id)}?{urlencode(to_query(case))}"

    def text(self, text: str) -> str:
        """A text of the article in the reader's language."""
        return say_text(text, self.found.article, self.words)


@dataclass(frozen=True, slots=True)
class Said:
    """One thing said already: what was asked, the answer, and where it is asked again."""

    asks: str
    answer: str
    url: str


@dataclass(frozen=True, slots=True)
class Head:
    """What stands around each step."""

    match_id: str
    title: str
    article: str
    house: bool
    says: str
    cites: CitationText
    step: str
    said: tuple[Said, ...]
    earlier: tuple[str, ...]
    back: str
    side: str | None


@dataclass(frozen=True, slots=True)
class CaseView:
    """One way a question can end: its case, what to do, and what it costs."""

    case: str
    do: tuple[str, ...]
    effect: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer, and all it can lead to; `effect` is empty where more has to be asked."""

    label: str
    url: str
    effect: str
    cases: tuple[CaseView, ...]


@dataclass(frozen=True, slots=True)
class QuestionPage:
    """One question. `chooser` says who chooses; `typed` is (name, value, error) of the field for other numbers."""

    head: Head
    asks: str
    chooser: str
    answers: tuple[AnswerView, ...]
    unsure: str
    typed: tuple[str, str, str] | None
    kept: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SideChoice:
    """A side and its players as answers to "who"; players are (name, address)."""

    key: str
    name: str
    url: str
    players: tuple[tuple[str, str], ...]


def head_of(bench: Bench) -> Head:
    """Lay out what has been said so far."""
    article = bench.found.article
    said = tuple(_said(bench))
    side = bench.side
    return Head(
        match_id=bench.match_id,
        title=bench.text(article.title),
        article=article.id,
        house=article.house,
        says=bench.text(article.says),
        cites=say_citation(article, bench.found.code, bench.words),
        step=_step(bench, len(said) + 1),
        said=said,
        earlier=earlier(bench.state, side, bench.words) if side is not None else (),
        back=said[-1].url if said else url_for("rulings.new", match_id=bench.match_id),
        side=None if side is None else SIDES[side],
    )


def _step(bench: Bench, number: int) -> str:
    """Which question this is, and of how many; the one after who it was comes first."""
    least, most = questions_left(bench.found.article, bench.answers, bench.known)
    before = number - bool(bench.case.side)
    if least == most:
        return bench.words.gettext(N_("Question %(number)s of %(most)s"), number=number, most=before + most)
    return bench.words.gettext(N_("Question %(number)s of %(most)s at most"), number=number, most=before + most)


def who_choices(bench: Bench) -> tuple[SideChoice, ...]:
    """Every side with its players; a player alone is the side."""
    return tuple(_side_choice(bench, place) for place in range(len(bench.state.setup.sides)))


def question_page(bench: Bench, question: Question, *, typed: str = "", error: str = "") -> QuestionPage:
    """Lay out one question with all it can lead to."""
    case = bench.case
    found = branches(bench.found.article, bench.answers, bench.known)
    return QuestionPage(
        head=head_of(bench),
        asks=bench.text(question.asks),
        chooser=bench.words.gettext(CHOOSERS[question.chooser]) if question.chooser else "",
        answers=tuple(_answers(bench, question, found)),
        unsure=bench.url(replace(case, unsure=True)),
        typed=(question.key, typed, error) if question.kind == "number" and question.maximum is None else None,
        kept={key: text for key, text in to_query(case).items() if key not in (question.key, "unsure")},
    )


def asks_whom(bench: Bench) -> str:
    """How to ask whom the article concerns: the offender, unless it is somebody else."""
    asks = bench.found.article.asks
    return bench.text(asks) if asks else bench.words.gettext(N_("Who was it?"))


def _said(bench: Bench) -> Iterable[Said]:
    case, words = bench.case, bench.words
    if case.side:
        place = bench.side
        who = words.gettext(N_("Not sure")) if place is None else case.player or bench.state.setup.sides[place].name
        yield Said(asks_whom(bench), who, bench.url(replace(case, side="", player="")))
    answers = bench.answers
    for question in bench.found.article.questions:
        if question.key in answers:
            answer = say_answer(question, answers[question.key], words)
            yield Said(bench.text(question.asks), answer, bench.url(case.without(question.key)))


def _side_choice(bench: Bench, place: int) -> SideChoice:
    side = bench.state.setup.sides[place]
    case = replace(bench.case, side=str(place), player="")
    players = side.players if side.players != (side.name,) and len(side.players) > 1 else ()
    return SideChoice(
        key=SIDES[place],
        name=side.name,
        url=bench.url(case),
        players=tuple((name, bench.url(replace(case, player=name))) for name in players),
    )


def unsure_who(bench: Bench) -> str:
    """The address of going on without knowing who it was."""
    return bench.url(replace(bench.case, side=UNSURE, player=""))


def _answers(bench: Bench, question: Question, found: tuple[Branch, ...]) -> Iterable[AnswerView]:
    """The answers as tiles: every choice, or the first few numbers where they are small."""
    if question.kind != "number":
        yield from (_answer(bench, question, branch, branch.answer) for branch in found)
        return
    if max(int(branch.answer) for branch in found) > LARGEST_TILE:
        return
    last = question.maximum or question.minimum + NUMBERS_SHOWN - 1
    for number in range(question.minimum, last + 1):
        branch = next(b for b in reversed(found) if number >= int(b.answer))
        yield _answer(bench, question, branch, number)


def _answer(bench: Bench, question: Question, branch: Branch, value: Value, *, alone: bool = True) -> AnswerView:
    """One answer; `alone`: it stands for itself, not for several numbers."""
    counted = [*bench.case.answers, *([question.key] if alone else [])]
    rulings = {ruling.effect: ruling for ruling in reversed(branch.rulings)}
    cases = tuple(case_view(bench, ruling, counted) for ruling in reversed(rulings.values()))
    return AnswerView(
        label=say_answer(question, value, bench.words),
        url=bench.url(bench.case.with_answer(question.key, value)),
        effect=say_effect(branch.rulings[0], bench.words) if len(cases) == 1 else "",
        cases=cases,
    )


def branch_views(bench: Bench, question: Question) -> tuple[AnswerView, ...]:
    """What each answer leads to, side by side; neighbouring numbers that lead to the same stand together."""
    found = branches(bench.found.article, bench.answers, bench.known)
    return tuple(_branch(bench, question, branch) for branch in found)


def _branch(bench: Bench, question: Question, branch: Branch) -> AnswerView:
    alone = branch.last == branch.answer
    view = _answer(bench, question, branch, branch.answer, alone=alone)
    return view if alone else replace(view, label=_span(branch, bench.words))


def _span(branch: Branch, words: Words) -> str:
    """The numbers that a branch stands for."""
    first = int(branch.answer)
    if branch.last is None:
        return words.gettext(N_("%(number)s or more"), number=first)
    return words.gettext(N_("%(low)s to %(high)s"), low=first, high=int(branch.last))


def case_view(bench: Bench, ruling: Ruling, counted: Collection[str]) -> CaseView:
    """One possible end; where its number is still open, what each one costs. `counted` are the answers known."""
    row = ruling.row
    if row.times and row.times not in counted:
        each = bench.words.points(row.points)
        effect = bench.words.gettext(N_("%(points)s for each one"), points=each)
    else:
        effect = say_cost(ruling, bench.words)
    return CaseView(bench.text(row.case), tuple(bench.text(text) for text in row.do), effect)
