"""View model of the page of a ruling: the cost and who pays it, instructions, reasons, further acts, and its effect on
the match: scores and minimums before and after."""

from collections.abc import Iterator, Mapping

from scorekeeper.actions.matches.deals import changes
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


#: A row of the table of effects: the figure's name, its value before and after, and the key of its side, empty for a
#: row about the deal.
EffectRow = tuple[str, str, str, str]


class RulingVerdict(Struct):
    """A ruling on a case. `deal` is the one it counts in, see `deal_of`; `proposal` is the effect of applying it, None
    if it cannot be applied; `key` is the idempotency key of the form."""

    bench: Bench
    ruling: Ruling
    deal: int | None
    proposal: Proposal | None
    key: str

    @property
    def text(self) -> RulingText:
        """The texts of the ruling."""
        return say_ruling(self.ruling, self.bench.article, self.bench.offence.code, self.bench.words)

    @property
    def overridden(self) -> bool:
        """Return whether a director has decided in place of the code."""
        return self.bench.case.override == YES

    @property
    def heading(self) -> str:
        """The cost and the name of the side."""
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
    def do(self) -> tuple[str, ...]:
        """The instructions, and the points that the next try to open must reach."""
        more = next_try(self.proposal, self.bench.words) if self.proposal else ""
        return (*self.text.do, more) if more else self.text.do

    @property
    def rows(self) -> tuple[EffectRow, ...]:
        """The figures before and after; empty if the ruling cannot be applied."""
        return tuple(effect_rows(self.proposal, self.bench.words)) if self.proposal else ()

    @property
    def by_itself(self) -> bool:
        """Return whether the score charges the offence automatically in a deal that is entered card by card."""
        state = self.bench.state
        return self.bench.article.id in charged_articles(state.rules_in(self.deal or state.next_deal))

    @property
    def charged(self) -> bool:
        """Return whether the score of the deal already charges this side under the same article, so that applying the
        ruling would change nothing."""
        proposal, bench = self.proposal, self.bench
        row = bench.state.row(proposal.deal) if proposal else None
        if proposal is None or row is None or self.overridden:
            return False
        same = proposal.before.standings == proposal.after.standings
        lines = row.sides[proposal.side].lines
        return same and any(line.article == bench.article.id and line.detail != "ruling" for line in lines)

    @property
    def notes(self) -> Iterator[str]:
        """The notes on the effect, and the reason why the ruling cannot be applied."""
        words = self.bench.words
        if self.proposal:
            yield from effect_notes(self.proposal, words)
        if self.bench.side is None:
            yield words.gettext(N_("Say who it was, and the effect on the match is shown here."))
        elif self.deal is None:
            yield words.gettext(N_("There is no deal yet that this ruling could be applied to."))
        if self.charged:
            yield words.gettext(CHARGED, number=self.deal)
        elif self.by_itself:
            yield words.gettext(CHARGED_BY_CARDS)

    @property
    def applies(self) -> bool:
        """Return whether the ruling can be applied."""
        return self.proposal is not None and not self.charged

    @property
    def apply_fields(self) -> Mapping[str, str]:
        """The hidden fields of the form that applies the ruling."""
        case = replace(self.bench.case, deal=str(self.deal))
        return {**to_query(case), "version": str(self.bench.state.version), "key": self.key}

    @property
    def deals(self) -> tuple[tuple[int, str, bool], ...]:
        """The deals to choose from, as (number, address, whether it is chosen); empty if there is no choice."""
        bench = self.bench
        numbers = sorted(_deals(bench, self.ruling)) if bench.side is not None else ()
        choices = ((deal, bench.url(replace(bench.case, deal=str(deal))), deal == self.deal) for deal in numbers)
        return tuple(choices) if len(numbers) > 1 else ()

    @property
    def ways(self) -> Iterator[tuple[str, str, str]]:
        """The further links, as (address, label, kind): naming the offender, and the director's override."""
        bench, case, words = self.bench, self.bench.case, self.bench.words
        if bench.side is None:
            yield bench.url(replace(case, side="")), words.gettext(N_("Say who it was")), "main"
        if case.override:
            yield bench.url(replace(case, override="")), words.gettext(N_("Without the override")), ""
        elif self.proposal and may_direct():
            yield bench.url(replace(case, override="form")), words.gettext(N_("Director’s override")), ""


def deal_of(bench: Bench, ruling: Ruling) -> int | None:
    """The deal that the address names, else the likeliest one; None if there is none yet."""
    return read_deal(bench.case) or next(iter(_deals(bench, ruling)), None)


def _deals(bench: Bench, ruling: Ruling) -> tuple[int, ...]:
    """The deals that the ruling can be applied to, the likeliest first. For an article of a penalty code, these are
    only deals in which the same code is in force as in the deal of the case."""
    state, code = bench.state, bench.offence.code
    numbers = deals_for(ruling.outcomes, state)
    if code is None:
        return numbers
    here = state.rules_in(read_deal(bench.case) or state.next_deal).code.id
    return tuple(deal for deal in numbers if state.rules_in(deal).code.id == here)


