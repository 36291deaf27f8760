"""A club evening as JSON: the request to open one, a result by the director, and the state of an evening."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.contract.answer import Json
from scorekeeper.contract.pair_and_rank import standings_json
from scorekeeper.engine.reading import UNSET, Id, Name, Object, list_of, read, saying, text, whole
from scorekeeper.engine.shape import MOST
from scorekeeper.engine.values import Struct, field, replace
from scorekeeper.evening.counting import open_seed, standings_of
from scorekeeper.evening.fold import Evening, RoundNow, TableNow
from scorekeeper.evening.memory import Decision, EntrantRecord, PenaltyRecord
from scorekeeper.evening.pairing import Seed
from scorekeeper.evening.people import names_of, side_name
from scorekeeper.evening.ranking.scoring import SCORING, plain_scoring
from scorekeeper.evening.settings import SETTINGS, EveningSetup
from scorekeeper.evening.values import TableNumber

MOST_PLAYERS, MOST_SIDES = 3, 6
#: The columns of an evening's results as rows: one row for each side at a table, and one for each entrant without a
#: table.
COLUMNS = ("round", "table", "kind", "entrants", "score", "difference", "points", "outcome")


class AskedEntrant(Struct, forbid_unknown_fields=True):
    """An entrant of an evening to open."""

    players: list_of(Name, MOST_PLAYERS, 1)  # type: ignore[valid-type]
    name: Name | None = None
    fixed_table: TableNumber | None = None


#: The type of an evening to open. The act that opens it refuses missing settings.
EVENING = saying(
    "title",
    called="Evening",
    **{**SETTINGS, "title": Name, "scoring": SCORING, "seed": Seed},
    entrants=list[AskedEntrant],
)


class AskedEvening(Struct):
    """An evening to open: the settings for `evening_opened`, and the entrants."""

    settings: Json
    entrants: tuple[AskedEntrant, ...]


class AskedResult(Struct, forbid_unknown_fields=True):
    """A result to set; `set_result` in `actions.evenings.results` checks its figures."""

    kind: Id
    sides: list[Object] = field(default_factory=list)
    reason: text(MOST) | None = None  # type: ignore[valid-type]
    winner: whole(0, MOST_SIDES - 1) | None = None  # type: ignore[valid-type]


def read_evening(source: Any) -> AskedEvening:
    """Read the request to open an evening. Raises `Refused` (malformed)."""
    asked = read(EVENING, source)
    settings = {key: source[key] for key in SETTINGS if key in source}
    settings |= {} if asked.seed is UNSET else {"seed": asked.seed}
    return AskedEvening(settings, () if asked.entrants is UNSET else tuple(asked.entrants))


def read_result(source: object) -> AskedResult:
    """Read a result that the director sets. Raises `Refused`."""
    return read(AskedResult, source)


def evening_json(evening_id: str, evening: Evening, *, to_director: bool = True) -> Json:
    """The state of an evening: settings, entrants, rounds with tables and results, penalties, standings.

    Only the director may see the seed before the evening is finished, because future rounds are drawn from it.
    """
    setup, finished = evening.setup, evening.state == "finished"
    settings = _settings(setup if to_director else replace(setup, seed=open_seed(setup, finished=finished)))
    return {
        "evening": evening_id,
        "version": evening.version,
        "state": evening.state,
        "settings": settings,
        "entrants": [_entrant(entrant, evening.next_round) for entrant in evening.entrants],
        "rounds": [_round(each) for each in evening.rounds],
        "penalties": [_penalty(penalty) for penalty in evening.penalties],
        **standings_json(standings_of(evening)),
    }


def table_of(evening: Evening) -> Iterator[tuple[str | int | None, ...]]:
    """The results of the closed rounds, as rows with the columns `COLUMNS`; entrants are given by name."""
    names = {each.number: names_of(evening, each.number) for each in evening.rounds}
    for line in standings_of(evening).lines:
        side = side_name(names[line.round], line.entrants)
        yield line.round, line.table, line.kind, side, line.score, line.difference, line.points, line.outcome


def _settings(setup: EveningSetup) -> Json:
    """The settings that are not None."""
    plain = {key: getattr(setup, key) for key in SETTINGS}
    plain["scoring"] = plain_scoring(setup.scoring)
    return {
        key: list(value) if isinstance(value, tuple) else value for key, value in plain.items() if value is not None
    }


def _entrant(entrant: EntrantRecord, round_: int) -> Json:
    return {
        "id": entrant.id,
        "number": entrant.number,
        "kind": entrant.kind,
        "players": [str(player) for player in entrant.players(round_)],
        **({"name": entrant.name} if entrant.name else {}),
        **({"fixed_table": entrant.fixed_table} if entrant.fixed_table else {}),
        "status": entrant.status(round_),
    }


def _round(each: RoundNow) -> Json:
    return {
        "round": each.number,
        "state": each.state,
        "movement": each.record.movement,
        "by": each.record.by,
        "tables": [_table(table) for table in each.tables],
        "sit_out": list(each.sit_out),
        "missed": list(each.missed),
    }


def _table(table: TableNow) -> Json:
    """A table with its match, the totals, the sides that agreed or objected, and the director's decision."""
    return {
        "table": table.number,
        "sides": [list(side) for side in table.sides],
        "match": table.match,
        "state": table.state,
        "deals": table.now.deals,
        "totals": list(table.now.totals),
        "agreed": list(table.agreed),
        **({"objections": {str(side): says for side, says in table.objections.items()}} if table.objections else {}),
        **({"result": _decision(table.decision)} if table.decision else {}),
    }


def _decision(decision: Decision) -> Json:
    sides = [dict(side) for side in decision.sides]
    values = {"kind": decision.kind, "sides": sides, "winner": decision.winner, "reason": decision.reason}
    return {key: value for key, value in values.items() if value not in ([], None, "")}


def _penalty(penalty: PenaltyRecord) -> Json:
    values: Json = {"entrant": penalty.entrant, "kind": penalty.kind, "withdrawn": penalty.withdrawn is not None}
    values |= {} if penalty.kind == "warning" else {"points": penalty.points, "difference": penalty.difference}
    further = {"round": penalty.round, "article": penalty.article, "reason": penalty.reason}
    return values | {key: value for key, value in further.items() if value}
