"""The memory of a match: the setup, deals and rulings as its entries leave them."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from scorekeeper.engine.chain import ChainEntry, Payload, opened
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.snapshots import read_snapshot
from scorekeeper.engine.values import Struct, convert, field, replace

#: Reasons to close a match that its rules have not ended: the deals that the table wanted are played, time is up, a
#: side conceded, the director decided.
CLOSINGS = ("deals", "time", "conceded", "director")


class SideSetup(Struct):
    """A side of the match: its display name and its players."""

    name: str
    players: tuple[str, ...]


class EveningTable(Struct):
    """The table at which a match of an evening is played: the evening's id, the round and the table number."""

    evening: str
    round: int
    table: int


class Setup(Struct, dict=True):
    """The settings in `match_opened`, with the frozen rules. `seats` are the names of the players, clockwise.

    `unnamed`: no names were given, so those in `seats` are placeholders.
    """

    rules: RuleSet
    sides: tuple[SideSetup, ...]
    seats: tuple[str, ...]
    first_dealer: int
    title: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    pack_index: str = "KQJ"
    currency: str = field(name="stake_currency", default="")
    note: str = ""
    evening: EveningTable | None = None
    unnamed: bool = False

    def side_of(self, player: str) -> int:
        """The index of the side that this player belongs to."""
        return next(index for index, side in enumerate(self.sides) if player in side.players)

    @cached_property
    def sides_of_seats(self) -> tuple[int, ...]:
        """The index of the side that sits at each seat."""
        return tuple(self.side_of(player) for player in self.seats)


class DealRecord(Struct):
    """A deal as last recorded or amended. `body` is the deal in JSON, without scores; it has names in the cutthroat
    game only. `entered_as` has the way in which each side was entered ("cards", "counts" or "totals"). `agreed`: the
    sides agreed to the figures. `amended` is the number of amendments, `annulled` the article of the ruling by which
    the deal does not count."""

    number: int = field(name="deal")
    body: Payload
    version: int
    entered_as: tuple[str, ...] = ()
    agreed: bool = False
    amended: int = 0
    annulled: str | None = None


class RulingRecord(Struct):
    """A ruling that was applied. `done` has the indices of the `obligations` that are ticked off.

    `title` is set for a table's own article; an article of a code is found by its id. `count` is the number of cards or
    melds that the ruling is about.
    """

    id: str = field(name="ruling")
    deal: int
    side: int
    article: str
    version: int
    code: str = ""
    points: int = 0
    opening_raise: int = 0
    player: str | None = None
    answers: Payload = field(default_factory=dict)
    outcomes: tuple[str, ...] = ()
    obligations: tuple[Payload, ...] = ()
    done: frozenset[int] = frozenset()
    override: bool = False
    reason: str = ""
    title: str = ""
    count: int = 1
    withdrawn: bool = False


class Recount(Struct):
    """The points of a side in a deal: those that the side `claimed`, and those `verified` by a recount (RO-13)."""

    deal: int
    side: int
    claimed: int
    verified: int

    @property
    def in_own_favour(self) -> bool:
        """Return whether the side had counted too many points for itself."""
        return self.claimed > self.verified

    @property
    def error(self) -> int:
        """The number of points by which the claimed figure was wrong."""
        return abs(self.claimed - self.verified)


class Adoption(Struct):
    """A change of the penalty code during the match: the rules and options that apply from `deal` on."""

    deal: int
    rules: RuleSet
    options: Mapping[str, Any]


#: New values for fields of `Memory`.
Changes = Mapping[str, Any]


class Memory(Struct):
    """The result of the entries so far. `setup` has the rules that the match was opened with; `adopted` are changes of
    the penalty code in the order of their entries. `closed` is one of `CLOSINGS`, or None if the match was not
    closed."""

    setup: Setup
    version: int
    deals: Mapping[int, DealRecord] = field(default_factory=dict)
    rulings: Mapping[str, RulingRecord] = field(default_factory=dict)
    recounts: tuple[Recount, ...] = ()
    paused: bool = False
    closed: str | None = None
    adopted: tuple[Adoption, ...] = ()

    def setup_in(self, deal: int) -> Setup:
        """The setup with the rules and options that apply to a deal, after changes of the penalty code."""
        for held in reversed(self.adopted):
            if held.deal <= deal:
                return replace(self.setup, rules=held.rules, options=held.options)
        return self.setup


