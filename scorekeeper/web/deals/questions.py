"""The open questions of a deal as it is entered, in the order in which the page asks them. Pure, as `entry.py` is.

A deal with an open question is not saved from a page: what must be told is asked for at its field; what is unlikely is
asked once, and answered by a tap on the question itself, which ticks the field that it is `sure` by. The JSON of the
command and of the API is not asked: an empty hand is taken there as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.web.deals.entry import Entered, Problem, fill, read_entry
from scorekeeper.web.deals.fields import Form
from scorekeeper.web.deals.shape import NONE, YES, Shape, Team

#: How the act of a button begins that answers its question: "sure:s1-nothing".
SURE = "sure:"


def open_questions(entered: Entered, refused: str | None = None) -> Iterator[Problem]:
    """Every open question: how the deal ended, what cannot be read, the field that was `refused`, then side by side
    what is left in hand, points that no cards make and what was melded, and last the cards left where the club counts
    them."""
    form, fields = entered.form, entered.form.fields
    ends = (NONE, *map(str, range(form.shape.rules.table.sides)))
    if form.shape.alliances and fields.get("took") not in ends:
        yield Problem("took", "took_missing")
    if fields.get("end") not in ends:
        yield Problem("end", "end_missing")
    yield from entered.problems
    if refused:
        yield Problem(refused, "refused", team=next((team for team in form.teams if _is_of(refused, team)), None))
    for team, side in zip(form.teams, entered.body["sides"], strict=True):
        if not team.out and fields.get("end") in ends:
            yield from _hands(form, team, side)
        if not side.get("special_hand"):
            yield from _melds(form, team, side)
    if form.shape.every_card and form.every_card and not fields.get("left"):  # the club requires the cards left
        yield Problem("left", "left_missing")


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


def _hands(form: Form, team: Team, side: Mapping[str, Any]) -> Iterator[Problem]:
    """Who did not go out holds a card: it may be worth nothing, as a red three is, which is asked once."""
    points, sure, number = f"s{team.number}-hp", f"s{team.number}-empty", team.number
    if form.shape.alliances:
        hands = {f"s{scorer}-h0": each["hand"] for scorer, each in zip(team.scorers, side["members"], strict=True)}
    else:
        hands = {f"s{number}-h{at}": hand for at, hand in enumerate(side.get("hands") or [{}] * team.hands)}
    if side.get("hand_points") or side.get("feet_not_begun") or any(side.get("feet") or ()):
        return
    if team.mode != "points":
        yield from (Problem(field, "hand_missing", team=team) for field, cards in hands.items() if not cards)
    elif not any(hands.values()) and not form.fields.get(points):
        yield Problem(points, "points_missing", team=team)
    elif not any(hands.values()) and form.fields.get(sure) != YES:
        yield Problem(points, "hand_nothing", team=team, sure=sure)


def _melds(form: Form, team: Team, side: Mapping[str, Any]) -> Iterator[Problem]:
    """Points are such as cards make. A side with canastas, or with melds that lie unfinished, melded their cards; one
    with nothing at all is asked once."""
    counted, prefix = side.get("counted", {}), f"s{team.number}"
    sure, classes = f"{prefix}-nothing", form.shape.rules.classes
    for figure, points in (("mp", counted.get("points")), ("hp", side.get("hand_points"))):
        if (points or 0) % POINT_STEP:
            yield Problem(f"{prefix}-{figure}", "points_uneven", str(points), team)
    field = {"cards": "melds", "counts": f"c-{next(iter(classes))}", "totals": "mp"}[team.way]
    if side.get("melds") or counted.get("points") or any(counted.get(name) for name in classes):
        return
    if counted.get("canastas") or counted.get("unfinished"):
        yield Problem(f"{prefix}-{field}", "melded_missing", team=team)
    elif not (counted.get("melded") or form.fields.get(f"{prefix}-mp") or form.fields.get(sure) == YES):
        yield Problem(f"{prefix}-{field}", "melded_nothing", team=team, sure=sure)
