"""What the board says at its top after a save: read from the ledger, so that it is true however one comes to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.entries import remember
from scorekeeper.engine.match import State, state
from scorekeeper.ledger.entries import Entry
from scorekeeper.web.board.acts import Fields, once
from scorekeeper.web.deals.changes import say_changes
from scorekeeper.words import Words

KINDS = ("deal_recorded", "deal_amended")


@dataclass(frozen=True, slots=True)
class SavedView:
    """A deal that is saved; `undo` goes with the post that takes it back, and is None where a later deal stands."""

    number: int
    undo: Fields | None
    consequences: tuple[str, ...]


def saved_view(number: int, after: State, entries: Sequence[Entry], words: Words) -> SavedView:
    """Say that a deal of this match is saved; of an amended one also what the amendment changed."""
    last = number == after.next_deal - 1
    return SavedView(number, once(f"undo-{number}", after) if last else None, _changed(number, entries, words))


def _changed(number: int, entries: Sequence[Entry], words: Words) -> tuple[str, ...]:
    """What the last amendment of this deal changed when it was made."""
    last = next((entry for entry in reversed(entries) if entry.kind in KINDS and entry.deal == number), None)
    if last is None or last.kind != "deal_amended":
        return ()
    return say_changes(_at(entries, last.version - 1), _at(entries, last.version), number, words)


def _at(entries: Sequence[Entry], version: int) -> State:
    return state(remember(entry for entry in entries if entry.version <= version))
