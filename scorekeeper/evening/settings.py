"""The settings of an evening, and the types by which files, forms and imports are read."""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from scorekeeper.engine import shape
from scorekeeper.engine.reading import Name, Object, looked, one_of, read, saying, text, whole
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.values import Meta, Struct, field, fields
from scorekeeper.evening.movements import MOST_ROUNDS, MOVEMENTS
from scorekeeper.evening.ranking.rank_reader import chain
from scorekeeper.evening.ranking.scoring import Scoring, read_scoring
from scorekeeper.evening.ranking.standings import TIE_BREAKS
from scorekeeper.evening.values import MOST_TABLES, Sides, TableNumber

#: The number of minutes in a day, the upper limit of all settings in minutes.
_MINUTES = 1_440


def many(kind: Any, most: int = MOST_TABLES, refusal: str | None = "too_large") -> Any:
    """The type of a list with at most `most` items, by default the largest number of tables in a room. `refusal` is as
    in `list_of`."""
    return Annotated[tuple[kind, ...], Meta(max_length=most, extra={"refusal": refusal})]


def several(kind: Any) -> Any:
    """The type of a list with at most `shape.WORD` items, such as the players of an entrant."""
    return many(kind, shape.WORD, None)


def _date(value: Any, where: str) -> str:
    try:
        if isinstance(value, str) and date.fromisoformat(value).isoformat() == value:
            return value
    except ValueError:
        pass
    raise malformed("not_text", where, value)


_RoundEnd = saying(
    called="RoundEnd",
    by=one_of(("deals", "target", "time")), deals=whole(1, 100), minutes=whole(1, _MINUTES),
    late=whole(1, _MINUTES), extra=whole(0, _MINUTES), warning=whole(0, _MINUTES),
    in_progress=one_of(("finish", "count", "drop")),
)  # fmt: skip


def _round_end(value: Any, where: str) -> Mapping[str, Any]:
    read(_RoundEnd, value, where)
    plain: Mapping[str, Any] = value
    return plain


RoundNumber = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
if TYPE_CHECKING:
    Id: TypeAlias = str
    Short: TypeAlias = str
    Reason: TypeAlias = str
    Date: TypeAlias = str
    Movement: TypeAlias = str
    ScoringIn: TypeAlias = Scoring
    TieBreaks: TypeAlias = tuple[str, ...]
    RoundEnd: TypeAlias = Mapping[str, Any]
    Tables: TypeAlias = tuple[int, ...]
    Ids: TypeAlias = tuple[str, ...]
    SidesIn: TypeAlias = Sides
else:
    #: The types of an id, of a name or title, and of a reason. Each may be empty.
    Id, Short, Reason = text(shape.WORD), text(shape.NAME_LENGTH), text(shape.REASON_LENGTH)
    Date, Movement = looked(_date, type="string", format="date"), one_of(MOVEMENTS)
    ScoringIn = looked(lambda value, where: read_scoring(value, where, {}))
    TieBreaks, Tables = chain(TIE_BREAKS), many(TableNumber)
    #: The types of the ids of several entrants, and of the sides of a table.
    Ids, SidesIn = many(Id), several(several(Id))
    #: The type of the end of a round, and of what happens to matches in progress then. The value is checked, and kept
    #: as the JSON object that it is.
    RoundEnd = looked(_round_end, _RoundEnd)


class EveningSetup(Struct, kw_only=True):
    """The current settings of the evening."""

    title: Short
    date: Date
    rules: Id
    format: Id
    options: Object = field(default_factory=dict)
    code: Id | None = None
    movement: Movement
    movement_options: Object = field(default_factory=dict)
    rounds: RoundNumber | None = None
    scoring: ScoringIn
    tie_breaks: TieBreaks | None = None
    round_end: RoundEnd = field(default_factory=dict)
    tables: Tables | None = None
    seed: Name | None = None


#: The types of the settings by name.
SETTINGS: Mapping[str, Any] = {each.name: each.type for each in fields(EveningSetup)}
