"""Who sits where in a round: the seating before it is published, drawn again or exchanged by hand, and after that."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.actions.rounds import NewRound, publish
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import Struct
from scorekeeper.evening.bracket import knocks_out
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.people import names_of
from scorekeeper.evening.scoring import countable
from scorekeeper.evening.values import Seating, Sides
from scorekeeper.web.evenings.by_hand import (
    NOBODY_SITS,
    SITS,
    ByHand,
    as_published,
    by_hand,
    say_begun,
    tapped,
)
from scorekeeper.web.evenings.proposal import is_by_hand, proposal
from scorekeeper.web.frame.access import require_director
from scorekeeper.web.frame.desk import current_desk, new_key, now, refusal_text, stamp
from scorekeeper.web.frame.device import device_name
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_, Words
from scorekeeper.words.evenings import say_seat
from scorekeeper.words.movements import FINDINGS, label_of_resting
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_seating", __name__)

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
#: Where people sit round a table, clockwise from North; the sides sit alternately.
COMPASS = "nesw"
UNCOUNTED = N_("Table %(table)s: the scoring has no points for three sides. The director assigns them.")
FRESH = N_("There are no rematches.")
#: What makes a seating another one; it is kept until the round is published.
ASKED = ("seed", "swap", "one", "other", "extra")
#: In the address: a published round that nobody has played is seated once more.
ANEW = "anew"


class SeatView(Struct):
    """A person at a table: the name, the `compass` point, the letter of the seat; `stays`: at a table of the own."""

    name: str
    compass: str
    seat: str
    side: str
    stays: bool


class SeatingPage(Struct):
    """Everything the page shows; before it is published with what leads to another seating. `anew`: it may be seated
    once more, nobody having played; `left_over` are formats for those who rest, `extra` the one that was chosen.
    `by_hand`: the director seats everybody; `ready`: it can be published."""

    evening_id: str
    number: int
    published: bool
    anew: bool
    left_over: tuple[tuple[str, str], ...]
    extra: str
    tables: tuple[tuple[int, tuple[SeatView, ...]], ...]
    by_name: tuple[tuple[str, int, str, str], ...]
    resting: tuple[str, ...]
    resting_label: str
    notes: tuple[str, ...]
    seed: str
    redrawn: int
    redraws: bool
    swaps: tuple[str, ...]
    everybody: tuple[tuple[str, str], ...]
    version: int
    key: str
    wrong: str = ""
    by_hand: ByHand | None = None
    sits: str = ""
    ready: bool = True


@blueprint.get("/evenings/<evening_id>/rounds/<int:number>")
@needs(Right.WATCH)
def show(evening_id: str, number: int) -> str | Response:
    """The seating of a round: published, for all; before that for the director, who may change it."""
    evening = current_desk().load_evening(evening_id).state
    if number == 0 or number > evening.next_round:
        abort(404)
    anew = ANEW if number < evening.next_round and ANEW in request.args else None
    if number < evening.next_round and not anew:
        return render_template("evenings/seating.html", page=_published(evening_id, evening, number))
    require_director()
    if not _may_seat(evening, number, anew=bool(anew)):
        return redirect(url_for("evening_director.home", evening_id=evening_id), 303)
    page = _proposed(evening_id, evening, number, *_kept(evening_id, evening, number))
    return render_template("evenings/seating.html", page=page)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/draft")
@needs(Right.DIRECT)
def another(evening_id: str, number: int) -> Response:
    """Draw the round again, exchange two, or seat those left over: kept for every device, seen by nobody yet."""
    evening, form = current_desk().load_evening(evening_id).state, request.form
    anew = "yes" if form.get(ANEW) else None
    if not _may_seat(evening, number, anew=bool(anew)):
        return redirect(url_for("evening_director.home", evening_id=evening_id), 303)
    asked, redrawn = MultiDict((name, text) for name, text in form.items(multi=True) if name in ASKED and text), 0
    if is_by_hand(evening):
        asked.update(tapped(evening, number, _kept(evening_id, evening, number)[0], form))
    elif "again" in form:
        asked, redrawn = MultiDict({"seed": str(secrets.randbelow(9000) + 1000)}), 1
    redrawn += max(_redrawn(form), _kept(evening_id, evening, number)[1])
    body = {"asked": {name: asked.getlist(name) for name in asked}, "redrawn": redrawn}
    current_desk().ledger.evening_drafts.save(evening_id, number, body=body, seen=None, device=device_name(), now=now())
    query: dict[str, Any] = {ANEW: anew}
    return redirect(url_for("evening_seating.show", evening_id=evening_id, number=number, **query), 303)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>")
@needs(Right.DIRECT)
def publish_round(evening_id: str, number: int) -> Response:
    """Publish the seating that was shown: its matches are opened, and everybody may read it."""
    desk, mark = current_desk(), stamp(request.form)
    evening = desk.load_evening(evening_id).state
    if number in (evening.next_round, evening.to_seat):
        put = proposal(evening_id, evening, number, request.form)
        if put.begun or (is_by_hand(evening) and not put.tables):
            return redirect(url_for("evening_seating.show", evening_id=evening_id, number=number, anew="yes"), 303)
        listed = [{"table": at, "sides": [list(side) for side in sides]} for at, sides in put.tables]
        if put.extra:
            listed[-1]["format"] = put.extra
        by_director = bool(put.swaps or put.extra or is_by_hand(evening))
        new = NewRound(
            number,
            tuple(listed),
            put.sit_out,
            put.seed,
            "director" if by_director else "movement",
            None if by_director else put.drawn.cost,
            max(_redrawn(request.form), _kept(evening_id, evening, number)[1]),
        )
        publish(desk, evening_id, new, mark, new_id=_new_id)
        desk.ledger.evening_drafts.drop(evening_id, number)
    return redirect(url_for("evening_director.home", evening_id=evening_id), 303)


def _may_seat(evening: Evening, number: int, *, anew: bool) -> bool:
    """Is it this round's turn, every one before it closed; or, seated anew, has nobody played it?"""
    if evening.state == "finished" or number != evening.to_seat or evening.open_before(number):
        return False
    return anew or evening.current is None or evening.current.state == "closed"


