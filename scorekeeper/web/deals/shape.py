"""What the entry page of a match is made of: its sides, its ways of counting, and the names of its fields.

A field is called after its side: `s0-n-K` natural kings, `s0-t-K` twos among them, `s0-h0-high` high cards of a hand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.actions.deals import WAYS
from scorekeeper.engine.cards import CLASSES, JOKER, RANKS, RED_THREE, THREE, TWO, WILD
from scorekeeper.engine.entries import Setup
from scorekeeper.engine.melds import canasta_bonus
from scorekeeper.engine.rules import RuleSet

Fields = Mapping[str, str]

HAND_MODES = {
    "cards": ("side", "players", "points"),
    "counts": ("classes", "players", "points"),
    "totals": ("points", "side", "players"),
}
NONE = "none"
#: The field of a side that says how it was counted when the page was shown.
WAS = "-was"
YES = "yes"
FACTS = ("concealed", "partner_canasta", "took_pile", "first_pile")
#: Rows for melds beyond one of each rank, and for sequences.
MOST_ROWS = 6
#: More canastas of a kind than anybody melds in a deal.
MANY = 99
LONGEST = 60
LONGEST_REASON = 300

_GLOBAL = ("end", "took", "left", "agreed", "agreed_to", "first_round", "reason", *FACTS)
_NAME = re.compile(rf"{'|'.join(_GLOBAL)}|s[0-2]-[a-z][a-zA-Z0-9_-]{{0,40}}")

#: Cards left in a hand, as the columns of the page have them.
HAND_COLUMNS = {
    JOKER: (JOKER,),
    TWO: (TWO,),
    "A": ("A",),
    "high": CLASSES["tens"],
    "low": tuple(kind for kind in CLASSES["fives"] if kind != THREE),
    THREE: (THREE,),
    RED_THREE: (RED_THREE,),
}
#: The same as a table counts them that sorts its cards by value.
HAND_CLASSES = {**CLASSES, RED_THREE: (RED_THREE,)}
#: Where a black three in hand costs more than the other low cards, it has a field of its own.
HAND_CLASSES_APART = {**HAND_CLASSES, "fives": HAND_COLUMNS["low"], THREE: (THREE,)}


@dataclass(frozen=True, slots=True)
class Team:
    """Who melds together in a deal: a side, or in the cutthroat game one player or two. `key` names its fields."""

    key: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """What entry needs to know of a match: its rules, and the names of its scorers."""

    rules: RuleSet
    names: tuple[str, ...]

    @property
    def alliances(self) -> bool:
        """Are the teams of a deal made at the table?"""
        return self.rules.table.alliances

    @property
    def hands(self) -> int:
        """Hands of one scorer."""
        return self.rules.table.hands

    def teams(self, fields: Fields) -> tuple[Team, ...]:
        """The teams of the deal: who took the pile first in the cutthroat game plays alone against the others, and so
        does whoever went out before anybody took it (001 Kanaszta hármasban)."""
        places = tuple(range(len(self.names)))
        took = fields.get("took", "")
        alone = fields.get("end", "") if took == NONE else took
        if not self.alliances or alone not in map(str, places):
            return tuple(Team(place, (place,)) for place in places)
        others = tuple(place for place in places if place != int(alone))
        return tuple(sorted((Team(int(alone), (int(alone),)), Team(others[0], others)), key=lambda team: team.key))

    def way(self, fields: Fields, team: Team) -> str:
        """How this team's melds are entered."""
        way = fields.get(f"s{team.key}-way", "")
        return way if way in WAYS else WAYS[0]

    def hand_modes(self, way: str) -> tuple[str, ...]:
        """How its cards in hand may be entered, the usual one first."""
        modes = HAND_MODES[way]
        return tuple(mode for mode in modes if self.hands > 1 or mode != "players")

    def hand_mode(self, fields: Fields, team: Team) -> str:
        """How its cards in hand are entered."""
        modes = self.hand_modes(self.way(fields, team))
        chosen = fields.get(f"s{team.key}-hand", "")
        return chosen if chosen in modes else modes[0]

    def every_card(self, fields: Fields) -> bool:
        """Is every card of the deal entered, so that those left in stock and pile complete the pack?"""
        teams = self.teams(fields)
        return all(self.way(fields, team) != "totals" and self.hand_mode(fields, team) != "points" for team in teams)

    def hand_groups(self, mode: str) -> Mapping[str, tuple[str, ...]]:
        """The fields of one hand in this mode, each with the kinds of card that it counts."""
        if mode == "points":
            return {RED_THREE: (RED_THREE,)} if self.alliances else {}
        if mode != "classes":
            return HAND_COLUMNS
        cards = self.rules.cards
        return HAND_CLASSES if cards.black_three_in_hand == cards.low else HAND_CLASSES_APART

    def hands_entered(self, mode: str) -> int:
        """How many hands a scorer has on the page."""
        return self.hands if mode == "players" else 1

    @property
    def meld_keys(self) -> tuple[str, ...]:
        """Every meld that has a column or row of its own."""
        return (*RANKS, THREE, *((WILD,) if self.rules.melds.wild_melds else ()))

    @property
    def canasta_kinds(self) -> tuple[str, ...]:
        """Kinds of canasta that are counted apart because they earn apart."""
        rules = self.rules
        kinds = ["natural", "mixed"]
        if rules.canastas.aces_apart:
            kinds += ["natural_aces", "mixed_aces"]
        if rules.melds.wild_melds:
            plain = canasta_bonus("wild", rules)
            kinds += [kind for kind in ("wild_jokers", "wild_twos") if canasta_bonus(kind, rules) != plain]
            kinds.append("wild")
        return tuple(kinds)

    def most_canastas(self, kind: str) -> int:
        """As many canastas of a kind as the wild cards of the pack can make; of natural cards nobody counts them."""
        pack, size = self.rules.pack, self.rules.canastas.size
        wild = {"wild_jokers": pack.jokers // 4, "wild_twos": pack.count("2") // size}
        return {**wild, "wild": (pack.count("2") + pack.jokers) // size}.get(kind, MANY)

    @property
    def facts(self) -> tuple[str, ...]:
        """Facts about going out that this rule set pays for."""
        going_out = self.rules.going_out
        known = going_out.concealed is not None
        own = going_out.hand_canasta or going_out.concealed
        partners = self.hands > 1 or self.alliances
        asks = {
            "concealed": known,
            "partner_canasta": known and partners and own != going_out.concealed_without_own_canasta,
            "took_pile": known and going_out.pile_spoils_concealed,
            "first_pile": going_out.first_pile is not None,
        }
        return tuple(fact for fact in FACTS if asks[fact])


def shape_of(setup: Setup) -> Shape:
    """The shape of a match's deals."""
    return Shape(setup.rules, tuple(side.name for side in setup.sides))


def clean(form: Mapping[str, str]) -> dict[str, str]:
    """The fields of a form that belong to a deal, what is empty or absurdly long left out; not how it was counted
    when the form was shown."""
    fields = {name: value.strip() for name, value in form.items() if _NAME.fullmatch(name) and not name.endswith(WAS)}
    return {name: value[: LONGEST_REASON if name == "reason" else LONGEST] for name, value in fields.items() if value}


def begun(fields: Fields) -> bool:
    """Is anything of a deal entered, besides how it is counted?"""
    return any(not name.endswith(("-way", "-hand")) for name in fields)


def canasta_field(team: Team, kind: str) -> str:
    """The field that counts a team's canastas of one kind."""
    return f"s{team.key}-can-{kind}"


def after_turn_field(place: int) -> str:
    """The field that counts a scorer's red threes in the hands of players who had had a turn."""
    return f"s{place}-late"
