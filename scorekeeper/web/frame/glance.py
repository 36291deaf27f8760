"""What a request asks of the ledger before all else, once: the match of its address, and the links of its device."""

from __future__ import annotations

from contextlib import suppress

from flask import g, request

from scorekeeper.actions.desk import Folded
from scorekeeper.actions.sharing import Share
from scorekeeper.ledger.errors import UnknownMatch
from scorekeeper.ledger.glance import Glance
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.frame.links import link_ids
from scorekeeper.web.frame.machine import at_the_machine


def glance(match_id: str) -> Glance:
    """A match before it is folded: who is let in, and what is shown, go by the same moment. Raises UnknownMatch.

    Whoever wrote meanwhile and goes on asks the desk itself.
    """
    glances: dict[str, Glance] = g.setdefault("glances", {})
    if match_id not in glances:
        ids = () if "shares" in g or at_the_machine() else link_ids()
        glances[match_id] = current_desk().ledger.glances.at(match_id, ids)
        if ids:
            g.shares = glances[match_id].shares
    return glances[match_id]


def load(match_id: str) -> Folded:
    """The match as it stood when this request first asked for it. Raises UnknownMatch."""
    return current_desk().load(match_id, glance(match_id).seal)


def own_shares() -> tuple[Share, ...]:
    """The links in force by which this device came, the latest last."""
    if "shares" not in g:
        with suppress(KeyError, UnknownMatch):
            glance((request.view_args or {})["match_id"])
    if "shares" not in g:
        g.shares = current_desk().ledger.shares.in_force(link_ids())
    shares: tuple[Share, ...] = g.shares
    return shares
