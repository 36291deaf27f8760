"""RuleSet: everything that can differ between games, as one immutable value of sections.

A section has either single values, or rows for things of which a game may have several; `rows.py` has their types. The
values come from the rulebook, which has the source of each.
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
    """Bonuses for several canastas of one side in a deal: `steps` are (canastas, points), ascending. `stacking`: of the
    steps that are reached, none, the highest or all are paid."""

    stacking: Literal["none", "highest", "both"]
    steps: tuple[tuple[int, int], ...]


class GoingOut(Struct):
    """Points for going out in each way, None if the way has no bonus of its own. `plain` always applies; `bonuses` says
    whether only the highest of the bonuses that apply is paid, or all are added up. `black_threes` are pairs (number of
    black threes in a meld without wild cards, points).

    `nothing_unfinished`: a side with a meld that is fined as unfinished may not go out. `unpaid`: some ways of going
    out earn nothing, and a deal states whether it was one of them.
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
    """The second hand, of each player (the foot) or each side (the pozzetto). `to_go_out`: how many second hands of a
    side must be begun before it goes out. `never_taken`: points (zero or negative) for a pozzetto that the side did not
    take."""

    of: Literal["none", "player", "side"]
    to_go_out: Literal["none", "one", "all"]
    never_taken: int


class OpeningRules(Struct):
    """The opening minimum: `brackets` are (from this score or deal, points), ascending; below the first one the minimum
    is `below_zero` (0: none).

    `opens_alone` are kinds of canasta that open without a minimum. `not_before_all_discarded`: no player may meld
    before all have discarded once.
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
    """Penalties that follow from the figures of a deal; points are zero or negative. `excess_wilds_complete`: wild
    cards above the limit also count towards a canasta."""

    excess_wilds_minus: bool
    excess_wilds_group: int
    excess_wilds_complete: bool


class End(Struct):
    """The end of the match, at a target or after a number of deals. `canastas_to_end`: a side past the target ends the
    match only with a deal in which it has this number of canastas. `stake_per_100` is a decimal number as text, because
    floats are not exact."""

    target: int
    deals: int | None
    tie: Literal["draw", "extra-deal"]
    canastas_to_end: int
    stake_per_100: str | None


class TableFormat(Struct):
    """The format. `hands` is the number of players of a side who take part in a deal, `sits_out` the number of sides
    with a player who does not. `alliances`: the cutthroat game.

    `deals_by`: the turn to deal passes from chair to chair, or from player to player (in matches of 0.1.0). With
    chairs, a player who comes back takes the chair of the player who now sits out.
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
    """The rules for taking the discard pile, which have no effect on scores. `asked`: the game offers the question "May
    I take the pile?". `free`: the pile may always be taken. `words.rules` has a sentence for each of the other
    fields."""

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
    """The penalty code of the match. `id` is that of a code in the rulebook, or "none". `out_without_canasta`,
    `too_many_wilds` and `red_three_in_hand` are its articles for these offences, which the figures of a deal show.

    `rulings_first`: the score does not charge cards that a ruling is about. `redeal_voids_fines`: fines of a deal are
    void if it is dealt again. `partners_share_fines`: in the cutthroat game, the members of a side share their fines.
    `asked_unable`: points for asking the partner for permission to go out without being able to. `sitting_out_lays`: a
    player who has to miss a draw may still lay cards.
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
    """A rule set with its format and house options resolved. `id` is a label on which no rule depends."""

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
        """Points of one card on the table, by kind."""
        return {kind: row.points for row in self.cards for kind in row.kinds}

    @cached_property
    def in_hand(self) -> Mapping[str, int]:
        """Points of one card left in a hand, by kind; 0 for red threes that are scored separately."""
        costs = {k: row.points if row.in_hand is None else row.in_hand for row in self.cards for k in row.kinds}
        red = self.threes_of.get("red")
        return costs if red is None or red.in_hand == "card" else {**costs, RED_THREE: 0}

    @cached_property
    def counted_in_hand(self) -> frozenset[str]:
        """The kinds of card that count in a hand: all but red threes that are scored separately."""
        return frozenset(kind for kind in self.kinds if kind != RED_THREE or self.in_hand.get(kind))

    @cached_property
    def classes(self) -> Mapping[str, tuple[str, ...]]:
        """The kinds of card in each class, for tables that count cards by class."""
        named = dict.fromkeys(row.counted for row in self.cards if row.counted)
        return {name: tuple(k for row in self.cards if row.counted == name for k in row.kinds) for name in named}

    @cached_property
    def class_of(self) -> Mapping[str, str]:
        """The class of each kind of card."""
        return {kind: name for name, kinds in self.classes.items() for kind in kinds}

    @cached_property
    def meld_of(self) -> Mapping[str, MeldKind]:
        """The kind of meld for each rank, "3", "wild" and "sequence"."""
        by_rank = [row for row in self.melds if row.of == "rank"]
        others = {row.of: row for row in self.melds if row.of != "rank"}
        kinds = {WILD: others["wild"], SEQUENCE: others["sequence"]}
        for rank in (*RANKS, THREE):
            named = (row for row in by_rank if rank in row.ranks or (not row.ranks and rank != THREE))
            kinds[rank] = next(named, None) or others["black_threes"]
        return kinds

    @cached_property
    def limits(self) -> Mapping[str, MeldKind]:
        """The kind of meld whose limits apply, by rank. It is that of `meld_of`, with one exception: in a game without
        wild melds, "wild" has the limits of a meld of fours."""
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
        """The kinds of canasta that are played, by the rank of the meld, in the order in which they are tried."""
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
        """All kinds of canasta of the game by name, played or not. If rows have the same name, the first one counts."""
        return {row.name: row for row in reversed(self.canastas)}

    @cached_property
    def counts_as(self) -> Mapping[str, str]:
        """For the name of each kind of canasta, the name of the kind that it counts as, often its own. A kind that
        counts for nothing is missing."""
        played = {row.name for rows in self.canastas_of.values() for row in rows}
        kinds = {name: name if name in played else row.like for name, row in self.canasta_kinds.items()}
        return {name: kind for name, kind in kinds.items() if kind in played}

    @cached_property
    def bonus_of(self) -> Mapping[str, int]:
        """The bonus of each kind of canasta by name. A kind that has no bonus, or is not played, has the bonus of the
        kind in `like`. If `like` is empty, it has its own bonus. A missing bonus is 0."""
        kinds = self.canasta_kinds
        own = {name: row.played and row.bonus is not None for name, row in kinds.items()}
        return {name: (row if own[name] else kinds.get(row.like, row)).bonus or 0 for name, row in kinds.items()}

    @cached_property
    def opened_by_canasta(self) -> tuple[tuple[int, CanastaOpening], ...]:
        """The `canasta_openings` that apply, each with the score (or deal) from which it applies."""
        return tuple((row.since + row.beyond, row) for row in self.canasta_openings if row.since is not None)

    @cached_property
    def canasta_size(self) -> int:
        """The smallest number of cards in a canasta."""
        return min(row.cards[0] for row in self.canastas)

    @cached_property
    def canastas_needed(self) -> int:
        """The number of canastas needed to go out, of all kinds together."""
        return sum(need.count for need in self.needs)

    @cached_property
    def threes_of(self) -> Mapping[str, Threes]:
        """The threes that are set apart, by colour; empty if threes are cards like others."""
        return {row.key: row for row in self.threes}

    @cached_property
    def first_round_excuses(self) -> bool:
        """Return whether the game excuses players who had no turn before another player went out in the first round.
        They pay no fine for red threes in hand."""
        return any(row.first_round_excuses for row in self.threes)

    @cached_property
    def sign_of(self) -> Mapping[str, Sign]:
        """The signs by part of the score; parts that always count plus are missing."""
        return {row.key: row for row in self.signs}

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of card that a hand may contain. If threes are cards like others, they are all of one kind."""
        return KINDS if self.threes else tuple(kind for kind in KINDS if kind != RED_THREE)

    @cached_property
    def in_pack(self) -> Mapping[str, int]:
        """The number of cards of each kind in the pack. If threes are cards like others, "3" counts all of them."""
        plain = {} if self.threes else {THREE: len(SUITS) * self.pack.packs}
        return {kind: self.pack.count(kind) for kind in KINDS} | plain

    @cached_property
    def in_class(self) -> Mapping[str, int]:
        """The number of cards of each counting class in the pack."""
        return {name: sum(self.in_pack[kind] for kind in kinds) for name, kinds in self.classes.items()}


