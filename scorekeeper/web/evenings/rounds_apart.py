"""Rounds that are counted in a way of their own, as fields of the form: one for each round, empty as the others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from scorekeeper.engine.refused import impossible
from scorekeeper.engine.values import Struct
from scorekeeper.evening.scoring import Scoring, countable
from scorekeeper.evening.scoring_reader import plain_scoring
from scorekeeper.rulebook.scorings import scoring_by_id
from scorekeeper.words import N_, Words
from scorekeeper.words.movements import SCORINGS

#: How the fields begin, and what stands for numbers that are of no scoring of the book.
APART, OWN = "apart-", "own"
_FIELD = re.compile(rf"{APART}([1-9]\d{{0,8}})", re.ASCII)


class RoundApart(Struct):
    """The field of a round: its name, what it is called, what is chosen, and what may be as (value, words)."""

    name: str
    label: str
    value: str
    options: tuple[tuple[str, str], ...]


class RoundsApart(Struct):
    """A field for every round that is planned, or that has a way of its own; `in_short`: those that have."""

    fields: tuple[RoundApart, ...]
    in_short: str


def rounds_page(typed: Mapping[str, str], words: Words) -> RoundsApart:
    """The fields with what was chosen in them."""
    say, chosen = words.gettext, _chosen(typed)
    usual = (("", say(N_("as the other rounds"))), *((id_, say(SCORINGS[id_])) for id_ in scoring_by_id()))
    own = (OWN, say(N_("with numbers of its own")))
    fields = tuple(
        RoundApart(
            f"{APART}{number}",
            say(N_("Round %(round)s"), round=number),
            chosen.get(number, ""),
            (*usual, own) if chosen.get(number) == OWN else usual,
        )
        for number in sorted({*range(1, int(typed["rounds"]) + 1), *chosen})
    )
    apart = ", ".join(map(str, sorted(chosen)))
    return RoundsApart(fields, say(N_("rounds: %(rounds)s"), rounds=apart) if chosen else say(N_("all rounds alike")))


def read_rounds(typed: Mapping[str, str], sides: int, own: Mapping[int, Scoring]) -> dict[str, Any]:
    """The scorings of single rounds as full values; `own` has those with numbers of their own.

    Raises `Refused` with the field of a scoring that counts no tables of so many sides.
    """
    rounds = {}
    for number, id_ in _chosen(typed).items():
        scoring = own.get(number) if id_ == OWN else scoring_by_id()[id_]
        if scoring is None:
            continue
        if not countable(scoring, sides):
            raise impossible("scoring_of_two_sides", f"{APART}{number}")
        rounds[str(number)] = plain_scoring(scoring)
    return rounds


def typed_rounds(rounds: Mapping[int, Scoring]) -> dict[str, str]:
    """The scorings of single rounds as their fields would have them."""
    book = [(id_, plain_scoring(listed)) for id_, listed in scoring_by_id().items()]
    plain = {number: plain_scoring(scoring) for number, scoring in rounds.items()}
    return {
        f"{APART}{number}": next((id_ for id_, listed in book if listed == full), OWN) for number, full in plain.items()
    }


def _chosen(typed: Mapping[str, str]) -> dict[int, str]:
    """What was chosen for each round that has a way of its own; what cannot be chosen is as the others."""
    rounds = ((_FIELD.fullmatch(name), text) for name, text in typed.items())
    return {int(field[1]): text for field, text in rounds if field and (text == OWN or text in scoring_by_id())}
