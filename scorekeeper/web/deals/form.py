"""From the fields of the entry page to a deal as the contract writes it. Pure: no request, no language.

What cannot be read is a `Problem` at its field and counts as nothing, so that a preview can still be shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from scorekeeper.engine.cards import ASCENDING, CLASSES, MELD_RANKS, RANKS, SEQUENCE, SUITS, THREE, WILD
from scorekeeper.engine.contract import AFTER_TURN, MOST
from scorekeeper.web.deals.shape import (
    FACTS,
    MOST_ROWS,
    NONE,
    YES,
    Fields,
    Shape,
    Team,
    after_turn_field,
    canasta_field,
)
from scorekeeper.web.deals.spread import Held, hand_of, kinds_shown, spread_over
from scorekeeper.words import NumberNotUnderstood, parse_number

Body = dict[str, Any]
#: A field of a meld, and the letter that its name has on the page.
COUNTS = {"naturals": "n", "twos": "t", "jokers": "j"}


@dataclass(frozen=True, slots=True)
class Problem:
    """What cannot be read at a field; `key` has its sentence in `words.entry.PROBLEMS`."""

    field: str
    key: str
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Entered:
    """A deal as entered: the contract's body, how each team was counted, what could not be read, and for every
    place of the body the field that it came from."""

    body: Body
    ways: tuple[str, ...]
    problems: tuple[Problem, ...]
    places: Mapping[str, str]
    agreed: bool

    def field_at(self, where: str) -> str | None:
        """The field that a place of the body came from, or the nearest one around it."""
        while where and where not in self.places:
            where = where[: max(where.rfind("."), where.rfind("["), 0)]
        return self.places.get(where)


@dataclass(slots=True)
class _Reader:
    """Reads numbers out of the fields and remembers what it could not read and where each came from."""

    fields: Fields
    shape: Shape
    problems: list[Problem] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    told: frozenset[str] = frozenset()
    rows: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Most fields of a page say nothing: `told` are the counts that do, `rows` the rows that have any."""
        self.told = frozenset(name.removesuffix("-more") for name, typed in self.fields.items() if typed != "0")
        self.rows = frozenset("-".join(name.split("-", 2)[:2]) for name in self.fields)

    def count(self, name: str) -> int:
        """The number in a field or its "more" field; nothing typed is 0."""
        more = f"{name}-more"
        at = more if self.fields.get(more) else name
        typed = self.fields.get(at, "")
        if not typed or typed == "0":
            return 0
        try:
            number = parse_number(typed)
        except NumberNotUnderstood as mistake:
            self.problems.append(Problem(at, mistake.key, typed))
            return 0
        if not 0 <= number <= MOST:
            self.problems.append(Problem(at, "number_negative" if number < 0 else "number_too_big", typed))
        return number if 0 <= number <= MOST else 0

    def counts(self, names: Mapping[str, str]) -> dict[str, int]:
        """The numbers in several fields, those that are nothing left out."""
        return {key: count for key, name in names.items() if name in self.told and (count := self.count(name))}

    def ticked(self, name: str) -> bool:
        """Is a box ticked?"""
        return self.fields.get(name) == YES


def read_entry(fields: Fields, shape: Shape) -> Entered:
    """Read the whole page."""
    reader = _Reader(fields, shape)
    teams = shape.teams(fields)
    sides = [_team(reader, team, f"sides[{at}]") for at, team in enumerate(teams)]
    _put_hands(reader, teams, sides)
    _put_out(reader, teams, sides)
    body: Body = {"sides": sides}
    reader.places["cards_left"] = "left"
    if fields.get("left"):
        body["cards_left"] = reader.count("left")
    if reader.ticked("first_round") and fields.get("end") != NONE:
        body["first_round_out"] = True
        _put_after_turn(reader, teams, sides)
    ways = tuple(shape.way(fields, team) for team in teams)
    return Entered(body, ways, tuple(reader.problems), reader.places, bool(fields.get("agreed")))


def missing(fields: Fields, shape: Shape, *, amending: bool, count_left: bool = False) -> Iterable[Problem]:
    """What must be chosen before a deal can be saved; `count_left` where the club requires the cards left."""
    ends = (NONE, *map(str, range(len(shape.names))))
    if fields.get("end") not in ends:
        yield Problem("end", "end_missing")
    if shape.alliances and fields.get("took") not in ends:
        yield Problem("took", "took_missing")
    if count_left and not fields.get("left") and shape.every_card(fields):
        yield Problem("left", "left_missing")
    if amending and not fields.get("reason"):
        yield Problem("reason", "reason_missing")


