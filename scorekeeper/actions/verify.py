"""Is everything what its entries say? The file's own checks, then each chain folded again and compared."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.actions.club.seasons import SEASON_JOURNAL
from scorekeeper.actions.club.worked_out import figures_of, kept_results, results_now
from scorekeeper.actions.desk import Desk
from scorekeeper.actions.evenings.check import check_evening
from scorekeeper.actions.evenings.commit import summary_of
from scorekeeper.actions.journal import Journal
from scorekeeper.actions.matches.check import check_entries
from scorekeeper.actions.matches.commit import summary
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import astuple, replace
from scorekeeper.ledger import Decided, EveningRow, MatchRow
from scorekeeper.ledger.copies.integrity import Integrity, Problem, integrity

#: Letters of a problem; what was found may be a book.
LONGEST = 300


def verify(desk: Desk) -> Integrity:
    """Everything that is not as it was written: in the file, in a chain, in a score or in a row."""
    checked = integrity(desk.ledger.store)
    refolded = [problem for row in _matches(desk) for problem in _refold(desk, row)]
    refolded += [problem for row in _evenings(desk) for problem in _refold_evening(desk, row)]
    refolded += [problem for row in desk.ledger.seasons.all() for problem in verify_book(desk, SEASON_JOURNAL, row.id)]
    return replace(checked, problems=(*checked.problems, *refolded))


def _matches(desk: Desk) -> Iterator[MatchRow]:
    before = None
    while rows := desk.ledger.matches.page(before=before, limit=500):
        yield from rows
        before = rows[-1].number


def _evenings(desk: Desk) -> Iterator[EveningRow]:
    before = None
    while rows := desk.ledger.evenings.page(before=before, limit=500):
        yield from rows
        before = rows[-1]


def verify_book(desk: Desk, journal: Journal[Any, Any], owner: str) -> Iterator[Problem]:
    """What of a season, or of what else has a journal, is not as its entries say."""
    try:
        listed = journal.summary(journal.check(desk.ledger.chains(journal.book).entries(owner))).listed
    except Refused as refused:
        yield Problem("fold", f"the entries do not fold: {refused}"[:LONGEST], owner)
        return
    shown = desk.ledger.chains(journal.book).listed(owner, listed)
    if shown != listed:
        yield Problem("summary", f"the list shows {shown}, the entries say {listed}"[:LONGEST], owner)


def _refold_evening(desk: Desk, row: EveningRow) -> Iterator[Problem]:
    try:
        memory = check_evening(desk.ledger.evenings.entries(row.id))
    except Refused as refused:
        yield Problem("fold", f"the entries do not fold: {refused}"[:LONGEST], row.id)
        return
    if (row.status, row.title, row.date) != (expected := astuple(summary_of(memory))[:3]):
        yield Problem("summary", f"the list shows {row.status}, the entries say {expected}"[:LONGEST], row.id)
    if desk.ledger.evenings.decided(row.id) != tuple(sorted(summary_of(memory).decisions, key=_seat_order)):
        yield Problem("summary", "players' pages show other decisions than the entries say", row.id)
    away = sorted(memory.matches - desk.ledger.evenings.seals(row.id).keys())
    yield from (Problem("reference", f"the match {match} of the evening is not here", row.id) for match in away)
    try:
        if not away and (kept := kept_results(desk, row.id)) not in (None, results_now(desk, row.id)):
            yield Problem("summary", f"its standings are kept as {kept}, which they are not"[:LONGEST], row.id)
    except Refused:
        return  # a match of it does not fold, which is told of that match


def _refold(desk: Desk, row: MatchRow) -> Iterator[Problem]:
    try:
        now = summary(check_entries(desk.ledger.entries(row.id)))
    except Refused as refused:
        yield Problem("fold", f"the entries do not fold: {refused}"[:LONGEST], row.id)
        return
    if (row.status, tuple(side.score for side in row.sides)) != (now.status, now.scores):
        yield Problem("summary", f"the list shows {row.status}, the entries say {now.status} {now.scores}", row.id)
    kept = desk.ledger.figures.of(row.id)
    if kept and kept[0].version == row.version and kept != figures_of(desk, row.id):
        yield Problem("summary", "players' pages show other figures than the entries say", row.id)


def _seat_order(decided: Decided) -> tuple[str, int]:
    return decided.match_id, decided.side
