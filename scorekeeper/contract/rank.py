"""`scorekeeper rank`: the standings of an evening, or of a season."""

from collections.abc import Iterable, Mapping

from scorekeeper.contract.answer import Json, answering
from scorekeeper.engine.values import asdict
from scorekeeper.evening.ranking.order import Step
from scorekeeper.evening.ranking.rank_reader import read_contest, read_season
from scorekeeper.evening.ranking.season import season_table
from scorekeeper.evening.ranking.standings import Standings, standings
from scorekeeper.rulebook.scorings import scoring_by_id
from scorekeeper.words import Words


@answering
def rank(request: object, words: Words) -> Json:
    """Count the results of an evening; or, where `season` stands in their place, evenings together."""
    if isinstance(request, Mapping) and "season" in request:
        table, steps = season_table(read_season(request))
        rows = [{**asdict(row), "counted": list(row.counted), "dropped": list(row.dropped)} for row in table]
        return {"standings": rows, "steps": _steps(steps)}
    return standings_json(standings(read_contest(request, scoring_by_id())))


def standings_json(counted: Standings) -> Json:
    """The standings of an evening as `rank` answers them."""
    lines = [{**asdict(line), "entrants": list(line.entrants)} for line in counted.lines]
    return {"standings": [asdict(row) for row in counted.rows], "steps": _steps(counted.steps), "lines": lines}


def _steps(steps: Iterable[Step]) -> list[Json]:
    """The outcome of each tie-break for the tied entrants, or the reason why it was skipped."""
    return [
        {
            "key": step.key,
            "level": list(step.level),
            **({"skipped": step.skipped} if step.skipped else {"values": dict(step.values)}),
        }
        for step in steps
    ]
