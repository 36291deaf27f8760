"""The answers of “May I?”. Each has three parts: the answer itself; the rules that decide, with their sources; the next
steps."""

from collections.abc import Callable, Mapping, Sequence

from scorekeeper.engine.deals.melds import canasta_kind, meld_value, repeated_ranks, violations
from scorekeeper.engine.deals.opening import Opening, OpeningCheck, bracket, check_opening
from scorekeeper.engine.deals.pack import check_meld, check_melds
from scorekeeper.engine.deals.permissions import GoingOutFacts, Permission, PileFacts, may_go_out_now, may_take_pile
from scorekeeper.engine.values import Struct, replace
from scorekeeper.rulebook.procedures import deciding
from scorekeeper.web.reference.may_i_form import AskedForm, TableRules, answer_binds, partner_is_asked
from scorekeeper.web.reference.rules import Item, Rules, items_of, procedure_item, rules_with_sources, said_instead
from scorekeeper.words import N_, Words
from scorekeeper.words.deals import FINDINGS, NEEDS, say_violation
from scorekeeper.words.entry import canasta_name, card_name
from scorekeeper.words.permissions import ASKS, GOING_OUT, MAY_ASK, MELD, OPENING, PILE, Advice, without_stock
from scorekeeper.words.rules.values import part_of

#: The path of the rule that a violation breaks, by the violation's key. Black threes have limits of their own, see
#: `THREES_REST_ON`.
RESTS_ON = {
    "wild_meld_not_allowed": "melds.wild.played",
    "sequence_not_allowed": "melds.sequence.played",
    "not_a_sequence": "melds.sequence.played",
    "too_few_cards": "melds.rank.cards",
    "too_few_naturals": "melds.rank.naturals",
    "too_many_wilds": "melds.rank.wilds",
    "more_wilds_than_naturals": "melds.rank.share",
    "naturals_do_not_outnumber_wilds": "melds.rank.share",
    "too_many_cards": "melds.rank.most",
    "sequence_too_long": "melds.sequence.most",
    "wilds_among_black_threes": "melds.black_threes.pure",
}
OF_THREES = ("melds.black_threes.cards", "melds.black_threes.most")
THREES_REST_ON = {**RESTS_ON, "too_few_cards": OF_THREES[0], "too_many_cards": OF_THREES[1]}
LIMITS = ("melds.rank.cards", "melds.rank.naturals", "melds.rank.wilds")
IN_MELD = N_("%(meld)s: %(problem)s")
#: The fields of `PileFacts` that depend only on the checkbox of the same name.
TICKED = ("frozen", "frozen_this_round", "full", "single_card_pile", "one_card_in_hand", "stock_empty")


class Answer(Struct):
    """An answer: `yes` is whether the act is allowed, `what` the answer in words, `details` are figures and reasons,
    `rules` the rules that decide, and `can` the next steps.

    `part` is the key of a part of the rules page, for a link: the part that shows the first of `rules`. Rules without
    such a part, for example rules of play, are passed over; if all are, `part` is empty.
    """

    yes: bool
    what: str
    details: tuple[str, ...]
    rules: tuple[Item, ...]
    can: tuple[str, ...]
    part: str


def answer(asked: AskedForm, table: TableRules, words: Words) -> Answer:
    """The answer to a question. Raises `Refused` for cards that the pack does not have."""
    return ANSWERS[asked.tool](asked, rules_with_sources(table.rules), table, words)


def _opening(asked: AskedForm, rules: Rules, table: TableRules, words: Words) -> Answer:
    score, raised, deal = asked.score, asked.raised, asked.deal
    if asked.side is not None:
        standing = table.standings[asked.side]
        now = standing.opening
        score, raised, deal = standing.score, now.raised if now else 0, (now.deal if now else None) or deal
    melds = tuple(each.meld for each in asked.melds if each.rank)
    check_melds(melds, rules.rules, where="melds")
    check = check_opening(
        melds,
        score,
        rules.rules,
        deal=deal,
        raised=raised,
        concealed_from_stock="concealed" in asked.ticked,
        all_discarded="not_all_discarded" not in asked.ticked,
    )
    key = "nothing" if not melds else "waived" if check.waived and check.meets else "meets" if check.meets else "short"
    broken = [
        words.gettext(IN_MELD, meld=card_name(meld.rank, words, rules.rules), problem=say_violation(each, words))
        for meld in melds
        for each in violations(meld, rules.rules, going_out=check.waived)
    ]
    needs = [words.gettext(NEEDS[need]) for need in check.needs] if melds else []
    same_rank = FINDINGS["rank_twice"]
    reasons = broken or ([words.gettext(same_rank)] if repeated_ranks(melds, rules.rules) else [])
    facts = (
        _minimum(score, check.opening, words),
        *([words.gettext(N_("Your cards: %(points)s"), points=check.count)] if melds else ()),
    )
    return _answer(
        OPENING[key], check.meets, (*facts, *needs, *reasons), _opening_rules(score, check, rules, words), words
    )


