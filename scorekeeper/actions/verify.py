"""Is every match what its entries say? The file's own checks, then every match folded again and compared."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.actions.check_entries import check_entries
from scorekeeper.actions.commit import summary
from scorekeeper.actions.desk import Desk
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger import MatchRow
from scorekeeper.ledger.integrity import Integrity, Problem, integrity

#: Letters of a problem; what was found may be a book.
LONGEST = 300


def verify(desk: Desk) -> Integrity:
    """Everything that is not as it was written: in the file, in a chain, in a score or in a match's row."""
    checked = integrity(desk.ledger.file)
    refolded = tuple(problem for row in _matches(desk) for problem in _refold(desk, row))
    return replace(checked, problems=(*checked.problems, *refolded))


def _matches(desk: Desk) -> Iterator[MatchRow]:
    before = None
    while rows := desk.ledger.matches.page(before=before, limit=500):
        yield from rows
        before = rows[-1].number


def _refold(desk: Desk, row: MatchRow) -> Iterator[Problem]:
    try:
        now = summary(check_entries(desk.ledger.entries(row.id)))
    except Refused as refused:
        yield Problem("fold", f"the entries do not fold: {refused}"[:LONGEST], row.id)
        return
    if (row.status, tuple(side.score for side in row.sides)) != (now.status, now.scores):
        yield Problem("summary", f"the list shows {row.status}, the entries say {now.status} {now.scores}", row.id)
