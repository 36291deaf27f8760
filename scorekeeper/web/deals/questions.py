"""The open questions and errors of a deal being entered, in the order of the page, with their sentences; and the next
step on each sheet of an entry by cards, which the green button names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import Struct
from scorekeeper.web.deals.entry import Entered, EntryProblem, fill, read_entry
from scorekeeper.web.deals.fields import Form
from scorekeeper.web.deals.shape import NONE, YES, Shape, Team
from scorekeeper.words import N_, entry
from scorekeeper.words.refusals import say_refusal

#: How the act of a button begins that answers its question: "sure:s1-nothing".
SURE = "sure:"


def open_questions(entered: Entered, refused: str | None = None) -> Iterator[EntryProblem]:
    """Every open question: how the deal ended, what cannot be read, the field that was `refused`, then side by side
    what is left in hand, points that no cards make and what was melded, and last the cards left where the club counts
    them."""
    form, fields = entered.form, entered.form.fields
    ends = (NONE, *map(str, range(form.shape.rules.table.sides)))
    if form.shape.alliances and fields.get("took") not in ends:
        yield EntryProblem("took", "took_missing")
    if fields.get("end") not in ends:
        yield EntryProblem("end", "end_missing")
    yield from entered.problems
    if refused:
        yield EntryProblem(refused, "refused", team=next((team for team in form.teams if _is_of(refused, team)), None))
    for team, side in zip(form.teams, entered.body["sides"], strict=True):
        if not team.out and fields.get("end") in ends:
            yield from _hands(form, team, side)
        if not side.get("special_hand"):
            yield from _melds(form, team, side)
    if form.shape.every_card and form.every_card and not fields.get("left"):  # the club requires the cards left
        yield EntryProblem("left", "left_missing")


def as_recorded(body: Mapping[str, Any], shape: Shape) -> dict[str, str]:
    """The fields of a deal that was recorded, with its answers: an empty hand or nothing melded is not asked again."""
    fields = fill(body, shape)
    for team, side in zip(Form(shape, fields).teams, body["sides"], strict=True):
        if side.get("hand_points") == 0 and not team.out:
            fields[f"s{team.number}-hp"] = "0"
    answers = [question.sure for question in open_questions(read_entry(Form(shape, fields)))]
    return fields | dict.fromkeys(filter(None, answers), YES)


def _is_of(field: str, team: Team) -> bool:
    return any(field.startswith(f"s{scorer}-") for scorer in team.scorers)


def _hands(form: Form, team: Team, side: Mapping[str, Any]) -> Iterator[EntryProblem]:
    """The open question of a hand without a value: a player who did not go out holds a card. It may be worth nothing,
    as a red three is, which is asked once."""
    points, sure, number = f"s{team.number}-hp", f"s{team.number}-empty", team.number
    if form.shape.alliances:
        hands = {f"s{scorer}-h0": each["hand"] for scorer, each in zip(team.scorers, side["members"], strict=True)}
    else:
        hands = {f"s{number}-h{at}": hand for at, hand in enumerate(side.get("hands") or [{}] * team.hands)}
    if side.get("hand_points") or side.get("feet_not_begun") or any(side.get("feet") or ()):
        return
    if team.mode != "points":
        yield from (EntryProblem(field, "hand_missing", team=team) for field, cards in hands.items() if not cards)
    elif not any(hands.values()) and not form.fields.get(points):
        yield EntryProblem(points, "points_missing", team=team)
    elif not any(hands.values()) and form.fields.get(sure) != YES:
        yield EntryProblem(points, "hand_nothing", team=team, sure=sure)


def _melds(form: Form, team: Team, side: Mapping[str, Any]) -> Iterator[EntryProblem]:
    """Points are such as cards make. A side with canastas, or with melds that lie unfinished, melded their cards; one
    with nothing at all is asked once."""
    counted, prefix = side.get("counted", {}), f"s{team.number}"
    sure, classes = f"{prefix}-nothing", form.shape.rules.classes
    for figure, points in (("mp", counted.get("points")), ("hp", side.get("hand_points"))):
        if (points or 0) % POINT_STEP:
            yield EntryProblem(f"{prefix}-{figure}", "points_uneven", str(points), team)
    field = {"cards": "melds", "counts": f"c-{next(iter(classes))}", "totals": "mp"}[team.way]
    if side.get("melds") or counted.get("points") or any(counted.get(name) for name in classes):
        return
    if counted.get("canastas") or counted.get("unfinished"):
        yield EntryProblem(f"{prefix}-{field}", "melded_missing", team=team)
    elif not (counted.get("melded") or form.fields.get(f"{prefix}-mp") or form.fields.get(sure) == YES):
        yield EntryProblem(f"{prefix}-{field}", "melded_nothing", team=team, sure=sure)


def mistakes(page: EntryPage) -> Iterator[tuple[str | None, str]]:
    """The errors, each with its field: unreadable values, then the reason why the deal is refused. Where there are none
    and the deal was to be saved, the first missing value: one at a time, as the green button asks."""
    refused = page.preview.refused
    wrong = [*page.entered.problems]
    if page.saving and not wrong and not refused:
        reason = [EntryProblem("reason", "reason_missing")] if page.amending and not page.value("reason") else []
        wrong = [*page.open_questions, *reason][:1]
    for each in wrong:
        values = {"typed": each.typed, "found": each.typed, "side": _side(each, page)}
        yield each.field, page.words.gettext(entry.PROBLEMS[each.key], **values)
    if refused:
        yield page.entered.field_at(refused.where), say_refused(refused, page)


def say_question(question: EntryProblem, page: EntryPage) -> str:
    """An open question as the button says it that leads to it."""
    figure = entry.FIGURES.get(question.field.partition("-")[2], question.key)
    key = question.key if question.sure else figure
    return page.words.gettext(entry.QUESTIONS.get(key, entry.QUESTIONS["refused"]), side=_side(question, page))


def say_refused(refused: Refused, page: EntryPage) -> str:
    """The sentence for a deal that cannot be; too many cards name the side where the last of them were entered."""
    if refused.key != "too_many_of_a_kind":
        return say_refusal(refused, page.words)
    name, team = page.entered.field_at(refused.where) or "", page.entered.team_at(refused.where)
    group = {name.rpartition("-")[2]: page.form.table[name].cards} if name in page.form.table else {}
    return entry.say_too_many(refused, group, page.shape.rules, page.name(team) if team else "", page.words)


def _side(question: EntryProblem, page: EntryPage) -> str:
    return page.name(question.team) if question.team else ""


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
            return Green(
                say_question(question, page), question.field, f"{SURE}{question.sure}" if question.sure else ""
            )
        title = next(each.title for each in page.sheets if each.id == at)
        return Green(say(N_("Next: %(step)s"), step=entry.unbroken(title)), at)
    return Green(
        "" if page.amends else say(N_("Save deal %(number)s"), number=page.words.number(page.number)), act="save"
    )
