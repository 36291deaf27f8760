"""in_force(article, rules): an article of a penalty code as it applies under the rules of a match.

A code is written for one game and used in many. An article contains figures of the game, such as the limit of wild
cards, the fine for a red three or the number of red threes in the pack. They come from the rule set and its options, so
that the article, the score and the check of a meld always agree (AMB-110).
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any

from scorekeeper.engine.cards import RANKS, RED_THREE, SEQUENCE, TWO
from scorekeeper.engine.conditions import all_hold
from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.melds import wild_limit, wild_share
from scorekeeper.engine.penalties.articles import Article, Condition, Derived, DerivedRow, Question, TableRow
from scorekeeper.engine.rules import RuleSet, value_at
from scorekeeper.engine.values import replace

#: Numbers of wild cards in a meld: the limit, one above it, and the smallest number that is too many for the number of
#: natural cards.
WILD_LIMITS = ("wilds_allowed", "wilds_over", "wilds_outnumber")
#: The answer to the question about the rank of a meld, for all ranks with the usual limits.
OTHER_RANKS = "other"


@lru_cache(maxsize=512)
def in_force(article: Article, rules: RuleSet) -> Article | None:
    """The article with the figures of these rules, or None if there is no such offence under them."""
    if not all_hold(article.where, rules):
        return None
    of_rules = [replace(row, where=()) for row in article.every_row if row.where and all_hold(row.where, rules)]
    limits = _limits_by_rank(rules) if any(number.key in WILD_LIMITS for number in article.derived) else {}
    return replace(
        article,
        questions=tuple(_asked(question, rules, limits) for question in article.questions),
        every_row=tuple(_priced(row, rules) for row in (*of_rules, *article.rows)),
        derived=tuple(_of_these_melds(number, limits) for number in article.derived),
    )


def ranks_apart(rules: RuleSet) -> bool:
    """Return whether melds of some ranks have their own limit of wild cards, so that the rank matters."""
    return bool({*_limits_by_rank(rules)} - {SEQUENCE, OTHER_RANKS})


def _asked(question: Question, rules: RuleSet, limits: Mapping[str, Any]) -> Question:
    """The question, with its maximum if that depends on the pack. If it asks for the rank of a meld, it offers the
    ranks that have their own limits, and one answer for all others."""
    if question.most == "red_threes":
        return replace(question, maximum=rules.in_pack[RED_THREE])
    if question.key == "rank":
        return replace(question, choices=tuple(c for c in question.choices if c.key in limits or c.key == OTHER_RANKS))
    return question


def _priced(row: TableRow, rules: RuleSet) -> TableRow:
    """The row with the points that these rules set. It is unchanged if `points_of` is empty, or if the value at one of
    its paths is not a number."""
    points = [value_at(rules, path) for path in row.points_of]
    return replace(row, points=sum(points)) if points and all(isinstance(each, int) for each in points) else row


def _of_these_melds(number: Derived, limits: Mapping[str, "Limits"]) -> Derived:
    """A derived number with rows for the wild cards that these rules allow, by the meld's rank and its number of
    natural cards. A number that is not one of `WILD_LIMITS` is returned unchanged."""
    if number.key not in WILD_LIMITS:
        return number
    at = WILD_LIMITS.index(number.key)
    rows = []
    for rank, by_naturals in limits.items():
        of_rank = () if rank == OTHER_RANKS else (Condition(("rank",), one_of=(rank,)),)
        for naturals, bounds in reversed(by_naturals):
            rows.append(DerivedRow(bounds[at], (*of_rank, Condition(("naturals",), at_least=naturals))))
    return Derived(number.key, (*rows, *number.rows[-1:]))


#: Pairs (number of natural cards, the `WILD_LIMITS` that apply from that number on), by ascending number.
Limits = tuple[tuple[int, tuple[int, int, int]], ...]


@lru_cache(maxsize=64)
def _limits_by_rank(rules: RuleSet) -> dict[str, Limits]:
    """The limits by rank, for ranks (and sequences) that have their own; and last, under `OTHER_RANKS`, the usual
    ones."""
    by_rank = {rank: _limits(rank, rules) for rank in (*RANKS, *((SEQUENCE,) if rules.sequences else ()))}
    counted = list(by_rank.values())
    usual = max(counted, key=counted.count)
    return {rank: own for rank, own in by_rank.items() if own != usual} | {OTHER_RANKS: usual}


def _limits(rank: str, rules: RuleSet) -> Limits:
    by_naturals = ((naturals, _bounds(rank, naturals, rules)) for naturals in range(rules.in_pack[RANKS[0]] + 1))
    return tuple((next(same)[0], bounds) for bounds, same in groupby(by_naturals, key=lambda one: one[1]))


def _bounds(rank: str, naturals: int, rules: RuleSet) -> tuple[int, int, int]:
    """Numbers of wild cards for a meld with this number of natural cards, as in `WILD_LIMITS`: the limit, one more, and
    the smallest number that is too many, which is at most one more than the limit. If the rules set no limit, the limit
    is the number of wild cards in the pack."""
    meld = Meld(rank, naturals)
    limit, share = wild_limit(meld, rules), wild_share(meld, rules)
    allowed = rules.pack.jokers + rules.in_pack[TWO] if limit is None else limit
    return allowed, allowed + 1, allowed + 1 if share is None else min(allowed, share) + 1
