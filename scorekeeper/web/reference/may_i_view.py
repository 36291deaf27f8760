"""The form of a “May I?”: only what matters under these rules is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from scorekeeper.engine.cards import RANKS
from scorekeeper.engine.deals.permissions import tops_of
from scorekeeper.engine.deals.scoring import canasta_groups
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.web.reference.may_i_form import (
    DEALS_ASKED,
    LOW_ACE,
    MOST_CANASTAS,
    PARTNER,
    Asked,
    field_of,
    ranks,
    run,
)
from scorekeeper.web.reference.may_i_table import TableRules, partner_is_asked
from scorekeeper.words import N_, Words
from scorekeeper.words.entry import canastas_name, card_name, letters

#: Wild cards that a chip is shown for; a meld of wild cards alone has more.
FEW_WILDS = 4
RAISES = (0, 10, 20, 30)
TOP_WORDS = {
    "natural": N_("A natural card"),
    "black_three": N_("A black three"),
    "wild": N_("A wild card"),
    "red_three": N_("A red three"),
}
USING_WORDS = {
    "natural_pair": N_("Two natural cards of its rank"),
    "natural_and_wild": N_("One natural card of its rank and a wild card"),
    "meld": N_("Our meld of its rank on the table"),
    "canasta": N_("Our finished canasta of its rank"),
    "nothing": N_("None of these"),
}
PARTNER_WORDS = {"": N_("Not asked"), "yes": N_("Said yes"), "no": N_("Said no")}


class CanastasView(Struct):
    """The chips of canastas that are told apart in going out."""

    name: str
    label: str
    counts: tuple[int, ...]
    count: int


class Fact(Struct):
    """A tick of one question, shown where it has any bearing."""

    name: str
    label: str
    matters: Callable[[RuleSet], bool] = lambda _: True


def _of_feet(begun: str) -> Callable[[RuleSet], bool]:
    """Return whether this number of a side's feet must be begun before it goes out."""
    return lambda rules: rules.second_hand.of == "player" and rules.second_hand.to_go_out == begun


NOT_OPENED = Fact("not_opened", N_("Our side has not opened yet"))
FACTS: Mapping[str, tuple[Fact, ...]] = {
    "opening": (
        Fact(
            "concealed",
            N_("I go out with it, all in this turn, without the pile"),
            lambda rules: rules.opening.waived_when_concealed,
        ),
        Fact(
            "not_all_discarded",
            N_("Not everybody has discarded once"),
            lambda rules: rules.opening.not_before_all_discarded,
        ),
    ),
    "meld": (Fact("going_out", N_("I go out in this turn")),),
    "pile": (
        Fact("frozen", N_("A wild card or a red three is in the pile")),
        Fact(
            "frozen_this_round",
            N_("It was thrown since my last turn"),
            lambda rules: rules.pile.closed_one_round,
        ),
        NOT_OPENED,
        Fact("reaches", N_("Our melds with the top card reach the minimum")),
        Fact(
            "own_canasta",
            N_("We have a canasta of the top card’s rank"),
            lambda rules: rules.pile.never_with_canasta_of_rank,
        ),
        Fact(
            "full",
            N_("Our canasta of its rank already has all the wild cards it may have"),
            lambda rules: not rules.pile.pair_with_full_canasta,
        ),
        Fact("one_card_in_hand", N_("I hold one card only"), lambda rules: rules.pile.one_card_rule != "none"),
        Fact(
            "single_card_pile", N_("The pile is one card only"), lambda rules: rules.pile.one_card_rule == "single_pile"
        ),
        Fact(
            "not_all_discarded",
            N_("Not everybody has discarded once"),
            lambda rules: rules.pile.not_before_all_discarded,
        ),
        Fact(
            "stock_empty",
            N_("The stock is gone"),
            lambda rules: rules.pile.must_take_when_stock_is_empty or rules.pile.deal_ends_with_stock,
        ),
    ),
    "out": (
        Fact("second_hand", N_("One of us has not picked up the foot yet"), _of_feet("all")),
        Fact("second_hand", N_("No foot of our side is begun yet"), _of_feet("one")),
        Fact(
            "second_hand",
            N_("Our pozzetto is not begun yet"),
            lambda rules: rules.second_hand.of == "side" and rules.second_hand.to_go_out != "none",
        ),
        Fact(
            "unfinished",
            N_("We have an unfinished meld that is fined"),
            lambda rules: rules.going_out.nothing_unfinished,
        ),
        NOT_OPENED,
        Fact("reaches", N_("What I would lay reaches the minimum")),
        Fact(
            "concealed",
            N_("I have laid nothing yet and lay all my cards now"),
            lambda rules: rules.opening.waived_when_concealed,
        ),
        Fact(
            "took_pile",
            N_("I took the pile in this turn"),
            lambda rules: rules.opening.waived_when_concealed,
        ),
    ),
}


def form_view(asked: Asked, table: TableRules, words: Words) -> dict[str, object]:
    """Return what the form reads: what is `asked`, and the choices under these rules; `sequence` is empty where no
    sequences are played, `deals` where the score or a side decides, `partners` where none is asked."""
    rules, corner = table.rules, letters(table.pack_index)
    base = {"rules": rules.id, "format": rules.table.format} if table.match_id is None else {}
    return {
        "asked": asked,
        "hidden": {**base, "ask": "1"},
        "ranks": [(rank, corner[rank] if rank in RANKS else card_name(rank, words, rules)) for rank in ranks(table)],
        "most_wilds": max(FEW_WILDS, 8 if rules.wild_melds else 0),
        "sequence": _run(table, corner) if rules.sequences else [],
        "low_ace": LOW_ACE,
        "sides": [(str(index), each.name) for index, each in enumerate(table.standings)],
        "raises": sorted({*RAISES, asked.raised}),
        "tops": [(key, words.gettext(TOP_WORDS[key])) for key in tops_of(rules)],
        "using": [(key, words.gettext(label)) for key, label in USING_WORDS.items()],
        "partners": [(key, words.gettext(PARTNER_WORDS[key])) for key in PARTNER] if partner_is_asked(rules) else [],
        "canastas": list(_canastas(asked, rules, words)),
        "deals": range(1, DEALS_ASKED + 1) if rules.opening.by == "deal" and not table.standings else (),
        "facts": [fact for fact in FACTS[asked.tool] if fact.matters(rules)],
    }


def _canastas(asked: Asked, rules: RuleSet, words: Words) -> Iterable[CanastasView]:
    """Canastas by kind where going out needs kinds, else in one number."""
    groups = canasta_groups(rules)
    for kinds in groups:
        of_our_side = (
            N_("Canastas of our side, with this turn") if len(groups) == 1 else N_("Other canastas of our side")
        )
        label = canastas_name(kinds[0], rules, words) if kinds else words.gettext(of_our_side)
        counts = tuple(range(min(MOST_CANASTAS, rules.canastas_needed + 2) + 1))
        yield CanastasView(field_of(kinds), label, counts, asked.canastas[kinds[0] if kinds else ""])


def _run(table: TableRules, corner: Mapping[str, str]) -> list[tuple[str, str]]:
    """The cards of a sequence upwards: what is sent, and what is printed on the card."""
    order, low = run(table)
    return [*([(LOW_ACE, corner["A"])] if low else []), *((rank, corner.get(rank, rank)) for rank in order)]
