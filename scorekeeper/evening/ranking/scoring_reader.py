"""From the contract's JSON, or from the rulebook's tables, to a `Scoring`, strictly."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine import shape
from scorekeeper.engine.reading import any_of
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import Json, at
from scorekeeper.engine.values import asdict, replace
from scorekeeper.evening.ranking.scoring import AVERAGE, KINDS, Band, Scoring, Warnings, Worth

#: The numbers of each kind.
NUMBERS: Mapping[str, tuple[str, ...]] = {
    "sum": (),
    "outcome": ("win", "draw", "loss"),
    "bands": ("bands",),
    "capped": ("cap",),
    "places": ("places",),
}
#: What a band is made of.
_BAND = ("up_to", "winner", "loser")
CHANGES = ("sit_out", "missed", "walk_over", "warnings")
#: A scoring by its id, or an object that names a table or a kind, and what it changes.
SCORING = any_of(type=["string", "object"])
#: The chain of a scoring that names none.
TIE_BREAKS = ("head_to_head", "difference", "wins", "highest_deal", "lots")


def read_scoring(source: Any, where: str, scorings: Mapping[str, Scoring], *, alone: bool = False) -> Scoring:
    """A scoring by its id, or an object that names one or a kind, and changes; `alone`: without rounds of its own.

    Raises `Refused` (malformed).
    """
    if isinstance(source, str):
        return scorings[shape.choice(source, where, scorings)]
    if not isinstance(source, Mapping) or not {"table", "kind"} & set(source):
        raise malformed("not_one_of", where, source, scorings)
    further = CHANGES if alone else (*CHANGES, "rounds")
    if "table" in source:
        given = shape.mapping(source, where, ("table", *further))
        base = scorings[shape.choice(given["table"], at(where, "table"), scorings)]
    else:
        kind = shape.choice(source["kind"], at(where, "kind"), KINDS)
        given = shape.mapping(source, where, ("kind", *NUMBERS[kind], *further))
        base = _own(given, kind, where)
    rounds = _rounds(given.get("rounds", {}), at(where, "rounds"), scorings)
    return replace(_changed(base, given, where), rounds=rounds)


def _own(given: Json, kind: str, where: str) -> Scoring:
    """A scoring of a kind with its numbers; whatever is left out is 0."""
    return Scoring(
        kind=kind,
        win=shape.points(given, "win", where),
        draw=shape.points(given, "draw", where),
        loss=shape.points(given, "loss", where),
        cap=shape.count(given, "cap", where),
        bands=_bands(shape.required(given, "bands", where), at(where, "bands")) if kind == "bands" else (),
        places=_places(shape.required(given, "places", where), at(where, "places")) if kind == "places" else (),
        tie_breaks=TIE_BREAKS,
    )


def _places(source: Any, where: str) -> tuple[int, ...]:
    listed = shape.listed(source, where)
    return tuple(_points(points, f"{where}[{index}]") for index, points in enumerate(listed))


def _bands(source: Any, where: str) -> tuple[Band, ...]:
    """Bands that rise, the last without an end."""
    listed = shape.listed(source, where)
    if not listed:
        raise malformed("missing", where)
    bands: list[Band] = []
    for index, each in enumerate(listed):
        here = f"{where}[{index}]"
        if len(shape.listed(each, here)) != len(_BAND):
            raise malformed("wrong_number", here, len(each), [len(_BAND)])
        up_to, winner, loser = each
        end = _end(up_to, f"{here}[0]", bands[-1].up_to if bands else None, last=index == len(listed) - 1)
        bands.append(Band(end, _points(winner, f"{here}[1]"), _points(loser, f"{here}[2]")))
    return tuple(bands)


def _end(value: Any, where: str, before: int | None, *, last: bool) -> int | None:
    """The end of a band: after the one before it; the last has none."""
    if last:
        if value is not None:
            raise malformed("not_one_of", where, value, [None])
        return None
    end = shape.whole(value, where, 0, shape.MOST)
    if before is not None and end <= before:
        raise malformed("not_rising", where, end)
    return end


def _points(value: Any, where: str) -> int:
    return shape.whole(value, where, -shape.MOST, shape.MOST)


def _changed(base: Scoring, given: Json, where: str) -> Scoring:
    """A scoring with the values that were changed; those that are not named stay."""
    sit_out = _worth(given.get("sit_out", {}), at(where, "sit_out"), base.sit_out)
    missed = _worth(given.get("missed", {}), at(where, "missed"), base.missed)
    here = at(where, "walk_over")
    walk_over = shape.mapping(given.get("walk_over", {}), here, ("present", "absent"))
    present = _worth(walk_over.get("present", {}), at(here, "present"), base.present)
    absent = _worth(walk_over.get("absent", {}), at(here, "absent"), base.absent)
    changed = replace(base, sit_out=sit_out, missed=missed, present=present, absent=absent)
    if "warnings" not in given:
        return changed
    return replace(changed, warnings=shape.optional(given, "warnings", where, _warnings))


def _worth(source: Any, where: str, base: Worth) -> Worth:
    given = shape.mapping(source, where, ("points", "difference"))
    points = given.get("points", base.points)
    if points != AVERAGE:
        points = _points(points, at(where, "points"))
    return Worth(points, shape.points(given, "difference", where, default=base.difference))


def _warnings(source: Any, where: str) -> Warnings:
    given = shape.mapping(source, where, ("every", "points", "difference"))
    every = shape.whole(shape.required(given, "every", where), at(where, "every"), 1, shape.MOST)
    return Warnings(every, shape.points(given, "points", where), shape.points(given, "difference", where))


def _rounds(source: Any, where: str, scorings: Mapping[str, Scoring]) -> dict[int, Scoring]:
    if not isinstance(source, Mapping):
        raise malformed("not_an_object", where, source)
    rounds = {}
    for key, value in source.items():
        if not key.isdecimal() or not key.isascii() or key.startswith("0"):
            raise malformed("unknown_key", at(where, key), key, ["1, 2, 3 …"])
        rounds[int(key)] = read_scoring(value, at(where, key), scorings, alone=True)
    return rounds


def plain_scoring(scoring: Scoring) -> dict[str, Any]:
    """A scoring as a full value of the contract's form, which `read_scoring` reads back; its chain stands apart."""
    numbers = {key: getattr(scoring, key) for key in NUMBERS[scoring.kind]}
    if scoring.kind == "bands":
        numbers["bands"] = [[band.up_to, band.winner, band.loser] for band in scoring.bands]
    if scoring.kind == "places":
        numbers["places"] = list(scoring.places)
    return {
        "kind": scoring.kind,
        **numbers,
        "sit_out": asdict(scoring.sit_out),
        "missed": asdict(scoring.missed),
        "walk_over": {"present": asdict(scoring.present), "absent": asdict(scoring.absent)},
        "warnings": None if scoring.warnings is None else asdict(scoring.warnings),
        **(
            {"rounds": {str(number): plain_scoring(each) for number, each in scoring.rounds.items()}}
            if scoring.rounds
            else {}
        ),
    }
