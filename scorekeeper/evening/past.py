"""Facts about earlier rounds: opponents, partners, and rounds played. Also the order of a draw, and who rests."""

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import chain, combinations

from scorekeeper.engine.refused import impossible
from scorekeeper.evening.values import Entrant, Round, SeatedTable

#: The number of times that two entrants met or were partners, by the set of their ids.
Times = Counter[frozenset[str]]


def met(history: Iterable[Round]) -> Times:
    """The number of times that two entrants were opponents. Walkovers do not count."""
    tables = _played(history)
    return Counter(
        frozenset((a, b)) for table in tables for one, other in combinations(table.sides, 2) for a in one for b in other
    )


def partnered(history: Iterable[Round]) -> Times:
    """The number of times that two entrants were partners. Walkovers do not count."""
    sides = (side for table in _played(history) for side in table.sides)
    return Counter(frozenset(two) for side in sides for two in combinations(side, 2))


def drawn(entrants: Iterable[Entrant], seed: str, round_: int) -> list[Entrant]:
    """The entrants by ascending `lot`, which is the order drawn from a seed for a round."""
    return sorted(entrants, key=lambda entrant: lot(seed, round_, entrant.id))


def lot(seed: str, what: int | str, id_: str) -> str:
    """The lot of an entrant: the SHA-256 of `seed/what/id` in lower-case hexadecimal. The lowest lot comes first.

    `what` is the purpose of the lot: the number of a round for its seating; 0 for the seeds of a knock-out, or for
    numbering the entrants; "lots" for the tie-break; "partners" for players who come alone. For these, `id_` is a name.
    """
    return sha256(f"{seed}/{what}/{id_}".encode()).hexdigest()


def ranked(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The entrants in the order of their ranks."""
    return sorted(entrants, key=lambda entrant: entrant.rank)


def without_rest(order: Sequence[Entrant], history: Iterable[Round], size: int) -> tuple[list[Entrant], list[str]]:
    """Split entrants into those who fill tables of `size`, in the same order, and the ids of those who rest.

    Entrants who have played the most rounds rest first. Among equals, those who never sat at a table of another size
    rest first, then those who are later in `order`. Raises `Refused` if there are too few entrants for one table.
    """
    check_enough(len(order), size)
    tables = [[id_ for side in table.sides for id_ in side] for table in _played(history)]
    played = Counter(chain.from_iterable(tables))
    odd = {id_ for ids in tables if len(ids) != size for id_ in ids}
    most_first = sorted(range(len(order)), key=lambda index: (-played[order[index].id], order[index].id in odd, -index))
    resting = set(most_first[: len(order) % size])
    seated = [entrant for index, entrant in enumerate(order) if index not in resting]
    return seated, [order[index].id for index in sorted(resting)]


def check_enough(count: int, least: int) -> None:
    """Raise `Refused` (impossible) if there are fewer entrants than `least`."""
    if count < least:
        raise impossible("too_few_entrants", "entrants", count, [least])


def _played(history: Iterable[Round]) -> Iterable[SeatedTable]:
    return (table for round_ in history for table in round_.tables if not table.walk_over)
