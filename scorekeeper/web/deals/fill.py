"""From a deal as the contract writes it back to the fields of the entry page: for amending, for a save that is taken
back, and for another way of counting."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine.cards import CLASSES, SEQUENCE
from scorekeeper.engine.entries import Setup
from scorekeeper.engine.match import read_body
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.scoring import tally_side
from scorekeeper.web.deals.entry import Body, read_entry
from scorekeeper.web.deals.fields import FACTS, MOST_ROWS, NONE, YES, Field, Fields, Shape, table

Json = Mapping[str, Any]
#: What is entered of a side in one way alone, by the end of its field.
OWN = {"counts": tuple(f"-c-{name}" for name in CLASSES), "totals": ("-mp", "-hp")}
#: A field of a side that tells what it melded or holds.
_CARDS = re.compile(r"s\d-(mp|hp|c-|can-|h\d-|[ntj]-|x\d-|q\d-).*")


def fill(body: Json, ways: Sequence[str], shape: Shape) -> dict[str, str]:
    """The fields that a body was entered with, or would be."""
    sides = body.get("sides", [])
    fields = _ending(sides, shape) | ({"first_round": YES} if body.get("first_round_out") else {})
    if body.get("cards_left") is not None:
        fields["left"] = str(body["cards_left"])
    for at, side in enumerate(sides):
        key, way = min(_places(at, side, shape)), _way(side, ways[at] if at < len(ways) else "")
        mode, *others = shape.hand_modes(way)
        fields[f"s{key}-way"] = way
        if (used := _mode(side, (mode, *others))) != mode:
            fields[f"s{key}-hand"] = used
    laid = {"sides": [_by_field(side, shape) for side in sides]}
    values = {field.name: _value(field, laid, body) for field in table(shape, fields).values() if field.place}
    return fields | {name: str(value) for name, value in values.items() if value}


def ways_of(ways: Sequence[str], shape: Shape, fields: Fields) -> dict[str, str]:
    """The ways of counting of an earlier deal, for a new one; one way for all also where allies stand alone again."""
    teams = shape.teams(fields)
    ways = [*ways] * len(teams) if len(set(ways)) == 1 else ways
    return {f"s{team.key}-way": way for team, way in zip(teams, ways, strict=False)}


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


def _value(field: Field, laid: Json, body: Json) -> object:
    """What stands at a field's place; a box that is ticked says so."""
    if field.place[0] != "sides":
        return None  # told already, with the ways of counting
    found: Any = laid
    for step in field.place[:-1] if field.cards else field.place:
        if isinstance(found, list):
            found = found[step] if isinstance(step, int) and step < len(found) else None
        else:
            found = found.get(step)
        if found is None:
            return None
    if field.cards:
        return sum(found.get(kind, 0) for kind in field.cards)
    return YES if found is True else found


def _by_field(side: Json, shape: Shape) -> Body:
    """A side with its melds by row, its canastas as the page counts them, and its hands as they are entered."""
    found = dict(side)
    if "melds" in side:
        found["melds"] = _by_row(side["melds"], shape)
    if "counted" in side:
        canastas: Counter[str] = Counter()
        for kind, count in side["counted"].get("canastas", {}).items():  # one not counted apart earns as its like
            canastas[kind if kind in shape.canasta_kinds else kind.split("_")[0]] += count
        found["counted"] = {**side["counted"], "canastas": canastas}
    hands = side.get("hands") or []
    if len(hands) > 1 and shape.hands == 1:
        found["hands"] = [dict(sum((Counter(hand) for hand in hands), Counter()))]
    return found


def _by_row(melds: Sequence[Json], shape: Shape) -> dict[str, Body]:
    """Each meld at its column; a second one of a rank at a row of its own."""
    rows: dict[str, Body] = {}
    further, sequences = iter(range(MOST_ROWS)), iter(range(MOST_ROWS))
    for meld in melds:
        column = f"n-{meld['rank']}"
        if meld["rank"] == SEQUENCE:
            rows[f"q{next(sequences)}"] = {**meld, "cards": dict.fromkeys(meld["cards"], True)}
        elif meld["rank"] not in shape.meld_keys or column in rows:
            rows[f"x{next(further)}"] = dict(meld)
        else:
            rows[column] = dict(meld)
    return rows


def _places(at: int, side: Json, shape: Shape) -> list[int]:
    if not shape.alliances:
        return [at]
    return [shape.names.index(member["name"]) for member in side["members"]]


def _ending(sides: Sequence[Json], shape: Shape) -> dict[str, str]:
    fields = {"end": NONE} if sides else {}
    for at, side in enumerate(sides):
        places = _places(at, side, shape)
        if (out := side.get("out")) is not None:
            hands = [member.get("hand") for member in side.get("members", [])]  # of two members the one without a card
            went = next((place for place, hand in zip(places, hands, strict=False) if not hand), places[0])
            ticked = dict.fromkeys((fact for fact in FACTS if out.get(fact)), YES)
            fields |= {"end": str(went), **ticked}
            fields |= {} if out.get("own_canasta", True) else {"partner_canasta": YES}
        if shape.alliances and len(sides) == 2 and len(places) == 1:
            fields["took"] = str(places[0])
    if shape.alliances and len(sides) > 2:
        fields["took"] = NONE
    return fields


def _way(side: Json, said: str) -> str:
    """How a side was entered; its body decides where the record does not fit it."""
    if (counted := side.get("counted")) is None:
        return "cards"
    return "totals" if counted.get("points") is not None else "counts"


def _mode(side: Json, modes: Sequence[str]) -> str:
    if side.get("hand_points") is not None:
        return "points"
    if len(side.get("hands") or ()) > 1 and "players" in modes:
        return "players"
    return next(mode for mode in modes if mode in ("side", "classes"))


def _worth(fields: Fields, at: int, source: str, way: str, setup: Setup, shape: Shape) -> dict[str, str]:
    """What is entered of a side in one way, in the fields of another; totals tell nothing of what they are made of."""
    team = shape.teams(fields)[at]
    if source == "totals" or way == "cards":
        return {}
    body = read_entry({**fields, f"s{team.key}-way": source}, shape).body
    try:
        side = read_body(setup, body).sides[at]
    except Refused:
        return {}
    tally = tally_side(side, shape.rules)
    kinds = sum((Counter(meld.kinds()) for meld in side.melds), Counter[str]())
    counted = body["sides"][at].get("counted") or {
        name: sum(kinds[kind] for kind in members) for name, members in CLASSES.items()
    }
    found = {**body["sides"][at], "counted": {**counted, "canastas": tally.canastas}}
    if way == "totals":
        found["counted"]["points"] = tally.points
    if shape.hand_mode({**fields, f"s{team.key}-way": way}, team) == "points":
        found["hand_points"] = tally.hand_points
    sides = [*body["sides"][:at], found, *body["sides"][at + 1 :]]
    filled = fill({**body, "sides": sides}, ["totals"] * len(sides), shape)
    mine = tuple(f"s{place}-" for place in team.places)
    return {name: value for name, value in filled.items() if name.startswith(mine) and _CARDS.fullmatch(name)}
