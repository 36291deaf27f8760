"""RuleSet: everything that a game may say differently, as one frozen value: sections of values, and rows.

Wherever a game may have more of something it has rows, read in order: each names itself by its `key`, and a condition
that a row leaves out holds always. The values come from the rulebook, where each stands beside its source.
"""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import Any, Literal, get_args, get_origin, get_type_hints

from scorekeeper.engine.cards import KINDS, RANKS, RED_THREE, SEQUENCE, SUITS, THREE, WILD, Pack
from scorekeeper.engine.rows import (
    CanastaKind,
    CanastaOpening,
    CardValue,
    DealBonus,
    Held,
    MeldKind,
    Need,
    Sign,
    SpecialHand,
    Threes,
    Unfinished,
)
from scorekeeper.engine.values import Struct, asdict, convert, fields


class Premiums(Struct):
    """Bonus for many canastas of one side in one deal: `steps` are (canastas, points), ascending."""

    stacking: Literal["none", "highest", "both"]
    steps: tuple[tuple[int, int], ...]


class GoingOut(Struct):
    """Points are in all, never on top; `None` where the rule set pays nothing apart for it.

    `nothing_unfinished`: no meld may lie unfinished that is fined for it. `unpaid`: there are ways of going out that
    pay nothing, told as a fact.
    """

    plain: int
    concealed: int | None
    concealed_without_own_canasta: int
    hand_canasta: int | None
    pile_spoils_concealed: bool
    black_threes: tuple[tuple[int, int], ...]
    first_pile: int | None
    bonuses: Literal["highest", "added"]
    nothing_unfinished: bool
    unpaid: bool


class SecondHand(Struct):
    """A second hand: one for each player (the foot) or each side (the pozzetto). `to_go_out` says whose must have been
    begun before going out; `never_taken` is what a side's costs that nobody took."""

    of: Literal["none", "player", "side"]
    to_go_out: Literal["none", "one", "all"]
    never_taken: int


class OpeningRules(Struct):
    """`brackets` are (from score or deal, points), ascending; below the first of them `below_zero` (0: no floor).

    `opens_alone` are kinds of canasta that open without a minimum. `not_before_all_discarded`: nobody melds sooner.
    """

    by: Literal["score", "deal"]
    brackets: tuple[tuple[int, int], ...]
    below_zero: int
    natural_group: bool
    canasta_bonus_counts: bool
    waived_when_concealed: bool
    failed_raise: int
    opens_alone: tuple[str, ...]
    not_before_all_discarded: bool


class Fines(Struct):
    """Penalties that a deal's own figures show; points are zero or negative. `excess_wilds_complete`: wild cards above
    the limit help a meld to become a canasta all the same."""

    excess_wilds_minus: bool
    excess_wilds_group: int
    excess_wilds_complete: bool


class End(Struct):
    """The end of the match: at a target, or after a number of deals. `stake_per_100` is a decimal in text, so that
    money stays exact."""

    target: int
    deals: int | None
    tie: Literal["draw", "extra-deal"]
    canastas_to_end: int
    stake_per_100: str | None


