"""Rulings in words: what to do now, why, the case, later duties, the cost, and the reference to the source."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorekeeper.engine.matches.entries import RulingRecord
from scorekeeper.engine.penalties.articles import Article, Citation, PenaltyCode, Place, Question, Reference, Value
from scorekeeper.engine.penalties.rulings import TABLE, Due, Ruling
from scorekeeper.engine.values import Struct
from scorekeeper.words import N_, Words

#: The moments of play, as headings.
MOMENTS = {
    "deal": N_("Dealing"),
    "draw": N_("Drawing"),
    "pile": N_("Discard pile"),
    "opening": N_("Opening"),
    "melding": N_("Melding"),
    "going_out": N_("Going out"),
    "counting": N_("Counting"),
}
#: The sentence for each person or side that may make the choice in a question.
CHOOSERS = {
    "opponents": N_("The opponents choose."),
    "own_side": N_("This side chooses."),
    "next_player": N_("The next player chooses."),
    "any_player": N_("Any player may ask for it."),
    "offender": N_("The player concerned chooses."),
}
#: The most frequent penalties that are given without an article of a code. The key is the `article` of the recorded
#: ruling.
TABLE_PENALTIES = {
    "P1": N_("Talking about the cards"),
    "P2": N_("Looking at another player’s cards"),
    "P3": N_("Playing out of turn"),
    "P4": N_("Slow play"),
    "P5": N_("Late to the table"),
    "P6": N_("Bad manners"),
}
#: The reasons why a ruling no longer costs anything.
FATES = {"withdrawn": N_("withdrawn"), "dealt_again": N_("dealt again"), "annulled": N_("deal annulled")}
#: A short sentence for each outcome, for lists and printed sheets.
OUTCOMES = {
    "ANNUL_DEAL": N_("The deal in play does not count."),
    "ANNUL_PREVIOUS_DEAL": N_("The deal just finished does not count."),
    "CARD_STAYS_EXPOSED": N_("The card stays face up on the table."),
    "COMPLETE_PACK": N_("The pack is completed."),
    "COUNT_AS_LAID": N_("The red threes count as laid."),
    "DISCARD_AT_TURN": N_("One exposed card is discarded in each turn."),
    "DISCARD_WILD": N_("The wild card is discarded."),
    "DRAW_MISSING": N_("The missing card is drawn at the next turn."),
    "EXCESS_MINUS": N_("Surplus wild cards count minus."),
    "FACE_UP_SECOND_CARD": N_("The second card is turned face up."),
    "FILL_FROM_STOCK": N_("The hand is filled from the stock."),
    "HAND_SPREAD": N_("The hand is spread face up."),
    "KEEP_CARD": N_("The card is kept."),
    "KEEP_ORDER": N_("The stock stays as it lies."),
    "KEEP_WILD": N_("The wild card goes back to the hand."),
    "LOCAL_CONVENTION": N_("The table's own agreement applies."),
    "MAY_DRAW": N_("The missing card may be drawn now."),
    "MAY_TAKE_PILE": N_("The pile may be taken."),
    "MELD_NOW": N_("The cards are melded now."),
    "MELD_OR_DISCARD_FIRST_CHANCE": N_("The card is melded or discarded as soon as possible."),
    "MELD_STANDS": N_("The meld is valid."),
    "MOVE_WILD": N_("The wild card moves to another meld."),
    "MUST_DISCARD": N_("A card must be discarded."),
    "MUST_DRAW_STOCK": N_("The player must draw from the stock."),
    "MUST_GO_OUT": N_("The player must go out."),
    "MUST_NOT_GO_OUT": N_("The player must not go out in this turn."),
    "MUST_TAKE_PILE": N_("The pile must be taken."),
    "NO_ADDING_UNTIL_OFFENDERS_TURN": N_("Nothing is added until the offender's turn has come."),
    "NO_LAYING_THIS_TURN": N_("Nothing is laid in this turn."),
    "NO_PILE": N_("The pile is not taken."),
    "PILE_RESTORED": N_("The pile is rebuilt."),
    "PLAY_ON": N_("Play goes on."),
    "RECOUNT": N_("The deal is counted again."),
    "REDEAL": N_("The cards are dealt again."),
    "REDEAL_SAME_DEALER": N_("The same dealer deals again."),
    "SCORE_STANDS": N_("The score stands."),
    "SHOW_EXTRA_CARDS": N_("The extra cards are shown."),
    "SHUFFLE_STOCK": N_("The stock is shuffled."),
    "SKIP_DRAW_UNTIL_CORRECT": N_("No draw until the hand is right."),
    "STAY_SHORT": N_("The hand stays one card short."),
    "SURPLUS_INTO_MIDDLE": N_("The surplus goes into the middle of the stock."),
    "TAKE_BACK": N_("The cards are taken back."),
    "TAKE_BACK_AT_LEAST_TWO": N_("At least two cards are taken back."),
    "TELL_EVERYONE": N_("Everyone is told the number."),
}


class CitationText(Struct):
    """The reference to a source: the title of the code, the source's own term and section in its `language`, the
    location (`place`), and the clause.

    `term` is empty if it equals the section or is not shown. For a table's own article all fields are empty.
    """

    code: str = ""
    term: str = ""
    section: str = ""
    language: str = ""
    place: str = ""
    clause: str = ""


class RulingText(Struct):
    """The texts of a ruling in one language. `reading` is empty if neither the verdict nor a later duty depends on a
    reading."""

    title: str
    case: str
    do: tuple[str, ...]
    why: str
    reading: str
    obligations: tuple[str, ...]
    cites: CitationText


def say_ruling(ruling: Ruling, article: Article, code: PenaltyCode | None, words: Words) -> RulingText:
    """All texts about a ruling; `code` is None for a table's own article."""
    row = ruling.row
    reading = code.reading(row.reading or row.aside) if code else None
    return RulingText(
        title=say_text(article.title, article, words),
        case=say_text(row.case, article, words),
        do=tuple(say_text(text, article, words) for text in row.do),
        why=say_text(row.why, article, words),
        reading="" if reading is None else words.gettext(reading.says),
        obligations=tuple(say_due(due, article, words) for due in ruling.obligations),
        cites=say_citation(article, code, words, row.cites),
    )


