"""Deals by their totals, for tests that need a score and not its cards."""

from typing import Any

#: What one side of two may have in melds or in hand, so that the pack of classic has the cards for both.
MOST = 590
NATURAL = 500


def counted(points: int) -> dict[str, Any]:
    """A side that comes to these points: what its cards cannot give comes from natural canastas, or from a ruling."""
    canastas = max(0, -((MOST - points) // NATURAL))
    laid = {"points": max(0, points - canastas * NATURAL), "melded": True}
    laid["canastas"] = {"natural": canastas} if canastas else {}
    held = min(MOST, max(0, -points))
    fined = {"rulings": [{"points": points + held}]} if points < -MOST else {}
    return {"counted": laid, "hand_points": held, **fined}
