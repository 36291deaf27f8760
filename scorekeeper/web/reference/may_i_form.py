"""The question of “May I?”, read from a query, and the rules under which it is asked: those of a match or of a rule
set. An unknown value counts as not given; the only error is a score that cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flask import url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.cards import RANKS, SEQUENCE, THREE, WILD
from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.permissions import WITH, tops_of
from scorekeeper.engine.deals.scoring import canasta_groups
from scorekeeper.engine.matches.match import Standing, State
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.shape import MOST
from scorekeeper.engine.values import Struct, field
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.procedures import deciding
from scorekeeper.web.frame.i18n import words
from scorekeeper.words import N_, Words
from scorekeeper.words.entry import PROBLEMS
from scorekeeper.words.numbers import NumberNotUnderstood, parse_number, whole

#: The questions, each with its title and a second line.
TOOLS: Mapping[str, tuple[str, str]] = {
    "opening": (N_("Is this opening enough?"), N_("The cards you would lay first, against the minimum")),
    "meld": (N_("Is this meld legal?"), N_("One meld, card by card")),
    "pile": (N_("May we take the pile?"), N_("What lies on top, and what you take it with")),
    "out": (N_("May we go out?"), N_("Canastas, the minimum, and what your partner said")),
}
#: The maximum number of melds of an opening, and the highest raise of its minimum.
MOST_MELDS = 4
MOST_RAISE = 100
#: The value that stands for an ace at the low end of a sequence, in the field with the cards of the sequence.
LOW_ACE = "low"
PARTNER = ("", "yes", "no")
MOST_CANASTAS = 7
#: The number of deals to choose from if the minimum depends on the deal.
DEALS_ASKED = 6

FEET, POZZETTO = "second_hand.of is player", "second_hand.of is side"
NO_FULL_CANASTA = "not pile.pair_with_full_canasta"
NOT_OPENED = ("not_opened", N_("Our side has not opened yet"))
#: The checkboxes of each question: name, label, and the conditions on the rules under which it is shown.
FACTS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "opening": (
        ("concealed", N_("I go out with it, all in this turn, without the pile"), "opening.waived_when_concealed"),
        ("not_all_discarded", N_("Not everybody has discarded once"), "opening.not_before_all_discarded"),
    ),
    "meld": (("going_out", N_("I go out in this turn")),),
    "pile": (
        ("frozen", N_("A wild card or a red three is in the pile")),
        ("frozen_this_round", N_("It was thrown since my last turn"), "pile.closed_one_round"),
        NOT_OPENED,
        ("reaches", N_("Our melds with the top card reach the minimum")),
        ("own_canasta", N_("We have a canasta of the top card’s rank"), "pile.never_with_canasta_of_rank"),
        ("full", N_("Our canasta of its rank already has all the wild cards it may have"), NO_FULL_CANASTA),
        ("one_card_in_hand", N_("I hold one card only"), "not pile.one_card_rule is none"),
        ("single_card_pile", N_("The pile is one card only"), "pile.one_card_rule is single_pile"),
        ("not_all_discarded", N_("Not everybody has discarded once"), "pile.not_before_all_discarded"),
        ("stock_empty", N_("The stock is gone"), "end_of_stock_decides"),
    ),
    "out": (
        ("second_hand", N_("One of us has not picked up the foot yet"), FEET, "second_hand.to_go_out is all"),
        ("second_hand", N_("No foot of our side is begun yet"), FEET, "second_hand.to_go_out is one"),
        ("second_hand", N_("Our pozzetto is not begun yet"), POZZETTO, "not second_hand.to_go_out is none"),
        ("unfinished", N_("We have an unfinished meld that is fined"), "going_out.nothing_unfinished"),
        NOT_OPENED,
        ("reaches", N_("What I would lay reaches the minimum")),
        ("concealed", N_("I have laid nothing yet and lay all my cards now"), "opening.waived_when_concealed"),
        ("took_pile", N_("I took the pile in this turn"), "opening.waived_when_concealed"),
    ),
}
#: The names of all checkboxes.
TICKS = tuple(name for facts in FACTS.values() for name, *_ in facts)


class MeldAsked(Struct):
    """A meld as it was entered; without a rank, no meld was entered."""

    rank: str = ""
    naturals: int = 0
    twos: int = 0
    jokers: int = 0
    cards: tuple[str, ...] = ()
    low_ace: bool = False

    @property
    def meld(self) -> Meld:
        """The meld for the engine, with only the cards that its kind of meld has."""
        if self.rank == SEQUENCE:
            cards = ("A",) * self.low_ace + self.cards
            return Meld(SEQUENCE, len(cards), self.jokers, self.twos, cards)
        return Meld(self.rank, 0 if self.rank == WILD else self.naturals, self.jokers, self.twos)


class AskedForm(Struct):
    """The question `tool` with its values. `asks` is false for a form that was only opened, not sent.

    `side` is an index of `TableRules.standings`, or None if no side of a match can be chosen. Then the score is typed
    (`score_text`), and `error` is the sentence if it cannot be read. `raised` is the raise of the minimum in points,
    `deal` the number of the deal, `top` the kind of card on the pile, `using` the cards to take it with, `partner` the
    partner's answer. `canastas` has the number of canastas of each group of `canasta_groups`, by the first kind of the
    group ("" for all kinds that are in no other group). `ticked` has the names of the ticked checkboxes.
    """

    tool: str
    asks: bool
    melds: tuple[MeldAsked, ...]
    side: int | None
    score_text: str
    score: int
    error: str
    raised: int
    deal: int
    top: str
    using: str
    partner: str
    canastas: Mapping[str, int]
    ticked: frozenset[str] = field(default_factory=frozenset)


def read_asked(tool: str, args: MultiDict[str, str], table: TableRules) -> AskedForm:
    """Read the question `tool` from a query."""
    score, error = _score(args.get("score", "")) if not table.standings else (0, "")
    return AskedForm(
        tool=tool,
        asks=args.get("ask") == "1",
        melds=tuple(_meld(f"m{number}", args, table) for number in range(MOST_MELDS if tool == "opening" else 1)),
        side=_whole(args, "side", range(len(table.standings))) if table.standings else None,
        score_text=args.get("score", "")[:60],
        score=score,
        error=error,
        raised=_whole(args, "raise", range(MOST_RAISE + 1)),
        deal=_whole(args, "deal", range(1, DEALS_ASKED + 1)),
        top=_one(args, "top", tops_of(table.rules)),
        using=_one(args, "using", WITH),
        partner=_one(args, "partner", PARTNER),
        canastas={
            kinds[0] if kinds else "": _whole(args, field_of(kinds), range(MOST_CANASTAS + 1))
            for kinds in canasta_groups(table.rules)
        },
        ticked=frozenset(name for name in TICKS if args.get(name) == "yes"),
    )


def tools(table: TableRules) -> tuple[str, ...]:
    """The questions that can be asked under these rules, as keys of `TOOLS`. Some rules have no question about the
    pile."""
    return tuple(tool for tool in TOOLS if tool != "pile" or table.rules.pile.asked)


def field_of(kinds: tuple[str, ...]) -> str:
    """The name of the field with the number of canastas of these kinds; () stands for all kinds without a field of
    their own."""
    return f"canastas-{kinds[0]}" if kinds else "canastas"


def ranks(table: TableRules) -> tuple[str, ...]:
    """The ranks of melds under these rules. `WILD` and `SEQUENCE` are among them if such melds are played."""
    wild = (WILD,) if table.rules.wild_melds else ()
    return (*RANKS, THREE, *wild, *((SEQUENCE,) if table.rules.sequences else ()))


def run(table: TableRules) -> tuple[tuple[str, ...], bool]:
    """The ranks of a sequence from low to high, without an ace at the low end; and whether an ace may be there, too."""
    order = table.rules.meld_of[SEQUENCE].ranks
    low = order[0] == order[-1]
    return order[int(low) :], low


def _meld(name: str, args: MultiDict[str, str], table: TableRules) -> MeldAsked:
    rules = table.rules
    given = set(args.getlist(f"{name}-cards"))
    order, low = run(table)
    return MeldAsked(
        rank=_one(args, f"{name}-rank", ("", *ranks(table))),
        naturals=_whole(args, f"{name}-naturals", range(rules.pack.count("K") + 1)),
        twos=_whole(args, f"{name}-twos", range(rules.pack.count("2") + 1)),
        jokers=_whole(args, f"{name}-jokers", range(rules.pack.jokers + 1)),
        cards=tuple(rank for rank in order if rank in given),
        low_ace=low and LOW_ACE in given,
    )


def _score(text: str) -> tuple[int, str]:
    if not text.strip():
        return 0, ""
    try:
        score = parse_number(text[:60])
    except NumberNotUnderstood as problem:
        return 0, words().gettext(PROBLEMS[problem.key], typed=text[:60])
    too_big = PROBLEMS["number_too_big"]
    return (score, "") if abs(score) <= MOST else (0, words().gettext(too_big, typed=text[:60]))


def _one(args: MultiDict[str, str], name: str, allowed: Iterable[str]) -> str:
    choices = tuple(allowed)
    return given if (given := args.get(name, "")) in choices else choices[0]


def _whole(args: MultiDict[str, str], name: str, allowed: range) -> int:
    number = whole(args.get(name, ""), 4)
    return number if number is not None and number in allowed else allowed.start


class TableRules(Struct):
    """Rules and their origin: a match, or a rule set (then `match_id` is None). `standings` are the sides of the match
    that have an opening minimum: none in a match that is over. `pack_index`: see `letters`."""

    rules: RuleSet
    match_id: str | None = None
    standings: tuple[Standing, ...] = ()
    pack_index: str = "KQJ"

    def url(self, tool: str) -> str:
        """The address of a question."""
        if self.match_id is None:
            return url_for("may_i.ask", tool=tool, rules=self.rules.id, format=self.rules.table.format)
        return url_for("may_i.ask_in_match", match_id=self.match_id, tool=tool)

    def home(self) -> str:
        """The address of the list of questions."""
        if self.match_id is None:
            return url_for("may_i.index", rules=self.rules.id, format=self.rules.table.format)
        return url_for("may_i.of_match", match_id=self.match_id)

    def rules_url(self, part: str) -> str:
        """The address of the rules, at a part or ("") at their beginning."""
        if self.match_id is None:
            return url_for(
                "reference.rule_set", id_=self.rules.id, format=self.rules.table.format, _anchor=part or None
            )
        return url_for("reference.of_match", match_id=self.match_id, _anchor=part or None)

    def title(self, words: Words) -> str:
        """The titles of the rule set and the format, on one line."""
        book = rulebook()
        facts, format_ = book.rule_sets.get(self.rules.id), book.formats.get(self.rules.table.format)
        titles = [words.gettext(each.title) for each in (facts, format_) if each is not None]
        return " · ".join(titles) or self.rules.id


def partner_is_asked(rules: RuleSet) -> bool:
    """Return whether a player may ask the partner "May I go out?" under these rules."""
    return rules.table.players > rules.table.sides and deciding("partner_said_no", rules) is not None


def answer_binds(rules: RuleSet) -> bool:
    """Return whether a player must go out after the partner's yes."""
    return deciding("must_go_out", rules) is not None


def table_of_match(match_id: str, state: State) -> TableRules:
    """The rules of a match, and the sides to choose from: those that have an opening minimum."""
    sides = tuple(standing for standing in state.standings if standing.opening is not None)
    return TableRules(state.setup.rules, match_id, sides, state.setup.pack_index)
