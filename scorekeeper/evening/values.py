"""The input and the result of a movement: entrants, played rounds, a seating."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from scorekeeper.engine.values import Meta, Struct, field

Status = Literal["present", "absent", "left"]
#: The entrants of each side of a table, by their ids.
Sides = tuple[tuple[str, ...], ...]
Cost = tuple[int, ...]

MOST_TABLES = 999
TableNumber = Annotated[int, Meta(ge=1, le=MOST_TABLES)]
#: The value of `winner` for a table that ended in a draw.
DRAW = "draw"


class Entrant(Struct):
    """An entrant. `number` is the position in the list, `rank` the position in the standings, both from 1.

    `fixed_table` is the number of the entrant's own table, for someone who cannot move about. The entrant stays there
    if possible.
    """

    id: str
    number: int
    rank: int
    points: int = 0
    fixed_table: int | None = None
    status: Status = "present"


class SeatedTable(Struct):
    """A table of a played round. `winner` is the index of a side, `DRAW`, or None if it is unknown or no side came. No
    movement depends on the `number`."""

    sides: Sides
    winner: int | str | None = None
    walk_over: bool = False
    number: int | None = None


class Round(Struct):
    """A played round."""

    tables: tuple[SeatedTable, ...]
    sit_out: tuple[str, ...] = ()


class Schedule(Struct):
    """A schedule of partners. A round is a list of tables, and a table is two pairs of player numbers from 1: in
    ((1, 2), (3, 4)), 1 and 2 are partners. In the first `fresh` rounds, no two players are opponents twice."""

    rounds: tuple[tuple[tuple[tuple[int, int], tuple[int, int]], ...], ...]
    fresh: int


class SeatingRequest(Struct):
    """The request for the seating of the next round by a movement. `history` has all rounds before it, in order;
    `schedules` are by number of players."""

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
        """The entrants who can be seated, in the order of their numbers."""
        return tuple(entrant for entrant in self.entrants if entrant.status == "present")

    def own_table(self, id_: str) -> int | None:
        """The number of an entrant's own table (`fixed_table`), or None."""
        return next(entrant.fixed_table for entrant in self.entrants if entrant.id == id_)


class Drawn(Struct):
    """The result of a movement: tables in the movement's order, the ids of those who rest, and the parts of the cost by
    name.

    `numbers` are the table numbers, if the movement sets them; None in place of a number means the next free one.
    `done`: the evening is decided. `extra` are further keys of the JSON answer.
    """

    tables: tuple[Sides, ...]
    resting: Sequence[str] = ()
    cost: Mapping[str, int] | None = None
    numbers: tuple[int | None, ...] | None = None
    done: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)


class Seated(Struct):
    """A table of a round with its entrants. `format` is "" if the table plays the format of the evening."""

    number: int = field(name="table")
    sides: Sides
    format: str = ""

    @property
    def plain(self) -> dict[str, Any]:
        """The table as JSON."""
        plain = {"table": self.number, "sides": [list(side) for side in self.sides]}
        return plain | ({"format": self.format} if self.format else {})


class SeatingFinding(Struct):
    """A compromise of a seating. The key is `met_before` or `partners_before`, with two entrants and the number of
    times, or `moved`, with one entrant."""

    key: str
    table: int
    entrants: tuple[str, ...]
    times: int = 0


class Seating(Struct):
    """The seating of a round, ready to be published. `tables` are in the order of their numbers, `sit_out` in the order
    of the entrants."""

    round: int
    tables: tuple[Seated, ...]
    sit_out: tuple[str, ...]
    cost: Mapping[str, int] | None
    findings: tuple[SeatingFinding, ...]
    done: bool
    extra: Mapping[str, Any]
