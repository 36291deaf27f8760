"""The sheets of an entry by cards, and the next thing to do on each of them, which the green button says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.engine.values import Struct
from scorekeeper.web.deals.questions import SURE
from scorekeeper.web.deals.shape import Team
from scorekeeper.words import N_, entry

if TYPE_CHECKING:
    from scorekeeper.web.deals.views import EntryPage

#: The sheet of the cards left in hand, where those are entered one by one.
HANDS = "step-hands"
_IN_HAND = ("h0", "h1", "h2", "f0", "f1", "f2")


class Sheet(Struct):
    """One sheet of an entry by cards: that of a team, or that of the cards left in hand."""

    id: str
    title: str
    team: Team | None = None


class Green(Struct):
    """The green button: its label, and the place that it leads to, or the `act` that it performs."""

    says: str
    leads: str = ""
    act: str = ""


def sheet_of(team: Team) -> str:
    """The id of a side's sheet."""
    return f"step-m{team.number}"


def sheets_of(page: EntryPage) -> list[Sheet]:
    """A sheet a side, and one of the cards left in hand where those are entered; none where all sides are in sight."""
    if page.form.facing:
        return []
    sheets = [Sheet(sheet_of(team), page.name(team), team) for team in page.form.teams]
    if page.form.every_card or any(team.by_card for team in page.form.teams):
        sheets.append(Sheet(HANDS, page.words.gettext(N_("Cards left in hand"))))
    return sheets


def sheet_at(field: str, page: EntryPage) -> str:
    """The id of the sheet that has a field; empty where it stands beside all of them."""
    prefix, _, rest = field.partition("-")
    if field == "left" or rest.startswith(_IN_HAND):
        at = HANDS
    else:
        at = next((sheet_of(team) for team in page.form.teams if prefix in [f"s{each}" for each in team.scorers]), "")
    return at if at in [sheet.id for sheet in page.sheets] else ""


def green(sheet: str, page: EntryPage) -> Green:
    """The green button of this sheet: its open question, else the way to a sheet with one, else saving the deal; a
    change has its reasons instead."""
    say = page.words.gettext
    for question in page.open_questions:
        at = sheet_at(question.field, page)
        if at in ("", sheet):
            return Green(page.question(question), question.field, f"{SURE}{question.sure}" if question.sure else "")
        title = next(each.title for each in page.sheets if each.id == at)
        return Green(say(N_("Next: %(step)s"), step=entry.unbroken(title)), at)
    return Green(
        "" if page.amends else say(N_("Save deal %(number)s"), number=page.words.number(page.number)), act="save"
    )
