"""The results of a day: a line for each match, and the results of each player."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.engine.matches.match import State
from scorekeeper.engine.reading import said
from scorekeeper.engine.values import Struct
from scorekeeper.sheets.build import heads, verdict_of
from scorekeeper.sheets.model import Sheet, SheetVerdict, SideHead


class EveningMatch(Struct):
    """A match of the day; `rule_set` is the title of its rules in the sheet's language."""

    title: str
    rule_set: str
    sides: tuple[SideHead, ...]
    verdict: SheetVerdict


class PlayerResult(Struct):
    """The results of a player in finished matches: how many were played and won, and the points.

    `margin` is the sum of the differences from the best other side, in points; a lost match makes it smaller.
    """

    place: int
    name: str
    matches: int
    won: int
    points: int
    margin: int


class EveningModel(Sheet):
    """The results of a day. Matches that are unfinished, or have no names of players, are listed, but do not count for
    the players."""

    matches: tuple[EveningMatch, ...]
    players: tuple[PlayerResult, ...]


def evening(played: Sequence[tuple[State, str]], sheet: Sheet) -> EveningModel:
    """The results of a day. `played` are its matches as (state, title of the rule set)."""
    matches = tuple(EveningMatch(state.setup.title, title, heads(state), verdict_of(state)) for state, title in played)
    players = tuple(_players(state for state, _ in played if state.over and not state.setup.unnamed))
    return EveningModel(matches, players, **said(sheet))


def _players(states: Iterable[State]) -> Iterator[PlayerResult]:
    """Yield the players by matches won, then by margin; tied players share a place, in the order of their names."""
    sums: dict[str, Counter[str]] = {}
    for state in states:
        scores = [standing.score for standing in state.standings]
        for index, (score, standing) in enumerate(zip(scores, state.standings, strict=True)):
            margin = score - max((other for at, other in enumerate(scores) if at != index), default=0)
            won = int(state.verdict.winner == index)
            for player in standing.players:
                sums.setdefault(player, Counter()).update(matches=1, won=won, points=score, margin=margin)
    ordered = sorted(sums.items(), key=lambda one: (*_rank(one[1]), one[0]))
    ranks = [_rank(result) for _, result in ordered]
    for name, result in ordered:
        place = ranks.index(_rank(result)) + 1
        yield PlayerResult(place, name, result["matches"], result["won"], result["points"], result["margin"])


def _rank(result: Counter[str]) -> tuple[int, int]:
    return -result["won"], -result["margin"]
