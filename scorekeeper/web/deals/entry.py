"""Pure functions that turn the fields of the entry page into the JSON of a deal, and back. They use the table of fields
in the module `fields`, but neither the request nor its language.

A value that cannot be read becomes an `EntryProblem` at its field and counts as 0, so that a preview can be shown.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import getitem
from typing import Any

from scorekeeper.engine.cards import KINDS, MELD_RANKS, RANKS, SEQUENCE, SUITS, THREE, WILD
from scorekeeper.engine.deals.findings import Finding
from scorekeeper.engine.deals.melds import hand_value
from scorekeeper.engine.deals.reader import POZZETTO
from scorekeeper.engine.deals.scoring import tally_side
from scorekeeper.engine.matches.entries import Setup
from scorekeeper.engine.matches.match import read_body
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.shape import MOST
from scorekeeper.engine.values import Struct
from scorekeeper.web.deals.fields import COUNTS, MOST_ROWS, WILDS, Form, Place
from scorekeeper.web.deals.shape import FACTS, NONE, STANDS_FOR, YES, Fields, Shape, Team
from scorekeeper.words.numbers import NumberNotUnderstood, parse_number

Body = dict[str, Any]
Json = Mapping[str, Any]
#: The steps of a path as refusals write it: `sides[1].hands[0].9`.
_STEPS = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
#: For each way of counting, a pattern for the names of the fields that `switched` may remove when a side changes to
#: another way. The pattern for "cards" matches no name.
OWN = {"cards": re.compile("-"), "counts": re.compile(r"s\d-c-.*"), "totals": re.compile(r"s\d-(mp|hp)")}
#: The findings for counts and totals that are too low for the canastas entered with them.
TOO_FEW = ("too_few_points_for_canastas", "too_few_cards_for_canastas")
#: The fields that say what a side melded or holds.
_CARDS = re.compile(r"s\d-(mp|hp|c-|can-|un-|held-|feet|[hf]\d-|[ntj]-|x\d-|q\d-).*")


class EntryProblem(Struct):
    """A problem at a field, or an open question about it. `key` is the key of its sentence in `words.entry.PROBLEMS`
    ("refused" has none there), `typed` the text or figure that is wrong, and `team` the side concerned. `sure` is the
    field with which the user confirms that nothing is missing."""

    field: str
    key: str
    typed: str = ""
    team: Team | None = None
    sure: str = ""


class Entered(Struct):
    """A deal as entered: the form, its JSON (`body`), and the fields that cannot be read. For each side, `rows` has the
    rows of the page that its melds come from, in the order of the melds in the body."""

    form: Form
    body: Body
    problems: tuple[EntryProblem, ...]
    rows: tuple[tuple[str, ...], ...]

    def field_at(self, where: str) -> str | None:
        """The field for `where`, a path of the body as in a refusal. If the path has no field of its own, the id of the
        nearest part of the page around it, or None."""
        place: Place = tuple(int(number) if number else step for number, step in _STEPS.findall(where))
        if place[2:3] == ("melds",) and len(place) > 3 and isinstance(place[1], int) and isinstance(place[3], int):
            place = (*place[:3], self.rows[place[1]][place[3]], *place[4:])
        names: dict[Place, str] = {field.place: field.name for field in self.form.table.values() if field.place}
        # a path that several fields belong to leads to the part of the page that holds them
        for at, team in enumerate(self.form.teams):
            side, prefix = ("sides", at), f"s{team.number}"
            names |= {side: f"{prefix}-melds", (*side, "out"): "end"}
            names |= {(*side, "melds", row): f"{prefix}-{row}" for row in self.rows[at]}
            names |= {(*side, "counted"): f"{prefix}-mp"} if team.way == "totals" else {}
        for field in self.form.table.values():
            if field.cards:  # in the body, the last step is a kind of card; in `place`, it is the field
                *hand, _ = field.place
                names |= {(*hand, kind): field.name for kind in field.cards}
                names |= {(*hand,): field.name.rpartition("-")[0], field.place[:3]: f"{field.name[:4]}0"}
        while place and place not in names:
            place = place[:-1]
        return names.get(place)

    def team_at(self, where: str) -> Team | None:
        """The team of the side that a path of the body is in; None for a path outside the sides."""
        side = re.match(r"sides\[(\d+)\]", where)
        return self.form.teams[int(side[1])] if side else None

    def premature(self, finding: Finding) -> bool:
        """Return whether the finding is only due to something that is not entered yet: melds, or the cards and points
        that belong to the canastas."""
        team = self.team_at(finding.where)
        if team is None or finding.key not in (*TOO_FEW, "out_without_canasta"):
            return False
        side = self.body["sides"][self.form.teams.index(team)]
        if finding.key not in TOO_FEW and (side.get("melds") or side.get("counted", {}).get("canastas")):
            return False
        if "counted" not in side:
            return not any(side.get("hands") or ())
        melded = any(side["counted"].get(name) for name in ("points", *self.form.shape.rules.classes))
        return not melded and not side.get("hand_points") and not any(side.get("hands") or ())


def read_entry(form: Form) -> Entered:
    """Read the fields of the page into a deal."""
    shape, fields = form.shape, form.fields
    typed, held, problems = _read(form)
    sides: list[Body] = []
    rows: list[tuple[str, ...]] = []
    for at, team in enumerate(form.teams):
        mine = typed.get("sides", {}).get(at, {})
        melds, wrong = _melds(mine.get("melds", {}), f"s{team.number}", shape)
        sides.append(_side(mine, team, [*melds.values()], shape))
        rows.append(tuple(melds))
        problems += wrong
        if team.out and (special := typed.get("special_hand")):
            sides[at]["special_hand"] = special
        elif team.out:
            out = typed.get("out", {})
            sides[at]["out"] = {fact: True for fact in FACTS if fact in out and fact != "partner_canasta"}
            if "partner_canasta" in out and not (shape.alliances and len(team.scorers) == 1):
                sides[at]["out"]["own_canasta"] = False
    _put_hands(sides, form, held)
    body: Body = {"sides": sides}
    if fields.get("left"):
        body["cards_left"] = typed.get("cards_left", 0)
    if typed.get("first_round_out") and fields.get("end") != NONE:
        body["first_round_out"] = True
    return Entered(form, body, tuple(problems), tuple(rows))


def _read(form: Form) -> tuple[dict[Any, Any], dict[str, int], list[EntryProblem]]:
    """Return the typed values, the counts of cards in hand by field name, and the fields that cannot be read.

    The values are nested by the `place` of their field: {"sides": {0: {"hand_points": 45}}}. Empty values are left out.
    A count that is typed in "s0-n-K-more" overrides the chip in "s0-n-K".
    """
    tree: dict[Any, Any] = {}
    held: dict[str, int] = {}
    problems = []
    for name, text in form.fields.items():
        plain = name.removesuffix("-more")
        field = form.table.get(plain)
        if field is None or not field.place or (name == plain and form.fields.get(f"{name}-more")):
            continue
        value: Any = text if field.kind == "choice" else text == YES
        if field.kind in ("count", "sum"):
            try:
                value, wrong = parse_number(text), ""
            except NumberNotUnderstood as mistake:
                value, wrong = 0, mistake.key
            if not 0 <= value <= MOST:
                value, wrong = 0, "number_negative" if value < 0 else "number_too_big"
            problems += [EntryProblem(name, wrong, text)] if wrong else []
        if value and field.cards:
            held[plain] = value
        elif value:
            node = tree
            for step in field.place[:-1]:
                node = node.setdefault(step, {})
            node[field.place[-1]] = value
    return tree, held, problems


def _melds(laid: Json, prefix: str, shape: Shape) -> tuple[dict[str, Body], list[EntryProblem]]:
    """The melds by row, in the order of `MELD_RANKS`, so that equal melds make equal bodies; and the problems."""
    melds: dict[str, Body] = {}
    problems = []
    for row, typed in laid.items():
        counts = {key: typed[key] for key in COUNTS if key in typed}
        rank = row[2:] if row.startswith("n-") else typed.get("rank", "")
        if row.startswith("q"):
            cards, suit = typed.get("cards", {}), {"suit": typed["suit"]} if typed.get("suit") in SUITS else {}
            wild = Counter(card for card in cards.values() if card in STANDS_FOR)
            run = [rank for card, rank in shape.run.items() if card in cards and cards[card] not in STANDS_FOR]
            counts = {key: wild[card] for key, card in zip(WILDS, STANDS_FOR, strict=True) if wild[card]}
            if run:
                melds[row] = {"rank": SEQUENCE, "cards": run, **counts, **suit}
            elif counts:
                problems.append(EntryProblem(f"{prefix}-{row}", "sequence_empty"))
        elif counts and rank not in (*RANKS, THREE, WILD):
            problems.append(EntryProblem(f"{prefix}-{row}-rank", "rank_missing"))
        elif counts := {key: count for key, count in counts.items() if rank != WILD or key != "naturals"}:
            melds[row] = {"rank": rank, **counts}
    ordered = sorted(melds, key=lambda row: (MELD_RANKS.index(melds[row]["rank"]), row))
    return {row: melds[row] for row in ordered}, problems


def _side(typed: Json, team: Team, melds: list[Body], shape: Shape) -> Body:
    """A side of the body, still without hands: these depend on the melds of all sides (`_put_hands`)."""
    none = {f"{colour}_threes": 0 for colour in shape.rules.threes_of}
    left_out = {"melds", "counted", "members"}
    left_out |= {"feet_not_begun", "held"} if team.mode != "points" else set()  # the cards show these
    rest = {key: value for key, value in typed.items() if key not in left_out}
    side: Body = {**none, **rest}
    if shape.alliances:
        laid = [(shape.names[scorer], typed.get("members", {}).get(at, {})) for at, scorer in enumerate(team.scorers)]
        side = {"members": [{"name": name, **none, **each} for name, each in laid], **rest}
    if side.get("pozzetto") not in POZZETTO[1:]:
        side.pop("pozzetto", None)
    if team.mode == "points":
        side.setdefault("hand_points", 0)
    if team.way == "cards":
        return {"melds": melds, **side}
    points = {"points": 0} if team.way == "totals" else {}
    return {**side, "counted": {**points, "canastas": {}, **typed.get("counted", {})}}


def _put_hands(sides: Sequence[Body], form: Form, held: Mapping[str, int]) -> None:
    """Add the hands to the sides, whose melds are all known by now."""
    hands, shape = _spread(form, held, sides) if held else {}, form.shape
    for at, (side, team) in enumerate(zip(sides, form.teams, strict=True)):
        if shape.alliances:
            for member, scorer in enumerate(side["members"]):
                scorer["hand"] = hands.get(("sides", at, "members", member, "hand"), {})
        else:
            each = [hands.get(("sides", at, "hands", number), {}) for number in range(team.hands)]
            if team.mode != "points" or any(each):
                side["hands"] = each if team.mode == "players" or any(each) else []
            feet = [hands.get(("sides", at, "feet", number), {}) for number in range(team.feet)]
            if any(feet):
                side["feet"] = feet


def _spread(form: Form, held: Mapping[str, int], sides: Sequence[Json]) -> dict[Place, dict[str, int]]:
    """The number of cards of each kind in each hand, by the place of the hand.

    A field that counts several kinds together is spread over the kinds of which the pack still has cards, after melds
    and laid threes. Fields with fewer kinds go first, so that no other field takes their cards. Cards that the pack
    does not have are given to the first kind, so that the engine refuses them.
    """
    used = dict.fromkeys((*MELD_RANKS, *KINDS), 0)
    for side in sides:
        for scorer in side.get("members", [side]):
            used["red3"] += scorer.get("red_threes", 0)
            used["3"] += scorer.get("black_threes", 0)
        for meld in side.get("melds", []):
            used["joker"] += meld.get("jokers", 0)
            used["2"] += meld.get("twos", 0)
            used[meld["rank"]] += meld.get("naturals", 0)
            for card in meld.get("cards", ()):
                used[card] += 1
    hands: dict[Place, dict[str, int]] = {}
    fields = (field for field in form.table.values() if field.name in held)
    for field in sorted(fields, key=lambda field: len(field.cards)):
        hand, left = hands.setdefault(field.place[:-1], {}), held[field.name]
        for kind in field.cards:
            if there := min(left, max(0, form.shape.rules.in_pack[kind] - used[kind])):
                hand[kind], left = there, left - there
                used[kind] += there
            if not left:
                break
        else:
            hand[field.cards[0]] = hand.get(field.cards[0], 0) + left
    return hands


# --- Filling the fields: to amend a deal, after Undo, and for another way of counting --------------------------------


def fill(body: Json, shape: Shape) -> dict[str, str]:
    """The fields from which `read_entry` would make this body."""
    sides = body.get("sides", [])
    fields = {"end": NONE} if sides else {}
    fields |= {"took": NONE} if shape.alliances and len(sides) > 2 else {}
    fields |= {"first_round": YES} if body.get("first_round_out") else {}
    fields |= {"left": str(body["cards_left"])} if body.get("cards_left") is not None else {}
    for at, side in enumerate(sides):
        scorers = [shape.names.index(each["name"]) for each in side["members"]] if shape.alliances else [at]
        if shape.alliances and len(sides) == 2 and len(scorers) == 1:
            fields["took"] = str(scorers[0])
        if (out := side.get("out")) is not None:
            hands = [member.get("hand") for member in side.get("members", [])]  # the ally without cards went out
            went = next((scorer for scorer, hand in zip(scorers, hands, strict=False) if not hand), scorers[0])
            fields |= {"end": str(went), **dict.fromkeys((fact for fact in FACTS if out.get(fact)), YES)}
            fields |= {} if out.get("own_canasta", True) else {"partner_canasta": YES}
        fields |= {"end": str(scorers[0]), "special": side["special_hand"]} if side.get("special_hand") else {}
        fields |= _ways(side, at, shape)
    laid: Any = {"sides": [_by_field(side, shape) for side in sides]}
    canastas = {f"s0-can-{kind}": "" for side in laid["sides"] for kind in side.get("counted", {}).get("canastas", {})}
    for field in Form(shape, canastas | fields).table.values():
        if field.place[:1] != ("sides",):
            continue  # filled above
        try:
            value = reduce(getitem, field.place[:-1] if field.cards else field.place, laid)
        except (LookupError, TypeError):  # the body has no such value
            continue
        if field.cards and value:
            value = sum(value.get(kind, 0) for kind in field.cards)
        if value:
            fields[field.name] = YES if value is True else str(value)
    return fields


def ways_in(body: Json, shape: Shape) -> dict[str, str]:
    """The fields for the ways in which the sides of a body were entered, see `_ways`."""
    return {name: way for at, side in enumerate(body.get("sides", [])) for name, way in _ways(side, at, shape).items()}


def _ways(side: Json, at: int, shape: Shape) -> dict[str, str]:
    """The fields for the ways in which a side was entered, worked out from its body. If its melds were entered by cards
    and its hand as points, the field with these points is included."""
    prefix = f"s{min(shape.names.index(each['name']) for each in side['members']) if shape.alliances else at}"
    counted = side.get("counted")
    way = "cards" if counted is None else "totals" if counted.get("points") is not None else "counts"
    modes = shape.hand_modes[way]
    mode = next(mode for mode in modes if mode in ("side", "classes"))
    told = {}
    if side.get("hand_points") is not None:
        mode, told = "points", {f"{prefix}-hp": str(side["hand_points"])} if way == "cards" else {}
    elif len(side.get("hands") or ()) > 1 and "players" in modes:
        mode = "players"
    return {f"{prefix}-way": way, **told} | ({f"{prefix}-hand": mode} if mode != modes[0] else {})


def _by_field(side: Json, shape: Shape) -> Body:
    """A side of the body, arranged as its fields are. Melds are by row, and a second meld of a rank has its own row.
    Canastas are by the kinds that the page counts. Hands that are entered together are one hand."""
    by_field = dict(side)
    if "melds" in side:
        rows: dict[str, Body] = {}
        further, sequences = iter(range(MOST_ROWS)), iter(range(MOST_ROWS))
        for meld in side["melds"]:
            column = f"n-{meld['rank']}"
            if meld["rank"] == SEQUENCE:
                cards = shape.in_run(meld["cards"], meld.get("twos", 0), meld.get("jokers", 0))
                rows[f"q{next(sequences)}"] = {**meld, "cards": cards}
            else:
                own = meld["rank"] in shape.meld_keys and column not in rows
                rows[column if own else f"x{next(further)}"] = dict(meld)
        by_field["melds"] = rows
    if "counted" in side:
        canastas: Counter[str] = Counter()
        for kind, count in side["counted"].get("canastas", {}).items():  # kinds with the same bonus share a field
            canastas[kind if kind in shape.kinds_apart else shape.rules.canasta_kinds[kind].like or kind] += count
        by_field["counted"] = {**side["counted"], "canastas": canastas}
    hands = side.get("hands") or []
    if len(hands) > 1 and (shape.rules.table.hands == 1 or side.get("hand_points") is not None):
        by_field["hands"] = [dict(sum((Counter(hand) for hand in hands), Counter()))]
    return by_field


def ways_of(ways: Sequence[str], shape: Shape, fields: Fields) -> dict[str, str]:
    """The fields that give a new deal the ways of counting of an earlier deal (`ways`, one for each team). A way that
    all teams of the earlier deal shared is set for all teams of the new deal, even if there are more."""
    teams = Form(shape, fields).teams
    ways = [*ways] * len(teams) if len(set(ways)) == 1 else ways
    return {f"s{team.number}-way": way for team, way in zip(teams, ways, strict=False)}


def switched(fields: Fields, was: Mapping[int, str], setup: Setup, shape: Shape) -> dict[str, str]:
    """The fields after some sides changed their way of counting; `was` has the ways before, by number of the side.

    The entry in the old way is converted, and fills the empty fields of the new way (not from totals, nor to cards). If
    the user goes back from totals to cards, say, the totals that the cards give are removed. So the next switch to
    totals computes them again, from the cards at that time. Totals that differ from the cards stay.
    """
    after = dict(fields)
    for at, team in enumerate(Form(shape, fields).teams):
        before = was.get(team.number, "")
        if not before or before == team.way:
            continue
        for name, value in _worth(fields, at, team.way, before, setup, shape).items():
            if (
                OWN[before].fullmatch(name)
                and after.get(name) == value
                and not (team.mode == "points" and name.endswith("-hp"))
            ):
                del after[name]
        after = {**_worth(fields, at, before, team.way, setup, shape), **after}
    return after


def _worth(fields: Fields, at: int, source: str, way: str, setup: Setup, shape: Shape) -> dict[str, str]:
    """The entry of a side in the way `source`, converted to the fields of `way`; empty if `source` is totals or `way`
    is cards, and for a refused deal."""
    team = Form(shape, fields).teams[at]
    if source == "totals" or way == "cards":
        return {}
    body = read_entry(Form(shape, {**fields, f"s{team.number}-way": source})).body
    try:
        side = read_body(setup, body).sides[at]
    except Refused:
        return {}
    tally = tally_side(side, shape.rules)
    kinds = sum((Counter(meld.kinds()) for meld in side.melds), Counter[str]())
    counted = body["sides"][at].get("counted") or {
        name: sum(kinds[kind] for kind in members) for name, members in shape.rules.classes.items()
    }
    entered = {**body["sides"][at], "counted": {**counted, "canastas": tally.canastas, "unfinished": tally.unfinished}}
    if way == "totals":
        entered["counted"]["points"] = tally.points
    if Form(shape, {**fields, f"s{team.number}-way": way}).teams[at].mode == "points":
        held = {row.rank: tally.held.get(row.key, 0) for row in shape.rules.held}
        left = tally.hand_points + sum(hand_value(foot, shape.rules) for foot in side.feet)
        entered |= {"hand_points": left, "held": held, "feet_not_begun": sum(map(bool, side.feet))}
    sides = [*body["sides"][:at], entered, *body["sides"][at + 1 :]]
    mine = tuple(f"s{scorer}-" for scorer in team.scorers)
    filled = fill({**body, "sides": sides}, shape)
    return {name: value for name, value in filled.items() if name.startswith(mine) and _CARDS.fullmatch(name)}
