"""The memory of a fold: deals and rulings in their present state, nothing erased."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from scorekeeper.engine.chain import ChainEntry, Payload, opened
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.snapshots import read_snapshot
from scorekeeper.engine.values import Struct, convert, field, replace

#: Why a match is over that did not end by itself: its deals are played, time is up, a side gave up, the director said.
CLOSINGS = ("deals", "time", "conceded", "director")


class SideSetup(Struct):
    """A side as the match was opened: its display name and its players."""

    name: str
    players: tuple[str, ...]


class EveningTable(Struct):
    """The table of an evening where a match is played: the evening's id, the round and the table."""

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
    """A deal as last recorded or amended. `body` is the contract's deal without names and scores."""

    number: int = field(name="deal")
    body: Payload
    version: int
    entered_as: tuple[str, ...] = ()
    agreed: bool = False
    amended: int = 0
    annulled: str | None = None


class RulingRecord(Struct):
    """A ruling as applied. `obligations` bind until ticked off; `done` holds the places of those.

    `title` is what a table's own article is called; an article of a code is found there by its id. `count` is how many
    cards or melds it is about.
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
    """A side's claimed and verified figure of a deal, both kept (RO-13)."""

    deal: int
    side: int
    claimed: int
    verified: int

    @property
    def in_own_favour(self) -> bool:
        """Had the side counted too much for itself?"""
        return self.claimed > self.verified

    @property
    def error(self) -> int:
        """By how many points the first count was wrong."""
        return abs(self.claimed - self.verified)


class Adoption(Struct):
    """A penalty code that the table adopted while it played: the rules and options with it, from `deal` on."""

    deal: int
    rules: RuleSet
    options: Mapping[str, Any]


#: What an entry changes, by the name of what is remembered.
Changes = Mapping[str, Any]


class Memory(Struct):
    """Everything the entries say so far. `setup` holds the rules that the match was opened with; `adopted` are the
    codes adopted since, the latest word last. `closed` says why the match ended where it did not end by itself."""

    setup: Setup
    version: int
    deals: Mapping[int, DealRecord] = field(default_factory=dict)
    rulings: Mapping[str, RulingRecord] = field(default_factory=dict)
    recounts: tuple[Recount, ...] = ()
    paused: bool = False
    closed: str | None = None
    adopted: tuple[Adoption, ...] = ()

    def setup_in(self, deal: int) -> Setup:
        """The setup with the rules and options that hold in a deal: by the latest word about it."""
        for held in reversed(self.adopted):
            if held.deal <= deal:
                return replace(self.setup, rules=held.rules, options=held.options)
        return self.setup


def remember(entries: Iterable[ChainEntry]) -> Memory:
    """Read a match's entries in order. Raises ValueError for an unopened match, KeyError for an unknown kind."""
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
    """Without its last deal, a match that was closed after it is played on."""
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


def _recounted(memory: Memory, entry: ChainEntry) -> Changes:
    return {"recounts": (*memory.recounts, convert(entry.payload, Recount))}


def _adopted(memory: Memory, entry: ChainEntry) -> Changes:
    adoption = convert({**entry.payload, "rules": read_snapshot(entry.payload)}, Adoption)
    return {"adopted": (*memory.adopted, adoption)}


def _reseated(memory: Memory, entry: ChainEntry) -> Changes:
    """Other people sit at the table, or the same are called otherwise: what was played, ruled and counted stays with
    the seats."""
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
    """A deal's body with other names of scorers, which it holds where alliances change."""
    if isinstance(value, list):
        return [_with_names(each, names) for each in value]
    if not isinstance(value, Mapping):
        return value
    return {
        key: names.get(each, each) if key == "name" and isinstance(each, str) else _with_names(each, names)
        for key, each in value.items()
    }


#: What each kind of entry changes in the memory; the whole list of kinds that follow `match_opened`.
HANDLERS: Mapping[str, Callable[[Memory, ChainEntry], Changes]] = {
    "deal_recorded": _recorded,
    "deal_amended": _recorded,
    "deal_removed": _removed,
    "ruling_applied": _ruled,
    "ruling_withdrawn": _withdrawn,
    "obligation_done": _done,
    "recount": _recounted,
    "code_adopted": _adopted,
    "match_paused": lambda memory, entry: {"paused": True},
    "match_resumed": lambda memory, entry: {"paused": False, "closed": None},
    "match_closed": lambda memory, entry: {"closed": entry.payload["reason"]},
    "match_reseated": _reseated,
    "match_renamed": lambda memory, entry: {"setup": replace(memory.setup, title=entry.payload["title"])},
}
