"""Another way of counting a side, with what is known of it already: cards as counts, both as totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from scorekeeper.engine.cards import CLASSES
from scorekeeper.engine.deal import Side
from scorekeeper.engine.entries import Setup
from scorekeeper.engine.match import read_body
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.scoring import tally_side
from scorekeeper.web.deals.fill import hand_fields, melded_fields
from scorekeeper.web.deals.form import read_entry
from scorekeeper.web.deals.shape import Fields, Shape, Team

#: What is entered of a side in one way alone, by the end of its field.
OWN = {"counts": tuple(f"-c-{name}" for name in CLASSES), "totals": ("-mp", "-hp")}


def switched(fields: Fields, was: Mapping[int, str], setup: Setup, shape: Shape) -> dict[str, str]:
    """The fields after some sides are counted in another way than they `was`: what that was worth fills what is empty
    now; what only that had filled before is empty again, so that it follows when the cards change."""
    after = dict(fields)
    for at, team in enumerate(shape.teams(fields)):
        before, now = was.get(team.key, ""), shape.way(fields, team)
        if not before or before == now:
            continue
        for name, value in _worth(fields, at, now, before, setup, shape).items():
            if name.endswith(OWN.get(before, ())) and after.get(name) == value:
                del after[name]
        after = {**_worth(fields, at, before, now, setup, shape), **after}
    return after


def _worth(fields: Fields, at: int, source: str, way: str, setup: Setup, shape: Shape) -> dict[str, str]:
    """What is entered of a side in one way, in the fields of another; totals tell nothing of what they are made of."""
    team = shape.teams(fields)[at]
    if source == "totals" or way == "cards":
        return {}
    try:
        side = read_body(setup, read_entry({**fields, f"s{team.key}-way": source}, shape).body).sides[at]
    except Refused:
        return {}
    return {**_melded(side, team, way, shape), **_held(side, team, {**fields, f"s{team.key}-way": way}, shape)}


def _melded(side: Side, team: Team, way: str, shape: Shape) -> dict[str, str]:
    tally = tally_side(side, shape.rules)
    kinds = sum((Counter(meld.kinds()) for meld in side.melds), Counter[str]())
    classes = {name: sum(kinds[kind] for kind in members) for name, members in CLASSES.items()}
    counted = {"points": tally.points} if way == "totals" else classes
    return melded_fields(team.key, {"counted": {**counted, "canastas": tally.canastas}}, way, shape)


def _held(side: Side, team: Team, fields: Fields, shape: Shape) -> dict[str, str]:
    mode = shape.hand_mode(fields, team)
    if mode == "points":
        points = tally_side(side, shape.rules).hand_points
        return {f"s{team.key}-hp": str(points)} if points else {}
    hands = [[hand] for hand in side.hands] if shape.alliances else [list(side.hands)]
    return {
        name: count
        for place, held in zip(team.places, hands, strict=False)
        for name, count in hand_fields(place, held, mode, shape)
    }
