"""The fields of the entry page as one table: the name of each, its place in a deal, and how it is typed.

Names begin with the side: `s0-n-K` natural kings, `s0-t-K` twos in that meld, `s0-h0-high` high cards in a hand. The
rules, the teams of the deal and the way each side is counted decide which fields there are. The table is used to read
the form, to fill it, to find the field of an error, and to know what the page shows.
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
from scorekeeper.words.numbers import NumberNotUnderstood, parse_number, whole

#: The path to a value of a deal: its keys and indexes.
Place = tuple[str | int, ...]

#: The end of the names of hidden fields such as "s0-was". They have the way in which a side was counted when the page
#: was shown.
WAS = "-was"
#: The maximum number of rows for second melds of a rank, and of rows for sequences.
MOST_ROWS = 10
#: The number of rows for sequences that are shown at first, in games where sequences make canastas.
FREE = 2
#: The counts of a meld, with the letter in their fields' names; `WILDS` are those of a meld of wild cards.
COUNTS = {"naturals": "n", "twos": "t", "jokers": "j"}
WILDS = {"twos": "t", "jokers": "j"}
#: `NATURALS`: the counts of natural cards that have a chip. `MOST_BESIDE`: the highest count of twos, or of jokers,
#: that has a chip in a meld with natural cards. `MOST_WILD`: the same in a meld of wild cards only. `USUAL_TWOS`: the
#: number of twos in the mixed canasta that one tap lays.
NATURALS, MOST_BESIDE, MOST_WILD, USUAL_TWOS = range(2, 8), 4, 7, 2
LONGEST = 60
LONGEST_REASON = 300

_GLOBAL = ("end", "took", "left", "agreed", "agreed_to", "first_round", "reason", "special", *FACTS)
_COUNTED_WILD = re.compile(r"(s\d-q\d)-[tj]")
_NAME = re.compile(rf"{'|'.join(_GLOBAL)}|s[0-2]-[a-z][a-zA-Z0-9_-]{{0,40}}")


def clean(form: Mapping[str, str]) -> dict[str, str]:
    """The fields of a form that belong to a deal, without empty ones and without the `-was` fields, which have the ways
    of counting at the time when the form was shown. Long texts are cut. The chips and the typed figure of points in
    hand become one field, `-hp`."""
    fields = {
        name: text[: LONGEST_REASON if name == "reason" else LONGEST]
        for name, value in form.items()
        if (text := value.strip()) and _NAME.fullmatch(name) and not name.endswith(WAS)
    }
    for side in range(3):
        chips = [fields.pop(f"s{side}-hp-{row}", "") for row in ("tens", "fives")]
        told = str(sum(whole(chip, 4) or 0 for chip in chips)) if any(chips) else ""
        if typed := fields.pop(f"s{side}-hp-more", "") or told:
            fields[f"s{side}-hp"] = typed
    return fields


def of_before(fields: Mapping[str, str], shape: Shape) -> dict[str, str]:
    """The fields of a draft or form that may come from an earlier version of the program. Earlier versions counted the
    wild cards of a sequence (`-t`, `-j`); these counts become a field for each card."""
    fields = dict(fields)
    for row in {match[1] for name in fields if (match := _COUNTED_WILD.fullmatch(name))}:
        twos, jokers = (whole(fields.pop(f"{row}-{sign}", ""), 2) or 0 for sign in WILDS.values())
        cards = [rank for card, rank in shape.run.items() if f"{row}-{card}" in fields]
        run = shape.in_run(cards, twos, jokers) if cards else shape.wilds(shape.run, twos, jokers)
        fields |= {f"{row}-{card}": what for card, what in run.items()}
    return fields


def is_way(name: str) -> bool:
    """Return whether this field only says how something is entered."""
    return name.endswith(("-way", "-hand"))


class Field(Struct):
    """One field of the page. `place` is the path to its value in the JSON of a deal, with two differences: a meld is
    under its row (`n-K`, `x0`, `q0`) instead of its index, and cards in a hand are under the end of the field's name
    instead of their kind. A field without a value in the JSON, such as the way of counting, has no `place`.

    `kind` is how it is typed; a "sum" may be typed as 85+100. `cards` are the kinds that a field of a hand counts
    together. A field that is not `shown` is sent as a hidden one.
    """

    name: str
    place: Place = ()
    kind: Literal["count", "sum", "tick", "choice"] = "count"
    cards: tuple[str, ...] = ()
    shown: bool = True


class Pick(Struct):
    """A count as chips from 0 to `last`; `value` is the chosen one. If more is possible (`beyond`), a larger count is
    typed: then `more` is its text, and `value` is empty."""

    value: str
    last: int
    more: str
    beyond: bool


class FieldColumn(Struct):
    """The chips of one meld: counts of its natural cards, twos and jokers. `further` has the other counts of natural
    cards, such as 1 and 8, whose chips appear only when the button "+1" reaches them. `apart` is "black" for black
    threes and "wilds" for wild cards, which are shown apart from the ranks; it is empty for a rank.

    `mixed` has the numbers of natural cards and of twos in the mixed canasta that one tap lays, such as (5, 2); None if
    there is no such canasta. If the column is not `filled`, its tray is the same at every table of a game.
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
    """The form of the entry page: the typed `fields` by name, and what follows from them under the rules."""

    shape: Shape
    fields: Fields

    @cached_property
    def teams(self) -> tuple[Team, ...]:
        """The teams of the deal. In the cutthroat game one player is alone against the others: the first to take the
        pile, or a player who went out before anybody took it (001 Kanaszta hármasban)."""
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
    def table(self) -> Mapping[str, Field]:
        """The fields that the page has, by name, in page order."""
        counted = self.canasta_kinds if any(team.way != "cards" for team in self.teams) else ()
        return _table(self.shape, self.teams, self.fields.get("first_round") == YES, counted)

    @cached_property
    def canasta_kinds(self) -> tuple[str, ...]:
        """The kinds of canasta that are counted separately: those always asked for, and others that were entered."""
        counted = {name.partition("-can-")[2].removesuffix("-more") for name in self.fields}
        return tuple(name for name, always in self.shape.kinds_apart.items() if always or name in counted)

    @cached_property
    def facing(self) -> bool:
        """Return whether all sides are on one page next to each other: none is entered by cards."""
        return all(team.way != "cards" for team in self.teams)

    @property
    def one_way(self) -> str:
        """The way of counting that all sides share; empty if they differ."""
        ways = {team.way for team in self.teams}
        return ways.pop() if len(ways) == 1 else ""

    @property
    def every_card(self) -> bool:
        """Return whether every card of the deal is entered, so that the cards left in stock and pile are asked for."""
        return self.table["left"].shown

    @property
    def begun(self) -> bool:
        """Return whether anything other than the ways of counting is entered."""
        return any(not is_way(name) for name in self.fields)

    @property
    def carried(self) -> list[tuple[str, str]]:
        """The typed fields that the page does not show now, such as those of another way of counting."""
        seen = {each.name for each in self.table.values() if each.shown}
        return [pair for pair in self.fields.items() if pair[0].removesuffix("-more") not in seen]

    @cached_property
    def sums(self) -> dict[str, int]:
        """The values of figures that are typed as sums (85+100), by field."""
        sums: dict[str, int] = {}
        for name, text in self.fields.items():
            if "+" in text and name in self.table and self.table[name].kind == "sum":
                with suppress(NumberNotUnderstood):
                    sums[name] = parse_number(text)
        return sums

    def holders(self, team: Team) -> list[int]:
        """The scorers of a team whose hands are asked for. Where each scorer is a single player, the one who went out
        is left out."""
        alone = self.shape.rules.table.hands == 1
        return [scorer for scorer in team.scorers if not (alone and self.fields.get("end") == str(scorer))]

    def points_left(self, team: Team) -> tuple[str, str, str]:
        """A team's points in hand as (chip of the first row, chip of the second row, typed figure): ("40", "5", "") for
        45 points, and ("", "", "300") if no two chips add up to the figure."""
        told = self.fields.get(f"s{team.number}-hp", "")
        tens, fives = self.shape.left_in_hand
        points = whole(told, 9)
        if points is None or points > tens[-1] + fives[-1] or points % fives[1]:
            return "", "", told
        five = points % tens[1]
        return str(points - five), str(five), ""

    def number(self, name: str) -> int:
        """The count in a field of chips; 0 if there is none."""
        return whole(self.fields.get(name, ""), 9) or 0

    def pick(self, name: str, most: int, chips: int = MANY) -> Pick:
        """The `Pick` for a count of at most `most`; `chips` is the highest number that has a chip."""
        last = min(chips, most)
        more = self.fields.get(f"{name}-more") or (self.fields[name] if self.number(name) > last else "")
        return Pick("" if more else self.fields.get(name, "0"), last, more, last < most)

    def columns(self, team: Team) -> list[FieldColumn]:
        """The columns of a team's melds: the ranks, and black threes and wild cards where they can be melded."""
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
        """The maximum number of canastas of a kind that the pack allows, or the typed count if that is higher. Only
        kinds of wild cards or of certain ranks are limited by the pack; for all others, the maximum is `MANY`."""
        pack, row = self.shape.rules.pack, self.shape.rules.canasta_kinds[kind]
        twos, size = pack.count("2"), row.cards[0]
        most = sum(self.shape.rules.in_pack[rank] for rank in row.ranks) // size if row.ranks else MANY
        if row.of == ("wild",):
            jokers = row.jokers[0] if row.jokers else None
            most = (twos + pack.jokers) // size if jokers is None else pack.jokers // jokers if jokers else twos // size
        return max(most, self.number(name))

    def rows(self, team: Team, sign: str) -> range:
        """The rows for second melds of a rank (sign "x") or for sequences ("q"): those in use and a free one, but at
        most `MOST_ROWS`. Sequences have at least `FREE` rows if they make canastas, and only the rows in use if the
        rules do not allow sequences."""
        prefix = f"s{team.number}-{sign}"
        used = (whole(name.removeprefix(prefix)[:1], 1) for name in self.fields if name.startswith(prefix))
        rows = max((row + 1 for row in used if row is not None), default=0)
        if sign == "q" and not self.shape.rules.sequences:
            return range(rows)
        least = FREE if sign == "q" and self.shape.rules.canastas_of[SEQUENCE] else 1
        return range(min(MOST_ROWS, max(rows + 1, least)))

    def hand(self, team: Team, prefix: str) -> Iterator[tuple[str, str, Pick]]:
        """The columns of a hand whose fields begin with `prefix`, as (group of cards, field, chips)."""
        for group, kinds in self.shape.hand_groups(team.mode).items():
            most = self.shape.rules.in_pack[kinds[0]] if len(kinds) == 1 else MANY
            name, chips = f"{prefix}-{group}", 3 if team.feet else 4
            yield group, name, self.pick(name, most, chips)


