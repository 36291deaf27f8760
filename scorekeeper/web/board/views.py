"""The score board of a match: the values that its templates read in addition to the state, in the reader's language;
and melds and score lines as all pages show them."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.engine.cards import JOKER, POINT_STEP, SEQUENCE, TWO
from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.melds import canasta_kind, laid_value, violations
from scorekeeper.engine.deals.opening import Opening, bracket, canasta_opening
from scorekeeper.engine.deals.scoring import Line
from scorekeeper.engine.matches.match import Standing, State
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.web.charts import Series, drawings
from scorekeeper.words import N_, Words
from scorekeeper.words.club.evenings import say_closed, say_table
from scorekeeper.words.deals import say_violation
from scorekeeper.words.entry import canasta_name
from scorekeeper.words.options import say_end
from scorekeeper.words.rulings import code_title, say_codes

#: The keys of the first, second and third side. Templates and style sheets derive a side's colour and mark from its
#: key.
SIDES = "abc"
#: The maximum number of rulings that a board lists.
RULINGS_SHOWN = 6


def board_page(
    match_id: str,
    state: State,
    words: Words,
    *,
    watch: bool = False,
    after: str | None = None,
    begun: int | None = None,
) -> dict[str, object]:
    """Return the variables of the board's templates: the state of the match, and values derived from it.

    A board to `watch` has no buttons for acts. `after` is the id of the rematch, None if there is none yet.
    `begun` is the number of the deal whose entry has been begun, None if there is none.
    """
    curves = [
        Series(SIDES[at], side.name, tuple(row.sides[at].score for row in state.rows))
        for at, side in enumerate(state.standings)
    ]
    leader, margin = lead(state.standings)
    latest = sorted(state.rulings, key=lambda ruling: ruling.version, reverse=True)[:RULINGS_SHOWN]
    return {
        "match_id": match_id,
        "state": state,
        "watch": watch,
        "after": after,
        "begun": begun,
        "title": say_closed(state.closed, words)
        if state.over
        else words.gettext(N_("Deal %(number)s in play"), number=state.next_deal),
        "subtitle": subtitle(state, words),
        "leader": leader,
        "margin": margin,
        "size": size(state.standings),
        "chart": drawings(curves),
        "chart_label": chart_label(curves, words),
        "rulings_now": [ruling for ruling in latest if ruling.deal == state.next_deal],
        "rulings_before": [ruling for ruling in latest if ruling.deal != state.next_deal],
    }


def subtitle(state: State, words: Words) -> str:
    """The line below the heading: the title of the match, its table, rule set, target and penalty code.

    Penalty codes that apply from a later deal are added with that deal.
    """
    rules = state.setup.rules
    played = f"{rule_set_title(rules, words)}, {say_end(rules, words)}"
    coming = tuple(each for each in state.codes if each[0] > state.next_deal)
    code = code_title(rules.code.id, codes(), words) if rules.code.id != "none" else ""
    at = state.setup.evening
    table = say_table(at.round, at.table, words) if at else ""
    parts = (state.setup.title, table, played, code, say_codes(coming, codes(), words))
    return "\u00a0· ".join(filter(None, parts))


def rule_set_title(rules: RuleSet, words: Words) -> str:
    """The title of a rule set, or its id if this program no longer has it."""
    facts = rulebook().rule_sets.get(rules.id)
    return words.gettext(facts.title) if facts else rules.id


def lead(sides: Sequence[Standing]) -> tuple[int | None, int]:
    """Return the index of the leading side, and its lead in points: (None, 0) if the best sides are tied."""
    scores = [side.score for side in sides]
    best, *others = sorted(scores, reverse=True)
    margin = best - others[0] if others else 0
    return scores.index(best) if margin else None, margin


def size(sides: Sequence[Standing]) -> str:
    """The CSS class for the widest total: "long" if it has 6 characters, as in "-1,050"; "longer" if it has more;
    otherwise empty."""
    width = max(len(f"{side.score:,}") for side in sides)
    return "longer" if width > 6 else "long" if width > 5 else ""


def chart_label(curves: Sequence[Series], words: Words) -> str:
    """The running totals of the chart in words, for screen readers."""
    lines = [f"{curve.name}: {', '.join(words.number(total) for total in curve.totals)}." for curve in curves]
    return " ".join((words.gettext(N_("Running score after each deal.")), *lines))


def opening_reasons(opening: Opening, score: int, rules: RuleSet, words: Words) -> list[str]:
    """The reasons for an opening minimum, as short texts, such as ["score below 0", "with a meld of natural cards"].

    If a canasta is required, that comes first. If penalties raised a minimum in points, "90 + 30 penalty" replaces the
    score.
    """
    reasons = [_bracket(opening, score, rules, words)]
    if opening.natural_canasta:
        return [words.gettext(N_("only a natural canasta or a better one opens")), *reasons]
    if opening.least is not None:
        return [words.gettext(N_("only a canasta opens, with %(points)s in all"), points=opening.least), *reasons]
    if opening.canasta:
        return [words.gettext(N_("only a canasta opens")), *reasons]
    if opening.raised:
        reasons = [words.gettext(N_("%(base)s + %(raised)s penalty"), base=opening.base, raised=opening.raised)]
    if opening.natural_group:
        reasons.append(words.gettext(N_("with a meld of natural cards")))
    return reasons


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


class LaidView(Struct):
    """A meld as pages show it.

    Its `parts` are (joint, card, count). The joint is the text between this part and the previous one. The card is the
    text on its corner, such as "R" or "10", or else "joker". The count is 0 for a card of a sequence.

    For a canasta, `is_` is its name, `bonus` its bonus, and `card` its colour, "red" or "ink". For any other meld these
    are empty or 0.
    """

    parts: tuple[tuple[str, str, int], ...]
    points: int
    is_: str
    bonus: int
    card: str


def laid_view(meld: Meld, rules: RuleSet, words: Words, corners: Mapping[str, str]) -> LaidView:
    """The view of one meld; `corners` are the letters on the corners of the cards, by rank: {"K": "R"}."""
    kind = canasta_kind(meld, rules)
    return LaidView(
        parts=tuple(_parts(meld, corners)),
        points=laid_value(meld, rules),
        is_=canasta_name(kind, rules, words) if kind else "",
        bonus=rules.bonus_of[kind] if kind else 0,
        card="" if not kind else "red" if kind.startswith("natural") else "ink",
    )


def hint(meld: Meld, is_: str, rules: RuleSet, words: Words, *, going_out: bool) -> str:
    """The note on a meld: its first irregularity; else the name of its canasta, which is `is_`; else the number of
    cards that it lacks for a canasta. Empty if none of these applies."""
    broken = violations(meld, rules, going_out=going_out)
    if broken:
        return say_violation(broken[0], words)
    lacks = rules.canasta_size - meld.size
    if is_ or not rules.canastas_of[meld.rank] or lacks < 1:
        return is_
    return words.ngettext("%(num)s more for a canasta", "%(num)s more for a canasta", lacks)


def note(line: Line, words: Words) -> str:
    """The note on a score line: how it is calculated ("2 × 300"), and its article."""
    if line.count is None or line.each is None:
        return line.article or ""
    counted = f"{words.number(line.count)} × {words.number(line.each)}"
    return f"{counted}, {line.article}" if line.article else counted


def _parts(meld: Meld, corners: Mapping[str, str]) -> Iterator[tuple[str, str, int]]:
    """The parts of a meld as in `LaidView`."""
    if meld.rank == SEQUENCE:
        yield from ((" " if at else "", corners.get(card, card), 0) for at, card in enumerate(meld.cards))
    elif meld.naturals:
        yield "", corners.get(meld.rank, meld.rank), meld.naturals
    joint = " + " if meld.naturals else ""
    for kind, count in ((TWO, meld.twos), (JOKER, meld.jokers)):
        if count:
            yield joint, kind, count
            joint = " + "
