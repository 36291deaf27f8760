"""An evening's entries read as strictly as a form, as `check_entries` reads a match's: for imports and `verify`."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.actions.forms import check_head, each
from scorekeeper.engine import shape
from scorekeeper.engine.reading import Name, Number, Object, Points, looked, one_of, read, saying, text, whole
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.shape import REASON_LENGTH, WORD, at
from scorekeeper.evening.entries import HANDLERS, and_then, remember
from scorekeeper.evening.fold import winner_of
from scorekeeper.evening.memory import WITHDRAWN, Decision, Memory, RoundRecord, TableRecord
from scorekeeper.evening.movements import MOST_ROUNDS, MOVEMENTS, readers
from scorekeeper.evening.movements.options import TableNumber
from scorekeeper.evening.ranking.rank_reader import read_contest
from scorekeeper.evening.ranking.scoring_reader import plain_scoring
from scorekeeper.evening.settings import SETTINGS, many
from scorekeeper.evening.values import DRAW, Entrant
from scorekeeper.ledger import EVENINGS, Entry
from scorekeeper.rulebook.loader import OF_THE_CODE, resolve, with_code

#: More entries than fifty tables write in a night.
MOST_ENTRIES = 50_000
MOST_VERSION = 100_000
#: Seconds of a day.
DAY = 86_400
KINDS = {"pair": 2, "individual": 1, "trio": 3}
RESULTS = ("played", "walk_over", "assigned", "void", WITHDRAWN)
CLOCK = ("start", "pause", "resume", "add", "end")


def check_evening(entries: Sequence[Entry]) -> Memory:
    """What an evening's entries say, every one of its form and possible when it was written. Raises `Refused`."""
    if len(entries) > MOST_ENTRIES:
        raise malformed("wrong_number", "entries", len(entries), [MOST_ENTRIES])
    for index, entry in enumerate(entries):
        check_form(entry, index, f"entries[{index}]")
    memory = remember(entries[:1])
    for index, entry in enumerate(entries[1:], start=1):
        check_turn(entry.kind, entry.payload, memory, f"entries[{index}].payload")
        memory = and_then(memory, [entry])
    return memory


def check_form(entry: Entry, index: int, where: str) -> None:
    """Every value of an entry is of its type and within its limits."""
    check_head(entry, index, HANDLERS if index else ["evening_opened"], EVENINGS.part, where)
    check_values(entry.kind, entry.payload, at(where, "payload"))


def check_values(kind: str, payload: Mapping[str, Any], where: str) -> None:
    """Every value of a payload is of its type and within its limits. Raises `Refused`."""
    read(FORMS[kind], payload, where)
    if kind == "evening_opened":
        _check_together(payload, where)


def check_turn(kind: str, payload: Mapping[str, Any], memory: Memory, where: str) -> None:
    """What the entry speaks of is there, and could be spoken of then. Raises `Refused`."""
    check = CHECKS.get(kind)
    if "entrant" in payload and kind != "entrant_added":
        shape.choice(payload["entrant"], at(where, "entrant"), memory.entrants)
    if kind in IN_ROUND and payload["round"] not in memory.rounds:
        raise malformed("not_one_of", at(where, "round"), payload["round"], memory.rounds)
    if check:
        check(payload, memory, where)


def _added(payload: Mapping[str, Any], memory: Memory, where: str) -> None:
    if payload["entrant"] in memory.entrants:
        raise malformed("there_twice", at(where, "entrant"), payload["entrant"])
    if payload["number"] in [entrant.number for entrant in memory.entrants.values()]:
        raise malformed("there_twice", at(where, "number"), payload["number"])
    _asmany(payload["players"], payload["kind"], where)
    _own_table(payload, memory, where)


def _changed(payload: Mapping[str, Any], memory: Memory, where: str) -> None:
    _own_table(payload, memory, where)
    if "players" in payload:
        _asmany(payload["players"], memory.entrants[payload["entrant"]].kind, where)


