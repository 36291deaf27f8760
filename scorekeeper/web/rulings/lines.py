"""Rulings that were made, as lines: on the list of a match, on its board, and where a side had one before."""

from __future__ import annotations

from scorekeeper.engine.matches.entries import RulingRecord
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.rulings import TABLE, row_of
from scorekeeper.rulebook.codes import codes
from scorekeeper.words import N_, Words
from scorekeeper.words.rulings import say_fate, say_fine, say_offence

#: What stands in for a code where a table ruled by an article of its own.
HOUSE = "house"
#: How a ruling is marked that rests on no code: on an article of the house, or on nothing but the table's word.
OWN = {HOUSE: N_("%(article)s, house article"), TABLE: N_("%(article)s, penalty of the table")}
OWN_NAMED = {
    HOUSE: N_("%(article)s %(title)s (house article)"),
    TABLE: N_("%(article)s %(title)s (penalty of the table)"),
}


def about(ruling: RulingRecord, state: State, words: Words) -> str:
    """The deal, the player or side, and the number of the article."""
    where = words.gettext(N_("Deal %(deal)s, %(who)s"), deal=ruling.deal, who=who_of(ruling, state))
    article = OWN.get(ruling.code)
    return f"{where} · {words.gettext(article, article=ruling.article) if article else ruling.article}"


def earlier(state: State, side: int, words: Words) -> tuple[str, ...]:
    """The earlier offences of a side, the latest first."""
    made = [ruling for ruling in reversed(state.rulings) if ruling.side == side and not ruling.withdrawn]
    sentence = N_("Deal %(deal)s, %(side)s: %(article)s")
    return tuple(
        words.gettext(sentence, deal=ruling.deal, side=who_of(ruling, state), article=named(ruling, words))
        for ruling in made
        if not _lawful(ruling, state)
    )


def _lawful(ruling: RulingRecord, state: State) -> bool:
    """Return whether nobody was at fault: an incorrect pack, a partner's answer that was followed."""
    code = codes().get(ruling.code)
    entry = code.entry(ruling.article) if code else None
    row = row_of(entry, ruling.answers, state.setup.rules) if entry else None
    return row is not None and row.lawful


def title_of(ruling: RulingRecord, words: Words) -> str:
    """The title of the article; a table's own article brought its title along."""
    code = codes().get(ruling.code)
    return say_offence(ruling, code.entry(ruling.article) if code else None, words.gettext)


def named(ruling: RulingRecord, words: Words) -> str:
    """The article by its number and title, for nobody at a table knows the numbers; a table's own is marked."""
    title = title_of(ruling, words)
    if ruling.code not in OWN_NAMED:
        return f"{ruling.article} {title}".rstrip()
    return words.gettext(OWN_NAMED[ruling.code], article=ruling.article, title=title)


def who_of(ruling: RulingRecord, state: State) -> str:
    """The player, or the side where no player was named."""
    return ruling.player or state.setup.sides[ruling.side].name


def figure_of(ruling: RulingRecord, state: State, words: Words) -> str:
    """The cost of a ruling in force."""
    return say_fine(ruling.points, ruling.opening_raise, words) if state.counts(ruling) else ""


def mark_of(ruling: RulingRecord, state: State, words: Words) -> str:
    """The reason why a ruling no longer costs anything."""
    return say_fate(state.fate(ruling), words)
