"""The entry page as values: its steps, its sides with their fields, its choices; `templates/deals` shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.engine.cards import RANKS
from scorekeeper.engine.match import State
from scorekeeper.web.board_model import OpeningView
from scorekeeper.web.board_view import opening_view
from scorekeeper.web.deal_shape import MOST_ROWS, NONE, WAYS, Shape, Team
from scorekeeper.web.entry_check import SIDES, CheckView, MeldView, team_name
from scorekeeper.words import N_, NumberNotUnderstood, Words, parse_number
from scorekeeper.words import entry as said

JOINER = "\u2060"
SUM_FIELDS = ("mp", "hp", "c-jokers", "c-twenties", "c-tens", "c-fives")
FACT_LABELS = {
    "concealed": N_("Concealed"),
    "partner_canasta": N_("With the partner’s canasta only"),
    "took_pile": N_("Took the pile in that turn"),
    "first_pile": N_("By the first taking of the pile"),
}


@dataclass(frozen=True, slots=True)
class Scorer:
    """Who scores: the total before the deal and the opening minimum that held in it."""

    place: int
    key: str
    name: str
    before: int
    opening: OpeningView
    hands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamView:
    """Who melds together: how it is entered, and how many rows it needs for further melds and sequences."""

    number: int
    key: str
    name: str
    way: str
    hand_mode: str
    hand_choice: str
    hand_modes: tuple[tuple[str, str], ...]
    hand_groups: Mapping[str, tuple[str, ...]]
    scorers: tuple[Scorer, ...]
    out: bool
    extras: int
    sequences: int


@dataclass(frozen=True, slots=True)
class Step:
    """One step of five or six: `next` is (id, words) of the one that follows."""

    id: str
    title: str
    sub: str
    team: TeamView | None = None
    back: str | None = None
    next: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """What the page carries besides the deal: key, versions, and what a draft or an earlier try said."""

    key: str
    version: int
    seen: int
    fields: Mapping[str, str]
    draft: str | None = None
    notes: tuple[str, ...] = ()
    stale: bool = False


@dataclass(frozen=True, slots=True)
class EntryPage:
    """Everything the template shows."""

    match_id: str
    number: int
    amending: bool
    form: Form
    shape: Shape
    teams: tuple[TeamView, ...]
    steps: tuple[Step, ...]
    facing: bool
    ends: tuple[tuple[str, str], ...]
    took: tuple[tuple[str, str], ...]
    ways: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    letters: Mapping[str, str]
    cards: Mapping[str, str]
    canastas: tuple[tuple[str, str], ...]
    suits: tuple[tuple[str, str], ...]
    agree: str
    agree_side: str | None
    dealer: str
    rests: tuple[str, ...]
    check: CheckView
    consequences: tuple[str, ...] = ()
    errors: tuple[tuple[str | None, str], ...] = ()
    at_fields: Mapping[str | None, str] = field(default_factory=dict)

    def value(self, name: str) -> str:
        """What stands in a field."""
        return self.form.fields.get(name, "")

    def error(self, name: str) -> str | None:
        """The sentence at a field, if something is wrong there."""
        return self.at_fields.get(name)

    def melds_at(self, team: TeamView) -> dict[str, MeldView]:
        """A team's melds by the field that each came from."""
        return {meld.field: meld for meld in self.check.melds_of(team.number)}

    @property
    def sums(self) -> Iterable[tuple[str, int | None]]:
        """What the sums come to that are typed as sums."""
        for name in (f"s{team.number}-{key}" for team in self.teams for key in SUM_FIELDS):
            typed = self.value(name)
            yield name, _sum(typed) if "+" in typed else None

    @property
    def further(self) -> list[tuple[str, str]]:
        """What a further meld may be made of."""
        return [(rank, self.cards[rank]) for rank in (*RANKS, "3", "wild")]

    @property
    def one_way(self) -> str:
        """The way of counting that all sides share, or none."""
        ways = {team.way for team in self.teams}
        return ways.pop() if len(ways) == 1 else ""

    @property
    def carried(self) -> tuple[tuple[str, str], ...]:
        """Fields that are typed and not shown now, such as those of another way of counting: they are kept."""
        return tuple(pair for pair in self.form.fields.items() if not self._shows(pair[0]))

    def _shows(self, name: str) -> bool:
        side, dash, rest = name.partition("-")
        if not (dash and side[1:].isdigit()):
            return self._shows_global(name)
        place = int(side[1:])
        team = next((team for team in self.teams if team.number == place), None)
        if rest == "red" or (rest[0] == "h" and rest[1:2].isdigit()):
            return rest == "red" or self._shows_hand(place, rest)
        return team is not None and _shows_of_team(team, rest)

    def _shows_global(self, name: str) -> bool:
        here = {"left": self.asks_cards_left, "reason": self.amending, "took": bool(self.took)}
        here["first_round"] = self.shape.rules.red_threes.first_round_excuses
        facts = dict.fromkeys(FACT_LABELS, False) | {fact: True for fact, _ in self.facts}
        return {**here, **facts}.get(name, True)

    def _shows_hand(self, place: int, rest: str) -> bool:
        team = next(team for team in self.teams if place in [scorer.place for scorer in team.scorers])
        number, _, group = rest[1:].removesuffix("-more").partition("-")
        return group in team.hand_groups and int(number) < self.shape.hands_entered(team.hand_mode)

    @property
    def asks_cards_left(self) -> bool:
        """Can the cards left in stock and pile be checked: is every card entered?"""
        return all(team.way != "totals" and team.hand_mode != "points" for team in self.teams)