def say_citation(
    entry: Article | Reference, code: PenaltyCode | None, words: Words, of_row: Citation | None = None
) -> CitationText:
    """The reference to the source: that of a row of the decision table (`of_row`), if there is one, otherwise that of
    the whole `entry`. All fields are empty for a table's own article (`code` is None), and if the entry cites
    nothing."""
    if code is None or entry.cites is None:
        return CitationText()
    if of_row:
        return cite(of_row, code, words)
    return cite(entry.cites, code, words, term="" if entry.term == entry.cites.section else entry.term)


def cite(cites: Citation, code: PenaltyCode, words: Words, *, term: str = "") -> CitationText:
    """The texts of a citation from the source of a code. `term` is the source's own term for the offence, or "" to show
    none."""
    place, clause = say_place(cites.place, words), words.gettext(cites.clause)
    return CitationText(words.gettext(code.title), term, cites.section, code.language, place, clause)


def say_place(place: Place, words: Words) -> str:
    """A location in a section: a paragraph and sentence, a row, an item, or a point numbered by the source."""
    if place.row:
        return words.gettext(N_("row %(number)s of the table"), number=place.row)
    if place.item:
        return words.gettext(N_("item %(number)s of the list"), number=place.item)
    if place.point:
        return place.point
    if place.paragraph < 0:
        says, of_sentence = N_("last paragraph"), N_("last paragraph, sentence %(sentence)s")
    else:
        says, of_sentence = N_("paragraph %(paragraph)s"), N_("paragraph %(paragraph)s, sentence %(sentence)s")
    return words.gettext(of_sentence if place.sentence else says, paragraph=place.paragraph, sentence=place.sentence)


def say_due(due: Due, article: Article, words: Words) -> str:
    """The sentence for a later duty, with its count, if any."""
    if article.house or due.count is None:
        return say_text(due.says, article, words)
    return words.gettext(due.says, count=due.count)