def _minimum(score: int, need: Opening, words: Words) -> str:
    """A sentence with the opening minimum at a score, or in a deal."""
    says = _by_deal(need) if need.deal is not None else _by_score(need)
    figures = {"base": need.base, "raised": need.raised, "points": need.least or need.points or 0}
    return words.gettext(says, score=score, number=need.deal or 0, **figures)


def _by_score(need: Opening) -> str:
    if need.natural_canasta:
        return N_("Only a natural canasta or a better one opens at a score of %(score)s.")
    if need.least is not None:
        return N_("Only a canasta opens at a score of %(score)s, and all cards laid must be worth %(points)s.")
    if need.canasta:
        return N_("Only a canasta opens at a score of %(score)s.")
    if not need.points:
        return N_("At a score of %(score)s any meld opens.")
    if need.raised:
        return N_("Needed at a score of %(score)s: %(base)s + %(raised)s = %(points)s")
    return N_("Needed at a score of %(score)s: %(points)s")


def _by_deal(need: Opening) -> str:
    if need.canasta:
        return N_("Only a canasta opens in deal %(number)s.")
    if need.raised:
        return N_("Needed in deal %(number)s: %(base)s + %(raised)s = %(points)s")
    return N_("Needed in deal %(number)s: %(points)s")


def _opening_rules(score: int, check: OpeningCheck, rules: Rules, words: Words) -> list[Item]:
    if "all_discarded" in check.needs:
        return [*items_of("opening.not_before_all_discarded", rules, words)]
    if check.waived:
        return [*items_of("opening.waived_when_concealed", rules, words)]
    if check.opening.canasta:
        rows = (f"canasta_openings.{row.key}.since" for row in rules.rules.canasta_openings)
        held = [item for path in rows for item in items_of(path, rules, words)]
    else:
        held = [*_bracket(score, check.opening.deal or 1, rules, words)]
    held += items_of("opening.canasta_bonus_counts", rules, words)
    return [*held, *(items_of("opening.natural_group", rules, words) if check.opening.natural_group else ())]


def _bracket(score: int, deal: int, rules: Rules, words: Words) -> Sequence[Item]:
    """The line of the rules with the minimum at this score, or in this deal if the minimum depends on the deal; if a
    rule of play replaces the minimums, that rule."""
    starts = [start for start, _ in rules.rules.opening.brackets]
    start = bracket(score, rules.rules, deal=deal)[0]
    if start is None:
        return items_of("opening.below_zero", rules, words)[:1] or said_instead("opening.below_zero", rules, words)
    at = items_of("opening.brackets", rules, words)[starts.index(start) :]
    return at[:1] or said_instead("opening.brackets", rules, words)


def _meld(asked: AskedForm, rules: Rules, table: TableRules, words: Words) -> Answer:
    tapped = asked.melds[0]
    meld = tapped.meld if tapped.rank else None
    if meld is None:
        return _answer(Advice(N_("Choose the rank of the meld."), ()), False, (), [], words)
    check_meld(meld, rules.rules, where="melds[0]")
    broken = violations(meld, rules.rules, going_out="going_out" in asked.ticked)
    if broken:
        problems = tuple(say_violation(each, words) for each in broken)
        rests_on = THREES_REST_ON if tapped.rank == "3" else RESTS_ON
        decides = [item for each in broken for item in _decides(each.key, rests_on.get(each.key), rules, words)]
        return _answer(MELD["broken"], False, problems, [*dict.fromkeys(decides)], words)
    paths = OF_THREES if tapped.rank == "3" else LIMITS
    limits = [item for path in paths for item in items_of(path, rules, words)]
    worth = words.gettext(N_("Its cards: %(points)s"), points=meld_value(meld, rules.rules))
    kind = canasta_kind(meld, rules.rules)
    if kind is None:
        return _answer(MELD["legal"], True, (worth,), limits, words)
    bonus = words.gettext(
        N_("It is a %(canasta)s: %(points)s more."),
        canasta=canasta_name(kind, rules.rules, words),
        points=rules.rules.bonus_of[kind],
    )
    return _answer(MELD["legal"], True, (worth, bonus), limits, words)


