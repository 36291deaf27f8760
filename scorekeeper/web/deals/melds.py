"""The melds of a recorded deal, card by card, with what each is worth: why a side was given its points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorekeeper.engine.cards import JOKER, SEQUENCE, TWO
from scorekeeper.engine.deal import Meld
from scorekeeper.engine.entries import Setup
from scorekeeper.engine.match import Row, places_of, read_body
from scorekeeper.engine.melds import canasta_bonus, canasta_kind, laid_value
from scorekeeper.words import Words
from scorekeeper.words.entry import MELD_IS, letters

NO_CORNERS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class LaidView:
    """One meld: `parts` are (face, count), a joker is "joker"; `is_` names the canasta that it makes."""

    parts: tuple[tuple[str, int], ...]
    points: int
    is_: str
    bonus: int


def laid(setup: Setup, row: Row, words: Words) -> dict[int, tuple[LaidView, ...]]:
    """The melds of each scorer, by place; sides that were entered by totals have none."""
    if row.annulled is not None:
        return {}
    deal = read_body(setup, row.record.body)
    return {
        place: tuple(_laid(setup, meld, words) for meld in side.melds)
        for at, side in enumerate(deal.sides)
        for place in places_of(setup, deal, at)
    }


def _laid(setup: Setup, meld: Meld, words: Words) -> LaidView:
    kind = canasta_kind(meld, setup.rules)
    return LaidView(
        parts=tuple(parts_of(meld, letters(setup.pack_index))),
        points=laid_value(meld, setup.rules),
        is_=words.gettext(MELD_IS[kind]) if kind else "",
        bonus=canasta_bonus(kind, setup.rules) if kind else 0,
    )


def parts_of(meld: Meld, corners: Mapping[str, str] = NO_CORNERS) -> Iterator[tuple[str, int]]:
    """The cards of a meld as (face, count); `corners` are the letters on them, where those are not the ranks."""
    if meld.rank == SEQUENCE:
        yield from ((corners.get(card, card), 1) for card in meld.cards)
    elif meld.naturals:
        yield corners.get(meld.rank, meld.rank), meld.naturals
    yield from ((kind, count) for kind, count in ((TWO, meld.twos), (JOKER, meld.jokers)) if count)