def remember(entries: Iterable[ChainEntry]) -> Memory:
    """The memory of a match after all of its entries. Raises ValueError for an unopened match, KeyError for an unknown
    kind."""
    first, more = opened(entries, "match_opened")
    setup = convert({**first.payload, "rules": read_snapshot(first.payload)}, Setup)
    return and_then(Memory(setup, first.version), more)


def and_then(memory: Memory, entries: Iterable[ChainEntry]) -> Memory:
    """The memory after further entries. Raises KeyError for an unknown kind."""
    for entry in entries:
        memory = replace(memory, version=entry.version, **HANDLERS[entry.kind](memory, entry))
    return memory


def _recorded(memory: Memory, entry: ChainEntry) -> Changes:
    before = memory.deals.get(entry.payload["deal"])
    amended = before.amended + 1 if before and entry.kind == "deal_amended" else 0
    record = convert({**entry.payload, "version": entry.version, "amended": amended}, DealRecord)
    return {"deals": {**memory.deals, record.number: record}}


def _removed(memory: Memory, entry: ChainEntry) -> Changes:
    """Remove the last deal; a match that was closed after it is open again."""
    deals = {n: deal for n, deal in memory.deals.items() if n != entry.payload["deal"]}
    return {"deals": deals, "closed": None}


def _ruled(memory: Memory, entry: ChainEntry) -> Changes:
    return _with_ruling(memory, convert({**entry.payload, "version": entry.version}, RulingRecord))


def _withdrawn(memory: Memory, entry: ChainEntry) -> Changes:
    return _with_ruling(memory, replace(memory.rulings[entry.payload["ruling"]], withdrawn=True))


def _done(memory: Memory, entry: ChainEntry) -> Changes:
    ruling = memory.rulings[entry.payload["ruling"]]
    return _with_ruling(memory, replace(ruling, done=ruling.done | {entry.payload["index"]}))


def _with_ruling(memory: Memory, ruling: RulingRecord) -> Changes:
    return {"rulings": {**memory.rulings, ruling.id: ruling}}


def _adopted(memory: Memory, entry: ChainEntry) -> Changes:
    adoption = convert({**entry.payload, "rules": read_snapshot(entry.payload)}, Adoption)
    return {"adopted": (*memory.adopted, adoption)}


def _reseated(memory: Memory, entry: ChainEntry) -> Changes:
    """Rename the players or sides, or seat others. Deals, rulings and scores stay with the seats."""
    payload, before = entry.payload, memory.setup
    sides = convert(payload["sides"], tuple[SideSetup, ...])
    names = dict(zip(before.seats, payload["seats"], strict=True))
    names |= {old.name: new.name for old, new in zip(before.sides, sides, strict=True)}
    return {
        "setup": replace(before, sides=sides, seats=tuple(payload["seats"]), unnamed=False),
        "deals": {n: replace(deal, body=_with_names(deal.body, names)) for n, deal in memory.deals.items()},
        "rulings": {id_: replace(r, player=names.get(r.player or "")) for id_, r in memory.rulings.items()},
    }


def _with_names(value: Any, names: Mapping[str, str]) -> Any:
    """Rename the scorers in a deal's body, which has names in the cutthroat game only."""
    if isinstance(value, list):
        return [_with_names(each, names) for each in value]
    if not isinstance(value, Mapping):
        return value
    return {
        key: names.get(each, each) if key == "name" and isinstance(each, str) else _with_names(each, names)
        for key, each in value.items()
    }


#: For each kind of entry except `match_opened`, the function that returns the changes of the memory.
HANDLERS: Mapping[str, Callable[[Memory, ChainEntry], Changes]] = {
    "deal_recorded": _recorded,
    "deal_amended": _recorded,
    "deal_removed": _removed,
    "ruling_applied": _ruled,
    "ruling_withdrawn": _withdrawn,
    "obligation_done": _done,
    "recount": lambda memory, entry: {"recounts": (*memory.recounts, convert(entry.payload, Recount))},
    "code_adopted": _adopted,
    "match_paused": lambda memory, entry: {"paused": True},
    "match_resumed": lambda memory, entry: {"paused": False, "closed": None},
    "match_closed": lambda memory, entry: {"closed": entry.payload["reason"]},
    "match_reseated": _reseated,
    "match_renamed": lambda memory, entry: {"setup": replace(memory.setup, title=entry.payload["title"])},
}
