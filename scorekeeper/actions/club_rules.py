"""What a club asks of every table, whatever the rules of a match."""

from scorekeeper.actions.desk import Desk
from scorekeeper.ledger.settings import CARDS_LEFT


def cards_left_required(desk: Desk) -> bool:
    """Must the cards left in stock and pile be counted wherever every other card of a deal is?"""
    return desk.ledger.settings.get(CARDS_LEFT) is True


def require_cards_left(desk: Desk, *, required: bool) -> None:
    """Ask every table for them from now on, or no longer; deals that are recorded stand."""
    desk.ledger.settings.put(CARDS_LEFT, required)