@lru_cache(maxsize=64)
def _columns(shape: Shape) -> tuple[FieldColumn, ...]:
    """The columns of a side with no melds entered."""
    return tuple(_column(shape.rules, rank) for rank in shape.meld_keys)


def _column(rules: RuleSet, rank: str, twos: int = 0, jokers: int = 0, *, filled: bool = False) -> FieldColumn:
    """The column of a rank. Its chips for twos and for jokers go up to the number that the rules, the pack and
    `MOST_BESIDE` or `MOST_WILD` allow, or up to the number that is entered, if that is higher."""
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
def _table(shape: Shape, teams: tuple[Team, ...], first_round: bool, canastas: tuple[str, ...]) -> Mapping[str, Field]:
    """The fields of a game whose teams enter their deal in these ways, by name; `canastas` are the kinds to count."""
    every_card = all(team.way != "totals" and team.mode != "points" for team in teams)
    late = first_round and bool(shape.rules.first_round_excuses)
    fields = [*_of_deal(shape, every_card=every_card)]
    for at, team in enumerate(teams):
        fields += _of_team(shape, team, at, canastas, late=late)
    return {field.name: field for field in fields}


def _of_deal(shape: Shape, *, every_card: bool) -> Iterator[Field]:
    """The fields of the whole deal."""
    yield from (Field(name, kind="choice") for name in ("end", "agreed", "agreed_to", "reason"))
    yield from (Field(fact, ("out", fact), "tick") for fact in shape.facts)
    if shape.alliances:
        yield Field("took", kind="choice")
    if shape.rules.special_hands:
        yield Field("special", ("special_hand",), "choice")
    if shape.rules.first_round_excuses:
        yield Field("first_round", ("first_round_out",), "tick")
    yield Field("left", ("cards_left",), "sum", shown=every_card)