def _kept(evening_id: str, evening: Evening, number: int) -> tuple[MultiDict[str, str], int]:
    """What was asked for last, on any device, and how often it was drawn again; at first nothing."""
    draft = current_desk().ledger.evening_drafts.get(evening_id, number)
    if draft is None:
        return as_published(evening, number) if is_by_hand(evening) else MultiDict(), 0
    return MultiDict(draft.body["asked"]), draft.body["redrawn"]


def _proposed(evening_id: str, evening: Evening, number: int, values: MultiDict[str, str], redrawn: int) -> SeatingPage:
    say, seats_all = words(), is_by_hand(evening)
    try:
        put = proposal(evening_id, evening, number, values)
    except Refused as refused:
        return _laid(evening_id, evening, number, (), (), wrong=refusal_text(refused))
    notes = [*say_begun(put.begun, say), *([] if put.swaps else _notes(put.drawn, names_of(evening, number), say))]
    return _laid(
        evening_id,
        evening,
        number,
        put.tables,
        put.sit_out,
        notes=tuple(notes if put.tables or put.begun else [say.gettext(NOBODY_SITS)]),
        anew=number < evening.next_round,
        formats=put.formats,
        extra=put.extra,
        seed=put.seed,
        redrawn=redrawn,
        redraws=MOVEMENTS[evening.setup.movement].draws(evening.setup.movement_options),
        swaps=tuple(f"{one}-{other}" for one, other in put.swaps),
        by_hand=by_hand(evening, number, values, say) if seats_all else None,
        sits=values.get(SITS, "") if seats_all else "",
        ready=bool(put.tables) and not put.begun,
    )