def _pile(asked: AskedForm, rules: Rules, table: TableRules, words: Words) -> Answer:
    facts = PileFacts(
        top=asked.top,  # type: ignore[arg-type]
        using=asked.using,  # type: ignore[arg-type]
        opened="not_opened" not in asked.ticked,
        reaches_minimum="reaches" in asked.ticked,
        own_canasta="own_canasta" in asked.ticked or asked.using == "canasta",
        all_discarded="not_all_discarded" not in asked.ticked,
        **{name: name in asked.ticked for name in TICKED},
    )
    permission = may_take_pile(facts, rules.rules)
    advice = PILE[permission.key]
    if facts.stock_empty and not permission.allowed:
        advice = without_stock(advice)
    return _answer(advice, permission.allowed, (), _pile_rules(facts, permission, rules, words), words)


def _pile_rules(facts: PileFacts, permission: Permission, rules: Rules, words: Words) -> list[Item]:
    """The rules that decide; for a closed pile also the rule that closes it."""
    if permission.key == "closed_needs_natural_pair":
        by_card = facts.frozen and facts.opened and not rules.rules.pile.always_frozen
        why = "pile.freezes" if by_card else "pile.always_frozen"
        return [*items_of(why, rules, words), *items_of("pile.closed_cannot_be_taken", rules, words)]
    if permission.key == "may_take" and facts.using in ("meld", "canasta"):
        return [*items_of("pile.onto_canasta", rules, words)]
    if permission.key == "may_take" and (facts.frozen or not facts.opened):
        return [*items_of("pile.closed_cannot_be_taken", rules, words)]
    return _decides(permission.key, permission.rule, rules, words)


def _out(asked: AskedForm, rules: Rules, table: TableRules, words: Words) -> Answer:
    # A partner's yes that does not bind is only a permission: the rules do not depend on it.
    answered = asked.partner == "no" or (asked.partner == "yes" and answer_binds(rules.rules))
    facts = GoingOutFacts(
        canastas=asked.canastas,
        opened="not_opened" not in asked.ticked,
        reaches_minimum="reaches" in asked.ticked,
        concealed="concealed" in asked.ticked,
        took_pile="took_pile" in asked.ticked,
        second_hand="second_hand" not in asked.ticked,
        unfinished="unfinished" in asked.ticked,
        partner=asked.partner if answered and partner_is_asked(rules.rules) else None,  # type: ignore[arg-type]
    )
    permission = may_go_out_now(facts, rules.rules)
    needs = (f"needs.{need.key}.count" for need in rules.rules.needs if need.count)
    of_canastas = (permission.rule or "").startswith("needs.")
    decides = [item for path in needs for item in items_of(path, rules, words)] if of_canastas else []
    decides = decides or _decides(permission.key, permission.rule, rules, words)
    advice = GOING_OUT[permission.key]
    if permission.key == "may_go_out" and not asked.partner and partner_is_asked(rules.rules):
        advice = replace(advice, can=(MAY_ASK if answer_binds(rules.rules) else ASKS, *advice.can))
    return _answer(advice, permission.allowed, (), decides, words)


def _decides(key: str, path: str | None, rules: Rules, words: Words) -> list[Item]:
    """The rules behind an answer: the value at `path`, or the rules of play that replace this value. If `path` is None,
    the rule of play that decides `key`, if there is one."""
    if path is not None:
        return [*(items_of(path, rules, words) or said_instead(path, rules, words))]
    procedure = deciding(key, rules.rules)
    return [procedure_item(procedure, rules, words)] if procedure else []


def _answer(advice: Advice, yes: bool, details: Sequence[str], rules: Sequence[Item], words: Words) -> Answer:
    can = tuple(words.gettext(step) for step in advice.can)
    part = next((found for item in rules if (found := part_of(item.path))), "")
    return Answer(yes, words.gettext(advice.what), tuple(details), tuple(rules), can, part)


ANSWERS: Mapping[str, Callable[[AskedForm, Rules, TableRules, Words], Answer]] = {
    "opening": _opening,
    "meld": _meld,
    "pile": _pile,
    "out": _out,
}
