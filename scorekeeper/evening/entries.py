"""What the entries of an evening do to what is remembered of it, kind by kind."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from scorekeeper.engine.chain import Entry, Payload, opened
from scorekeeper.engine.values import replace
from scorekeeper.evening.clock import clock_after
from scorekeeper.evening.memory import (
    WITHDRAWN,
    Decision,
    EntrantRecord,
    Memory,
    PenaltyRecord,
    RoundRecord,
    Setup,
    TableRecord,
    Word,
)
from scorekeeper.evening.ranking.scoring_reader import read_scoring

T = TypeVar("T")


def remember(entries: Iterable[Entry]) -> Memory:
    """Read an evening's entries in order. Raises ValueError for an unopened evening, KeyError for an unknown kind."""
    first, more = opened(entries, "evening_opened")
    return and_then(Memory(read_setup(first.payload), first.version), more)


def and_then(memory: Memory, entries: Iterable[Entry]) -> Memory:
    """What is remembered after further entries. Raises KeyError for an unknown kind."""
    draft = _Draft(memory)
    for entry in entries:
        HANDLERS[entry.kind](draft, entry)
        draft.version = entry.version
    return draft.memory()


class _Draft:
    """What is remembered while entries are read: changed in place, made whole at the end. What the sides of a round
    say is gathered apart, for there are a hundred words to a round and few other changes."""

    def __init__(self, memory: Memory) -> None:
        self.setup, self.version, self.finished = memory.setup, memory.version, memory.finished
        self.entrants, self.penalties = dict(memory.entrants), dict(memory.penalties)
        self._rounds = dict(memory.rounds)
        self._words: dict[int, tuple[dict[tuple[int, int], Word], set[int]]] = {}

    def words_of(self, round_: int) -> tuple[dict[tuple[int, int], Word], set[int]]:
        """The words of a round, and the tables at which all have agreed once."""
        if round_ not in self._words:
            self._words[round_] = dict(self._rounds[round_].words), set(self._rounds[round_].agreed_once)
        return self._words[round_]

    def seat(self, record: RoundRecord) -> None:
        """A round as it is seated; nothing that was said of it before is left."""
        self._words.pop(record.number, None)
        self._rounds[record.number] = record

    def change(self, entry: Entry, change: Callable[[RoundRecord], RoundRecord]) -> None:
        """Change the round that the entry speaks of."""
        self._rounds[entry.payload["round"]] = change(self._round(entry.payload["round"]))

    def memory(self) -> Memory:
        """All of it."""
        rounds = {number: self._round(number) for number in self._rounds}
        return Memory(self.setup, self.version, self.entrants, rounds, self.penalties, self.finished)

    def _round(self, number: int) -> RoundRecord:
        if number not in self._words:
            return self._rounds[number]
        words, once = self._words.pop(number)
        return replace(self._rounds[number], words=words, agreed_once=frozenset(once))


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


def _amended(draft: _Draft, entry: Entry) -> None:
    """Other values from now on; a round that was seated keeps its movement, a match its rules."""
    changed = dict(entry.payload["changed"])
    for key in ("tie_breaks", "tables"):
        if changed.get(key) is not None:
            changed[key] = tuple(changed[key])
    if "scoring" in changed:
        changed["scoring"] = read_scoring(changed["scoring"], "scoring", {})
    draft.setup = replace(draft.setup, **changed)


def _entrant_added(draft: _Draft, entry: Entry) -> None:
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
    draft.entrants[entrant.id] = entrant


def _entrant_changed(draft: _Draft, entry: Entry) -> None:
    payload, entrant = entry.payload, draft.entrants[entry.payload["entrant"]]
    if "players" in payload:
        line_ups = _from(entrant.line_ups, payload.get("round", 1), tuple(payload["players"]))
        entrant = replace(entrant, line_ups=line_ups)
    plain = {key: payload[key] for key in ("name", "number", "fixed_table") if key in payload}
    draft.entrants[entrant.id] = replace(entrant, **plain)


def _entrant_status(draft: _Draft, entry: Entry) -> None:
    payload, entrant = entry.payload, draft.entrants[entry.payload["entrant"]]
    statuses = _from(entrant.statuses, payload["round"], payload["status"])
    draft.entrants[entrant.id] = replace(entrant, statuses=statuses)


def _from(earlier: tuple[tuple[int, T], ...], round_: int, value: T) -> tuple[tuple[int, T], ...]:
    """What holds from a round on; whatever was said of that round and later ones is superseded."""
    return (*((since, old) for since, old in earlier if since < round_), (round_, value))


