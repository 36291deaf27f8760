"""What a season's entries say: how its evenings count, and which they are."""

from collections.abc import Callable, Iterable, Mapping

from scorekeeper.engine.chain import Entry, Payload, opened
from scorekeeper.engine.values import Struct, field, replace
from scorekeeper.evening.ranking.rank_reader import read_counting
from scorekeeper.evening.ranking.season import TIE_BREAKS, Counting

#: By the points of the evening.
PLAIN = Counting()


class SeasonSetup(Struct):
    """What the season was opened with, as it was amended since."""

    title: str
    counting: Counting = PLAIN
    best: int | None = None
    tie_breaks: tuple[str, ...] = TIE_BREAKS
    seed: str | None = None


class SeasonMemory(Struct):
    """Everything the entries say so far: the evenings' ids by their numbers in the season, in that order."""

    setup: SeasonSetup
    version: int
    evenings: Mapping[int, str] = field(default_factory=dict)
    removed: frozenset[int] = frozenset()

    @property
    def next_number(self) -> int:
        """The number of the evening that is added next; none is given twice."""
        return len(self.evenings) + len(self.removed) + 1


def remember_season(entries: Iterable[Entry]) -> SeasonMemory:
    """Read a season's entries in order. Raises ValueError for an unopened season, KeyError for an unknown kind."""
    first, more = opened(entries, "season_opened")
    return season_and_then(SeasonMemory(_setup(SeasonSetup(""), first.payload), first.version), more)


def season_and_then(memory: SeasonMemory, entries: Iterable[Entry]) -> SeasonMemory:
    """What is remembered after further entries. Raises KeyError for an unknown kind."""
    for entry in entries:
        memory = replace(SEASON_HANDLERS[entry.kind](memory, entry.payload), version=entry.version)
    return memory


def _setup(setup: SeasonSetup, payload: Payload) -> SeasonSetup:
    """The setup with whatever the payload says of it."""
    changed = {key: payload[key] for key in ("title", "best", "seed") if key in payload}
    if "points" in payload:
        changed["counting"] = read_counting(payload["points"], "points")
    if "tie_breaks" in payload:
        changed["tie_breaks"] = tuple(payload["tie_breaks"])
    return replace(setup, **changed)


def _amended(memory: SeasonMemory, payload: Payload) -> SeasonMemory:
    return replace(memory, setup=_setup(memory.setup, payload["changed"]))


def _added(memory: SeasonMemory, payload: Payload) -> SeasonMemory:
    return replace(memory, evenings={**memory.evenings, payload["evening"]: payload["id"]})


def _removed(memory: SeasonMemory, payload: Payload) -> SeasonMemory:
    left = {number: id_ for number, id_ in memory.evenings.items() if number != payload["evening"]}
    return replace(memory, evenings=left, removed=memory.removed | {payload["evening"]})


#: What each kind of entry does to the memory; the whole list of kinds that follow `season_opened`.
SEASON_HANDLERS: Mapping[str, Callable[[SeasonMemory, Payload], SeasonMemory]] = {
    "season_amended": _amended,
    "evening_added": _added,
    "evening_removed": _removed,
}
