"""The articles of a penalty code as values: questions, decision rows, and what a row carries.

The rulebook's files are read into them: a field stands under its own name, or under the one that it names. The texts
inside are msgids: the engine hands them on and never reads them.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from scorekeeper.engine import shape
from scorekeeper.engine.reading import Object, Text, form, looked, one_of, read
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import at
from scorekeeper.engine.values import Struct, field

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
#: What a table or a director may set for a ruling at most: points either way, and a raise of the opening minimum.
MOST_POINTS = 10_000
HIGHEST_RAISE = 1_000
#: The obligation of a house article has one key: its text is the table's own.
HOUSE_OBLIGATION = "HOUSE_OBLIGATION"
_HOUSE_KEYS = ("id", "title", "moment", "points", "opening_raise", "obligation")
_LONGEST_TEXT = 200


class Choice(Struct, forbid_unknown_fields=True):
    """One answer to a yes-no or choice question: its key and what it says."""

    key: bool | str
    says: Text


class Question(Struct, forbid_unknown_fields=True):
    """One question. `always`: asked for the record. `fact`: the fact about the match that answers it. `most`: the fact
    that bounds a number, where the rules of a match are known; `maximum` bounds it otherwise."""

    key: Text
    kind: Kind
    asks: Text
    choices: tuple[Choice, ...] = field(default=(), name="answers")
    minimum: int = field(default=0, name="min")
    maximum: int | None = field(default=None, name="max")
    most: Text | None = field(default=None, name="max_of")
    always: bool = False
    role: one_of(ROLES) | None = None  # type: ignore[valid-type]
    chooser: one_of(CHOOSERS) | None = None  # type: ignore[valid-type]
    fact: Text | None = field(default=None, name="from")

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


_Bounds = form("Bounds", min=(int | str | None, None), max=(int | str | None, None))


def _conditions(found: Any, where: str) -> tuple[Condition, ...]:
    """The conditions of a table: by an answer, or by answers that are added up ("cups+spoons"), what it must be."""
    table = read(Object, found, where)
    return tuple(_condition(tuple(key.split("+")), value, at(where, key)) for key, value in table.items())


def _condition(keys: tuple[str, ...], value: Any, where: str) -> Condition:
    if isinstance(value, Mapping):
        bounds = read(_Bounds, value, where)
        return Condition(keys, at_least=bounds.min, at_most=bounds.max)
    return Condition(keys, one_of=tuple(value) if isinstance(value, list) else (value,))


if TYPE_CHECKING:
    When: TypeAlias = tuple[Condition, ...]
    Answers: TypeAlias = tuple[tuple[str, Value], ...]
    Saying: TypeAlias = str
else:
    When = looked(_conditions)
    Answers = looked(lambda found, where: tuple(read(Object, found, where).items()))
    _Saying = form("Saying", says=Text)
    Saying = looked(lambda found, where: read(_Saying, found, where).says)


class DerivedRow(Struct, forbid_unknown_fields=True):
    """The value a derived number takes when every condition holds."""

    value: int
    when: When = ()


class Derived(Struct, forbid_unknown_fields=True):
    """A number read off the answers unless the match gives it as a fact: the first row that holds decides."""

    key: Text
    rows: tuple[DerivedRow, ...]


class Obligation(Struct, forbid_unknown_fields=True):
    """A later duty. `count` names the answer that gives the number of times."""

    key: Text
    says: Text
    count: Text | None = None


class Place(Struct, forbid_unknown_fields=True):
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


class Cited(Struct, kw_only=True):
    """Something that rests on a location in the source; on none without a section."""

    section: str = ""
    place: Place = Place()
    clause: str = ""

    @property
    def cites(self) -> Citation | None:
        """The location, and the clause in our words."""
        return Citation(self.section, self.place, self.clause) if self.section else None


class TableRow(Cited, forbid_unknown_fields=True):
    """One line of the decision table; the first whose conditions all hold decides.

    `points` are charged once, or as often as the answer `times` says. It `cites` where it rests on another section of
    the source than its article. `aside` is the reading that only a further duty rests on, not the
    verdict. `lawful`: nobody did anything wrong. `points_of` are the paths of the values that make up `points` under
    the rules of a match; `where` names what must be so under those rules (see `in_force`).
    """

    points: int
    outcomes: tuple[Text, ...]
    do: tuple[Text, ...]
    why: Text
    case: Text
    when: When = ()
    times: Text | None = None
    opening_raise: int = 0
    reading: Text | None = None
    obligations: tuple[Obligation, ...] = field(default=(), name="obligation")
    aside: Text | None = None
    lawful: bool = False
    points_of: tuple[Text, ...] = ()
    where: tuple[Text, ...] = ()


class Tile(Struct, forbid_unknown_fields=True):
    """A way into an article from the screen, with the answers that it already carries."""

    title: Text
    moment: one_of(MOMENTS)  # type: ignore[valid-type]
    answers: Answers


class Article(Cited, forbid_unknown_fields=True):
    """One article; a table's own cites nothing. `term` is what the source itself calls it.

    Of `every_row`, those that only hold under some rules go before the others, the `rows` of the source. `asks` is the
    question for the person concerned where that is not an offender. `where` names what must be so under the rules of a
    match for such an offence to exist (see `in_force`). `recounts`: it settles a count that was wrong, so both figures
    of it are written down first.
    """

    id: Text
    title: Text
    says: Text
    term: Text
    moments: tuple[one_of(MOMENTS), ...]  # type: ignore[valid-type]
    questions: tuple[Question, ...] = field(default=(), name="question")
    every_row: tuple[TableRow, ...] = field(default=(), name="row")
    derived: tuple[Derived, ...] = ()
    own_tiles: tuple[Tile, ...] = field(default=(), name="tile")
    asks: str = ""
    where: tuple[Text, ...] = ()
    recounts: bool = False

    @property
    def house(self) -> bool:
        """Whether a table added it to its code."""
        return not self.section

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The rows that hold whatever the rules of a match are."""
        return tuple(row for row in self.every_row if not row.where)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The ways into the article: its own tiles, or one with its title and no answer given."""
        return self.own_tiles or tuple(Tile(self.title, moment, ()) for moment in self.moments[:1])

    def question(self, key: str) -> Question | None:
        """The question with that key, or None."""
        return next((question for question in self.questions if question.key == key), None)


class Reference(Struct, forbid_unknown_fields=True):
    """A rule with a consequence, looked up and not adjudicated; its clause is what it `says`.

    `term` is what the source itself calls it, `applies` what it does when applied.
    """

    id: Text
    title: Text
    says: Text
    consequence: Saying
    term: Text
    section: Text
    place: Place
    moments: tuple[one_of(MOMENTS), ...]  # type: ignore[valid-type]
    see: tuple[Text, ...] = ()
    applies: TableRow | None = None

    @property
    def cites(self) -> Citation:
        """The location in the source, and what it says."""
        return Citation(self.section, self.place, self.says)


class Reading(Struct, forbid_unknown_fields=True):
    """The program's reading of a location where the source is silent or ambiguous."""

    id: Text
    says: Text


