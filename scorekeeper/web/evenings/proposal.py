"""The seating of a round as the director asks for it: drawn or by hand, exchanged, with a table of those left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from werkzeug.datastructures import MultiDict

from scorekeeper.actions.rounds import seating
from scorekeeper.engine.values import Struct
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.values import Seating, Sides
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.web.evenings.by_hand import own_tables
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.frame.i18n import words

MOST_SWAPS = 40
SEED_LENGTH = 60


class Proposal(Struct):
    """A seating as it was asked for: what was drawn, who sits where after every change by hand, and who rests.

    `formats` are those that those who rest could play in, `extra` the one that was chosen for them; `begun` are tables
    of a round seated by hand that have an empty place."""

    drawn: Seating
    seed: str
    tables: tuple[tuple[int, Sides], ...]
    sit_out: tuple[str, ...]
    swaps: tuple[tuple[str, str], ...]
    formats: tuple[tuple[str, str], ...]
    extra: str
    begun: tuple[int, ...]


def proposal(evening_id: str, evening: Evening, number: int, values: MultiDict[str, str]) -> Proposal:
    """The seating that these values ask for. Raises `Refused` where no such seating can be."""
    seed = _seed(values) or evening.setup.seed or ""
    own, begun = own_tables(evening, number, values) if is_by_hand(evening) else (None, ())
    drawn = seating(current_desk(), evening_id, seed=seed, round_=number, own=own)
    swaps = _swaps(values, evening)
    tables, sit_out = exchanged(drawn, swaps)
    formats = () if begun else left_over(evening, sit_out)
    extra = values.get("extra", "")
    if extra not in dict(formats):
        return Proposal(drawn, seed, tables, sit_out, swaps, formats, "", begun)
    tables = (*tables, (_free(evening, tables), tuple((id_,) for id_ in sit_out)))
    return Proposal(drawn, seed, tables, (), swaps, (), extra, begun)


def is_by_hand(evening: Evening) -> bool:
    """Does the director seat everybody?"""
    return MOVEMENTS[evening.setup.movement].by_hand


def exchanged(
    drawn: Seating, swaps: Sequence[tuple[str, str]]
) -> tuple[tuple[tuple[int, Sides], ...], tuple[str, ...]]:
    """The tables and who rests, after each two have changed places."""
    takes = {id_: id_ for table in drawn.tables for side in table.sides for id_ in side}
    takes |= {id_: id_ for id_ in drawn.sit_out}
    for one, other in swaps:
        change = {one: other, other: one}
        takes = {seat: change.get(who, who) for seat, who in takes.items()}
    tables = tuple(
        (table.table, tuple(tuple(takes[id_] for id_ in side) for side in table.sides)) for table in drawn.tables
    )
    return tables, tuple(takes[id_] for id_ in drawn.sit_out)


def left_over(evening: Evening, sit_out: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The formats, with their titles, in which those who rest can play at a table of their own, each alone."""
    kinds = {entrant.id: entrant.kind for entrant in evening.entrants}
    if any(kinds[id_] != "individual" for id_ in sit_out):
        return ()
    book, alone = rulebook(), (len(sit_out), len(sit_out))
    formats = [(id_, book.formats[id_]) for id_ in book.rule_sets[evening.setup.rules].formats]
    fitting = ((id_, facts) for id_, facts in formats if (facts.table["players"], facts.table["sides"]) == alone)
    return tuple((id_, words().gettext(facts.title)) for id_, facts in fitting)


def _free(evening: Evening, tables: Sequence[tuple[int, Sides]]) -> int:
    """The first table of the room at which nobody sits; beyond those there are, the next number."""
    taken = {at for at, _ in tables}
    room = evening.setup.tables or ()
    return next((at for at in room if at not in taken), max(taken, default=0) + 1)


def _swaps(values: MultiDict[str, str], evening: Evening) -> tuple[tuple[str, str], ...]:
    """Who changed places with whom, one after the other; the two fields of the page come last."""
    ids = {entrant.id for entrant in evening.entrants}
    asked = [text.partition("-")[::2] for text in values.getlist("swap")[:MOST_SWAPS]]
    asked.append((values.get("one", ""), values.get("other", "")))
    return tuple((one, other) for one, other in asked if one != other and {one, other} <= ids)


def _seed(values: Mapping[str, str]) -> str:
    return values.get("seed", "")[:SEED_LENGTH]
