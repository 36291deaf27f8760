"""The movements: rules that make the seatings, one file each. None knows another's name."""

from collections.abc import Callable, Mapping

from scorekeeper.engine.values import Struct, field
from scorekeeper.evening.movements import (
    danish,
    draw,
    free,
    individual,
    knockout,
    mitchell,
    round_robin,
    swiss,
    two_losses,
)
from scorekeeper.evening.movements.options import MOST_TABLES, Reader, flag, one_of, tables, whole
from scorekeeper.evening.values import Ask, Drawn

MOST_ROUNDS = 999


class Movement(Struct):
    """A movement: its seating, its options besides `tables`, and whether it draws by a seed.

    `by_number`: its seeds stand for the whole evening, so that nobody's rank of tonight may change them.
    `in_advance`: its rounds can be known before any is played. `by_hand`: somebody gives the tables of each round.
    `needs_winner`: a draw holds the next round up. `alive`: who is not out yet, where losing puts people out.
    """

    seat: Callable[[Ask], Drawn]
    options: Mapping[str, Reader] = field(default_factory=dict)
    draws: Callable[[Mapping[str, object]], bool] = lambda options: False
    by_number: bool = False
    in_advance: bool = False
    by_hand: bool = False
    needs_winner: bool = False
    alive: Callable[[Ask], tuple[str, ...]] | None = None


MOVEMENTS: Mapping[str, Movement] = {
    "free": Movement(free.seat, {"seating": free.read_seating}, by_hand=True),
    "draw": Movement(draw.seat, {"per_table": whole(2, 4), "avoid_repeats": flag}, lambda options: True),
    "round_robin": Movement(round_robin.seat, in_advance=True),
    "mitchell": Movement(mitchell.seat, {"step": mitchell.read_step}, in_advance=True),
    "danish": Movement(danish.seat, {"per_table": whole(2, 3)}),
    "danish_no_repeat": Movement(
        danish.seat_without_repeats, {"repeats": one_of(danish.EVENING, danish.PREVIOUS), "last_round": flag}
    ),
    "swiss": Movement(swiss.seat),
    "individual": Movement(
        individual.seat,
        {"rounds": whole(1, MOST_ROUNDS), "schedule": one_of(individual.AUTO, individual.SEARCH)},
        in_advance=True,
    ),
    "knockout": Movement(
        knockout.seat,
        {"seeding": one_of("rank", "draw"), "third_place": flag},
        lambda options: options.get("seeding") == "draw",
        by_number=True,
        needs_winner=True,
        alive=knockout.alive,
    ),
    "two_losses": Movement(
        two_losses.seat,
        {"losses": whole(1, MOST_ROUNDS), "final_of": whole(1, MOST_TABLES)},
        alive=two_losses.alive,
    ),
}


def readers(movement: str) -> Mapping[str, Reader]:
    """The options of a movement, each with what reads it."""
    return {"tables": tables, **MOVEMENTS[movement].options}
