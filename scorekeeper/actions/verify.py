"""Verifying the ledger: the checks of `integrity`, then all entries folded again and compared with lists and caches."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from scorekeeper.actions.club.seasons import SEASON_JOURNAL
from scorekeeper.actions.club.worked_out import figures_of, kept_results, results_now
from scorekeeper.actions.desk import Desk
from scorekeeper.actions.evenings.journal import EVENING_JOURNAL, summary_of
from scorekeeper.actions.journal import Journal
from scorekeeper.actions.matches.check import check_entries
from scorekeeper.actions.matches.commit import summary
from scorekeeper.engine.chain import M
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import replace
from scorekeeper.evening.memory import EveningMemory
from scorekeeper.ledger.copies.integrity import Integrity, Problem, integrity
from scorekeeper.ledger.records.matches import MatchRow

#: A function that returns further problems of an evening or a season, from the id and the memory of its entries.
More = Callable[[Desk, str, M], Iterable[Problem]]
#: The maximum length of the text of a problem. Longer texts are cut, because they may quote values of any length.
LONGEST = 300


def verify(desk: Desk) -> Integrity:
    """The result of `integrity`, and in addition the problems found by folding all entries again. Archived matches,
    evenings and seasons are not folded."""
    checked = integrity(desk.ledger.store)
    refolded = [problem for match in desk.ledger.matches.every() for problem in _refold(desk, match)]
    for row in desk.ledger.evenings.every():
        refolded += verify_book(desk, EVENING_JOURNAL, row.id, _of_evening)
    for season in desk.ledger.seasons.all():
        refolded += verify_book(desk, SEASON_JOURNAL, season.id)
    return replace(checked, problems=(*checked.problems, *refolded))


def verify_book(desk: Desk, journal: Journal[M, Any], owner: str, more: More[M] = lambda *_: ()) -> Iterator[Problem]:
    """The problems of an evening or a season. These are entries that do not fold, a row in a list that disagrees with
    the entries, and the problems that `more` returns."""
    chains = desk.ledger.chains(journal.book)
    try:
        memory = journal.check(chains.entries(owner))
    except Refused as refused:
        yield Problem("fold", f"the entries do not fold: {refused}"[:LONGEST], owner)
        return
    listed = journal.summary(memory).listed
    if (shown := chains.listed(owner, listed)) != listed:
        yield Problem("summary", f"the list shows {shown}, the entries say {listed}"[:LONGEST], owner)
    yield from more(desk, owner, memory)


def _of_evening(desk: Desk, evening_id: str, memory: EveningMemory) -> Iterator[Problem]:
    """The further problems of an evening: in its stored decisions, its matches, and its cached results."""
    if desk.ledger.evenings.decided(evening_id) != tuple(
        sorted(summary_of(memory).decisions, key=lambda each: (each.match_id, each.side))
    ):
        yield Problem("summary", "players' pages show other decisions than the entries say", evening_id)
    away = sorted(memory.matches - desk.ledger.evenings.seals(evening_id).keys())
    yield from (Problem("reference", f"the match {match} of the evening is not here", evening_id) for match in away)
    try:
        if not away and (kept := kept_results(desk, evening_id)) not in (None, results_now(desk, evening_id)):
            yield Problem("summary", f"its standings are kept as {kept}, which they are not"[:LONGEST], evening_id)
    except Refused:
        return  # one of its matches does not fold, which is reported for that match


def _refold(desk: Desk, row: MatchRow) -> Iterator[Problem]:
    try:
        now = summary(check_entries(desk.ledger.matches.entries(row.id)))
    except Refused as refused:
        yield Problem("fold", f"the entries do not fold: {refused}"[:LONGEST], row.id)
        return
    if (row.status, tuple(side.score for side in row.sides)) != (now.status, now.scores):
        yield Problem("summary", f"the list shows {row.status}, the entries say {now.status} {now.scores}", row.id)
    kept = desk.ledger.figures.of(row.id)
    if kept and kept[0].version == row.version and kept != figures_of(desk, row.id):
        yield Problem("summary", "players' pages show other figures than the entries say", row.id)
