"""The movements, which are the rules for seating a round, and the strict reading of their options."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorekeeper.engine import shape
from scorekeeper.engine.reading import one_of, read, whole
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.values import Struct, field
from scorekeeper.evening.movements import draw, free, individual, knockout, round_robin, standing
from scorekeeper.evening.values import MOST_TABLES, Drawn, Entrant, SeatingRequest

#: The reader of an option: it gets the JSON value, its location and the entrants, and returns the value of the option.
#: Raises `Refused`.
Reader = Callable[[Any, str, Sequence[Entrant]], Any]

MOST_ROUNDS = 999


class Movement(Struct):
    """A movement. `seat` seats a round, and raises `Refused` if there is no seating. `options` are the readers of all
    options except `tables`, by name. `draws` gets the values of the options, and returns whether the movement then
    draws lots from a seed.

    `by_number`: entrants are ranked by their numbers all evening, not by the standings. `in_advance`: the seating
    does not depend on results, so that later rounds can be shown in advance. `by_hand`: the director sets the tables of
    each round. `needs_winner`: if a table ends in a draw, a winner has to be chosen before the next round. `alive`
    returns the ids of the entrants who are still in; it is None if the movement puts nobody out.
    """

    seat: Callable[[SeatingRequest], Drawn]
    options: Mapping[str, Reader] = field(default_factory=dict)
    draws: Callable[[Mapping[str, object]], bool] = lambda options: False
    by_number: bool = False
    in_advance: bool = False
    by_hand: bool = False
    needs_winner: bool = False
    alive: Callable[[SeatingRequest], tuple[str, ...]] | None = None


def plain(kind: Any) -> Reader:
    """The reader of an option of this type."""
    return lambda value, where, entrants: read(kind, value, where)


def tables(value: Any, where: str, entrants: Sequence[Entrant]) -> tuple[int, ...]:
    """Read the numbers of the room's tables, in the order in which they are filled."""
    for number in shape.listed(value, where):
        shape.whole(number, where, 1, MOST_TABLES)
    if not value:
        raise malformed("missing", where)
    if len(set(value)) < len(value):
        raise malformed("there_twice", where, next(number for number in value if value.count(number) > 1))
    return tuple(value)


MOVEMENTS: Mapping[str, Movement] = {
    "free": Movement(free.seat, {"seating": free.read_seating}, by_hand=True),
    "draw": Movement(draw.seat, {"per_table": plain(whole(2, 4)), "avoid_repeats": plain(bool)}, lambda options: True),
    "round_robin": Movement(round_robin.seat_round_robin, in_advance=True),
    "mitchell": Movement(round_robin.seat_mitchell, {"step": round_robin.read_step}, in_advance=True),
    "danish": Movement(standing.seat_danish, {"per_table": plain(whole(2, 3))}),
    "danish_no_repeat": Movement(
        standing.seat_danish_without_repeats,
        {"repeats": plain(one_of((standing.EVENING, standing.PREVIOUS))), "last_round": plain(bool)},
    ),
    "swiss": Movement(standing.seat_swiss),
    "individual": Movement(
        individual.seat,
        {"rounds": plain(whole(1, MOST_ROUNDS)), "schedule": plain(one_of((individual.AUTO, individual.SEARCH)))},
        in_advance=True,
    ),
    "knockout": Movement(
        knockout.seat_knockout,
        {"seeding": plain(one_of(("rank", "draw"))), "third_place": plain(bool)},
        lambda options: options.get("seeding") == "draw",
        by_number=True,
        needs_winner=True,
        alive=knockout.alive_in_knockout,
    ),
    "two_losses": Movement(
        knockout.seat_two_losses,
        {"losses": plain(whole(1, MOST_ROUNDS)), "final_of": plain(whole(1, MOST_TABLES))},
        alive=knockout.alive_in_two_losses,
    ),
}


def readers(movement: str) -> Mapping[str, Reader]:
    """The readers of a movement's options by name."""
    return {"tables": tables, **MOVEMENTS[movement].options}
