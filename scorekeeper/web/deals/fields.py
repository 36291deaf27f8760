"""The fields of the entry page, as one table: what each is called, where it stands in a deal, and how it is typed.

A field is called after its side: `s0-n-K` natural kings, `s0-t-K` twos among them, `s0-h0-high` high cards of a hand.
Which fields there are hangs on the rules, on who plays together, and on how each side is counted. Reading the form,
filling it, finding the field of a mistake and telling what the page shows all go by this table.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Literal

from scorekeeper.actions.matches.deals import WAYS
from scorekeeper.engine.cards import SEQUENCE, THREE, WILD
from scorekeeper.engine.deals.reader import AFTER_TURN
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.web.deals.shape import FACTS, MANY, NONE, YES, Fields, Shape, Team
from scorekeeper.words import NumberNotUnderstood, parse_number
from scorekeeper.words.numbers import whole

#: The steps from a deal to one of its values.
Place = tuple[str | int, ...]

#: The field of a side that says how it was counted when the page was shown.
WAS = "-was"
#: Rows for melds beyond one of each rank, and for sequences.
MOST_ROWS = 10
#: Rows for sequences that stand ready where those make canastas.
FREE = 2
#: What is counted of a meld, and the letter that its field has on the page.
COUNTS = {"naturals": "n", "twos": "t", "jokers": "j"}
WILDS = {"twos": "t", "jokers": "j"}
#: Counts that have a chip: natural cards, wild cards among them and in a meld of their own; the twos of the canasta
#: that one tap lays.
NATURALS, MOST_BESIDE, MOST_WILD, USUAL_TWOS = range(2, 8), 4, 7, 2
#: The two rows of chips for points in hand.
LEFT_ROWS = ("tens", "fives")
LONGEST = 60
LONGEST_REASON = 300

_GLOBAL = ("end", "took", "left", "agreed", "agreed_to", "first_round", "reason", "special", *FACTS)
_COUNTED_WILD = re.compile(r"(s\d-q\d)-[tj]")
_NAME = re.compile(rf"{'|'.join(_GLOBAL)}|s[0-2]-[a-z][a-zA-Z0-9_-]{{0,40}}")


def clean(form: Mapping[str, str]) -> dict[str, str]:
    """The fields of a form that belong to a deal, what is empty or absurdly long left out; not how it was counted
    when the form was shown. Points in hand that two chips tell, or that were typed, are points in hand."""
    fields = {
        name: text[: LONGEST_REASON if name == "reason" else LONGEST]
        for name, value in form.items()
        if (text := value.strip()) and _NAME.fullmatch(name) and not name.endswith(WAS)
    }
    for side in range(3):
        chips = [fields.pop(f"s{side}-hp-{row}", "") for row in LEFT_ROWS]
        told = str(sum(whole(chip, 4) or 0 for chip in chips)) if any(chips) else ""
        if typed := fields.pop(f"s{side}-hp-more", "") or told:
            fields[f"s{side}-hp"] = typed
    return fields


def of_before(fields: Mapping[str, str], shape: Shape) -> dict[str, str]:
    """The fields of a draft, also of one that an earlier version began: it counted the wild cards of a sequence, where
    now each card of it says what it is."""
    fields = dict(fields)
    for row in {match[1] for name in fields if (match := _COUNTED_WILD.fullmatch(name))}:
        twos, jokers = (whole(fields.pop(f"{row}-{sign}", ""), 2) or 0 for sign in WILDS.values())
        cards = [rank for card, rank in shape.run.items() if f"{row}-{card}" in fields]
        run = shape.in_run(cards, twos, jokers) if cards else shape.wilds(shape.run, twos, jokers)
        fields |= {f"{row}-{card}": what for card, what in run.items()}
    return fields


def is_way(name: str) -> bool:
    """Return whether this field only chooses the way of counting."""
    return name.endswith(("-way", "-hand"))


class Field(Struct):
    """One field: its `name` on the page and its `place` in the deal as the contract writes it, with melds by their row
    (`n-K`, `x0`, `q0`) and hands by their field, or no place where it says how the rest is entered.

    `cards` are the kinds that a field of a hand may stand for. One that is not `shown` goes along unseen.
    """

    name: str
    place: Place = ()
    kind: Literal["count", "sum", "tick", "choice"] = "count"
    cards: tuple[str, ...] = ()
    shown: bool = True


class FieldTable(dict[str, Field]):
    """The fields of a page by their names, in its order. Those of hands are `held`, first those that leave less choice
    of cards."""

    def __init__(self, fields: Mapping[str, Field]) -> None:
        super().__init__(fields)
        self.held = tuple(sorted([each for each in fields.values() if each.cards], key=lambda each: len(each.cards)))


class Pick(Struct):
    """A count as chips from 0 to `last`; `more` is what is typed behind "+", which is there where `beyond`."""

    value: str
    last: int
    more: str
    beyond: bool


class FieldColumn(Struct):
    """The chips of one meld: how many of its natural cards, twos and jokers there are, each once in sight and once as
    what is `further` and comes one by one. What is `apart` has no column among the ranks.

    `mixed` are the natural cards and twos of the mixed canasta that one tap lays. Where nothing of it is `filled` in,
    its tray is the same at every table of a game.
    """

    rank: str
    naturals: tuple[int, ...]
    further: tuple[int, ...]
    twos: tuple[int, ...]
    jokers: tuple[int, ...]
    apart: str
    mixed: tuple[int, int] | None
    filled: bool


class Form(Struct, dict=True):
    """The entry page as it is filled in: what was typed, by the names of its fields, and the fields there are then."""

    shape: Shape
    fields: Fields

    @cached_property
    def teams(self) -> tuple[Team, ...]:
        """The teams of the deal: who took the pile first in the cutthroat game plays alone against the others, and so
        does a player who went out before anybody took it (001 Kanaszta hármasban)."""
        shape, fields = self.shape, self.fields
        scorers = range(shape.rules.table.sides)
        took = fields.get("took", "")
        alone = fields.get("end", "") if took == NONE else took
        groups: list[tuple[int, ...]] = [(scorer,) for scorer in scorers]
        if shape.alliances and alone in map(str, scorers):
            groups = sorted([(int(alone),), tuple(scorer for scorer in scorers if scorer != int(alone))])
        teams = []
        for group in groups:
            way, mode = fields.get(f"s{group[0]}-way", ""), fields.get(f"s{group[0]}-hand", "")
            way = way if way in WAYS else WAYS[0]
            modes, hands = shape.hand_modes[way], shape.rules.table.hands
            mode = mode if mode in modes else modes[0]
            feet = hands if shape.rules.second_hand.of == "player" and mode != "points" else 0
            out = fields.get("end", "") in map(str, group)
            teams.append(Team(group[0], group, way, mode, modes, hands if mode == "players" else 1, feet, out))
        return tuple(teams)

    @cached_property
    def table(self) -> FieldTable:
        """Every field that the page has, by its name."""
        counted = self.canasta_kinds if any(team.way != "cards" for team in self.teams) else ()
        return _table(self.shape, self.teams, self.fields.get("first_round") == YES, counted)

    @cached_property
    def canasta_kinds(self) -> tuple[str, ...]:
        """The kinds of canasta that are counted apart, and what else was counted so."""
        counted = {name.partition("-can-")[2].removesuffix("-more") for name in self.fields}
        return tuple(name for name, always in self.shape.kinds_apart.items() if always or name in counted)

    @cached_property
    def facing(self) -> bool:
        """Return whether the sides face each other, by totals or counts."""
        return all(team.way != "cards" for team in self.teams)

    @property
    def one_way(self) -> str:
        """The way of counting that all sides share, or none."""
        ways = {team.way for team in self.teams}
        return ways.pop() if len(ways) == 1 else ""

    @property
    def every_card(self) -> bool:
        """Return whether every card of the deal is entered, so that those left in stock and pile complete the pack."""
        return self.table["left"].shown

    @property
    def asks_after_turn(self) -> bool:
        """Return whether a player went out in the very first round, so that it matters who had had a turn."""
        return "s0-late" in self.table

    @property
    def begun(self) -> bool:
        """Return whether any part of a deal is entered, besides the way of counting."""
        return any(not is_way(name) for name in self.fields)

    @property
    def carried(self) -> list[tuple[str, str]]:
        """Fields that are typed and not shown now, such as those of another way of counting: they are kept."""
        seen = {each.name for each in self.table.values() if each.shown}
        return [pair for pair in self.fields.items() if pair[0].removesuffix("-more") not in seen]

    @cached_property
    def sums(self) -> dict[str, int]:
        """The values of the sums that are typed as sums."""
        sums: dict[str, int] = {}
        for name, text in self.fields.items():
            if "+" in text and name in self.table and self.table[name].kind == "sum":
                with suppress(NumberNotUnderstood):
                    sums[name] = parse_number(text)
        return sums

    def holders(self, team: Team) -> list[int]:
        """The scorers of a team whose hands are asked for: not one who went out and has no partner."""
        alone = self.shape.rules.table.hands == 1
        return [scorer for scorer in team.scorers if not (alone and self.fields.get("end") == str(scorer))]

    def points_left(self, team: Team) -> tuple[str, str, str]:
        """The chips for a team's points in hand, and the typed value that no two of them add up to."""
        told = self.fields.get(f"s{team.number}-hp", "")
        tens, fives = self.shape.left_in_hand
        points = whole(told, 9)
        if points is None or points > tens[-1] + fives[-1] or points % self.shape.least_left:
            return "", "", told
        five = points % tens[1]
        return str(points - five), str(five), ""

    def number(self, name: str) -> int:
        """The number in a field of chips."""
        return whole(self.fields.get(name, ""), 9) or 0

    def pick(self, name: str, most: int, chips: int = MANY) -> Pick:
        """A count as chips, as many of them as there is room for."""
        last = min(chips, most)
        more = self.fields.get(f"{name}-more") or (self.fields[name] if self.number(name) > last else "")
        return Pick("" if more else self.fields.get(name, "0"), last, more, last < most)

    def columns(self, team: Team) -> list[FieldColumn]:
        """The melds that have a column of their own: the ranks, black threes, and wild cards where they are melded."""
        columns, entered = [], {name for name, count in self.fields.items() if count != "0"}
        for column in _columns(self.shape):
            rank, side = column.rank, f"s{team.number}"
            names = f"{side}-n-{rank}", f"{side}-t-{rank}", f"{side}-j-{rank}"
            if not entered.isdisjoint(names):
                wilds = [self.number(name) for name in names[1:]]
                columns.append(_column(self.shape.rules, rank, *wilds, filled=True))
            else:
                columns.append(column)
        return columns

    def most_canastas(self, name: str, kind: str) -> int:
        """As many canastas of a kind as the wild cards of the pack can make, or the cards of its own ranks where it has
        some, or as are typed; of natural cards nobody counts them."""
        pack, row = self.shape.rules.pack, self.shape.rules.canasta_kinds[kind]
        twos, size = pack.count("2"), row.cards[0]
        most = sum(self.shape.rules.in_pack[rank] for rank in row.ranks) // size if row.ranks else MANY
        if row.of == ("wild",):
            jokers = row.jokers[0] if row.jokers else None
            most = (twos + pack.jokers) // size if jokers is None else pack.jokers // jokers if jokers else twos // size
        return max(most, self.number(name))

    def rows(self, team: Team, sign: str) -> range:
        """Rows in use for melds beyond one of each rank, or for sequences, and a free one where such are played."""
        prefix = f"s{team.number}-{sign}"
        used = (whole(name.removeprefix(prefix)[:1], 1) for name in self.fields if name.startswith(prefix))
        rows = max((row + 1 for row in used if row is not None), default=0)
        if sign == "q" and not self.shape.rules.sequences:
            return range(rows)
        return range(
            min(MOST_ROWS, max(rows + 1, FREE if sign == "q" and self.shape.rules.canastas_of[SEQUENCE] else 1))
        )

    def hand(self, team: Team, prefix: str) -> Iterator[tuple[str, str, Pick]]:
        """The columns of one hand: group of cards, field, chips."""
        for group, kinds in self.shape.hand_groups(team.mode).items():
            most = self.shape.rules.in_pack[kinds[0]] if len(kinds) == 1 else MANY
            name, chips = f"{prefix}-{group}", 3 if team.feet else 4
            yield group, name, self.pick(name, most, chips)


