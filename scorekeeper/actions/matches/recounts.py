"""The recount of a deal: what a side claimed and what was verified, both kept."""

from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.matches.commit import NewEntry, commit
from scorekeeper.engine.matches.entries import Recount
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.ledger import Appended

#: No deal is worth more, either way.
MOST_POINTS = 100_000


def keep_recount(desk: Desk, match_id: str, recount: Recount, stamp: Stamp) -> Appended:
    """Keep both figures. The score follows only from amending the deal. Raises `Refused` with the place."""
    asked = {
        "deal": recount.deal,
        "side": recount.side,
        "claimed": recount.claimed,
        "verified": recount.verified,
    }
    return commit(
        desk, match_id, NewEntry("recount", asked), stamp, lambda folded: _check(folded.state, recount)
    ).appended


def _check(now: State, recount: Recount) -> None:
    """A recorded deal that counts, a side of the match, figures that a deal can have."""
    deals = [row.number for row in now.rows if row.annulled is None]
    if recount.deal not in deals:
        raise impossible("no_such_deal", "deal", recount.deal, deals)
    if recount.side not in range(len(now.setup.sides)):
        raise malformed("not_one_of", "side", recount.side, range(len(now.setup.sides)))
    for name, points in (("claimed", recount.claimed), ("verified", recount.verified)):
        if abs(points) > MOST_POINTS:
            raise malformed("out_of_range", name, points, (-MOST_POINTS, MOST_POINTS))