def _published(evening_id: str, evening: Evening, number: int) -> SeatingPage:
    round_ = evening.rounds[number - 1]
    tables = tuple((table.number, table.sides) for table in round_.tables)
    anew = number == evening.to_seat and evening.state != "finished"
    return _laid(evening_id, evening, number, tables, round_.sit_out, published=True, anew=anew)


def _laid(
    evening_id: str,
    evening: Evening,
    number: int,
    tables: Sequence[tuple[int, Sides]],
    sit_out: Sequence[str],
    *,
    published: bool = False,
    anew: bool = False,
    formats: tuple[tuple[str, str], ...] = (),
    extra: str = "",
    notes: tuple[str, ...] = (),
    seed: str = "",
    redrawn: int = 0,
    redraws: bool = False,
    swaps: tuple[str, ...] = (),
    wrong: str = "",
    by_hand: ByHand | None = None,
    sits: str = "",
    ready: bool = True,
) -> SeatingPage:
    say, names = words(), names_of(evening, number)
    players = {entrant.id: tuple(map(str, entrant.players(number))) for entrant in evening.entrants}
    own = {entrant.id: entrant.fixed_table for entrant in evening.entrants}
    laid = tuple((at, tuple(_seats(at, sides, players, own, say))) for at, sides in tables)
    people = [(seat.name, at, seat.seat, seat.side) for at, seats in laid for seat in seats]
    there = [id_ for _, sides in tables for side in sides for id_ in side] + list(sit_out)
    return SeatingPage(
        evening_id=evening_id,
        number=number,
        published=published,
        anew=anew,
        left_over=formats,
        extra=extra,
        tables=laid,
        by_name=tuple(sorted(people, key=lambda each: say.sort_key(each[0]))),
        resting=tuple(names[id_] for id_ in sit_out),
        resting_label=label_of_resting(say, knocks_out=knocks_out(evening)),
        notes=(*notes, *_uncounted(evening, number, tables, say)),
        seed=seed,
        redrawn=redrawn,
        redraws=redraws,
        swaps=swaps,
        everybody=tuple(sorted(((id_, names[id_]) for id_ in there), key=lambda each: say.sort_key(each[1]))),
        version=evening.version,
        key=new_key(),
        wrong=wrong,
        by_hand=by_hand,
        sits=sits,
        ready=ready,
    )


def _seats(
    table: int, sides: Sides, players: Mapping[str, tuple[str, ...]], own: Mapping[str, int | None], say: Words
) -> Iterator[SeatView]:
    """The people of a table, seat by seat: sides sit alternately."""
    people = [[(name, own[id_] == table) for id_ in side for name in players[id_]] for side in sides]
    for at in range(max(map(len, people))):
        for side, those in enumerate(people):
            if at < len(those):
                seat = at * len(sides) + side
                name, stays = those[at]
                yield SeatView(name, COMPASS[seat % 4], say_seat(seat, say), "abc"[side % 3], stays)


def _notes(drawn: Seating, names: Mapping[str, str], say: Words) -> Iterator[str]:
    """What the seating could not avoid; or that there was nothing to avoid."""
    for finding in drawn.findings:
        those = " & ".join(names[id_] for id_ in finding.entrants)
        yield say.gettext(FINDINGS[finding.key], table=str(finding.table), names=those)
    if not drawn.findings and drawn.round > 1:
        yield say.gettext(FRESH)


def _uncounted(evening: Evening, number: int, tables: Sequence[tuple[int, Sides]], say: Words) -> Iterator[str]:
    """The tables that the scoring of the round does not know: their points are the director's to give."""
    scoring = evening.setup.scoring.in_round(number)
    for table, sides in tables:
        if not countable(scoring, len(sides)):
            yield say.gettext(UNCOUNTED, table=str(table))


def _redrawn(values: Mapping[str, str]) -> int:
    return whole(values.get("redrawn", ""), 3) or 0


def _new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))
