"""The values of the entry page, ready to be shown: `templates/deals` reads them, `entry_page` makes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scorekeeper.engine.cards import RANKS
from scorekeeper.web.board.model import OpeningView
from scorekeeper.web.deals.check import CheckView, MeldView
from scorekeeper.web.deals.fields import YES, Field, Shape, begun
from scorekeeper.words import NumberNotUnderstood, parse_number


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
    hand_classes: Mapping[str, str]
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
    """What the page carries besides the deal: key, versions, what a draft or an earlier try said, the step that was
    in sight, and whether there is an entry to bring back."""

    key: str
    version: int
    seen: int
    fields: Mapping[str, str]
    draft: str | None = None
    notes: tuple[str, ...] = ()
    stale: bool = False
    step: str = ""
    emptied: bool = False


@dataclass(frozen=True, slots=True)
class EntryPage:
    """Everything the template shows."""

    match_id: str
    number: int
    amending: bool
    form: Form
    shape: Shape
    fields: Mapping[str, Field]
    teams: tuple[TeamView, ...]
    steps: tuple[Step, ...]
    facing: bool
    ends: tuple[tuple[str, str], ...]
    took: tuple[tuple[str, str], ...]
    ways: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    letters: Mapping[str, str]
    cards: Mapping[str, str]
    classes: Mapping[str, str]
    canastas: tuple[tuple[str, str], ...]
    suits: tuple[tuple[str, str], ...]
    agree: str
    agree_side: str | None
    dealer: str
    rests: tuple[str, ...]
    check: CheckView
    disagreed: tuple[str, ...] = ()
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

    def wrong_of(self, team: TeamView) -> Iterable[tuple[str, str]]:
        """What is wrong with a team's melds and red threes, each with its field; figures say it at their own fields."""
        errors = self.errors if team.way == "cards" else ()
        places = {f"s{scorer.place}-red" for scorer in team.scorers}
        for name, says in errors or (() if self.errors else self.check.errors):
            side, _, rest = (name or "").partition("-")
            if name in places or (side == f"s{team.number}" and _is_of_melds(rest)):
                yield str(name), says

    @property
    def figures(self) -> str:
        """What the deal gives each scorer, as the tick of those who agree carries it; empty where it is refused."""
        return figures(scorer.total for scorer in self.check.scorers)

    @property
    def agreed(self) -> bool:
        """Do they agree to these very figures?"""
        return bool(self.figures) and self.value("agreed") == self.figures

    @property
    def agreed_to(self) -> str:
        """The figures that somebody agreed to last."""
        return self.value("agreed") or self.value("agreed_to")

    @property
    def opens_at(self) -> str:
        """The step that was left, or the first."""
        steps = [step.id for step in self.steps]
        return self.form.step if self.form.step in steps else next(iter(steps), "")

    @property
    def begun(self) -> bool:
        """Is anything entered?"""
        return begun(self.form.fields)

    @property
    def sums(self) -> Iterable[tuple[str, int | None]]:
        """What the sums come to that are typed as sums."""
        for each in self.fields.values():
            if each.kind == "sum":
                typed = self.value(each.name)
                yield each.name, _sum(typed) if "+" in typed else None

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
        shown = {each.name for each in self.fields.values() if each.shown} | ({"reason"} if self.amending else set())
        return tuple(pair for pair in self.form.fields.items() if pair[0].removesuffix("-more") not in shown)

    @property
    def asks_after_turn(self) -> bool:
        """Has somebody gone out in the very first round, so that it matters who had had a turn?"""
        return self.shape.rules.red_threes.first_round_excuses and self.value("first_round") == YES

    @property
    def asks_cards_left(self) -> bool:
        """Can the cards left in stock and pile be checked: is every card entered?"""
        return self.shape.every_card(self.form.fields)


def figures(totals: Iterable[int]) -> str:
    """What each scorer gets, in one word."""
    return "/".join(map(str, totals))


def _sum(typed: str) -> int | None:
    try:
        return parse_number(typed)
    except NumberNotUnderstood:
        return None


def _is_of_melds(rest: str) -> bool:
    return rest == "melds" or rest.startswith(("n-", "t-", "j-", "q", "c-", "can-", "mp"))
