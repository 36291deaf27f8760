"""Movements in which losers are out: the knock-out with a bracket, and the one in which a number of losses is
allowed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.engine.refused import impossible
from scorekeeper.engine.values import Struct
from scorekeeper.evening.movements.matching import pairs
from scorekeeper.evening.past import check_enough, drawn, met, ranked, without_rest
from scorekeeper.evening.values import DRAW, Cost, Drawn, Entrant, Round, SeatingRequest

#: A place of the bracket: an entrant's id, or None if it is empty.
Slot = str | None
#: Defaults of the options `losses` and `final_of` of `two_losses`: the number of losses that puts an entrant out, and
#: the number of entrants left at the end.
LOSSES, FINAL_OF = 2, 1


class _Stage(Struct):
    """The bracket before a round: its places, and the losers of the semi-finals, if those were the previous round."""

    slots: tuple[Slot, ...]
    beaten: tuple[str, ...] = ()


def seat_knockout(ask: SeatingRequest) -> Drawn:
    """Neighbours in the bracket meet; an entrant without an opponent goes through. With the option `third_place`, the
    losers of the semi-finals also play in the round of the final. Once one entrant is left, no table is seated
    (`done`), and `extra` has the `winner`."""
    stage = _stage(ask)
    there = {entrant.id for entrant in ask.present}
    slots = [slot if slot in there else None for slot in stage.slots]
    remaining = [slot for slot in slots if slot is not None]
    check_enough(len(remaining), 1 if ask.history else 2)
    if len(remaining) == 1:
        return Drawn((), done=True, extra={"winner": remaining[0]})
    met = [(one, other) for one, other in _neighbours(slots) if one is not None and other is not None]
    through = [one or other for one, other in _neighbours(slots) if (one is None) != (other is None)]
    third = [id_ for id_ in stage.beaten if id_ in there]
    if ask.options.get("third_place", False) and len(third) == 2:
        met.append((third[0], third[1]))
    return Drawn(tuple(((one,), (other,)) for one, other in met), [id_ for id_ in through if id_ is not None])


def alive_in_knockout(ask: SeatingRequest) -> tuple[str, ...]:
    """The ids of the entrants who are not out, in the order of the bracket. Raises `Refused` as `_stage`."""
    there = {entrant.id for entrant in ask.entrants if entrant.status != "left"}
    return tuple(slot for slot in _stage(ask).slots if slot in there)


def bracket(seeds: int) -> list[int]:
    """The seeds in the order of a bracket, up to the next power of two; for 5 to 8 seeds: 1 8 4 5 2 7 3 6."""
    order = [1]
    while len(order) < seeds:
        order = [seed for each in order for seed in (each, 2 * len(order) + 1 - each)]
    return order


def _stage(ask: SeatingRequest) -> _Stage:
    """The bracket after the history. Raises `Refused` for a missing result, a draw, or a round that does not fit the
    bracket."""
    seeds = _seeded(ask)
    stage = _Stage(tuple(seeds[seed - 1] if seed <= len(seeds) else None for seed in bracket(len(seeds))))
    for at, round_ in enumerate(ask.history):
        stage = _after(stage, round_, f"history[{at}]", third_place=ask.options.get("third_place", False))
    return stage


def _seeded(ask: SeatingRequest) -> list[str]:
    """The ids of the entrants who took part in round 1 (before round 1: those present), in the order of their seeds."""
    first = ask.history[0] if ask.history else None
    there = (
        {entrant.id for entrant in ask.present}
        if first is None
        else {*first.sit_out, *(id_ for table in first.tables for side in table.sides for id_ in side)}
    )
    taking_part: list[Entrant] = [entrant for entrant in ask.entrants if entrant.id in there]
    by_lot = ask.options.get("seeding") == "draw"
    return [entrant.id for entrant in (drawn(taking_part, ask.seed, 0) if by_lot else ranked(taking_part))]


def _after(stage: _Stage, round_: Round, where: str, *, third_place: bool) -> _Stage:
    """The bracket after a played round. An entrant who neither played nor rested is treated as one who has left."""
    winners = _winners(round_, where)
    if len(stage.slots) == 1:
        raise impossible("not_this_bracket", where)
    slots: list[Slot] = []
    beaten: list[str] = []
    for one, other in _neighbours(stage.slots):
        met = frozenset((one, other))
        if met not in winners:
            through = [slot for slot in (one, other) if slot is not None and slot in round_.sit_out]
            if len(through) > 1:  # neighbours cannot both rest: they have to meet
                raise impossible("not_this_bracket", where)
            winner = through[0] if through else None
        else:
            winner = winners.pop(met)
            beaten += [slot for slot in (one, other) if slot is not None and slot != winner]
        slots.append(winner)
    if third_place and len(stage.slots) == 2:
        winners.pop(frozenset(stage.beaten), None)
    if winners:
        raise impossible("not_this_bracket", where)
    return _Stage(tuple(slots), tuple(beaten) if len(stage.slots) == 4 else ())  # 4: the semi-finals


def _winners(round_: Round, where: str) -> dict[frozenset[Slot], Slot]:
    """The winner of each table, by the set of the ids of its two entrants. The winner is None if neither came. Raises
    `Refused` for a draw or a missing result."""
    winners: dict[frozenset[Slot], Slot] = {}
    for index, table in enumerate(round_.tables):
        if table.winner == DRAW or (table.winner is None and not table.walk_over):
            raise impossible("no_winner", f"{where}.tables[{index}].winner")
        won = None if table.winner is None else table.sides[int(table.winner)][0]
        winners[frozenset(id_ for side in table.sides for id_ in side)] = won
    return winners


def _neighbours(slots: Sequence[Slot]) -> Iterator[tuple[Slot, Slot]]:
    return zip(slots[::2], slots[1::2], strict=True)


def seat_two_losses(ask: SeatingRequest) -> Drawn:
    """Pair the entrants who are not out. Few repeated meetings come first, then equal losses, then closeness in rank.
    No table is seated (`done`) once at most `final_of` entrants are left."""
    lost, ids = losses(ask.history), alive_in_two_losses(ask)
    extra = {"alive": list(ids)}
    if not ask.history:
        check_enough(len(ask.present), 2)
    if len(ids) <= ask.options.get("final_of", FINAL_OF):
        return Drawn((), done=True, extra=extra)
    order, resting = without_rest(ranked(each for each in ask.present if each.id in ids), ask.history, 2)

    def between(one: int, other: int) -> Cost:
        return (lost[order[one].id] - lost[order[other].id]) ** 2, (one - other) ** 2

    drawn = pairs(order, met(ask.history), ("losses", "distance"), between, resting)
    return Drawn(drawn.tables, resting, cost=drawn.cost, extra=extra)


def alive_in_two_losses(ask: SeatingRequest) -> tuple[str, ...]:
    """The ids of the entrants who have not left and are not out by their losses."""
    lost, most = losses(ask.history), ask.options.get("losses", LOSSES)
    return tuple(each.id for each in ask.entrants if each.status != "left" and lost[each.id] < most)


def losses(history: Iterable[Round]) -> Counter[str]:
    """The number of losses of each entrant. A draw is not a loss; a side that did not come to its table has lost.

    Raises `Refused` if a result is missing.
    """
    lost: Counter[str] = Counter()
    for at, round_ in enumerate(history):
        for index, table in enumerate(round_.tables):
            if table.winner is None and not table.walk_over:
                raise impossible("no_winner", f"history[{at}].tables[{index}].winner")
            losing = (side for number, side in enumerate(table.sides) if table.winner not in (number, DRAW))
            lost.update(id_ for side in losing for id_ in side)
    return lost
