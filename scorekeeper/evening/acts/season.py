"""The acts of a season: its settings, and the evenings that count in it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from scorekeeper.engine import shape
from scorekeeper.engine.chain import Act, Acts, ChainEntry
from scorekeeper.engine.reading import Name, looked, partly, said
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import at
from scorekeeper.engine.values import Meta, Struct, field, replace
from scorekeeper.evening.ranking.rank_reader import chain, read_counting
from scorekeeper.evening.ranking.season import SEASON_TIE_BREAKS, Counting
from scorekeeper.evening.settings import Id, Reason, Short

MOST_ENTRIES = 10_000
#: The maximum number of evenings in a season; a club holds fewer in ten years.
MOST_EVENINGS = 999


def _read_counting(value: Any, where: str) -> Counting:
    counting = read_counting(value, where)
    if len(counting.points) > MOST_EVENINGS:
        raise malformed("wrong_number", at(where, "points"), len(counting.points), [MOST_EVENINGS])
    return counting


if TYPE_CHECKING:
    Count: TypeAlias = Counting
    TieBreaks: TypeAlias = tuple[str, ...]
else:
    Count, TieBreaks = looked(_read_counting, type="object"), chain(SEASON_TIE_BREAKS)
Number = Annotated[int, Meta(ge=1, le=MOST_ENTRIES)]


class SeasonSetup(Struct):
    """The current settings of the season."""

    title: Name
    counting: Count = field(default=Counting(), name="points")
    best: Annotated[int, Meta(ge=1, le=MOST_EVENINGS)] | None = None
    tie_breaks: TieBreaks = SEASON_TIE_BREAKS
    seed: Short | None = None


class SeasonMemory(Struct):
    """The result of the entries so far. `evenings` has the ids of evenings by their numbers in the season,
    ascending."""

    setup: SeasonSetup
    version: int
    evenings: Mapping[int, str] = field(default_factory=dict)
    removed: frozenset[int] = frozenset()

    @property
    def next_number(self) -> int:
        """The number of the next evening; numbers of removed evenings are not used again."""
        return len(self.evenings) + len(self.removed) + 1


class SeasonOpened(SeasonSetup, Act):
    """The season is opened."""

    KIND = "season_opened"
    counting: Count = field(name="points")

    def apply(self, memory: None, entry: ChainEntry) -> SeasonMemory:
        return SeasonMemory(SeasonSetup(**said(self)), entry.version)


class SeasonAmended(Act):
    """The settings of the season are changed."""

    KIND = "season_amended"
    changed: partly(SeasonSetup)  # type: ignore[valid-type]
    reason: Reason = ""

    def apply(self, memory: SeasonMemory, entry: ChainEntry) -> SeasonMemory:
        return replace(memory, setup=replace(memory.setup, **said(self.changed)))


class EveningAdded(Act):
    """An evening is added to the season, with the next number."""

    KIND = "evening_added"
    evening: Number
    id: Id

    def check(self, memory: SeasonMemory, where: str) -> None:
        shape.whole(self.evening, at(where, "evening"), memory.next_number, memory.next_number)
        if self.id in memory.evenings.values():
            raise malformed("there_twice", at(where, "id"), self.id)

    def apply(self, memory: SeasonMemory, entry: ChainEntry) -> SeasonMemory:
        return replace(memory, evenings={**memory.evenings, self.evening: self.id})


class EveningRemoved(Act):
    """An evening is removed from the season."""

    KIND = "evening_removed"
    evening: Number
    reason: Reason = ""

    def check(self, memory: SeasonMemory, where: str) -> None:
        if self.evening not in memory.evenings:
            raise malformed("not_one_of", at(where, "evening"), self.evening, map(str, memory.evenings))

    def apply(self, memory: SeasonMemory, entry: ChainEntry) -> SeasonMemory:
        left = {number: id_ for number, id_ in memory.evenings.items() if number != self.evening}
        return replace(memory, evenings=left, removed=memory.removed | {self.evening})


#: The acts of a season.
SEASON_ACTS: Acts[SeasonMemory] = Acts(SeasonOpened, SeasonAmended, EveningAdded, EveningRemoved)
remember_season = SEASON_ACTS.remember
