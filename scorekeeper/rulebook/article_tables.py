"""Questions, rows and their conditions from TOML tables, each key checked."""

from collections.abc import Iterator, Sequence
from typing import Any

from scorekeeper.engine.penalties.articles import (
    CHOOSERS,
    MOMENTS,
    ROLES,
    Choice,
    Citation,
    Condition,
    Derived,
    DerivedRow,
    Obligation,
    Place,
    Question,
    TableRow,
    Tile,
    Value,
)
from scorekeeper.engine.penalties.in_force import WILD_LIMITS
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.tables import Table

#: What a match can tell about itself; a question says with `from` which of these answers it.
FACTS = ("players", "canastas_needed", "before_partners_turn", "repeat", "red_threes", "rank", *WILD_LIMITS)
_KINDS = ("yes_no", "choice", "number")
_KEY_TYPE = {"yes_no": bool, "choice": str}


class Vocabulary(Struct):
    """The declarations of a code that its articles may use: section headings, outcomes, readings."""

    sections: tuple[str, ...]
    outcomes: tuple[str, ...]
    readings: tuple[str, ...]


def citation(table: Table, vocabulary: Vocabulary, clause: str | None = None) -> Citation:
    """The location in the source; the clause is in the table, or is the text passed in."""
    numbers = table.table("place")
    place = Place(
        paragraph=numbers.whole("paragraph", 0),
        sentence=numbers.whole("sentence", 0),
        row=numbers.whole("row", 0),
        item=numbers.whole("item", 0),
        point=numbers.text("point", ""),
    )
    numbers.close()
    if place == Place():
        raise table.error("place", "empty; expected a paragraph, a row, an item or a point")
    section = table.one_of("section", vocabulary.sections)
    return Citation(section, place, table.text("clause") if clause is None else clause)


def question(table: Table) -> Question:
    """One question of an article."""
    kind = table.one_of("kind", _KINDS)
    question = Question(
        key=table.text("key"),
        kind=kind,  # type: ignore[arg-type]  # one_of has checked it
        asks=table.text("asks"),
        choices=() if kind == "number" else _choices(table, _KEY_TYPE[kind]),
        minimum=table.whole("min") if kind == "number" else 0,
        maximum=table.whole("max") if kind == "number" and table.has("max") else None,
        most=table.optional_one_of("max_of", FACTS),
        always=table.flag("always"),
        role=table.optional_one_of("role", ROLES),
        chooser=table.optional_one_of("chooser", CHOOSERS),
        fact=table.optional_one_of("from", FACTS),
    )
    table.close()
    return question


def _choices(table: Table, kind: type) -> tuple[Choice, ...]:
    choices = []
    for answer in table.tables("answers"):
        choices.append(Choice(answer.value("key", kind), answer.text("says")))
        answer.close()
    if len({choice.key for choice in choices}) < max(2, len(choices)):
        raise table.error("answers", "expected at least two answers, each once")
    return tuple(choices)


def tile(table: Table, questions: Sequence[Question]) -> Tile:
    """A way into an article, with the answers it carries."""
    by_key = {q.key: q for q in questions}
    answers = table.table("answers")
    given = {answers.one_of("", by_key, key): value for key, value in answers.items()}
    tile = Tile(
        title=table.text("title"),
        moment=table.one_of("moment", MOMENTS),
        answers=tuple((key, _allowed(answers, by_key, key, [value])[0]) for key, value in given.items()),
    )
    table.close()
    return tile


def derived(table: Table, questions: Sequence[Question]) -> Derived:
    """A number read off the answers where the match does not give it."""
    rows = []
    for entry in table.tables("rows"):
        rows.append(DerivedRow(_when(entry, questions, ()), entry.whole("value")))
        entry.close()
    if not rows or rows[-1].when:
        raise table.error("rows", "the last row must hold always: it has no `when`")
    derived = Derived(table.one_of("key", FACTS), tuple(rows))
    table.close()
    return derived


def row(
    table: Table, vocabulary: Vocabulary, questions: Sequence[Question] = (), numbers: Sequence[str] = ()
) -> TableRow:
    """One row of a decision table; `numbers` are the derived ones that a bound may name."""
    counted = [q.key for q in questions if q.kind == "number"]
    row = TableRow(
        when=_when(table, questions, numbers),
        points=table.whole("points"),
        outcomes=table.some_of("outcomes", vocabulary.outcomes),
        do=table.texts("do"),
        why=table.text("why"),
        case=table.text("case"),
        times=table.optional_one_of("times", counted),
        opening_raise=table.whole("opening_raise", 0),
        reading=table.optional_one_of("reading", vocabulary.readings),
        cites=citation(table, vocabulary) if table.has("section") else None,
        obligations=tuple(_obligation(entry, counted) for entry in table.tables("obligation")),
        aside=table.optional_one_of("aside", vocabulary.readings),
        lawful=table.flag("lawful"),
        points_of=tuple(table.value_path(path, "points_of") for path in table.texts("points_of", [])),
        where=table.conditions(),
    )
    table.close()
    return row


def _obligation(table: Table, counted: Sequence[str]) -> Obligation:
    obligation = Obligation(table.text("key"), table.text("says"), table.optional_one_of("count", counted))
    table.close()
    return obligation


def _when(table: Table, questions: Sequence[Question], numbers: Sequence[str]) -> tuple[Condition, ...]:
    if not table.has("when"):
        return ()
    when = table.table("when")
    return tuple(_conditions(when, {q.key: q for q in questions}, numbers))


def _conditions(when: Table, questions: dict[str, Question], numbers: Sequence[str]) -> Iterator[Condition]:
    for key, value in when.items():
        keys = tuple(key.split("+"))
        for part in keys:
            when.one_of(key, questions, part)
        if isinstance(value, dict):
            yield _bounds(when.table(key), keys, [*questions, *numbers])
        else:
            wanted = value if isinstance(value, list) else [value]
            yield Condition(keys, one_of=_allowed(when, questions, key, wanted))


def _bounds(table: Table, keys: tuple[str, ...], words: Sequence[str]) -> Condition:
    condition = Condition(keys, at_least=_bound(table, "min", words), at_most=_bound(table, "max", words))
    table.close()
    return condition


def _bound(table: Table, key: str, words: Sequence[str]) -> int | str | None:
    if not table.has(key):
        return None
    return table.one_of(key, words) if table.is_text(key) else table.whole(key)


def _allowed(when: Table, questions: dict[str, Question], key: str, values: list[Any]) -> tuple[Value, ...]:
    """The answers a condition compares with, each of the question's own kind and among its own answers."""
    asked = questions.get(key)
    if asked is None:
        raise when.error(key, "a sum is compared with bounds; allowed: min, max")
    for wanted in values:
        if not _fits(asked, wanted):
            raise when.error(key, f"{wanted!r} is no answer to it; allowed: {asked.allowed()}")
    return tuple(values)


def _fits(asked: Question, wanted: Any) -> bool:
    if asked.kind == "number":
        return type(wanted) is int and wanted >= asked.minimum
    return any(type(key) is type(wanted) and key == wanted for key in asked.keys)