@lru_cache(maxsize=64)
def _columns(shape: Shape) -> tuple[FieldColumn, ...]:
    """The columns of a side that has melded nothing yet."""
    return tuple(_column(shape.rules, rank) for rank in shape.meld_keys)


def _column(rules: RuleSet, rank: str, twos: int = 0, jokers: int = 0, *, filled: bool = False) -> FieldColumn:
    """The column of a rank. It has a chip for each wild card that the rules allow, or that is entered."""
    shown, further = tuple(NATURALS), (1, *range(NATURALS.stop, rules.in_pack.get(rank, 0) + 1))
    apart = {THREE: "black" if rules.threes else "", WILD: "wilds"}.get(rank, "")
    most = MOST_WILD
    if rank != WILD:
        limit = rules.limits[rank].wilds
        most = MOST_BESIDE if limit is None else min(limit, MOST_BESIDE)
    if apart == "black":
        most = most if not rules.limits[THREE].pure or twos or jokers else 0
        shown, further = tuple(range(2 if most else 3, rules.in_pack[THREE] + 1)), ()
    if apart == "wilds":
        shown, further = (), ()
    usual, mixed = min(most, USUAL_TWOS), any(row.wilds != (0, 0) for row in rules.canastas_of[rank])
    canasta = (rules.canasta_size - usual, usual) if usual and mixed and not apart else None
    some_twos = tuple(range(1, max(min(most, rules.pack.count("2")), twos) + 1))
    some_jokers = tuple(range(1, max(min(most, rules.pack.jokers), jokers) + 1))
    return FieldColumn(rank, shown, further, some_twos, some_jokers, apart, canasta, filled)


