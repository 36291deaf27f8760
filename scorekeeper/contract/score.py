"""`scorekeeper score` and `scorekeeper check`: the score of a deal, and checks of an opening and of a meld."""

from typing import Any

from scorekeeper.contract.answer import Json, answering
from scorekeeper.engine import shape
from scorekeeper.engine.deals import pack
from scorekeeper.engine.deals.deal import Deal
from scorekeeper.engine.deals.findings import Finding, findings
from scorekeeper.engine.deals.melds import repeated_ranks, violations
from scorekeeper.engine.deals.opening import Opening, opening
from scorekeeper.engine.deals.opening import check_opening as checked
from scorekeeper.engine.deals.reader import DealIn, MeldIn, meld_of, melds_of, read_deal
from scorekeeper.engine.deals.scoring import plain_line, score_deal
from scorekeeper.engine.matches.match import Verdict, verdict
from scorekeeper.engine.reading import Count, Id, Number, Points, read
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct, field
from scorekeeper.rulebook.loader import rules_of
from scorekeeper.words import Words
from scorekeeper.words.deals import FINDINGS, NEEDS, say_finding, say_violation

#: The value of `winner` for a match that ended in a draw.
DRAW = "draw"


@answering
def score(request: object, words: Words) -> Json:
    """Score one deal: the score of each scorer (a side, or a player in the cutthroat game), the state of the match, and
    the findings."""
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
    """Refuse the name DRAW, which is the value of `winner` for a draw."""
    for index, side in enumerate(deal.sides):
        for number, player in enumerate(side.players):
            if player.name == DRAW:
                whose = f"sides[{index}]" if len(side.players) == 1 else f"sides[{index}].members[{number}]"
                raise malformed("means_a_draw", f"{whose}.name", DRAW)


def opening_json(minimum: Opening) -> Json:
    """An opening minimum as JSON: points (0: none, null: only a canasta opens) and conditions."""
    keys = ("points", "canasta", "least", "natural_canasta", "natural_group")
    return {key: getattr(minimum, key) for key in keys}


def match_json(ended: Verdict, names: list[str], rules: RuleSet) -> Json:
    """The verdict on a match as JSON, with money if there is a stake."""
    winner = DRAW if ended.draw else None if ended.winner is None else names[ended.winner]
    match: Json = {"over": ended.over, "winner": winner, "margin": ended.margin}
    if rules.end.stake_per_100 is not None:
        match["money"] = None if ended.money is None else float(ended.money)
    return match


def finding_json(finding: Finding, words: Words) -> Json:
    """A finding as JSON, with its sentence."""
    plain = {key: getattr(finding, key) for key in ("level", "key", "where", "article")}
    return {**plain, "message": say_finding(finding, words)}


class OpeningIn(Struct, forbid_unknown_fields=True):
    """An opening to be checked: the side's score, the number of the deal, and the melds."""

    rules: Id = None
    format: Id = None
    options: Any = None
    score: Points = 0
    deal: Number = 1
    raised: Count = field(name="raise", default=0)
    melds: list[MeldIn] = field(default_factory=list)
    concealed_from_stock: bool = False
    all_discarded: bool = True


class MeldCheckIn(Struct, forbid_unknown_fields=True, kw_only=True):
    """The request to check a meld; `going_out` says whether the player goes out in the same turn."""

    rules: Id = None
    format: Id = None
    options: Any = None
    meld: MeldIn
    going_out: bool = False


@answering
def check_opening(request: Any, words: Words) -> Json:
    """Check whether the melds are enough to open; without melds, return only the requirement."""
    asked = read(OpeningIn, request)
    rules, score, raised, deal = rules_of(request), asked.score, asked.raised, asked.deal
    melds = melds_of(asked.melds, "melds", rules)
    pack.check_melds(melds, rules, where="melds")
    if not melds:
        return {"requirement": _requirement(opening(score, rules, deal=deal, raised=raised))}
    turn = {"concealed_from_stock": asked.concealed_from_stock, "all_discarded": asked.all_discarded}
    result = checked(melds, score, rules, deal=deal, raised=raised, **turn)
    broken = [
        {"where": f"melds[{index}]", "key": violation.key, "message": say_violation(violation, words)}
        for index, meld in enumerate(melds)
        for violation in violations(meld, rules, going_out=result.waived)
    ]
    same_rank = FINDINGS["rank_twice"]
    twice = [
        {"where": f"melds[{index}]", "key": "rank_twice", "message": words.gettext(same_rank)}
        for index in repeated_ranks(melds, rules)
    ]
    return {
        "count": result.count,
        "requirement": _requirement(result.opening),
        "meets": result.meets,
        "needs": list(result.needs),
        "messages": [words.gettext(NEEDS[need]) for need in result.needs],
        "violations": [*broken, *twice],
    }


@answering
def check_meld(request: Any, words: Words) -> Json:
    """Check whether a meld is legal."""
    asked = read(MeldCheckIn, request)
    rules = rules_of(request)
    meld = meld_of(asked.meld, "meld", rules)
    pack.check_meld(meld, rules, where="meld")
    broken = violations(meld, rules, going_out=asked.going_out)
    messages = [{"key": violation.key, "message": say_violation(violation, words)} for violation in broken]
    return {"legal": not messages, "violations": messages}


def _requirement(minimum: Opening) -> int | str | None:
    return "natural_canasta" if minimum.natural_canasta else "canasta" if minimum.canasta else minimum.points