def _own_table(payload: Mapping[str, Any], memory: Memory, where: str) -> None:
    """A table is the own one of one entrant at most."""
    table = payload.get("fixed_table")
    taken = [each.fixed_table for each in memory.entrants.values() if each.id != payload["entrant"]]
    if table is not None and table in taken:
        raise malformed("own_table_twice", at(where, "fixed_table"), table)


def _asmany(players: Sequence[str], kind: str, where: str) -> None:
    if len(players) != KINDS[kind]:
        raise malformed("wrong_number", at(where, "players"), len(players), [KINDS[kind]])


def _seated(payload: Mapping[str, Any], memory: Memory, where: str) -> None:
    """The next round, or the last one anew."""
    last = max(memory.rounds, default=0)
    if payload["round"] not in (last, last + 1):
        raise malformed("not_one_of", at(where, "round"), payload["round"], [last + 1])
    check_seats(payload, memory, where)


def _corrected(payload: Mapping[str, Any], memory: Memory, where: str) -> None:
    """The very tables and matches of the round."""
    record = memory.rounds[payload["round"]]
    were = {table.number: table.match for table in record.tables}
    if {table["table"]: table["match"] for table in payload["tables"]} != were:
        raise malformed("not_one_of", at(where, "tables"), len(payload["tables"]), were)
    check_seats(payload, memory, where)


def check_seats(payload: Mapping[str, Any], memory: Memory, where: str) -> None:
    """Everybody at the tables and among those who rest is an entrant, and nobody is there twice. Raises `Refused`."""
    seen: set[str] = set()
    numbers: set[int] = set()
    for index, table in enumerate(payload["tables"]):
        spot = f"{where}.tables[{index}]"
        if table["table"] in numbers:
            raise malformed("there_twice", at(spot, "table"), table["table"])
        numbers.add(table["table"])
        for side, ids in enumerate(table["sides"]):
            _once(ids, f"{spot}.sides[{side}]", memory, seen)
    _once(payload.get("sit_out", ()), at(where, "sit_out"), memory, seen)


def _once(ids: Sequence[str], where: str, memory: Memory, seen: set[str]) -> None:
    for index, id_ in enumerate(ids):
        shape.choice(id_, f"{where}[{index}]", memory.entrants)
        if id_ in seen:
            raise malformed("there_twice", f"{where}[{index}]", id_)
        seen.add(id_)


def _check_side(payload: Mapping[str, Any], memory: Memory, where: str) -> None:
    """A side of a table of the round, and a total for each side."""
    sides = len(table_of(memory.rounds[payload["round"]], payload["table"], where).sides)
    shape.whole(payload["side"], at(where, "side"), 0, sides - 1)
    if "totals" in payload and len(payload["totals"]) != sides:
        raise malformed("wrong_number", at(where, "totals"), len(payload["totals"]), [sides])


def _set(payload: Mapping[str, Any], memory: Memory, where: str) -> None:
    """Figures that `rank` takes for a result of this kind, and the side that goes on after a draw. Only what was
    decided is withdrawn."""
    record = memory.rounds[payload["round"]]
    table = table_of(record, payload["table"], where)
    if payload["kind"] == WITHDRAWN:
        if payload["table"] not in record.decisions:
            raise malformed("not_one_of", at(where, "table"), payload["table"], record.decisions)
        return
    given = payload.get("sides") or [{}] * len(table.sides)
    if len(given) != len(table.sides):
        raise malformed("wrong_number", at(where, "sides"), len(given), [len(table.sides)])
    sides = [{**figure, "entrants": list(ids)} for figure, ids in zip(given, table.sides, strict=True)]
    result = {"round": payload["round"], "table": payload["table"], "kind": payload["kind"], "sides": sides}
    _rank({"results": [result]}, "results[0]", memory, where)
    if "winner" in payload:
        shape.whole(payload["winner"], at(where, "winner"), 0, len(table.sides) - 1)
        if winner_of(Decision(payload["kind"], tuple(given))) != DRAW:
            raise malformed("contradicts", at(where, "winner"), payload["winner"], [at(where, "sides")])


