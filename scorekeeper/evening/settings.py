"""The settings of an evening as they are written: the types that a file, a form and an import are read by."""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, TypeAlias

from scorekeeper.engine import shape
from scorekeeper.engine.reading import Name, Object, list_of, looked, one_of, saying, text, whole
from scorekeeper.engine.refused import malformed
from scorekeeper.evening.movements import MOST_ROUNDS, MOVEMENTS
from scorekeeper.evening.movements.options import MOST_TABLES, TableNumber
from scorekeeper.evening.ranking.rank_reader import chain
from scorekeeper.evening.ranking.scoring_reader import read_scoring
from scorekeeper.evening.ranking.standings import TIE_BREAKS

#: Minutes of a day.
_MINUTES = 1_440
if TYPE_CHECKING:
    Word: TypeAlias = str
    Short: TypeAlias = str
    Reason: TypeAlias = str
else:
    #: An id; what something is called, or nothing; why something was done.
    Word, Short, Reason = text(shape.WORD), text(shape.NAME_LENGTH), text(shape.REASON_LENGTH)


def many(kind: Any) -> Any:
    """The type of a list of any length that a room can have."""
    return list_of(kind, MOST_TABLES, refusal="too_large")


def _date(value: Any, where: str) -> None:
    try:
        if isinstance(value, str) and date.fromisoformat(value).isoformat() == value:
            return
    except ValueError:
        pass
    raise malformed("not_text", where, value)


def _scoring(value: Any, where: str) -> None:
    read_scoring(value, where, {})


_ROUND = whole(1, MOST_ROUNDS)
#: The type of each setting.
SETTINGS: Mapping[str, Any] = {
    "title": Short, "date": looked(_date, type="string", format="date"), "rules": Word, "format": Word,
    "options": Object, "code": Word | None, "movement": one_of(MOVEMENTS), "movement_options": Object,
    "rounds": _ROUND | None, "scoring": looked(_scoring),
    "tie_breaks": chain(TIE_BREAKS) | None,
    "round_end": saying(
        called="RoundEnd",
        by=one_of(("deals", "target", "time")), deals=whole(1, 100), minutes=whole(1, _MINUTES),
        late=whole(1, _MINUTES), extra=whole(0, _MINUTES), warning=whole(0, _MINUTES),
        in_progress=one_of(("finish", "count", "drop")),
    ),
    "tables": many(TableNumber) | None, "seed": Name | None,
}  # fmt: skip
