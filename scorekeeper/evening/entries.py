"""What the fold remembers of an evening's entries: who takes part, who sat where, who agreed, what was decided."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from scorekeeper.evening.clock import NOT_STARTED, Clock, told
from scorekeeper.evening.scoring import Scoring
from scorekeeper.evening.scoring_reader import read_scoring
from scorekeeper.evening.standings import Kind
from scorekeeper.evening.values import Sides, Status

Payload = Mapping[str, Any]
T = TypeVar("T")
#: The kind of a `result_set` that takes the one before it back.
WITHDRAWN = "withdrawn"


class Entry(Protocol):
    """An entry of an evening's chain: numbered from 1, never changed; the time is ISO, UTC."""

    @property
    def version(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def payload(self) -> Payload: ...
    @property
    def recorded_at(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Setup:
    """What the evening was opened with, as it was amended since; scoring and movement are full values."""

    title: str
    date: str
    rules: str
    format: str
    movement: str
    scoring: Scoring
    options: Payload = field(default_factory=dict)
    code: str | None = None
    movement_options: Payload = field(default_factory=dict)
    rounds: int | None = None
    tie_breaks: tuple[str, ...] | None = None
    round_end: Payload = field(default_factory=dict)
    tables: tuple[int, ...] | None = None
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class EntrantRecord:
    """An entrant; `statuses` and `line_ups` (players) each hold from a round on, earliest first."""

    id: str
    kind: str
    number: int
    line_ups: tuple[tuple[int, tuple[Any, ...]], ...]
    statuses: tuple[tuple[int, Status], ...]
    fixed_table: int | None = None
    name: str = ""

    def status(self, round_: int) -> Status:
        """Present, absent or gone in a round; absent before the first that it was there for."""
        return next((status for since, status in reversed(self.statuses) if since <= round_), "absent")

    def players(self, round_: int) -> tuple[Any, ...]:
        """Who plays for it in a round: of a substitute the rounds since he came."""
        return next((players for since, players in reversed(self.line_ups) if since <= round_), self.line_ups[0][1])


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table of a round as it was published, or as it was put right."""

    number: int
    sides: Sides
    match: str


@dataclass(frozen=True, slots=True)
class Word:
    """A side's last word on a result: the totals it agrees to, or what it objects; and the match's version it saw.

    `at` is the time of an objection."""

    version: int
    totals: tuple[int, ...] | None = None
    objection: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the director put in a result's place; a figure a side, as `rank` reads the sides of that kind."""

    kind: Kind
    sides: tuple[Payload, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round: its seating, its clock, and each side's last word, by table and side."""

    number: int
    tables: tuple[TableRecord, ...]
    movement: str
    seed: str | None = None
    sit_out: tuple[str, ...] = ()
    ranks: Mapping[str, int] = field(default_factory=dict)
    by: str = "movement"
    cost: Payload | None = None
    redrawn: int = 0
    corrections: tuple[str, ...] = ()
    state: str = "published"
    clock: Clock = NOT_STARTED
    words: Mapping[tuple[int, int], Word] = field(default_factory=dict)
    agreed_once: frozenset[int] = frozenset()
    decisions: Mapping[int, Decision] = field(default_factory=dict)

    def table(self, number: int) -> TableRecord:
        """The table of that number. Raises StopIteration for one that the round has not."""
        return next(table for table in self.tables if table.number == number)


@dataclass(frozen=True, slots=True)
class PenaltyRecord:
    """A penalty of the director, withdrawn or not."""

    id: str
    entrant: str
    kind: str
    points: int = 0
    difference: int = 0
    round: int | None = None
    article: str = ""
    reason: str = ""
    withdrawn: str | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything the entries say so far."""

    setup: Setup
    version: int
    entrants: Mapping[str, EntrantRecord] = field(default_factory=dict)
    rounds: Mapping[int, RoundRecord] = field(default_factory=dict)
    penalties: Mapping[str, PenaltyRecord] = field(default_factory=dict)
    finished: bool = False


def remember(entries: Iterable[Entry]) -> Memory:
    """Read an evening's entries in order. Raises ValueError for an unopened evening, KeyError for an unknown kind."""
    ordered = iter(entries)
    first = next(ordered, None)
    if first is None or first.kind != "evening_opened":
        raise ValueError("an evening begins with evening_opened")
    return and_then(Memory(read_setup(first.payload), first.version), ordered)


def and_then(memory: Memory, entries: Iterable[Entry]) -> Memory:
    """What is remembered after further entries. Raises KeyError for an unknown kind."""
    version = memory.version
    for entry in entries:
        memory, version = HANDLERS[entry.kind](memory, entry), entry.version
    return replace(memory, version=version)


def read_setup(payload: Payload) -> Setup:
    """The setup that `evening_opened` froze. Raises `Refused` for a scoring that is none."""
    chain, tables = payload.get("tie_breaks"), payload.get("tables")
    return Setup(
        title=payload["title"],
        date=payload["date"],
        rules=payload["rules"],
        format=payload["format"],
        movement=payload["movement"],
        scoring=read_scoring(payload["scoring"], "scoring", {}),
        options=payload.get("options", {}),
        code=payload.get("code"),
        movement_options=payload.get("movement_options", {}),
        rounds=payload.get("rounds"),
        tie_breaks=None if chain is None else tuple(chain),
        round_end=payload.get("round_end", {}),
        tables=None if tables is None else tuple(tables),
        seed=payload.get("seed"),
    )


def _amended(memory: Memory, entry: Entry) -> Memory:
    """Other values from now on; a round that was seated keeps its movement, a match its rules."""
    changed = dict(entry.payload["changed"])
    for key in ("tie_breaks", "tables"):
        if changed.get(key) is not None:
            changed[key] = tuple(changed[key])
    if "scoring" in changed:
        changed["scoring"] = read_scoring(changed["scoring"], "scoring", {})
    return replace(memory, setup=replace(memory.setup, **changed))


def _entrant_added(memory: Memory, entry: Entry) -> Memory:
    payload = entry.payload
    entrant = EntrantRecord(
        id=payload["entrant"],
        kind=payload["kind"],
        number=payload["number"],
        line_ups=((1, tuple(payload["players"])),),
        statuses=((payload.get("round", 1), "present"),),
        fixed_table=payload.get("fixed_table"),
        name=payload.get("name", ""),
    )
    return replace(memory, entrants={**memory.entrants, entrant.id: entrant})


def _entrant_changed(memory: Memory, entry: Entry) -> Memory:
    payload, entrant = entry.payload, memory.entrants[entry.payload["entrant"]]
    if "players" in payload:
        line_ups = _from(entrant.line_ups, payload.get("round", 1), tuple(payload["players"]))
        entrant = replace(entrant, line_ups=line_ups)
    plain = {key: payload[key] for key in ("name", "number", "fixed_table") if key in payload}
    return replace(memory, entrants={**memory.entrants, entrant.id: replace(entrant, **plain)})


def _entrant_status(memory: Memory, entry: Entry) -> Memory:
    payload, entrant = entry.payload, memory.entrants[entry.payload["entrant"]]
    statuses = _from(entrant.statuses, payload["round"], payload["status"])
    return replace(memory, entrants={**memory.entrants, entrant.id: replace(entrant, statuses=statuses)})


def _from(known: tuple[tuple[int, T], ...], round_: int, value: T) -> tuple[tuple[int, T], ...]:
    """What holds from a round on; whatever was said of that round and later ones is superseded."""
    return (*((since, old) for since, old in known if since < round_), (round_, value))


def _tables(payload: Payload) -> tuple[TableRecord, ...]:
    return tuple(
        TableRecord(each["table"], tuple(tuple(side) for side in each["sides"]), each["match"])
        for each in payload["tables"]
    )


def _round_seated(memory: Memory, entry: Entry) -> Memory:
    """A round published; a second time it is seated anew, and nothing of the first seating is left."""
    payload = entry.payload
    record = RoundRecord(
        number=payload["round"],
        tables=_tables(payload),
        movement=payload["movement"],
        seed=payload.get("seed"),
        sit_out=tuple(payload.get("sit_out", ())),
        ranks=payload.get("ranks", {}),
        by=payload.get("by", "movement"),
        cost=payload.get("cost"),
        redrawn=payload.get("redrawn", 0),
    )
    return replace(memory, rounds={**memory.rounds, record.number: record})


def _in_round(memory: Memory, entry: Entry, change: Callable[[RoundRecord], RoundRecord]) -> Memory:
    record = change(memory.rounds[entry.payload["round"]])
    return replace(memory, rounds={**memory.rounds, record.number: record})


def _seating_corrected(memory: Memory, entry: Entry) -> Memory:
    """The tables as they really sat: whoever sat elsewhere has agreed to nothing yet."""

    def corrected(record: RoundRecord) -> RoundRecord:
        tables = _tables(entry.payload)
        before = {table.number: table.sides for table in record.tables}
        same = {table.number for table in tables if before.get(table.number) == table.sides}
        return replace(
            record,
            tables=tables,
            sit_out=tuple(entry.payload.get("sit_out", record.sit_out)),
            words={place: word for place, word in record.words.items() if place[0] in same},
            agreed_once=record.agreed_once & same,
            corrections=(*record.corrections, entry.payload["reason"]),
        )

    return _in_round(memory, entry, corrected)


def _round_state(state: str) -> Callable[[Memory, Entry], Memory]:
    return lambda memory, entry: _in_round(memory, entry, lambda record: replace(record, state=state))


def _clock(memory: Memory, entry: Entry) -> Memory:
    seconds = entry.payload.get("seconds", 0)
    return _in_round(
        memory,
        entry,
        lambda record: replace(record, clock=told(record.clock, entry.payload["do"], entry.recorded_at, seconds)),
    )


def _worded(memory: Memory, entry: Entry, word: Word) -> Memory:
    def said(record: RoundRecord) -> RoundRecord:
        number = entry.payload["table"]
        words = {**record.words, (number, entry.payload["side"]): word}
        mine = [words.get((number, side)) for side in range(len(record.table(number).sides))]
        agreed = all(each is not None and each.totals is not None and each.totals == word.totals for each in mine)
        once = record.agreed_once | {number} if agreed else record.agreed_once
        return replace(record, words=words, agreed_once=once)

    return _in_round(memory, entry, said)


def _confirmed(memory: Memory, entry: Entry) -> Memory:
    return _worded(memory, entry, Word(entry.payload["version"], totals=tuple(entry.payload["totals"])))


def _disputed(memory: Memory, entry: Entry) -> Memory:
    payload = entry.payload
    word = Word(payload.get("version", 0), objection=payload.get("says", ""), at=entry.recorded_at)
    return _worded(memory, entry, word)


def _answered(memory: Memory, entry: Entry) -> Memory:
    """The director was there: whoever called at this table calls no more."""

    def heard(record: RoundRecord) -> RoundRecord:
        number = entry.payload["table"]
        kept = {at: word for at, word in record.words.items() if at[0] != number or word.totals is not None}
        return replace(record, words=kept)

    return _in_round(memory, entry, heard)


def _result_set(memory: Memory, entry: Entry) -> Memory:
    """The director's word in a result's place; `withdrawn` gives the table its own result back."""
    payload = entry.payload

    def decided(record: RoundRecord) -> RoundRecord:
        others = {table: known for table, known in record.decisions.items() if table != payload["table"]}
        if payload["kind"] == WITHDRAWN:
            return replace(record, decisions=others)
        decision = Decision(payload["kind"], tuple(payload.get("sides", ())), payload.get("reason", ""))
        return replace(record, decisions={**others, payload["table"]: decision})

    return _in_round(memory, entry, decided)


def _penalty_given(memory: Memory, entry: Entry) -> Memory:
    payload = entry.payload
    penalty = PenaltyRecord(
        id=payload["penalty"],
        entrant=payload["entrant"],
        kind=payload["kind"],
        points=payload.get("points", 0),
        difference=payload.get("difference", 0),
        round=payload.get("round"),
        article=payload.get("article", ""),
        reason=payload.get("reason", ""),
    )
    return replace(memory, penalties={**memory.penalties, penalty.id: penalty})


def _penalty_withdrawn(memory: Memory, entry: Entry) -> Memory:
    penalty = replace(memory.penalties[entry.payload["penalty"]], withdrawn=entry.payload.get("reason", ""))
    return replace(memory, penalties={**memory.penalties, penalty.id: penalty})


#: What each kind of entry does to the memory; the whole list of kinds that follow `evening_opened`.
HANDLERS: Mapping[str, Callable[[Memory, Entry], Memory]] = {
    "evening_amended": _amended,
    "entrant_added": _entrant_added,
    "entrant_changed": _entrant_changed,
    "entrant_status": _entrant_status,
    "round_seated": _round_seated,
    "seating_corrected": _seating_corrected,
    "round_started": _round_state("running"),
    "round_closed": _round_state("closed"),
    "round_reopened": _round_state("running"),
    "clock": _clock,
    "result_confirmed": _confirmed,
    "result_disputed": _disputed,
    "call_answered": _answered,
    "result_set": _result_set,
    "penalty_given": _penalty_given,
    "penalty_withdrawn": _penalty_withdrawn,
    "evening_finished": lambda memory, entry: replace(memory, finished=True),
    "evening_reopened": lambda memory, entry: replace(memory, finished=False),
}