def _answered(payload: Mapping[str, Any], memory: Memory, where: str) -> None:
    """A table of the round."""
    table_of(memory.rounds[payload["round"]], payload["table"], where)


def _penalty(payload: Mapping[str, Any], memory: Memory, where: str) -> None:
    if payload["penalty"] in memory.penalties:
        raise malformed("there_twice", at(where, "penalty"), payload["penalty"])
    plain = {key: value for key, value in payload.items() if key != "penalty"}
    _rank({"results": [], "penalties": [plain]}, "penalties[0]", memory, where)


def _withdrawn(payload: Mapping[str, Any], memory: Memory, where: str) -> None:
    standing = [penalty.id for penalty in memory.penalties.values() if penalty.withdrawn is None]
    shape.choice(payload["penalty"], at(where, "penalty"), standing)


def _rank(asked: Mapping[str, Any], inside: str, memory: Memory, where: str) -> None:
    """Whatever `rank` refuses is refused, at its own place here."""
    try:
        read_contest({"scoring": plain_scoring(memory.setup.scoring), "entrants": list(memory.entrants), **asked}, {})
    except Refused as refused:
        path = refused.where.removeprefix(inside).lstrip(".")
        raise Refused(refused.kind, refused.key, at(where, path), refused.found, refused.allowed) from refused


def table_of(record: RoundRecord, number: int, where: str) -> TableRecord:
    """A table of a round. Raises `Refused` for one that it has not."""
    for table in record.tables:
        if table.number == number:
            return table
    raise malformed("not_one_of", at(where, "table"), number, [table.number for table in record.tables])


def _amended(payload: Mapping[str, Any], memory: Memory, where: str) -> None:
    setup = memory.setup
    kept = ("rules", "format", "options", "code", "movement", "seed")
    now: dict[str, Any] = {key: getattr(setup, key) for key in kept}
    now["movement_options"] = setup.movement_options
    now |= payload["changed"]
    _check_together(now, at(where, "changed"))
    _check_movement(now, [entrant.id for entrant in memory.entrants.values()], at(where, "changed"))


def _check_movement(setup: Mapping[str, Any], entrants: Sequence[str], where: str) -> None:
    """What the movement is asked is possible for these entrants. Raises `Refused` at the option's place."""
    checks = readers(setup["movement"])
    listed = [Entrant(id_, number, number) for number, id_ in enumerate(entrants, start=1)]
    for key, value in setup.get("movement_options", {}).items():
        checks[key](value, at(where, f"movement_options.{key}"), listed)


def _check_together(payload: Mapping[str, Any], where: str) -> None:
    """Rules, format, options and code that belong together, options that the movement knows, and the seed that it
    draws by."""
    options, code = payload.get("options", {}), payload.get("code")
    try:
        resolve(payload["rules"], payload["format"], with_code(options, code))
    except Refused as refused:
        spot = "code" if code and refused.where == f"options.{OF_THE_CODE}" else refused.where
        raise Refused(refused.kind, refused.key, at(where, spot), refused.found, refused.allowed) from refused
    for key in payload.get("movement_options", {}):
        if key not in readers(payload["movement"]):
            raise malformed("unknown_key", at(where, f"movement_options.{key}"), key, readers(payload["movement"]))
    if MOVEMENTS[payload["movement"]].draws(payload.get("movement_options", {})) and not payload.get("seed"):
        raise malformed("missing", at(where, "seed"))