@lru_cache(maxsize=128)
def _table(shape: Shape, teams: tuple[Team, ...], first_round: bool, canastas: tuple[str, ...]) -> FieldTable:
    """The fields of a game whose teams enter their deal in these ways, with the kinds of canasta counted apart."""
    every_card = all(team.way != "totals" and team.mode != "points" for team in teams)
    fields = [Field(name, kind="choice") for name in ("end", "agreed", "agreed_to", "reason")]
    fields += [Field(fact, ("out", fact), "tick") for fact in shape.facts]
    fields += [Field("took", kind="choice")] if shape.alliances else []
    fields += [Field("special", ("special_hand",), "choice")] if shape.rules.special_hands else []
    fields += [Field("first_round", ("first_round_out",), "tick")] if shape.rules.first_round_excuses else []
    fields += [Field("left", ("cards_left",), "sum", shown=every_card)]
    table = {field.name: field for field in fields}
    for at, team in enumerate(teams):
        kinds = shape.meld_keys if team.way == "cards" else canastas
        parts = tuple(shape.run if team.way == "cards" else shape.rules.classes)
        table |= _melded(at, team.number, team.way, kinds, parts)
        if team.mode == "points":
            table[f"s{team.number}-hp"] = Field(f"s{team.number}-hp", ("sides", at, "hand_points"), "sum")
        for member, scorer in enumerate(team.scorers):
            owner: Place = ("sides", at, "members", member) if shape.alliances else ("sides", at)
            for colour in shape.rules.threes_of:
                table[f"s{scorer}-{colour}"] = Field(f"s{scorer}-{colour}", (*owner, f"{colour}_threes"))
            if first_round and shape.rules.first_round_excuses:
                table[f"s{scorer}-late"] = Field(f"s{scorer}-late", (*owner, AFTER_TURN))
            for number in range(team.hands):
                hand = (*owner, "hand") if shape.alliances else (*owner, "hands", number)
                table |= _held(hand, f"s{scorer}-h{number}", tuple(shape.hand_groups(team.mode).items()))
        for ask in shape.asks(team):
            name = f"s{team.number}-{ask.key}"
            table[name] = Field(name, ("sides", at, *ask.place), "count" if ask.most else "choice")
        for number in range(team.feet):
            foot = ("sides", at, "feet", number)
            table |= _held(foot, f"s{team.number}-f{number}", tuple(shape.hand_groups(team.mode).items()))
    return FieldTable(table)


