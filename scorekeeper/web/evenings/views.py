"""Shared by several pages of an evening: the state of tables, the seats, and whether anything has changed."""

import hashlib
from collections.abc import Callable
from functools import cached_property

from flask import Response, abort, current_app, request, session
from flask_wtf.csrf import generate_csrf

from scorekeeper.actions.club.hearing import minutes_between
from scorekeeper.engine.values import Struct
from scorekeeper.evening.bracket import knocks_out
from scorekeeper.evening.counting import points_at
from scorekeeper.evening.fold import DONE, Evening, RoundNow, TableNow
from scorekeeper.evening.people import names_of, people_at, side_name
from scorekeeper.web.frame import current_desk, words
from scorekeeper.web.frame.device import link_ids
from scorekeeper.web.frame.i18n import language, text_size, theme
from scorekeeper.web.frame.version import version
from scorekeeper.words.club.evenings import say_away, say_decided, say_seat
from scorekeeper.words.club.movements import TABLE_STATES


def fresh(evening_id: str, render: Callable[[str], str], *also: str) -> Response:
    """The page that `render` makes with its own tag, or 304 for who has it; `also` is what else it depends on.

    Raises `UnknownEvening`.
    """
    glance = current_desk().ledger.evenings.glance(evening_id)
    seen = (glance, version(), language(), theme(), text_size(), *also, *_device())
    tag = hashlib.sha256(" ".join((request.full_path, *seen)).encode()).hexdigest()[:32]
    if request.if_none_match.contains_weak(tag):
        response = current_app.response_class(status=304)
    else:
        response = current_app.make_response(render(tag))
    response.set_etag(tag, weak=True)
    return response


def _device() -> tuple[str, ...]:
    """The part of a page that differs from device to device: its links, and the session in which its forms work."""
    if "csrf_token" not in session:
        generate_csrf()
    return (*link_ids(), str(session.get("director", "")), str(session["csrf_token"]))


def round_of(evening: Evening, number: int) -> RoundNow:
    """A round that was published. Aborts with 404 where there is none of this number."""
    if not 0 < number <= len(evening.rounds):
        abort(404)
    return evening.rounds[number - 1]


class Stands(Struct, dict=True):
    """The state of a table of a round at a `moment` (ISO 8601, UTC), with the names of its sides, and their points
    where it has a result."""

    evening: Evening
    round: RoundNow
    table: TableNow
    sides: tuple[str, ...]
    points: tuple[int, ...]
    moment: str

    @cached_property
    def state(self) -> str:
        """The state of the table as the director needs it: its own, or that it `calls`, is `late`, or was `amended`
        after both sides had agreed."""
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
        """The deals that a table at play has before it; 0 where a round does not end by deals."""
        ends = self.evening.setup.round_end
        return int(ends.get("deals", 0)) if ends.get("by") == "deals" and self.state == "playing" else 0

    @property
    def decided(self) -> str:
        """The director's decision in words; empty without one."""
        return say_decided(self.table, self.points, self.sides, words())

    @property
    def says(self) -> str:
        """The state of the table in words: the director's decision, else the state with the side that is waited for."""
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
    """The tables of a round as every page words them."""
    names, points = names_of(evening, round_.number), points_at(evening, round_.number)
    return tuple(
        Stands(
            evening, round_, table, tuple(side_name(names, side) for side in table.sides),
            points.get(table.number, ()), moment,
        )
        for table in round_.tables
    )  # fmt: skip


def stands(evening: Evening, round_: RoundNow, table: TableNow, moment: str) -> Stands:
    """One of them."""
    return next(each for each in stands_of(evening, round_, moment) if each.table is table)


class EntrantSeat(Struct):
    """The seat of an entrant in the round: its table, partners and opponents, or (no table) the reason it is `away`.

    `seats` are the letters of its places, player by player."""

    name: str
    table: int | None = None
    seats: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    away: str = ""


def seats_of(evening: Evening) -> tuple[EntrantSeat, ...]:
    """Everybody's seat in the round that was published last, by name; nobody's before round 1."""
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
