"""The seating of a round: drawing it, changing it by hand, publishing it, and showing it to all."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.actions.evenings.rounds import NewRound, publish
from scorekeeper.engine.refused import Refused
from scorekeeper.evening.bracket import knocks_out
from scorekeeper.evening.fold import Evening, TableNow
from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.people import names_of, people_at
from scorekeeper.evening.ranking.scoring import countable
from scorekeeper.evening.values import Seated
from scorekeeper.web.evenings.seating.proposal import (
    SITS,
    SeatingProposal,
    as_published,
    is_by_hand,
    proposal,
    room_of,
    tapped,
)
from scorekeeper.web.frame import Right, current_desk, needs, new_key, now, refusal_text, stamp, words
from scorekeeper.web.frame.access import require_director
from scorekeeper.web.frame.desk import new_id
from scorekeeper.web.frame.device import device_name
from scorekeeper.words import N_, Words
from scorekeeper.words.club.movements import FINDINGS, label_of_resting
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_seating", __name__)

UNCOUNTED = N_("Table %(table)s: the scoring has no points for three sides. The director assigns them.")
#: The fields that change a proposed seating. They are saved as a draft until the round is published.
ASKED = ("seed", "swap", "one", "other", "extra")
#: The query value and field that ask for a new seating of a published round that nobody has played yet.
RESEAT = "anew"


@blueprint.get("/evenings/<evening_id>/rounds/<int:number>")
@needs(Right.WATCH)
def show(evening_id: str, number: int) -> str | Response:
    """Show the seating of a round: a published one to all, a proposed one to the director, who may change it."""
    evening = current_desk().load_evening(evening_id).state
    if number == 0 or number > evening.next_round:
        abort(404)
    published = number < evening.next_round
    if published and RESEAT not in request.args:
        round_ = evening.rounds[number - 1]
        again = number == evening.to_seat and evening.state != "finished"
        return _page(evening_id, evening, number, round_.tables, round_.sit_out, published=True, reseat=again)
    require_director()
    if not _may_seat(evening, number, reseat=published):
        return redirect(url_for("evening_director.home", evening_id=evening_id), 303)
    return _proposed(evening_id, evening, number, *_kept(evening_id, evening, number))


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/draft")
@needs(Right.DIRECT)
def another(evening_id: str, number: int) -> Response:
    """Change the proposed seating: draw again, exchange two entrants, or seat those left over at a table.

    If the director seats the evening by hand, each tap is such a change: see `tapped`. The changed seating is kept as a
    draft, and only directors see it.
    """
    evening, form = current_desk().load_evening(evening_id).state, request.form
    reseat = bool(form.get(RESEAT))
    if not _may_seat(evening, number, reseat=reseat):
        return redirect(url_for("evening_director.home", evening_id=evening_id), 303)
    kept, redrawn = _kept(evening_id, evening, number)
    asked = MultiDict((name, text) for name, text in form.items(multi=True) if name in ASKED and text)
    redrawn = max(whole(form.get("redrawn", ""), 3) or 0, redrawn)
    if is_by_hand(evening):
        asked.update(tapped(room_of(evening, number, kept), form))
    elif "again" in form:
        asked, redrawn = MultiDict({"seed": str(secrets.randbelow(9000) + 1000)}), redrawn + 1
    body = {"asked": {name: asked.getlist(name) for name in asked}, "redrawn": redrawn}
    current_desk().ledger.evening_drafts.save(evening_id, number, body=body, seen=None, device=device_name(), now=now())
    return _seated_again(evening_id, number, reseat=reseat)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>")
@needs(Right.DIRECT)
def publish_round(evening_id: str, number: int) -> Response:
    """Publish the seating that the page showed, and open its matches."""
    desk, mark = current_desk(), stamp(request.form)
    evening = desk.load_evening(evening_id).state
    if number in (evening.next_round, evening.to_seat):
        put = proposal(evening_id, evening, number, request.form)
        if is_by_hand(evening) and not put.ready:
            return _seated_again(evening_id, number, reseat=True)
        by_director = bool(put.swaps or put.extra or is_by_hand(evening))
        new = NewRound(
            number,
            put.tables,
            put.sit_out,
            put.seed,
            "director" if by_director else "movement",
            None if by_director else put.drawn.cost,
            max(whole(request.form.get("redrawn", ""), 3) or 0, _kept(evening_id, evening, number)[1]),
        )
        publish(desk, evening_id, new, mark, new_id=new_id)
        desk.ledger.evening_drafts.drop(evening_id, number)
    return redirect(url_for("evening_director.home", evening_id=evening_id), 303)


def _seated_again(evening_id: str, number: int, *, reseat: bool) -> Response:
    """Redirect to the page of a seating that is not published yet; `reseat`: a published round is seated again."""
    again: dict[str, Any] = {RESEAT: "yes"} if reseat else {}
    return redirect(url_for("evening_seating.show", evening_id=evening_id, number=number, **again), 303)


def _may_seat(evening: Evening, number: int, *, reseat: bool) -> bool:
    """Return whether this round may be seated: it is the next one, and all earlier ones are closed.

    With `reseat`, the last published round may be seated again, if nobody has played it.
    """
    if evening.state == "finished" or number != evening.to_seat or evening.open_before(number):
        return False
    return reseat or evening.current is None or evening.current.state == "closed"


def _kept(evening_id: str, evening: Evening, number: int) -> tuple[MultiDict[str, str], int]:
    """The draft of a round's seating: the fields of the last change by any device, and how often it was drawn again.

    If there is no draft, there are no fields, or those of `as_published` if the evening is seated by hand.
    """
    draft = current_desk().ledger.evening_drafts.get(evening_id, number)
    if draft is None:
        return MultiDict(as_published(evening, number) if is_by_hand(evening) else {}), 0
    return MultiDict(draft.body["asked"]), draft.body["redrawn"]


def _proposed(evening_id: str, evening: Evening, number: int, values: MultiDict[str, str], redrawn: int) -> str:
    try:
        put = proposal(evening_id, evening, number, values)
    except Refused as refused:
        return _page(evening_id, evening, number, (), (), wrong=refusal_text(refused))
    return _page(
        evening_id, evening, number, put.tables, put.sit_out,
        put=put,
        notes=_notes(put, names_of(evening, number), words()),
        reseat=number < evening.next_round,
        redrawn=redrawn,
        redraws=MOVEMENTS[evening.setup.movement].draws(evening.setup.movement_options),
        room=room_of(evening, number, values) if is_by_hand(evening) else None,
        sits=values.get(SITS, ""),
    )  # fmt: skip


def _page(
    evening_id: str,
    evening: Evening,
    number: int,
    tables: Iterable[Seated | TableNow],
    sit_out: Iterable[str],
    *,
    notes: Iterable[str] = (),
    **more: Any,
) -> str:
    """Render the page of a round's seating.

    The seating is published, or proposed (with `put`; by hand, also with `room`), or impossible (`wrong` says why).
    `reseat`: the round is published, but nobody has played it yet, so that it may be seated again.
    """
    say, names = words(), names_of(evening, number)
    laid = [(table.number, people_at(evening, number, table.sides)) for table in tables]
    by_name = [(name, at, seat, side) for at, people in laid for seat, side, _, name in people]
    there = {*sit_out, *(id_ for _, people in laid for _, _, id_, _ in people)}
    page: dict[str, Any] = {
        "evening_id": evening_id,
        "evening": evening,
        "number": number,
        "tables": laid,
        "by_name": sorted(by_name, key=lambda each: say.sort_key(each[0])),
        "names": names,
        "stay_at": {entrant.id: entrant.fixed_table for entrant in evening.entrants},
        "sit_out": sit_out,
        "resting_label": label_of_resting(say, knocks_out=knocks_out(evening)),
        "notes": [*notes, *_uncounted(evening, number, tables, say)],
        "everybody": sorted(((id_, names[id_]) for id_ in there), key=lambda each: say.sort_key(each[1])),
        "key": new_key(),
    }
    nothing = {"published": False, "reseat": False, "put": None, "room": None, "wrong": ""}
    shown = page | nothing | more
    return render_template("evenings/seating.html", **shown, again={RESEAT: "yes"} if shown["reseat"] else {})


def _notes(put: SeatingProposal, names: Mapping[str, str], say: Words) -> Iterator[str]:
    """Yield the notes on a proposed seating: what is missing before it can be published, then its compromises.

    Without compromises, a note says from round 2 on that there are no rematches.
    """
    if not put.tables and not put.begun:
        yield say.gettext(N_("Nobody sits at a table yet."))
        return
    yield from (say.gettext(N_("Table %(table)s is not full yet."), table=str(table)) for table in put.begun)
    for finding in () if put.swaps else put.drawn.findings:
        those = " & ".join(names[id_] for id_ in finding.entrants)
        yield say.gettext(FINDINGS[finding.key], table=str(finding.table), names=those)
    if not put.swaps and not put.drawn.findings and put.drawn.round > 1:
        yield say.gettext(N_("There are no rematches."))


def _uncounted(evening: Evening, number: int, tables: Iterable[Seated | TableNow], say: Words) -> Iterator[str]:
    """Yield a note for each table whose result the scoring cannot count; the director has to assign its points."""
    scoring = evening.setup.scoring.in_round(number)
    for table in tables:
        if not countable(scoring, len(table.sides)):
            yield say.gettext(UNCOUNTED, table=str(table.number))
