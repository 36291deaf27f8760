"""The ruling itself: do now, why, effect, and what can be done with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from flask import url_for

from scorekeeper.actions.rulings import Proposal, deals_for
from scorekeeper.engine.articles import Article
from scorekeeper.engine.match import State
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rulings import Ruling
from scorekeeper.engine.scoring import charged_articles
from scorekeeper.web.frame.director import may_direct
from scorekeeper.web.rulings.effect import Effect, effect_of, next_try
from scorekeeper.web.rulings.form import YES, read_deal, read_override, to_query
from scorekeeper.web.rulings.steps import Bench, Head, head_of
from scorekeeper.words import N_
from scorekeeper.words.refusals import say_refusal
from scorekeeper.words.rulings import RulingText, say_fine, say_ruling

CHARGED = N_("The score of deal %(number)s charges this already; nothing is applied again.")
CHARGED_BY_CARDS = N_(
    "The score charges this by itself when the deal is entered by cards; a ruling that is applied stands in its place."
)


@dataclass(frozen=True, slots=True)
class ApplyView:
    """The form that applies the ruling: its button, and the fields that go with it. `quiet`: seldom needed."""

    label: str
    quiet: bool
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RulingPage:
    """A ruling with its four parts. `apply` is None where nothing is to be applied; `notes` say why."""

    head: Head
    title: str
    who: str
    text: RulingText
    reading: str | None
    do: tuple[str, ...]
    duties: str
    deal: int | None
    effect: Effect | None
    apply: ApplyView | None
    notes: tuple[str, ...]
    deals: tuple[tuple[int, str, bool], ...]
    override: str
    override_url: str | None
    plain_url: str | None
    who_url: str | None


@dataclass(frozen=True, slots=True)
class OverridePage:
    """What a director decides in place of the code: fields, errors by field, and what the address keeps.

    `ways` are (address, label) of going on where a figure looks mistyped.
    """

    head: Head
    points: str
    raise_: str
    reason: str
    errors: tuple[tuple[str, str], ...]
    ways: tuple[tuple[str, str], ...]
    kept: Mapping[str, str]
    plain_url: str


def ruling_page(bench: Bench, ruling: Ruling, proposal: Proposal | None, *, key: str) -> RulingPage:
    """Lay out a ruling; `proposal` is what applying it would do, None where it cannot be applied."""
    article, case, words = bench.found.article, bench.case, bench.words
    text = say_ruling(ruling, article, bench.found.code, words)
    side, deal = bench.side, deal_of(bench, ruling)
    ready = proposal is not None and side is not None and deal is not None
    effect = effect_of(proposal, side, deal, words) if proposal and side is not None and deal is not None else None
    more = next_try(proposal, side, deal, words) if proposal and side is not None and deal is not None else ""
    by_itself = article.id in charged_articles(bench.state.setup.rules)
    overridden = case.override == YES
    same = proposal is not None and proposal.before.standings == proposal.after.standings
    charged = same and not overridden and charged_already(article, bench.state, side, deal)
    fields = {**to_query(replace(case, deal=str(deal))), "version": str(bench.state.version), "key": key}
    return RulingPage(
        head=head_of(bench),
        title=_title(bench, ruling),
        who=_who(bench),
        text=text,
        reading=ruling.row.reading or ruling.row.aside,
        do=(*text.do, more) if more else text.do,
        duties=_duties(bench, ruling, deal),
        deal=deal,
        effect=effect,
        apply=ApplyView(_label(bench, deal), by_itself, fields) if ready and (overridden or not charged) else None,
        notes=tuple(_notes(bench, side, deal, charged=charged)),
        deals=_deals(bench, ruling, deal) if side is not None else (),
        override=_override(bench) if case.override == YES else "",
        override_url=bench.url(replace(case, override="form")) if ready and may_direct() else None,
        plain_url=bench.url(replace(case, override="")) if case.override else None,
        who_url=bench.url(replace(case, side="")) if side is None else None,
    )


def override_page(bench: Bench, ruling: Ruling, refused: Refused | None = None) -> OverridePage:
    """The form of the director, filled with what the code says, or with what was `refused` and how to go on from it."""
    case = bench.case
    decided = case.override == YES
    return OverridePage(
        head=head_of(bench),
        points=case.points if decided else str(ruling.points),
        raise_=case.raise_ if decided else str(ruling.opening_raise),
        reason=case.reason,
        errors=((refused.where, say_refusal(refused, bench.words)),) if refused else (),
        ways=tuple(_ways(bench, refused)) if refused else (),
        kept=to_query(replace(case, override="")),
        plain_url=bench.url(replace(case, override="")),
    )


def _ways(bench: Bench, refused: Refused) -> Iterable[tuple[str, str]]:
    """What may be meant by a figure that looks mistyped."""
    case, words, figure = bench.case, bench.words, refused.found
    if refused.key == "gives_points":
        fine = words.gettext(N_("It is a fine: %(points)s"), points=words.signed(-figure))
        yield bench.url(replace(case, points=str(-figure))), fine
        given = words.gettext(N_("It is given: %(points)s"), points=words.signed(figure))
        yield bench.url(replace(case, sure=case.figures)), given
    if refused.key == "not_in_fives":
        yield bench.url(replace(case, sure=case.figures)), words.gettext(N_("Yes, %(number)s is meant"), number=figure)


def deal_of(bench: Bench, ruling: Ruling) -> int | None:
    """The deal asked for, else the likeliest one; None where there is none yet."""
    return read_deal(bench.case) or next(iter(deals_for(ruling.outcomes, bench.state)), None)


def charged_already(article: Article, state: State, side: int | None, deal: int | None) -> bool:
    """Does the score of that deal charge this side for the same cards by itself?"""
    row = state.row(deal) if deal is not None else None
    if row is None or side is None:
        return False
    return any(line.article == article.id and line.detail != "ruling" for line in row.sides[side].lines)


def recount_url(bench: Bench) -> str | None:
    """Where both figures of a count are written down, for an article about counting."""
    if bench.found.article.question("error") is None or not bench.state.rows:
        return None
    asked = f"?side={bench.side}" if bench.side is not None else ""
    return f"{url_for('recounts.index', match_id=bench.match_id)}{asked}"


def _title(bench: Bench, ruling: Ruling) -> str:
    """What it costs, and whom: what the table looks for first."""
    case, words = bench.case, bench.words
    decided = read_override(case) if case.override == YES else None
    points, raise_ = (decided.points, decided.opening_raise) if decided else (ruling.points, ruling.opening_raise)
    cost = say_fine(points, raise_, words)
    if bench.side is None:
        return cost
    return words.gettext(N_("%(cost)s, %(side)s"), cost=cost, side=bench.state.setup.sides[bench.side].name)


def _who(bench: Bench) -> str:
    """The player that the ruling is about, where one was named."""
    return bench.words.gettext(N_("Ruling for %(who)s"), who=bench.case.player) if bench.case.player else ""


def _override(bench: Bench) -> str:
    """Why it is not as the code says: the director's reason stands in the place of the code's."""
    instead = N_("The director decides in place of %(article)s: %(reason)s")
    return bench.words.gettext(instead, article=bench.found.article.id, reason=bench.case.reason.strip())


def _duties(bench: Bench, ruling: Ruling, deal: int | None) -> str:
    """How many duties stay on the board; those of a deal that has been played are over."""
    count, words = len(ruling.obligations), bench.words
    if not count:
        return ""
    if deal is not None and bench.state.row(deal):
        return words.gettext(N_("Deal %(number)s has been played: nothing of this stays on the board."), number=deal)
    return words.ngettext(
        "One duty stays on the board until it is done.", "%(num)s duties stay on the board until they are done.", count
    )


def _label(bench: Bench, deal: int | None) -> str:
    if bench.case.override == YES:
        return bench.words.gettext(N_("Apply the override to deal %(number)s"), number=deal)
    return bench.words.gettext(N_("Apply to deal %(number)s"), number=deal)


def _notes(bench: Bench, side: int | None, deal: int | None, *, charged: bool) -> Iterable[str]:
    words = bench.words
    if side is None:
        yield words.gettext(N_("Say who it was, and the effect on the match is shown here."))
    elif deal is None:
        yield words.gettext(N_("There is no deal yet that this ruling could be applied to."))
    if charged:
        yield words.gettext(CHARGED, number=deal)
    elif bench.found.article.id in charged_articles(bench.state.setup.rules):
        yield words.gettext(CHARGED_BY_CARDS)


def _deals(bench: Bench, ruling: Ruling, chosen: int | None) -> tuple[tuple[int, str, bool], ...]:
    """Number and address of every deal that the ruling can be applied to."""
    deals = deals_for(ruling.outcomes, bench.state)
    return tuple((deal, bench.url(replace(bench.case, deal=str(deal))), deal == chosen) for deal in sorted(deals))
