"""The entry page at each of its moments: opened, typed, checked, refused, overtaken by another device."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest
from typing import Any

from scorekeeper.actions.club_rules import cards_left_required
from scorekeeper.actions.deals import WAYS
from scorekeeper.actions.desk import Folded
from scorekeeper.actions.preview import preview
from scorekeeper.engine.entries import DealRecord
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.drafts import Draft
from scorekeeper.ledger.entries import KEY_LENGTHS
from scorekeeper.web.deals.changes import say_changes
from scorekeeper.web.deals.check import Table, check_view, say_refused
from scorekeeper.web.deals.entry import Entered, Problem, missing, read_entry
from scorekeeper.web.deals.fields import WAS, Shape, clean, shape_of
from scorekeeper.web.deals.fill import fill, switched, ways_of
from scorekeeper.web.deals.views import EntryPage, Form, entry_page, figures, with_errors
from scorekeeper.web.frame.desk import current_desk, new_key
from scorekeeper.web.frame.device import device_name, say_device
from scorekeeper.web.frame.i18n import words
from scorekeeper.words import N_
from scorekeeper.words.numbers import whole

Typed = Mapping[str, str]

DRAFT = N_("%(device)s began this deal at %(time)s.")
OTHERS_DEAL = N_("Deal %(number)s was saved on another device meanwhile. Your entry is kept.")
OTHERS_CHANGE = N_("The match changed on another device meanwhile. Your entry is kept.")
COMPARE = N_("Theirs – %(side)s: %(theirs)s. Yours: %(yours)s.")
DISAGREED = N_("%(side)s: agreed to %(then)s, now %(now)s.")
SAVE_AGAIN = N_("Version %(seen)s was open here, the match is at version %(current)s. Check, then save again.")


def opened(folded: Folded, match_id: str, number: int, *, way: str) -> EntryPage:
    """A deal as its draft has it, else as it is recorded, else empty; `way` sets how all sides are counted."""
    shape = shape_of(folded.state.setup)
    draft = current_desk().ledger.drafts.get(match_id, number)
    fields = dict(draft.body["fields"]) if draft else blank(folded, number)
    if way in WAYS:
        fields |= {f"s{team.key}-way": way for team in shape.teams(fields)}
    form = Form(
        key=_key(draft),
        version=folded.state.version,
        seen=draft.version if draft else 0,
        fields=clean(fields),
        draft=_draft_note(draft),
        step=str(draft.body.get("step", "")) if draft else "",
        emptied=bool(draft and draft.body.get("before")),
    )
    return _page(folded, match_id, number, form)


def typed(folded: Folded, match_id: str, number: int, form: Typed) -> EntryPage:
    """The page with what a form holds."""
    return _page(folded, match_id, number, _form(form, folded))


def checked(folded: Folded, match_id: str, number: int, form: Typed) -> EntryPage:
    """The same before it is saved: everything that is wrong or missing stands at its field."""
    page = _page(folded, match_id, number, _form(form, folded), amending=amends(form))
    outlived = [("agreed", says) for says in page.disagreed] if page.form.fields.get("agreed") else []
    return with_errors(page, (*page.check.errors, *outlived))


def refused(folded: Folded, match_id: str, number: int, form: Typed, why: Refused) -> EntryPage:
    """The page when the match itself would not take the deal."""
    page = typed(folded, match_id, number, form)
    says = say_refused(_table(match_id, folded, fields_of(form, folded)), why)
    return with_errors(page, [(None, says)])


def stale(folded: Folded, match_id: str, number: int, form: Typed) -> EntryPage:
    """The page when another device was first: what it saved beside what was typed, ready to be saved once more."""
    state = folded.state
    number = min(number, state.next_deal)
    kept = replace(_form(form, folded), key=new_key(), version=state.version, stale=True)
    page = _page(folded, match_id, number, kept)
    first = OTHERS_DEAL if page.amending and not amends(form) else OTHERS_CHANGE
    said = words().gettext(first, number=number)
    again = words().gettext(SAVE_AGAIN, seen=form.get("version", ""), current=state.version)
    return replace(page, form=replace(kept, notes=(said, *_compared(folded, page), again)))


def entered(folded: Folded, fields: Typed) -> Entered:
    """The deal that these fields make."""
    return read_entry(fields, shape_of(folded.state.setup))


def lacking(folded: Folded, number: int, fields: Typed, entered: Entered, *, amending: bool) -> bool:
    """Is something unreadable or missing, or agreed to before it changed, whatever the engine makes of the rest?"""
    if entered.problems or any(_missing(fields, shape_of(folded.state.setup), amending=amending)):
        return True
    if not entered.agreed:
        return False
    row = preview(folded.memory, number, entered.body, rows=folded.state.rows).row
    return row is not None and fields["agreed"] != figures(side.total for side in row.sides)


def amends(form: Typed) -> bool:
    """Is the form about a deal that was recorded when it was opened?"""
    return form.get("mode") == "amend"


def fields_of(form: Typed, folded: Folded) -> dict[str, str]:
    """A form's fields; a way of counting chosen for all sides goes to each of them, and takes along what is known."""
    fields = clean(form)
    way = form.get("ways", "")
    if way in WAYS and way != form.get("was-ways"):
        fields |= {f"s{place}-way": way for place in range(3)}
    was = {place: form[f"s{place}{WAS}"] for place in range(3) if form.get(f"s{place}{WAS}") in WAYS}
    setup = folded.state.setup
    return switched(fields, was, setup, shape_of(setup))


