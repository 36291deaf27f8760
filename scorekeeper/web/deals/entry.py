"""From the fields of the entry page to a deal as the contract writes it, by the table of `fields`. Pure: no request,
no language.

What cannot be read is a `Problem` at its field and counts as nothing, so that a preview can still be shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.cards import MELD_RANKS, RANKS, SEQUENCE, SUITS, THREE, WILD, Pack
from scorekeeper.engine.deal_reader import MOST
from scorekeeper.web.deals.fields import FACTS, NONE, YES, Field, Fields, Place, Shape, Team, table
from scorekeeper.words import NumberNotUnderstood, parse_number

Body = dict[str, Any]
#: The steps of a place as refusals name it: `sides[1].hands[0].9`.
_STEPS = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Problem:
    """What cannot be read at a field; `key` has its sentence in `words.entry.PROBLEMS`."""

    field: str
    key: str
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Entered:
    """A deal as entered: the contract's body, how each team was counted, what could not be read, whether others agree
    to it, and for the melds of each side, in the body's order, the row of the page that each came from."""

    body: Body
    ways: tuple[str, ...]
    problems: tuple[Problem, ...]
    agreed: bool
    rows: tuple[tuple[str, ...], ...]
    fields: Mapping[str, Field]
    teams: tuple[Team, ...]

    def field_at(self, where: str) -> str | None:
        """The field that a place of the body came from, or the nearest one around it."""
        place: Place = tuple(int(number) if number else step for number, step in _STEPS.findall(where))
        if place[2:3] == ("melds",) and len(place) > 3 and isinstance(place[1], int) and isinstance(place[3], int):
            place = (*place[:3], self.rows[place[1]][place[3]], *place[4:])
        # a hand has no steps of cards, but of fields that stand for some
        if place[2:3] in (("hands",), ("members",)) and place[-1] not in ("hands", "hand", "members"):
            place = self._held_at(place)
        names = {field.place: field.name for field in self.fields.values() if field.place} | dict(self._groups())
        while place and place not in names:
            place = place[:-1]
        return names.get(place)

    def _held_at(self, place: Place) -> Place:
        """The field of a hand that a kind of card belongs to."""
        held = (
            each.place for each in self.fields.values() if each.place[:-1] == place[:-1] and place[-1] in each.cards
        )
        return next(held, place)

    def _groups(self) -> Iterator[tuple[Place, str]]:
        """What several fields make together, by the part of the page that holds them."""
        for at, team in enumerate(self.teams):
            side = ("sides", at)
            yield side, f"s{team.key}-melds"
            if self.ways[at] == "totals":
                yield (*side, "counted"), f"s{team.key}-mp"
            yield (*side, "out"), "end"
            yield from (((*side, "melds", row), f"s{team.key}-{row}") for row in self.rows[at])
        for field in self.fields.values():
            if field.cards:
                yield field.place[:-1], field.name.rpartition("-")[0]
                yield field.place[:3], field.name.partition("-h")[0] + "-h0"


def read_entry(fields: Fields, shape: Shape) -> Entered:
    """Read the whole page."""
    known, teams = table(shape, fields), shape.teams(fields)
    typed: dict[Place, Any] = {}
    problems = [*_read(fields, known, typed)]
    tree = _grown(typed)
    sides: list[Body] = []
    rows: list[tuple[str, ...]] = []
    for at, team in enumerate(teams):
        mine = tree.get("sides", {}).get(at, {})
        melds = dict(_melds(mine.get("melds", {}), f"s{team.key}", problems))
        rows.append(tuple(melds))
        sides.append(_side(mine, team, shape.way(fields, team), [*melds.values()], shape))
    _put_hands(sides, teams, known, typed, shape, fields)
    _put_out(sides, teams, fields.get("end", ""), set(tree.get("out", {})), shape)
    body: Body = {"sides": sides}
    if fields.get("left"):
        body["cards_left"] = tree.get("cards_left", 0)
    if tree.get("first_round_out") and fields.get("end") != NONE:
        body["first_round_out"] = True
    ways = tuple(shape.way(fields, team) for team in teams)
    return Entered(body, ways, tuple(problems), bool(fields.get("agreed")), tuple(rows), known, teams)


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


def _read(fields: Fields, known: Mapping[str, Field], typed: dict[Place, Any]) -> Iterator[Problem]:
    """Put what is typed at its place; what is nothing is left out. A count typed behind "+" goes before its chip."""
    for name, text in fields.items():
        plain = name.removesuffix("-more")
        field = known.get(plain)
        if field is None or not field.place or (name == plain and fields.get(f"{name}-more")):
            continue
        value: object = text == YES
        if field.kind == "choice":
            value = text
        elif field.kind != "tick":
            value, wrong = _number(text)
            if wrong:
                yield Problem(name, wrong, text)
        if value:
            typed[field.place] = value


def _number(text: str) -> tuple[int, str]:
    """A number of cards or points, or 0 and why it is none."""
    try:
        number = parse_number(text)
    except NumberNotUnderstood as mistake:
        return 0, mistake.key
    if 0 <= number <= MOST:
        return number, ""
    return 0, "number_negative" if number < 0 else "number_too_big"