def _tables(payload: Payload) -> tuple[TableRecord, ...]:
    return tuple(
        TableRecord(each["table"], tuple(tuple(side) for side in each["sides"]), each["match"])
        for each in payload["tables"]
    )


def _round_seated(draft: _Draft, entry: Entry) -> None:
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
        seated=entry.version,
    )
    draft.seat(record)


def _seating_corrected(draft: _Draft, entry: Entry) -> None:
    """The tables as they really sat: whoever sat elsewhere has agreed to nothing yet."""

    def corrected(record: RoundRecord) -> RoundRecord:
        tables = _tables(entry.payload)
        before = {table.number: table.sides for table in record.tables}
        same = {table.number for table in tables if before.get(table.number) == table.sides}
        return replace(
            record,
            tables=tables,
            sit_out=tuple(entry.payload.get("sit_out", record.sit_out)),
            words={at: word for at, word in record.words.items() if at[0] in same},
            agreed_once=record.agreed_once & same,
            corrections=(*record.corrections, entry.payload["reason"]),
        )

    draft.change(entry, corrected)


def _round_state(state: str) -> Callable[[_Draft, Entry], None]:
    return lambda draft, entry: draft.change(entry, lambda record: replace(record, state=state))


def _clock(draft: _Draft, entry: Entry) -> None:
    do, seconds = entry.payload["do"], entry.payload.get("seconds", 0)
    draft.change(entry, lambda record: replace(record, clock=clock_after(record.clock, do, entry.recorded_at, seconds)))


def _confirmed(draft: _Draft, entry: Entry) -> None:
    payload = entry.payload
    table, (words, once) = payload["table"], draft.words_of(payload["round"])
    totals = tuple(payload["totals"])
    words[table, payload["side"]] = Word(payload["version"], totals)
    for side in range(len(totals)):
        word = words.get((table, side))
        if word is None or word.totals != totals:
            return
    once.add(table)


def _disputed(draft: _Draft, entry: Entry) -> None:
    payload = entry.payload
    word = Word(payload.get("version", 0), objection=payload.get("says", ""), at=entry.recorded_at)
    table = payload["table"]
    draft.words_of(payload["round"])[0][table, payload["side"]] = word
    draft.change(entry, lambda record: replace(record, calls={**record.calls, table: 1 + record.calls.get(table, 0)}))


def _answered(draft: _Draft, entry: Entry) -> None:
    """The director was there: whoever called at this table calls no more."""

    def heard(record: RoundRecord) -> RoundRecord:
        number = entry.payload["table"]
        kept = {at: word for at, word in record.words.items() if at[0] != number or word.totals is not None}
        return replace(record, words=kept, calls=_heard(record, number))

    draft.change(entry, heard)


def _heard(record: RoundRecord, table: int) -> dict[int, int]:
    """The calls of the other tables."""
    return {number: calls for number, calls in record.calls.items() if number != table}


def _result_set(draft: _Draft, entry: Entry) -> None:
    """The director's word in a result's place; `withdrawn` gives the table its own result back."""
    payload = entry.payload

    def decided(record: RoundRecord) -> RoundRecord:
        others = {table: each for table, each in record.decisions.items() if table != payload["table"]}
        if payload["kind"] == WITHDRAWN:
            return replace(record, decisions=others)
        figures, reason = tuple(payload.get("sides", ())), payload.get("reason", "")
        decision = Decision(payload["kind"], figures, reason, payload.get("winner"))
        return replace(record, decisions={**others, payload["table"]: decision}, calls=_heard(record, payload["table"]))

    draft.change(entry, decided)


def _penalty_given(draft: _Draft, entry: Entry) -> None:
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
        given=entry.version,
    )
    draft.penalties[penalty.id] = penalty


def _penalty_withdrawn(draft: _Draft, entry: Entry) -> None:
    withdrawn, penalty = entry.payload.get("reason", ""), draft.penalties[entry.payload["penalty"]]
    draft.penalties[penalty.id] = replace(penalty, withdrawn=withdrawn, taken_back=entry.version)


def _finished(is_: bool) -> Callable[[_Draft, Entry], None]:
    return lambda draft, entry: setattr(draft, "finished", is_)


#: What each kind of entry does to the memory; the whole list of kinds that follow `evening_opened`.
HANDLERS: Mapping[str, Callable[[_Draft, Entry], None]] = {
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
    "evening_finished": _finished(True),
    "evening_reopened": _finished(False),
}
