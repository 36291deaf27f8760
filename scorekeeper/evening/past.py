"""Facts from earlier rounds: opponents, partners, and the number of rounds played; and the order of a draw."""

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import combinations

from scorekeeper.engine.refused import impossible
from scorekeeper.evening.values import Entrant, Round, SeatedTable

#: How often two entrants did something together; the key is the two ids, in either order.
Times = Counter[frozenset[str]]


def met(history: Iterable[Round]) -> Times:
    """The number of times that two were opponents at a table. Walkovers do not count."""
    tables = _played(history)
    return Counter(
        frozenset((a, b)) for table in tables for one, other in combinations(table.sides, 2) for a in one for b in other
    )


def partnered(history: Iterable[Round]) -> Times:
    """The number of times that two were partners at a table."""
    sides = (side for table in _played(history) for side in table.sides)
    return Counter(frozenset(two) for side in sides for two in combinations(side, 2))


def rounds_played(history: Iterable[Round]) -> Counter[str]:
    """At how many tables each has sat; walk-overs are none."""
    return Counter(id_ for table in _played(history) for side in table.sides for id_ in side)


def drawn(entrants: Iterable[Entrant], seed: str, round_: int) -> list[Entrant]:
    """Entrants in the order that a seed draws for a round: ascending SHA-256 of `seed/round/id`."""
    return sorted(entrants, key=lambda entrant: lot(seed, round_, entrant.id))


def lot(seed: str, what: int | str, id_: str) -> str:
    """The lot of an entrant, in lower-case hexadecimal; the lowest comes first."""
    return sha256(f"{seed}/{what}/{id_}".encode()).hexdigest()


def ranked(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Entrants by rank."""
    return sorted(entrants, key=lambda entrant: entrant.rank)


def without_rest(order: Sequence[Entrant], history: Iterable[Round], size: int) -> tuple[list[Entrant], list[str]]:
    """Those of `order` who sit at tables of `size`, in that order, and the ids of those who are left over.

    Who has played most rests first; of equals, who did not have the odd table of others left over, and of those who
    stands last. Raises `Refused` where they do not fill one table.
    """
    check_enough(len(order), size)
    history = tuple(history)
    played, odd = rounds_played(history), _at_odd_tables(history, size)
    most_first = sorted(range(len(order)), key=lambda index: (-played[order[index].id], order[index].id in odd, -index))
    resting = set(most_first[: len(order) % size])
    seated = [entrant for index, entrant in enumerate(order) if index not in resting]
    return seated, [order[index].id for index in sorted(resting)]


def _at_odd_tables(history: Iterable[Round], size: int) -> set[str]:
    """Those who played at a table of more or fewer than `size`: the left over of a round, at a table of their own."""
    tables = ([id_ for side in table.sides for id_ in side] for table in _played(history))
    return {id_ for ids in tables if len(ids) != size for id_ in ids}


def check_enough(count: int, least: int) -> None:
    """Raise `Refused` (impossible) where nobody can be seated."""
    if count < least:
        raise impossible("too_few_entrants", "entrants", count, [least])


def _played(history: Iterable[Round]) -> Iterable[SeatedTable]:
    return (table for round_ in history for table in round_.tables if not table.walk_over)
