"""Shared by the pages of an evening: answers with an ETag, the state of tables, the seats, the clock of a round."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from flask import Response, abort, current_app, render_template, request, session
from flask_wtf.csrf import generate_csrf

from scorekeeper.actions.club.hearing import minutes_between
from scorekeeper.engine.values import Struct
from scorekeeper.evening.bracket import knocks_out, stage
from scorekeeper.evening.counting import points_at
from scorekeeper.evening.fold import DONE, Evening, RoundNow, TableNow
from scorekeeper.evening.people import names_of, people_at, side_name
from scorekeeper.web.frame import current_desk, words
from scorekeeper.web.frame.device import link_ids
from scorekeeper.web.frame.i18n import language, text_size, theme
from scorekeeper.web.frame.version import version
from scorekeeper.web.matches.listing import local
from scorekeeper.words.club.evenings import say_away, say_bell, say_decided, say_seat
from scorekeeper.words.club.movements import TABLE_STATES, say_round


def fresh(evening_id: str, template: str, read: Callable[[Evening], dict[str, Any]], *also: str) -> Response:
    """Render `template` with the variables that `read` returns, and with `evening_id`, `tag` and `address`. Answers 304
    to a device that has this page already.

    A page depends on the evening, the program's version, the language, the theme, the text size, and the device's links
    and session, because a form is valid only in the session that it was rendered for. `also` are further texts that
    the page depends on. Raises `UnknownEvening`.
    """
    if "csrf_token" not in session:
        generate_csrf()
    glance = current_desk().ledger.evenings.glance(evening_id)
    device = (*link_ids(), str(session.get("director", "")), str(session["csrf_token"]))
    seen = (glance, version(), language(), theme(), text_size(), *also, *device)
    tag = hashlib.sha256(" ".join((request.full_path, *seen)).encode()).hexdigest()[:32]
    if request.if_none_match.contains_weak(tag):
        response = current_app.response_class(status=304)
    else:
        page = {"evening_id": evening_id, "tag": tag, "address": request.path}
        page |= read(current_desk().load_evening(evening_id).state)
        response = current_app.make_response(render_template(template, **page))
    response.set_etag(tag, weak=True)
    return response


def round_of(evening: Evening, number: int) -> RoundNow:
    """The published round of this number. Aborts with 404 if there is none."""
    if not 0 < number <= len(evening.rounds):
        abort(404)
    return evening.rounds[number - 1]


def heading_of(evening: Evening, round_: RoundNow | None) -> str:
    """The heading of a round: "Round 2 of 5", or with its stage in a knock-out, "Round 2: final"; "" for None."""
    planned = None if knocks_out(evening) else evening.setup.rounds
    return say_round(round_.number, stage(evening, round_.number), planned, words()) if round_ else ""


class Stands(Struct, dict=True):
    """A table of a round at a `moment` (ISO 8601, UTC).

    `sides` are the names of its sides; `points` are their points in the standings, empty without a result.
    """

    evening: Evening
    round: RoundNow
    table: TableNow
    sides: tuple[str, ...]
    points: tuple[int, ...]
    moment: str

    @cached_property
    def state(self) -> str:
        """The state of the table for the director: "calls", "amended", "level", "uncounted" or "late", else
        `table.state`.

        "calls": a side has called the director during the match. "amended": the result was changed after all sides had
        agreed to it. "level": the result is a draw, and one side must go on to the next round. "uncounted": the scoring
        has no points for this table, so that the director has to assign them. "late": the table has not begun, and the
        time that the settings allow for this is over.
        """
        table, late = self.table, self.evening.setup.round_end.get("late")
        if table.called and not table.now.over and table.state not in DONE:
            return "calls"
        if table.amended and table.state in ("finished", "half_confirmed"):
            return "amended"
        if table.asks_winner:
            return "level"
        if table.state == "finished" and not table.counted:
            return "uncounted"
        waits = table.state == "not_begun" and self.round.state == "running"
        return "late" if late and waits and self.round.clock.elapsed(self.moment) >= 60 * late else table.state

    @property
    def deals(self) -> int:
        """The number of deals of the round; 0 if it has no fixed number, or while the table does not play."""
        ends = self.evening.setup.round_end
        return int(ends.get("deals", 0)) if ends.get("by") == "deals" and self.state == "playing" else 0

    @property
    def decided(self) -> str:
        """The director's decision in words; "" if there is none."""
        return say_decided(self.table, self.points, self.sides, words())

    @property
    def says(self) -> str:
        """The state of the table in words: the director's decision, or the state and the sides that it waits for."""
        table = self.table
        if table.decision is not None and table.decision.says_more and self.state != "level":
            return self.decided
        sentence = TABLE_STATES["planned" if self.deals else self.state]
        return words().gettext(
            sentence,
            names=" & ".join(name for side, name in enumerate(self.sides) if side not in table.agreed),
            deal=table.now.deals + 1,
            deals=self.deals,
            minutes=minutes_between(table.called, self.moment) if table.called else 0,
        )


def stands_of(evening: Evening, round_: RoundNow, moment: str) -> tuple[Stands, ...]:
    """The tables of a round at a moment (ISO 8601, UTC), in their order in the round."""
    names, points = names_of(evening, round_.number), points_at(evening, round_.number)
    return tuple(
        Stands(
            evening, round_, table, tuple(side_name(names, side) for side in table.sides),
            points.get(table.number, ()), moment,
        )
        for table in round_.tables
    )  # fmt: skip