def _team(reader: _Reader, team: Team, where: str) -> Body:
    reader.places[where] = f"s{team.key}-melds"
    way = reader.shape.way(reader.fields, team)
    side = {"cards": _melds, "counts": _counts, "totals": _totals}[way](reader, team, where)
    if not reader.shape.alliances:
        return {**side, "red_threes": _red_threes(reader, team.key, where)}
    members = [_member(reader, place, f"{where}.members[{at}]") for at, place in enumerate(team.places)]
    return {"members": members, **side}


def _member(reader: _Reader, place: int, where: str) -> Body:
    return {"name": reader.shape.names[place], "red_threes": _red_threes(reader, place, where)}


def _red_threes(reader: _Reader, place: int, where: str) -> int:
    reader.places[f"{where}.red_threes"] = f"s{place}-red"
    return reader.count(f"s{place}-red")


def _melds(reader: _Reader, team: Team, where: str) -> Body:
    """All melds by rank, high to low, so that the same melds always make the same body."""
    melds: list[Body] = []
    found = (*_columns(reader, team), *_extras(reader, team), *_sequences(reader, team))
    for prefix, meld in sorted(found, key=lambda pair: MELD_RANKS.index(pair[1]["rank"])):
        spot = f"{where}.melds[{len(melds)}]"
        reader.places[spot] = prefix
        reader.places |= {f"{spot}.{key}": _field_of(prefix, letter) for key, letter in COUNTS.items()}
        melds.append(meld)
    return {"melds": melds}


def _field_of(prefix: str, letter: str) -> str:
    """`s0-n-K` is the field of a column, and its prefix; other rows have the letter at the end."""
    start, middle, rank = prefix.split("-", 2) if "-n-" in prefix else (prefix, "", "")
    return f"{start}-{letter}-{rank}" if middle else f"{prefix}-{letter}"


@cache
def _column(prefix: str) -> Mapping[str, str]:
    """The fields of a column, by what they count."""
    return {key: _field_of(prefix, letter) for key, letter in COUNTS.items()}


def _columns(reader: _Reader, team: Team) -> Iterable[tuple[str, Body]]:
    for rank in reader.shape.meld_keys:
        prefix = f"s{team.key}-n-{rank}"
        counts = reader.counts(_column(prefix))
        if rank == WILD:
            counts.pop("naturals", None)
        if counts:
            yield prefix, {"rank": rank, **counts}


def _extras(reader: _Reader, team: Team) -> Iterable[tuple[str, Body]]:
    """Melds beyond one of each rank, each with its rank chosen."""
    for row in range(MOST_ROWS):
        prefix = f"s{team.key}-x{row}"
        if prefix not in reader.rows:
            continue
        counts = reader.counts({key: f"{prefix}-{letter}" for key, letter in COUNTS.items()})
        rank = reader.fields.get(f"{prefix}-rank", "")
        if counts and rank not in (*RANKS, THREE, WILD):
            reader.problems.append(Problem(f"{prefix}-rank", "rank_missing"))
        elif counts and not (rank == WILD and set(counts) == {"naturals"}):
            yield prefix, {"rank": rank, **{k: c for k, c in counts.items() if rank != WILD or k != "naturals"}}


def _sequences(reader: _Reader, team: Team) -> Iterable[tuple[str, Body]]:
    for row in range(MOST_ROWS):
        prefix = f"s{team.key}-q{row}"
        if prefix not in reader.rows:
            continue
        cards = [rank for rank in ASCENDING if reader.ticked(f"{prefix}-{rank}")]
        wilds = reader.counts({key: f"{prefix}-{COUNTS[key]}" for key in ("twos", "jokers")})
        if wilds and not cards:
            reader.problems.append(Problem(prefix, "sequence_empty"))
        elif cards:
            suit = reader.fields.get(f"{prefix}-suit", "")
            chosen = {"suit": suit} if suit in SUITS else {}
            yield prefix, {"rank": SEQUENCE, "cards": cards, **wilds, **chosen}


def _counts(reader: _Reader, team: Team, where: str) -> Body:
    names = {name: f"s{team.key}-c-{name}" for name in CLASSES}
    reader.places |= {f"{where}.counted.{name}": at for name, at in names.items()}
    return {"counted": {**reader.counts(names), **_counted(reader, team, where)}}


