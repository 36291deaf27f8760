"""Notes of the entry page: errors at figures, their recorded values before a change, changes since a side agreed, and
who began a draft."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import zip_longest
from typing import TYPE_CHECKING

from scorekeeper.ledger.records.drafts import Draft
from scorekeeper.web.deals.entry import read_entry
from scorekeeper.web.deals.fields import Form
from scorekeeper.web.deals.parts import MeldView, Scorer, melds_of
from scorekeeper.web.deals.shape import Team
from scorekeeper.web.frame.device import device_name, say_device
from scorekeeper.web.frame.i18n import words
from scorekeeper.words import N_, entry
from scorekeeper.words.deals import say_line

if TYPE_CHECKING:
    from scorekeeper.web.deals.views import EntryPage

RECORDED = N_("recorded %(figure)s")
AGREED = N_("%(side)s agreed to %(then)s; it is now %(now)s.")
CHANGE = N_(
    "Someone began to change this deal at %(time)s on %(device)s and did not save. The fields show that change."
)
DRAFT = N_("%(device)s started entering this deal at %(time)s.")


def wrong_at(page: EntryPage) -> Mapping[str, str]:
    """The errors of figures by their fields, in a few words."""
    refused, says = page.preview.refused, entry.AT_FIGURE
    found = {each.field: (each.key, 0) for each in page.open_questions if each.key in says}
    if refused and refused.key in says and (field := page.entered.field_at(refused.where)):
        found[field] = (refused.key, int((refused.allowed or (0,))[0]))
    return {field: page.words.gettext(says[key], allowed=most) for field, (key, most) in found.items()}


def recorded(name: str, page: EntryPage) -> str:
    """The recorded figure of a field that was changed since, where its side is entered as it was then; else nothing."""
    way, was = f"{name[:2]}-way", page.was
    if was.get(way, "") != page.value(way) or (name not in was and not page.value(name)):
        return ""
    now = page.form.sums.get(name) or page.value(f"{name}-more") or page.value(name) or 0
    return "" if str(now) == was.get(name, "0") else was.get(name, "0")


def changed_melds(team: Team, page: EntryPage) -> Mapping[str, MeldView | None]:
    """The recorded melds of a side that were changed since, by their fields; None for one that was not there."""
    then = read_entry(Form(page.shape, page.was))
    same = [each for each in then.form.teams if (each.scorers, each.way) == (team.scorers, team.way)]
    if not page.was or not same:
        return {}
    was = {meld.field: meld for meld in melds_of(then, same[0], page.words, page.letters)}
    now = {meld.field: meld for meld in page.melds(team)}
    return {field: was.get(field) for field in {**was, **now} if _cards(was.get(field)) != _cards(now.get(field))}


def _cards(meld: MeldView | None) -> tuple[object, ...]:
    return (meld.suit, *meld.cards) if meld else ()


def lines_of(scorer: Scorer, page: EntryPage) -> Iterator[tuple[str, int, str]]:
    """Every line of what a scorer gets: words, points, and what was recorded where that was something else."""
    row, lines = page.state.row(page.number), scorer.got.lines if scorer.got else ()
    was = {(line.key, line.detail): line for line in row.sides[scorer.number].lines} if row else {}
    now = {(line.key, line.detail): line for line in lines}
    for key, line in {**was, **now}.items():
        points, then = (each[key].points if key in each else 0 for each in (now, was))
        says = page.words.gettext(RECORDED, figure=page.words.number(then)) if row and points != then else ""
        yield say_line(line, page.words, page.shape.rules), points, says


def told(page: EntryPage) -> Iterator[str]:
    """The fields beside which anything is said."""
    changed = {name for name in page.form.table if page.was and recorded(name, page)}
    yield from {*page.at_figures, *page.form.sums, *changed}


def disagreed(page: EntryPage) -> Iterator[str]:
    """The changes since a side agreed: its consent is to certain figures, and ends with them."""
    agreed = page.agreed_to.split("/") if page.agreed_to else []
    for scorer, then in zip_longest(page.all_scorers, agreed[: len(page.all_scorers)]):
        if agreed and scorer.got and then != str(scorer.got.total):
            was = int(then) if re.fullmatch(r"-?[0-9]{1,7}", then or "") else "–"
            yield page.words.gettext(AGREED, side=scorer.name, then=was, now=scorer.got.total)


def unfinished(form: Form, recorded: Form | None) -> bool | None:
    """Return whether a form differs from the deal as it is `recorded`; None for a deal that is not."""
    return None if recorded is None else read_entry(form).body != read_entry(recorded).body


def draft_note(draft: Draft | None, change: bool | None) -> str | None:
    """The device that began the deal, where it was another one; or the unsaved change of a recorded deal."""
    if draft is None or change is False or (change is None and draft.device == device_name()):
        return None
    moment = datetime.fromisoformat(draft.updated_at).astimezone()
    says = DRAFT if change is None else CHANGE
    return words().gettext(says, device=say_device(draft.device, words()), time=words().time(moment))