def meant(bench: Bench, refused: Refused) -> Iterator[tuple[str, str]]:
    """The choices for a figure that looks mistyped, as (address, label): to correct it, or to confirm it as typed."""
    case, words = bench.case, bench.words
    as_typed = bench.url(replace(case, sure=case.figures))
    if refused.key == "gives_points":
        fine = words.gettext(N_("It is a fine: %(points)s"), points=words.signed(-refused.found))
        yield bench.url(replace(case, points=str(-refused.found))), fine
        yield as_typed, words.gettext(N_("It is given: %(points)s"), points=words.signed(refused.found))
    if refused.key == "not_in_fives":
        yield as_typed, words.gettext(N_("Yes, %(number)s is correct"), number=refused.found)


def effect_rows(proposal: Proposal, words: Words) -> Iterator[EffectRow]:
    """The rows of the table of effects: the deal if it is annulled or dealt again, all figures of the offending side,
    and those of other sides that change."""
    before, deal = proposal.before, proposal.deal
    for outcomes, fate in ((ANNULMENTS, N_("annulled")), (REDEALS, N_("dealt again"))):
        if outcomes.intersection(proposal.ruling.outcomes):
            counted = words.gettext(N_("counts") if before.row(deal) else N_("in play"))
            yield words.gettext(N_("Deal %(number)s"), number=deal), counted, words.gettext(fate), ""
    yield from _of_side(proposal, proposal.side, words)
    for other in range(len(before.standings)):
        if other != proposal.side:
            yield from (row for row in _of_side(proposal, other, words) if row[1] != row[2])


def next_try(proposal: Proposal, words: Words) -> str:
    """The sentence on the side's next try to open after a raise: the points that it must reach, or that the raise
    changes nothing because only a canasta opens. Empty if there is nothing to say."""
    minimum = _minimum_in(proposal.after, proposal.side, proposal.deal)
    if not proposal.after.rulings[-1].opening_raise or minimum is None:
        return ""
    if minimum.points is None:
        return words.gettext(N_("Only a canasta opens for this side, as before: the raise changes nothing."))
    if proposal.deal != proposal.after.next_deal:
        return ""
    return words.gettext(N_("The next try must reach %(points)s."), points=minimum.points)


def _of_side(proposal: Proposal, side: int, words: Words) -> Iterator[EffectRow]:
    """The rows for a side: its opening minimum, if that changes or the deal is being played, and its score."""
    before, after, deal = proposal.before, proposal.after, proposal.deal
    name, key = before.standings[side].name, SIDES[side]
    minimums = [_minimum_in(state, side, deal) for state in (before, after)]
    if minimums[0] and minimums[1]:
        was, now = say_minimum(minimums[0], words), say_minimum(minimums[1], words)
        if was != now or deal == before.next_deal:
            yield words.gettext(N_("%(side)s: opening minimum"), side=name), was, now, key
    scores = [words.number(state.standings[side].score + state.waiting(side)) for state in (before, after)]
    yield words.gettext(N_("%(side)s: score"), side=name), scores[0], scores[1], key


def say_minimum(opening: Opening, words: Words) -> str:
    """An opening minimum in words, with its raise: "90 + 10 = 100"."""
    if opening.points is None:
        return words.gettext(N_("a canasta"))
    if opening.raised:
        sum_ = N_("%(base)s + %(raised)s = %(points)s")
        return words.gettext(sum_, base=opening.base, raised=opening.raised, points=opening.points)
    return words.number(opening.points)


def _minimum_in(state: State, side: int, deal: int) -> Opening | None:
    """The opening minimum of a side in this deal if it is recorded, else in the deal that is being played."""
    row = state.row(deal)
    return row.sides[side].opening if row else state.standings[side].opening


def effect_notes(proposal: Proposal, words: Words) -> Iterator[str]:
    """The effects that take a sentence: points still to be charged, a match that ends or goes on, and minimums of later
    deals."""
    before, after, deal = proposal.before, proposal.after, proposal.deal
    sides = range(len(after.standings))
    if any(after.waiting(side) != before.waiting(side) for side in sides) and deal == after.next_deal:
        yield words.gettext(N_("The points are charged when deal %(number)s is saved."), number=deal)
    if before.over and not after.over:
        yield words.gettext(N_("This reopens the match: it goes on with deal %(number)s."), number=after.next_deal)
    if after.over and not before.over:
        yield words.gettext(N_("This ends the match."))
    opened = N_("%(side)s: opening minimum of deal %(deal)s was %(was)s; it is now %(now)s. The deal still counts.")
    for change in changes(before, after):
        if change.deal > deal and change.moves_minimum:
            name, (was, now) = before.standings[change.side].name, (say_minimum(each, words) for each in change.opening)
            yield words.gettext(opened, side=name, deal=change.deal, was=was, now=now)
