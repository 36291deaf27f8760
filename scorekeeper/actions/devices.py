"""Devices by number: "Tablet 2" is told apart from its neighbour without a code to read out."""

from scorekeeper.actions.desk import Desk

#: How many devices have got their number so far.
SETTING = "devices"


def number_device(desk: Desk) -> int:
    """The next number; nobody gets it twice."""
    number: int = desk.ledger.settings.change(SETTING, lambda last: (last or 0) + 1)
    return number
