"""What the engine makes of a deal being entered, ready to be shown: melds, lines, totals, minimums, what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode

from scorekeeper.actions.preview import Preview
from scorekeeper.engine.cards import CLASSES, JOKER, SEQUENCE, THREE, TWO, WILD
from scorekeeper.engine.deal import Meld
from scorekeeper.engine.deal_reader import read_meld
from scorekeeper.engine.findings import Finding
from scorekeeper.engine.match import RowSide, State
from scorekeeper.engine.melds import canasta_bonus, canasta_kind, laid_value, violations
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.scoring import Line
from scorekeeper.web.board.model import SIDES, OpeningView
from scorekeeper.web.board.view import opening_view
from scorekeeper.web.deals.entry import Entered, Problem
from scorekeeper.web.deals.fields import Shape, Team
from scorekeeper.web.rulings.links import answers_in
from scorekeeper.words import N_, Words
from scorekeeper.words.entry import MELD_IS, PROBLEMS, SHORT_LINES, TOO_MANY, card_name
from scorekeeper.words.findings import say_finding, say_violation
from scorekeeper.words.lines import say_line
from scorekeeper.words.refusals import say_refusal

#: What is unusual about counts and totals that do not fit the canastas beside them.
TOO_FEW = ("too_few_points_for_canastas", "too_few_cards_for_canastas")
NO_CORNERS: Mapping[str, str] = {}
#: Of the melds that are none of a rank.
NO_CANASTA = (THREE, WILD, SEQUENCE)


@dataclass(frozen=True, slots=True)
class MeldView:
    """One meld as it lies: `parts` are (face, count), `card` the colour of its canasta, `hint` what it is or lacks."""

    field: str
    rank: str
    parts: tuple[tuple[str, int], ...]
    points: int
    is_: str | None
    bonus: int
    card: Literal["", "red", "ink"]
    hint: str


@dataclass(frozen=True, slots=True)
class ScorerView:
    """What one scorer gets: `lines` are (words, points, note), `short` the same for one paragraph."""

    place: int
    key: str
    name: str
    lines: tuple[tuple[str, int, str], ...]
    short: tuple[str, ...]
    total: int
    before: int
    score: int
    opening: OpeningView | None


@dataclass(frozen=True, slots=True)
class FindingView:
    """What is irregular or unusual, in a sentence, with the article that deals with it."""

    level: str
    text: str
    article: str | None
    url: str | None


@dataclass(frozen=True, slots=True)
class CheckView:
    """The deal checked: `errors` are (field, sentence) and block it; `scorers` is empty where it is refused."""

    melds: tuple[tuple[int, tuple[MeldView, ...]], ...]
    scorers: tuple[ScorerView, ...]
    findings: tuple[FindingView, ...]
    errors: tuple[tuple[str | None, str], ...]
    ends: str | None

    def melds_of(self, key: int) -> tuple[MeldView, ...]:
        """The melds of a team."""
        return dict(self.melds).get(key, ())

    def scorer(self, place: int) -> ScorerView | None:
        """What one scorer gets, or None where the deal is refused."""
        return next((scorer for scorer in self.scorers if scorer.place == place), None)


@dataclass(frozen=True, slots=True)
class Table:
    """What all the small functions below need to know."""

    match_id: str
    shape: Shape
    teams: Sequence[Team]
    entered: Entered
    words: Words


def check_view(table: Table, preview: Preview, problems: Iterable[Problem] = ()) -> CheckView:
    """Lay out a preview; `problems` are what else is missing before it can be saved."""
    errors: list[tuple[str | None, str]] = [
        (problem.field, say_problem(problem, table.words)) for problem in (*table.entered.problems, *problems)
    ]
    if preview.refused:
        errors.append((_field_of(table, preview.refused), say_refused(table, preview.refused)))
    return CheckView(
        melds=tuple((team.key, tuple(_melds(table, at))) for at, team in enumerate(table.teams)),
        scorers=tuple(scorers(table.shape, preview, table.words)),
        findings=tuple(
            _finding(table, preview.number, finding)
            for finding in (preview.row.findings if preview.row else ())
            if not _premature(table, finding)
        ),
        errors=tuple(errors),
        ends=say_end(preview.after, table.words),
    )


def say_problem(problem: Problem, words: Words) -> str:
    """The sentence for what cannot be read or is missing."""
    return words.gettext(PROBLEMS[problem.key], typed=problem.typed)


def say_refused(table: Table, refused: Refused) -> str:
    """The sentence for a deal that cannot be; too many cards name the side where the last of them were entered."""
    if refused.key != "too_many_of_a_kind":
        return say_refusal(refused, table.words)
    ((kind, found),) = refused.found.items()
    allowed = int((refused.allowed or (0,))[0])
    group = (_field_of(table, refused) or "").rpartition("-")[2]
    if group in ("high", "low", "tens", "fives", "twenties") and group != kind:
        whole = sum(table.shape.rules.pack.count(each) for each in _kinds_of(table, group))
        kind, found, allowed = group, found - allowed + whole, whole
    part = next((part for part in TOO_MANY if part.rstrip("s") in refused.where), "counted")
    name = _name_at(table, refused.where)
    card = card_name(kind, table.words)
    return table.words.gettext(TOO_MANY[part], card=card, found=found, allowed=allowed, side=name)


def _kinds_of(table: Table, group: str) -> Sequence[str]:
    for mode in ("side", "classes"):
        if kinds := table.shape.hand_groups(mode).get(group):
            return kinds
    return ()


def _field_of(table: Table, refused: Refused) -> str | None:
    return table.entered.field_at(refused.where)


def _team_at(table: Table, where: str) -> Team | None:
    found = re.match(r"sides\[(\d+)\]", where)
    return table.teams[int(found[1])] if found else None


def _name_at(table: Table, where: str) -> str:
    team = _team_at(table, where)
    return team_name(team, table.shape) if team else ""


def team_name(team: Team, shape: Shape) -> str:
    """A side's name, or those of two who play together."""
    return " & ".join(shape.names[place] for place in team.places)


