"""The standings of an evening and of a season, computed without the program's code, from the design alone.

They are for pairs or single people, victory points for four deals, and the usual tie-breaks.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby

#: Bands as (difference, winner's points, loser's points). A band applies up to its difference; above the last band, the
#: winner gets 20 points and the loser 0.
BANDS = (
    (100, 10, 10), (300, 11, 9), (500, 12, 8), (700, 13, 7), (900, 14, 6),
    (1100, 15, 5), (1300, 16, 4), (1500, 17, 3), (1700, 18, 2), (2000, 19, 1),
)  # fmt: skip
SIT_OUT, PRESENT, ABSENT = (12, 0), (12, 305), (8, -305)
#: A tie-break: it takes tied entrants, and returns a value for each, where higher is better; None if it does not apply.
Key = Callable[[Sequence[str]], Mapping[str, float] | None]


@dataclass
class Table:
    """A table of a round: the entrants of each side, and the totals `scores`.

    `best` has each side's best deal, or is None if no deals were recorded. `absent` is the index of the side that did
    not come, or None.
    """

    sides: tuple[tuple[str, ...], tuple[str, ...]]
    scores: tuple[int, int] | None = None
    best: tuple[int, int] | None = None
    absent: int | None = None

    def line(self, side: int) -> tuple[int, int]:
        """The points and the difference of a side."""
        if self.absent is not None:
            return ABSENT if side == self.absent else PRESENT
        assert self.scores
        difference = self.scores[side] - self.scores[1 - side]
        band = next(((winner, loser) for most, winner, loser in BANDS if abs(difference) <= most), (20, 0))
        return band[difference < 0], difference


@dataclass
class Evening:
    """The results of an evening. Its entrants are in the order of their ids ("1", "2", …).

    `away` has (entrant, number of a missed round). Of the penalties, `taken` has (entrant, points, difference), and
    `warned` has the entrant of each warning.
    """

    seed: str
    entrants: list[str]
    rounds: list[list[Table]] = field(default_factory=list)
    away: set[tuple[str, int]] = field(default_factory=set)
    taken: list[tuple[str, int, int]] = field(default_factory=list)
    warned: list[str] = field(default_factory=list)

    def seats(self, who: str) -> Iterator[tuple[Table, int]]:
        """Yield (table, index of the side) for every table at which an entrant sat."""
        tables = (table for round_ in self.rounds for table in round_)
        yield from ((table, side) for table in tables for side in (0, 1) if who in table.sides[side])

    def sums(self, who: str) -> tuple[int, int]:
        """The points and the difference of an entrant, including rounds without a table, and penalties."""
        lines = [table.line(side) for table, side in self.seats(who)]
        for number, round_ in enumerate(self.rounds, 1):
            if not any(who in side for table in round_ for side in table.sides):
                lines.append((0, 0) if (who, number) in self.away else SIT_OUT)
        lines += [(-points, -difference) for whom, points, difference in self.taken if whom == who]
        lines.append((-(self.warned.count(who) // 2), 0))
        return sum(points for points, _ in lines), sum(difference for _, difference in lines)

    def standings(self) -> list[tuple[int, str, int, int]]:
        """The standings as (place, name, points, difference), in order."""
        sums = {who: self.sums(who) for who in self.entrants}
        chain: list[Key] = [
            lambda level: {who: sums[who][0] for who in level},
            self._head_to_head,
            lambda level: {who: sums[who][1] for who in level},
            lambda level: {who: sum(table.line(side)[1] > 0 for table, side in self.seats(who)) for who in level},
            self._highest_deal,
            lots(self.seed, {who: str(at) for at, who in enumerate(self.entrants, 1)}),
        ]
        return [(at, who, *sums[who]) for at, who in enumerate(ordered(self.entrants, chain), 1)]

    def _head_to_head(self, level: Sequence[str]) -> Mapping[str, float] | None:
        met = dict.fromkeys(combinations(sorted(level), 2), False)
        sums = dict.fromkeys(level, 0)
        for who in level:
            for table, side in self.seats(who):
                for other in set(table.sides[1 - side]) & set(level):
                    met[min(who, other), max(who, other)] = True
                    sums[who] += table.line(side)[0]
        return sums if all(met.values()) else None

    def _highest_deal(self, level: Sequence[str]) -> Mapping[str, float] | None:
        best = {who: [table.best[side] for table, side in self.seats(who) if table.best] for who in level}
        return {who: max(deals, default=float("-inf")) for who, deals in best.items()} if any(best.values()) else None


def lots(seed: str, ids: Mapping[str, str]) -> Key:
    """The tie-break by lots: the lower the hash of seed and id, the better."""
    drawn = {who: int(hashlib.sha256(f"{seed}/lots/{each}".encode()).hexdigest(), 16) for who, each in ids.items()}
    places = {who: -at for at, who in enumerate(sorted(drawn, key=drawn.__getitem__))}
    return lambda level: {who: places[who] for who in level}


def ordered(level: Sequence[str], chain: Sequence[Key]) -> list[str]:
    """Put tied entrants in order. Each tie-break of the `chain` divides the groups that the one before left tied."""
    if len(level) == 1 or not chain:
        return list(level)
    values = chain[0](level)
    if values is None:
        return ordered(level, chain[1:])
    ranked = sorted(level, key=values.__getitem__, reverse=True)
    return [who for _, group in groupby(ranked, values.__getitem__) for who in ordered(list(group), chain[1:])]


def season(evenings: Sequence[Evening], best: int, seed: str, ids: Mapping[str, str]) -> list[tuple[int, str, int]]:
    """The standings of the season as (place, player, total), in order.

    An evening is worth the points of the player's entrant. Only the best evenings of a player count, at most `best`.
    """
    values: dict[str, list[int]] = {}
    won: dict[str, int] = {}
    for evening in evenings:
        for place, who, points, _ in evening.standings():
            for player in who.split(" & "):
                values.setdefault(player, []).append(points)
                won[player] = won.get(player, 0) + (place == 1)
    counted = {player: sorted(each, reverse=True)[:best] for player, each in values.items()}
    chain: list[Key] = [
        lambda level: {who: sum(counted[who]) for who in level},
        lambda level: {who: counted[who][0] for who in level},
        lambda level: {who: won[who] for who in level},
        lambda level: {who: len(values[who]) for who in level},
        lots(seed, ids),
    ]
    return [(at, who, sum(counted[who])) for at, who in enumerate(ordered(sorted(values), chain), 1)]
