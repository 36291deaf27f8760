"""The engine's answers to requests of the contract, as plain values that tests compare."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.findings import findings
from scorekeeper.engine.deals.melds import violations
from scorekeeper.engine.deals.opening import Opening, check_opening, opening
from scorekeeper.engine.deals.reader import read_deal, read_meld
from scorekeeper.engine.deals.scoring import score_deal
from scorekeeper.engine.matches.match import verdict
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.loader import rules_of

CASES = Path(__file__).resolve().parent.parent / "cases"


@dataclass(frozen=True, slots=True)
class Scored:
    """The result of a deal, with values by the scorers' names; `match` has the verdict, and `told` lists findings as
    "key location article"."""

    groups: dict[str, dict[str, int]]
    totals: dict[str, int]
    scores: dict[str, int]
    openings: dict[str, int | str]
    match: dict[str, Any]
    told: list[str]


def with_row(rules: RuleSet, section: str, key: str, **values: Any) -> RuleSet:
    """The rules with other values in the row `key` of a section."""
    rows = (replace(row, **values) if row.key == key else row for row in getattr(rules, section))
    return replace(rules, **{section: tuple(rows)})


def of_deals() -> tuple[str, ...]:
    """The names of the files that hold deals; the others hold openings, melds and rulings."""
    names = sorted(file.stem for file in CASES.glob("*.toml"))
    return tuple(name for name in names if name not in ("openings", "melds") and not name.startswith("rulings_"))


def cases(name: str) -> Iterator[dict[str, Any]]:
    """The cases of one file. Keys before the first case apply to all; "null" stands for None."""
    file = tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))
    for case in file.pop("case"):
        options = {key: None if value == "null" else value for key, value in case.get("options", {}).items()}
        yield {**file, **case, "options": options}


def play(request: dict[str, Any]) -> Scored:
    """Score a request with the engine's own functions."""
    rules = rules_of(request)
    deal = read_deal(request, rules)
    scored = score_deal(deal, rules)
    before = [player.score for side in deal.sides for player in side.players]
    after = [start + score.total for start, score in zip(before, scored, strict=True)]
    wins = next((place for place, score in enumerate(scored) if score.wins), None)
    ended = verdict(after, [score.canastas for score in scored], rules, deal=deal.number, wins=wins)
    names = [score.name for score in scored]
    winner = "draw" if ended.draw else None if ended.winner is None else names[ended.winner]
    match = {"over": ended.over, "winner": winner, "margin": ended.margin, "money": ended.money}
    return Scored(
        groups={score.name: grouped(score.lines) for score in scored},
        totals={score.name: score.total for score in scored},
        scores=dict(zip(names, after, strict=True)),
        openings={
            name: "over" if ended.over else shown(opening(score, rules, deal=deal.number + 1))
            for name, score in zip(names, after, strict=True)
        },
        match={key: value for key, value in match.items() if value is not None and value is not False},
        told=[" ".join(filter(None, (f.key, f.where, f.article))) for f in findings(deal, rules)],
    )


def grouped(lines: Any) -> dict[str, int]:
    """Points of lines, summed by key."""
    sums: Counter[str] = Counter()
    for line in lines:
        sums[line.key] += line.points
    return dict(sums)


def shown(minimum: Opening) -> int | str:
    """An opening minimum as one value: its points, or the canasta needed."""
    if minimum.points is not None:
        return minimum.points
    least = f"+{minimum.least}" if minimum.least else ""
    return "natural_canasta" if minimum.natural_canasta else f"canasta{least}"


def melds_of(listed: Sequence[Any], rules: RuleSet) -> list[Meld]:
    """Read a list of melds."""
    return [read_meld(meld, f"melds[{index}]", rules) for index, meld in enumerate(listed)]


def open_with(request: dict[str, Any]) -> dict[str, Any]:
    """Check an opening. Returns the value of the melds, the minimum, whether it is met, and the unmet requirements."""
    rules = rules_of(request)
    melds = melds_of(request.get("melds", []), rules)
    asked = {
        "deal": request.get("deal", 1),
        "raised": request.get("raise", 0),
        "concealed_from_stock": request.get("concealed_from_stock", False),
    }
    result = check_opening(melds, request.get("score", 0), rules, **asked)
    return {
        "count": result.count,
        "requirement": shown(result.opening),
        "meets": result.meets,
        "needs": list(result.needs),
    }


def broken(request: dict[str, Any]) -> list[str]:
    """The keys of all irregularities of one meld."""
    rules = rules_of(request)
    (meld,) = melds_of([request["meld"]], rules)
    return [violation.key for violation in violations(meld, rules, going_out=request.get("going_out", False))]