def _melded(at: int, key: int, way: str, kinds: tuple[str, ...], parts: tuple[str, ...]) -> Mapping[str, Field]:
    """The fields of one side's melds: `kinds` are the columns of cards, or the canastas that are counted separately;
    `parts` the cards of a sequence, or the classes that are counted."""
    side, prefix = ("sides", at), f"s{key}"
    fields = [Field(f"{prefix}-way", kind="choice"), Field(f"{prefix}-hand", kind="choice")]
    if way == "cards":
        fields += _laid((*side, "melds"), prefix, kinds, parts)
    else:
        counted = (*side, "counted")
        sums = {"mp": "points"} if way == "totals" else {f"c-{name}": name for name in parts}
        fields += [Field(f"{prefix}-{name}", (*counted, part), "sum") for name, part in sums.items()]
        fields += [Field(f"{prefix}-can-{kind}", (*counted, "canastas", kind)) for kind in kinds]
        fields += [Field(f"{prefix}-melded", (*counted, "melded"), "tick", shown=False)]
    return {field.name: field for field in fields}


def _laid(melds: Place, prefix: str, ranks: Iterable[str], run: Iterable[str]) -> Iterator[Field]:
    """The columns of the ranks, the rows of further melds, and those of sequences."""
    for rank in ranks:
        column = COUNTS if rank != WILD else WILDS
        yield from (Field(f"{prefix}-{sign}-{rank}", (*melds, f"n-{rank}", key)) for key, sign in column.items())
    for row in range(MOST_ROWS):
        further, sequence = f"x{row}", f"q{row}"
        yield Field(f"{prefix}-{further}-rank", (*melds, further, "rank"), "choice")
        yield from (Field(f"{prefix}-{further}-{sign}", (*melds, further, key)) for key, sign in COUNTS.items())
        for card in run:
            yield Field(f"{prefix}-{sequence}-{card}", (*melds, sequence, "cards", card), "choice")
        yield Field(f"{prefix}-{sequence}-suit", (*melds, sequence, "suit"), "choice")


def _held(hand: Place, prefix: str, groups: tuple[tuple[str, tuple[str, ...]], ...]) -> Mapping[str, Field]:
    """One hand, a field a group of cards."""
    return {f"{prefix}-{name}": Field(f"{prefix}-{name}", (*hand, name), cards=kinds) for name, kinds in groups}
