"""`scorekeeper score`: one deal scored."""

from scorekeeper.contract.answer import Json, answering
from scorekeeper.engine import shape
from scorekeeper.engine.deals.deal import Deal
from scorekeeper.engine.deals.findings import Finding, findings
from scorekeeper.engine.deals.opening import Opening, opening
from scorekeeper.engine.deals.reader import DealIn, read_deal
from scorekeeper.engine.deals.scoring import plain_line, score_deal
from scorekeeper.engine.matches.verdict import Verdict, verdict
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.rulebook.loader import rules_of
from scorekeeper.words import Words
from scorekeeper.words.findings import say_finding

#: Who won where nobody did.
DRAW = "draw"


@answering
def score(request: object, words: Words) -> Json:
    """Score one deal: an entry for each scorer, the match, and what was noticed."""
    rules = rules_of(shape.mapping(request, "", DealIn.__struct_fields__))
    deal = read_deal(request, rules)
    _check_names(deal)
    scored = score_deal(deal, rules)
    before = [player.score for side in deal.sides for player in side.players]
    after = [start + result.total for start, result in zip(before, scored, strict=True)]
    wins = next((index for index, result in enumerate(scored) if result.wins), None)
    ended = verdict(after, [result.canastas for result in scored], rules, deal=deal.number, wins=wins)
    names = [result.name for result in scored]
    return {
        "sides": [
            {
                "name": result.name,
                "total": result.total,
                "score": total,
                "lines": [plain_line(line) for line in result.lines],
                "opening": None if ended.over else opening_json(opening(total, rules, deal=deal.number + 1)),
            }
            for result, total in zip(scored, after, strict=True)
        ],
        "match": match_json(ended, names, rules),
        "findings": [finding_json(finding, words) for finding in findings(deal, rules)],
    }


def _check_names(deal: Deal) -> None:
    """`winner` is a name, or DRAW: nobody is called that."""
    for index, side in enumerate(deal.sides):
        for number, player in enumerate(side.players):
            if player.name == DRAW:
                whose = f"sides[{index}]" if len(side.players) == 1 else f"sides[{index}].members[{number}]"
                raise malformed("means_a_draw", f"{whose}.name", DRAW)


def opening_json(minimum: Opening) -> Json:
    """An opening minimum: points (0 is no floor, null where only a canasta opens) and its conditions."""
    return {
        "points": minimum.points,
        "canasta": minimum.canasta,
        "least": minimum.least,
        "natural_canasta": minimum.natural_canasta,
        "natural_group": minimum.natural_group,
    }


def match_json(ended: Verdict, names: list[str], rules: RuleSet) -> Json:
    """The state of the match: over or not, the winner and the margin."""
    winner = DRAW if ended.draw else None if ended.winner is None else names[ended.winner]
    match: Json = {"over": ended.over, "winner": winner, "margin": ended.margin}
    if rules.end.stake_per_100 is not None:
        match["money"] = None if ended.money is None else float(ended.money)
    return match


def finding_json(finding: Finding, words: Words) -> Json:
    """One thing that is irregular or unusual."""
    return {
        "level": finding.level,
        "key": finding.key,
        "where": finding.where,
        "article": finding.article,
        "message": say_finding(finding, words),
    }
