"""The scoring of an evening as fields: every number that it declares, and for each round another way of counting."""

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Any

from scorekeeper.engine.refused import Refused, impossible, malformed
from scorekeeper.evening.ranking.scoring import AVERAGE, Scoring, countable, plain_scoring, read_scoring
from scorekeeper.rulebook.evenings import scoring_by_id
from scorekeeper.words import N_, NumberNotUnderstood, Words, parse_number
from scorekeeper.words.club.movements import SCORINGS

#: How the fields of the numbers begin, and the field that says of which scoring they are.
NUMBERS, OF = "scoring.", "counted"
#: How the fields of the rounds begin, and what stands for numbers that are of no scoring of the book.
APART, OWN = "apart-", "own"
_ROUND = re.compile(rf"{APART}([1-9]\d{{0,8}})", re.ASCII)
#: Empty rows to be filled, so that a table of bands can grow.
MORE_BANDS = 2
BANDS = re.compile(r"^scoring\.bands\[(\d+)\]")
#: Each single number by its place in the scoring: what it is called, and what an empty field means.
SINGLE: Mapping[str, tuple[str, int | str | None]] = {
    "win": (N_("A win"), 0),
    "draw": (N_("A draw"), 0),
    "loss": (N_("A defeat"), 0),
    "cap": (N_("The difference counts up to"), 0),
    "sit_out.points": (N_("Points for a round sat out"), AVERAGE),
    "sit_out.difference": (N_("Difference for a round sat out"), 0),
    "missed.points": (N_("Points for a missed round"), AVERAGE),
    "missed.difference": (N_("Difference for a missed round"), 0),
    "walk_over.present.points": (N_("Walkover: points of the side present"), AVERAGE),
    "walk_over.present.difference": (N_("Walkover: difference of the side present"), 0),
    "walk_over.absent.points": (N_("Walkover: points of the absent side"), AVERAGE),
    "walk_over.absent.difference": (N_("Walkover: difference of the absent side"), 0),
    "warnings.every": (N_("How many warnings cost points"), None),
    "warnings.points": (N_("Points deducted"), 0),
    "warnings.difference": (N_("Difference deducted"), 0),
}
HINTS: Mapping[int | str | None, str] = {
    AVERAGE: N_("Empty: the player’s own average"),
    None: N_("Empty: warnings cost nothing"),
}
PLACE = N_("Place %(place)s at the table")


def scoring_page(typed: Mapping[str, str], words: Words) -> dict[str, Any]:
    """Return what the template reads: the `numbers` by their fields, those of the `single` ones with label and hint,
    the rows of `bands`, whether they are `changed`, so that they are not the book's; and for each of the `rounds` the
    way in which it is counted (`apart`), out of all `ways`."""
    base, say = scoring_by_id()[typed["scoring"]], words.gettext
    shown, rounds = _shown(typed, base), _chosen(typed)
    places = [name for name in shown if name.startswith("places[")]
    labels = {name: say(PLACE, place=str(at)) for at, name in enumerate(places, start=1)}
    labels |= {name: say(SINGLE[name][0]) for name in shown if name in SINGLE}
    hints = {name: say(HINTS[empty]) for name, (_, empty) in SINGLE.items() if empty in HINTS}
    try:
        changed = read_numbers(typed) != plain_scoring(base)
    except Refused:
        changed = True
    return {
        "of": typed["scoring"],
        "numbers": {f"{NUMBERS}{name}": text for name, text in shown.items()},
        "single": [(f"{NUMBERS}{name}", label, hints.get(name)) for name, label in labels.items()],
        "bands": _band_numbers(shown),
        "changed": changed,
        "rounds": sorted({*range(1, int(typed["rounds"]) + 1), *rounds}),
        "apart": rounds,
        "ways": {"": say(N_("as the other rounds")), **{id_: say(SCORINGS[id_]) for id_ in scoring_by_id()}},
    }


def read_numbers(typed: Mapping[str, str]) -> dict[str, Any]:
    """The scoring that was chosen with its numbers as they were typed. Raises `Refused` with the field."""
    base = scoring_by_id()[typed["scoring"]]
    shown, plain = _shown(typed, base), plain_scoring(base)
    read = {name: _read(name, text) for name, text in shown.items()}
    scoring: dict[str, Any] = {"kind": base.kind}
    for name in (each for each in read if each in SINGLE):
        *keys, last = name.split(".")
        reduce(lambda part, key: part.setdefault(key, {}), keys, scoring)[last] = read[name]
    if read["warnings.every"] is None:
        scoring["warnings"] = None
    if "places" in plain:
        scoring["places"] = [read[name] for name in shown if name.startswith("places[")]
    rows = _rows(shown, read)
    if "bands" in plain:
        scoring["bands"] = list(rows.values())
    try:
        return plain_scoring(read_scoring(scoring, "scoring", {}))
    except Refused as refused:
        where = BANDS.sub(lambda band: f"scoring.bands[{list(rows)[int(band[1])]}]", refused.where)
        raise refused.moved(where) from refused


