"""Who plays: a name a line, "A & B" makes a pair, "@3" a table of its own; and partners that the lot gives."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scorekeeper.actions.matches import clean
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.engine.values import Struct
from scorekeeper.evening.past import lot
from scorekeeper.words import N_, Words
from scorekeeper.words.refusals import say_refusal

FIELD = "names"
TABLE = 4
#: At the end of a line: the table that its people stay at.
FIXED = re.compile(r"@\s*([1-9][0-9]{0,2})\s*$")
#: One who has nobody to play with, where the evening is of pairs or trios.
ALONE = N_("%(name)s has no partner: an odd number of people came alone.")
ALONE_OF_THREE = N_("%(name)s is left over: the people who came alone do not divide into threes.")
NOT_AN_ENTRANT = {
    1: N_("“%(line)s”: everybody plays alone, so one name per line."),
    2: N_("“%(line)s” is neither a name nor a pair of two names."),
    3: N_("“%(line)s” is neither a name nor a trio of three names."),
}


class People(Struct):
    """Who was typed: those who come alone, the pairs and trios, in their order; the table each line stays at, or None;
    and what is wrong with a line."""

    lines: tuple[tuple[str, ...], ...]
    fixed: tuple[int | None, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many people that is."""
        return sum(map(len, self.lines))

    @property
    def everybody(self) -> tuple[str, ...]:
        """Everybody's name."""
        return tuple(name for line in self.lines for name in line)

    @property
    def alone(self) -> tuple[str, ...]:
        """Those who come without a partner."""
        return tuple(line[0] for line in self.lines if len(line) == 1)

    def wrong(self, size: int, words: Words, *, singly: bool = False) -> tuple[str, ...]:
        """What is wrong with these people where entrants are of so many players."""
        if self.problems:
            return self.problems
        fits = (1, size) if not singly else (1, 2)
        odd = [" & ".join(line) for line in self.lines if len(line) not in fits]
        if odd:
            return tuple(words.gettext(NOT_AN_ENTRANT[size], line=line) for line in odd)
        if not singly and len(self.alone) % size:
            return (words.gettext(ALONE if size == 2 else ALONE_OF_THREE, name=self.alone[-1]),)
        return ()

    def entrants(self, *, size: int, singly: bool, seed: str) -> tuple[tuple[tuple[str, ...], int | None], ...]:
        """The entrants with their own tables: everybody alone, or pairs and trios, the lot drawing who comes alone."""
        with_tables = list(zip(self.lines, self.fixed, strict=True))
        if singly or size == 1:
            return tuple(((name,), at) for line, at in with_tables for name in line)
        drawn = sorted(
            (each for each in with_tables if len(each[0]) == 1), key=lambda each: lot(seed, "partners", each[0][0])
        )
        groups = [drawn[at : at + size] for at in range(0, len(drawn) - size + 1, size)]
        together = (
            (tuple(line[0] for line, _ in group), next((at for _, at in group if at), None)) for group in groups
        )
        return (*(each for each in with_tables if len(each[0]) > 1), *together)


def read_names(text: str, words: Words) -> People:
    """Read the field; doubled and impossible names are told with the line that they stand in."""
    typed = [line for line in text.splitlines() if line.strip()]
    lines = [tuple(clean(name) for name in FIXED.sub("", line).split("&")) for line in typed]
    fixed = [int(own_table[1]) if (own_table := FIXED.search(line)) else None for line in typed]
    seen: set[str] = set()
    problems = []
    for line, as_typed in zip(lines, typed, strict=True):
        if len(line) > 3 or not all(0 < len(name) <= NAME_LENGTH for name in line):
            problems.append(words.gettext(NOT_AN_ENTRANT[2], line=as_typed.strip()))
        for name in filter(None, line):
            if name.casefold() in seen:
                problems.append(say_refusal(malformed("name_twice", FIELD, name), words))
            seen.add(name.casefold())
    kept = [(line, at) for line, at in zip(lines, fixed, strict=True) if all(line)]
    return People(tuple(line for line, _ in kept), tuple(at for _, at in kept), problems=tuple(dict.fromkeys(problems)))


def text_of(lines: Sequence[tuple[Sequence[str], int | None]]) -> str:
    """Entrants as they would be typed."""
    return "\n".join(" & ".join(line) + (f" @{at}" if at else "") for line, at in lines)
