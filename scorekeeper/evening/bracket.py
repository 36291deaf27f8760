"""Evenings on which losing puts people out: who is left, what a round is called for it, and who has won."""

from scorekeeper.engine.refused import Refused
from scorekeeper.evening.counting import ask, standings_of
from scorekeeper.evening.fold import Evening, TableNow
from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.movements.knockout import FINAL_OF

KNOCK_OUT = "knockout"
#: What a round of a knock-out is, by the most who are left before it.
STAGES = {2: "final", 4: "semi_final", 8: "quarter_final"}


def knocks_out(evening: Evening) -> bool:
    """Return whether losing puts entrants out, so that no number of rounds ends the evening."""
    return MOVEMENTS[evening.setup.movement].alive is not None


def left_before(evening: Evening, round_: int) -> tuple[str, ...]:
    """The ids of those who are not out before a round. Empty where losing puts nobody out, or a result is missing."""
    alive = MOVEMENTS[evening.setup.movement].alive
    try:
        return alive(ask(evening, {}, round_=round_)) if alive else ()
    except Refused:
        return ()


def stage(evening: Evening, round_: int) -> str | None:
    """The stage of a knock-out's round: `final`, `semi_final`, `quarter_final`, or None."""
    if evening.setup.movement != KNOCK_OUT:
        return None
    left = len(left_before(evening, round_))
    return next((name for most, name in STAGES.items() if 1 < left <= most), None)


def plays_for(evening: Evening, round_: int, table: TableNow) -> str | None:
    """The place that a table of a knock-out's last round plays for: `final` or `third_place`; None elsewhere."""
    if stage(evening, round_) != "final":
        return None
    return (
        "final" if any(id_ in left_before(evening, round_) for side in table.sides for id_ in side) else "third_place"
    )


def is_decided(evening: Evening) -> bool:
    """Return whether too few entrants are left to meet: the knock-out is over."""
    if not knocks_out(evening) or evening.current is None or evening.current.state != "closed":
        return False
    most = int(evening.setup.movement_options.get("final_of", FINAL_OF))
    return 0 < len(left_before(evening, evening.next_round)) <= most


def is_last(evening: Evening, round_: int) -> bool:
    """Return whether no round comes after this one, as far as can be known: the evening is over or decided, the
    knock-out's final is played, or the planned number of rounds is reached."""
    if evening.state == "finished" or is_decided(evening):
        return True
    if knocks_out(evening):
        return stage(evening, round_) == "final"
    return bool(evening.setup.rounds and round_ >= evening.setup.rounds)


def winners(evening: Evening) -> tuple[str, ...]:
    """The ids of the winners: those left in a decided knock-out, else the first once the evening is
    finished. Empty before."""
    if is_decided(evening):
        return left_before(evening, evening.next_round)
    if evening.state != "finished" or not any(each.state == "closed" for each in evening.rounds):
        return ()
    return tuple(row.entrant for row in standings_of(evening).rows if row.place == 1)
