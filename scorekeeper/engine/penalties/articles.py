"""The articles of a penalty code as values: their questions, and the rows that decide.

The rulebook's files are read into these types; a field has its own name there, or the `name` that it is declared with.
Texts are msgids for translation, which the engine passes on and does not interpret.
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

#: The moments of play at which an offence can happen, in the order of a deal.
MOMENTS = ("deal", "draw", "pile", "opening", "melding", "going_out", "counting")

#: The subject of a question: the offence, whether it was seen in time, whether it can be repaired, a count, a choice.
ROLES = ("what", "in_time", "repair", "count", "choice")

#: The people who answer a question that is a choice. All choices are explained to them first.
CHOOSERS = ("opponents", "own_side", "next_player", "any_player", "offender")

#: The maximum number of points, positive or negative, that a table or a director may set for a ruling; and the highest
#: raise of the opening minimum.
MOST_POINTS = 10_000
HIGHEST_RAISE = 1_000
#: The key of the obligation of a house article; its text is the table's own.
HOUSE_OBLIGATION = "HOUSE_OBLIGATION"
_LONGEST_TEXT = 200


class Choice(Struct, forbid_unknown_fields=True):
    """One answer to a yes-no or choice question: its key and its text."""

    key: bool | str
    says: Text


class Question(Struct, forbid_unknown_fields=True):
    """One question of an article. `always`: it is asked for the record even if the answer changes nothing. `fact` names
    the fact about the match that answers it. A number is limited by the fact that `most` names, if the rules of a match
    are known, and otherwise by `maximum`."""

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
        """The allowed answers to a yes-no or choice question, in order."""
        return tuple(choice.key for choice in self.choices)

    def allowed(self) -> list[Value] | dict[str, int | None]:
        """The allowed answers as in the JSON of `scorekeeper rule`: a list, or `min` and `max` of a number."""
        if self.kind == "number":
            return {"min": self.minimum, "max": self.maximum}
        return list(self.keys)


class Condition(Struct):
    """One condition of a row. With `one_of`, the answer to the first of `keys` is one of these values. Otherwise, the
    sum of the answers to all `keys` is within the bounds.

    A bound that is a text is the key of another answer or fact, such as `canastas_needed`.
    """

    keys: tuple[str, ...]
    one_of: tuple[Value, ...] = ()
    at_least: int | str | None = None
    at_most: int | str | None = None


_Bounds = form("Bounds", min=(int | str | None, None), max=(int | str | None, None))


def _conditions(found: Any, where: str) -> tuple[Condition, ...]:
    """Read conditions from a table. A key is that of an answer, or of several whose sum is meant ("cups+spoons"); its
    value is an answer, a list of them, or a table of bounds."""
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
    """A value of a derived number, and the conditions for it."""

    value: int
    when: When = ()


class Derived(Struct, forbid_unknown_fields=True):
    """A number that follows from the answers, by the first row whose conditions hold, unless the match gives it as a
    fact."""

    key: Text
    rows: tuple[DerivedRow, ...]


class Obligation(Struct, forbid_unknown_fields=True):
    """An obligation that follows from a ruling. `count` is the key of the answer that says how many times to do it."""

    key: Text
    says: Text
    count: Text | None = None


class Place(Struct, forbid_unknown_fields=True):
    """A location in a section of a source. `paragraph` (-1: the last), `sentence` in the paragraph, `row` of the table
    and `item` of a list are counted from 1. `point` is the name of a point in the source, such as "a)". 0 and "" mean
    not specified."""

    paragraph: int = 0
    sentence: int = 0
    row: int = 0
    item: int = 0
    point: str = ""


class Citation(Struct):
    """A citation: the section of the source, the location in it, and the clause in our words."""

    section: str
    place: Place
    clause: str


class Cited(Struct, kw_only=True):
    """Base class of values that can cite a source. Without a section, they cite none."""

    section: str = ""
    place: Place = Place()
    clause: str = ""

    @property
    def cites(self) -> Citation | None:
        """The citation, or None."""
        return Citation(self.section, self.place, self.clause) if self.section else None


class TableRow(Cited, forbid_unknown_fields=True):
    """One row of the decision table. The first row whose conditions all hold decides.

    `points` are charged once, or as many times as the answer with the key `times`. A row `cites` a section of the
    source if that is not the section of its article. `reading` is the id of the reading on which the verdict depends;
    `aside` is the id of a reading that matters only for an obligation. `lawful`: there was no offence. `points_of` are
    the paths of the values whose sum is `points` under the rules of a match; `where` are conditions on those rules (see
    `in_force`).
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
    """An entry for an article on the page of offences, with the answers that it implies."""

    title: Text
    moment: one_of(MOMENTS)  # type: ignore[valid-type]
    answers: Answers


