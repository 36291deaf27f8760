"""Writing an entry of a match: fold, check, append, summarise, cache."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.actions.desk import Desk, Folded, Stamp
from scorekeeper.engine.deals.scoring import plain_line
from scorekeeper.engine.matches.entries import and_then
from scorekeeper.engine.matches.match import Row, State, state
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import Struct, field
from scorekeeper.ledger.chain.books import MATCHES
from scorekeeper.ledger.chain.chains import New
from scorekeeper.ledger.chain.entries import Appended
from scorekeeper.ledger.chain.projections import MatchSummary, Outcome, Status
from scorekeeper.ledger.errors import StaleVersion

#: The kinds of entries with a played deal. The result of the deal is stored in the entry, and the draft of the deal is
#: deleted.
DEALS = frozenset(("deal_recorded", "deal_amended"))


class NewEntry(Struct):
    """An entry to be written. `asked` are the fields that its writer sent: a retry must have the same ones. `given` are
    the fields that the program adds, such as an id."""

    kind: str
    asked: Mapping[str, Any] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)

    def at(self, stamp: Stamp, *, part: str = MATCHES.part, key: str = "", **found: Any) -> New:
        """The entry in the form that the ledger takes. Its payload has the fields `asked` and `given`, and those
        `found` by folding it. `part` is the payload's field with the number of the deal, round or evening. `key`
        replaces the key of the stamp."""
        payload = {**self.given, **self.asked, **found}
        return New(self.kind, payload, key or stamp.key, stamp.actor, stamp.now, payload.get(part), body=self.asked)


def commit(
    desk: Desk,
    match_id: str,
    entry: NewEntry,
    stamp: Stamp,
    check: Callable[[Folded], object] = lambda _: None,
    *,
    seen: Folded | None = None,
) -> Appended:
    """Write an entry, and cache the match after it. `check` gets the present match, and raises `Refused` if the entry
    is not allowed. `seen` is the match, if the caller has just loaded it. The same key again returns the first result.

    The entry is folded before the transaction, so that other writers wait only for the write. No other entry can come
    in between: the ledger refuses the entry if the match is no longer at the version that was folded.

    Raises `Refused`, `StaleVersion` if another device was first, `KeyReused` if the key was used for something else,
    `UnknownMatch`, and failures of the ledger; nothing is saved then.
    """
    folded, asked = seen or desk.load(match_id), entry.at(stamp)
    try:
        if folded.memory.version != stamp.version:
            raise StaleVersion(stamp.version, folded.memory.version)
        check(folded)
        after = followed(folded, asked)
    except (Refused, StaleVersion):
        earlier = desk.ledger.matches.replay(match_id, asked)
        if earlier is None:
            raise
        return earlier
    played = entry.kind in DEALS
    new = entry.at(stamp, result=result_json(after.state.row(entry.asked["deal"]))) if played else asked
    listed = summary(after.state, folded.state)
    appended = desk.ledger.matches.append(
        match_id, new, version=stamp.version, seal=folded.seal, summary=listed, ends_draft=played
    )
    if not appended.replayed:
        desk.keep(match_id, after, appended.entry.chain)
    return appended


def followed(folded: Folded, new: New) -> Folded:
    """The match after one more entry. If the entry concerns a deal, the deals before that one are not scored again. The
    seal is still that of `folded`. Raises `Refused` for an impossible deal."""
    memory = and_then(folded.memory, [new.as_entry(folded.memory.version + 1)])
    now = state(memory, rows=folded.state.rows, since=new.payload.get("deal", 1), new=new.kind in DEALS)
    return Folded(memory, now, folded.seal)


def summary(after: State, before: State | None = None) -> MatchSummary:
    """The summary of a match for lists and players' pages. With `before`, the status or the title is None if it is the
    same as in that state."""
    verdict = after.verdict
    status: Status | None = "over" if verdict.over else "paused" if after.paused else "playing"
    title: str | None = after.setup.title
    if before is not None:
        if (before.verdict.over, before.paused) == (verdict.over, after.paused):
            status = None
        if before.setup.title == title:
            title = None
    winner, sides = verdict.winner, range(len(after.standings) if verdict.over else 0)
    ended: list[Outcome] = ["drawn" if winner is None else "won" if side == winner else "lost" for side in sides]
    result = {"draw": verdict.draw, "margin": verdict.margin, "deals": len(after.rows)}
    scores = tuple([standing.score for standing in after.standings])
    return MatchSummary(status, scores, tuple(ended), result, title)


def result_json(row: Row | None) -> list[dict[str, Any]]:
    """The total and lines of each side in a deal, as JSON for the ledger's views; empty without a row."""
    sides = row.sides if row else ()
    return [{"total": side.total, "lines": [plain_line(line) for line in side.lines]} for side in sides]
