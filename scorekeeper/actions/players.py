"""What became of a player's matches, from the matches themselves as they stand now."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scorekeeper.actions.desk import Desk
from scorekeeper.engine.match import RowSide, State
from scorekeeper.ledger import Played

#: So many of a player's latest matches are looked through deal by deal.
LOOKED_THROUGH = 50
CANASTAS = ("natural_canastas", "mixed_canastas", "wild_canastas")


@dataclass(frozen=True, slots=True)
class BestDeal:
    """The deal that brought a player's side most."""

    match_id: str
    number: int
    points: int


@dataclass(frozen=True, slots=True)
class Against:
    """How a player's finished matches against another player ended."""

    name: str
    matches: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's figures over the latest matches: `average` is the points of a deal, rounded; None without deals."""

    matches: int
    deals: int
    average: int | None
    out: int
    canastas: Counter[str] = field(default_factory=Counter)
    best: BestDeal | None = None
    against: tuple[Against, ...] = ()


def figures(desk: Desk, player_id: int) -> Figures:
    """Look through a player's latest matches. Raises `UnknownPlayer`."""
    played = desk.ledger.players.matches(player_id, limit=LOOKED_THROUGH)
    matches = [(each, desk.load(each.match_id).state) for each in played]
    deals = [
        (each.match_id, row.number, row.sides[each.side])
        for each, state in matches
        for row in state.rows
        if row.annulled is None
    ]
    points = [side.total for _, _, side in deals]
    best = max(deals, key=lambda deal: deal[2].total, default=None)
    return Figures(
        matches=len(matches),
        deals=len(deals),
        average=round(Fraction(sum(points), len(points))) if points else None,
        out=sum(side.out for _, _, side in deals),
        canastas=_canastas(side for _, _, side in deals),
        best=BestDeal(best[0], best[1], best[2].total) if best else None,
        against=_against(matches),
    )


def _canastas(sides: Iterable[RowSide]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for side in sides:
        for line in side.lines:
            if line.key in CANASTAS:
                counts[line.key] += line.count or 0
    return counts


def _against(matches: Sequence[tuple[Played, State]]) -> tuple[Against, ...]:
    """Everybody on another side, the most frequent first; matches in play count as played."""
    outcomes: dict[str, list[str | None]] = {}
    for played, state in matches:
        for place, side in enumerate(state.setup.sides):
            for name in side.players if place != played.side else ():
                outcomes.setdefault(name, []).append(played.outcome)
    told = [Against(name, len(ended), ended.count("won"), ended.count("lost")) for name, ended in outcomes.items()]
    return tuple(sorted(told, key=lambda each: (-each.matches, each.name)))
