"""What other devices did to a match since a page was loaded, in sentences: who, what and when."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Flask

from scorekeeper.actions.history import Event, history
from scorekeeper.engine.match import State
from scorekeeper.ledger.entries import Entry
from scorekeeper.web.board.saved import KINDS
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.frame.device import say_device
from scorekeeper.web.matches.history_view import DOES
from scorekeeper.web.matches.listing import local
from scorekeeper.web.rulings.lines import figure_of
from scorekeeper.words import N_, Words

#: So many things that happened are listed; the history has all of them.
MOST = 5
SAVED_HERE = N_("Deal %(number)s was saved at %(time)s: %(points)s.")
SAVED_THERE = N_("Deal %(number)s was saved on %(device)s at %(time)s: %(points)s.")


def init_app(app: Flask) -> None:
    """Make what happened known to the page that says that another device was first."""
    app.jinja_env.globals["happened"] = happened


def happened(match_id: str, since: int, words: Words, *, but: int | None = None) -> tuple[str, ...]:
    """One sentence for each entry after version `since`; those that save deal `but` are left out."""
    events = [event for event in history(current_desk(), match_id) if event.entry.version > since]
    return tuple(_said(each, words) for each in events[-MOST:] if not _saves(each.entry, but))


def say_saved(match_id: str, number: int, state: State, words: Words, *, key: str = "") -> str:
    """Who saved a recorded deal, when, and its points; the device is left out where it was saved with `key`."""
    entries = current_desk().ledger.entries(match_id)
    last = next(entry for entry in reversed(entries) if _saves(entry, number))
    row, names = state.row(number), [each.name for each in state.standings]
    points = zip(names, [side.total for side in row.sides] if row else [], strict=False)
    facts = {
        "number": number,
        "time": words.time(local(last.recorded_at)),
        "points": say_points(points, words),
    }
    if any(entry.key == key for entry in entries if _saves(entry, number)):
        return words.gettext(SAVED_HERE, **facts)
    return words.gettext(SAVED_THERE, device=say_device(last.actor, words), **facts)


def say_points(points: Iterable[tuple[str, int]], words: Words) -> str:
    """The points of a deal, side by side."""
    return ", ".join(f"{name} {words.number(total)}" for name, total in points)


def _saves(entry: Entry, number: int | None) -> bool:
    return number is not None and entry.kind in KINDS and entry.deal == number


def _said(event: Event, words: Words) -> str:
    """What an entry did, the figures that it changed, the device and the time."""
    entry, names = event.entry, [each.name for each in event.after.standings]
    figures = [
        f"{names[each.side]} {' → '.join(words.number(at) for at in (each.before, each.after) if isinstance(at, int))}"
        for each in event.differences
        if each.what == "points" and each.deal == entry.deal
    ]
    if entry.kind == "ruling_applied":
        record = next(each for each in event.after.rulings if each.id == entry.payload["ruling"])
        figures = [figure_of(record, event.after, words)]
    what = ", ".join([DOES[entry.kind](event, words), *filter(None, figures)])
    return f"{what} – {say_device(entry.actor, words)}, {words.time(local(entry.recorded_at))}"