def _sum(typed: str) -> int | None:
    try:
        return parse_number(typed)
    except NumberNotUnderstood:
        return None


def _shows_of_team(team: TeamView, rest: str) -> bool:
    """Has the page this field of a team now?"""
    shown = {
        "cards": rest[:2] in ("n-", "t-", "j-") or rest[0] in "xq",
        "counts": rest.startswith(("c-", "can-")),
        "totals": rest == "mp" or rest.startswith("can-"),
    }
    return rest in ("way", "hand") or shown[team.way] or (rest == "hp" and team.hand_mode == "points")


def with_errors(page: EntryPage, errors: Sequence[tuple[str | None, str]]) -> EntryPage:
    """The page with what must be corrected, at the top and at each field."""
    return replace(page, errors=tuple(errors), at_fields=dict(reversed(errors)))


def entry_page(match_id: str, state: State, number: int, shape: Shape, form: Form, words: Words) -> EntryPage:
    """Lay out the page for a deal; `check` is added by the view."""
    fields = form.fields
    row = state.row(number)
    teams = tuple(_team(state, number, shape, team, form, words) for team in shape.teams(fields))
    facing = all(team.way != "cards" for team in teams)
    ordered = sorted(teams, key=lambda team: not team.out)
    seating = row.seating if row else state.seating
    seats = state.setup.seats
    end = fields.get("end", "")
    others = [team for team in teams if not team.out]
    return EntryPage(
        match_id=match_id,
        number=number,
        amending=row is not None,
        form=form,
        shape=shape,
        teams=teams,
        steps=() if facing else tuple(_linked(_steps(ordered, words), words)),
        facing=facing,
        ends=tuple(_ends(shape, words)),
        took=tuple(_took(shape, words)),
        ways=tuple((way, words.gettext(said.WAYS[way])) for way in WAYS),
        facts=tuple((fact, words.gettext(FACT_LABELS[fact])) for fact in shape.facts),
        letters=said.letters(state.setup.pack_index),
        cards={kind: said.card_name(kind, words) for kind in said.CARDS},
        canastas=tuple((kind, words.gettext(said.CANASTAS[kind])) for kind in shape.canasta_kinds),
        suits=tuple((suit, words.pgettext(*label)) for suit, label in said.SUITS.items()),
        agree=_agree(others if end and end != NONE else [], len(teams) > 2, words),
        agree_side=others[0].key if len(others) == 1 else None,
        dealer=seats[seating.dealer],
        rests=tuple(seats[place] for place in seating.sits_out),
        check=EMPTY,
    )


EMPTY = CheckView((), (), (), (), None)