def say_obligation(owed: Mapping[str, Any], words: Words) -> str:
    """A later duty as the ledger stores it: its text under "says" and its count, if any, under "count"."""
    text, count = owed["says"], owed.get("count")
    return words.gettext(text) if count is None else words.gettext(text, count=count)


def say_answer(question: Question, answer: Value, words: Words) -> str:
    """An answer to a question: the text of a choice, or the number."""
    text = next((choice.says for choice in question.choices if choice.key == answer), None)
    return words.number(int(answer)) if text is None else words.gettext(text)


def say_fate(fate: str, words: Words) -> str:
    """The reason why a ruling no longer costs anything; empty for a ruling in force."""
    return words.gettext(FATES[fate]) if fate in FATES else ""


def say_offence(ruling: RulingRecord, entry: Article | Reference | None, gettext: Callable[[str], str]) -> str:
    """The subject of a recorded ruling: the title of its article (`entry`), or the recorded title if the article no
    longer exists (None). For a penalty without an article, its usual title, if any, and its reason: "Slow play: …"."""
    if ruling.code == TABLE:
        title = TABLE_PENALTIES.get(ruling.article)
        return ": ".join(part for part in (gettext(title) if title else "", ruling.reason) if part)
    return gettext(entry.title) if entry else ruling.title


def code_title(code: str, codes: Mapping[str, PenaltyCode], words: Words) -> str:
    """The title of a penalty code, or "No penalty code"."""
    return words.gettext(codes[code].title if code in codes else N_("No penalty code"))


def say_codes(held: Iterable[tuple[int, str]], codes: Mapping[str, PenaltyCode], words: Words) -> str:
    """The titles of the codes of a match, in order. `held` has (first deal, id) for each code. A title is followed by
    the number of the first deal, unless that is deal 1."""
    since = N_("%(code)s from deal %(number)s")
    titles = ((deal, code_title(code, codes, words)) for deal, code in held)
    return " · ".join(words.gettext(since, code=title, number=deal) if deal > 1 else title for deal, title in titles)


def say_cost(ruling: Ruling, words: Words) -> str:
    """The cost of a ruling: its points with the word “points”, and a raised minimum; "no penalty" without either."""
    return _charged(words.points(ruling.points) if ruling.points else "", ruling.opening_raise, words)


def say_fine(points: int, opening_raise: int, words: Words) -> str:
    """A cost in short: its points without the word ("−100"), and a raised minimum; "no penalty" without either."""
    return _charged(words.signed(points) if points else "", opening_raise, words)


def _charged(points: str, opening_raise: int, words: Words) -> str:
    parts = [points] if points else []
    if opening_raise:
        parts.append(words.gettext(N_("minimum %(points)s"), points=words.signed(opening_raise)))
    return " · ".join(parts) or words.gettext(N_("no penalty"))


#: The words for a fine that is multiplied by an answer, by the key of the question. For other questions they are "… for
#: each one".
MULTIPLES = {"error": N_("%(factor)s × the error")}


def say_multiple(times: str | None, points: int, said: str, words: Words) -> str:
    """A fine that is multiplied by the answer to a question. `times` is the key of the question. `points` is the fine
    before it is multiplied, and `said` is the same in words."""
    says = MULTIPLES.get(times or "", N_("%(points)s for each one"))
    return words.gettext(says, points=said, factor=words.number(abs(points)))


def say_effect(ruling: Ruling, words: Words) -> str:
    """The cost of a ruling and its first consequence, in one line. "No penalty" is shown only if there is no
    consequence."""
    follows = [words.gettext(OUTCOMES[outcome]) for outcome in ruling.outcomes[:1]]
    costs = [say_cost(ruling, words)] if ruling.points or ruling.opening_raise or not follows else []
    return " · ".join([*costs, *follows])


def say_text(text: str, article: Article, words: Words) -> str:
    """A text of an article, translated; texts of a table's own articles stay as the table wrote them."""
    return text if article.house or not text else words.gettext(text)
