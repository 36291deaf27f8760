"""Scorings of evenings, from TOML: a kind, its numbers, what was not played, and what parts those who are level."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from scorekeeper.engine.reading import Object, form, one_of, read
from scorekeeper.engine.values import Struct, replace
from scorekeeper.evening.ranking.scoring import Scoring
from scorekeeper.evening.ranking.scoring_reader import CHANGES, read_scoring
from scorekeeper.evening.ranking.standings import TIE_BREAKS
from scorekeeper.rulebook.tables import FOLDER, naming, parsed

#: The parts of a file, each with the sources that have it.
PARTS = ("points", *CHANGES)
#: Stands for the end of the last band.
_MORE = "more"
_File = form(
    "ScoringFile",
    place=int,
    tie_breaks=tuple[one_of(TIE_BREAKS), ...],  # type: ignore[misc]
    points=Object,
    **dict.fromkeys(CHANGES, (Object, {})),
)


class ScoringFacts(Struct):
    """A scoring, and the pages that have each part of it; a part without any is the program's own. `place` says where
    people see it."""

    scoring: Scoring
    sources: Mapping[str, tuple[str, ...]]
    place: int


@cache
def scorings() -> Mapping[str, ScoringFacts]:
    """Every scoring by its id, in the order that people see. Raises `RulebookError` where a file is wrong."""
    files = sorted((FOLDER / "scorings").glob("*.toml"))
    facts = {path.stem: read_facts(f"scorings/{path.name}") for path in files}
    return dict(sorted(facts.items(), key=lambda each: each[1].place))


def scoring_by_id() -> Mapping[str, Scoring]:
    """Every scoring by its id."""
    return {id_: facts.scoring for id_, facts in scorings().items()}


def read_facts(file: str, text: str | None = None) -> ScoringFacts:
    """The scoring of a file (or of `text`, under that file's name)."""
    with naming(file):
        given: Any = read(_File, parsed(file, text))
        parts: dict[str, Any] = {part: dict(getattr(given, part)) for part in PARTS}
        sources = {part: tuple(values.pop("sources", ())) for part, values in parts.items()}
        points = parts.pop("points")
        if isinstance(bands := points.get("bands"), list):
            points["bands"] = [[None if up_to == _MORE else up_to, *worth] for up_to, *worth in bands]
        changes = {part: values for part, values in parts.items() if values}
        scoring = read_scoring({**points, **changes}, "", {}, alone=True)
    return ScoringFacts(replace(scoring, tie_breaks=given.tie_breaks), sources, given.place)
