"""The rulings of a match as lines under its table, each joined to its figure by a letter."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, product
from string import ascii_lowercase

from scorekeeper.engine.matches.entries import RulingRecord
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.articles import Article, PenaltyCode, Reference
from scorekeeper.engine.penalties.rulings import row_of
from scorekeeper.sheets.model import RulingRow
from scorekeeper.words import N_
from scorekeeper.words.rulings import say_offence

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
        RulingRow(
            letter=lettered[ruling.id],
            deal=ruling.deal,
            side=state.setup.sides[ruling.side].name,
            article=ruling.article,
            offence=say_offence(ruling, entry := _entry(ruling, codes), gettext),
            text=_text(state, ruling, entry, gettext),
            points=ruling.points,
            base=_base(state, ruling, ordered[:index]),
            raised=ruling.opening_raise,
            fate=state.fate(ruling),
            player=ruling.player or "",
        )
        for index, ruling in enumerate(ordered)
    )


def _base(state: State, ruling: RulingRecord, above: Sequence[RulingRecord]) -> int:
    """The minimum that a ruling raises: that of the score, and what the rulings above it added in the same deal."""
    row = state.row(ruling.deal)
    opening = row.sides[ruling.side].opening if row else state.standings[ruling.side].opening
    same = (ruling.deal, ruling.side, False)
    added = sum(one.opening_raise for one in above if (one.deal, one.side, one.withdrawn) == same)
    return (opening.base if opening else 0) + added


def _entry(ruling: RulingRecord, codes: Codes) -> Article | Reference | None:
    code = codes.get(ruling.code)
    return code.entry(ruling.article) if code else None


def _text(state: State, ruling: RulingRecord, entry: Article | Reference | None, gettext: Gettext) -> str:
    """The case in the words of the code; a director's override is marked and gives its own reason."""
    if ruling.override:
        return gettext(N_("Director’s override: %(reason)s")) % {"reason": ruling.reason}
    row = row_of(entry, ruling.answers, state.setup.rules) if isinstance(entry, Article) else None
    return gettext(row.case) if row else ""
