"""Inputs and results of a movement: entrants, rounds that were played, a seating."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from scorekeeper.engine.values import Meta, Struct, field

Status = Literal["present", "absent", "left"]
#: The entrants of each side of a table, by their ids.
Sides = tuple[tuple[str, ...], ...]
Cost = tuple[int, ...]

MOST_TABLES = 999
TableNumber = Annotated[int, Meta(ge=1, le=MOST_TABLES)]
#: What stands for a winner where nobody won.
DRAW = "draw"


class Entrant(Struct):
    """A ranked entrant: `number` is the place in the list, `rank` the one in the standings, both from 1."""

    id: str
    number: int
    rank: int
    points: int = 0
    fixed_table: int | None = None
    status: Status = "present"


class SeatedTable(Struct):
    """A table of a round that was played; `winner` is the place of a side, `DRAW`, or None where nobody knows. Its
    number, if told, moves nobody."""

    sides: Sides
    winner: int | str | None = None
    walk_over: bool = False
    number: int | None = None


class Round(Struct):
    """A round that was played."""

    tables: tuple[SeatedTable, ...]
    sit_out: tuple[str, ...] = ()


class Schedule(Struct):
    """Rounds of tables by player numbers from 1; up to `fresh` rounds nobody meets an opponent twice."""

    rounds: tuple[tuple[tuple[tuple[int, int], tuple[int, int]], ...], ...]
    fresh: int


class SeatingRequest(Struct):
    """The question "who sits where?" of a movement."""

    movement: str
    entrants: tuple[Entrant, ...]
    history: tuple[Round, ...] = ()
    seed: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    schedules: Mapping[int, Schedule] = field(default_factory=dict)

    @property
    def round(self) -> int:
        """The number of the round to be seated."""
        return len(self.history) + 1

    @property
    def present(self) -> tuple[Entrant, ...]:
        """Those who can be seated, by number."""
        return tuple(entrant for entrant in self.entrants if entrant.status == "present")

    def own_table(self, id_: str) -> int | None:
        """The table that an entrant does not leave, or None."""
        return next(entrant.fixed_table for entrant in self.entrants if entrant.id == id_)


class Drawn(Struct):
    """The result of a movement: tables in its own order, those who rest, and the cost of the seating by name.

    `numbers` are the tables that it gives itself, None for the next that is free. `extra` is what else the answer says.
    """

    tables: tuple[Sides, ...]
    resting: Sequence[str] = ()
    cost: Mapping[str, int] | None = None
    numbers: tuple[int | None, ...] | None = None
    done: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)


class Seated(Struct):
    """A table of a round, with the entrants of each side; `format` where it is not that of the evening."""

    number: int = field(name="table")
    sides: Sides
    format: str = ""

    @property
    def plain(self) -> dict[str, Any]:
        """The table as an entry says it."""
        plain = {"table": self.number, "sides": [list(side) for side in self.sides]}
        return plain | ({"format": self.format} if self.format else {})


class SeatingFinding(Struct):
    """A compromise of a seating: `met_before`, `partners_before` (two entrants, how often) or `moved` (one)."""

    key: str
    table: int
    entrants: tuple[str, ...]
    times: int = 0


class Seating(Struct):
    """A round as it may be published: tables by number, sit-outs in the entrants' order."""

    round: int
    tables: tuple[Seated, ...]
    sit_out: tuple[str, ...]
    cost: Mapping[str, int] | None
    findings: tuple[SeatingFinding, ...]
    done: bool
    extra: Mapping[str, Any]