def _team(state: State, number: int, shape: Shape, team: Team, form: Form, words: Words) -> TeamView:
    fields = form.fields
    way = shape.way(fields, team)
    mode = shape.hand_mode(fields, team)
    modes = shape.hand_modes(way)
    return TeamView(
        number=team.key,
        key=SIDES[team.key],
        name=team_name(team, shape),
        way=way,
        hand_mode=mode,
        hand_modes=tuple((_chosen(each, modes), words.gettext(said.HANDS[each])) for each in modes),
        hand_choice=_chosen(mode, modes),
        hand_groups=shape.hand_groups(mode),
        scorers=tuple(_scorer(state, number, shape, place, mode, words) for place in team.places),
        out=fields.get("end", "") in map(str, team.places),
        extras=_rows(fields, f"s{team.key}-x"),
        sequences=_rows(fields, f"s{team.key}-q") if shape.rules.melds.sequences else _used(fields, f"s{team.key}-q"),
    )


def _scorer(state: State, number: int, shape: Shape, place: int, mode: str, words: Words) -> Scorer:
    row = state.row(number)
    before = row.sides[place].score_before if row else state.standings[place].score
    minimum = row.sides[place].opening if row else state.standings[place].opening
    players = state.setup.sides[place].players
    playing = [player for player in players if player not in _resting(state, number)]
    return Scorer(
        place=place,
        key=SIDES[place],
        name=shape.names[place],
        before=before,
        opening=opening_view(minimum, before, shape.rules, words) if minimum else OpeningView(0, ()),
        hands=tuple(playing[: shape.hands]) if mode == "players" else (shape.names[place],),
    )


def _chosen(mode: str, modes: Sequence[str]) -> str:
    """The value of a choice of hands: the usual one is none, so that it follows the way of counting."""
    return "" if mode == modes[0] else mode


def _resting(state: State, number: int) -> tuple[str, ...]:
    row = state.row(number)
    seating = row.seating if row else state.seating
    return tuple(state.setup.seats[place] for place in seating.sits_out)


def _rows(fields: Mapping[str, str], prefix: str) -> int:
    """Rows in use and a free one."""
    return min(MOST_ROWS, _used(fields, prefix) + 1)


def _used(fields: Mapping[str, str], prefix: str) -> int:
    names = [name for name in fields if name.startswith(prefix) and name[len(prefix)].isdigit()]
    return max((int(name[len(prefix)]) + 1 for name in names), default=0)


def _ends(shape: Shape, words: Words) -> Iterable[tuple[str, str]]:
    for place, name in enumerate(shape.names):
        yield str(place), words.gettext(N_("%(side)s out"), side=name)
    yield NONE, words.gettext(N_("Stock ran out"))


def _took(shape: Shape, words: Words) -> Iterable[tuple[str, str]]:
    if shape.alliances:
        yield from ((str(place), name) for place, name in enumerate(shape.names))
        yield NONE, words.gettext(N_("Nobody"))


def _agree(others: Sequence[TeamView], many: bool, words: Words) -> str:
    if len(others) == 1:
        return words.gettext(N_("%(side)s agree"), side=others[0].name)
    return words.gettext(N_("The others agree") if many else N_("The other side agrees"))


def _steps(teams: Sequence[TeamView], words: Words) -> list[Step]:
    """How it ended, each side's melds, the side that went out first, the hands, and the check."""
    melds = [
        Step(f"step-m{team.number}", team.name, words.gettext(N_("Melds, went out") if team.out else N_("Melds")), team)
        for team in teams
    ]
    hands = Step("step-hands", words.gettext(N_("Cards left in hand")), "")
    return [
        Step("step-end", words.gettext(N_("How did it end?")), ""),
        *melds,
        hands,
        Step("step-check", words.gettext(N_("Check")), ""),
    ]


def _whole(name: str) -> str:
    """A name whose dashes are no place to break a line."""
    return "".join(f"{JOINER}{mark}{JOINER}" if mark in "-–" else mark for mark in name)


def _linked(steps: Sequence[Step], words: Words) -> Iterable[Step]:
    for at, step in enumerate(steps):
        place = words.gettext(N_("step %(step)s of %(steps)s"), step=at + 1, steps=len(steps))
        follows = steps[at + 1] if at + 1 < len(steps) else None
        label = words.gettext(N_("Next: %(step)s"), step=_whole(follows.title)) if follows else ""
        yield replace(
            step,
            sub=f"{step.sub} · {place}" if step.sub else place,
            back=steps[at - 1].id if at else None,
            next=(follows.id, label) if follows else None,
        )
