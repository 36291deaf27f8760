"""Where do I sit? A name typed or chosen, and the table, the partners, the opponents."""

from __future__ import annotations

import unicodedata

from flask import Blueprint, render_template, request

from scorekeeper.engine.values import Struct
from scorekeeper.evening.bracket import knocks_out
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.people import names_of, side_name
from scorekeeper.evening.values import Sides
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words.evenings import say_away, say_seat

blueprint = Blueprint("evening_me", __name__)


class Seat(Struct):
    """Where an entrant is in the round: at a table with and against whom, or (no table) why it is `away`.

    `seats` are the letters of its places, player by player."""

    name: str
    table: int | None = None
    seats: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    away: str = ""

    @property
    def where(self) -> str:
        """The table, or why there is none."""
        return str(self.table) if self.table else self.away


@blueprint.get("/evenings/<evening_id>/me")
@needs(Right.WATCH)
def find(evening_id: str) -> str:
    """Everybody whose name has the typed letters, with the seat of the round that was published last."""
    evening = current_desk().load_evening(evening_id).state
    typed = request.args.get("name", "")[:60]
    seats = [seat for seat in seats_of(evening) if plain(typed) in plain(seat.name)]
    return render_template(
        "evenings/me.html",
        evening_id=evening_id,
        title=evening.setup.title,
        round=evening.current.number if evening.current else 0,
        typed=typed,
        seats=sorted(seats, key=lambda seat: words().sort_key(seat.name)),
    )


def seats_of(evening: Evening) -> tuple[Seat, ...]:
    """Everybody's seat in the round that was published last; nobody's before round 1."""
    now = evening.current
    if now is None:
        return ()
    names = names_of(evening, now.number)
    seated = [
        Seat(
            names[id_],
            table.number,
            seats[id_],
            tuple(names[other] for other in side if other != id_),
            tuple(side_name(names, other) for other in table.sides if other != side),
        )
        for table in now.tables
        for seats in (letters(evening, now.number, table.sides),)
        for side in table.sides
        for id_ in side
    ]
    out = knocks_out(evening)
    return (
        *seated,
        *(Seat(names[id_], away=say_away(words(), rests=True, knocks_out=out)) for id_ in now.sit_out),
        *(Seat(names[id_], away=say_away(words(), rests=False, knocks_out=out)) for id_ in now.missed),
    )


def letters(evening: Evening, round_: int, sides: Sides) -> dict[str, tuple[str, ...]]:
    """The seats of each entrant of a table, a letter a player: sides sit alternately."""
    sizes = {entrant.id: len(entrant.players(round_)) for entrant in evening.entrants}
    seats = {}
    for index, side in enumerate(sides):
        first = 0
        for id_ in side:
            own = range(first, first + sizes[id_])
            seats[id_] = tuple(say_seat(at * len(sides) + index, words()) for at in own)
            first = own.stop
    return seats


def plain(text: str) -> str:
    """A name as people type it: without accents, in small letters."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).strip()
