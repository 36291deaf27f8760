"""`scorekeeper check opening` and `check meld`: may this be laid?"""

from typing import Any

from scorekeeper.contract.answer import Json, answering
from scorekeeper.engine.deals import pack
from scorekeeper.engine.deals.melds import repeated_ranks, violations
from scorekeeper.engine.deals.opening import Opening, opening
from scorekeeper.engine.deals.opening import check_opening as checked
from scorekeeper.engine.deals.reader import MeldIn, meld_of, melds_of
from scorekeeper.engine.reading import Count, Id, Number, Points, read
from scorekeeper.engine.values import Struct, field
from scorekeeper.rulebook.loader import rules_of
from scorekeeper.words import Words
from scorekeeper.words.findings import FINDINGS, NEEDS, say_violation


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
    """A meld to be checked, in a turn in which the player goes out or not."""

    rules: Id = None
    format: Id = None
    options: Any = None
    meld: MeldIn
    going_out: bool = False


@answering
def check_opening(request: Any, words: Words) -> Json:
    """Check whether these melds open at this score; without melds, return the requirement alone."""
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
    """Check whether this meld is legal, in a turn in which the player goes out or not."""
    asked = read(MeldCheckIn, request)
    rules = rules_of(request)
    meld = meld_of(asked.meld, "meld", rules)
    pack.check_meld(meld, rules, where="meld")
    broken = violations(meld, rules, going_out=asked.going_out)
    messages = [{"key": violation.key, "message": say_violation(violation, words)} for violation in broken]
    return {"legal": not messages, "violations": messages}


def _requirement(minimum: Opening) -> int | str | None:
    return "natural_canasta" if minimum.natural_canasta else "canasta" if minimum.canasta else minimum.points