def _grown(values: Mapping[Place, Any]) -> dict[Any, Any]:
    """Values by their places as a tree."""
    tree: dict[Any, Any] = {}
    for place, value in values.items():
        node = tree
        for step in place[:-1]:
            node = node.setdefault(step, {})
        node[place[-1]] = value
    return tree


def _melds(laid: Json, prefix: str, problems: list[Problem]) -> Iterator[tuple[str, Body]]:
    """The melds by their rows: high to low, so that the same melds always make the same body."""
    found: dict[str, Body] = {}
    for row, typed in laid.items():
        counts = {key: typed[key] for key in ("naturals", "twos", "jokers") if key in typed}
        rank = row[2:] if row.startswith("n-") else typed.get("rank", "")
        if row.startswith("q"):
            if cards := typed.get("cards"):
                suit = {"suit": typed["suit"]} if typed.get("suit") in SUITS else {}
                found[row] = {
                    "rank": SEQUENCE,
                    "cards": [*reversed([r for r in RANKS if r in cards])],
                    **counts,
                    **suit,
                }
            elif counts:
                problems.append(Problem(f"{prefix}-{row}", "sequence_empty"))
        elif counts and rank not in (*RANKS, THREE, WILD):
            problems.append(Problem(f"{prefix}-{row}-rank", "rank_missing"))
        elif counts := {key: n for key, n in counts.items() if rank != WILD or key != "naturals"}:
            found[row] = {"rank": rank, **counts}
    yield from sorted(found.items(), key=lambda pair: (MELD_RANKS.index(pair[1]["rank"]), pair[0]))


def _side(typed: Json, team: Team, way: str, melds: list[Body], shape: Shape) -> Body:
    """What one side melded and laid; hands and going out come once all sides are known."""
    counted = {"points": 0} if way == "totals" else {}
    side: Body = (
        {"melds": melds} if way == "cards" else {"counted": {**counted, "canastas": {}, **typed.get("counted", {})}}
    )
    if not shape.alliances:
        return {**side, **_scorer(typed)}
    members = typed.get("members", {})
    return {
        "members": [
            {"name": shape.names[place], **_scorer(members.get(at, {}))} for at, place in enumerate(team.places)
        ],
        **side,
    }


def _scorer(typed: Json) -> Body:
    return {"red_threes": 0, **{key: count for key, count in typed.items() if key.startswith("red_threes")}}


def _put_hands(
    sides: Sequence[Body], teams: Sequence[Team], known: Mapping[str, Field], typed: Mapping[Place, int],
    shape: Shape, fields: Fields,
) -> None:  # fmt: skip
    """Hands last: what a class holds is spread over its kinds where the pack still has cards of them."""
    held = {field.place: (typed.get(field.place, 0), field.cards) for field in known.values() if field.cards}
    hands: dict[Place, dict[str, int]] = {}
    for place, cards in _spread(held, _kinds_shown(sides), shape.rules.pack):
        hands.setdefault(place[:-1], {}).update(cards)
    for at, team in enumerate(teams):
        mode = shape.hand_mode(fields, team)
        if mode == "points":
            sides[at]["hand_points"] = typed.get(("sides", at, "hand_points"), 0)
        if shape.alliances:
            for member, scorer in enumerate(sides[at]["members"]):
                scorer["hand"] = hands.get(("sides", at, "members", member, "hand"), {})
        elif mode != "points":
            numbers = range(shape.hands_entered(mode))
            each = [hands.get(("sides", at, "hands", number), {}) for number in numbers]
            sides[at]["hands"] = each if mode == "players" or any(each) else []


def _kinds_shown(sides: Sequence[Json]) -> Counter[str]:
    """Every single card that melds and laid red threes show."""
    kinds: Counter[str] = Counter()
    for side in sides:
        kinds["red3"] += sum(scorer.get("red_threes", 0) for scorer in side.get("members", [side]))
        for meld in side.get("melds", []):
            kinds.update({"joker": meld.get("jokers", 0), "2": meld.get("twos", 0)})
            kinds.update({meld["rank"]: meld["naturals"]} if "naturals" in meld else meld.get("cards", []))
    return kinds


def _spread(
    held: Mapping[Place, tuple[int, tuple[str, ...]]], used: Counter[str], pack: Pack
) -> Iterator[tuple[Place, dict[str, int]]]:
    """The cards of each field as kinds that the pack still has; fields that leave less choice go first, so that no
    other takes theirs. Those that the pack has not stay with the first kind, to be refused."""
    for place, (count, kinds) in sorted(held.items(), key=lambda item: len(item[1][1])):
        found: Counter[str] = Counter()
        for kind in kinds if count else ():
            found[kind] = min(count - found.total(), max(0, pack.count(kind) - used[kind]))
        found[kinds[0]] += count - found.total()
        used.update(found)
        yield place, {kind: number for kind, number in found.items() if number}


def _put_out(sides: Sequence[Body], teams: Sequence[Team], end: str, told: set[str], shape: Shape) -> None:
    """Who went out, with the facts that were ticked, as the contract calls them."""
    for side, team in zip(sides, teams, strict=True):
        if end not in map(str, team.places):
            continue
        alone = shape.alliances and len(team.places) == 1  # who has no partner
        side["out"] = {fact: True for fact in FACTS if fact in told and fact != "partner_canasta"}
        if "partner_canasta" in told and not alone:
            side["out"]["own_canasta"] = False
