"""Who plays: a name a line, "A & B" makes a pair; and partners that the lot gives to those who come alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.actions.matches import clean
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.evening.past import lot
from scorekeeper.words import N_, Words
from scorekeeper.words.refusals import say_refusal

FIELD = "names"
TABLE = 4
#: One who has nobody to play with, where the evening is of pairs.
ALONE = N_("%(name)s has no partner: the number of those who come alone is odd.")
NOT_A_PAIR = N_("“%(line)s” is neither a name nor a pair of two names.")


@dataclass(frozen=True, slots=True)
class People:
    """Who was typed: those who come alone and the pairs, in their order; and what is wrong with a line."""

    lines: tuple[tuple[str, ...], ...]
    problems: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many people that is."""
        return sum(map(len, self.lines))

    @property
    def alone(self) -> tuple[str, ...]:
        """Those who come without a partner."""
        return tuple(line[0] for line in self.lines if len(line) == 1)

    @property
    def tables(self) -> int:
        """How many tables of four they fill."""
        return self.count // TABLE

    def entrants(self, *, singly: bool, seed: str) -> tuple[tuple[str, ...], ...]:
        """The entrants: everybody alone, or pairs, those without a partner drawn together."""
        if singly:
            return tuple((name,) for line in self.lines for name in line)
        drawn = sorted(self.alone, key=lambda name: lot(seed, "partners", name))
        return (*(line for line in self.lines if len(line) > 1), *zip(drawn[::2], drawn[1::2], strict=False))


def read_names(text: str, words: Words) -> People:
    """Read the field; doubled and impossible names are told with the line that they stand in."""
    lines = [tuple(clean(name) for name in line.split("&")) for line in text.splitlines() if line.strip()]
    seen: set[str] = set()
    problems = []
    for line in lines:
        if len(line) > 2 or not all(0 < len(name) <= NAME_LENGTH for name in line):
            problems.append(words.gettext(NOT_A_PAIR, line=" & ".join(line)))
        for name in line:
            if name.casefold() in seen:
                problems.append(say_refusal(malformed("name_twice", FIELD, name), words))
            seen.add(name.casefold())
    return People(tuple(line for line in lines if all(line)), tuple(dict.fromkeys(problems)))


def text_of(lines: Sequence[Sequence[str]]) -> str:
    """Entrants as they would be typed."""
    return "\n".join(" & ".join(line) for line in lines)
