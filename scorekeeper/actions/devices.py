"""Devices by number: "Tablet 2" is told apart from its neighbour without a code to read out."""

from scorekeeper.actions.desk import Desk

#: How many devices have got their number so far.
SETTING = "devices"


def number_device(desk: Desk) -> int:
    """The next number; nobody gets it twice."""
    given: list[int] = []

    def following(last: int | None) -> int:
        given.append((last or 0) + 1)
        return given[-1]

    desk.ledger.settings.change(SETTING, following)
    return given[-1]
