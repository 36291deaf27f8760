"""The penalty card of a code: its articles by moment of play, cases with the same consequence side by side.

All texts are the code's own message ids; the template says them in one language or in two.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import wrap

from scorekeeper.engine.articles import MOMENTS, Article, PenaltyCode, Row
from scorekeeper.engine.values import light
from scorekeeper.sheets.look import Look
from scorekeeper.sheets.model import Imprint

#: Sizes of type, largest first, as the style sheet has them.
PERCENTS = (95, 90, 86, 84, 82, 80, 78, 76, 74, 71, 68, 65, 62)
#: Height of a line and width of a letter, in millimetres for each hundredth of a rem.
LINE, LETTER = 0.0424, 0.0162
#: Widths of offence and case, of everything but the duties, in millimetres of the reference paper.
OFFENCE_WIDTH, CASE_WIDTH, OTHERS = 30.0, 44.0, 122.5
#: Heads, notes and foot.
AROUND = 64.0
#: Hundredths of a point of type that can still be read at the table.
SMALLEST = 620
#: Letters of a word that the column of moments holds.
MOMENT_LETTERS = 10
#: Space above and below each offence and between its rows.
OFFENCE_SPACE, ROW_SPACE = 1.0, 0.42


@light(frozen=True, slots=True)
class Size:
    """A size of type in hundredths of a rem; its name is the class in the style sheet."""

    percent: int

    @property
    def name(self) -> str:
        """The class that sets it."""
        return f"s{self.percent}"

    @property
    def line(self) -> float:
        """Height of a line in millimetres of the reference paper."""
        return self.percent * LINE

    def lines(self, text: str, width: float) -> int:
        """Lines of a text in so many millimetres, about."""
        return len(wrap(text, int(width / (self.percent * LETTER))))


#: Two languages side by side: the type, the closer type of a long code, and the widths of case and duties,
#: and what no estimate sees.
PAIR, CLOSE, PAIR_WIDTHS, PAIR_SPARE = Size(73), 64, (34.0, 48.0), 60.0


@light(frozen=True, slots=True)
class Case:
    """One case: `reading` is set where the source leaves a gap, wholly or in part."""

    text: str
    points: int
    opening_raise: int
    reading: str | None


@light(frozen=True, slots=True)
class Group:
    """Cases that end in the same duty."""

    cases: tuple[Case, ...]
    do: tuple[str, ...]


@light(frozen=True, slots=True)
class CardRow:
    """A row of the table: a case. The first row of an offence has its head beside so many `head` rows, the first of a
    group its duty `do` beside so many `duty` rows; in the others they are 0 and empty."""

    case: Case
    head: int
    duty: int
    do: tuple[str, ...]


@light(frozen=True, slots=True)
class Offence:
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


@light(frozen=True, slots=True)
class PenaltyCard:
    """A whole card; `references` are rules with a consequence that no article adjudicates, as (id, title)."""

    title: str
    term: str
    language: str
    first: str
    last: str
    offences: tuple[Offence, ...]
    references: tuple[tuple[str, str], ...]
    imprint: Imprint

    @property
    def has_readings(self) -> bool:
        """Whether any case rests on a reading of this program."""
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


def card_size(card: PenaltyCard, look: Look, say: Callable[[str], str]) -> str:
    """The largest type in which the card, said by `say`, stays on one page, by estimate.

    Type that nobody could read at the table is not offered: on small paper the card takes two pages instead.
    """
    readable = [Size(percent) for percent in PERCENTS if percent * look.paper.rem >= SMALLEST]
    widths = (CASE_WIDTH, look.width - OTHERS)
    fitting = (one for one in readable if _height(card, one, widths, say) <= look.height - AROUND)
    return next(fitting, readable[-1]).name


def pair_size(card: PenaltyCard, look: Look, *says: Callable[[str], str]) -> str:
    """The type for two languages side by side: closer where a long code then stays on both sides of one leaf."""
    height = max(_height(card, PAIR, PAIR_WIDTHS, say) for say in says)
    closer = height > 2 * (look.height - AROUND) - PAIR_SPARE and CLOSE * look.paper.rem >= SMALLEST
    return "two close" if closer else "two"


def has_long_word(text: str) -> bool:
    """Is a word too long for the column of moments in its usual type?"""
    return any(len(word) > MOMENT_LETTERS for word in text.split())


def _offences(articles: Sequence[Article]) -> Iterator[Offence]:
    for moment in MOMENTS:
        met = [article for article in articles if article.moments[0] == moment]
        for index, article in enumerate(met):
            yield Offence(article.id, article.title, tuple(_groups(article.rows)), None if index else moment)


def _groups(rows: Iterable[Row]) -> Iterator[Group]:
    cases: dict[tuple[str, ...], list[Case]] = {}
    for row in rows:
        cases.setdefault(row.do, []).append(Case(row.case, row.points, row.opening_raise, row.reading))
    for do, alike in cases.items():
        yield Group(tuple(alike), do)


def _height(card: PenaltyCard, size: Size, widths: tuple[float, float], say: Callable[[str], str]) -> float:
    case_width, duties = widths

    def group_lines(group: Group) -> int:
        cases = sum(size.lines(say(case.text), case_width) for case in group.cases)
        return max(cases, size.lines(" ".join(map(say, group.do)), duties))

    def offence_height(offence: Offence) -> float:
        head = size.lines(say(offence.title), OFFENCE_WIDTH) + 1
        most = max(sum(map(group_lines, offence.groups)), head)
        return most * size.line + len(offence.rows) * ROW_SPACE + OFFENCE_SPACE

    return sum(map(offence_height, card.offences))
