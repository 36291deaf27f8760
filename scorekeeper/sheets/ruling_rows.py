"""The rulings of a match as lines under its table, each joined to its figure by a letter."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, product
from string import ascii_lowercase

from scorekeeper.engine.articles import PenaltyCode, Reference
from scorekeeper.engine.entries import RulingRecord
from scorekeeper.engine.match import State
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rulings import Ask, decide
from scorekeeper.sheets.model import RulingRow

Codes = Mapping[str, PenaltyCode]
Gettext = Callable[[str], str]


def letters() -> Iterator[str]:
    """a, b, c … z, aa, ab …"""
    for length in count(1):
        yield from ("".join(word) for word in product(ascii_lowercase, repeat=length))


def letters_of(rulings: Iterable[RulingRecord]) -> dict[str, str]:
    """A letter for each ruling's id, in the order of the deals."""
    ordered = sorted(rulings, key=lambda ruling: ruling.deal)
    return {ruling.id: letter for ruling, letter in zip(ordered, letters(), strict=False)}


def ruling_rows(state: State, lettered: Mapping[str, str], codes: Codes, gettext: Gettext) -> tuple[RulingRow, ...]:
    """Every ruling with its letter; one that was withdrawn keeps its line and loses its effect."""
    by_id = {ruling.id: ruling for ruling in state.rulings}
    ordered = [by_id[key] for key in lettered]
    return tuple(
        _row(state, lettered[ruling.id], ruling, _base(state, ruling, ordered[:place]), *_texts(ruling, codes, gettext))
        for place, ruling in enumerate(ordered)
    )


def _row(state: State, letter: str, ruling: RulingRecord, base: int, offence: str, text: str) -> RulingRow:
    return RulingRow(
        letter=letter,
        deal=ruling.deal,
        side=state.setup.sides[ruling.side].name,
        article=ruling.article,
        offence=offence,
        text=text,
        points=ruling.points,
        base=base,
        raised=ruling.opening_raise,
        withdrawn=ruling.withdrawn,
    )


def _base(state: State, ruling: RulingRecord, above: Sequence[RulingRecord]) -> int:
    """The minimum that a ruling raises: that of the score, and what the rulings above it added in the same deal."""
    row = state.row(ruling.deal)
    opening = row.sides[ruling.side].opening if row else state.standings[ruling.side].opening
    same = (ruling.deal, ruling.side, False)
    added = sum(one.opening_raise for one in above if (one.deal, one.side, one.withdrawn) == same)
    return (opening.base if opening else 0) + added


def _texts(ruling: RulingRecord, codes: Codes, gettext: Gettext) -> tuple[str, str]:
    """The offence and its case, in the words of the code; a director's override gives its own reason."""
    code = codes.get(ruling.code)
    article = code.entry(ruling.article) if code else None
    if article is None:
        return ruling.title, ruling.reason
    offence = gettext(article.title)
    if isinstance(article, Reference):
        return offence, ruling.reason
    if ruling.override and ruling.reason:
        return offence, ruling.reason
    try:
        decided = decide(article, ruling.answers)
    except Refused:  # it was recorded under an earlier wording of the code
        return offence, ""
    return offence, "" if isinstance(decided, Ask) else gettext(decided.row.case)
