"""The penalty card of a code (its articles by moment of play, cases with the same consequence side by side), and a
recorded ruling as a slip: to show across the table, to print small, and to sign.

All texts are the code's own message ids; the template says them in one language or in two.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from scorekeeper.engine.matches.entries import RulingRecord
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.articles import MOMENTS, Article, PenaltyCode, Reference, TableRow
from scorekeeper.engine.penalties.rulings import row_of
from scorekeeper.engine.values import Struct
from scorekeeper.sheets.model import Imprint
from scorekeeper.words import N_, Words
from scorekeeper.words.rulings import CitationText, say_citation, say_fate, say_fine, say_obligation, say_offence

#: Letters of a word that the column of moments holds.
MOMENT_LETTERS = 9


class CardCase(Struct):
    """One case: `reading` is set where the source leaves a gap, wholly or in part."""

    text: str
    points: int
    opening_raise: int
    reading: str | None
    times: str | None = None


class Group(Struct):
    """Cases that end in the same duty."""

    cases: tuple[CardCase, ...]
    do: tuple[str, ...]


class CardRow(Struct):
    """A row of the table: a case. The first row of an offence has its head next to a number of `head` rows, the first
    of a group its duty `do` next to a number of `duty` rows; in the others they are 0 and empty."""

    case: CardCase
    head: int
    duty: int
    do: tuple[str, ...]


class CardOffence(Struct):
    """An article on the card. `moment` is set on the first of its moment only."""

    article: str
    title: str
    groups: tuple[Group, ...]
    moment: str | None

    @property
    def rows(self) -> tuple[CardRow, ...]:
        """The rows of the table that the offence takes."""
        cases = [(case, group, not place) for group in self.groups for place, case in enumerate(group.cases)]
        return tuple(
            CardRow(
                case,
                head=0 if place else len(cases),
                duty=len(group.cases) if first else 0,
                do=group.do if first else (),
            )
            for place, (case, group, first) in enumerate(cases)
        )


class PenaltyCard(Struct):
    """A whole card; `references` are rules with a consequence that no article adjudicates, as (id, title)."""

    title: str
    term: str
    language: str
    first: str
    last: str
    offences: tuple[CardOffence, ...]
    references: tuple[tuple[str, str], ...]
    imprint: Imprint

    @property
    def has_readings(self) -> bool:
        """Return whether any case rests on a reading of this program."""
        return any(case.reading for offence in self.offences for group in offence.groups for case in group.cases)


def penalty_card(code: PenaltyCode, imprint: Imprint) -> PenaltyCard:
    """The card of one code."""
    every = [article.id for article in code.articles] + [reference.id for reference in code.references]
    return PenaltyCard(
        title=code.title,
        term=code.term,
        language=code.language,
        first=min(every),
        last=max(every),
        offences=tuple(_offences(code.articles)),
        references=tuple((entry.id, entry.title) for entry in code.references),
        imprint=imprint,
    )


def has_long_word(text: str) -> bool:
    """Return whether a word is too long for the column of moments in its usual type."""
    return any(len(word) > MOMENT_LETTERS for word in text.split())


def _offences(articles: Sequence[Article]) -> Iterator[CardOffence]:
    for moment in MOMENTS:
        met = [article for article in articles if article.moments[0] == moment]
        for index, article in enumerate(met):
            yield CardOffence(article.id, article.title, tuple(_groups(article.rows)), None if index else moment)


def _groups(rows: Iterable[TableRow]) -> Iterator[Group]:
    cases: dict[tuple[str, ...], list[CardCase]] = {}
    for row in rows:
        cases.setdefault(row.do, []).append(CardCase(row.case, row.points, row.opening_raise, row.reading, row.times))
    for do, alike in cases.items():
        yield Group(tuple(alike), do)


def entry_and_row(
    state: State, ruling: RulingRecord, codes: Mapping[str, PenaltyCode]
) -> tuple[Article | Reference | None, TableRow | None]:
    """What a ruling goes by: the article or rule of its code, and the row of the article; None where there is none."""
    code = codes.get(ruling.code)
    entry = code.entry(ruling.article) if code else None
    return entry, row_of(entry, ruling.answers, state.setup.rules) if isinstance(entry, Article) else None


def say_case(ruling: RulingRecord, row: TableRow | None, gettext: Callable[[str], str]) -> str:
    """The case in the words of the code; a director's override is marked and gives its own reason."""
    if ruling.override:
        return gettext(N_("Director’s override: %(reason)s")) % {"reason": ruling.reason}
    return gettext(row.case) if row and row.case else ""


class SlipPage(Struct):
    """One ruling. `side` is the place of the side, `who` the player or that side; `case` and `follows` are sentences.

    `cost` is what is charged, or why nothing is; `cites` says nothing for a table's own article.
    """

    article: str
    title: str
    deal: int
    side: int
    who: str
    case: str
    follows: tuple[str, ...]
    cost: str
    cites: CitationText
    sides: tuple[str, ...]
    occasion: tuple[str, ...]
    imprint: Imprint


def slip(
    state: State,
    ruling: RulingRecord,
    codes: Mapping[str, PenaltyCode],
    words: Words,
    *,
    occasion: tuple[str, ...],
    imprint: Imprint,
) -> SlipPage:
    """The slip of a ruling of this match; an override gives the director's reason in the place of the code's."""
    code, (entry, row) = codes.get(ruling.code), entry_and_row(state, ruling, codes)
    owed = tuple(say_obligation(owed, words) for owed in ruling.obligations)
    free = not (ruling.points or ruling.opening_raise)
    none = words.gettext(N_("No points, no raised minimum"))
    charged = none if free else say_fine(ruling.points, ruling.opening_raise, words)
    steps = tuple(map(words.gettext, row.do)) if row and not ruling.override else ()
    return SlipPage(
        article=ruling.article,
        title=say_offence(ruling, entry, words.gettext),
        deal=ruling.deal,
        side=ruling.side,
        who=ruling.player or state.setup.sides[ruling.side].name,
        case=say_case(ruling, row, words.gettext),
        follows=steps or owed,
        cost=say_fate(state.fate(ruling), words) or charged,
        cites=say_citation(entry, code, words, row.cites if row else None) if entry else CitationText(),
        sides=tuple(side.name for side in state.setup.sides),
        occasion=occasion,
        imprint=imprint,
    )
