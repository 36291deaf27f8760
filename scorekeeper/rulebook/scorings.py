"""Scorings of evenings, from TOML: a kind, its numbers, what was not played, and what parts those who are level."""

from collections.abc import Mapping
from functools import cache

from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import Struct, replace
from scorekeeper.evening.ranking.scoring import Scoring
from scorekeeper.evening.ranking.scoring_reader import CHANGES, read_scoring
from scorekeeper.evening.ranking.standings import TIE_BREAKS
from scorekeeper.rulebook.tables import FOLDER, Table, parsed, text_of
from scorekeeper.rulebook.values import RulebookError

#: The parts of a file, each with the sources that have it.
PARTS = ("points", *CHANGES)
#: Stands for the end of the last band.
_MORE = "more"


class ScoringFacts(Struct):
    """A scoring, and the pages that have each part of it; a part without any is the program's own."""

    scoring: Scoring
    sources: Mapping[str, tuple[str, ...]]


@cache
def scorings() -> Mapping[str, ScoringFacts]:
    """Every scoring by its id, in the order that people see. Raises `RulebookError` where a file is wrong."""
    placed = {}
    for path in (FOLDER / "scorings").glob("*.toml"):
        file = f"scorings/{path.name}"
        table = parsed(file, text_of(file))
        placed[path.stem] = (table.whole("place"), read_facts(table))
    return {id_: facts for id_, (_, facts) in sorted(placed.items(), key=lambda each: (each[1][0], each[0]))}


def scoring_by_id() -> Mapping[str, Scoring]:
    """Every scoring by its id."""
    return {id_: facts.scoring for id_, facts in scorings().items()}


def read_facts(table: Table) -> ScoringFacts:
    """The scoring of a file."""
    chain = table.some_of("tie_breaks", TIE_BREAKS)
    sources, values = {}, {}
    for part in PARTS:
        given = dict(table.table(part).items()) if table.has(part) else {}
        sources[part] = tuple(given.pop("sources", ()))
        values[part] = given
    table.has("place")
    table.close()
    if "bands" in values["points"]:
        bands = values["points"]["bands"]
        values["points"]["bands"] = [[None if up_to == _MORE else up_to, *worth] for up_to, *worth in bands]
    changes = {part: values[part] for part in CHANGES if values[part]}
    try:
        scoring = read_scoring({**values["points"], **changes}, "", {}, alone=True)
    except Refused as refused:
        raise RulebookError(f"{table.file}: {refused}") from refused
    return ScoringFacts(replace(scoring, tie_breaks=chain), sources)
