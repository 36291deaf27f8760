"""Acts on an evening as a whole: its settings, its entrants and its end."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from scorekeeper.engine import shape
from scorekeeper.engine.chain import Act, ChainEntry
from scorekeeper.engine.reading import UNSET, Name, Number, UnsetType, one_of, partly, said
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import at
from scorekeeper.engine.values import replace
from scorekeeper.evening.memory import EntrantRecord, EveningMemory
from scorekeeper.evening.movements import MOVEMENTS, readers
from scorekeeper.evening.settings import EveningSetup, Id, Reason, RoundNumber, Short, several
from scorekeeper.evening.values import Entrant, Status, TableNumber

T = TypeVar("T")
#: The number of players of an entrant, by its kind.
KINDS = {"pair": 2, "individual": 1, "trio": 3}
if TYPE_CHECKING:
    Players: TypeAlias = tuple[str, ...]
    EntrantKind: TypeAlias = str
else:
    Players, EntrantKind = several(Name), one_of(KINDS)


class _OfSetup(Act):
    ABOUT, SEEN = "setup", ("setup", "seating", "round")


class EveningOpened(EveningSetup, _OfSetup):
    """The evening is opened with its settings."""

    KIND = "evening_opened"

    def check(self, memory: None, where: str) -> None:
        _check_options(self, where)

    def apply(self, memory: None, entry: ChainEntry) -> EveningMemory:
        return EveningMemory(EveningSetup(**said(self)), entry.version)


class EveningAmended(_OfSetup):
    """Settings are changed. Seated rounds keep their movement, and their matches keep their rules."""

    KIND = "evening_amended"
    changed: partly(EveningSetup)  # type: ignore[valid-type]
    reason: Reason = ""

    def check(self, memory: EveningMemory, where: str) -> None:
        setup, spot = replace(memory.setup, **said(self.changed)), at(where, "changed")
        _check_options(setup, spot)
        checks = readers(setup.movement)
        listed = [Entrant(id_, number, number) for number, id_ in enumerate(memory.entrants, start=1)]
        for key, value in setup.movement_options.items():
            checks[key](value, at(spot, f"movement_options.{key}"), listed)

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        return replace(memory, setup=replace(memory.setup, **said(self.changed)))


def _check_options(setup: EveningSetup, where: str) -> None:
    """Refuse options that the movement does not have, and a missing seed if the movement draws lots."""
    for key in setup.movement_options:
        if key not in readers(setup.movement):
            raise malformed("unknown_key", at(where, f"movement_options.{key}"), key, readers(setup.movement))
    if MOVEMENTS[setup.movement].draws(setup.movement_options) and not setup.seed:
        raise malformed("missing", at(where, "seed"))


class EveningFinished(Act):
    """The evening is over."""

    KIND, ABOUT, SEEN = "evening_finished", "round", ("seating", "round")

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        return replace(memory, finished=True)


class EveningReopened(Act):
    """A finished evening is open again."""

    KIND, ABOUT, SEEN = "evening_reopened", "round", ("seating", "round")
    reason: Reason

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        return replace(memory, finished=False)


class _OfEntrants(Act):
    ABOUT, SEEN = "entrants", ("entrants", "seating")


class EntrantAdded(_OfEntrants):
    """A player, a pair or a trio takes part from round `round` on."""

    KIND = "entrant_added"
    entrant: Id
    kind: EntrantKind
    number: Number
    players: Players
    name: Short = ""
    fixed_table: TableNumber | None = None
    round: RoundNumber = 1

    def check(self, memory: EveningMemory, where: str) -> None:
        if self.entrant in memory.entrants:
            raise malformed("there_twice", at(where, "entrant"), self.entrant)
        _check_taken(self, memory, where)
        _check_count(self.players, self.kind, where)

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        entrant = EntrantRecord(
            id=self.entrant,
            kind=self.kind,
            number=self.number,
            line_ups=((1, self.players),),
            statuses=((self.round, "present"),),
            fixed_table=self.fixed_table,
            name=self.name,
        )
        return _with_entrant(memory, entrant)


class EntrantChanged(_OfEntrants):
    """An entrant gets another name, number or fixed table; or, from round `round` on, other players."""

    KIND = "entrant_changed"
    entrant: Id
    name: Short | UnsetType = UNSET
    number: Number | UnsetType = UNSET
    players: Players | UnsetType = UNSET
    fixed_table: TableNumber | UnsetType | None = UNSET
    round: RoundNumber = 1

    def check(self, memory: EveningMemory, where: str) -> None:
        shape.choice(self.entrant, at(where, "entrant"), memory.entrants)
        _check_taken(self, memory, where)
        if self.players is not UNSET:
            _check_count(self.players, memory.entrants[self.entrant].kind, where)

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        entrant, changed = memory.entrants[self.entrant], said(self)
        if "players" in changed:
            entrant = replace(entrant, line_ups=_from(entrant.line_ups, self.round, changed["players"]))
        plain = {key: changed[key] for key in ("name", "number", "fixed_table") if key in changed}
        return _with_entrant(memory, replace(entrant, **plain))


class EntrantStatus(_OfEntrants):
    """An entrant is present, is absent or has left, from round `round` on."""

    KIND = "entrant_status"
    entrant: Id
    status: Status
    round: RoundNumber

    def check(self, memory: EveningMemory, where: str) -> None:
        shape.choice(self.entrant, at(where, "entrant"), memory.entrants)

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        entrant = memory.entrants[self.entrant]
        return _with_entrant(memory, replace(entrant, statuses=_from(entrant.statuses, self.round, self.status)))


def _check_taken(act: EntrantAdded | EntrantChanged, memory: EveningMemory, where: str) -> None:
    """Refuse a number or a fixed table that another entrant already has."""
    others = [each for each in memory.entrants.values() if each.id != act.entrant]
    for name, key in (("number", "there_twice"), ("fixed_table", "own_table_twice")):
        value = getattr(act, name)
        if value and value in [getattr(each, name) for each in others]:
            raise malformed(key, at(where, name), value)


def _check_count(players: Sequence[str], kind: str, where: str) -> None:
    if len(players) != KINDS[kind]:
        raise malformed("wrong_number", at(where, "players"), len(players), [KINDS[kind]])


def _with_entrant(memory: EveningMemory, entrant: EntrantRecord) -> EveningMemory:
    return replace(memory, entrants={**memory.entrants, entrant.id: entrant})


def _from(earlier: tuple[tuple[int, T], ...], round_: int, value: T) -> tuple[tuple[int, T], ...]:
    """The pairs (round, value), with `value` from round `round_` on. Earlier pairs for that round or later ones are
    dropped."""
    return (*((since, old) for since, old in earlier if since < round_), (round_, value))