def draft_of(record: DealRecord, folded: Folded, *, key: str) -> dict[str, Any]:
    """A draft with everything that a recorded deal was entered with."""
    shape = shape_of(folded.state.setup)
    return {"fields": fill(record.body, record.entered_as, shape), "begun": True, "key": key, "version": ""}


def _form(form: Typed, folded: Folded) -> Form:
    return Form(
        key=form.get("key", ""),
        version=whole(form.get("version", ""), 9) or 0,
        seen=whole(form.get("seen", ""), 9) or 0,
        fields=fields_of(form, folded),
        step=form.get("step", ""),
    )


def _page(folded: Folded, match_id: str, number: int, form: Form, *, amending: bool | None = None) -> EntryPage:
    """Lay the page out with what the engine makes of it; with `amending` also what is missing to save it."""
    state = folded.state
    table = _table(match_id, folded, form.fields)
    shown = preview(folded.memory, number, table.entered.body, rows=state.rows)
    lacks: list[Problem] = [] if amending is None else [*_missing(form.fields, table.shape, amending=amending)]
    page = entry_page(match_id, state, number, table.shape, form, words())
    changed = say_changes(state, shown.after, number, words()) if page.amending and shown.after else ()
    page = replace(page, check=check_view(table, shown, lacks), consequences=changed)
    return replace(page, disagreed=tuple(_disagreed(page)))


def _disagreed(page: EntryPage) -> Iterable[str]:
    """What changed since somebody agreed: their consent is to figures, and ends with them."""
    if not page.figures or not page.agreed_to:
        return
    for scorer, then in zip_longest(page.check.scorers, page.agreed_to.split("/")[: len(page.check.scorers)]):
        if then != str(scorer.total):
            was = int(then) if re.fullmatch(r"-?[0-9]{1,7}", then or "") else "–"
            yield words().gettext(DISAGREED, side=scorer.name, then=was, now=scorer.total)


def _missing(fields: Typed, shape: Shape, *, amending: bool) -> Iterable[Problem]:
    return missing(fields, shape, amending=amending, count_left=cards_left_required(current_desk()))


def _table(match_id: str, folded: Folded, fields: Typed) -> Table:
    shape = shape_of(folded.state.setup)
    return Table(match_id, shape, shape.teams(fields), read_entry(fields, shape), words())


def blank(folded: Folded, number: int) -> dict[str, str]:
    """The fields that a deal begins with: as it is recorded, not agreed to until somebody does so again; or, of a new
    one, the ways of counting of the deal before."""
    deals, shape = folded.memory.deals, shape_of(folded.state.setup)
    if number in deals:
        record, row = deals[number], folded.state.row(number)
        agreed_to = {"agreed_to": figures(side.total for side in row.sides)} if record.agreed and row else {}
        return fill(record.body, record.entered_as, shape) | agreed_to
    last = deals[max(deals)] if deals else None
    return ways_of(last.entered_as, shape, {}) if last else {}


def _key(draft: Draft | None) -> str:
    key = str(draft.body.get("key", "")) if draft else ""
    return key if len(key) in KEY_LENGTHS else new_key()


def _draft_note(draft: Draft | None) -> str | None:
    """Who began the deal, where that was another device."""
    if draft is None or draft.device == device_name():
        return None
    moment = datetime.fromisoformat(draft.updated_at).astimezone()
    return words().gettext(DRAFT, device=say_device(draft.device, words()), time=words().time(moment))


def _compared(folded: Folded, page: EntryPage) -> list[str]:
    """Both versions of the deal, side by side in points."""
    row = folded.state.row(page.number)
    if row is None:
        return []
    return [
        words().gettext(COMPARE, side=scorer.name, theirs=row.sides[scorer.place].total, yours=scorer.total)
        for scorer in page.check.scorers
    ]