def stands(evening: Evening, round_: RoundNow, table: TableNow, moment: str) -> Stands:
    """One table of a round at a moment (ISO 8601, UTC)."""
    return next(each for each in stands_of(evening, round_, moment) if each.table is table)


class EntrantSeat(Struct):
    """The seat of an entrant in a round: its table, the letters of its `seats` (one for each player), its partners and
    its opponents (`others`). Without a table, `away` is the reason."""

    name: str
    table: int | None = None
    seats: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    away: str = ""


def seats_of(evening: Evening) -> tuple[EntrantSeat, ...]:
    """The seats of all entrants in the last published round, in the order of their names; empty before round 1."""
    now, out = evening.current, knocks_out(evening)
    if now is None:
        return ()
    names, seats = names_of(evening, now.number), []
    for table in now.tables:
        people = people_at(evening, now.number, table.sides)
        seats += [
            EntrantSeat(
                names[id_],
                table.number,
                tuple(say_seat(seat, words()) for seat, _, who, _ in people if who == id_),
                tuple(names[other] for other in side if other != id_),
                tuple(side_name(names, other) for other in table.sides if other != side),
            )
            for side in table.sides
            for id_ in side
        ]
    seats += [EntrantSeat(names[id_], away=say_away(words(), rests=True, knocks_out=out)) for id_ in now.sit_out]
    seats += [EntrantSeat(names[id_], away=say_away(words(), rests=False, knocks_out=out)) for id_ in now.missed]
    return tuple(sorted(seats, key=lambda seat: words().sort_key(seat.name)))


class ClockView(Struct):
    """The clock of a round as pages show it. Between two requests, the page's script counts down to the bell.

    Four values are whole seconds. `total` is the length of the round, and `left` the time until the bell, 0 or less
    after it. `warning` is the time before the bell from which the clock warns. `extra` is the time after the bell for
    finishing the deal in progress.

    Three values are times of day. `began` is the first start of the clock, "" before it. `bell` is the bell, "" if the
    clock is stopped or the bell has rung. `stop` is the end of `extra`.

    `rings` is the time of the bell in seconds since 1970, 0 while the clock is stopped. `at_bell` is the rule for the
    deal in progress at the bell.
    """

    left: int
    total: int
    warning: int
    runs: bool
    started: bool
    began: str
    bell: str
    rings: int
    at_bell: str
    extra: int
    stop: str

    @property
    def face(self) -> str:
        """The time to the bell, such as "12:05"; after the bell, the time to the end of the extra minutes."""
        left = max(0, self.left + self.extra if self.rung else self.left)
        return f"{left // 60}:{left % 60:02}"

    @property
    def phase(self) -> str:
        """How far the time of the round is: "runs" or "warns" before the bell, also while the clock is stopped or not
        started; "extra" or "over" after it. When it changes, open pages with a clock are stale."""
        if not self.rung:
            return "warns" if self.warns else "runs"
        return "extra" if self.left + self.extra > 0 else "over"

    @property
    def warns(self) -> bool:
        """Return whether the clock warns, that is, has another colour: from `warning` seconds before the bell on."""
        return self.started and self.left <= self.warning

    @property
    def rung(self) -> bool:
        """Return whether the bell has rung."""
        return self.started and self.left <= 0

    @property
    def says(self) -> str:
        """The instruction to the players for the bell; once it has rung, the instruction for the deal in progress."""
        until = self.stop if self.phase == "extra" else ""
        return say_bell(self.at_bell, words(), rung=self.rung, minutes=self.extra // 60, until=until)

    @property
    def warns_from(self) -> float:
        """The part of the time (0 to 1) after which the clock warns; 0 if it never warns, or warns from the start."""
        return 1 - self.warning / self.total if 0 < self.warning < self.total else 0

    @property
    def part(self) -> float:
        """The part of the time (0 to 1) that has passed."""
        return min(1, max(0, 1 - self.left / self.total)) if self.total else 1


def clock_view(evening: Evening, round_: RoundNow, moment: str) -> ClockView | None:
    """The clock of a round at a moment (ISO 8601, UTC); None if the rounds of the evening have no time limit."""
    ends = evening.setup.round_end
    if not (minutes := ends.get("minutes")):
        return None
    clock = round_.clock
    left, runs = round(clock.left(moment, minutes)), clock.since is not None
    bell = (datetime.fromisoformat(moment) + timedelta(seconds=left)).astimezone()
    at_bell = ends.get("in_progress", "finish")
    extra = 60 * ends.get("extra", 0) if at_bell == "count" else 0
    return ClockView(
        left=left,
        total=60 * minutes + clock.added,
        warning=60 * ends.get("warning", 0),
        runs=runs,
        started=clock.started,
        began=words().time(local(clock.began)) if clock.began else "",
        bell=words().time(bell) if runs and left > 0 else "",
        rings=int(bell.timestamp()) if runs else 0,
        at_bell=at_bell,
        extra=extra,
        stop=words().time(bell + timedelta(seconds=extra)),
    )
