"""Opening, amending, finishing and archiving an evening; its entrants, and its penalties."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.actions.desk import Desk, FoldedEvening, Stamp
from scorekeeper.actions.evenings.journal import EVENING_JOURNAL, write
from scorekeeper.actions.journal import Plan, derived, filled
from scorekeeper.actions.matches.commit import NewEntry
from scorekeeper.actions.matches.opening import clean
from scorekeeper.engine.refused import Refused, impossible, malformed
from scorekeeper.engine.values import Struct
from scorekeeper.evening.acts.people import KINDS
from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.pairing import pair, read_options
from scorekeeper.evening.past import lot
from scorekeeper.evening.ranking.scoring import plain_scoring, read_scoring
from scorekeeper.evening.values import Entrant, Seating, SeatingRequest
from scorekeeper.ledger.chain.chains import New
from scorekeeper.ledger.chain.entries import Appended
from scorekeeper.rulebook.evenings import schedules, scoring_by_id
from scorekeeper.rulebook.loader import resolve


class NewEntrant(Struct):
    """An entrant to add: one player, a pair or a trio. An entrant without a name is named after the players."""

    players: tuple[str, ...]
    name: str = ""
    fixed_table: int | None = None

    def plain(self, id_: str, number: int) -> dict[str, Any]:
        """The payload of the entry that adds the entrant. Raises `Refused` unless there are one to three players."""
        kind = next((kind for kind, count in KINDS.items() if count == len(self.players)), None)
        if kind is None:
            raise malformed("wrong_number", "players", len(self.players), KINDS.values())
        plain = {"entrant": id_, "kind": kind, "number": number, "players": [clean(name) for name in self.players]}
        plain |= {"name": clean(self.name)} if self.name else {}
        return plain | ({"fixed_table": self.fixed_table} if self.fixed_table else {})


class NewEvening(Struct):
    """An evening to open. `settings` is the payload of `evening_opened`, except that its `scoring` may be an id. With
    `draw`, and a seed in the settings, the numbers of the entrants are drawn by the seed; otherwise they are numbered
    in the order of `entrants`."""

    settings: Mapping[str, Any]
    entrants: tuple[NewEntrant, ...] = ()
    draw: bool = False


def open_evening(desk: Desk, new: NewEvening, *, evening_id: str, key: str, actor: str, now: str) -> Appended:
    """Open an evening with its entrants, in one transaction. The same key again returns the same evening.

    Raises `Refused` with the location of a mistake, `KeyReused`, `EveningExists`.
    """
    settings = {**new.settings, "title": clean(str(new.settings.get("title", "")))}
    if "scoring" in settings:
        scoring = read_scoring(settings["scoring"], "scoring", scoring_by_id())
        settings = {"tie_breaks": list(scoring.tie_breaks), **settings, "scoring": plain_scoring(scoring)}
    numbers = {str(at): at for at in range(1, len(new.entrants) + 1)}
    if new.draw and settings.get("seed"):
        drawn = sorted(numbers, key=lambda id_: lot(settings["seed"], 0, id_))
        numbers = {id_: at for at, id_ in enumerate(drawn, start=1)}
    listed = [entrant.plain(str(at), numbers[str(at)]) for at, entrant in enumerate(new.entrants, start=1)]
    opened = New("evening_opened", settings, key, actor, now, body={"settings": settings, "entrants": listed})
    first = EVENING_JOURNAL.checked(None, [opened])
    added = [New("entrant_added", each, derived(key, at), actor, now) for at, each in enumerate(listed)]
    if added:
        EVENING_JOURNAL.checked(first, added, "entrants")
    check_opening(opened.payload, listed)
    return EVENING_JOURNAL.open(desk, evening_id, opened, added, "entrants")


def amend_evening(desk: Desk, evening_id: str, changed: Mapping[str, Any], reason: str, stamp: Stamp) -> Appended:
    """Change settings of the evening. Rounds that are seated already keep their rules, format and movement.

    Raises as `Journal.write`; also `Refused` without a reason once a round is published.
    """
    changed = dict(changed)
    if "scoring" in changed:
        changed["scoring"] = plain_scoring(read_scoring(changed["scoring"], "scoring", scoring_by_id()))

    def plan(folded: FoldedEvening) -> None:
        not_finished(folded)
        if folded.state.rounds:
            needed(reason)

    return write(
        desk, evening_id, NewEntry("evening_amended", {"changed": changed, **filled(reason=reason)}), stamp, plan
    )


def add_entrant(desk: Desk, evening_id: str, new: NewEntrant, stamp: Stamp) -> Appended:
    """Add an entrant, with the next number. The entrant takes part from the next round that can be seated. This may be
    the round published last, if none of its deals was played.

    Raises as `Journal.write`.
    """
    asked = {key: value for key, value in new.plain("", 1).items() if key not in ("entrant", "number")}

    def plan(folded: FoldedEvening) -> Plan:
        not_finished(folded)
        entrants = folded.state.entrants
        number = 1 + max((entrant.number for entrant in entrants), default=0)
        ids = {entrant.id for entrant in entrants}
        id_ = next(str(at) for at in range(len(ids) + 1, 2 * len(ids) + 3) if str(at) not in ids)
        return Plan({"entrant": id_, "number": number, "round": folded.state.to_seat})

    return write(desk, evening_id, NewEntry("entrant_added", asked), stamp, plan)


def change_entrant(
    desk: Desk, evening_id: str, entrant: str, changed: Mapping[str, Any], stamp: Stamp, *, round_: int | None = None
) -> Appended:
    """Change an entrant's `name`, `number`, `fixed_table` or `players`. New players take part from `round_` on (None:
    from round 1); the other fields change for the whole evening.

    Raises as `Journal.write`.
    """
    asked = {"entrant": entrant, **changed, **filled(round=round_)}
    return write(desk, evening_id, NewEntry("entrant_changed", asked), stamp, not_finished)


def set_status(desk: Desk, evening_id: str, entrant: str, status: str, stamp: Stamp, *, round_: int) -> Appended:
    """Set an entrant's status from round `round_` on: "present", "absent" or "left". Raises as `Journal.write`."""
    asked = {"entrant": entrant, "status": status, "round": round_}
    return write(desk, evening_id, NewEntry("entrant_status", asked), stamp, not_finished)