class TableFormat(Struct):
    """The format: who plays. `hands` is players of one side in one deal; `alliances` is the cutthroat game.

    The deal passes `deals_by` chairs, where a player who comes back takes the chair of the one who rests, or players.
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

    @property
    def partners(self) -> bool:
        """Return whether any player has a partner, in every deal or in some."""
        return self.players > self.sides or self.alliances


class Pile(Struct):
    """Taking the discard pile; asked of "may I?" where that is `asked`, without effect on any score. `free`: it is
    taken without any condition."""

    asked: bool
    free: bool
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
    not_to_open: bool
    must_take_when_stock_is_empty: bool
    deal_ends_with_stock: bool


class Code(Struct):
    """The penalty code that adjudicates the match, "none" or one of the rulebook's, its title, and its articles for
    what a deal's own figures show.

    `rulings_first`: a ruling settles the cards that it is about, and the score charges only what no ruling names.
    `redeal_voids_fines`: a deal that is dealt again takes its fines along. `partners_share_fines`: in cutthroat.
    `asked_unable`: points of a player who asked for permission, waited, and cannot go out. `sitting_out_lays`: a player
    who sits out a draw may lay cards.
    """

    id: str
    title: str | None
    out_without_canasta: str | None
    too_many_wilds: str | None
    red_three_in_hand: str | None
    rulings_first: bool
    redeal_voids_fines: bool
    partners_share_fines: bool
    asked_unable: int
    sitting_out_lays: bool


class RuleSet(Struct, dict=True, cache_hash=True):
    """A rule set with its format and house options resolved. `id` is a label: nothing is decided by it."""

    id: str
    pack: Pack
    cards: tuple[CardValue, ...]
    melds: tuple[MeldKind, ...]
    canastas: tuple[CanastaKind, ...]
    premiums: Premiums
    threes: tuple[Threes, ...]
    signs: tuple[Sign, ...]
    unfinished: tuple[Unfinished, ...]
    held: tuple[Held, ...]
    needs: tuple[Need, ...]
    going_out: GoingOut
    second_hand: SecondHand
    special_hands: tuple[SpecialHand, ...]
    deal_bonuses: tuple[DealBonus, ...]
    opening: OpeningRules
    canasta_openings: tuple[CanastaOpening, ...]
    fines: Fines
    end: End
    table: TableFormat
    pile: Pile
    code: Code

    @cached_property
    def points(self) -> Mapping[str, int]:
        """Points of one card on the table, by its kind."""
        return {kind: row.points for row in self.cards for kind in row.kinds}

    @cached_property
    def in_hand(self) -> Mapping[str, int]:
        """Points of one card left in a hand, by its kind; threes that are scored apart count nothing."""
        costs = {k: row.points if row.in_hand is None else row.in_hand for row in self.cards for k in row.kinds}
        red = self.threes_of.get("red")
        return costs if red is None or red.in_hand == "card" else {**costs, RED_THREE: 0}

    @cached_property
    def counted_in_hand(self) -> frozenset[str]:
        """The kinds of card that count in a hand; red threes do where they are not scored apart."""
        return frozenset(kind for kind in self.kinds if kind != RED_THREE or self.in_hand.get(kind))

    @cached_property
    def classes(self) -> Mapping[str, tuple[str, ...]]:
        """The classes in which a table counts cards, each with its kinds."""
        named = dict.fromkeys(row.counted for row in self.cards if row.counted)
        return {name: tuple(k for row in self.cards if row.counted == name for k in row.kinds) for name in named}

    @cached_property
    def class_of(self) -> Mapping[str, str]:
        """The class of a kind of card."""
        return {kind: name for name, kinds in self.classes.items() for kind in kinds}

    @cached_property
    def meld_of(self) -> Mapping[str, MeldKind]:
        """The kind of a meld, by its rank (or "3", "wild", "sequence")."""
        by_rank = [row for row in self.melds if row.of == "rank"]
        others = {row.of: row for row in self.melds if row.of != "rank"}
        kinds = {WILD: others["wild"], SEQUENCE: others["sequence"]}
        for rank in (*RANKS, THREE):
            named = (row for row in by_rank if rank in row.ranks or (not row.ranks and rank != THREE))
            kinds[rank] = next(named, None) or others["black_threes"]
        return kinds

    @cached_property
    def limits(self) -> Mapping[str, MeldKind]:
        """The limits of a meld by its rank: of a meld of wild cards where those have their own, else of any meld."""
        return self.meld_of if self.wild_melds else {**self.meld_of, WILD: self.meld_of[RANKS[-1]]}

    @cached_property
    def wild_melds(self) -> bool:
        """Return whether a meld of wild cards alone is allowed."""
        return self.meld_of[WILD].played

    @property
    def sequences(self) -> bool:
        """Return whether sequences may be melded."""
        return self.meld_of[SEQUENCE].played

    @cached_property
    def canastas_of(self) -> Mapping[str, tuple[CanastaKind, ...]]:
        """The kinds of canasta that a meld may make, in the order they are tried, by its rank."""
        return {
            rank: tuple(row for row in self.fitting(kind, rank) if row.played and kind.played)
            for rank, kind in self.meld_of.items()
        }

    def fitting(self, kind: MeldKind, rank: str) -> list[CanastaKind]:
        """The kinds of canasta, played or not, that melds of this kind and rank can make."""
        fit = (row for row in self.canastas if kind.of in row.of and rank not in row.but)
        return [row for row in fit if not row.ranks or rank in row.ranks]

    @cached_property
    def canasta_kinds(self) -> Mapping[str, CanastaKind]:
        """Every kind of canasta that the game knows, by its name, played or not."""
        return {row.name: row for row in reversed(self.canastas)}

    @cached_property
    def counts_as(self) -> Mapping[str, str]:
        """The kind that each kind of canasta counts as; a kind that is not played and has no equivalent counts for
        nothing and is left out."""
        played = {row.name for rows in self.canastas_of.values() for row in rows}
        kinds = {name: name if name in played else row.like for name, row in self.canasta_kinds.items()}
        return {name: kind for name, kind in kinds.items() if kind in played}

    @cached_property
    def bonus_of(self) -> Mapping[str, int]:
        """The bonus of a kind of canasta, by its name; one without a bonus of its own has that of its like."""
        kinds = self.canasta_kinds
        own = {name: row.played and row.bonus is not None for name, row in kinds.items()}
        return {name: (row if own[name] else kinds.get(row.like, row)).bonus or 0 for name, row in kinds.items()}

    @cached_property
    def opened_by_canasta(self) -> tuple[tuple[int, CanastaOpening], ...]:
        """The rows in force by which only a canasta opens, each with the score (or deal) from which it does."""
        return tuple((row.since + row.beyond, row) for row in self.canasta_openings if row.since is not None)

    @cached_property
    def canasta_size(self) -> int:
        """The fewest cards that make a canasta."""
        return min(row.cards[0] for row in self.canastas)

    @cached_property
    def canastas_needed(self) -> int:
        """Canastas needed to go out, of all kinds together."""
        return sum(need.count for need in self.needs)

    @cached_property
    def threes_of(self) -> Mapping[str, Threes]:
        """Threes that are set apart, by colour; none where threes are cards like others."""
        return {row.key: row for row in self.threes}

    @cached_property
    def first_round_excuses(self) -> bool:
        """Return whether players are excused who had no turn when another went out in the very first round."""
        return any(row.first_round_excuses for row in self.threes)

    @cached_property
    def sign_of(self) -> Mapping[str, Sign]:
        """The signs of those parts of the score that do not always count plus."""
        return {row.key: row for row in self.signs}

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Every kind of card that a hand may hold; where threes are cards like others they are all of one kind."""
        return KINDS if self.threes else tuple(kind for kind in KINDS if kind != RED_THREE)

    @cached_property
    def in_pack(self) -> Mapping[str, int]:
        """The number of cards of each kind in the pack."""
        plain = {} if self.threes else {THREE: len(SUITS) * self.pack.packs}
        return {kind: self.pack.count(kind) for kind in KINDS} | plain

    @cached_property
    def in_class(self) -> Mapping[str, int]:
        """The number of cards of each counting class in the pack."""
        return {name: sum(self.in_pack[kind] for kind in kinds) for name, kinds in self.classes.items()}