def _melds(table: Table, at: int) -> Iterable[MeldView]:
    side, rows = table.entered.body["sides"][at], table.entered.rows[at]
    for number, (row, source) in enumerate(zip(rows, side.get("melds", []), strict=True)):
        meld = read_meld(source, f"sides[{at}].melds[{number}]")
        yield _meld(table, f"s{table.teams[at].key}-{row}", meld, out="out" in side)


def _meld(table: Table, field: str, meld: Meld, *, out: bool) -> MeldView:
    rules, words = table.shape.rules, table.words
    kind = canasta_kind(meld, rules)
    return MeldView(
        field=field,
        rank=meld.rank,
        parts=tuple(parts_of(meld)),
        points=laid_value(meld, rules),
        is_=words.gettext(MELD_IS[kind]) if kind else None,
        bonus=canasta_bonus(kind, rules) if kind else 0,
        card="" if not kind else "red" if kind.startswith("natural") else "ink",
        hint=_hint(table, meld, kind, out=out),
    )


def _hint(table: Table, meld: Meld, kind: str | None, *, out: bool) -> str:
    """What is irregular about the meld, else what it lacks, else what it has become."""
    rules, words = table.shape.rules, table.words
    broken = violations(meld, rules, going_out=out)
    if broken:
        return say_violation(broken[0], words)
    if kind:
        return words.gettext(MELD_IS[kind])
    lacks = rules.canastas.size - meld.size
    if meld.rank in NO_CANASTA or lacks < 1:
        return ""
    return words.ngettext("%(num)s more for a canasta", "%(num)s more for a canasta", lacks)


def scorers(shape: Shape, preview: Preview, words: Words) -> Iterable[ScorerView]:
    """What each scorer gets from a deal; nobody anything where it is refused."""
    if preview.row is None or preview.after is None:
        return
    for place, side in enumerate(preview.row.sides):
        yield ScorerView(
            place=place,
            key=SIDES[place],
            name=shape.names[place],
            lines=tuple((say_line(line, words), line.points, note(line, words)) for line in side.lines),
            short=tuple(_short(line, words) for line in side.lines),
            total=side.total,
            before=side.score_before,
            score=side.score,
            opening=_next_opening(preview.after, preview.number, place, side, words),
        )


def _next_opening(after: State, number: int, place: int, side: RowSide, words: Words) -> OpeningView | None:
    """The minimum of the deal that follows: one that is recorded already, or the one to be played."""
    later = next((row for row in after.rows if row.number > number), None)
    minimum = later.sides[place].opening if later else after.standings[place].opening
    return opening_view(minimum, side.score, after.setup.rules, words) if minimum else None


def note(line: Line, words: Words) -> str:
    """How a line is counted, where that is not plain: 2 × 300."""
    if line.count is None or line.each is None:
        return line.article or ""
    counted = f"{words.number(line.count)} × {words.number(line.each)}"
    return f"{counted}, {line.article}" if line.article else counted


def _short(line: Line, words: Words) -> str:
    return words.gettext(SHORT_LINES[line.key], points=line.points)


def _premature(table: Table, finding: Finding) -> bool:
    """Are canastas compared with cards or points of which nothing is entered yet?"""
    team = _team_at(table, finding.where)
    if not team or finding.key not in TOO_FEW:
        return False
    side = table.entered.body["sides"][table.teams.index(team)]
    melded = any(side["counted"].get(name) for name in ("points", *CLASSES))
    return not melded and not side.get("hand_points") and not any(side.get("hands") or ())


def _finding(table: Table, number: int, finding: Finding) -> FindingView:
    says = say_finding(finding, table.words)
    team = _team_at(table, finding.where)
    text = f"{team_name(team, table.shape)}: {says}" if team else says
    if not finding.article or table.shape.rules.code.id == "none":
        return FindingView(finding.level, text, None, None)
    asked = {"article": finding.article, "deal": number, "side": min(team.places) if team else 0}
    asked |= answers_in(finding, table.entered.body["sides"][table.teams.index(team)]) if team else {}
    return FindingView(
        finding.level, text, finding.article, f"/matches/{table.match_id}/rulings/new?{urlencode(asked)}"
    )


def say_end(after: State | None, words: Words) -> str | None:
    """What to say where the deal ends the match."""
    if after is None or not after.over:
        return None
    if after.verdict.winner is None:
        return words.gettext(N_("This ends the match in a draw."))
    name = after.standings[after.verdict.winner].name
    return words.gettext(
        N_("This ends the match. Winner: %(side)s, by %(points)s."), side=name, points=after.verdict.margin or 0
    )


def parts_of(meld: Meld, corners: Mapping[str, str] = NO_CORNERS) -> Iterator[tuple[str, int]]:
    """The cards of a meld as (face, count); `corners` are the letters on them, where those are not the ranks."""
    if meld.rank == SEQUENCE:
        yield from ((corners.get(card, card), 1) for card in meld.cards)
    elif meld.naturals:
        yield corners.get(meld.rank, meld.rank), meld.naturals
    yield from ((kind, count) for kind, count in ((TWO, meld.twos), (JOKER, meld.jokers)) if count)
