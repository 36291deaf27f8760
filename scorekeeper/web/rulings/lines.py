"""Rulings that were made, as lines: on the list of a match, and where a side had one before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.engine.entries import RulingRecord
from scorekeeper.engine.match import State
from scorekeeper.engine.rulings import facts, row_of
from scorekeeper.rulebook.codes import codes
from scorekeeper.web.board.model import SIDES
from scorekeeper.words import N_, Words
from scorekeeper.words.rulings import say_obligation

#: What stands in for a code where a table ruled by an article of its own.
HOUSE = "house"


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling in one line. `owes` are (text, done); `url` leads to the article where it stands in a code."""

    id: str
    deal: int
    side: str
    who: str
    article: str
    title: str
    house: bool
    override: bool
    reason: str
    points: int
    opening_raise: int
    withdrawn: bool
    void: bool
    owes: tuple[tuple[str, bool], ...]


def ruling_line(ruling: RulingRecord, state: State, words: Words) -> RulingLine:
    """Say one ruling."""
    return RulingLine(
        id=ruling.id,
        deal=ruling.deal,
        side=SIDES[ruling.side],
        who=who_of(ruling, state),
        article=ruling.article,
        title=title_of(ruling, words),
        house=ruling.code == HOUSE,
        override=ruling.override,
        reason=ruling.reason,
        points=ruling.points,
        opening_raise=ruling.opening_raise,
        withdrawn=ruling.withdrawn,
        void=not ruling.withdrawn and not state.counts(ruling),
        owes=tuple(_owes(ruling, words)),
    )


def earlier(state: State, side: int, words: Words) -> tuple[str, ...]:
    """What a side was found to have done wrong before, the latest first."""
    made = [ruling for ruling in reversed(state.rulings) if ruling.side == side and not ruling.withdrawn]
    return tuple(_in_short(ruling, state, words) for ruling in made if not _lawful(ruling, state))


def _lawful(ruling: RulingRecord, state: State) -> bool:
    """Did nobody do anything wrong: a pack that was incorrect, a partner's answer that was followed?"""
    code = codes().get(ruling.code)
    entry = code.entry(ruling.article) if code else None
    row = row_of(entry, ruling.answers, facts(state.setup.rules)) if entry else None
    return row is not None and row.lawful


def title_of(ruling: RulingRecord, words: Words) -> str:
    """What the article is called; a table's own article brought its title along."""
    if ruling.title:
        return ruling.title
    code = codes().get(ruling.code)
    entry = code.entry(ruling.article) if code else None
    return words.gettext(entry.title) if entry else ""


def named(ruling: RulingRecord, words: Words) -> str:
    """The article by its number and title, for nobody at a table knows the numbers; a table's own is marked."""
    if ruling.code != HOUSE:
        return f"{ruling.article} {title_of(ruling, words)}".rstrip()
    return words.gettext(N_("%(article)s %(title)s (house article)"), article=ruling.article, title=ruling.title)


def who_of(ruling: RulingRecord, state: State) -> str:
    """The player, or the side where no player was named."""
    return ruling.player or state.setup.sides[ruling.side].name


def _in_short(ruling: RulingRecord, state: State, words: Words) -> str:
    told, who = N_("Deal %(deal)s, %(side)s: %(article)s"), who_of(ruling, state)
    return words.gettext(told, deal=ruling.deal, side=who, article=named(ruling, words))


def _owes(ruling: RulingRecord, words: Words) -> Iterable[tuple[str, bool]]:
    for place, owed in enumerate(ruling.obligations):
        yield say_obligation(owed, words), place in ruling.done
