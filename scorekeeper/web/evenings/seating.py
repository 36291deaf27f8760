"""Who sits where in a round: the seating before it is published, drawn again or exchanged by hand, and after that."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.actions.rounds import NewRound, publish, seating
from scorekeeper.engine.refused import Refused
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.people import names_of
from scorekeeper.evening.values import Seating, Sides
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.web.frame.access import require_director
from scorekeeper.web.frame.desk import current_desk, new_key, now, refusal_text, stamp
from scorekeeper.web.frame.device import device_name
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_, Words
from scorekeeper.words.evenings import say_seat
from scorekeeper.words.movements import FINDINGS
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_seating", __name__)

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
#: The places round a table clockwise, from North; the sides sit alternately.
PLACES = "nesw"
FRESH = N_("Nobody meets anybody again.")
MOST_SWAPS = 40
#: What makes a seating another one; it is kept until the round is published.
ASKED = ("seed", "swap", "one", "other", "extra")
#: In the address: a published round that nobody has played is seated once more.
ANEW = "anew"
SEED_LENGTH = 60


@dataclass(frozen=True, slots=True)
class SeatView:
    """A person at a table: the name, the place round it, and the letter of the seat."""

    name: str
    place: str
    seat: str
    side: str


@dataclass(frozen=True, slots=True)
class SeatingPage:
    """Everything the page shows; before it is published with what leads to another seating. `anew`: it may be seated
    once more, nobody having played; `left_over` are formats for those who rest, `extra` the one that was chosen."""

    evening_id: str
    number: int
    published: bool
    anew: bool
    left_over: tuple[tuple[str, str], ...]
    extra: str
    tables: tuple[tuple[int, tuple[SeatView, ...]], ...]
    by_name: tuple[tuple[str, int, str, str], ...]
    resting: tuple[str, ...]
    told: tuple[str, ...]
    seed: str
    redrawn: int
    redraws: bool
    swaps: tuple[str, ...]
    everybody: tuple[tuple[str, str], ...]
    version: int
    key: str
    wrong: str = ""


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
    page = _proposed(evening_id, evening, number, *_kept(evening_id, number))
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
    if "again" in form:
        asked, redrawn = MultiDict({"seed": str(secrets.randbelow(9000) + 1000)}), 1
    redrawn += max(_redrawn(form), _kept(evening_id, number)[1])
    body = {"asked": {name: asked.getlist(name) for name in asked}, "redrawn": redrawn}
    current_desk().ledger.evening_drafts.save(evening_id, number, body=body, seen=None, device=device_name(), now=now())
    told: dict[str, Any] = {ANEW: anew}
    return redirect(url_for("evening_seating.show", evening_id=evening_id, number=number, **told), 303)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>")
@needs(Right.DIRECT)
def publish_round(evening_id: str, number: int) -> Response:
    """Publish the seating that was shown: its matches are opened, and everybody may read it."""
    desk, told = current_desk(), stamp(request.form)
    evening = desk.load_evening(evening_id).state
    if number in (evening.next_round, evening.to_seat):
        seed = _seed(request.form) or evening.setup.seed or ""
        drawn, swaps = seating(desk, evening_id, seed=seed, round_=number), _swaps(request.form, evening)
        tables, sit_out = exchanged(drawn, swaps)
        listed = [{"table": at, "sides": [list(side) for side in sides]} for at, sides in tables]
        extra = request.form.get("extra", "")
        if extra in dict(left_over(evening, sit_out)):
            listed.append({"table": _free(evening, tables), "sides": [[id_] for id_ in sit_out], "format": extra})
            sit_out = ()
        by_hand = bool(swaps or extra)
        new = NewRound(
            number,
            tuple(listed),
            sit_out,
            seed,
            "director" if by_hand else "movement",
            None if by_hand else drawn.cost,
            max(_redrawn(request.form), _kept(evening_id, number)[1]),
        )
        publish(desk, evening_id, new, told, new_id=_new_id)
        desk.ledger.evening_drafts.drop(evening_id, number)
    return redirect(url_for("evening_director.home", evening_id=evening_id), 303)


def exchanged(
    drawn: Seating, swaps: Sequence[tuple[str, str]]
) -> tuple[tuple[tuple[int, Sides], ...], tuple[str, ...]]:
    """The tables and who rests, after each two have changed places."""
    takes = {id_: id_ for table in drawn.tables for side in table.sides for id_ in side}
    takes |= {id_: id_ for id_ in drawn.sit_out}
    for one, other in swaps:
        change = {one: other, other: one}
        takes = {seat: change.get(who, who) for seat, who in takes.items()}
    tables = tuple(
        (table.table, tuple(tuple(takes[id_] for id_ in side) for side in table.sides)) for table in drawn.tables
    )
    return tables, tuple(takes[id_] for id_ in drawn.sit_out)


def left_over(evening: Evening, sit_out: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The formats, with their titles, in which those who rest can play at a table of their own, each alone."""
    kinds = {entrant.id: entrant.kind for entrant in evening.entrants}
    if any(kinds[id_] != "individual" for id_ in sit_out):
        return ()
    book, alone = rulebook(), (len(sit_out), len(sit_out))
    known = [(id_, book.formats[id_]) for id_ in book.rule_sets[evening.setup.rules].formats]
    found = ((id_, facts) for id_, facts in known if (facts.table["players"], facts.table["sides"]) == alone)
    return tuple((id_, words().gettext(facts.title)) for id_, facts in found)