def give_penalty(desk: Desk, evening_id: str, penalty: Mapping[str, Any], stamp: Stamp, *, penalty_id: str) -> Appended:
    """Give a director's penalty. Its fields are `entrant`, `kind` ("points" or "warning"), `points`, `difference`,
    `article`, `reason` and `round`.

    Raises as `Journal.write`; also `Refused` if it has neither a reason nor an article.
    """
    needed(str(penalty.get("reason", "")) or str(penalty.get("article", "")))
    return write(desk, evening_id, NewEntry("penalty_given", {**penalty}, {"penalty": penalty_id}), stamp, not_finished)


def withdraw_penalty(desk: Desk, evening_id: str, penalty_id: str, reason: str, stamp: Stamp) -> Appended:
    """Withdraw a penalty by a later entry. Raises as `Journal.write`; also `Refused` without a reason."""
    needed(reason)
    withdrawn = NewEntry("penalty_withdrawn", {"penalty": penalty_id, "reason": reason})
    return write(desk, evening_id, withdrawn, stamp, not_finished)


def finish(desk: Desk, evening_id: str, stamp: Stamp) -> Appended:
    """Finish the evening. Raises as `Journal.write`; also `Refused` if a round is not closed, or none was published."""

    def plan(folded: FoldedEvening) -> None:
        not_finished(folded)
        open_rounds = folded.state.open_before(folded.state.next_round)
        if open_rounds or not folded.state.rounds:
            raise impossible("round_not_closed", "round", open_rounds[0] if open_rounds else 1)

    return write(desk, evening_id, NewEntry("evening_finished"), stamp, plan)


def reopen(desk: Desk, evening_id: str, reason: str, stamp: Stamp) -> Appended:
    """Reopen a finished evening. Raises as `Journal.write`; also `Refused` without a reason, or if the evening is not
    finished."""
    needed(reason)

    def plan(folded: FoldedEvening) -> None:
        if folded.state.state != "finished":
            raise impossible("done_already", "evening")

    return write(desk, evening_id, NewEntry("evening_reopened", {"reason": reason}), stamp, plan)


def put_away(desk: Desk, evening_id: str, *, now: str) -> None:
    """Archive an evening; its entries and its matches stay. Raises `UnknownEvening`."""
    desk.ledger.evenings.retire(evening_id, now=now)


def take_back(desk: Desk, evening_id: str) -> None:
    """Restore an archived evening to the lists. Raises `UnknownEvening`."""
    desk.ledger.evenings.unretire(evening_id)


def not_finished(folded: FoldedEvening) -> None:
    """Raise `Refused` if the evening is finished."""
    if folded.state.state == "finished":
        raise impossible("evening_is_finished", "evening")


def needed(reason: str) -> None:
    """Raise `Refused` if the reason is empty."""
    if not reason.strip():
        raise malformed("missing_reason", "reason", reason)


def check_opening(settings: Mapping[str, Any], entrants: Sequence[Mapping[str, Any]]) -> None:
    """Check that each side of a table in the first round has the number of players that the format wants. `entrants`
    are payloads of `entrant_added`; nothing is checked if `first_seating` returns None.

    Raises `Refused` at "movement" for a wrong number of players, and as `first_seating` does.
    """
    first = first_seating(settings, entrants)
    table = resolve(settings["rules"], settings["format"], dict(settings.get("options", {}))).table
    sizes = {each["entrant"]: len(each["players"]) for each in entrants}
    for seated in first.tables if first else ():
        people = [sum(sizes[id_] for id_ in side) for side in seated.sides]
        if people != [table.players // table.sides] * table.sides:
            raise impossible("movement_not_of_format", "movement", settings["movement"])


def first_seating(settings: Mapping[str, Any], entrants: Sequence[Mapping[str, Any]]) -> Seating | None:
    """The seating of the first round. None if it cannot be computed yet, or if the director seats by hand. Raises
    `Refused` for impossible options."""
    movement, asked = settings["movement"], dict(settings.get("movement_options", {}))
    if settings.get("tables") is not None:
        asked["tables"] = list(settings["tables"])
    listed = [
        Entrant(each["entrant"], number, number, fixed_table=each.get("fixed_table"))
        for number, each in enumerate(sorted(entrants, key=lambda each: int(each["number"])), start=1)
    ]
    try:
        options = read_options(asked, movement, listed) if listed else {}
        if not listed or MOVEMENTS[movement].by_hand:
            return None
        return pair(SeatingRequest(movement, tuple(listed), (), settings.get("seed") or "", options, schedules()))
    except Refused as refused:
        _, of_options, name = refused.where.rpartition("options.")  # a location in the request to `pair`
        if not of_options:
            return None
        raise refused.moved(name if name == "tables" else f"movement_options.{name}") from refused
