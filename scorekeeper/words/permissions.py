"""The answers to “May I?” in words, with what the player can do. The deciding rule's sentence is in `words.rules`."""

from itertools import takewhile

from scorekeeper.engine.values import Struct, replace
from scorekeeper.words import N_


class Advice(Struct):
    """The answer to a question (`what`), and the steps that the player can take now (`can`), each a message id."""

    what: str
    can: tuple[str, ...]


DRAW = N_("Draw from the stock instead.")
GONE = N_("The stock is gone: the deal ends here.")
NEXT_NATURAL = (DRAW, N_("The next natural card on top can be taken with a natural pair."))
NATURAL_PAIR = (N_("With two natural cards of the top card’s rank in your hand you may take it."), DRAW)
KEEP_ONE = (N_("Keep at least one card after your discard."),)
ONE_MORE_CANASTA = (
    N_("Complete a canasta in this turn, if you can; then you may."),
    N_("Otherwise keep at least one card after your discard."),
)
#: The step before going out: `MAY_ASK` for rules by which the partner's yes binds, `ASKS` for rules by which it is only
#: a permission.
MAY_ASK = N_("You may ask your partner first; you must follow the answer.")
ASKS = N_("Ask your partner first whether you may.")
#: The answers about taking the pile, by the key of the engine's answer.
PILE = {
    "may_take": Advice(
        N_("Yes, you may take the pile."),
        (
            N_("Show the cards you take it with, and meld the top card with them at once."),
            N_("Then the rest of the pile is yours. Meld more if you like, then discard."),
        ),
    ),
    "must_take": Advice(
        N_("You must take the pile."),
        (N_("Add its top card to your meld, take the rest, and discard."),),
    ),
    "deal_is_over": Advice(N_("No. The deal ends with the discard of the player who drew the last card."), (DRAW,)),
    "top_is_black_three": Advice(
        N_("No. A black three lies on top."), (DRAW, N_("After the next discard the pile can be taken again."))
    ),
    "top_is_wild": Advice(N_("No. A wild card lies on top."), NEXT_NATURAL),
    "top_is_red_three": Advice(N_("No. A red three lies on top."), NEXT_NATURAL),
    "not_all_discarded": Advice(N_("Not yet. Not everybody has discarded once."), (DRAW,)),
    "one_card": Advice(N_("No. You hold one card only."), (DRAW,)),
    "closed_cannot_be_taken": Advice(N_("No. The pile is frozen."), (DRAW,)),
    "never_with_canasta": Advice(N_("No. Your side has a canasta of this rank."), (DRAW,)),
    "canasta_takes_no_cards": Advice(N_("No. Your side has a canasta of this rank."), (DRAW,)),
    "not_to_open": Advice(N_("No. Your side has not opened."), (DRAW,)),
    "nothing_to_take_with": Advice(N_("No. You have nothing to take the top card with."), (DRAW,)),
    "closed_needs_natural_pair": Advice(N_("No. The pile is frozen for you."), NATURAL_PAIR),
    "natural_pair_only": Advice(N_("No. One matching card with a wild card is not enough."), NATURAL_PAIR),
    "not_onto_canasta": Advice(N_("No. Your meld of this rank is a finished canasta."), NATURAL_PAIR),
    "canasta_is_full": Advice(
        N_("No. Your canasta of this rank already has all the wild cards it may have."), NATURAL_PAIR
    ),
    "minimum_not_reached": Advice(
        N_("No. Your side has not opened, and your melds with the top card are worth too little."),
        (N_("Meld more from your hand together with the top card, if you can."), DRAW),
    ),
}
#: The answers about going out, by the key of the engine's answer.
GOING_OUT = {
    "may_go_out": Advice(
        N_("Yes, you may go out."),
        (N_("Meld all your cards; you may keep one back to discard."),),
    ),
    "must_go_out": Advice(N_("You must go out. Your partner said yes."), (N_("Meld all your cards in this turn."),)),
    "canastas_missing": Advice(N_("No. Your side has too few canastas."), ONE_MORE_CANASTA),
    "kinds_missing": Advice(
        N_("No. Your side has enough canastas, but not of the kinds that it needs."), ONE_MORE_CANASTA
    ),
    "meld_unfinished": Advice(
        N_("No. Your side has an unfinished meld that is fined."),
        (
            N_("Finish it in this turn, if you can; then you may."),
            N_("Otherwise keep at least one card after your discard."),
        ),
    ),
    "foot_not_begun": Advice(N_("No. A foot that must be begun before you go out has not been begun."), KEEP_ONE),
    "pozzetto_not_begun": Advice(N_("No. Your side has not begun its pozzetto."), KEEP_ONE),
    "minimum_not_reached": Advice(
        N_("No. Your side has not opened, and your melds are worth too little."),
        (N_("Meld more, if you can, or play on."),),
    ),
    "partner_said_no": Advice(
        N_("No. Your partner said no."), (N_("Keep at least one card in this turn. You may ask again in a later one."),)
    ),
}
#: The answers about an opening.
OPENING = {
    "meets": Advice(N_("Yes, this opens."), (N_("Lay the melds, and add more if you like, then discard."),)),
    "waived": Advice(N_("Yes. Going out concealed needs no minimum."), (N_("Meld all your cards in this turn."),)),
    "short": Advice(
        N_("No, this does not open."),
        (N_("Choose more cards, or different ones, before you lay any."), N_("Or lay nothing yet and play on.")),
    ),
    "nothing": Advice(N_("This is what your side needs to open."), (N_("Tap the cards you would lay."),)),
}
#: The answers about a meld.
MELD = {
    "legal": Advice(N_("Yes, this meld is legal."), (N_("Lay it, or add it to what your side has."),)),
    "broken": Advice(N_("No, this meld is not legal."), (N_("Change the cards until every line here is correct."),)),
}


def without_stock(advice: Advice) -> Advice:
    """The same advice for an empty stock: `GONE` is the last step, instead of `DRAW` and the steps after it."""
    return replace(advice, can=(*takewhile(lambda step: step != DRAW, advice.can), GONE))
