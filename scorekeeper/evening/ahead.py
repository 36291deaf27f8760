"""Rounds to come that are known already, because their movement asks nothing of what is played until then."""

from collections.abc import Mapping

from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import Struct, replace
from scorekeeper.evening.counting import ask
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.movements.individual import SEARCH
from scorekeeper.evening.seating.pairing import pair
from scorekeeper.evening.values import Round, Schedule, SeatedTable, Sides

#: Rounds beyond which nobody plans an evening that names no number of them.
MOST_ROUNDS = 40


class Planned(Struct):
    """A round as it was published, or as it will be seated while everybody stays: tables by number, who rests."""

    number: int
    tables: tuple[tuple[int, Sides], ...]
    sit_out: tuple[str, ...]


def planned(evening: Evening, schedules: Mapping[int, Schedule]) -> tuple[Planned, ...]:
    """Every round that is known: those published, and those that the movement gives in advance; maybe only those."""
    rounds = [
        Planned(each.number, tuple((table.number, table.sides) for table in each.tables), each.sit_out)
        for each in evening.rounds
    ]
    if not MOVEMENTS[evening.setup.movement].in_advance:
        return tuple(rounds)
    question = ask(evening, schedules)
    whole = len(question.entrants) - 1 + len(question.entrants) % 2
    while len(rounds) < (evening.setup.rounds or min(whole, MOST_ROUNDS)):
        try:
            seating = pair(question)
        except Refused:
            break
        if seating.extra.get("method") == SEARCH:
            break
        rounds.append(
            Planned(seating.round, tuple((each.number, each.sides) for each in seating.tables), seating.sit_out)
        )
        played = Round(tuple(SeatedTable(each.sides) for each in seating.tables), seating.sit_out)
        question = replace(question, history=(*question.history, played))
    return tuple(rounds)
