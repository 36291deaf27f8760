"""The articles of a penalty code as values: questions, decision rows, and what a row carries.

The texts inside are msgids: the engine hands them on and never reads them.
"""

from collections.abc import Mapping
from typing import Any, Literal

from scorekeeper.engine.values import Struct

Value = bool | int | str
Kind = Literal["yes_no", "choice", "number"]

#: Moments of play, in the order in which they come up in a deal.
MOMENTS = ("deal", "draw", "pile", "opening", "melding", "going_out", "counting")

#: What a question is about: the offence, was it seen in time, can it be mended, a count, a choice.
ROLES = ("what", "in_time", "repair", "count", "choice")

#: Who answers a question that is a choice; before they choose, every choice is explained to them.
CHOOSERS = ("opponents", "own_side", "next_player", "any_player", "offender")

#: No answer is a larger number than this, whatever the question.
LARGEST_NUMBER = 1_000_000


class Choice(Struct):
    """One answer to a yes-no or choice question: its key and what it says."""

    key: bool | str
    says: str


class Question(Struct):
    """One question. `always`: asked for the record. `fact`: the fact about the match that answers it. `most`: the fact
    that bounds a number, where the rules of a match are known; `maximum` bounds it otherwise."""

    key: str
    kind: Kind
    asks: str
    choices: tuple[Choice, ...] = ()
    minimum: int = 0
    maximum: int | None = None
    most: str | None = None
    always: bool = False
    role: str | None = None
    chooser: str | None = None
    fact: str | None = None

    @property
    def keys(self) -> tuple[Value, ...]:
        """The answers a yes-no or choice question allows, in order."""
        return tuple(choice.key for choice in self.choices)

    def allowed(self) -> list[Value] | dict[str, int | None]:
        """The allowed answers, as `scorekeeper rule` writes them: a list, or `min` and `max` of a number."""
        if self.kind == "number":
            return {"min": self.minimum, "max": self.maximum}
        return list(self.keys)


class Condition(Struct):
    """One condition of a row: an answer is among `one_of`, or the sum of `keys` lies within the bounds.

    A bound that is a word names another answer or fact, such as `canastas_needed`.
    """

    keys: tuple[str, ...]
    one_of: tuple[Value, ...] = ()
    at_least: int | str | None = None
    at_most: int | str | None = None


class DerivedRow(Struct):
    """The value a derived number takes when every condition holds."""

    when: tuple[Condition, ...]
    value: int


class Derived(Struct):
    """A number read off the answers unless the match gives it as a fact: the first row that holds decides."""

    key: str
    rows: tuple[DerivedRow, ...]


class Obligation(Struct):
    """A later duty. `count` names the answer that gives the number of times."""

    key: str
    says: str
    count: str | None = None


class Place(Struct):
    """A location in a section of a source, counted from 1: a paragraph (-1: the last) and its sentence, a row of the
    table, an item of a list, or a `point` as the source itself marks it. 0 and "" are not named."""

    paragraph: int = 0
    sentence: int = 0
    row: int = 0
    item: int = 0
    point: str = ""


class Citation(Struct):
    """A citation that settles an argument: the source's section and the location in it, both its own, and the clause in
    our words."""

    section: str
    place: Place
    clause: str


class TableRow(Struct):
    """One line of the decision table; the first whose conditions all hold decides.

    `points` are charged once, or as often as the answer `times` says. `cites` is set where the row rests on
    another section of the source than its article. `aside` is the reading that only a further duty rests on, not the
    verdict. `lawful`: nobody did anything wrong. `points_of` are the paths of the values that make up `points` under
    the rules of a match; `where` names what must be so under those rules (see `in_force`).
    """

    when: tuple[Condition, ...]
    points: int
    outcomes: tuple[str, ...]
    do: tuple[str, ...]
    why: str
    case: str
    times: str | None = None
    opening_raise: int = 0
    reading: str | None = None
    cites: Citation | None = None
    obligations: tuple[Obligation, ...] = ()
    aside: str | None = None
    lawful: bool = False
    points_of: tuple[str, ...] = ()
    where: tuple[str, ...] = ()


