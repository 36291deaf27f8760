"""What each value of a rule set says: a row of a table, or a sentence. Generated pages of rules are made of these.

A path is that of the rulebook, `section.value`. A value that changes nothing where it stands is silent.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.rules import RuleSet
from scorekeeper.words import N_, Words
from scorekeeper.words.sayings import SAYINGS, Figure, Sentence, Steps

#: Scores come in fives, so a bracket ends five below the next.
STEP = 5
#: Values that no page says, each with its reason.
SKIPPED = {"table.format": "the format stands in the head of the page"}

BRACKET, LAST_BRACKET = N_("%(least)s to %(most)s"), N_("%(points)s and above")


@dataclass(frozen=True, slots=True)
class Said:
    """One thing a rule set says: a whole sentence, or with a `figure` a row of a table."""

    path: str
    text: str
    figure: str | None = None


def say_rule(path: str, value: Any, rules: RuleSet, words: Words) -> tuple[Said, ...]:
    """What a value says under a rule set; nothing where it is silent."""
    saying = SAYINGS[path]
    if saying.matters is not None and not saying.matters(rules):
        return ()
    if path == "opening.brackets":
        return tuple(_brackets(path, value, words))
    if isinstance(saying, Steps):
        return tuple(
            Said(path, words.gettext(saying.label, count=count), words.number(points)) for count, points in value
        )
    if isinstance(saying, Figure):
        return _figure(path, saying, value, words)
    return _sentence(path, saying, value, words)


def _brackets(path: str, brackets: tuple[tuple[int, int], ...], words: Words) -> Iterable[Said]:
    ends = [start - STEP for start, _ in brackets[1:]]
    for (least, points), most in zip(brackets, [*ends, None], strict=True):
        label = (
            words.gettext(LAST_BRACKET, points=least)
            if most is None
            else words.gettext(BRACKET, least=least, most=most)
        )
        yield Said(path, label, words.number(points))


def _figure(path: str, saying: Figure, value: Any, words: Words) -> tuple[Said, ...]:
    if (value is None and not saying.none) or (value == 0 and not saying.zero):
        return ()
    label = words.gettext(saying.label) if isinstance(saying.label, str) else words.pgettext(*saying.label)
    if value is None:
        return (Said(path, label, words.gettext(saying.none)),)
    return (Said(path, label, words.number(-value if saying.minus else value)),)


def _sentence(path: str, saying: Sentence, value: Any, words: Words) -> tuple[Said, ...]:
    text = saying.cases.get(value, saying.other)
    return (
        (Said(path, words.gettext(text, value=value) if "%(value)s" in text else words.gettext(text)),) if text else ()
    )
