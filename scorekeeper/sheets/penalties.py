"""The card of a penalty code, and the slip of a recorded ruling.

The card lists the articles by moment of play, and groups cases that have the same consequence. Its texts are the
code's message ids; the template translates them into one language or two. The slip is small and is signed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from scorekeeper.engine.matches.entries import RulingRecord
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.articles import MOMENTS, Article, PenaltyCode, Reference, TableRow
from scorekeeper.engine.penalties.rulings import row_of
from scorekeeper.engine.reading import said
from scorekeeper.engine.values import Struct
from scorekeeper.sheets.model import Imprint, Sheet
from scorekeeper.words import N_, Words
from scorekeeper.words.rulings import CitationText, say_citation, say_fate, say_fine, say_obligation, say_offence

#: The maximum length of a word, in letters, for the column of moments to have the usual type size.
MOMENT_LETTERS = 9


class Group(Struct):
    """Cases of an article that have the same consequence; `do` are its steps."""

    cases: tuple[TableRow, ...]
    do: tuple[str, ...]


class CardOffence(Struct):
    """An article on the card, with its cases in groups. `moment` is None except on the first article of a moment."""

    article: Article
    groups: tuple[Group, ...]
    moment: str | None


class PenaltyCard(Struct):
    """The card of a penalty code."""

    code: PenaltyCode
    offences: tuple[CardOffence, ...]
    imprint: Imprint

    @property
    def has_readings(self) -> bool:
        """Return whether any case rests on this program's reading (interpretation) of the source."""
        return any(row.reading for article in self.code.articles for row in article.rows)


def penalty_card(code: PenaltyCode, imprint: Imprint) -> PenaltyCard:
    """The card of a penalty code: its articles by moment of play."""
    offences = []
    for moment in MOMENTS:
        articles = [article for article in code.articles if article.moments[0] == moment]
        for index, article in enumerate(articles):
            offences.append(CardOffence(article, tuple(_groups(article.rows)), None if index else moment))
    return PenaltyCard(code, tuple(offences), imprint)


def has_long_word(text: str) -> bool:
    """Return whether a word is too long for the column of moments in the usual type size."""
    return any(len(word) > MOMENT_LETTERS for word in text.split())


def _groups(rows: Iterable[TableRow]) -> Iterator[Group]:
    cases: dict[tuple[str, ...], list[TableRow]] = {}
    for row in rows:
        cases.setdefault(row.do, []).append(row)
    return (Group(tuple(alike), do) for do, alike in cases.items())


def entry_and_row(
    state: State, ruling: RulingRecord, codes: Mapping[str, PenaltyCode]
) -> tuple[Article | Reference | None, TableRow | None]:
    """The article or rule that a ruling applied, and the row of the article for its case.

    The first is None for an unknown code or article. The second is also None for a rule without questions
    (`Reference`), and if the ruling's answers no longer fit the article.
    """
    code = codes.get(ruling.code)
    entry = code.entry(ruling.article) if code else None
    return entry, row_of(entry, ruling.answers, state.rules_in(ruling.deal)) if isinstance(entry, Article) else None


def say_case(ruling: RulingRecord, row: TableRow | None, gettext: Callable[[str], str]) -> str:
    """The case of a ruling in the words of the code, empty without a row; for a director's override, the director's
    reason."""
    if ruling.override:
        return gettext(N_("Director’s override: %(reason)s")) % {"reason": ruling.reason}
    return gettext(row.case) if row and row.case else ""


class SlipPage(Sheet):
    """The slip of a ruling. `who` is the player or the side. `case` is a sentence; `follows` are the consequences.

    `cost` is the penalty, or the reason why the ruling costs nothing. `cites` is the source; empty for a table's own
    article.
    """

    ruling: RulingRecord
    title: str
    who: str
    case: str
    follows: tuple[str, ...]
    cost: str
    cites: CitationText
    sides: tuple[str, ...]


def slip(state: State, ruling: RulingRecord, codes: Mapping[str, PenaltyCode], words: Words, sheet: Sheet) -> SlipPage:
    """The slip of a ruling of this match; an override has the director's reason instead of the case."""
    code, (entry, row) = codes.get(ruling.code), entry_and_row(state, ruling, codes)
    owed = tuple(say_obligation(owed, words) for owed in ruling.obligations)
    free = not (ruling.points or ruling.opening_raise)
    none = words.gettext(N_("No points, no raised minimum"))
    charged = none if free else say_fine(ruling.points, ruling.opening_raise, words)
    steps = tuple(map(words.gettext, row.do)) if row and not ruling.override else ()
    return SlipPage(
        ruling=ruling,
        title=say_offence(ruling, entry, words.gettext),
        who=ruling.player or state.setup.sides[ruling.side].name,
        case=say_case(ruling, row, words.gettext),
        follows=steps or owed,
        cost=say_fate(state.fate(ruling), words) or charged,
        cites=say_citation(entry, code, words, row.cites if row else None) if entry else CitationText(),
        sides=tuple(side.name for side in state.setup.sides),
        **said(sheet),
    )
