"""Is every match what its entries say? The file's own checks, then every match folded again and compared."""

from collections.abc import Iterator

from scorekeeper.actions.deals import result_json
from scorekeeper.actions.desk import Desk
from scorekeeper.actions.matches import summary
from scorekeeper.engine.entries import remember
from scorekeeper.engine.match import State, state
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger import Entry, MatchRow
from scorekeeper.ledger.integrity import Integrity, Problem, integrity, may_lose_commits

__all__ = ["may_lose_commits", "verify"]


def verify(desk: Desk) -> Integrity:
    """Everything that is not as it was written: in the file, in a chain, in a score or in a match's row."""
    checked = integrity(desk.ledger.file)
    refolded = tuple(problem for row in _matches(desk) for problem in _refold(desk, row))
    return Integrity((*checked.problems, *refolded), checked.matches, checked.entries)


def _matches(desk: Desk) -> Iterator[MatchRow]:
    before = None
    while rows := desk.ledger.matches.page(before=before, limit=500):
        yield from rows
        before = rows[-1].number


def _refold(desk: Desk, row: MatchRow) -> Iterator[Problem]:
    entries = desk.ledger.entries(row.id)
    try:
        folded = state(remember(entries))
    except (Refused, KeyError, ValueError) as failure:
        yield Problem("fold", f"the entries do not fold: {failure}", row.id)
        return
    now = summary(folded)
    if (row.status, tuple(side.score for side in row.sides)) != (now.status, now.scores):
        yield Problem("summary", f"the list shows {row.status}, the entries say {now.status} {now.scores}", row.id)
    yield from _results(row.id, folded, entries)


def _results(match_id: str, folded: State, entries: tuple[Entry, ...]) -> Iterator[Problem]:
    """The lines that each deal was saved with are those the engine gives today, penalties ruled later apart."""
    for deal in folded.rows:
        saved = next(entry for entry in entries if entry.version == deal.record.version)
        if deal.annulled or "result" not in saved.payload:
            continue
        if _without_rulings(result_json(deal)) != _without_rulings(saved.payload["result"]):
            yield Problem("result", f"deal {deal.number} was saved with other lines", match_id)


def _without_rulings(result: list[dict[str, object]]) -> list[list[object]]:
    return [[line for line in _lines(side) if line.get("detail") != "ruling"] for side in result]


def _lines(side: dict[str, object]) -> list[dict[str, object]]:
    lines = side.get("lines")
    return lines if isinstance(lines, list) else []
