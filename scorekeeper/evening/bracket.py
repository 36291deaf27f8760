"""Evenings with a movement in which losers are out: who is left, the stage of a round, and the winners."""

from scorekeeper.engine.refused import Refused
from scorekeeper.evening.counting import ask, standings_of
from scorekeeper.evening.fold import Evening, TableNow
from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.movements.knockout import FINAL_OF

#: The stages of a knock-out, by the maximum number of entrants left before the round: with three or four, "semi_final".
STAGES = {2: "final", 4: "semi_final", 8: "quarter_final"}


def knocks_out(evening: Evening) -> bool:
    """Return whether losers are out, so that the evening does not end after a fixed number of rounds."""
    return MOVEMENTS[evening.setup.movement].alive is not None


def left_before(evening: Evening, round_: int) -> tuple[str, ...]:
    """The ids of the entrants who are not out before a round.

    Empty if the movement puts nobody out. Empty also if an earlier round does not decide who is out: a result is
    missing, or, in a bracket, is a draw or does not fit.
    """
    alive = MOVEMENTS[evening.setup.movement].alive
    try:
        return alive(ask(evening, {}, round_=round_)) if alive else ()
    except Refused:
        return ()


def stage(evening: Evening, round_: int) -> str | None:
    """The stage of a knock-out's round: `final`, `semi_final`, `quarter_final`, or None."""
    if evening.setup.movement != "knockout":
        return None
    left = len(left_before(evening, round_))
    return next((name for most, name in STAGES.items() if 1 < left <= most), None)


def plays_for(evening: Evening, round_: int, table: TableNow) -> str | None:
    """The match that a table plays in the last round of a knock-out: `final` or `third_place`. None in any other
    round."""
    if stage(evening, round_) != "final":
        return None
    return (
        "final" if any(id_ in left_before(evening, round_) for side in table.sides for id_ in side) else "third_place"
    )


def is_decided(evening: Evening) -> bool:
    """Return whether so few entrants are left that there is no further round. False as long as the current round is not
    closed, and for a movement that puts nobody out."""
    if not knocks_out(evening) or evening.current is None or evening.current.state != "closed":
        return False
    most = int(evening.setup.movement_options.get("final_of", FINAL_OF))
    return 0 < len(left_before(evening, evening.next_round)) <= most


def is_last(evening: Evening, round_: int) -> bool:
    """Return whether this is the last round, as far as is known. True for every round of a finished or decided evening.

    In any other evening, the last round is the final of a knock-out or, if the movement puts nobody out, the round with
    which the planned number of rounds is reached.
    """
    if evening.state == "finished" or is_decided(evening):
        return True
    if knocks_out(evening):
        return stage(evening, round_) == "final"
    return bool(evening.setup.rounds and round_ >= evening.setup.rounds)


def winners(evening: Evening) -> tuple[str, ...]:
    """The ids of the winners: the entrants who are left if the evening is decided (`is_decided`), otherwise those in
    first place once the evening is finished. Empty before that, and if no round was closed."""
    if is_decided(evening):
        return left_before(evening, evening.next_round)
    if evening.state != "finished" or not any(each.state == "closed" for each in evening.rounds):
        return ()
    return tuple(row.entrant for row in standings_of(evening).rows if row.place == 1)