def _totals(reader: _Reader, team: Team, where: str) -> Body:
    name = f"s{team.key}-mp"
    reader.places[f"{where}.counted.points"] = reader.places[f"{where}.counted"] = name
    return {"counted": {"points": reader.count(name), **_counted(reader, team, where)}}


def _counted(reader: _Reader, team: Team, where: str) -> Body:
    names = {kind: canasta_field(team, kind) for kind in reader.shape.canasta_kinds}
    reader.places |= {f"{where}.counted.canastas.{kind}": at for kind, at in names.items()}
    found = reader.counts(names)
    melded = {"melded": True} if reader.ticked(f"s{team.key}-melded") else {}
    return {"canastas": found, **melded}


def _put_hands(reader: _Reader, teams: Sequence[Team], sides: Sequence[Body]) -> None:
    """Hands last: what a class holds is spread over its kinds where the pack still has cards of them."""
    spread = spread_over(_held(reader, teams), kinds_shown(sides), reader.shape.rules.pack)
    for at, team in enumerate(teams):
        mode = reader.shape.hand_mode(reader.fields, team)
        where = f"sides[{at}]"
        if mode == "points":
            reader.places[f"{where}.hand_points"] = f"s{team.key}-hp"
            sides[at]["hand_points"] = reader.count(f"s{team.key}-hp")
        for member, place in enumerate(team.places):
            hands = [hand_of(spread, f"s{place}-h{number}-") for number in range(reader.shape.hands_entered(mode))]
            if reader.shape.alliances:
                sides[at]["members"][member]["hand"] = hands[0]
                _note_hand(reader, f"{where}.members[{member}].hand", place, 0, mode)
            elif mode != "points":
                sides[at]["hands"] = hands if mode == "players" or any(hands) else []
                _note_hands(reader, where, place, len(hands), mode)


def _put_after_turn(reader: _Reader, teams: Sequence[Team], sides: Sequence[Body]) -> None:
    """Red threes of players who had had a turn: of those in hand, these stay fined."""
    for at, team in enumerate(teams):
        for member, place in enumerate(team.places):
            owner = sides[at]["members"][member] if reader.shape.alliances else sides[at]
            where = f"sides[{at}].members[{member}]" if reader.shape.alliances else f"sides[{at}]"
            reader.places[f"{where}.{AFTER_TURN}"] = after_turn_field(place)
            if count := reader.count(after_turn_field(place)):
                owner[AFTER_TURN] = count


def _note_hands(reader: _Reader, where: str, place: int, count: int, mode: str) -> None:
    for number in range(count):
        _note_hand(reader, f"{where}.hands[{number}]", place, number, mode)
    reader.places[f"{where}.hands"] = f"s{place}-h0"


def _note_hand(reader: _Reader, where: str, place: int, number: int, mode: str) -> None:
    reader.places[where] = f"s{place}-h{number}"
    for name, kinds in reader.shape.hand_groups(mode).items():
        reader.places |= {f"{where}.{kind}": f"s{place}-h{number}-{name}" for kind in kinds}


def _held(reader: _Reader, teams: Sequence[Team]) -> Held:
    """What every field of every hand tells: how many cards, and which kinds they may be."""
    shape = reader.shape
    return {
        (name := f"s{place}-h{number}-{group}"): (reader.count(name), kinds)
        for team in teams
        for mode in (shape.hand_mode(reader.fields, team),)
        for place in team.places
        for number in range(shape.hands_entered(mode))
        for group, kinds in shape.hand_groups(mode).items()
    }


def _put_out(reader: _Reader, teams: Sequence[Team], sides: Sequence[Body]) -> None:
    end = reader.fields.get("end", "")
    for at, team in enumerate(teams):
        if end in map(str, team.places):
            told = {fact for fact in FACTS if fact in reader.shape.facts and reader.ticked(fact)}
            if reader.shape.alliances and len(team.places) == 1:
                told.discard("partner_canasta")  # whoever plays alone has no partner
            sides[at]["out"] = _facts(told)
            reader.places[f"sides[{at}].out"] = "end"


def _facts(told: set[str]) -> Body:
    """What the contract calls the facts that were ticked."""
    out: Body = {fact: True for fact in ("concealed", "took_pile", "first_pile") if fact in told}
    return {**out, "own_canasta": False} if "partner_canasta" in told else out