def _free(evening: Evening, tables: Sequence[tuple[int, Sides]]) -> int:
    """The first table of the room at which nobody sits; beyond those there are, the next number."""
    taken = {at for at, _ in tables}
    room = evening.setup.tables or ()
    return next((at for at in room if at not in taken), max(taken, default=0) + 1)


def _may_seat(evening: Evening, number: int, *, anew: bool) -> bool:
    """Is it this round's turn; or, seated anew, has nobody played it?"""
    if evening.state == "finished" or number != evening.to_seat:
        return False
    return anew or evening.current is None or evening.current.state == "closed"


def _kept(evening_id: str, number: int) -> tuple[MultiDict[str, str], int]:
    """What was asked for last, on any device, and how often it was drawn again; at first nothing."""
    draft = current_desk().ledger.evening_drafts.get(evening_id, number)
    return (MultiDict(draft.body["asked"]), draft.body["redrawn"]) if draft else (MultiDict(), 0)


def _proposed(evening_id: str, evening: Evening, number: int, values: MultiDict[str, str], redrawn: int) -> SeatingPage:
    seed = _seed(values) or evening.setup.seed or ""
    swaps = _swaps(values, evening)
    try:
        drawn = seating(current_desk(), evening_id, seed=seed, round_=number)
    except Refused as refused:
        return _laid(evening_id, evening, number, (), (), wrong=refusal_text(refused))
    tables, sit_out = exchanged(drawn, swaps)
    options, formats = evening.setup.movement_options, left_over(evening, sit_out)
    extra = values.get("extra", "")
    if extra in dict(formats):
        tables = (*tables, (_free(evening, tables), tuple((id_,) for id_ in sit_out)))
        sit_out = ()
    return _laid(
        evening_id,
        evening,
        number,
        tables,
        sit_out,
        told=() if swaps else tuple(_told(drawn, names_of(evening, number), words())),
        anew=number < evening.next_round,
        formats=() if extra else formats,
        extra=extra if extra in dict(formats) else "",
        seed=seed,
        redrawn=redrawn,
        redraws=MOVEMENTS[evening.setup.movement].draws(options),
        swaps=tuple(f"{one}-{other}" for one, other in swaps),
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
    told: tuple[str, ...] = (),
    seed: str = "",
    redrawn: int = 0,
    redraws: bool = False,
    swaps: tuple[str, ...] = (),
    wrong: str = "",
) -> SeatingPage:
    say, names = words(), names_of(evening, number)
    players = {entrant.id: tuple(map(str, entrant.players(number))) for entrant in evening.entrants}
    laid = tuple((at, tuple(_seats(sides, players, say))) for at, sides in tables)
    found = [(seat.name, at, seat.seat, seat.side) for at, seats in laid for seat in seats]
    there = [id_ for _, sides in tables for side in sides for id_ in side] + list(sit_out)
    return SeatingPage(
        evening_id=evening_id,
        number=number,
        published=published,
        anew=anew,
        left_over=formats,
        extra=extra,
        tables=laid,
        by_name=tuple(sorted(found, key=lambda each: say.sort_key(each[0]))),
        resting=tuple(names[id_] for id_ in sit_out),
        told=told,
        seed=seed,
        redrawn=redrawn,
        redraws=redraws,
        swaps=swaps,
        everybody=tuple(sorted(((id_, names[id_]) for id_ in there), key=lambda each: say.sort_key(each[1]))),
        version=evening.version,
        key=new_key(),
        wrong=wrong,
    )


def _seats(sides: Sides, players: Mapping[str, tuple[str, ...]], say: Words) -> Iterator[SeatView]:
    """The people of a table, seat by seat: sides sit alternately."""
    people = [[name for id_ in side for name in players[id_]] for side in sides]
    for at in range(max(map(len, people))):
        for side, those in enumerate(people):
            if at < len(those):
                seat = at * len(sides) + side
                yield SeatView(those[at], PLACES[seat % 4], say_seat(seat, say), "abc"[side % 3])


def _told(drawn: Seating, names: Mapping[str, str], say: Words) -> Iterator[str]:
    """What the seating could not avoid; or that there was nothing to avoid."""
    for finding in drawn.findings:
        those = " & ".join(names[id_] for id_ in finding.entrants)
        yield say.gettext(FINDINGS[finding.key], table=str(finding.table), names=those)
    if not drawn.findings and drawn.round > 1:
        yield say.gettext(FRESH)


def _seed(values: Mapping[str, str]) -> str:
    return values.get("seed", "")[:SEED_LENGTH]


def _redrawn(values: Mapping[str, str]) -> int:
    return whole(values.get("redrawn", ""), 3) or 0


def _swaps(values: MultiDict[str, str], evening: Evening) -> tuple[tuple[str, str], ...]:
    """Who changed places with whom, one after the other; the two fields of the page come last."""
    known = {entrant.id for entrant in evening.entrants}
    asked = [text.partition("-")[::2] for text in values.getlist("swap")[:MOST_SWAPS]]
    asked.append((values.get("one", ""), values.get("other", "")))
    return tuple((one, other) for one, other in asked if one != other and {one, other} <= known)


def _new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))
