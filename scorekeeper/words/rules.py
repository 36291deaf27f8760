"""What each value of a rule set says: a row of a table, or a sentence. Generated pages of rules are made of these.

A path is that of the rulebook, `section.value`. A value that changes nothing where it stands is silent.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.rules import RuleSet
from scorekeeper.words import Words
from scorekeeper.words.sayings import Brackets, Figure, Saying, Sentence, Steps
from scorekeeper.words.sayings_of_cards import OF_CARDS
from scorekeeper.words.sayings_of_play import OF_PLAY

#: What is said of every value, by its path.
SAYINGS: Mapping[str, Saying] = {**OF_CARDS, **OF_PLAY}
#: Values that no page says, each with its reason.
SKIPPED = {
    "table.format": "the format stands in the head of the page",
    "table.deals_by": "the board names each dealer",
    "melds.ranks_join": "how what is written down is read; what may be laid is said of melds.second_of_rank",
}


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
    if isinstance(saying, Brackets):
        return tuple(_brackets(path, saying, value, words))
    if isinstance(saying, Steps):
        return tuple(
            Said(path, words.gettext(saying.label, count=count), words.number(points)) for count, points in value
        )
    if isinstance(saying, Figure):
        return _figure(path, saying, value, words)
    return _sentence(path, saying, value, words)


def _brackets(path: str, saying: Brackets, starts: Sequence[tuple[int, int]], words: Words) -> Iterable[Said]:
    for (least, points), (start, _) in pairwise(starts):
        yield Said(path, words.gettext(saying.between, least=least, most=start - POINT_STEP), words.number(points))
    least, points = starts[-1]
    yield Said(path, words.gettext(saying.last, points=least), words.number(points))


def _figure(path: str, saying: Figure, value: Any, words: Words) -> tuple[Said, ...]:
    label = words.gettext(saying.label) if isinstance(saying.label, str) else words.pgettext(*saying.label)
    if value:
        return (Said(path, label, words.number(-value if saying.minus else value)),)
    instead = saying.none if value is None else saying.zero
    return (Said(path, label, words.gettext(instead)),) if instead else ()


def _sentence(path: str, saying: Sentence, value: Any, words: Words) -> tuple[Said, ...]:
    text = saying.cases.get(value, saying.other)
    if not text:
        return ()
    return (Said(path, words.gettext(text, value=value) if "%(value)s" in text else words.gettext(text)),)
