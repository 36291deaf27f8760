"""The movements: rules that make the seatings, those of a kind in one file, and their options, read strictly."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorekeeper.engine import shape
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.values import Struct, field
from scorekeeper.evening.movements import draw, free, individual
from scorekeeper.evening.movements.knockout import (
    alive_in_knockout,
    alive_in_two_losses,
    seat_knockout,
    seat_two_losses,
)
from scorekeeper.evening.movements.round_robin import read_step, seat_mitchell, seat_round_robin
from scorekeeper.evening.movements.standing import (
    EVENING,
    PREVIOUS,
    seat_danish,
    seat_danish_without_repeats,
    seat_swiss,
)
from scorekeeper.evening.values import MOST_TABLES, Drawn, Entrant, SeatingRequest

#: Reads the value of an option at its place, for this list of entrants. Raises `Refused`.
Reader = Callable[[Any, str, Sequence[Entrant]], Any]

MOST_ROUNDS = 999


class Movement(Struct):
    """A movement: its seating, its options besides `tables`, and whether it draws by a seed.

    `by_number`: its seeds stand for the whole evening, so that nobody's rank of tonight may change them.
    `in_advance`: its rounds can be known before any is played. `by_hand`: somebody gives the tables of each round.
    `needs_winner`: a draw holds the next round up. `alive`: who is not out yet, where losing puts people out.
    """

    seat: Callable[[SeatingRequest], Drawn]
    options: Mapping[str, Reader] = field(default_factory=dict)
    draws: Callable[[Mapping[str, object]], bool] = lambda options: False
    by_number: bool = False
    in_advance: bool = False
    by_hand: bool = False
    needs_winner: bool = False
    alive: Callable[[SeatingRequest], tuple[str, ...]] | None = None


def flag(value: Any, where: str, entrants: Sequence[Entrant]) -> bool:
    """A boolean."""
    if not isinstance(value, bool):
        raise malformed("not_true_or_false", where, value, (True, False))
    return value


def one_of(*allowed: str) -> Reader:
    """A text among the allowed ones."""
    return lambda value, where, entrants: shape.choice(value, where, allowed)


def whole(least: int, most: int) -> Reader:
    """A whole number within limits."""
    return lambda value, where, entrants: shape.whole(value, where, least, most)


def tables(value: Any, where: str, entrants: Sequence[Entrant]) -> tuple[int, ...]:
    """The numbers of the room's tables, in the order in which they are filled."""
    for number in shape.listed(value, where):
        shape.whole(number, where, 1, MOST_TABLES)
    if not value:
        raise malformed("missing", where)
    if len(set(value)) < len(value):
        raise malformed("there_twice", where, next(number for number in value if value.count(number) > 1))
    return tuple(value)


MOVEMENTS: Mapping[str, Movement] = {
    "free": Movement(free.seat, {"seating": free.read_seating}, by_hand=True),
    "draw": Movement(draw.seat, {"per_table": whole(2, 4), "avoid_repeats": flag}, lambda options: True),
    "round_robin": Movement(seat_round_robin, in_advance=True),
    "mitchell": Movement(seat_mitchell, {"step": read_step}, in_advance=True),
    "danish": Movement(seat_danish, {"per_table": whole(2, 3)}),
    "danish_no_repeat": Movement(
        seat_danish_without_repeats, {"repeats": one_of(EVENING, PREVIOUS), "last_round": flag}
    ),
    "swiss": Movement(seat_swiss),
    "individual": Movement(
        individual.seat,
        {"rounds": whole(1, MOST_ROUNDS), "schedule": one_of(individual.AUTO, individual.SEARCH)},
        in_advance=True,
    ),
    "knockout": Movement(
        seat_knockout,
        {"seeding": one_of("rank", "draw"), "third_place": flag},
        lambda options: options.get("seeding") == "draw",
        by_number=True,
        needs_winner=True,
        alive=alive_in_knockout,
    ),
    "two_losses": Movement(
        seat_two_losses,
        {"losses": whole(1, MOST_ROUNDS), "final_of": whole(1, MOST_TABLES)},
        alive=alive_in_two_losses,
    ),
}


def readers(movement: str) -> Mapping[str, Reader]:
    """The options of a movement, each with what reads it."""
    return {"tables": tables, **MOVEMENTS[movement].options}
