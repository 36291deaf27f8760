"""The history of an evening: every entry with its device, time and reason, the latest first."""

from collections.abc import Iterator, Sequence

from flask import Blueprint, Flask, render_template, request, url_for

from scorekeeper.actions.journal import StaleAct
from scorekeeper.evening.acts import EVENING_ACTS
from scorekeeper.evening.people import entrant_name
from scorekeeper.ledger.chain.entries import Entry
from scorekeeper.ledger.errors import StaleVersion
from scorekeeper.web.frame import Right, current_desk, needs, words
from scorekeeper.words.club.evenings import say_evening
from scorekeeper.words.club.history import say_entry
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_history", __name__)

#: The number of entries on a page.
PAGE = 100
#: The maximum number of entries that are listed when another device saved first.
MOST = 5


def init_app(app: Flask) -> None:
    """Give `written_since` to the templates, for the page that says that another device saved first."""
    app.jinja_env.globals["written_since"] = written_since


def written_since(evening_id: str, stale: StaleVersion) -> tuple[tuple[Entry, str], ...]:
    """The entries that conflict with a refused act, as (entry, the same in words): at most the `MOST` latest, oldest
    first.

    They were written after the device loaded the page from which it sent the act. Empty if `stale` is not a `StaleAct`.
    """
    about = {entry.version for entry in stale.since} if isinstance(stale, StaleAct) else set()
    entries = current_desk().ledger.evenings.entries(evening_id)
    return tuple(each for each in events(entries, since=stale.expected + 1) if each[0].version in about)[-MOST:]


@blueprint.get("/evenings/<evening_id>/history")
@needs(Right.WATCH)
def index(evening_id: str) -> str:
    """Show a page of the entries: those before the version in the address, else the latest."""
    title = say_evening(current_desk().load_evening(evening_id).state.setup.title, words())
    entries = current_desk().ledger.evenings.entries(evening_id)
    asked = whole(request.args.get("before", ""), 6)
    shown = [each for each in entries if asked is None or each.version < asked][-PAGE:]
    first, last = shown[0].version if shown else 1, shown[-1].version if shown else 0
    return render_template(
        "evenings/history.html",
        evening_id=evening_id,
        title=title,
        events=[*events(entries[:last], since=first)][::-1],
        earlier=url_for("evening_history.index", evening_id=evening_id, before=first) if first > 1 else None,
        later=url_for("evening_history.index", evening_id=evening_id, before=min(last + PAGE, len(entries)) + 1)
        if last < len(entries)
        else None,
    )


def events(entries: Sequence[Entry], *, since: int = 1) -> Iterator[tuple[Entry, str]]:
    """Yield the entries from version `since` on, as (entry, the same in words)."""
    for entry, _, memory in EVENING_ACTS.steps(entries):
        if entry.version >= since:
            round_ = entry.payload.get("round") or max(memory.rounds, default=1)
            names = {entrant.id: entrant_name(entrant, round_) for entrant in memory.entrants.values()}
            yield entry, say_entry(entry, memory, names, words())
