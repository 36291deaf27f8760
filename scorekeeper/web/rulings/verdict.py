"""The ruling itself: the cost and who pays it, instructions, reasons, further acts, and its effect on the match: scores
and minimums before and after."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.actions.matches.deals import Change, changes
from scorekeeper.actions.matches.rulings import Proposal, deals_for
from scorekeeper.engine.deals.opening import Opening
from scorekeeper.engine.deals.scoring import charged_articles
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.active_rulings import ANNULMENTS, REDEALS
from scorekeeper.engine.penalties.rulings import Ruling
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import Struct, replace
from scorekeeper.web.board.views import SIDES
from scorekeeper.web.frame.access import may_direct
from scorekeeper.web.rulings.bench import Bench
from scorekeeper.web.rulings.forms import YES, read_deal, read_override, to_query
from scorekeeper.words import N_, Words
from scorekeeper.words.rulings import RulingText, say_fine, say_ruling

CHARGED = N_("The score of deal %(number)s charges this already; nothing is applied again.")
CHARGED_BY_CARDS = N_(
    "When the deal is entered card by card the score deducts this automatically; an applied ruling replaces it."
)


#: One figure in words: what it is of, before and after, and whose.
EffectRow = tuple[str, str, str, str]


class Effect(NamedTuple):
    """The side and the deal that the ruling can be applied to, and its effect."""

    side: int
    deal: int
    proposal: Proposal


class RulingVerdict(Struct):
    """A ruling on a case; `proposal` is what applying it would do, None where it cannot be applied."""

    bench: Bench
    ruling: Ruling
    proposal: Proposal | None
    key: str

    @property
    def text(self) -> RulingText:
        """Its texts."""
        return say_ruling(self.ruling, self.bench.article, self.bench.offence.code, self.bench.words)

    @property
    def deal(self) -> int | None:
        """The deal asked for, else the likeliest one; None where there is none yet."""
        return deal_of(self.bench, self.ruling)

    @property
    def overridden(self) -> bool:
        """Return whether a director has decided in place of the code."""
        return self.bench.case.override == YES

    @property
    def heading(self) -> str:
        """The cost and the side: what the table looks for first."""
        bench, points, raise_ = self.bench, self.ruling.points, self.ruling.opening_raise
        if self.overridden:
            decided = read_override(bench.case)
            points, raise_ = decided.points, decided.opening_raise
        fine = say_fine(points, raise_, bench.words)
        cost = fine[:1].upper() + fine[1:]
        if bench.side is None:
            return cost
        name = bench.state.setup.sides[bench.side].name
        return bench.words.gettext(N_("%(cost)s, %(side)s"), cost=cost, side=name)

    @property
    def who(self) -> str:
        """The player that the ruling is about, where one was named."""
        player, words = self.bench.case.player, self.bench.words
        return words.gettext(N_("Ruling for %(who)s"), who=player) if player else ""

    @property
    def do(self) -> tuple[str, ...]:
        """The next step, and the requirement of the next try."""
        effect = self.effect
        more = next_try(effect.proposal, effect.side, effect.deal, self.bench.words) if effect else ""
        return (*self.text.do, more) if more else self.text.do

    @property
    def duties(self) -> str:
        """The number of duties that stay on the board; those of a played deal are over."""
        count, words = len(self.ruling.obligations), self.bench.words
        if not count:
            return ""
        if self.deal is not None and self.bench.state.row(self.deal):
            over = N_("Deal %(number)s has been played; nothing from this remains on the board.")
            return words.gettext(over, number=self.deal)
        return words.ngettext(
            "One duty stays on the board until it is done.",
            "%(num)s duties stay on the board until they are done.",
            count,
        )

    @property
    def instead(self) -> str:
        """The director's reason, which stands in the place of the code's."""
        if not self.overridden:
            return ""
        sentence = N_("The director decides in place of %(article)s: %(reason)s")
        return self.bench.words.gettext(sentence, article=self.bench.article.id, reason=self.bench.case.reason.strip())

    @property
    def reading(self) -> str | None:
        """The number of the reading that it rests on, wholly or in part."""
        return self.ruling.row.reading or self.ruling.row.aside

    @property
    def effect(self) -> Effect | None:
        """The effect of applying it, once side and deal are known."""
        if self.proposal is None or self.bench.side is None or self.deal is None:
            return None
        return Effect(self.bench.side, self.deal, self.proposal)

    @property
    def effect_title(self) -> str:
        """The heading of its effect."""
        words = self.bench.words
        return (
            words.gettext(N_("Effect in deal %(number)s"), number=self.deal)
            if self.deal
            else words.gettext(N_("Effect"))
        )

    @property
    def rows(self) -> tuple[EffectRow, ...]:
        """The figures before and after."""
        effect = self.effect
        return tuple(effect_rows(effect.proposal, effect.side, effect.deal, self.bench.words)) if effect else ()

    @property
    def by_itself(self) -> bool:
        """Return whether the score charges this automatically where the cards of a deal are known."""
        return self.bench.article.id in charged_articles(
            self.bench.state.rules_in(self.deal or self.bench.state.next_deal)
        )

    @property
    def charged(self) -> bool:
        """Return whether the score of that deal already charges this side for the very same, so that applying changes
        nothing."""
        effect, bench = self.effect, self.bench
        row = bench.state.row(effect.deal) if effect else None
        if effect is None or row is None or self.overridden:
            return False
        same = effect.proposal.before.standings == effect.proposal.after.standings
        lines = row.sides[effect.side].lines
        return same and any(line.article == bench.article.id and line.detail != "ruling" for line in lines)

    @property
    def notes(self) -> Iterator[str]:
        """The notes on its effect, and the reason why it cannot be applied."""
        bench, effect, words = self.bench, self.effect, self.bench.words
        if effect:
            yield from effect_notes(effect.proposal.before, effect.proposal.after, effect.deal, words)
        if bench.side is None:
            yield words.gettext(N_("Say who it was, and the effect on the match is shown here."))
        elif self.deal is None:
            yield words.gettext(N_("There is no deal yet that this ruling could be applied to."))
        if self.charged:
            yield words.gettext(CHARGED, number=self.deal)
        elif self.by_itself:
            yield words.gettext(CHARGED_BY_CARDS)

    @property
    def applies(self) -> bool:
        """Return whether it may be applied."""
        return self.effect is not None and not self.charged

    @property
    def apply_label(self) -> str:
        """The label of the button that applies it."""
        override, plain = N_("Apply the override to deal %(number)s"), N_("Apply to deal %(number)s")
        return self.bench.words.gettext(override if self.overridden else plain, number=self.deal)

    @property
    def apply_fields(self) -> Mapping[str, str]:
        """The hidden fields of that button."""
        case = replace(self.bench.case, deal=str(self.deal))
        return {**to_query(case), "version": str(self.bench.state.version), "key": self.key}

    @property
    def deals(self) -> tuple[tuple[int, str, bool], ...]:
        """Number and address of every deal that it can be applied to, and which one is chosen."""
        bench = self.bench
        numbers = sorted(_deals(bench, self.ruling)) if bench.side is not None else ()
        choices = ((deal, bench.url(replace(bench.case, deal=str(deal))), deal == self.deal) for deal in numbers)
        return tuple(choices) if len(numbers) > 1 else ()

    @property
    def ways(self) -> Iterator[tuple[str, str, str]]:
        """The other ways on, as (address, label, kind): naming the offender, and deciding otherwise."""
        bench, case, words = self.bench, self.bench.case, self.bench.words
        if bench.side is None:
            yield bench.url(replace(case, side="")), words.gettext(N_("Say who it was")), "main"
        if case.override:
            yield bench.url(replace(case, override="")), words.gettext(N_("Without the override")), ""
        elif self.effect and may_direct():
            yield bench.url(replace(case, override="form")), words.gettext(N_("Director’s override")), ""


def deal_of(bench: Bench, ruling: Ruling) -> int | None:
    """The deal asked for, else the likeliest one; None where there is none yet."""
    return read_deal(bench.case) or next(iter(_deals(bench, ruling)), None)


def _deals(bench: Bench, ruling: Ruling) -> tuple[int, ...]:
    """The deals that the ruling can be applied to, the likeliest first: an article of a code where that code held."""
    state, code = bench.state, bench.offence.code
    numbers = deals_for(ruling.outcomes, state)
    if code is None:
        return numbers
    here = state.rules_in(read_deal(bench.case) or state.next_deal).code.id
    return tuple(deal for deal in numbers if state.rules_in(deal).code.id == here)


def override_fields(bench: Bench, ruling: Ruling) -> Mapping[str, str]:
    """The values in the director's form: the decision so far, or the code's."""
    case = bench.case
    if case.override == YES:
        return {"points": case.points, "raise": case.raise_, "reason": case.reason}
    return {"points": str(ruling.points), "raise": str(ruling.opening_raise), "reason": case.reason}


def meant(bench: Bench, refused: Refused | None) -> Iterator[tuple[str, str]]:
    """The likely corrections of a figure that looks mistyped, as (address, label)."""
    case, words = bench.case, bench.words
    if refused and refused.key == "gives_points":
        fine = words.gettext(N_("It is a fine: %(points)s"), points=words.signed(-refused.found))
        yield bench.url(replace(case, points=str(-refused.found))), fine
        given = words.gettext(N_("It is given: %(points)s"), points=words.signed(refused.found))
        yield bench.url(replace(case, sure=case.figures)), given
    if refused and refused.key == "not_in_fives":
        yes = words.gettext(N_("Yes, %(number)s is correct"), number=refused.found)
        yield bench.url(replace(case, sure=case.figures)), yes


def effect_rows(proposal: Proposal, side: int, deal: int, words: Words) -> Iterator[EffectRow]:
    """The figures that applying the ruling touches, the offending side first."""
    before, after = proposal.before, proposal.after
    yield from _of_deal(proposal, deal, words)
    yield from _of_side(before, after, side, deal, words)
    for other in range(len(before.standings)):
        if other != side:
            yield from (row for row in _of_side(before, after, other, deal, words) if row[1] != row[2])


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


def _of_deal(proposal: Proposal, deal: int, words: Words) -> Iterator[EffectRow]:
    """The fate of a deal that is annulled or dealt again."""
    label = words.gettext(N_("Deal %(number)s"), number=deal)
    counted = words.gettext(N_("counts") if proposal.before.row(deal) else N_("in play"))
    if ANNULMENTS.intersection(proposal.ruling.outcomes):
        yield label, counted, words.gettext(N_("annulled")), ""
    if REDEALS.intersection(proposal.ruling.outcomes):
        yield label, counted, words.gettext(N_("dealt again")), ""


def _of_side(before: State, after: State, side: int, deal: int, words: Words) -> Iterator[EffectRow]:
    name, key = before.standings[side].name, SIDES[side]
    minimums = [_minimum_in(state, side, deal) for state in (before, after)]
    if minimums[0] and minimums[1]:
        label = words.gettext(N_("%(side)s: opening minimum"), side=name)
        was, now = (say_minimum(each, words) for each in (minimums[0], minimums[1]))
        if was != now or deal == before.next_deal:
            yield label, was, now, key
    scores = [state.standings[side].score + state.waiting(side) for state in (before, after)]
    label = words.gettext(N_("%(side)s: score"), side=name)
    yield label, words.number(scores[0]), words.number(scores[1]), key


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


def effect_notes(before: State, after: State, deal: int, words: Words) -> Iterator[str]:
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