class Tile(Struct):
    """A way into an article from the screen, with the answers that it already carries."""

    title: str
    moment: str
    answers: tuple[tuple[str, Value], ...] = ()


class Article(Struct):
    """One article; a table's own cites nothing. `term` is what the source itself calls it.

    `rows` are those of the source, `rows_of_rules` those that only hold under some rules and go before them.
    `asks` is the question for the person concerned where that is not an offender. `where` names what must be so under
    the rules of a match for such an offence to exist (see `in_force`). `recounts`: it settles a count that was wrong,
    so both figures of it are written down first.
    """

    id: str
    title: str
    says: str
    term: str
    cites: Citation | None
    moments: tuple[str, ...]
    questions: tuple[Question, ...]
    rows: tuple[TableRow, ...]
    rows_of_rules: tuple[TableRow, ...] = ()
    derived: tuple[Derived, ...] = ()
    own_tiles: tuple[Tile, ...] = ()
    asks: str = ""
    where: tuple[str, ...] = ()
    recounts: bool = False
    house: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The ways into the article: its own tiles, or one with its title and no answer given."""
        return self.own_tiles or tuple(Tile(self.title, moment) for moment in self.moments[:1])

    def question(self, key: str) -> Question | None:
        """The question with that key, or None."""
        return next((question for question in self.questions if question.key == key), None)


class Reference(Struct):
    """A rule with a consequence, looked up and not adjudicated; its clause is what it `says`.

    `term` is what the source itself calls it, `applies` what it does when applied.
    """

    id: str
    title: str
    says: str
    consequence: str
    term: str
    cites: Citation
    moments: tuple[str, ...]
    see: tuple[str, ...] = ()
    applies: TableRow | None = None


class Reading(Struct):
    """The program's reading of a location where the source is silent or ambiguous."""

    id: str
    says: str


class Source(Struct):
    """The text a code comes from: its title, and where it was found."""

    title: str
    address: str


class PenaltyCode(Struct):
    """A penalty code: articles in source order, reference entries, the readings its rows rest on.

    `language` is the language of `term` and of every article's own term and section heading.
    """

    id: str
    title: str
    says: str
    language: str
    term: str
    source: Source
    outcomes: tuple[str, ...]
    sections: tuple[str, ...]
    readings: tuple[Reading, ...]
    articles: tuple[Article, ...]
    references: tuple[Reference, ...]

    def article(self, key: Any) -> Article | None:
        """The article with that id, or None."""
        return next((article for article in self.articles if article.id == key), None)

    @property
    def entries(self) -> tuple[Article | Reference, ...]:
        """Everything that can be looked up: the articles, and the rules without a verdict."""
        return (*self.articles, *self.references)

    def entry(self, key: Any) -> Article | Reference | None:
        """The article or reference entry with that id, or None."""
        return next((entry for entry in self.entries if entry.id == key), None)

    def reading(self, key: str | None) -> Reading | None:
        """The reading with that id, or None."""
        return next((reading for reading in self.readings if reading.id == key), None)


def number_of(bound: int | str | None, values: Mapping[str, Value], *, otherwise: float) -> float:
    """A bound as a number: itself, the value it names, or `otherwise` where there is none."""
    if bound is None:
        return otherwise
    return bound if isinstance(bound, int) else int(values[bound])


def holds(condition: Condition, values: Mapping[str, Value]) -> bool:
    """Return whether `values` (an answer for every question, and the facts) meet the condition."""
    if condition.one_of:
        return values[condition.keys[0]] in condition.one_of
    total = sum(int(values[key]) for key in condition.keys)
    at_least = number_of(condition.at_least, values, otherwise=float("-inf"))
    return at_least <= total <= number_of(condition.at_most, values, otherwise=float("inf"))
