"""A player's name, and what became of the matches, from the matches themselves as they stand now."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scorekeeper.actions.backups import renew_copies
from scorekeeper.actions.desk import Desk
from scorekeeper.actions.matches import clean
from scorekeeper.engine.deal_reader import NAME_LENGTH
from scorekeeper.engine.match import RowSide, State
from scorekeeper.engine.refused import malformed
from scorekeeper.ledger import NameTaken, Played

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


def rename_player(desk: Desk, player_id: int, name: str, *, now: str) -> None:
    """Call a player by another name wherever the program shows one; what was written stays sealed as it was.

    Raises `Refused` for a name that is missing, too long or somebody else's, and `UnknownPlayer`.
    """
    _call(desk, player_id, name, now=now, forget=False)


def forget_player(desk: Desk, player_id: int, name: str, *, now: str, copies: bool) -> None:
    """Take a player's name out of everything in the file; `name` stands there from then on. What was played stays.

    Copies made before hold the old name: with `copies` they are deleted once there is a new one. Raises as
    `rename_player` does.
    """
    _call(desk, player_id, name, now=now, forget=True)
    if copies:
        renew_copies(desk)


def _call(desk: Desk, player_id: int, name: str, *, now: str, forget: bool) -> None:
    name = clean(name)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise malformed("too_long" if name else "missing_name", "name", name, (1, NAME_LENGTH))
    try:
        desk.ledger.rename_player(player_id, name, now=now, forget=forget)
    except NameTaken as taken:
        raise malformed("name_taken", "name", name) from taken


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
