"""What a meld is worth, which canasta it makes, and what is irregular about it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from scorekeeper.engine.cards import ASCENDING, JOKER, RANKS, RED_THREE, SEQUENCE, THREE, TWO, WILD
from scorekeeper.engine.deal import Meld
from scorekeeper.engine.rules import RuleSet

#: Every kind of canasta, as the contract names them.
CANASTA_KINDS = ("natural", "mixed", "natural_aces", "mixed_aces", "wild_jokers", "wild_twos", "wild")
WILD_KINDS = CANASTA_KINDS[4:]
#: Jokers that make a wild canasta "of jokers" (000 Lisakaartide kogumid, 003 point 8).
ALL_JOKERS = 4


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that is irregular about a meld; `found` and `allowed` are numbers of cards where that helps."""

    key: str
    found: int | None = None
    allowed: int | None = None


#: One rule a meld must keep: the meld, the rule set, and whether its player goes out.
Rule = Callable[[Meld, RuleSet, bool], Violation | None]


@dataclass(frozen=True, slots=True)
class Surplus:
    """Wild cards above what a meld may hold; jokers count as surplus first (001 Háromnál több vad kártya)."""

    jokers: int = 0
    twos: int = 0

    @property
    def cards(self) -> int:
        """All surplus cards."""
        return self.jokers + self.twos


NO_SURPLUS = Surplus()


def card_value(kind: str, rules: RuleSet) -> int:
    """Points of one card on the table; red threes are no such card, they are scored apart."""
    cards = rules.cards
    match kind:
        case "joker":
            return cards.joker
        case "2":
            return cards.two
        case "A":
            return cards.ace
        case "K" | "Q" | "J" | "10" | "9" | "8":
            return cards.high
        case "3":
            return cards.black_three
        case _:
            return cards.low


def hand_value(hand: Mapping[str, int], rules: RuleSet) -> int:
    """Points of the cards left in one hand, positive; red threes are scored apart."""
    in_hand = {THREE: rules.cards.black_three_in_hand}
    return sum(count * in_hand.get(kind, card_value(kind, rules)) for kind, count in hand.items() if kind != RED_THREE)


def meld_value(meld: Meld, rules: RuleSet) -> int:
    """Points of the cards of a meld, without any bonus."""
    return sum(count * card_value(kind, rules) for kind, count in meld.kinds().items())


def surplus(meld: Meld, rules: RuleSet) -> Surplus:
    """The wild cards above the limit; none in a wild meld where those are allowed."""
    if not meld.wilds or (meld.rank == WILD and rules.melds.wild_melds):
        return NO_SURPLUS
    limit = _wild_limit(meld, rules)
    over = 0 if limit is None else max(0, meld.wilds - limit)
    jokers = min(over, meld.jokers)
    return Surplus(jokers, over - jokers)


def surplus_value(extra: Surplus, rules: RuleSet) -> int:
    """Points of the surplus wild cards."""
    return extra.jokers * card_value(JOKER, rules) + extra.twos * card_value(TWO, rules)


def laid_value(meld: Meld, rules: RuleSet) -> int:
    """Points of a meld among the cards laid; where surplus wild cards count minus, they count apart (HU-10)."""
    over = surplus_value(surplus(meld, rules), rules) if rules.fines.excess_wilds_minus else 0
    return meld_value(meld, rules) - over


def canasta_kind(meld: Meld, rules: RuleSet) -> str | None:
    """Which canasta the meld makes, or None. Surplus wild cards do not help to seven (AMB-19)."""
    if meld.size < rules.canastas.size or meld.rank in (THREE, SEQUENCE):
        return None
    if meld.rank == WILD:
        return _wild_canasta(meld, rules)
    helpful = meld.wilds if rules.canastas.excess_wilds_complete else meld.wilds - surplus(meld, rules).cards
    if meld.naturals + helpful < rules.canastas.size:
        return None
    kind = "mixed" if meld.wilds else "natural"
    return f"{kind}_aces" if meld.rank == "A" and rules.canastas.aces_apart else kind


def canasta_bonus(kind: str, rules: RuleSet) -> int:
    """The bonus for one canasta of this kind, card values not included."""
    canastas = rules.canastas
    values = {
        "natural": canastas.natural,
        "mixed": canastas.mixed,
        "natural_aces": canastas.natural_aces if canastas.aces_apart else canastas.natural,
        "mixed_aces": canastas.mixed_aces if canastas.aces_apart else canastas.mixed,
        "wild_jokers": canastas.wild if canastas.wild_four_jokers is None else canastas.wild_four_jokers,
        "wild_twos": canastas.wild if canastas.wild_twos is None else canastas.wild_twos,
        "wild": canastas.wild,
    }
    return values[kind]


