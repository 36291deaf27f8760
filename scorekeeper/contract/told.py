"""The answer to a question about a rule: the lines about it, in the rules of a game, that match the question."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import sqrt

from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.deals.opening import opening
from scorekeeper.engine.rules import RuleSet, value_at
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.procedures import procedures_in_force, replaced, said_of
from scorekeeper.rulebook.search.ranking import joined, lore
from scorekeeper.rulebook.search.speech import Heard, figures, hear, tokens
from scorekeeper.rulebook.search.topics import Topic
from scorekeeper.words import N_, Words, words_for
from scorekeeper.words.rules.values import RuleLine, of_rows, row_at, say_rule

#: A line answers the question if their similarity is at least `_LEAST`, and at least `_NEARLY` times that of the best
#: line.
_NEARLY = 0.8
_LEAST = 0.35
#: The similarity of a rule of play is multiplied by this, because such a rule is about more than one figure.
_OF_PLAY = 0.7
_MOST_LINES = 3
#: Notions that occur in many questions, but say nothing about their subject.
_ASKING = frozenset({"how_many", "worth", "may", "must", "points", "not", "match", "game"})
#: The minimum nearness of two notions at which a line about one may answer a question about the other.
_NEAR = 0.8
#: The minimum nearness of two notions that are treated as the same.
_SAME = 0.9


class Asked(Struct):
    """A question: its notions in each language that it may be in (`readings`), and the numbers in it."""

    readings: tuple[frozenset[str], ...]
    figures: tuple[int, ...] = ()


def asked(query: str) -> Asked:
    """The question that a query asks: its notions and numbers."""
    heard = hear(query, lore().numbers)
    return Asked(tuple(_notions(joined(words, lore())) for words in heard), tuple(figures(query)))


def statements(topic: Topic, rules: RuleSet, words: Words) -> tuple[str, ...]:
    """The statements about a topic on the page of these rules."""
    return (*(words.gettext(each) for each in said_of(topic, rules)), *_lines(topic.shown, rules, words))


def answer(topic: Topic, question: Asked, rules: RuleSet, words: Words) -> tuple[str, ...]:
    """The lines that answer a question about a topic under these rules. They are lines about the topic's figures, and
    rules of play: up to six that match the question. If the topic has at most three lines about figures, all of these
    are included. If nothing matches, the answer is all lines about figures.

    If the question about the opening has a score, the answer is the minimum at that score. The answer about players is
    a list of all formats of the game. A topic without values is answered by all of its rules of play.
    """
    if topic.id == "opening" and (lines := tuple(_openings(question, rules, words))):
        return lines
    if topic.id == "players":
        book = rulebook()
        return tuple(words.gettext(book.formats[id_].title) for id_ in book.rule_sets[rules.id].formats)
    own = _lines(topic.figures, rules, words)
    subjects = {topic.id, *topic.shown, *topic.figures}
    of_play = [
        each.says
        for each in procedures_in_force(rules)
        if topic.id not in each.replaces
        and (each.part == topic.part or not subjects.isdisjoint((each.about, *each.replaces)))
    ]
    if not (topic.shown or topic.figures):
        return tuple(words.gettext(says) for says in of_play)
    known = _same(_said(topic.title)) | _ASKING
    told = [_alike(line, question, known) for line in _lines(topic.figures, rules, words_for("en"))]
    told += [_alike(says, question, known) * _OF_PLAY for says in of_play]
    best = max(told, default=0.0)
    lines = (*own, *(words.gettext(says) for says in of_play))
    asked_for = [at for at, share in enumerate(told) if share >= max(_LEAST, best * _NEARLY)]
    if len(own) <= _MOST_LINES:
        asked_for = [*range(len(own)), *(at for at in asked_for if at >= len(own))]
    return tuple(lines[at] for at in asked_for[: 2 * _MOST_LINES]) or own


def names(topic: Topic, query: str, rules: RuleSet, words: Words) -> bool:
    """Return whether a query contains the title of one of the rows that the topic has in these rules."""
    said = " ".join(tokens(query))
    rows = (row_at(rules, path) for general in topic.figures for path in of_rows(general, rules))
    titles = {getattr(row, "title", "") for row in rows} - {""}
    called = (" ".join(tokens(spoken.gettext(title))) for title in titles for spoken in (words, words_for("en")))
    return any(f" {name}" in f" {said}" for name in called)


def _lines(general: Iterable[str], rules: RuleSet, words: Words) -> tuple[str, ...]:
    """The lines about these values on the page of the rules."""
    rows = (each for path in general for each in of_rows(path, rules))
    paths = dict.fromkeys(path for path in rows if path not in replaced(rules))
    return tuple(_written(line) for path in paths for line in say_rule(path, value_at(rules, path), rules, words))


def _written(line: RuleLine) -> str:
    return line.text if line.figure is None else f"{line.text}: {line.figure}"


def _openings(question: Asked, rules: RuleSet, words: Words) -> Iterator[str]:
    """The opening at the score in the question; for "minus" without a number, the minimum below zero. A number that is
    itself a minimum, such as 90, is not read as a score. Nothing if the question has neither score nor "minus", or if
    the minimum does not depend on the score."""
    minima = {points for _, points in rules.opening.brackets}
    score = max((each for each in question.figures if each % POINT_STEP == 0 and each not in minima), default=None)
    minus = any("minus" in reading for reading in question.readings)
    if rules.opening.by != "score" or (score is None and not minus):
        return
    if score is None and (below := say_rule("opening.below_zero", rules.opening.below_zero, rules, words)):
        yield from map(_written, below)
        return
    at = -abs(score or POINT_STEP) if minus else score or 0
    needed, reached = opening(at, rules), words.number(at)
    if needed.points is not None:
        says = N_("Opening at %(score)s: %(points)s")
        yield words.gettext(says, score=reached, points=words.number(needed.points))
    elif needed.least:
        says = N_("Only a canasta opens at a score of %(score)s, and all cards laid must be worth %(points)s.")
        yield words.gettext(says, score=reached, points=needed.least)
    else:
        yield words.gettext(N_("Only a canasta opens at a score of %(score)s."), score=reached)


def _alike(line: str, question: Asked, known: frozenset[str]) -> float:
    """The similarity of a line and a question, from 0 to 1. The notions in `known` do not count."""
    said = _said(line) - known
    return max((_shared(said, reading - known) for reading in question.readings), default=0.0)


def _shared(said: frozenset[str], wanted: frozenset[str]) -> float:
    weights, kin = lore().weights, lore().kin
    shared = {one for one in wanted if any(kin[one].get(other, 0.0) >= _NEAR for other in said)}
    whole = sum(weights[one] for one in said) * sum(weights[one] for one in wanted)
    return sum(weights[one] for one in shared) / sqrt(whole) if shared else 0.0


@lru_cache(maxsize=4096)
def _said(line: str) -> frozenset[str]:
    """The notions of an English line of the program. If "two" is the only one, it may also mean the card."""
    notions = _notions(joined(hear(line, lore().numbers, ("en",))[0], lore()))
    return notions | {"deuce"} if notions == {"two"} else notions


def _same(notions: Iterable[str]) -> frozenset[str]:
    """The notions, and others with the same meaning: a samba is a sequence."""
    kin = lore().kin
    return frozenset(other for one in notions for other, nearness in kin[one].items() if nearness >= _SAME)


def _notions(words: Iterable[Heard]) -> frozenset[str]:
    return frozenset(notion for word in words for notion in word.means)