@cache
def sections() -> Mapping[str, Any]:
    """Every section of a rule set with its type: a section of values, or the type of its rows."""
    return {name: kind for name, kind in get_type_hints(RuleSet).items() if name != "id"}


def row_of(kind: Any) -> Any:
    """The type of the rows of a section, None for a section of values."""
    return get_args(kind)[0] if get_origin(kind) is tuple else None


def general(path: str) -> str:
    """A path with "*" for the key of its row: "canastas.*.bonus"."""
    section, *rest = path.split(".")
    return f"{section}.*.{rest[1]}" if len(rest) > 1 else path


def value_at(rules: RuleSet, path: str) -> Any:
    """The value at a path: `section.value`, `section.key.value` in a row, or `section.key.value.4` the fourth of
    several; None where there is no such row."""
    section, *rest = path.split(".")
    value = getattr(rules, section)
    if row_of(sections()[section]) is not None:
        value = next((row for row in value if row.key == rest[0]), None)
        rest = rest[1:]
    value = getattr(value, rest[0], None)
    return value[int(rest[1]) - 1] if rest[1:] and value else value


def leaves(rules: RuleSet) -> Iterator[tuple[str, Any]]:
    """Every value of a rule set with its path: `section.value`, or `section.key.value` of a row, but for the keys."""
    for section, kind in sections().items():
        part, row = getattr(rules, section), row_of(kind)
        values = [(section, part)] if row is None else [(f"{section}.{each.key}", each) for each in part]
        names = [field.name for field in fields(row or kind) if row is None or field.name != "key"]
        yield from ((f"{path}.{name}", getattr(value, name)) for path, value in values for name in names)


def to_plain(rules: RuleSet) -> dict[str, Any]:
    """The rule set as plain dicts and lists, ready for JSON; `from_plain` reads it back."""
    return asdict(rules)


def from_plain(plain: Mapping[str, Any]) -> RuleSet:
    """The rule set that `to_plain` wrote; unknown keys are ignored. Raises ValueError for a value that is missing or of
    another type."""
    return convert(plain, RuleSet)


def frozen(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(frozen(item) for item in value) if isinstance(value, list | tuple) else value
