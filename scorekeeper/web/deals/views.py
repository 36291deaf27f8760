"""The entry page laid out: its steps, its sides with their fields, its choices, as `templates/deals` shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.actions.deals import WAYS
from scorekeeper.engine.cards import CLASSES, RANKS, THREE
from scorekeeper.engine.match import State
from scorekeeper.engine.melds import card_value, hand_value
from scorekeeper.engine.seating import Seating
from scorekeeper.web.board.model import SIDES, OpeningView
from scorekeeper.web.board.view import opening_view
from scorekeeper.web.deals.check import CheckView, MeldView, team_name
from scorekeeper.web.deals.fields import MOST_ROWS, NONE, YES, Field, Shape, Team, begun, table
from scorekeeper.words import N_, NumberNotUnderstood, Words, parse_number
from scorekeeper.words import entry as said
from scorekeeper.words.numbers import whole


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


JOINER = "\u2060"
LONGEST_WHOLE = 12  # letters that a line of the narrowest button holds
FACT_LABELS = {
    "concealed": N_("Concealed"),
    "partner_canasta": N_("With the partner’s canasta only"),
    "took_pile": N_("Took the pile in that turn"),
    "first_pile": N_("By the first taking of the pile"),
}


def with_errors(page: EntryPage, errors: Sequence[tuple[str | None, str]]) -> EntryPage:
    """The page with what must be corrected, at the top and at each field."""
    return replace(page, errors=tuple(errors), at_fields=dict(reversed(errors)))


def entry_page(match_id: str, state: State, number: int, shape: Shape, form: Form, words: Words) -> EntryPage:
    """Lay out the page for a deal; `check` is added by the view."""
    teams = tuple(_team(state, number, shape, team, form, words) for team in shape.teams(form.fields))
    facing = all(team.way != "cards" for team in teams)
    others = [team for team in teams if not team.out]
    return EntryPage(
        match_id=match_id,
        number=number,
        amending=state.row(number) is not None,
        form=form,
        shape=shape,
        fields=table(shape, form.fields),
        teams=teams,
        steps=() if facing else tuple(_linked(_steps(teams, words), words)),
        facing=facing,
        ends=tuple(_ends(shape, words)),
        took=tuple(_took(shape, words)),
        ways=tuple((way, words.pgettext(*said.WAYS[way])) for way in WAYS),
        facts=tuple((fact, words.gettext(FACT_LABELS[fact])) for fact in shape.facts),
        letters=said.letters(state.setup.pack_index),
        cards={kind: said.card_name(kind, words) for kind in said.CARDS},
        classes=_classes(CLASSES, lambda kind: card_value(kind, shape.rules), words),
        canastas=tuple((kind, words.gettext(said.CANASTAS[kind])) for kind in shape.canasta_kinds),
        suits=tuple((suit, words.pgettext(*label)) for suit, label in said.SUITS.items()),
        agree=_agree(others, len(teams) > 2, words),
        agree_side=others[0].key if len(others) == 1 else None,
        dealer=state.setup.seats[_seating(state, number).dealer],
        rests=_resting(state, number),
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
        hand_classes=_classes(shape.hand_groups(mode), lambda kind: hand_value({kind: 1}, shape.rules), words),
        scorers=tuple(_scorer(state, number, shape, place, mode, words) for place in team.places),
        out=fields.get("end", "") in map(str, team.places),
        extras=_rows(fields, f"s{team.key}-x"),
        sequences=_rows(fields, f"s{team.key}-q") if shape.rules.melds.sequences else _used(fields, f"s{team.key}-q"),
    )


def _classes(groups: Mapping[str, Sequence[str]], value: Callable[[str], int], words: Words) -> dict[str, str]:
    """What each class of cards is called, behind the points of one card where all of them have the same."""
    labels = {}
    for name, kinds in groups.items():
        called = said.card_name("low_fives" if name == "fives" and THREE not in kinds else name, words)
        worth = {value(kind) for kind in kinds} - {0}
        labels[name] = f"{words.number(worth.pop())}\u00a0· {called}" if len(worth) == 1 else called
    return labels


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


def _seating(state: State, number: int) -> Seating:
    """Who deals and who sits out in a deal, recorded or being played."""
    row = state.row(number)
    return row.seating if row else state.seating


def _resting(state: State, number: int) -> tuple[str, ...]:
    return tuple(state.setup.seats[place] for place in _seating(state, number).sits_out)


def _rows(fields: Mapping[str, str], prefix: str) -> int:
    """Rows in use and a free one."""
    return min(MOST_ROWS, _used(fields, prefix) + 1)


def _used(fields: Mapping[str, str], prefix: str) -> int:
    rows = (whole(name.removeprefix(prefix)[:1], 1) for name in fields if name.startswith(prefix))
    return max((row + 1 for row in rows if row is not None), default=0)


def _ends(shape: Shape, words: Words) -> Iterable[tuple[str, str]]:
    for place, name in enumerate(shape.names):
        yield str(place), words.gettext(N_("%(side)s out"), side=name)
    yield NONE, words.gettext(N_("Stock ran out"))


def _took(shape: Shape, words: Words) -> Iterable[tuple[str, str]]:
    if shape.alliances:
        yield from ((str(place), name) for place, name in enumerate(shape.names))
        yield NONE, words.gettext(N_("Nobody"))


def _agree(others: Sequence[TeamView], many: bool, words: Words) -> str:
    """Who agrees to the deal as it is entered; until somebody went out, `others` are all, and nobody is named."""
    if len(others) == 1:
        return words.gettext(N_("%(side)s agree"), side=others[0].name)
    return words.gettext(N_("The others agree") if many else N_("The other side agrees"))


def _steps(teams: Sequence[TeamView], words: Words) -> list[Step]:
    """How it ended, each side's melds, the side that went out first, the hands, and the check."""
    melds = [
        Step(f"step-m{team.number}", team.name, words.gettext(N_("Melds, went out") if team.out else N_("Melds")), team)
        for team in sorted(teams, key=lambda team: not team.out)
    ]
    hands = Step("step-hands", words.gettext(N_("Cards left in hand")), "")
    return [
        Step("step-end", words.gettext(N_("How did it end?")), ""),
        *melds,
        hands,
        Step("step-check", words.gettext(N_("Check")), ""),
    ]


def _whole(name: str) -> str:
    """A name whose dashes are no place to break a line, except in a word too long to stay whole on a button."""
    return " ".join(word if len(word) > LONGEST_WHOLE else _joined(word) for word in name.split(" "))


def _joined(word: str) -> str:
    return "".join(f"{JOINER}{mark}{JOINER}" if mark in "-–" else mark for mark in word)


def _linked(steps: Sequence[Step], words: Words) -> Iterable[Step]:
    for at, step in enumerate(steps):
        place = words.gettext(N_("step %(step)s of %(steps)s"), step=at + 1, steps=len(steps))
        follows = steps[at + 1] if at + 1 < len(steps) else None
        label = words.gettext(N_("Next: %(step)s"), step=_whole(follows.title)) if follows else ""
        yield replace(
            step,
            sub=f"{step.sub}\u00a0· {place}" if step.sub else place,
            back=steps[at - 1].id if at else None,
            next=(follows.id, label) if follows else None,
        )
