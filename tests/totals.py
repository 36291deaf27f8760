"""Deals by totals, for tests that need scores but no cards."""

from typing import Any

#: The maximum points that each of two sides can have in melds, or in hand, with the cards of the classic pack.
MOST = 590
NATURAL = 500


def counted(points: int) -> dict[str, Any]:
    """The JSON of a side that gets this total. Points above `MOST` come from natural canastas, and points below -`MOST`
    from a ruling."""
    canastas = max(0, -((MOST - points) // NATURAL))
    laid = {"points": max(0, points - canastas * NATURAL), "melded": True}
    laid["canastas"] = {"natural": canastas} if canastas else {}
    held = min(MOST, max(0, -points))
    fined = {"rulings": [{"points": points + held}]} if points < -MOST else {}
    return {"counted": laid, "hand_points": held, **fined}
