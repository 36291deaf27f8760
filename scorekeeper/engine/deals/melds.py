"""The value of a meld, the canasta it makes, and its irregularities; and the value of threes that are set apart, laid
or left in a hand."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from scorekeeper.engine.cards import JOKER, RANKS, SEQUENCE, TWO, WILD
from scorekeeper.engine.deals.deal import Charge, Deal, Meld, Player
from scorekeeper.engine.rows import CanastaKind, MeldKind, Sign, Span, Unfinished
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.shape import MOST
from scorekeeper.engine.values import Struct

#: The violation for a kind of meld that the game does not have.
NOT_PLAYED = {
    "wild": "wild_meld_not_allowed",
    "sequence": "sequence_not_allowed",
    "black_threes": "black_threes_not_melded",
}
#: The number of natural cards in a row next to the wild card, for canastas with `place` "beside_seven".
IN_A_ROW = 7


class Violation(Struct):
    """One irregularity of a meld; `found` and `allowed` are numbers of cards, set if the violation is about a
    number."""

    key: str
    found: int | None = None
    allowed: int | None = None


#: No wild cards above the limit.
NO_SURPLUS = Meld(WILD)


def hand_value(hand: Mapping[str, int], rules: RuleSet) -> int:
    """Points of the cards left in one hand, as a positive number, without red threes that are scored apart."""
    costs = rules.in_hand
    return sum([count * costs[kind] for kind, count in hand.items()])


def meld_value(meld: Meld, rules: RuleSet) -> int:
    """Points of the cards of a meld, without any bonus."""
    points = rules.points
    wilds = meld.jokers * points[JOKER] + meld.twos * points[TWO]
    if meld.rank == WILD:
        return wilds
    if meld.rank == SEQUENCE:
        return wilds + sum([points[rank] for rank in meld.cards])
    return wilds + meld.naturals * points[meld.rank]


def surplus(meld: Meld, rules: RuleSet) -> Meld:
    """The wild cards above the limit of a meld, as a meld of their own; jokers are surplus first (001 Háromnál több vad
    kártya). A wild meld has none where wild melds are allowed."""
    limit = wild_limit(meld, rules)
    if limit is None or meld.wilds <= limit:
        return NO_SURPLUS
    jokers = min(meld.wilds - limit, meld.jokers)
    return Meld(WILD, jokers=jokers, twos=meld.wilds - limit - jokers)


def wild_limit(meld: Meld, rules: RuleSet) -> int | None:
    """The maximum number of wild cards in this meld, None for no limit (second remedy of 000 Variatsioonid)."""
    limits = rules.limits[meld.rank]
    if limits.of == "wild" or limits.wilds is None:
        return None
    if limits.wilds_on_canasta != "same" and meld.rank in RANKS and meld.naturals >= rules.canasta_size - limits.wilds:
        return limits.wilds_on_canasta
    return limits.wilds


def wild_share(meld: Meld, rules: RuleSet) -> int | None:
    """The maximum number of wild cards for the number of natural cards in this meld; None if the rules do not compare
    the two."""
    return {"any": None, "not_more": meld.naturals, "fewer": max(0, meld.naturals - 1)}[rules.limits[meld.rank].share]


def laid_value(meld: Meld, rules: RuleSet) -> int:
    """Points of a meld. Surplus wild cards are left out if the rules score them separately, as minus points (HU-10)."""
    over = meld_value(surplus(meld, rules), rules) if rules.fines.excess_wilds_minus else 0
    return meld_value(meld, rules) - over


def canasta_kind(meld: Meld, rules: RuleSet) -> str | None:
    """The name of the kind of canasta that the meld makes, by the first row that it fits; None if it makes none.
    Surplus wild cards do not count (AMB-19) without `excess_wilds_complete`."""
    if meld.naturals + meld.jokers + meld.twos < rules.canasta_size:
        return None
    row = _fitted(meld, rules.canastas_of[meld.rank], rules)
    return None if row is None else row.name


def least_value(kind: str, rules: RuleSet) -> int:
    """The lowest number of points that the cards of a canasta of this kind can be worth. Canastas of another kind are
    considered, too, if they earn the same and may be counted as this kind."""
    return _least_values(rules).get(kind, 0)


def canastas(melds: Iterable[Meld], rules: RuleSet) -> dict[str, int]:
    """The number of canastas of each kind among the melds."""
    made = [kind for meld in melds if (kind := canasta_kind(meld, rules))]
    return {kind: made.count(kind) for kind in made}


def unfinished(meld: Meld, rules: RuleSet) -> Unfinished | None:
    """The row by which this meld is fined as unfinished, or None. Only the first row that the meld fits can fine it."""
    for row in rules.unfinished:
        kind = rules.meld_of[meld.rank]
        fits = kind.of == row.of and kind.played and (not row.ranks or meld.rank in row.ranks)
        if fits and meld.wilds in _counts(row.wilds) and meld.jokers in _counts(row.jokers):
            lies = meld.size < row.below if row.below else canasta_kind(meld, rules) is None
            return row if lies else None
    return None


def violations(meld: Meld, rules: RuleSet, *, going_out: bool) -> tuple[Violation, ...]:
    """The violations of one meld, in a fixed order; none for a legal one."""
    kind, limits = rules.meld_of[meld.rank], rules.limits[meld.rank]
    wilds, naturals = meld.jokers + meld.twos, meld.naturals
    size = naturals + wilds
    violated: list[Violation] = []
    if not kind.played:
        violated.append(Violation(NOT_PLAYED[kind.of]))
    elif kind.going_out and not going_out:
        violated.append(Violation("black_threes_only_going_out"))
    if kind.of == "sequence" and not _runs(meld, rules, wilds):
        violated.append(Violation("not_a_sequence"))
    if limits.pure and wilds:
        violated.append(Violation("wilds_among_black_threes", wilds, 0))
    if size < limits.cards:
        violated.append(Violation("too_few_cards", size, limits.cards))
    if limits.of != "wild" and (wilds or naturals < max(1, limits.naturals)):
        violated += _among_naturals(meld, limits, rules)
    cards = naturals if limits.of == "black_threes" else size
    if limits.most is not None and cards > limits.most:
        violated.append(Violation(limits.too_long, cards, limits.most))
    return tuple(violated)


def _among_naturals(meld: Meld, limits: MeldKind, rules: RuleSet) -> Iterator[Violation]:
    """The violations in the numbers of natural and wild cards, for a meld that is not of wild cards alone."""
    wilds, naturals = meld.jokers + meld.twos, meld.naturals
    if naturals < limits.naturals:
        yield Violation("too_few_naturals", naturals, limits.naturals)
    limit = wild_limit(meld, rules)
    if limit is not None and wilds > limit:
        yield Violation("too_many_wilds", wilds, limit)
    share = wild_share(meld, rules)
    if share is not None and wilds > share:
        if limits.share == "not_more":
            yield Violation("more_wilds_than_naturals", wilds, share)
        else:
            yield Violation("naturals_do_not_outnumber_wilds", wilds, share)


def repeated_ranks(melds: Sequence[Meld], rules: RuleSet) -> tuple[int, ...]:
    """Indices of the melds that repeat the rank of an earlier meld where that is irregular. Some rules allow it while
    at most one meld of the rank is not a canasta (first remedy of 000 Variatsioonid)."""
    if len({meld.rank for meld in melds}) == len(melds):
        return ()
    seen: set[str] = set()
    repeated = []
    for index, meld in enumerate(melds):
        if meld.rank in seen and rules.meld_of[meld.rank].again != "always":
            repeated.append(index)
        seen.add(meld.rank)
    if not repeated:
        return ()
    unfinished = Counter(meld.rank for meld in melds if not canasta_kind(meld, rules))
    after = {rank for rank in seen if rules.meld_of[rank].again == "after_canasta"}
    return tuple(at for at in repeated if melds[at].rank not in after or unfinished[melds[at].rank] > 1)


def joined(melds: Sequence[Meld], rules: RuleSet) -> Sequence[Meld]:
    """The melds as they lie on the table. If the kind of meld has `joins`, cards of a rank that the side has already
    melded join that meld, unless it would then have too many wild cards (000 Kogumid Klassikalises Canastas). If a
    second meld of the rank is allowed (`again`), canastas are not joined."""
    if len({meld.rank for meld in melds}) == len(melds):
        return melds
    lying: list[Meld] = []
    for meld in melds:
        kind = rules.meld_of[meld.rank]
        there = [n for n, other in enumerate(lying) if kind.joins and other.rank == meld.rank and meld.rank in RANKS]
        if kind.again != "never":  # a canasta is not joined, in whichever order the melds were entered
            there = [n for n in there if not canasta_kind(meld, rules) and not canasta_kind(lying[n], rules)]
        at = there[0] if there else None
        one = meld if at is None else lying[at]
        both = Meld(one.rank, one.naturals + meld.naturals, one.jokers + meld.jokers, one.twos + meld.twos)
        if at is None or surplus(both, rules).size:
            lying.append(meld)
        else:
            lying[at] = both
    return lying


def _fitted(meld: Meld, rows: Iterable[CanastaKind], rules: RuleSet) -> CanastaKind | None:
    """The first row that a meld fits, or None. Wild cards above the limit count as cards of the meld, and fill the gaps
    of a sequence, only with `excess_wilds_complete`. The cards of a sequence must be consecutive."""
    naturals, jokers = meld.naturals, meld.jokers
    helpful = wilds = jokers + meld.twos
    if wilds and not rules.fines.excess_wilds_complete:
        bounds = (wild_limit(meld, rules), wild_share(meld, rules))
        helpful = min((wilds, *(bound for bound in bounds if bound is not None)))
    if meld.rank == SEQUENCE and not _runs(meld, rules, helpful):
        return None
    for row in rows:
        if (
            naturals + helpful in _counts(row.cards)
            and naturals >= row.naturals
            and wilds in _counts(row.wilds)
            and jokers in _counts(row.jokers)
            and (row.place == "any" or _stands(meld, row, rules))
        ):
            return row
    return None


@cache
def _counts(span: Span) -> range:
    """The numbers within a span."""
    return range(span[0] if span else 0, (span[1] if len(span) > 1 else MOST) + 1)


def _positions(meld: Meld, rules: RuleSet) -> list[int]:
    """The positions of a sequence's natural cards in the order of ranks. Where an ace may be low, it is low if it is
    the first card."""
    order = rules.meld_of[SEQUENCE].ranks
    last = len(order) - 1
    return [last if at and rank == order[last] else order.index(rank) for at, rank in enumerate(meld.cards)]


def _runs(meld: Meld, rules: RuleSet, wilds: int) -> bool:
    """Return whether the cards of a sequence are ascending and distinct, with enough wild cards for the gaps, and no
    more cards than the order has ranks (003 point 10, AMB-64)."""
    positions = _positions(meld, rules)
    if any(low >= high for low, high in pairwise(positions)) or len(set(meld.cards)) < len(positions):
        return False
    gaps = positions[-1] - positions[0] + 1 - len(positions) if positions else 0
    return gaps <= wilds and len(positions) + wilds <= len(rules.meld_of[SEQUENCE].ranks)


def _stands(meld: Meld, row: CanastaKind, rules: RuleSet) -> bool:
    """Return whether the wild card of a sequence is where the row requires it: at an end, or next to seven natural
    cards in a row. A wild card is at an end if the natural cards have no gap."""
    run, longest = 1, 1
    for low, high in pairwise(_positions(meld, rules)):
        run = run + 1 if high == low + 1 else 1
        longest = max(longest, run)
    return longest >= (len(meld.cards) if row.place == "end" else IN_A_ROW)


@lru_cache(maxsize=64)
def _least_values(rules: RuleSet) -> Mapping[str, int]:
    """The points of the cards in the cheapest canasta of each kind, played or not, by the name of the kind. A canasta
    that earns the same as the kind it is `like` may be counted as that kind."""
    least: dict[str, int] = {}
    for rank, kind in rules.meld_of.items():
        rows = rules.fitting(kind, rank)
        for meld in _of_fewest_cards(rank, rows, rules):
            if row := _fitted(meld, rows, rules):
                names = {row.name, row.like} if rules.bonus_of[row.name] == rules.bonus_of.get(row.like) else {row.name}
                least |= {name: min(least.get(name, MOST), meld_value(meld, rules)) for name in names}
    return least


def _of_fewest_cards(rank: str, rows: Iterable[CanastaKind], rules: RuleSet) -> Iterator[Meld]:
    """The melds of a rank with just enough cards for a canasta of one of these rows."""
    order = rules.meld_of[SEQUENCE].ranks
    for size in {row.cards[0] for row in rows}:
        for wilds in range(size + 1) if rank != WILD else (size,):
            for jokers in range(min(wilds, rules.pack.jokers) + 1):
                naturals, twos = size - wilds, wilds - jokers
                if rank == SEQUENCE:
                    runs = (order[at : at + naturals] for at in range(len(order) - naturals + 1))
                    yield from (Meld(rank, naturals, jokers, twos, run) for run in runs)
                else:
                    yield Meld(rank, naturals, jokers, twos)


def red_threes(player: Player, deal: Deal, rules: RuleSet, rulings: Sequence[Charge] = ()) -> tuple[int, int]:
    """The number of a scorer's red threes that are laid or count as laid, and the number of those in hand that are
    fined automatically.

    Red threes in hand count as laid if a ruling or the rule set says so (AMB-38). With `first_round_excuses`, they
    also count as laid if their holder had no turn before another player went out in the first round (HU-09, AMB-20, 001
    A kézben maradt piros hármasok). The others are fined (HU-09, RO-10), except those that a ruling is about.
    """
    held, row, article = player.red_threes_in_hand, rules.threes_of.get("red"), rules.code.red_three_in_hand
    if not held or row is None or row.in_hand == "card":
        return player.red_threes, 0
    excused = deal.first_round_out and row.first_round_excuses
    finable = 0 if row.in_hand == "as-laid" else player.red_threes_after_turn if excused else held
    by_ruling = settled([charge for charge in rulings if charge.as_laid], article, held, rules)
    left = held - settled(rulings, article, held, rules)
    laid = player.red_threes + by_ruling + min(left, held - finable)
    return laid, finable - settled(rulings, article, finable, rules)


def settled(rulings: Iterable[Charge], article: str | None, most: int, rules: RuleSet) -> int:
    """The number of cards or melds, at most `most`, that rulings by this article are about: the score does not charge
    them again (AMB-111). Always 0 under rules without `rulings_first`."""
    if not rules.code.rulings_first:
        return 0
    counts = [charge.count for charge in rulings if article is not None and charge.article == article]
    return min(most, sum(most if count is None else count for count in counts))


def sign_of(rules: RuleSet, part: str, *, melded: bool, canastas: int) -> int:
    """The sign of a part of the score, 1, 0 or -1, by the side's number of canastas or by whether it has melded."""
    row: Sign | None = rules.sign_of.get(part)
    if row is None:
        return 1
    reached = canastas if row.by == "canasta" else int(melded)
    return next((sign for least, sign in reversed(row.steps) if reached >= least), 1)
