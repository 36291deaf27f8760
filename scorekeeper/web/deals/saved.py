"""The page that says a deal is saved: read from the ledger, so that it is true however one comes to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.actions.preview import Preview
from scorekeeper.engine.entries import remember
from scorekeeper.engine.match import State, state
from scorekeeper.ledger.entries import Entry
from scorekeeper.web.deals.changes import say_changes
from scorekeeper.web.deals.check import ScorerView, say_end, scorers
from scorekeeper.web.deals.shape import shape_of
from scorekeeper.words import Words

KINDS = ("deal_recorded", "deal_amended")


@dataclass(frozen=True, slots=True)
class SavedPage:
    """Everything the template shows; `undo_fields` go with the post that takes the save back."""

    match_id: str
    number: int
    scorers: tuple[ScorerView, ...]
    ends: str | None
    consequences: tuple[str, ...]
    may_undo: bool
    undo_fields: dict[str, str]


def saved_page(match_id: str, number: int, entries: Sequence[Entry], words: Words) -> SavedPage:
    """Lay out a deal that is saved; of an amended one also what the amendment changed."""
    after = state(remember(entries))
    preview = Preview(number, after.row(number), after, None)
    return SavedPage(
        match_id=match_id,
        number=number,
        scorers=tuple(scorers(shape_of(after.setup), preview, words)),
        ends=say_end(after, words) if number == after.next_deal - 1 else None,
        consequences=_changed(number, entries, words),
        may_undo=number == after.next_deal - 1,
        undo_fields={"version": str(after.version), "key": f"undo-{number}-{after.version}"},
    )


def _changed(number: int, entries: Sequence[Entry], words: Words) -> tuple[str, ...]:
    """What the last amendment of this deal changed when it was made."""
    saves = [entry for entry in entries if entry.kind in KINDS and entry.deal == number]
    last = saves[-1] if saves else None
    if last is None or last.kind != "deal_amended":
        return ()
    return say_changes(_at(entries, last.version - 1), _at(entries, last.version), number, words)


def _at(entries: Sequence[Entry], version: int) -> State:
    return state(remember(entry for entry in entries if entry.version <= version))