def _of_team(shape: Shape, team: Team, at: int, canastas: Iterable[str], *, late: bool) -> Iterator[Field]:
    """The fields of a team, which is side number `at` of the deal. With `late`, the page also asks for the red threes
    that are held by players who had already had a turn."""
    prefix, side, groups = f"s{team.number}", ("sides", at), shape.hand_groups(team.mode).items()
    yield from (Field(f"{prefix}-{chooses}", kind="choice") for chooses in ("way", "hand"))
    if team.way == "cards":
        yield from _laid((*side, "melds"), prefix, shape)
    else:
        yield from _counted((*side, "counted"), prefix, team.way, shape, canastas)
    if team.mode == "points":
        yield Field(f"{prefix}-hp", (*side, "hand_points"), "sum")
    for member, scorer in enumerate(team.scorers):
        owner: Place = (*side, "members", member) if shape.alliances else side
        yield from (Field(f"s{scorer}-{colour}", (*owner, f"{colour}_threes")) for colour in shape.rules.threes_of)
        if late:
            yield Field(f"s{scorer}-late", (*owner, AFTER_TURN))
        for number in range(team.hands):
            hand = (*owner, "hand") if shape.alliances else (*owner, "hands", number)
            yield from (Field(f"s{scorer}-h{number}-{name}", (*hand, name), cards=kinds) for name, kinds in groups)
    for ask in shape.asks(team):
        yield Field(f"{prefix}-{ask.key}", (*side, *ask.place), "count" if ask.most else "choice")
    for number in range(team.feet):
        foot = (*side, "feet", number)
        yield from (Field(f"{prefix}-f{number}-{name}", (*foot, name), cards=kinds) for name, kinds in groups)