#: Entries that are about a round which was published.
IN_ROUND = frozenset((
    "seating_corrected", "round_started", "round_closed", "round_reopened", "clock",
    "result_confirmed", "result_disputed", "call_answered", "result_set",
))  # fmt: skip
CHECKS = {
    "evening_amended": _amended,
    "entrant_added": _added,
    "entrant_changed": _changed,
    "round_seated": _seated,
    "seating_corrected": _corrected,
    "result_confirmed": _check_side,
    "result_disputed": _check_side,
    "call_answered": _answered,
    "result_set": _set,
    "penalty_given": _penalty,
    "penalty_withdrawn": _withdrawn,
}


def _ranks(value: Any, where: str) -> None:
    if not isinstance(value, Mapping):
        raise malformed("not_an_object", where, value)
    for id_, rank in value.items():
        shape.whole(rank, at(where, str(id_)), 1, shape.MOST)


_ROUND, _TABLE, _SIDE = whole(1, MOST_ROUNDS), TableNumber, whole(0, 5)
_ID, _REASON, _VERSION = text(WORD), text(REASON_LENGTH), whole(0, MOST_VERSION)
_SHORT = text(shape.NAME_LENGTH)
_TABLES = many(saying("table", "sides", "match", table=_TABLE, sides=each(each(_ID)), match=_ID, format=_ID))
_ENTRANT: Mapping[str, Any] = {
    "entrant": _ID, "name": _SHORT, "number": Number, "players": each(Name), "fixed_table": _TABLE | None,
    "round": _ROUND,
}  # fmt: skip
_AT_TABLE: Mapping[str, Any] = {"round": _ROUND, "table": _TABLE, "side": _SIDE, "version": _VERSION}
#: The type of each kind of entry's payload.
FORMS: Mapping[str, Any] = {
    "evening_opened": saying("title", "date", "rules", "format", "movement", "scoring", **SETTINGS),
    "evening_amended": saying("changed", changed=saying(**SETTINGS), reason=_REASON),
    "entrant_added": saying("entrant", "kind", "number", "players", **_ENTRANT, kind=one_of(KINDS)),
    "entrant_changed": saying("entrant", **_ENTRANT),
    "entrant_status": saying(
        "entrant", "status", "round", entrant=_ID, status=one_of(("present", "absent", "left")), round=_ROUND
    ),
    "round_seated": saying(
        "round", "movement", "tables", "by", round=_ROUND, movement=_ID, movement_options=Object, seed=_SHORT | None,
        ranks=looked(_ranks, type="object"), tables=_TABLES, sit_out=many(_ID), cost=Object | None,
        by=one_of(("movement", "director")), redrawn=_VERSION,
    ),
    "seating_corrected": saying(
        "round", "tables", "reason", round=_ROUND, tables=_TABLES, sit_out=many(_ID), reason=_REASON,
        again=many(_TABLE),
    ),
    "round_started": saying("round", round=_ROUND),
    "round_closed": saying("round", round=_ROUND),
    "round_reopened": saying("round", "reason", round=_ROUND, reason=_REASON),
    "clock": saying("round", "do", round=_ROUND, do=one_of(CLOCK), seconds=whole(-DAY, DAY)),
    "result_confirmed": saying("round", "table", "side", "totals", "version", **_AT_TABLE, totals=each(Points)),
    "result_disputed": saying("round", "table", "side", "says", **_AT_TABLE, says=text(300)),
    "call_answered": saying("round", "table", round=_ROUND, table=_TABLE),
    "result_set": saying(
        "round", "table", "kind", round=_ROUND, table=_TABLE, kind=one_of(RESULTS), reason=_REASON,
        sides=each(Object), winner=_SIDE,
    ),
    "penalty_given": saying(
        "penalty", "entrant", "kind", penalty=_ID, entrant=_ID, kind=one_of(("points", "warning")), points=Points,
        difference=Points, article=_REASON, reason=_REASON, round=_ROUND,
    ),
    "penalty_withdrawn": saying("penalty", penalty=_ID, reason=_REASON),
    "evening_finished": saying(),
    "evening_reopened": saying("reason", reason=_REASON),
}  # fmt: skip