class Article(Cited, forbid_unknown_fields=True):
    """One article. A table's own article cites nothing. `term` is its name in the source's language.

    Rows of `every_row` that apply only under some rules are tried before the others, which are the `rows` of the
    source. `asks` is the question about the player that the ruling is for, in place of "Who was it?". `where` are
    conditions on the rules of a match; if they do not hold, there is no such offence (see `in_force`). `recounts`: the
    article is about a wrong count, so the claimed and the verified figure are recorded first.
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
        """Return whether this is a table's own article."""
        return not self.section

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The rows that apply under all rules."""
        return tuple(row for row in self.every_row if not row.where)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The article's own tiles, or one with its title that implies no answer."""
        return self.own_tiles or tuple(Tile(self.title, moment, ()) for moment in self.moments[:1])

    def question(self, key: str) -> Question | None:
        """The question with that key, or None."""
        return next((question for question in self.questions if question.key == key), None)


class Reference(Struct, forbid_unknown_fields=True):
    """A rule of the code to look up, without questions; `says` is the clause that it cites.

    `term` is its name in the source's language. `applies` is the row of its ruling, if it can be applied.
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
        """The citation of the rule."""
        return Citation(self.section, self.place, self.says)


class Reading(Struct, forbid_unknown_fields=True):
    """The program's interpretation where the source is silent or ambiguous."""

    id: Text
    says: Text


class PenaltyCode(Struct, forbid_unknown_fields=True):
    """A penalty code: articles in the order of the source, reference entries, and the readings that its rows depend on.

    `source` is the key in sources.toml of the text that the penalty code comes from. `language` is that of the source:
    of every `term` and of the section headings. `values` are the values of a rule set that the code decides, each with
    its source. Codes are listed in the order of `place`.
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
        """The articles and the reference entries."""
        return (*self.articles, *self.references)

    def entry(self, key: Any) -> Article | Reference | None:
        """The article or reference entry with that id, or None."""
        return next((entry for entry in self.entries if entry.id == key), None)

    def reading(self, key: str | None) -> Reading | None:
        """The reading with that id, or None."""
        return next((reading for reading in self.readings if reading.id == key), None)


def number_of(bound: int | str | None, values: Mapping[str, Value], *, otherwise: float) -> float:
    """A bound as a number: the number itself, the value that it names, or `otherwise` if there is no bound."""
    if bound is None:
        return otherwise
    return bound if isinstance(bound, int) else int(values[bound])


def holds(condition: Condition, values: Mapping[str, Value]) -> bool:
    """Return whether a condition is met by `values`: the answers to all questions, and the facts."""
    if condition.one_of:
        return values[condition.keys[0]] in condition.one_of
    total = sum(int(values[key]) for key in condition.keys)
    at_least = number_of(condition.at_least, values, otherwise=float("-inf"))
    return at_least <= total <= number_of(condition.at_most, values, otherwise=float("inf"))


def house_article(stored: Mapping[str, Any]) -> Article:
    """The article that a table adds to its code, from `{id, title, moment, points, opening_raise, obligation}`. It has
    one row and no questions.

    `points` (negative for a fine) and `opening_raise` default to 0, `obligation` to none. Raises `Refused` (malformed)
    for an unknown key, or a value that is missing or not allowed.
    """
    shape.mapping(stored, "house_article", ("id", "title", "moment", "points", "opening_raise", "obligation"))
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