def _counted(counted: Place, prefix: str, way: str, shape: Shape, canastas: Iterable[str]) -> Iterator[Field]:
    """The fields of melds by counts of classes of cards or by totals."""
    sums = {"mp": "points"} if way == "totals" else {f"c-{name}": name for name in shape.rules.classes}
    yield from (Field(f"{prefix}-{name}", (*counted, part), "sum") for name, part in sums.items())
    yield from (Field(f"{prefix}-can-{kind}", (*counted, "canastas", kind)) for kind in canastas)
    yield Field(f"{prefix}-melded", (*counted, "melded"), "tick", shown=False)


def _laid(melds: Place, prefix: str, shape: Shape) -> Iterator[Field]:
    """The fields of melds by cards: the columns of the ranks, the rows of second melds, and those of sequences."""
    for rank in shape.meld_keys:
        column = COUNTS if rank != WILD else WILDS
        yield from (Field(f"{prefix}-{sign}-{rank}", (*melds, f"n-{rank}", key)) for key, sign in column.items())
    for row in range(MOST_ROWS):
        further, sequence = f"x{row}", f"q{row}"
        yield Field(f"{prefix}-{further}-rank", (*melds, further, "rank"), "choice")
        yield from (Field(f"{prefix}-{further}-{sign}", (*melds, further, key)) for key, sign in COUNTS.items())
        for card in shape.run:
            yield Field(f"{prefix}-{sequence}-{card}", (*melds, sequence, "cards", card), "choice")
        yield Field(f"{prefix}-{sequence}-suit", (*melds, sequence, "suit"), "choice")
