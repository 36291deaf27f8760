"""From a deal as the contract writes it back to the fields of the entry page: for amending, and for undoing a save."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.engine.cards import CLASSES, SEQUENCE
from scorekeeper.engine.contract import AFTER_TURN
from scorekeeper.web.deals.form import COUNTS
from scorekeeper.web.deals.shape import MOST_ROWS, NONE, YES, Shape, after_turn_field

Json = Mapping[str, Any]


def fill(body: Json, ways: Sequence[str], shape: Shape) -> dict[str, str]:
    """The fields that a body was entered with, or would be."""
    sides = body.get("sides", [])
    fields = _ending(sides, shape)
    for at, side in enumerate(sides):
        places = _places(at, side, shape)
        key = min(places)
        way = _way(side, ways[at] if at < len(ways) else "")
        fields |= {f"s{key}-way": way, **melded_fields(key, side, way, shape), **_held(key, places, side, way, shape)}
    if body.get("cards_left") is not None:
        fields["left"] = str(body["cards_left"])
    fields |= {"first_round": YES} if body.get("first_round_out") else {}
    return {name: value for name, value in fields.items() if value}


def ways_of(ways: Sequence[str], shape: Shape, fields: Mapping[str, str]) -> dict[str, str]:
    """The ways of counting of an earlier deal, for a new one; one way for all also where allies stand alone again."""
    teams = shape.teams(fields)
    ways = [*ways] * len(teams) if len(set(ways)) == 1 else ways
    return {f"s{team.key}-way": way for team, way in zip(teams, ways, strict=False)}


def _places(at: int, side: Json, shape: Shape) -> list[int]:
    if not shape.alliances:
        return [at]
    return [shape.names.index(member["name"]) for member in side["members"]]


def _ending(sides: Sequence[Json], shape: Shape) -> dict[str, str]:
    fields = {"end": NONE} if sides else {}
    for at, side in enumerate(sides):
        places = _places(at, side, shape)
        if side.get("out") is not None:
            fields |= {"end": str(_who_went_out(side, places)), **_facts(side["out"])}
        if shape.alliances and len(sides) == 2 and len(places) == 1:
            fields["took"] = str(places[0])
    if shape.alliances and len(sides) > 2:
        fields["took"] = NONE
    return fields


def _who_went_out(side: Json, places: Sequence[int]) -> int:
    """Of two members the one whose hand is empty."""
    hands = [member.get("hand") for member in side.get("members", [])]
    return next((place for place, hand in zip(places, hands, strict=False) if not hand), places[0])


def _facts(out: Json) -> dict[str, str]:
    fields = {fact: YES for fact in ("concealed", "took_pile", "first_pile") if out.get(fact)}
    return fields if out.get("own_canasta", True) else {**fields, "partner_canasta": YES}


def _way(side: Json, said: str) -> str:
    """How a side was entered; its body decides where the record does not fit it."""
    counted = side.get("counted")
    if counted is None:
        return "cards"
    if counted.get("points") is not None:
        return "totals"
    return said if said == "counts" else "counts"


def melded_fields(key: int, side: Json, way: str, shape: Shape) -> dict[str, str]:
    """The fields of what one side melded, counted in this way."""
    if way == "cards":
        return _melds(key, side.get("melds", []), shape)
    counted = side["counted"]
    canastas = {f"s{key}-can-{kind}": str(count) for kind, count in _canastas(counted, shape).items()}
    melded = {f"s{key}-melded": YES} if counted.get("melded") else {}
    if way == "totals":
        return {f"s{key}-mp": _sum(counted["points"]), **canastas, **melded}
    classes = {f"s{key}-c-{name}": str(counted[name]) for name in CLASSES if counted.get(name)}
    return {**classes, **canastas, **melded}


def _sum(points: int) -> str:
    """A sum of nothing leaves its field empty: a figure typed in front of a 0 would be ten times as much."""
    return str(points) if points else ""


def _canastas(counted: Json, shape: Shape) -> Counter[str]:
    """Canastas by the kinds that the page counts; one that it does not count apart earns as its like."""
    found: Counter[str] = Counter()
    for kind, count in counted.get("canastas", {}).items():
        found[kind if kind in shape.canasta_kinds else kind.split("_")[0]] += count
    return found


def _melds(key: int, melds: Sequence[Json], shape: Shape) -> dict[str, str]:
    """Each meld at its column; a second one of a rank at a row of its own."""
    fields: dict[str, str] = {}
    rows, sequences = iter(range(MOST_ROWS)), iter(range(MOST_ROWS))
    for meld in melds:
        rank = meld["rank"]
        counts = {letter: str(meld[name]) for name, letter in COUNTS.items() if meld.get(name)}
        if rank == SEQUENCE:
            fields |= _sequence(f"s{key}-q{next(sequences)}", meld, counts)
        elif rank not in shape.meld_keys or any(f"s{key}-{letter}-{rank}" in fields for letter in COUNTS.values()):
            row = f"s{key}-x{next(rows)}"
            fields |= {f"{row}-rank": rank, **{f"{row}-{letter}": count for letter, count in counts.items()}}
        else:
            fields |= {f"s{key}-{letter}-{rank}": count for letter, count in counts.items()}
    return fields


def _sequence(row: str, meld: Json, counts: Mapping[str, str]) -> dict[str, str]:
    wilds = {f"{row}-{letter}": count for letter, count in counts.items() if letter != "n"}
    return {**{f"{row}-{rank}": YES for rank in meld["cards"]}, **wilds, f"{row}-suit": meld.get("suit") or ""}


def _held(key: int, places: Sequence[int], side: Json, way: str, shape: Shape) -> dict[str, str]:
    """Red threes and the cards left in hand, of each scorer of a side."""
    scorers = side.get("members", [side])
    fields = {
        f"s{place}-red": str(scorer["red_threes"])
        for place, scorer in zip(places, scorers, strict=True)
        if scorer.get("red_threes")
    }
    fields |= {
        after_turn_field(place): str(scorer[AFTER_TURN])
        for place, scorer in zip(places, scorers, strict=True)
        if scorer.get(AFTER_TURN)
    }
    hands = [[member.get("hand", {})] for member in scorers] if "members" in side else [side.get("hands") or []]
    mode = _mode(side, hands[0], way, shape)
    if mode != shape.hand_modes(way)[0]:
        fields[f"s{key}-hand"] = mode
    if mode == "points":
        fields[f"s{key}-hp"] = _sum(side["hand_points"])
    for place, held in zip(places, hands, strict=True):
        fields |= dict(hand_fields(place, held, mode, shape))
    return fields


def _mode(side: Json, hands: Sequence[Json], way: str, shape: Shape) -> str:
    modes = shape.hand_modes(way)
    if side.get("hand_points") is not None:
        return "points"
    if len(hands) > 1 and "players" in modes:
        return "players"
    return next(mode for mode in modes if mode in ("side", "classes"))


def hand_fields(place: int, hands: Sequence[Json], mode: str, shape: Shape) -> Iterable[tuple[str, str]]:
    """The fields of one scorer's hands, counted in this mode."""
    entered = hands if mode == "players" else [_together(hands)]
    for number, hand in enumerate(entered):
        for name, kinds in shape.hand_groups(mode).items():
            count = sum(hand.get(kind, 0) for kind in kinds)
            if count:
                yield f"s{place}-h{number}-{name}", str(count)


def _together(hands: Sequence[Json]) -> dict[str, int]:
    """Several hands as one."""
    return {kind: sum(hand.get(kind, 0) for hand in hands) for kind in {kind for hand in hands for kind in hand}}
