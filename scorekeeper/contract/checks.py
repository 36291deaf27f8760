"""`scorekeeper check opening` and `check meld`: may this be laid?"""

from scorekeeper.contract.answer import Json, answering
from scorekeeper.engine import pack, shape
from scorekeeper.engine.deal_reader import read_meld, read_melds
from scorekeeper.engine.melds import repeated_ranks, violations
from scorekeeper.engine.opening import Opening, opening
from scorekeeper.engine.opening import check_opening as checked
from scorekeeper.engine.refused import malformed
from scorekeeper.rulebook.loader import rules_of
from scorekeeper.words import Words
from scorekeeper.words.findings import FINDINGS, NEEDS, say_violation

OPENING_KEYS = (
    "rules",
    "format",
    "options",
    "score",
    "deal",
    "raise",
    "melds",
    "concealed_from_stock",
    "all_discarded",
)
MELD_KEYS = ("rules", "format", "options", "meld", "going_out")


@answering
def check_opening(request: object, words: Words) -> Json:
    """Do these melds open at this score? Without melds, the requirement alone."""
    asked = shape.mapping(request, "", OPENING_KEYS)
    rules = rules_of(asked)
    score, raised = shape.points(asked, "score", ""), shape.count(asked, "raise", "")
    deal = shape.whole(asked.get("deal", 1), "deal", 1, shape.MOST)
    concealed = shape.flag(asked, "concealed_from_stock", "")
    discarded = shape.flag(asked, "all_discarded", "", default=True)
    melds = read_melds(asked.get("melds", []), "melds", rules)
    pack.check_melds(melds, rules, where="melds")
    if not melds:
        return {"requirement": _requirement(opening(score, rules, deal=deal, raised=raised))}
    result = checked(
        melds, score, rules, deal=deal, raised=raised, concealed_from_stock=concealed, all_discarded=discarded
    )
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
def check_meld(request: object, words: Words) -> Json:
    """Is this meld legal, in a turn in which the player goes out or not?"""
    asked = shape.mapping(request, "", MELD_KEYS)
    rules = rules_of(asked)
    if "meld" not in asked:
        raise malformed("missing", "meld")
    meld = read_meld(asked["meld"], "meld", rules)
    pack.check_meld(meld, rules, where="meld")
    broken = violations(meld, rules, going_out=shape.flag(asked, "going_out", ""))
    messages = [{"key": violation.key, "message": say_violation(violation, words)} for violation in broken]
    return {"legal": not messages, "violations": messages}


def _requirement(minimum: Opening) -> int | str | None:
    return "natural_canasta" if minimum.natural_canasta else "canasta" if minimum.canasta else minimum.points