@cache
def sections() -> Mapping[str, Any]:
    """The sections of a rule set by name, with their types: a Struct of values, or a tuple of rows."""
    return {name: kind for name, kind in get_type_hints(RuleSet).items() if name != "id"}


def row_of(kind: Any) -> Any:
    """The type of the rows in a section of this type, None for a section of values."""
    return get_args(kind)[0] if get_origin(kind) is tuple else None


def general(path: str) -> str:
    """The path with "*" in place of the key of its row, such as "canastas.*.bonus". A path of two parts, such as
    "end.target", is returned unchanged."""
    section, *rest = path.split(".")
    return f"{section}.*.{rest[1]}" if len(rest) > 1 else path


def value_at(rules: RuleSet, path: str) -> Any:
    """The value at a path: `section.value`, `section.key.value` for a value in a row, or `section.key.value.4` for the
    fourth item of that value. None if there is no such row or value. Raises AttributeError for an unknown section."""
    section, *rest = path.split(".")
    value = getattr(rules, section)
    if row_of(sections()[section]) is not None:
        value = next((row for row in value if row.key == rest[0]), None)
        rest = rest[1:]
    value = getattr(value, rest[0], None)
    return value[int(rest[1]) - 1] if rest[1:] and value else value


def leaves(rules: RuleSet) -> Iterator[tuple[str, Any]]:
    """All values of a rule set except the keys of rows, each as (path, value); `value_at` explains the paths."""
    for section, kind in sections().items():
        part, row = getattr(rules, section), row_of(kind)
        values = [(section, part)] if row is None else [(f"{section}.{each.key}", each) for each in part]
        names = [field.name for field in fields(row or kind) if row is None or field.name != "key"]
        yield from ((f"{path}.{name}", getattr(value, name)) for path, value in values for name in names)


def to_plain(rules: RuleSet) -> dict[str, Any]:
    """The rule set as plain values that can be written as JSON; `from_plain` reads it back."""
    return asdict(rules)


def from_plain(plain: Mapping[str, Any]) -> RuleSet:
    """The rule set from the plain values that `to_plain` returns. Unknown keys are ignored. Raises ValueError if a
    value is missing or has the wrong type."""
    return convert(plain, RuleSet)


def frozen(value: Any) -> Any:
    """Turn lists into tuples, at every level."""
    return tuple(frozen(item) for item in value) if isinstance(value, list | tuple) else value
