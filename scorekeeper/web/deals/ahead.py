"""The deals after the one of a page, for a device that enters them while the program does not answer."""

from __future__ import annotations

from scorekeeper.engine.matches.match import State
from scorekeeper.engine.matches.seating import seating
from scorekeeper.words import N_, Words

#: Deals whose dealer a page knows, its own among them.
DEALS = 12


def heads(state: State, number: int, words: Words) -> str:
    """Who deals and who sits out in deal `number` and in those after it: a line each, with tabs between."""
    setup, lines = state.setup, []
    for deal in range(number, number + DEALS):
        at = seating(deal, setup.sides_of_seats, setup.first_dealer, setup.rules)
        rests = [words.gettext(N_("%(name)s sits out"), name=setup.seats[seat]) for seat in at.sits_out]
        lines.append("\t".join([words.gettext(N_("Dealer: %(name)s"), name=setup.seats[at.dealer]), *rests]))
    return "\n".join(lines)
