"""The open questions and the errors of a deal being entered, in page order, with their sentences; and the green button
of each sheet, which names the next step."""

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

if TYPE_CHECKING:
    from scorekeeper.web.deals.views import EntryPage

#: The id of the sheet of cards left in hand, which are entered card by card.
HANDS = "step-hands"
#: The prefix of the act of a button that confirms its own question; a field name follows: "sure:s1-nothing".
SURE = "sure:"


def open_questions(entered: Entered, refused: str | None = None) -> Iterator[EntryProblem]:
    """The open questions, in this order. First: who took the pile first (in the cutthroat game); how the deal ended;
    values that cannot be read; the field that was `refused`. Then, for each side: what is left in hand; points that no
    cards can make; what was melded. Last: the cards left, if the club counts them."""
    form, fields = entered.form, entered.form.fields
    ends = (NONE, *map(str, range(form.shape.rules.table.sides)))
    if form.shape.alliances and fields.get("took") not in ends:
        yield EntryProblem("took", "took_missing")
    if fields.get("end") not in ends:
        yield EntryProblem("end", "end_missing")
    yield from entered.problems
    if refused:
        owners = (team for team in form.teams for scorer in team.scorers if refused.startswith(f"s{scorer}-"))
        yield EntryProblem(refused, "refused", team=next(owners, None))
    for team, side in zip(form.teams, entered.body["sides"], strict=True):
        if not team.out and fields.get("end") in ends:
            yield from _hands(form, team, side)
        if not side.get("special_hand"):
            yield from _melds(form, team, side)
    if form.shape.every_card and form.every_card and not fields.get("left"):  # the club requires the cards left
        yield EntryProblem("left", "left_missing")


def as_recorded(body: Mapping[str, Any], shape: Shape) -> dict[str, str]:
    """The fields of a recorded deal, with its questions answered: an empty hand, say, is not asked about again."""
    fields = fill(body, shape)
    for team, side in zip(Form(shape, fields).teams, body["sides"], strict=True):
        if side.get("hand_points") == 0 and not team.out:
            fields[f"s{team.number}-hp"] = "0"
    answers = [question.sure for question in open_questions(read_entry(Form(shape, fields)))]
    return fields | dict.fromkeys(filter(None, answers), YES)


def _hands(form: Form, team: Team, side: Mapping[str, Any]) -> Iterator[EntryProblem]:
    """The open questions about hands that are empty or without points: a player who did not go out holds at least one
    card. If 0 points were typed, which can be right with only a red three in hand, the user only has to confirm it."""
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
    """The open questions about melds: points that no cards can make; canastas or unfinished melds without the points of
    their cards; and, asked once, whether a side melded nothing."""
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
    """The errors as (field, sentence): values that cannot be read, and the reason why the deal is refused. If there are
    none and the user pressed Save: the first open question or, if none is open, the missing reason of an amendment.
    Only one is shown, because the green button, too, asks one question at a time."""
    refused = page.preview.refused
    wrong = [*page.entered.problems]
    if page.saving and not wrong and not refused:
        reason = [EntryProblem("reason", "reason_missing")] if page.amending and not page.value("reason") else []
        wrong = [*page.open_questions, *reason][:1]
    for each in wrong:
        values = {"typed": each.typed, "found": each.typed, "side": page.name(each.team)}
        yield each.field, page.words.gettext(entry.PROBLEMS[each.key], **values)
    if refused:
        yield page.entered.field_at(refused.where), say_refused(refused, page)


def say_refused(refused: Refused, page: EntryPage) -> str:
    """The sentence for a refused deal. If the deal has too many cards of a kind, the sentence names the side for which
    the last of them were entered."""
    if refused.key != "too_many_of_a_kind":
        return say_refusal(refused, page.words)
    name, team = page.entered.field_at(refused.where) or "", page.entered.team_at(refused.where)
    group = {name.rpartition("-")[2]: page.form.table[name].cards} if name in page.form.table else {}
    return entry.say_too_many(refused, group, page.shape.rules, page.name(team), page.words)


class Sheet(Struct):
    """One sheet of an entry by cards: the melds of a team, or the cards left in hand."""

    id: str
    title: str
    team: Team | None = None


class Green(Struct):
    """The green button: its label (`says`), the id of the element that it leads to (`leads`), and the `act` that it
    performs. With an `act`, it does not lead anywhere. Without a label, it is not shown."""

    says: str
    leads: str = ""
    act: str = ""


def sheet_of(team: Team) -> str:
    """The id of a side's sheet."""
    return f"step-m{team.number}"


def sheets_of(page: EntryPage) -> list[Sheet]:
    """A sheet for each team, and one for the cards left in hand if they are entered; none if all sides are on one
    page."""
    if page.form.facing:
        return []
    sheets = [Sheet(sheet_of(team), page.name(team), team) for team in page.form.teams]
    if page.form.every_card or any(team.by_card for team in page.form.teams):
        sheets.append(Sheet(HANDS, page.words.gettext(N_("Cards left in hand"))))
    return sheets


def sheet_at(field: str, page: EntryPage) -> str:
    """The id of the sheet that has a field; empty for a field outside the sheets."""
    prefix, _, rest = field.partition("-")
    if field == "left" or rest.startswith(("h0", "h1", "h2", "f0", "f1", "f2")):
        at = HANDS
    else:
        at = next((sheet_of(team) for team in page.form.teams if prefix in [f"s{each}" for each in team.scorers]), "")
    return at if at in [sheet.id for sheet in page.sheets] else ""


def green(sheet: str, page: EntryPage) -> Green:
    """The green button of a sheet. It leads to the page's first open question, or confirms it. If no question is open,
    it saves the deal; an amendment is saved by other buttons instead, each of which names a reason."""
    say = page.words.gettext
    if not page.open_questions:
        number = page.words.number(page.number)
        return Green("" if page.amends else say(N_("Save deal %(number)s"), number=number), act="save")
    question = page.open_questions[0]
    at = sheet_at(question.field, page)
    if at not in ("", sheet):
        title = next(each.title for each in page.sheets if each.id == at)
        return Green(say(N_("Next: %(step)s"), step=entry.unbroken(title)), at)
    figure = entry.FIGURES.get(question.field.partition("-")[2], question.key)
    says = entry.QUESTIONS.get(question.key if question.sure else figure, entry.QUESTIONS["refused"])
    act = f"{SURE}{question.sure}" if question.sure else ""
    return Green(say(says, side=page.name(question.team)), question.field, act)
