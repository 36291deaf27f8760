"""The answers to a question: as tiles, and side by side with all that each of them leads to."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from scorekeeper.engine.articles import Question, Value
from scorekeeper.engine.rulings import Branch, Ruling, branches
from scorekeeper.engine.values import Struct, replace
from scorekeeper.web.rulings.bench import Bench
from scorekeeper.words import N_
from scorekeeper.words.rulings import say_answer, say_cost, say_effect, say_multiple

#: So many numbers stand as tiles; any other is typed.
NUMBERS_SHOWN = 6
#: Where the numbers that matter are larger than this, they are only typed.
LARGEST_TILE = 12


class Ending(Struct):
    """One way a question can end: its case, what to do, and what it costs."""

    case: str
    do: tuple[str, ...]
    cost: str


class Answer(Struct):
    """An answer, and all it can lead to; `effect` is empty where more has to be asked."""

    label: str
    url: str
    effect: str
    endings: tuple[Ending, ...]


def answers(bench: Bench, question: Question) -> tuple[Answer, ...]:
    """The answers as tiles: every choice, or the first few numbers where they are small."""
    ways = branches(bench.article, bench.answers, bench.facts)
    if question.kind != "number":
        return tuple(_answer(bench, question, branch, branch.answer) for branch in ways)
    if max(int(branch.answer) for branch in ways) > LARGEST_TILE:
        return ()
    last = question.maximum or question.minimum + NUMBERS_SHOWN - 1
    numbers = range(question.minimum, last + 1)
    return tuple(_answer(bench, question, _branch_of(ways, number), number) for number in numbers)


def side_by_side(bench: Bench, question: Question) -> Iterator[Answer]:
    """What each answer leads to; neighbouring numbers that lead to the same stand together."""
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


def _answer(bench: Bench, question: Question, branch: Branch, value: Value, *, alone: bool = True) -> Answer:
    """One answer; `alone`: it stands for itself, not for several numbers. What differs in the reading alone is one."""
    answered = [*bench.case.answers, *([question.key] if alone else [])]
    different = {ruling.effect: ruling for ruling in reversed(branch.rulings)}
    endings = tuple(_ending(bench, ruling, answered) for ruling in reversed(different.values()))
    return Answer(
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
    return Ending(bench.text(row.case), tuple(bench.text(text) for text in row.do), cost)