def least_value(kind: str, rules: RuleSet) -> int:
    """Points of the cheapest cards that make a canasta of this kind. A table may count a wild canasta that earns
    nothing apart among the plain ones."""
    alike = [each for each in WILD_KINDS if canasta_bonus(each, rules) == canasta_bonus(kind, rules)]
    kinds = alike if kind == WILD else [kind]
    cheapest = (meld for meld in _canastas_of_fewest_cards(rules) if _told_apart(meld, rules) in kinds)
    return min((meld_value(meld, rules) for meld in cheapest), default=0)


def canastas(melds: Iterable[Meld], rules: RuleSet) -> Counter[str]:
    """How many canastas of each kind the melds make."""
    kinds = (canasta_kind(meld, rules) for meld in melds)
    return Counter(kind for kind in kinds if kind)


def violations(meld: Meld, rules: RuleSet, *, going_out: bool) -> tuple[Violation, ...]:
    """Everything irregular about one meld, in the order of `RULES`; empty for a legal one."""
    if meld.rank == WILD and rules.melds.wild_melds:
        return _found(WILD_RULES, meld, rules, going_out)
    if meld.rank == THREE:
        return _found(BLACK_THREE_RULES, meld, rules, going_out)
    return _found(RULES, meld, rules, going_out)


def repeated_ranks(melds: Sequence[Meld], rules: RuleSet) -> tuple[int, ...]:
    """Places of melds of a rank that the side has melded already (first remedy of 000 Variatsioonid: allowed
    while at most one of them is no canasta)."""
    seen: set[str] = set()
    places = []
    for place, meld in enumerate(melds):
        if meld.rank in seen and meld.rank != SEQUENCE:
            places.append(place)
        seen.add(meld.rank)
    if not rules.melds.second_of_rank:
        return tuple(places)
    unfinished = Counter(meld.rank for meld in melds if not canasta_kind(meld, rules))
    return tuple(place for place in places if unfinished[melds[place].rank] > 1)


def joined(melds: Sequence[Meld], rules: RuleSet) -> tuple[Meld, ...]:
    """The melds as they lie: cards of a rank that the side has melded already join that meld, unless its wild cards
    would be too many (000 Kogumid Klassikalises Canastas); where a canasta may be followed by another meld of its
    rank, only melds that are none are joined."""
    if not rules.melds.ranks_join:
        return tuple(melds)
    lying: list[Meld] = []
    for meld in melds:
        open_ones = (at for at, other in enumerate(lying) if other.rank == meld.rank and meld.rank in RANKS)
        at = next((at for at in open_ones if not (rules.melds.second_of_rank and canasta_kind(lying[at], rules))), None)
        both = meld if at is None else _together(lying[at], meld)
        if at is None or surplus(both, rules).cards:
            lying.append(meld)
        else:
            lying[at] = both
    return tuple(lying)


def _together(one: Meld, other: Meld) -> Meld:
    return Meld(one.rank, one.naturals + other.naturals, one.jokers + other.jokers, one.twos + other.twos)


def _canastas_of_fewest_cards(rules: RuleSet) -> Iterable[Meld]:
    """Every canasta that has no card too many: of aces, of the cheapest other rank, of wild cards."""
    size, most = rules.canastas.size, min(rules.canastas.size, rules.pack.jokers)
    for jokers, twos in product(range(most + 1), range(size + 1)):
        if jokers + twos == size:
            yield Meld(WILD, 0, jokers, twos)
        if jokers + twos <= rules.melds.max_wilds:
            yield from (Meld(rank, size - jokers - twos, jokers, twos) for rank in ("A", RANKS[-1]))


def _told_apart(meld: Meld, rules: RuleSet) -> str | None:
    """The kind of a canasta as a table may count it: of aces apart, whether or not they earn apart."""
    kind = canasta_kind(meld, rules)
    return f"{kind.removesuffix('_aces')}_aces" if kind and meld.rank == "A" else kind


def _wild_limit(meld: Meld, rules: RuleSet) -> int | None:
    """The most wild cards this meld may hold; None is no limit (second remedy of 000 Variatsioonid)."""
    enough_naturals = meld.naturals >= rules.canastas.size - rules.melds.max_wilds
    if enough_naturals and meld.rank not in (WILD, SEQUENCE, THREE):
        return rules.melds.max_wilds_on_canasta
    return rules.melds.max_wilds


