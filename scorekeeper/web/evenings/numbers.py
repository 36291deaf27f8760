"""The numbers of a scoring as fields of a form: every one that the scoring declares, each changed by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Any

from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.values import Struct
from scorekeeper.evening.scoring import AVERAGE, Scoring
from scorekeeper.evening.scoring_reader import plain_scoring, read_scoring
from scorekeeper.rulebook.scorings import scoring_by_id
from scorekeeper.words import N_, NumberNotUnderstood, Words, parse_number

#: How the fields begin, and the field that says of which scoring they are.
NUMBERS, OF = "scoring.", "counted"
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


class NumberView(Struct):
    """A number of the form: its field, what it is called, what it holds, and what it means to leave it empty."""

    name: str
    label: str
    value: str
    hint: str = ""


class NumbersPage(Struct):
    """The numbers of a scoring: single ones, and bands row by row as the fields of (up to, winner, loser); in the last
    row the first field is None. `changed`: they are other ones than those of the book."""

    of: str
    single: tuple[NumberView, ...]
    bands: tuple[tuple[NumberView | None, NumberView, NumberView], ...]
    changed: bool


def numbers_page(typed: Mapping[str, str], words: Words) -> NumbersPage:
    """The fields with what was typed in them, or with what the scoring has."""
    base = scoring_by_id()[typed["scoring"]]
    shown = _shown(typed, base)
    say = words.gettext

    def view(name: str, label: str) -> NumberView:
        hint = HINTS.get(SINGLE[name][1], "") if name in SINGLE else ""
        return NumberView(f"{NUMBERS}{name}", label, shown[name], hint and say(hint))

    rows = _band_numbers(shown)
    titles = (say(N_("Difference up to")), say(N_("Winner")), say(N_("Loser")))
    bands = [
        [view(f"bands[{row}][{at}]", title) if at or row != rows[-1] else None for at, title in enumerate(titles)]
        for row in rows
    ]
    single = [view(name, say(SINGLE[name][0])) for name in shown if name in SINGLE]
    places = [
        view(name, say(PLACE, place=str(at)))
        for at, name in enumerate((name for name in shown if name.startswith("places[")), start=1)
    ]
    try:
        changed = read_numbers(typed) != plain_scoring(base)
    except Refused:
        changed = True
    return NumbersPage(typed["scoring"], (*places, *single), tuple(map(tuple, bands)), changed)  # type: ignore[arg-type]


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
        raise Refused(refused.kind, refused.key, where, refused.found, refused.allowed) from refused


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


def _shown(typed: Mapping[str, str], base: Scoring) -> dict[str, str]:
    """What each field holds: what was typed, where it was typed for this very scoring."""
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
