"""From the state of a match to its score board, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.match import Obligation, Row, Standing, State
from scorekeeper.engine.opening import Opening, bracket, canasta_opening
from scorekeeper.engine.rules import RuleSet
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.web.board.chart import Series, drawings
from scorekeeper.web.board.model import (
    SIDES,
    BoardView,
    DutyView,
    Frame,
    LeadView,
    OpeningView,
    RulingView,
    SideView,
    TurnView,
)
from scorekeeper.web.rulings.lines import figure_of, mark_of, named, who_of
from scorekeeper.words import N_, Words
from scorekeeper.words.evenings import say_closed, say_table
from scorekeeper.words.options import say_end
from scorekeeper.words.rulings import code_title, say_codes, say_obligation

RULINGS_SHOWN = 6
NO_ACTS = Frame()


def board_view(state: State, words: Words, frame: Frame = NO_ACTS) -> BoardView:
    """Lay out a match for the board, in the language of `words`."""
    rules = state.setup.rules
    sides = tuple(_side(state, index, standing, words) for index, standing in enumerate(state.standings))
    curves = running(sides, state.rows)
    money = state.verdict.money
    return BoardView(
        title=title(state, words),
        subtitle=subtitle(state, words),
        target=rules.end.target,
        deal=state.next_deal,
        version=state.version,
        sides=sides,
        lead=lead(sides),
        turn=None if state.over else _turn(state),
        duties=tuple(_duty(state, obligation, words) for obligation in state.obligations),
        rows=state.rows,
        chart=drawings(curves),
        chart_label=chart_label(curves, words),
        rulings=_rulings(state, words),
        over=state.over,
        money=None if money is None else words.money(money, state.setup.currency),
        acts=frame.acts,
        done_url=frame.done_url,
        rulings_url=frame.rulings_url,
        paused=state.paused,
        names_url=frame.names_url,
    )


def title(state: State, words: Words) -> str:
    """Say what the table is at: a deal being played, or a match that is over."""
    if state.over:
        return say_closed(state.closed, words)
    return words.gettext(N_("Deal %(number)s in play"), number=state.next_deal)


def subtitle(state: State, words: Words) -> str:
    """Say what is played: the match's own title, its table, the rule set, the target and the penalty code."""
    rules = state.setup.rules
    played = f"{rule_set_title(rules, words)}, {say_end(rules, words)}"
    coming = tuple(each for each in state.codes if each[0] > state.next_deal)
    code = code_title(rules.code.id, codes(), words) if rules.code.id != "none" else ""
    at = state.setup.evening
    table = say_table(at.round, at.table, words) if at else ""
    return "\u00a0· ".join(
        part for part in (state.setup.title, table, played, code, say_codes(coming, codes(), words)) if part
    )


def rule_set_title(rules: RuleSet, words: Words) -> str:
    """The title of a rule set; one that this program no longer ships is called by its id."""
    facts = rulebook().rule_sets.get(rules.id)
    return words.gettext(facts.title) if facts else rules.id


def lead(sides: Sequence[SideView]) -> LeadView:
    """Compare the best two totals."""
    first, *others = sorted(sides, key=lambda side: side.total, reverse=True)
    margin = first.total - others[0].total if others else 0
    return LeadView(first if margin else None, margin)


def running(sides: Sequence[SideView], rows: Sequence[Row]) -> list[Series]:
    """The running totals of each side, for the chart."""
    return [
        Series(side.key, side.name, tuple(row.sides[index].score for row in rows)) for index, side in enumerate(sides)
    ]


def chart_label(curves: Sequence[Series], words: Words) -> str:
    """Say the chart in words, for those who do not see it."""
    lines = [f"{curve.name}: {', '.join(words.number(total) for total in curve.totals)}." for curve in curves]
    return " ".join((words.gettext(N_("Running score after each deal.")), *lines))


