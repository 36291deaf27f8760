"""The names of an evening's entrants and sides, their players and seats, and the tables of the room."""

from collections.abc import Iterable

from scorekeeper.evening.fold import Evening
from scorekeeper.evening.memory import EntrantRecord
from scorekeeper.evening.values import Sides


def entrant_name(entrant: EntrantRecord, round_: int) -> str:
    """The name of an entrant. Without one, the names of its players in a round: "Ilona & Mihai"."""
    return entrant.name or " & ".join(map(str, entrant.players(round_)))


def names_of(evening: Evening, round_: int | None = None) -> dict[str, str]:
    """The names of all entrants by id. An entrant without a name is called by its players in round `round_` (None: the
    last one published)."""
    shown = round_ or max(1, len(evening.rounds))
    return {entrant.id: entrant_name(entrant, shown) for entrant in evening.entrants}


def side_name(names: dict[str, str], ids: Iterable[str]) -> str:
    """The name of a side, from those of its entrants."""
    return " & ".join(names[id_] for id_ in ids)


def people_of(evening: Evening) -> list[tuple[str, ...]]:
    """The players of each entrant in the last published round, in the order of the entrants."""
    return [tuple(map(str, entrant.players(max(1, len(evening.rounds))))) for entrant in evening.entrants]


def tables_of(evening: Evening) -> tuple[int, ...]:
    """The numbers of the room's tables, ascending: the tables in the settings, and those used so far.

    Without tables in the settings, the numbers begin with 1, one for each table that the entrants fill: two entrants
    at a table, or four with the movement `individual`.
    """
    sides = 4 if evening.setup.movement == "individual" else 2
    needed = range(1, max(1, len(evening.entrants) // sides) + 1)
    seated = (table.number for each in evening.rounds for table in each.tables)
    return tuple(sorted({*(evening.setup.tables or needed), *seated}))


def people_at(evening: Evening, round_: int, sides: Sides) -> list[tuple[int, int, str, str]]:
    """The players at a table in a round, as (seat, index of the side, id of the entrant, name of the player). Seats
    count clockwise from 0; the sides sit alternately."""
    players = {entrant.id: entrant.players(round_) for entrant in evening.entrants}
    seated = []
    for at, side in enumerate(sides):
        people = ((id_, str(name)) for id_ in side for name in players[id_])
        seated += [(seat * len(sides) + at, at, *person) for seat, person in enumerate(people)]
    return sorted(seated)