def _wild_canasta(meld: Meld, rules: RuleSet) -> str | None:
    if not rules.melds.wild_melds:
        return None
    if meld.jokers >= ALL_JOKERS:
        return "wild_jokers"
    return "wild" if meld.jokers else "wild_twos"


def _found(rules_of_meld: Iterable[Rule], meld: Meld, rules: RuleSet, going_out: bool) -> tuple[Violation, ...]:
    found = (rule(meld, rules, going_out) for rule in rules_of_meld)
    return tuple(violation for violation in found if violation)


def _wild_meld(meld: Meld, rules: RuleSet, going_out: bool) -> Violation | None:
    return Violation("wild_meld_not_allowed") if meld.rank == WILD else None


def _sequence(meld: Meld, rules: RuleSet, going_out: bool) -> Violation | None:
    if meld.rank != SEQUENCE:
        return None
    return None if rules.melds.sequences else Violation("sequence_not_allowed")


def _sequence_runs(meld: Meld, rules: RuleSet, going_out: bool) -> Violation | None:
    """One suit, upwards, gaps filled by wild cards, within four to ace (003 point 10, AMB-64)."""
    if meld.rank != SEQUENCE:
        return None
    places = [ASCENDING.index(rank) for rank in meld.cards]
    upwards = all(low < high for low, high in pairwise(places))
    gaps = places[-1] - places[0] + 1 - len(places) if places and upwards else 0
    fits = upwards and gaps <= meld.wilds and meld.size <= len(ASCENDING)
    return None if fits else Violation("not_a_sequence")


def _too_few_cards(meld: Meld, rules: RuleSet, going_out: bool) -> Violation | None:
    least = rules.melds.min_cards
    return Violation("too_few_cards", meld.size, least) if meld.size < least else None


def _too_few_naturals(meld: Meld, rules: RuleSet, going_out: bool) -> Violation | None:
    least = rules.melds.min_naturals
    return Violation("too_few_naturals", meld.naturals, least) if meld.naturals < least else None


def _too_many_wilds(meld: Meld, rules: RuleSet, going_out: bool) -> Violation | None:
    extra = surplus(meld, rules).cards
    return Violation("too_many_wilds", meld.wilds, meld.wilds - extra) if extra else None


def _wilds_to_naturals(meld: Meld, rules: RuleSet, going_out: bool) -> Violation | None:
    share = rules.melds.wilds_to_naturals
    if share == "not_more" and meld.wilds > meld.naturals:
        return Violation("more_wilds_than_naturals", meld.wilds, meld.naturals)
    if share == "fewer" and meld.wilds >= meld.naturals:
        return Violation("naturals_do_not_outnumber_wilds", meld.wilds, max(0, meld.naturals - 1))
    return None


def _exactly_seven(meld: Meld, rules: RuleSet, going_out: bool) -> Violation | None:
    most = rules.canastas.size
    over = rules.canastas.exactly and meld.rank != SEQUENCE and meld.size > most
    return Violation("too_many_cards", meld.size, most) if over else None


def _threes_only_going_out(meld: Meld, rules: RuleSet, going_out: bool) -> Violation | None:
    return None if going_out else Violation("black_threes_only_going_out")


def _wilds_among_threes(meld: Meld, rules: RuleSet, going_out: bool) -> Violation | None:
    bad = meld.wilds and not rules.melds.black_threes_with_wilds
    return Violation("wilds_among_black_threes", meld.wilds, 0) if bad else None


def _too_few_threes(meld: Meld, rules: RuleSet, going_out: bool) -> Violation | None:
    least = rules.melds.black_threes_min
    return Violation("too_few_cards", meld.size, least) if meld.size < least else None


def _too_many_threes(meld: Meld, rules: RuleSet, going_out: bool) -> Violation | None:
    most = rules.melds.black_threes_max
    return Violation("too_many_cards", meld.naturals, most) if meld.naturals > most else None


#: Every rule that a meld of a rank or a sequence must keep.
RULES = (
    _wild_meld,
    _sequence,
    _sequence_runs,
    _too_few_cards,
    _too_few_naturals,
    _too_many_wilds,
    _wilds_to_naturals,
    _exactly_seven,
)
#: Every rule that a meld of wild cards alone must keep where such melds are played.
WILD_RULES = (_too_few_cards, _exactly_seven)
#: Every rule that a meld of black threes must keep.
BLACK_THREE_RULES = (
    _threes_only_going_out,
    _wilds_among_threes,
    _too_few_threes,
    _too_few_naturals,
    _too_many_wilds,
    _too_many_threes,
)