class PenaltyCode(Struct, forbid_unknown_fields=True):
    """A penalty code: articles in source order, reference entries, the readings its rows rest on.

    `source` is the code of the text it comes from. `language` is the language of `term` and of every article's own term
    and section heading. `values` are the rules of a match under it, each beside its source; `place` says where people
    see it among the codes.
    """

    id: Text
    title: Text
    says: Text
    language: Text
    term: Text
    source: Text
    outcomes: tuple[Text, ...]
    sections: tuple[Text, ...]
    place: int
    readings: tuple[Reading, ...] = field(default=(), name="reading")
    articles: tuple[Article, ...] = field(default=(), name="article")
    references: tuple[Reference, ...] = field(default=(), name="reference")
    values: Object = field(default_factory=dict)

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


def house_article(stored: Mapping[str, Any]) -> Article:
    """The article that a table adds to its code, made of `{id, title, moment, points, opening_raise, obligation}`: one
    row, no questions, marked as the house's own.

    `points` (negative for a fine) and `opening_raise` default to 0, `obligation` to none. Raises `Refused`
    with the place, what was found and what is allowed.
    """
    shape.mapping(stored, "house_article", _HOUSE_KEYS)
    title = _text(stored, "title")
    obligation = _text(stored, "obligation") if stored.get("obligation") not in (None, "") else ""
    return Article(
        id=_text(stored, "id"),
        title=title,
        says=obligation or title,
        term="",
        moments=(shape.choice(stored.get("moment"), "house_article.moment", MOMENTS),),
        every_row=(
            TableRow(
                points=_whole(stored, "points", -MOST_POINTS, MOST_POINTS),
                outcomes=(),
                do=(obligation,) if obligation else (),
                why=title,
                case="",
                opening_raise=_whole(stored, "opening_raise", 0, HIGHEST_RAISE),
                obligations=(Obligation(HOUSE_OBLIGATION, obligation),) if obligation else (),
            ),
        ),
    )


def _text(stored: Mapping[str, Any], key: str) -> str:
    value = stored.get(key)
    if not isinstance(value, str) or not value.strip():
        raise malformed("not_text", f"house_article.{key}", value)
    if len(value) > _LONGEST_TEXT:
        raise malformed("too_long", f"house_article.{key}", value, (1, _LONGEST_TEXT))
    return value.strip()


def _whole(stored: Mapping[str, Any], key: str, least: int, most: int) -> int:
    return shape.whole(stored.get(key, 0), f"house_article.{key}", least, most)