def typed_numbers(scoring: Scoring) -> dict[str, str]:
    """A scoring as its form would have it: the one of the book that is most like it, and its own numbers."""
    plain = plain_scoring(scoring)

    def unlike(listed: Scoring) -> int:
        other = plain_scoring(listed)
        return sum(plain[key] != other.get(key) for key in plain if key != "rounds")

    alike = (id_ for id_, listed in scoring_by_id().items() if listed.kind == scoring.kind)
    nearest = min(alike, key=lambda id_: unlike(scoring_by_id()[id_]))
    fields = {f"{NUMBERS}{name}": text for name, text in _fields(plain)}
    return {"scoring": nearest, OF: nearest, **fields}


def read_rounds(typed: Mapping[str, str], sides: int, own: Mapping[int, Scoring]) -> dict[str, Any]:
    """The scorings of single rounds as full values; `own` has those with numbers of their own.

    Raises `Refused` with the field of a scoring that counts no tables of this number of `sides`.
    """
    rounds = {}
    for number, id_ in _chosen(typed).items():
        scoring = own.get(number) if id_ == OWN else scoring_by_id()[id_]
        if scoring is None:
            continue
        if not countable(scoring, sides):
            raise impossible("scoring_of_two_sides", f"{APART}{number}")
        rounds[str(number)] = plain_scoring(scoring)
    return rounds


def typed_rounds(rounds: Mapping[int, Scoring]) -> dict[str, str]:
    """The scorings of single rounds as their fields would have them."""
    book = [(id_, plain_scoring(listed)) for id_, listed in scoring_by_id().items()]
    plain = {number: plain_scoring(scoring) for number, scoring in rounds.items()}
    return {
        f"{APART}{number}": next((id_ for id_, listed in book if listed == full), OWN) for number, full in plain.items()
    }


def _chosen(typed: Mapping[str, str]) -> dict[int, str]:
    """The choice for each round that has its own scoring; an invalid choice is as the others."""
    rounds = ((_ROUND.fullmatch(name), text) for name, text in typed.items())
    return {int(field[1]): text for field, text in rounds if field and (text == OWN or text in scoring_by_id())}


def _shown(typed: Mapping[str, str], base: Scoring) -> dict[str, str]:
    """The text of each field: the typed one, where it was typed for this very scoring."""
    own = dict(_fields(plain_scoring(base)))
    if typed.get(OF) != typed["scoring"]:
        return own
    given = {name.removeprefix(NUMBERS): text for name, text in typed.items() if name.startswith(NUMBERS)}
    if any(name.startswith("bands[") for name in given):
        own = {name: text for name, text in own.items() if not name.startswith("bands[")}
        own |= {
            name: given[name] for name in sorted(given, key=_row) if re.fullmatch(r"bands\[\d{1,2}\]\[[0-2]\]", name)
        }
        for row in {int(band[1]) for name in own if (band := re.match(r"bands\[(\d+)\]", name))}:
            own = {**{f"bands[{row}][{at}]": "" for at in range(3)}, **own}
    return {name: given.get(name, text) for name, text in own.items()}


def _row(name: str) -> tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"\d{1,3}", name))


def _fields(plain: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each number of a scoring's full value as (field, text), in the order of the form."""
    for place, points in enumerate(plain.get("places", ())):
        yield f"places[{place}]", str(points)
    bands = plain.get("bands", ())
    for row, band in enumerate([*bands[:-1], *([["", "", ""]] * MORE_BANDS), *bands[-1:]] if bands else ()):
        for at, number in enumerate(band):
            yield f"bands[{row}][{at}]", _as_text(number)
    for name in SINGLE:
        keys = name.split(".")
        if keys[0] in plain:
            yield name, _as_text(reduce(lambda part, key: part and part[key], keys, plain))


def _as_text(number: Any) -> str:
    return "" if number in (None, AVERAGE) else str(number)


def _read(name: str, text: str) -> int | str | None:
    """A number as it was typed; empty it is the own average, nothing, or 0."""
    if not text.strip():
        return SINGLE[name][1] if name in SINGLE else None if name.startswith("bands[") else 0
    try:
        return parse_number(text)
    except NumberNotUnderstood:
        raise malformed("not_a_whole_number", f"{NUMBERS}{name}", text) from None


def _rows(shown: Mapping[str, str], read: Mapping[str, Any]) -> dict[int, list[Any]]:
    """The rows of the bands that are filled in, by their number; the last one is for all that are left."""
    numbers = _band_numbers(shown)
    rows = {row: [read[f"bands[{row}][{at}]"] for at in range(3)] for row in numbers}
    return {row: band for row, band in rows.items() if row == numbers[-1] or any(each is not None for each in band)}


def _band_numbers(shown: Mapping[str, str]) -> list[int]:
    """The numbers of the rows that there are fields for."""
    return sorted({int(band[1]) for name in shown if (band := BANDS.match(f"{NUMBERS}{name}"))})
