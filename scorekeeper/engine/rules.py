"""RuleSet: every number a variant may change, as one frozen value.

The values come from the rulebook, where each stands beside its source; nothing here has a default, so a rule set
that forgets a value cannot be made.
"""

from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any, Literal, get_type_hints

from scorekeeper.engine.cards import Pack

#: How wild cards may stand to natural cards in a meld.
WildShare = Literal["any", "not_more", "fewer"]


@dataclass(frozen=True, slots=True)
class Cards:
    """Points of single cards; `black_three_in_hand` is a positive number that is subtracted."""

    joker: int
    two: int
    ace: int
    high: int
    low: int
    black_three: int
    black_three_in_hand: int


@dataclass(frozen=True, slots=True)
class Melds:
    """What may be laid. `max_wilds_on_canasta` None: no limit once a canasta has its natural cards. `ranks_join`:
    what lies of one rank is one meld, however it was written down."""

    min_cards: int
    min_naturals: int
    max_wilds: int
    max_wilds_on_canasta: int | None
    wilds_to_naturals: WildShare
    second_of_rank: bool
    ranks_join: bool
    wild_melds: bool
    sequences: bool
    black_threes_min: int
    black_threes_max: int
    black_threes_with_wilds: bool


@dataclass(frozen=True, slots=True)
class Canastas:
    """Sizes and bonuses. `wild_four_jokers` and `wild_twos` None: the same as `wild`."""

    size: int
    exactly: bool
    natural: int
    mixed: int
    aces_apart: bool
    natural_aces: int
    mixed_aces: int
    wild: int
    wild_four_jokers: int | None
    wild_twos: int | None
    excess_wilds_complete: bool
    none_turns_all_minus: bool


@dataclass(frozen=True, slots=True)
class Premiums:
    """Bonus for many canastas of one side in one deal: `steps` are (canastas, points), ascending."""

    stacking: Literal["none", "highest", "both"]
    steps: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RedThrees:
    """`needs` is what turns red threes plus; `all_four` is in all; `lost_four_doubles` tells whether four of
    them turned minus cost `all_four` or `each`; `in_hand` is "as-laid" or a fine for each."""

    each: int
    all_four: int
    needs: Literal["meld", "canasta"]
    without: Literal["minus", "zero"]
    lost_four_doubles: bool
    in_hand: int | Literal["as-laid"]
    first_round_excuses: bool


@dataclass(frozen=True, slots=True)
class GoingOut:
    """Points are in all, never on top; `None` where the rule set pays nothing apart for it."""

    canastas: int
    plain: int
    concealed: int | None
    concealed_without_own_canasta: int
    hand_canasta: int | None
    pile_spoils_concealed: bool
    black_threes: tuple[tuple[int, int], ...]
    first_pile: int | None
    bonuses: Literal["highest", "added"]


@dataclass(frozen=True, slots=True)
class OpeningRules:
    """`brackets` are (from score, points), ascending; below the first of them `below_zero` (0: no floor)."""

    brackets: tuple[tuple[int, int], ...]
    below_zero: int
    canasta_above: int | None
    natural_group: bool
    canasta_bonus_counts: bool
    waived_when_concealed: bool
    failed_raise: int


@dataclass(frozen=True, slots=True)
class Fines:
    """Penalties that a deal's own figures show; points are zero or negative."""

    excess_wilds_minus: bool
    excess_wilds_group: int
    unfinished_wild_meld: int


@dataclass(frozen=True, slots=True)
class End:
    """When the match is over. `stake_per_100` is a decimal in text, so that money stays exact."""

    target: int
    tie: Literal["draw", "extra-deal"]
    canastas_to_end: int
    stake_per_100: str | None


@dataclass(frozen=True, slots=True)
class Table:
    """The format: who plays. `hands` is players of one side in one deal; `alliances` is the cutthroat game.

    The deal passes `deals_by` chairs, where whoever comes back takes the chair of the one who rests, or players.
    """

    format: str
    players: int
    sides: int
    hands: int
    sits_out: int
    deals_by: Literal["chairs", "players"]
    alliances: bool
    hand_size: int
    draw: int


@dataclass(frozen=True, slots=True)
class Pile:
    """Taking the discard pile; asked of "may I?", without effect on any score."""

    freezes: bool
    natural_pair_only: bool
    onto_canasta: bool
    always_frozen: bool
    never_with_canasta_of_rank: bool
    pair_with_full_canasta: bool
    closed_cannot_be_taken: bool
    closed_one_round: bool
    one_card_rule: Literal["none", "single_pile", "any_pile"]
    not_before_all_discarded: bool
    must_take_when_stock_is_empty: bool
    deal_ends_with_stock: bool


@dataclass(frozen=True, slots=True)
class Code:
    """The penalty code that adjudicates the match, and its articles for what a deal's own figures show.

    `rulings_first`: a ruling settles the cards that it is about, and the score charges only what no ruling names.
    `redeal_voids_fines`: a deal that is dealt again takes its fines along. `partners_share_fines`: in cutthroat.
    """

    id: Literal["none", "hungarian", "romanian"]
    out_without_canasta: str | None
    too_many_wilds: str | None
    red_three_in_hand: str | None
    rulings_first: bool
    redeal_voids_fines: bool
    partners_share_fines: bool


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set with its format and house options resolved. `id` is a label: nothing is decided by it."""

    id: str
    pack: Pack
    cards: Cards
    melds: Melds
    canastas: Canastas
    premiums: Premiums
    red_threes: RedThrees
    going_out: GoingOut
    opening: OpeningRules
    fines: Fines
    end: End
    table: Table
    pile: Pile
    code: Code


def to_plain(rules: RuleSet) -> dict[str, Any]:
    """The rule set as plain dicts and lists, ready for JSON; `from_plain` reads it back."""
    return asdict(rules)


def from_plain(plain: dict[str, Any]) -> RuleSet:
    """The rule set that `to_plain` wrote; what it does not know is left out. Raises TypeError for a missing value."""
    sections = get_type_hints(RuleSet)
    parts = {
        name: _section(sections[name], value) if is_dataclass(sections[name]) else value
        for name, value in plain.items()
    }
    return RuleSet(**parts)


def _section(kind: Any, plain: dict[str, Any]) -> Any:
    known = {field.name for field in fields(kind)}
    return kind(**{key: _frozen(value) for key, value in plain.items() if key in known})


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value
