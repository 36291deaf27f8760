"""The effect of a ruling on the match: scores and minimums before and after, and further differences."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.actions.matches.preview import Change, changes
from scorekeeper.actions.matches.rulings import Proposal
from scorekeeper.engine.deals.opening import Opening
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.active_rulings import ANNULMENTS, REDEALS
from scorekeeper.engine.values import Struct
from scorekeeper.web.board.views import SIDES
from scorekeeper.words import N_, Words


class EffectRow(Struct):
    """One figure before and after, in words; `changed` ones stand out."""

    label: str
    before: str
    after: str
    side: str

    @property
    def changed(self) -> bool:
        """Return whether the ruling changes it."""
        return self.before != self.after


def effect_rows(proposal: Proposal, side: int, deal: int, words: Words) -> Iterable[EffectRow]:
    """The figures that applying the ruling touches, the offending side first."""
    before, after = proposal.before, proposal.after
    yield from _of_deal(proposal, deal, words)
    yield from _of_side(before, after, side, deal, words)
    for other in range(len(before.standings)):
        if other != side:
            yield from (row for row in _of_side(before, after, other, deal, words) if row.changed)


def next_try(proposal: Proposal, side: int, deal: int, words: Words) -> str:
    """The requirement of the side's next try after a raised minimum; "only a canasta" cannot be raised."""
    minimum = _minimum_in(proposal.after, side, deal)
    raised = _raise(proposal.after, side, deal) - _raise(proposal.before, side, deal)
    if not raised or minimum is None:
        return ""
    if minimum.points is None:
        return words.gettext(N_("Only a canasta opens for this side, as before: the raise changes nothing."))
    if deal != proposal.after.next_deal:
        return ""
    return words.gettext(N_("The next try must reach %(points)s."), points=minimum.points)


def _of_deal(proposal: Proposal, deal: int, words: Words) -> Iterable[EffectRow]:
    """The fate of a deal that is annulled or dealt again."""
    label = words.gettext(N_("Deal %(number)s"), number=deal)
    counted = words.gettext(N_("counts") if proposal.before.row(deal) else N_("in play"))
    if ANNULMENTS.intersection(proposal.ruling.outcomes):
        yield EffectRow(label, counted, words.gettext(N_("annulled")), "")
    if REDEALS.intersection(proposal.ruling.outcomes):
        yield EffectRow(label, counted, words.gettext(N_("dealt again")), "")


def _of_side(before: State, after: State, side: int, deal: int, words: Words) -> Iterable[EffectRow]:
    name, key = before.standings[side].name, SIDES[side]
    minimums = [_minimum_in(state, side, deal) for state in (before, after)]
    if minimums[0] and minimums[1]:
        label = words.gettext(N_("%(side)s: opening minimum"), side=name)
        row = EffectRow(label, say_minimum(minimums[0], words), say_minimum(minimums[1], words), key)
        yield from [row] if row.changed or deal == before.next_deal else []
    scores = [state.standings[side].score + state.waiting(side) for state in (before, after)]
    label = words.gettext(N_("%(side)s: score"), side=name)
    yield EffectRow(label, words.number(scores[0]), words.number(scores[1]), key)


def say_minimum(opening: Opening, words: Words) -> str:
    """A minimum with the raise that it holds: 90 + 10 = 100."""
    if opening.points is None:
        return words.gettext(N_("a canasta"))
    if opening.raised:
        sum_ = N_("%(base)s + %(raised)s = %(points)s")
        return words.gettext(sum_, base=opening.base, raised=opening.raised, points=opening.points)
    return words.number(opening.points)


def _minimum_in(state: State, side: int, deal: int) -> Opening | None:
    """The minimum that holds for a side in a deal, recorded or being played."""
    row = state.row(deal)
    return row.sides[side].opening if row else state.standings[side].opening


def _raise(state: State, side: int, deal: int) -> int:
    mine = [ruling for ruling in state.rulings if ruling.side == side and ruling.deal == deal]
    return sum(ruling.opening_raise for ruling in mine if not ruling.withdrawn)


def effect_notes(before: State, after: State, deal: int, words: Words) -> Iterable[str]:
    """The further differences."""
    sides = range(len(after.standings))
    if any(after.waiting(side) != before.waiting(side) for side in sides) and deal == after.next_deal:
        yield words.gettext(N_("The points are charged when deal %(number)s is saved."), number=deal)
    if before.over and not after.over:
        yield words.gettext(N_("This reopens the match: it goes on with deal %(number)s."), number=after.next_deal)
    if after.over and not before.over:
        yield words.gettext(N_("This ends the match."))
    later = [change for change in changes(before, after) if change.deal > deal]
    yield from (_opened(change, before, words) for change in later if change.moves_minimum)


def _opened(change: Change, state: State, words: Words) -> str:
    was, now = change.opening
    return words.gettext(
        N_("%(side)s: opening minimum of deal %(deal)s was %(was)s; it is now %(now)s. The deal still counts."),
        side=state.standings[change.side].name,
        deal=change.deal,
        was=say_minimum(was, words),
        now=say_minimum(now, words),
    )
