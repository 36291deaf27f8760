"""The scoring of an evening as form fields: its numbers, and the rounds that have a scoring of their own."""

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Any

from scorekeeper.engine.refused import Refused, impossible
from scorekeeper.evening.ranking.scoring import AVERAGE, Scoring, countable, plain_scoring, read_scoring
from scorekeeper.rulebook.evenings import scoring_by_id
from scorekeeper.words import N_, Words
from scorekeeper.words.club.movements import SCORINGS
from scorekeeper.words.numbers import read_number

#: The prefix of the fields of numbers, and the hidden field that records for which scoring they were shown.
NUMBERS, OF = "scoring.", "counted"
#: The prefix of the fields that choose the scoring of a single round, such as "apart-3"; and the choice that keeps the
#: round's present scoring.
APART, OWN = "apart-", "own"
_ROUND = re.compile(rf"{APART}([1-9]\d{{0,8}})", re.ASCII)
#: The number of empty rows in a table of bands, for more bands.
MORE_BANDS = 2
BANDS = re.compile(r"^scoring\.bands\[(\d+)\]")
#: The single numbers by their path in the scoring: the label, and the value that an empty field means.
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


def scoring_page(typed: Mapping[str, str], words: Words) -> dict[str, Any]:
    """Return the template variables for the `typed` fields.

    `numbers` has the text of each field by its name. `single` are the single numbers as (field, label, hint), `bands`
    the numbers of the rows of bands. `changed`: the scoring differs from the rulebook's.

    `rounds` are the numbers of all rounds. `apart` has the choice for each round with a scoring of its own, by number.
    `ways` has the label of each choice except `OWN`.
    """
    base, say = scoring_by_id()[typed["scoring"]], words.gettext
    shown, rounds = _shown(typed, base), _chosen(typed)
    places = [name for name in shown if name.startswith("places[")]
    labels = {name: say(N_("Place %(place)s at the table"), place=str(at)) for at, name in enumerate(places, start=1)}
    labels |= {name: say(SINGLE[name][0]) for name in shown if name in SINGLE}
    hints = {name: say(HINTS[empty]) for name, (_, empty) in SINGLE.items() if empty in HINTS}
    try:
        changed = read_numbers(typed) != plain_scoring(base)
    except Refused:
        changed = True
    return {
        "numbers": {f"{NUMBERS}{name}": text for name, text in shown.items()},
        "single": [(f"{NUMBERS}{name}", label, hints.get(name)) for name, label in labels.items()],
        "bands": _band_numbers(shown),
        "changed": changed,
        "rounds": sorted({*range(1, int(typed["rounds"]) + 1), *rounds}),
        "apart": rounds,
        "ways": {"": say(N_("as the other rounds")), **{id_: say(SCORINGS[id_]) for id_ in scoring_by_id()}},
    }


def read_numbers(typed: Mapping[str, str]) -> dict[str, Any]:
    """The chosen scoring with the typed numbers, as JSON. Raises `Refused`; its `where` is the field."""
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
    """The form's fields for `scoring`: its numbers, and the id of the rulebook's scoring that is most similar to it."""
    plain = plain_scoring(scoring)
    alike = {id_: plain_scoring(listed) for id_, listed in scoring_by_id().items() if listed.kind == scoring.kind}
    nearest = min(alike, key=lambda id_: sum(plain[key] != alike[id_].get(key) for key in plain if key != "rounds"))
    return {"scoring": nearest, OF: nearest} | {f"{NUMBERS}{name}": text for name, text in _fields(plain)}


def read_rounds(typed: Mapping[str, str], sides: int, own: Mapping[int, Scoring]) -> dict[str, Any]:
    """The scorings of single rounds as JSON, by round; `own` are the scorings that the choice `OWN` stands for.

    Raises `Refused` if a scoring cannot count tables with this number of `sides`; its `where` is the field.
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
    """The form's fields for the scorings of single rounds: the id of a scoring of the rulebook, else `OWN`."""
    book = [(id_, plain_scoring(listed)) for id_, listed in scoring_by_id().items()]
    plain = {number: plain_scoring(scoring) for number, scoring in rounds.items()}
    return {
        f"{APART}{number}": next((id_ for id_, listed in book if listed == full), OWN) for number, full in plain.items()
    }


def _chosen(typed: Mapping[str, str]) -> dict[int, str]:
    """The choice for each round with its own scoring; an invalid choice is left out."""
    rounds = ((_ROUND.fullmatch(name), text) for name, text in typed.items())
    return {int(field[1]): text for field, text in rounds if field and (text == OWN or text in scoring_by_id())}


def _shown(typed: Mapping[str, str], base: Scoring) -> dict[str, str]:
    """The text of each number, by path: as typed if the fields were shown for the chosen scoring, else as in `base`."""
    own = dict(_fields(plain_scoring(base)))
    if typed.get(OF) != typed["scoring"]:
        return own
    given = {name.removeprefix(NUMBERS): text for name, text in typed.items() if name.startswith(NUMBERS)}
    if any(name.startswith("bands[") for name in given):
        bands = (re.fullmatch(r"bands\[(\d{1,2})\]\[[0-2]\]", name) for name in given)
        rows = sorted({int(band[1]) for band in bands if band}, reverse=True)
        others = {name: text for name, text in own.items() if not name.startswith("bands[")}
        own = {f"bands[{row}][{at}]": "" for row in rows for at in range(3)} | others
    return {name: given.get(name, text) for name, text in own.items()}


def _fields(plain: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the numbers in a scoring's JSON as (path, text), in the order of the form."""
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
    """Read a number. An empty field means the value in `SINGLE`, None in a band, and 0 for a place. Raises
    `Refused`."""
    if not text.strip():
        return SINGLE[name][1] if name in SINGLE else None if name.startswith("bands[") else 0
    return read_number(text, f"{NUMBERS}{name}")


def _rows(shown: Mapping[str, str], read: Mapping[str, Any]) -> dict[int, list[Any]]:
    """The rows of bands that are filled in, by number, and always the last row, which is for all larger differences."""
    numbers = _band_numbers(shown)
    rows = {row: [read[f"bands[{row}][{at}]"] for at in range(3)] for row in numbers}
    return {row: band for row, band in rows.items() if row == numbers[-1] or any(each is not None for each in band)}


def _band_numbers(shown: Mapping[str, str]) -> list[int]:
    """The numbers of the rows of bands that have fields."""
    return sorted({int(band[1]) for name in shown if (band := BANDS.match(f"{NUMBERS}{name}"))})
