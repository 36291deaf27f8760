"""The recount of a deal: what a side claimed and what was verified, both kept."""

from dataclasses import dataclass

from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.matches import note
from scorekeeper.engine.match import State
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.ledger import Appended

#: No deal is worth more, either way.
MOST_POINTS = 100_000


@dataclass(frozen=True, slots=True)
class Figures:
    """A side's figures of a deal: what it claimed, and what the second count gave."""

    deal: int
    side: int
    claimed: int
    verified: int

    @property
    def in_own_favour(self) -> bool:
        """Had the side counted too much for itself?"""
        return self.claimed > self.verified

    @property
    def error(self) -> int:
        """By how many points the first count was wrong."""
        return abs(self.claimed - self.verified)


def keep_recount(desk: Desk, match_id: str, figures: Figures, stamp: Stamp) -> Appended:
    """Keep both figures. The score follows only from amending the deal. Raises `Refused` with the place."""
    _check(desk.load(match_id).state, figures)
    payload = {
        "deal": figures.deal,
        "side": figures.side,
        "claimed": figures.claimed,
        "verified": figures.verified,
    }
    return note(desk, match_id, "recount", payload, stamp)


def _check(now: State, figures: Figures) -> None:
    """A recorded deal that counts, a side of the match, figures that a deal can have."""
    deals = [row.number for row in now.rows if row.annulled is None]
    if figures.deal not in deals:
        raise impossible("no_such_deal", "deal", figures.deal, deals)
    if figures.side not in range(len(now.setup.sides)):
        raise malformed("not_one_of", "side", figures.side, range(len(now.setup.sides)))
    for name, points in (("claimed", figures.claimed), ("verified", figures.verified)):
        if abs(points) > MOST_POINTS:
            raise malformed("out_of_range", name, points, (-MOST_POINTS, MOST_POINTS))
