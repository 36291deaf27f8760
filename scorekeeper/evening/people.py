"""Names of an evening's entrants and sides, their seats, and the tables needed."""

from collections.abc import Iterable

from scorekeeper.evening.fold import Evening
from scorekeeper.evening.memory import EntrantRecord
from scorekeeper.evening.values import Sides


def entrant_name(entrant: EntrantRecord, round_: int) -> str:
    """An entrant's own name, else those of who plays for it in a round."""
    return entrant.name or " & ".join(map(str, entrant.players(round_)))


def names_of(evening: Evening, round_: int | None = None) -> dict[str, str]:
    """Everybody's name by id, with who plays in a round; without one in the last that was published."""
    shown = round_ or max(1, len(evening.rounds))
    return {entrant.id: entrant_name(entrant, shown) for entrant in evening.entrants}


def side_name(names: dict[str, str], ids: Iterable[str]) -> str:
    """A side by its entrants."""
    return " & ".join(names[id_] for id_ in ids)


def people_of(evening: Evening) -> list[tuple[str, ...]]:
    """The players of each entrant, in the order of the list."""
    return [tuple(map(str, entrant.players(max(1, len(evening.rounds))))) for entrant in evening.entrants]


def tables_of(evening: Evening) -> tuple[int, ...]:
    """The tables of the room: those that were named, else as many as the entrants need, and those of the rounds."""
    sides = 4 if evening.setup.movement == "individual" else 2
    needed = range(1, max(1, len(evening.entrants) // sides) + 1)
    seated = (table.number for each in evening.rounds for table in each.tables)
    return tuple(sorted({*(evening.setup.tables or needed), *seated}))


def people_at(evening: Evening, round_: int, sides: Sides) -> list[tuple[int, int, str, str]]:
    """The players of a table in a round by their seats, clockwise from 0: the seat, the place of the side, the
    entrant's id and the player's name. The sides sit alternately."""
    players = {entrant.id: entrant.players(round_) for entrant in evening.entrants}
    seated = []
    for at, side in enumerate(sides):
        people = ((id_, str(name)) for id_ in side for name in players[id_])
        seated += [(seat * len(sides) + at, at, *person) for seat, person in enumerate(people)]
    return sorted(seated)
