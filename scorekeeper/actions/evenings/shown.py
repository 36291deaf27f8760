"""The evening whose standings everybody sees: while a result is discussed, they stay as they were."""

from collections.abc import Sequence

from scorekeeper.actions.desk import Desk, comes_to
from scorekeeper.engine.matches.entries import remember as remember_match
from scorekeeper.engine.matches.match import state
from scorekeeper.evening.acts import remember
from scorekeeper.evening.fold import Evening, MatchNow
from scorekeeper.evening.fold import state as evening_state
from scorekeeper.ledger import Entry


def as_shown(desk: Desk, evening_id: str) -> Evening:
    """The evening as it stands; while a closed round is reopened, as it stood before that. Raises `UnknownEvening`."""
    now = desk.load_evening(evening_id).state
    entries = desk.ledger.evenings.entries(evening_id)
    reopened = _reopened(entries)
    if reopened is None:
        return now
    tables = [table for each in now.rounds for table in each.tables]
    matches = {table.match: _before(desk, table.match, table.now, reopened.recorded_at) for table in tables}
    return evening_state(remember(entries[: reopened.version - 1]), matches)


def _reopened(entries: Sequence[Entry]) -> Entry | None:
    """The entry that reopened a round first, of the rounds that are not closed again."""
    reopened: dict[int, Entry] = {}
    for entry in entries:
        if entry.kind == "round_reopened":
            reopened[entry.payload["round"]] = entry
        elif entry.kind == "round_closed":
            reopened.pop(entry.payload["round"], None)
    return min(reopened.values(), key=lambda entry: entry.version, default=None)


def _before(desk: Desk, match_id: str, now: MatchNow, moment: str) -> MatchNow:
    """The result of a match at a moment."""
    entries = desk.ledger.entries(match_id)
    earlier = [entry for entry in entries if entry.recorded_at <= moment]
    return now if len(earlier) == len(entries) else comes_to(state(remember_match(earlier)), earlier)
