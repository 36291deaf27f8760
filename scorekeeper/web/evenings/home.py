"""What the director sees of an evening: a line a table, what each waits for, and the one act that goes forward."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scorekeeper.actions.hearing import minutes_between
from scorekeeper.actions.seasons import seasons_with
from scorekeeper.engine.values import Struct
from scorekeeper.evening.bracket import is_decided, is_last, knocks_out, plays_for, stage, winners
from scorekeeper.evening.counting import points_at, seated_before_a_change
from scorekeeper.evening.fold import DONE, Evening, RoundNow
from scorekeeper.evening.people import names_of
from scorekeeper.web.evenings.clock import clock_view
from scorekeeper.web.evenings.heard import missing_since_restore, running_since, silent_for
from scorekeeper.web.evenings.stands import Stands, named, planned, say_stands, state_of
from scorekeeper.web.frame.desk import current_desk, new_key
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.matches.listing import local
from scorekeeper.words import N_, Words
from scorekeeper.words.movements import (
    MOVEMENTS,
    ROUND_STATES,
    TABLE_COUNTS,
    label_of_resting,
    say_entrants,
    say_plays_for,
    say_round,
    say_state,
    say_winners,
)

MORE_TIME = 5
#: For so many minutes after its start the program says how long it was away.
TELLS_FOR = 15
#: What the director is led to by a line in such a state.
ASKS = {
    "disputed": N_("Settle"),
    "calls": N_("Go to that table"),
    "late": N_("Walkover"),
    "uncounted": N_("Give the points"),
    "level": N_("Choose who plays on"),
}
#: Parts of the result's page.
PARTS = {"late": "walkover", "uncounted": "assigned"}


class TableLine(Struct):
    """How a table stands, in a line. `state` names the mark, `says` the state in words, `asks` what it wants of the
    director, `part` where the result's page is opened for it, `deals` which of the planned ones are played."""

    at: Stands
    state: str
    says: str
    asks: str
    part: str | None
    notes: tuple[str, ...]
    deals: tuple[bool, ...]


class Away(Struct):
    """The program began at a time of day while a clock ran; saved last before that, and whole minutes between."""

    began: str
    saved: str
    minutes: int


def home_page(evening_id: str, evening: Evening, moment: str, number: int | None = None) -> dict[str, Any]:
    """Return what the page reads, at a moment (ISO, UTC): the evening, the round of this `number` or else the last one
    (None before the first), and what is worked out from them.

    `ends` after the last round, for a knockout once it is `over`; `moved` are the rounds seated by standings that have
    changed, `seen` is the time of day, `not_back` are the tables whose device was not heard of since a copy was put
    back.
    """
    say, last = words(), evening.current
    shown = next((each for each in evening.rounds if each.number == number), last)
    lines = _lines(evening_id, evening, shown, moment, say) if shown else ()
    clock = clock_view(evening, shown, moment) if shown and shown is last and shown.state == "running" else None
    states = Counter(TABLE_COUNTS[line.state] for line in lines)
    return {
        "evening_id": evening_id,
        "evening": evening,
        "round": shown,
        "last": shown is last,
        "key": new_key(),
        "facts": " · ".join(_facts(evening_id, evening, say)),
        "ends": bool(last and is_last(evening, last.number)),
        "over": is_decided(evening),
        "heading": _heading(evening, shown, say) if shown else "",
        "winner": say_winners([names_of(evening)[id_] for id_ in winners(evening)], say),
        "round_says": say.gettext(ROUND_STATES[shown.state]) if shown else "",
        "counts": [(states[says], say.gettext(says)) for says in dict.fromkeys(TABLE_COUNTS.values()) if states[says]],
        "lines": lines,
        "resting": _resting(evening, shown, say) if shown else "",
        "clock": clock,
        "away": _away(evening_id, shown, moment) if shown and clock and clock.runs else None,
        "reopened": evening.open_before(len(evening.rounds)),
        "moved": seated_before_a_change(evening),
        "seen": say.time(local(moment)),
        "not_back": () if evening.state == "finished" else missing_since_restore(evening_id),
        "more_time": MORE_TIME,
    }


def _facts(evening_id: str, evening: Evening, say: Words) -> tuple[str, ...]:
    """The seasons that the evening is in, who takes part, and how they meet; how it stands where no round says so."""
    here = Counter(entrant.kind for entrant in evening.entrants if entrant.status(evening.next_round) != "left")
    return (
        *(season.title for season in seasons_with(current_desk(), evening_id)),
        *(say_entrants(kind, count, say) for kind, count in here.items()),
        say.gettext(MOVEMENTS[evening.setup.movement][0]),
        *(() if evening.rounds and evening.state == "playing" else (say_state(evening.state, say),)),
    )


def _heading(evening: Evening, shown: RoundNow, say: Words) -> str:
    planned = None if knocks_out(evening) else evening.setup.rounds
    return say_round(shown.number, stage(evening, shown.number), planned, say)


def _resting(evening: Evening, shown: RoundNow, say: Words) -> str:
    """Who sits out in a round, or has a bye; empty where everybody has a table."""
    names = names_of(evening, shown.number)
    label = label_of_resting(say, knocks_out=knocks_out(evening))
    return f"{label} {', '.join(names[id_] for id_ in shown.sit_out)}" if shown.sit_out else ""


def _lines(evening_id: str, evening: Evening, round_: RoundNow, moment: str, say: Words) -> tuple[TableLine, ...]:
    points = points_at(evening, round_.number) if any(table.decision for table in round_.tables) else {}
    names = names_of(evening, round_.number)
    return tuple(
        _line(
            evening_id, evening, round_, Stands(table, named(names, table), points.get(table.number, ())), moment, say
        )
        for table in round_.tables
    )


def _line(evening_id: str, evening: Evening, round_: RoundNow, at: Stands, moment: str, say: Words) -> TableLine:
    table = at.table
    state = state_of(evening, round_, table, moment)
    silent = None if table.state in DONE or round_.state == "closed" else silent_for(evening_id, table.number, moment)
    notes = (
        say_plays_for(plays_for(evening, round_.number, table), say) if len(round_.tables) > 1 else "",
        say.gettext(N_("silent for %(minutes)s minutes"), minutes=silent) if silent else "",
    )
    return TableLine(
        at=at,
        state=state,
        says=say_stands(evening, round_, at, moment, say),
        asks=say.gettext(ASKS[state]) if state in ASKS else "",
        part=PARTS.get(state),
        notes=tuple(filter(None, notes)),
        deals=tuple(deal < table.now.deals for deal in range(planned(evening, state))),
    )


def _away(evening_id: str, round_: RoundNow, moment: str) -> Away | None:
    """How long the program was away at most while the clock of this round ran, for a while after it came back."""
    began = running_since()
    clock = round_.clock
    if clock.since is None or began <= clock.since or minutes_between(began, moment) >= TELLS_FOR:
        return None
    ledger = current_desk().ledger
    chains = [ledger.evenings.entries(evening_id), *(ledger.entries(table.match) for table in round_.tables)]
    times = [entry.recorded_at for entries in chains for entry in entries]
    if any(entry.kind == "clock" and entry.recorded_at > began for entry in chains[0]):
        return None
    saved = max(at for at in times if at <= began)
    minutes = minutes_between(saved, began)
    say = words()
    return Away(say.time(local(began)), say.time(local(saved)), minutes) if minutes else None
