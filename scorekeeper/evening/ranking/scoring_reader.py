"""From the contract's JSON, or from the rulebook's tables, to a `Scoring`, strictly."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine import shape
from scorekeeper.engine.reading import UNSET, Count, Points, any_of, form, looked, one_of, partly, read, said
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import MOST, at
from scorekeeper.engine.values import asdict, replace
from scorekeeper.evening.ranking.scoring import KINDS, Band, Scoring, Warnings, Worth

#: What a band is made of.
_BAND = ("up_to", "winner", "loser")
#: The chain of a scoring that names none.
USUAL_TIE_BREAKS = ("head_to_head", "difference", "wins", "highest_deal", "lots")


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
        bands.append(
            Band(end, shape.whole(winner, f"{here}[1]", -MOST, MOST), shape.whole(loser, f"{here}[2]", -MOST, MOST))
        )
    return tuple(bands)


def _end(value: Any, where: str, before: int | None, *, last: bool) -> int | None:
    """The end of a band: after the one before it; the last has none."""
    if last:
        if value is not None:
            raise malformed("not_one_of", where, value, [None])
        return None
    end = shape.whole(value, where, 0, MOST)
    if before is not None and end <= before:
        raise malformed("not_rising", where, end)
    return end


_Worth = partly(Worth)
_WORTH = (_Worth, _Worth())
_WalkOver = form("WalkOver", present=_WORTH, absent=_WORTH)
#: The numbers of each kind.
NUMBERS: Mapping[str, dict[str, Any]] = {
    "sum": {},
    "outcome": dict.fromkeys(("win", "draw", "loss"), (Points, 0)),
    "bands": {"bands": looked(_bands, type="array", items={"type": "array", "minItems": 3, "maxItems": 3})},
    "capped": {"cap": (Count, 0)},
    "places": {"places": tuple[Points, ...]},
}
_CHANGES: Mapping[str, Any] = {
    "sit_out": _WORTH,
    "missed": _WORTH,
    "walk_over": (_WalkOver, _WalkOver()),
    "warnings": (Warnings | None, UNSET),
}
CHANGES = tuple(_CHANGES)
_ROUNDS: Mapping[str, Any] = {"rounds": (any_of(type="object"), {})}
#: The type of a scoring that names a table, or a kind and its numbers: one of a round, and with rounds of their own.
_OF_ROUND, _OF_ALL = (
    {
        "table": form("TableScoring", table=any_of(type="string"), **_CHANGES, **rounds),
        **{
            kind: form(f"{kind.title()}Scoring", kind=one_of([kind]), **numbers, **_CHANGES, **rounds)
            for kind, numbers in NUMBERS.items()
        },
    }
    for rounds in ({}, _ROUNDS)
)
#: A scoring by its id, or an object that names a table or a kind, and what it changes.
SCORING = any_of(str, *_OF_ALL.values())


def read_scoring(source: Any, where: str, scorings: Mapping[str, Scoring], *, alone: bool = False) -> Scoring:
    """A scoring by its id, or an object that names one or a kind, and changes; `alone`: without rounds of its own.

    Raises `Refused` (malformed).
    """
    if isinstance(source, str):
        return scorings[shape.choice(source, where, scorings)]
    if not isinstance(source, Mapping) or not {"table", "kind"} & set(source):
        raise malformed("not_one_of", where, source, scorings)
    types = _OF_ROUND if alone else _OF_ALL
    if "table" in source:
        given = read(types["table"], source, where)
        base = scorings[shape.choice(given.table, at(where, "table"), scorings)]
    else:
        given = read(types[shape.choice(source["kind"], at(where, "kind"), KINDS)], source, where)
        numbers = {key: getattr(given, key) for key in NUMBERS[given.kind]}
        base = Scoring(given.kind, tie_breaks=USUAL_TIE_BREAKS, **numbers)
    rounds = {} if alone else _rounds(given.rounds, at(where, "rounds"), scorings)
    return replace(_changed(base, given), rounds=rounds)


def _changed(base: Scoring, given: Any) -> Scoring:
    """A scoring with the values that were changed; those that are not named stay."""
    worth = {
        "sit_out": given.sit_out, "missed": given.missed, "present": given.walk_over.present,
        "absent": given.walk_over.absent,
    }  # fmt: skip
    changed = {key: replace(getattr(base, key), **said(each)) for key, each in worth.items()}
    return replace(base, **changed, **({} if given.warnings is UNSET else {"warnings": given.warnings}))


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
