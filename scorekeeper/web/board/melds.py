"""Melds and lines of a score as every page shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorekeeper.engine.cards import JOKER, SEQUENCE, TWO
from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.melds import canasta_kind, laid_value, violations
from scorekeeper.engine.deals.scoring import Line
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.words import Words
from scorekeeper.words.entry import canasta_name
from scorekeeper.words.findings import say_violation

NO_CORNERS: Mapping[str, str] = {}


class LaidView(Struct):
    """One meld: `parts` are (what joins it to the one before, face, count or 0 for a card of a sequence), a joker is
    "joker"; `is_` names the canasta that it makes, `card` is the colour of its card."""

    parts: tuple[tuple[str, str, int], ...]
    points: int
    is_: str
    bonus: int
    card: str


def laid_view(meld: Meld, rules: RuleSet, words: Words, corners: Mapping[str, str] = NO_CORNERS) -> LaidView:
    """Lay out one meld; `corners` are the letters on its cards, where those are not the ranks."""
    kind = canasta_kind(meld, rules)
    return LaidView(
        parts=tuple(_parts(meld, corners)),
        points=laid_value(meld, rules),
        is_=canasta_name(kind, rules, words) if kind else "",
        bonus=rules.bonus_of[kind] if kind else 0,
        card="" if not kind else "red" if kind.startswith("natural") else "ink",
    )


def hint(meld: Meld, is_: str, rules: RuleSet, words: Words, *, going_out: bool) -> str:
    """The note at a meld: its irregularity, else what it has become, else what it lacks."""
    broken = violations(meld, rules, going_out=going_out)
    if broken:
        return say_violation(broken[0], words)
    lacks = rules.canasta_size - meld.size
    if is_ or not rules.canastas_of[meld.rank] or lacks < 1:
        return is_
    return words.ngettext("%(num)s more for a canasta", "%(num)s more for a canasta", lacks)


def note(line: Line, words: Words) -> str:
    """The calculation of a line, where that is not obvious: 2 × 300."""
    if line.count is None or line.each is None:
        return line.article or ""
    counted = f"{words.number(line.count)} × {words.number(line.each)}"
    return f"{counted}, {line.article}" if line.article else counted


def _parts(meld: Meld, corners: Mapping[str, str]) -> Iterator[tuple[str, str, int]]:
    """The cards of a meld; those of a sequence stand side by side, uncounted."""
    if meld.rank == SEQUENCE:
        yield from ((" " if at else "", corners.get(card, card), 0) for at, card in enumerate(meld.cards))
    elif meld.naturals:
        yield "", corners.get(meld.rank, meld.rank), meld.naturals
    joint = " + " if meld.naturals else ""
    for kind, count in ((TWO, meld.twos), (JOKER, meld.jokers)):
        if count:
            yield joint, kind, count
            joint = " + "
