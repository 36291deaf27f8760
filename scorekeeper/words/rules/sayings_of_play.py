"""Rules in words: the players, the pile, opening, going out, the end, and what the penalty code decides."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.conditions import holds
from scorekeeper.engine.rows import DealBonus, Need, SpecialHand
from scorekeeper.engine.rules import RuleSet
from scorekeeper.words import N_, Words
from scorekeeper.words.rules.parts import Figure, Lines, Rows, Saying, Sentence, steps


def _need(row: Need, rules: RuleSet, words: Words) -> str:
    """The label for a number of canastas needed to go out. A number without its own title is "Other canastas …" if a
    certain kind is needed as well."""
    others = any(need.count for need in rules.needs if need.kinds)
    plain = N_("Other canastas needed to go out") if others else N_("Canastas needed to go out")
    return words.gettext(row.title or plain)


def _titled(row: SpecialHand | DealBonus, rules: RuleSet, words: Words) -> str:
    return words.gettext(row.title) if getattr(row, "played", True) else ""


def _cards(says: str, row: SpecialHand, rules: RuleSet, words: Words) -> Lines:
    """Yield the name of a special hand with its cards."""
    if row.played:
        yield words.gettext(N_("%(hand)s: %(cards)s"), hand=words.gettext(row.title), cards=words.gettext(says)), None


def _by_canasta(since: int | None, row: Any, rules: RuleSet, words: Words) -> Lines:
    if since is None:
        return
    if row.beyond:
        says = N_("A side with more than %(value)s opens only with a canasta.")
    elif rules.opening.by == "deal":
        says = N_("From deal %(value)s on only a canasta opens.")
    elif row.kinds:
        says = N_("From %(value)s on only a natural canasta or a better one opens.")
    elif row.least:
        says = N_("From %(value)s on only a canasta opens, and the cards laid must be worth %(points)s in all.")
    else:
        says = N_("From %(value)s on only a canasta opens.")
    yield words.gettext(says, value=since, points=row.least), None


def _brackets(starts: Sequence[tuple[int, int]], row: None, rules: RuleSet, words: Words) -> Lines:
    """Yield a row with the minimum for each range of scores, or for each deal."""
    by_deal, between, (last, _) = rules.opening.by == "deal", N_("%(least)s to %(most)s"), starts[-1]
    texts = [
        words.gettext(N_("Deal %(number)s"), number=least)
        if by_deal
        else words.gettext(between, least=least, most=above - POINT_STEP)
        for (least, _), (above, _) in pairwise(starts)
    ]
    canasta = min((row.since for row in rules.canasta_openings if row.since is not None), default=None)
    if by_deal:
        texts.append(words.gettext(N_("Deal %(number)s and later"), number=last))
    elif canasta is not None and canasta > last:
        beyond = any(row.beyond for row in rules.canasta_openings if row.since == canasta)
        texts.append(words.gettext(between, least=last, most=canasta if beyond else canasta - POINT_STEP))
    elif len(starts) == 1:
        texts.append(words.gettext(N_("at any score")))
    else:
        texts.append(words.gettext(N_("%(points)s and above"), points=last))
    for text, (_, points) in zip(texts, starts, strict=True):
        yield text, words.number(points) if points else words.gettext(N_("none"))


#: The form and the words of each value, by its path in the rulebook.
OF_PLAY: Mapping[str, Saying] = {
    "table.players": Figure(N_("Players")),
    "table.sides": Figure(N_("Sides that score")),
    "table.hands": Figure(N_("Players of a side in one deal"), matters=("partners", "not table.alliances")),
    "table.sits_out": Sentence(
        {
            0: "",
            1: N_("In each deal one player of the larger side sits out; they take turns."),
            2: N_("In each deal one player of each side sits out; they take turns."),
        },
    ),
    "table.alliances": Sentence(
        {
            True: N_(
                "At first everyone plays alone. The first player to take the discard pile then plays alone "
                "against the other two, who are partners for this deal."
            ),
            False: "",
        },
    ),
    "table.hand_size": Figure(N_("Cards dealt to each player")),
    "table.draw": Figure(N_("Cards drawn from the stock in a turn")),
    "needs.*.count": Figure(_need),
    "going_out.plain": Figure(N_("Going out")),
    "going_out.concealed": Figure(N_("Going out concealed")),
    "going_out.concealed_without_own_canasta": Figure(
        N_("Going out concealed, without a canasta in that hand"), matters=("going_out.concealed",)
    ),
    "going_out.hand_canasta": Figure(N_("Going out concealed, with a canasta in that hand")),
    "going_out.pile_spoils_concealed": Sentence(
        {
            True: N_("Taking the discard pile in that turn leaves only the points for going out."),
            False: N_("The discard pile may be taken in that turn; going out stays concealed."),
        },
        matters=("going_out.concealed",),
    ),
    "going_out.black_threes": steps(N_("Going out with %(count)s black threes")),
    "going_out.first_pile": Figure(N_("Going out at the first taking of the pile")),
    "going_out.bonuses": Sentence(
        {
            "highest": N_("Of several bonuses for going out only the highest counts."),
            "added": N_("Several bonuses for going out are added up."),
        },
        matters=("several_out_bonuses",),
    ),
    "going_out.nothing_unfinished": Sentence(
        {True: N_("A player may not go out while the side has an unfinished meld that is fined."), False: ""},
    ),
    "going_out.unpaid": Sentence({True: N_("Some ways of going out pay nothing."), False: ""}),
    "special_hands.*.points": Figure(_titled),
    "special_hands.*.says": Rows(_cards),
    "deal_bonuses.*.each": Figure(_titled),
    "second_hand.of": Sentence(
        {
            "none": "",
            "player": N_("Each player has a second hand, the foot."),
            "side": N_("Each side has a second hand, the pozzetto."),
        },
    ),
    "second_hand.to_go_out": Sentence(
        {
            "none": "",
            "one": N_("Going out needs one second hand of the side begun."),
            "all": N_("Going out needs every second hand of the side begun."),
        },
    ),
    "second_hand.never_taken": Figure(N_("Second hand that nobody took")),
    "opening.brackets": Rows(_brackets),
    "opening.by": Sentence(
        {"score": "", "deal": N_("The minimum depends on the number of the deal, not on the score.")}
    ),
    "opening.opens_alone": Sentence({(): ""}, other=N_("A whole natural or wild canasta opens without a minimum.")),
    "opening.below_zero": Figure(N_("below 0"), zero=N_("none"), matters=("opening.by is score", "opening_minimum")),
    "canasta_openings.*.since": Rows(_by_canasta),
    "opening.natural_group": Sentence(
        {
            True: N_("One of the opening melds must have natural cards only."),
            False: N_("Any melds open, natural or mixed."),
        },
        matters=("opening_minimum", "not opens_by_canasta"),
    ),
    "opening.canasta_bonus_counts": Sentence(
        {
            True: N_(
                "The values of the cards count towards the minimum, "
                "and so does the bonus of a canasta laid from the hand."
            ),
            False: N_("Only the values of the cards count towards the minimum, no bonus."),
        },
        matters=("opening_minimum",),
    ),
    "opening.not_before_all_discarded": Sentence(
        {True: N_("A player may not meld before every player has discarded once."), False: ""},
    ),
    "opening.waived_when_concealed": Sentence(
        {
            True: N_("Going out concealed after drawing from the stock needs no minimum."),
            False: N_("Going out in one turn needs the minimum like any other opening."),
        },
        matters=("opening_minimum",),
    ),
    "opening.failed_raise": Figure(N_("Added to the minimum for each failed opening"), matters=("opening_minimum",)),
    "end.target": Figure(N_("Target"), matters=("not end.deals",)),
    "end.deals": Sentence({None: ""}, other=N_("Deals after which the match ends: %(value)s.")),
    "end.tie": Sentence(
        {
            "draw": N_("Equal totals past the target are a draw."),
            "extra-deal": N_("Equal totals past the target are decided by one more deal."),
        },
    ),
    "end.canastas_to_end": Sentence(
        {0: ""},
        other=N_("A side past the target ends the match only with a deal in which it has canastas: %(value)s."),
    ),
    "end.stake_per_100": Sentence({None: ""}, other=N_("Stake for each 100 points of the margin: %(value)s.")),
    "pile.freezes": Sentence(
        {
            True: N_("A wild card or a red three in the pile freezes it until it is taken."),
            "one_round": N_("A wild card or a red three in the pile freezes it."),
            False: N_("Wild cards do not freeze the pile."),
        },
        case_of=lambda freezes, rules: "one_round" if freezes and rules.pile.closed_one_round else freezes,
        matters=("pile_opens",),
    ),
    "pile.natural_pair_only": Sentence(
        {
            True: N_(
                "An open pile is taken with two natural cards from the hand that match its top card, "
                "not with one and a wild card."
            ),
            False: N_("An open pile is taken with two matching natural cards, or with one and a wild card."),
        },
        matters=("pile_opens",),
    ),
    "pile.onto_canasta": Sentence(
        {
            True: N_("The top card of an open pile may also join a meld of the side, even a finished canasta."),
            False: N_("The top card of an open pile may also join a meld of the side, but not a finished canasta."),
        },
        case_of=lambda onto, rules: (
            onto and not rules.pile.never_with_canasta_of_rank and holds("canastas_grow", rules)
        ),
        matters=("pile_opens",),
    ),
    "pile.always_frozen": Sentence(
        {
            True: N_("The pile is always frozen, for everybody."),
            False: N_("For a side that has not opened the pile is always frozen."),
            "never": "",
        },
        case_of=lambda always, rules: "never" if rules.pile.not_to_open and not always else always,
    ),
    "pile.never_with_canasta_of_rank": Sentence(
        {True: N_("A side that has a canasta of the top card’s rank may not take the pile."), False: ""},
    ),
    "pile.pair_with_full_canasta": Sentence(
        {
            True: "",
            False: N_(
                "If the side’s canasta of that rank has all the wild cards it may have, a wild card no longer "
                "helps to take the pile."
            ),
        },
    ),
    "pile.closed_cannot_be_taken": Sentence(
        {
            True: N_("A frozen pile cannot be taken at all."),
            False: N_("A frozen pile is taken with two matching natural cards from the hand."),
        },
    ),
    "pile.closed_one_round": Sentence({True: N_("A pile stays frozen for one round only."), False: ""}),
    "pile.one_card_rule": Sentence(
        {
            "none": "",
            "single_pile": N_("A pile of one card may not be taken with one card in the hand."),
            "any_pile": N_("No pile may be taken with one card in the hand."),
        },
    ),
    "pile.not_before_all_discarded": Sentence(
        {True: N_("The pile may not be taken before everybody has discarded once."), False: ""},
    ),
    "pile.not_to_open": Sentence(
        {True: N_("The first meld comes entirely from the hand: the pile is never taken to open."), False: ""},
    ),
    "pile.must_take_when_stock_is_empty": Sentence(
        {
            True: N_("When the stock is gone, an open pile must be taken if its top card fits a meld of the side."),
            False: N_("When the stock is gone, nobody has to take the pile."),
        },
        matters=("not pile.deal_ends_with_stock", "pile_opens"),
    ),
    "pile.deal_ends_with_stock": Sentence(
        {True: N_("The deal ends with the discard of the player who draws the last card of the stock."), False: ""},
    ),
    "code.id": Sentence({"none": N_("There is no penalty code; the table settles offences itself.")}),
    "code.title": Sentence({None: ""}, other=N_("This code settles offences: %(value)s.")),
    "code.out_without_canasta": Sentence(
        {None: ""}, other=N_("Going out without the canastas needed is settled by article %(value)s.")
    ),
    "code.too_many_wilds": Sentence(
        {None: ""}, other=N_("Too many wild cards in a meld are settled by article %(value)s.")
    ),
    "code.red_three_in_hand": Sentence(
        {None: ""}, other=N_("A red three left in a hand is settled by article %(value)s.")
    ),
    "code.rulings_first": Sentence(
        {
            True: N_("A ruling settles the cards it names; the score automatically deducts only what no ruling names."),
            False: N_("Automatic deductions remain, whatever a ruling says."),
        },
        matters=("not code.id is none",),
    ),
    "code.redeal_voids_fines": Sentence(
        {
            True: N_("When a deal is annulled or dealt again, its fines, raised minimums and duties are cancelled."),
            False: N_("Fines of a deal that is dealt again remain; its raised minimums and duties are cancelled."),
        },
        matters=("not code.id is none",),
    ),
    "code.partners_share_fines": Sentence(
        {
            True: N_("Both partners are charged with a fine of either."),
            False: N_("A fine is charged to the player who incurred it, not to a partner."),
        },
        matters=("not code.id is none", "table.alliances"),
    ),
    "code.asked_unable": Sentence(
        {
            -100: "",
            0: N_("A player who asked for permission, waited for the answer and cannot go out is not fined."),
        },
        matters=("not code.id is none",),
    ),
    "code.sitting_out_lays": Sentence(
        {True: N_("A player who misses a draw may lay cards."), False: ""},
        matters=("not code.id is none",),
    ),
}
