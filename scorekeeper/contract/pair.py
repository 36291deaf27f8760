"""`scorekeeper pair`: who sits where in the next round."""

from scorekeeper.contract.answer import Json, answering
from scorekeeper.evening.seating.pair_reader import read_ask
from scorekeeper.evening.seating.pairing import pair as paired
from scorekeeper.evening.values import Seating, SeatingFinding
from scorekeeper.rulebook.schedules import schedules
from scorekeeper.words import Words


@answering
def pair(request: object, words: Words) -> Json:
    """Seat the next round by a movement; or say that it is over."""
    return seating_json(paired(read_ask(request, schedules())))


def seating_json(seating: Seating) -> Json:
    """A seating as `pair` answers it."""
    return {
        "round": seating.round,
        "tables": [each.plain for each in seating.tables],
        "sit_out": list(seating.sit_out),
        "cost": None if seating.cost is None else dict(seating.cost),
        "findings": [_finding(finding) for finding in seating.findings],
        "done": seating.done,
        **seating.extra,
    }


def _finding(finding: SeatingFinding) -> Json:
    """Two who have met, or the one who is not at a table of its own."""
    if finding.key == "moved":
        return {"key": finding.key, "table": finding.table, "entrant": finding.entrants[0]}
    values = {"key": finding.key, "table": finding.table, "entrants": list(finding.entrants)}
    return {**values, "times": finding.times}