def opening_view(opening: Opening, score: int, rules: RuleSet, words: Words) -> OpeningView:
    """Say a minimum with its reasons: the bracket, the raise of a penalty, and what else it asks."""
    reasons = [_bracket(opening, score, rules, words)]
    if opening.natural_canasta:
        return OpeningView(None, (words.gettext(N_("only a natural canasta or a better one opens")), *reasons))
    if opening.least is not None:
        says = N_("only a canasta opens, with %(points)s in all")
        return OpeningView(None, (words.gettext(says, points=opening.least), *reasons))
    if opening.canasta:
        return OpeningView(None, (words.gettext(N_("only a canasta opens")), *reasons))
    if opening.raised:
        reasons = [words.gettext(N_("%(base)s + %(raised)s penalty"), base=opening.base, raised=opening.raised)]
    if opening.natural_group:
        reasons.append(words.gettext(N_("with a meld of natural cards")))
    return OpeningView(opening.points, tuple(reasons))


def _bracket(opening: Opening, score: int, rules: RuleSet, words: Words) -> str:
    if opening.deal is not None:
        return words.gettext(N_("deal %(number)s"), number=opening.deal)
    row = canasta_opening(score, rules)
    if row is not None and row.beyond:
        return words.gettext(N_("score above %(score)s"), score=row.since)
    if row is not None:
        return words.gettext(N_("score %(score)s or more"), score=row.since)
    start, below, points = bracket(score, rules)
    if points == 0:
        return words.gettext(N_("any meld opens"))
    if start is None:
        return words.gettext(N_("score below %(score)s"), score=below)
    if below is None:
        return words.gettext(N_("score %(score)s or more"), score=start)
    return words.gettext(N_("score %(low)s to %(high)s"), low=start, high=below - POINT_STEP)


def _side(state: State, index: int, standing: Standing, words: Words) -> SideView:
    rules = state.setup.rules
    target = rules.end.target if rules.end.deals is None else None
    minimum = standing.opening
    return SideView(
        key=SIDES[index],
        name=standing.name,
        players=() if standing.name == " & ".join(standing.players) else standing.players,
        total=standing.score,
        to_go=None if target is None else max(0, target - standing.score),
        progress=None if target is None else min(1.0, max(0.0, standing.score / target)),
        opening=opening_view(minimum, standing.score, rules, words) if minimum else None,
        deals=not state.over and _dealer(state) in standing.players,
        won=state.verdict.winner == index,
        waiting=state.waiting(index),
    )


def _dealer(state: State) -> str:
    return state.setup.seats[state.seating.dealer]


def _turn(state: State) -> TurnView:
    seats = state.setup.seats
    return TurnView(
        dealer=_dealer(state),
        cards=state.setup.rules.table.hand_size,
        second_hand=state.setup.rules.second_hand.of,
        leader=seats[state.seating.leader],
        rests=tuple(seats[seat] for seat in state.seating.sits_out),
        again=state.next_deal in state.redeals,
    )


def _duty(state: State, obligation: Obligation, words: Words) -> DutyView:
    ruling, index = obligation.ruling, obligation.index
    owed = ruling.obligations[index]
    fields = (("ruling", ruling.id), ("index", str(index)), ("version", str(state.version)))
    return DutyView(SIDES[ruling.side], who_of(ruling, state), say_obligation(owed, words), fields)


def _rulings(state: State, words: Words) -> tuple[RulingView, ...]:
    latest = sorted(state.rulings, key=lambda ruling: ruling.version, reverse=True)[:RULINGS_SHOWN]
    return tuple(
        RulingView(
            id=ruling.id,
            deal=ruling.deal,
            name=who_of(ruling, state),
            article=named(ruling, words),
            figure=figure_of(ruling, state, words) if ruling.points or ruling.opening_raise else "",
            mark=mark_of(ruling, state, words),
            withdrawn=ruling.withdrawn,
        )
        for ruling in latest
    )
