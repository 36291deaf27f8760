"""The numbers of the room for the tables of a movement."""

from collections.abc import Iterator, Sequence
from itertools import count

from scorekeeper.engine.refused import impossible
from scorekeeper.evening.values import Ask, Sides

#: A table that takes the first number that is free.
Wish = int | None


def numbered(ask: Ask, tables: Sequence[Sides], wishes: Sequence[Wish] | None = None) -> list[int]:
    """A number for each table, in their order; `wishes` are numbers that are settled.

    A table with an entrant that has a table of its own takes that (of two, the lower). The others take the first of the
    room's that is neither taken nor somebody's own; once the room has no more, also somebody's own that stands empty.
    Raises `Refused` (impossible) at `options.tables` where none is left.
    """
    wished = wishes or [None] * len(tables)
    own = [{at for id_ in _everybody(sides) if (at := ask.own_table(id_)) is not None} for sides in tables]
    settled = [
        min(numbers.difference(wished), default=None) if wish is None else wish
        for wish, numbers in zip(wished, own, strict=True)
    ]
    taken = {number for number in settled if number is not None}
    free = _free(ask.options.get("tables"), taken, {number for numbers in own for number in numbers})
    assigned = []
    for number in settled:
        given = next(free, None) if number is None else number
        if given is None:
            raise impossible("too_few_tables", "options.tables", len(ask.options["tables"]), [len(tables)])
        assigned.append(given)
    return assigned


def _free(room: Sequence[int] | None, taken: set[int], own: set[int]) -> Iterator[int]:
    """The numbers that may be given, in order."""
    if room is None:
        yield from (number for number in count(1) if number not in taken | own)
    else:
        yield from (number for number in room if number not in taken | own)
        yield from (number for number in room if number in own - taken)


def _everybody(sides: Sides) -> list[str]:
    return [id_ for side in sides for id_ in side]
