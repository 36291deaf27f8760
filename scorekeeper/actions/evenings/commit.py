"""The one way to write an act of an evening: fold, check, append, and whatever it does to matches in one transaction.

An act carries the version of the evening that its writer saw. Fifty tables write at once, so that it is refused only
where something was written since that it could have been about; otherwise it follows whatever stands by then.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from scorekeeper.actions.desk import Desk, Folded, FoldedEvening, Stamp
from scorekeeper.actions.evenings.check import check_turn, check_values
from scorekeeper.actions.matches.commit import NewEntry, followed, summary
from scorekeeper.engine.values import Struct, field, replace
from scorekeeper.evening.entries import and_then
from scorekeeper.evening.memory import Memory, RoundRecord
from scorekeeper.evening.ranking.standings import ResultSide, ended
from scorekeeper.ledger import (
    EVENINGS,
    MATCHES,
    Appended,
    Decided,
    Entry,
    EveningSummary,
    MatchSummary,
    New,
    StaleVersion,
    Together,
)
from scorekeeper.ledger.chain.projections import EveningStatus

#: Others may be first so often: each time one of them has been served.
TRIES = 200
#: What an entry is about.
ABOUT: Mapping[str, str] = {
    "evening_opened": "setup",
    "evening_amended": "setup",
    "entrant_added": "entrants",
    "entrant_changed": "entrants",
    "entrant_status": "entrants",
    "round_seated": "seating",
    "seating_corrected": "seating",
    "round_started": "round",
    "round_closed": "round",
    "round_reopened": "round",
    "evening_finished": "round",
    "evening_reopened": "round",
    "clock": "clock",
    "result_confirmed": "result",
    "result_disputed": "result",
    "call_answered": "result",
    "result_set": "result",
    "penalty_given": "penalties",
    "penalty_withdrawn": "penalties",
}
#: What its writer must have seen, by what an entry is about.
SEEN: Mapping[str, tuple[str, ...]] = {
    "setup": ("setup", "seating", "round"),
    "entrants": ("entrants", "seating"),
    "seating": ("setup", "entrants", "seating", "round"),
    "round": ("seating", "round"),
    "clock": ("clock", "round"),
    "result": ("result", "seating"),
    "penalties": ("penalties",),
}
#: What a side says of a result; the other side's word does not change what it is about.
WORDS = ("result_confirmed", "result_disputed")


class StaleEvening(StaleVersion):
    """Somebody wrote `since` what this act is about: nothing was written."""

    def __init__(self, expected: int, current: int, since: tuple[Entry, ...]) -> None:
        super().__init__(expected, current)
        self.since = since


class Opens(Struct):
    """A match that an act opens."""

    match_id: str
    payload: Mapping[str, Any]


class Writes(Struct):
    """Entries that an act appends to a match."""

    match_id: str
    entries: tuple[NewEntry, ...]


class Plan(Struct):
    """What an act does, once it is known what it is done to: what is `given` to its entry here, entries after that
    one, and what happens to matches; `retires` are those of a seating that nobody played."""

    given: Mapping[str, Any] = field(default_factory=dict)
    further: tuple[NewEntry, ...] = ()
    opens: tuple[Opens, ...] = ()
    writes: tuple[Writes, ...] = ()
    retires: tuple[str, ...] = ()


Planned = Callable[[FoldedEvening], Plan]


def write(desk: Desk, evening_id: str, entry: NewEntry, stamp: Stamp, plan: Planned = lambda _: Plan()) -> Appended:
    """Write an act. `plan` says what it does to the evening as it stands, and refuses what may not be done then.

    The same key again is the same act again. Raises `Refused`, `StaleEvening`, `KeyReused`, `UnknownEvening` and what
    the file gives cause for; nothing is saved then.
    """
    asked = entry.at(stamp, part=EVENINGS.part)
    for _ in range(TRIES):
        earlier = desk.ledger.evenings.replay(evening_id, asked)
        if earlier is not None:
            return earlier
        folded = desk.load_evening(evening_id)
        _check_seen(desk, evening_id, folded, asked, stamp.version)
        planned = plan(folded)
        try:
            return _written(desk, evening_id, folded, entry, stamp, planned)
        except StaleVersion:
            continue  # somebody was first; whether that matters is looked at anew
    raise StaleEvening(stamp.version, folded.memory.version, ())


def derived(key: str, what: object) -> str:
    """The key of something that an act also writes: the same for a retry."""
    return sha256(f"{key}/{what}".encode()).hexdigest()[:40]


def _check_seen(desk: Desk, evening_id: str, folded: FoldedEvening, asked: New, version: int) -> None:
    current = folded.memory.version
    if version > current:
        raise StaleEvening(version, current, ())
    if version < current:
        since = desk.ledger.evenings.entries(evening_id, since=version)
        if conflicting := tuple(entry for entry in since if _matters(entry, asked)):
            raise StaleEvening(version, current, conflicting)


def _matters(entry: Entry, asked: New) -> bool:
    """Could what was written since change what is asked for?"""
    if ABOUT[entry.kind] not in SEEN[ABOUT[asked.kind]]:
        return False
    theirs, mine = entry.payload, asked.payload
    if ABOUT[asked.kind] != "result":
        return True
    if ABOUT[entry.kind] == "seating":
        return bool(theirs["round"] == mine["round"])
    same = (theirs["round"], theirs["table"]) == (mine["round"], mine["table"])
    if entry.kind == "call_answered" and asked.kind in WORDS:
        return False
    return same and not (entry.kind in WORDS and asked.kind in WORDS and theirs["side"] != mine["side"])


def _written(desk: Desk, evening_id: str, folded: FoldedEvening, entry: NewEntry, stamp: Stamp, plan: Plan) -> Appended:
    """All of it in one transaction: the evening first, then its matches."""
    first = entry.at(stamp, part=EVENINGS.part)
    news = [replace(first, payload={**first.payload, **plan.given}, deal=plan.given.get("round", first.deal))]
    news += [
        more.at(stamp, part=EVENINGS.part, key=derived(stamp.key, index)) for index, more in enumerate(plan.further)
    ]
    memory = checked(folded.memory, news)
    matches = [(each, desk.load(each.match_id)) for each in plan.writes]
    on_matches = [(each.match_id, before, _on_match(before, each.entries, stamp)) for each, before in matches]

    def all_of_it(act: Together) -> list[Appended]:
        version, after = folded.memory.version, summary_of(memory)
        done = [
            act.append(EVENINGS, evening_id, new, version=version + index, summary=after)
            for index, new in enumerate(news)
        ]
        for opened in plan.opens:
            key = derived(stamp.key, opened.match_id)
            act.open_match(opened.match_id, New("match_opened", opened.payload, key, stamp.actor, stamp.now))
        for match_id, before, written in on_matches:
            for at, (new, comes_to) in enumerate(written):
                act.append(MATCHES, match_id, new, version=before.memory.version + at, summary=comes_to)
        for match_id in plan.retires:
            act.retire(MATCHES, match_id, stamp.now)
        return done

    done = desk.ledger.write(all_of_it)
    desk.keep_evening(evening_id, folded, memory, done[-1].entry.chain)
    return done[0]


def checked(memory: Memory, news: Sequence[New], where: str = "") -> Memory:
    """What is remembered after entries that are not written yet, each read as strictly as an import reads it; those of
    a list are refused at their place in it, `where`."""
    for index, new in enumerate(news):
        here = f"{where}[{index}]" if where else ""
        check_values(new.kind, new.payload, here)
        check_turn(new.kind, new.payload, memory, here)
        memory = and_then(memory, [new.as_entry(memory.version + 1)])
    return memory


def _on_match(folded: Folded, entries: Sequence[NewEntry], stamp: Stamp) -> list[tuple[New, MatchSummary]]:
    written = []
    for index, entry in enumerate(entries):
        new = entry.at(stamp, key=derived(stamp.key, index))
        folded = followed(folded, new)
        written.append((new, summary(folded.state)))
    return written


def summary_of(memory: Memory) -> EveningSummary:
    """What lists show of an evening."""
    status: EveningStatus = "finished" if memory.finished else "playing" if memory.rounds else "open"
    decided = tuple(each for record in memory.rounds.values() for each in decisions(record))
    return EveningSummary(status, memory.setup.title, memory.setup.date, decided)


def decisions(record: RoundRecord) -> Iterator[Decided]:
    """What the director put in the place of results of a round, side by side."""
    for table in record.tables:
        decision = record.decisions.get(table.number)
        if decision is None:
            continue
        figures = decision.sides or ({},) * len(table.sides)
        sides = [ResultSide(who, **figure) for who, figure in zip(table.sides, figures, strict=True)]
        for index, (side, outcome) in enumerate(zip(sides, ended(decision.kind, sides), strict=True)):
            yield Decided(table.match, index, decision.kind, side.score, outcome)
