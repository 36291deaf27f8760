"""Every figure that a release shows for its matches, as plain values.

The figures are stored with the release. The tests of later releases compare them with those that the later program
shows.
"""

from collections.abc import Mapping
from typing import Any

from scorekeeper.actions.desk import Desk
from scorekeeper.actions.transfer import export_match
from scorekeeper.engine.deals.opening import Opening
from scorekeeper.engine.deals.scoring import plain_line
from scorekeeper.engine.matches.match import Row, State
from scorekeeper.paper import match_sheet
from scorekeeper.sheets.model import SheetModel
from scorekeeper.web.matches.export import COLUMNS, table
from scorekeeper.words import words_for

Plain = dict[str, Any]


def figures(desk: Desk, match_id: str) -> Plain:
    """The figures of one match: its board, openings, the rows of its sheet, and its exports."""
    state = desk.load(match_id).state
    sheet = match_sheet(desk, match_id, words_for("en")).model
    assert isinstance(sheet, SheetModel)
    exported = export_match(desk, match_id)
    csv = [dict(zip(COLUMNS, row, strict=False)) for row in table(state)]
    return {
        "title": state.setup.title,
        "sides": [[side.name, list(side.players)] for side in state.setup.sides],
        "standings": [[each.score, _opening(each.opening)] for each in state.standings],
        "verdict": _verdict(state),
        "next": [state.next_deal, state.seating.dealer, state.seating.leader, list(state.seating.sits_out)],
        "deals": [_deal(row) for row in state.rows],
        "rulings": {ruling.id: _ruling(state, ruling.id) for ruling in state.rulings},
        "obligations": [[each.ruling.id, each.index] for each in state.obligations],
        "redeals": list(state.redeals),
        "recounts": [[each.deal, each.side, each.claimed, each.verified] for each in state.recounts],
        "paused": state.paused,
        "sheet": _sheet(sheet),
        "csv": [row for row in csv if row["line"] != "ruling"],
        "csv_of_rulings": [row for row in csv if row["line"] == "ruling"],
        "export": {**exported, "entries": [[each["kind"], each["recorded_at"]] for each in exported["entries"]]},
    }


def kept(then: Any, now: Any, where: str = "") -> list[str]:
    """The paths of figures that differ between then and now, with both values. A mapping may have new keys, but none
    may be missing."""
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        return [place for key in then for place in kept(then[key], now.get(key), f"{where}.{key}")]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        pairs = zip(then, now, strict=True)
        return [place for at, (one, other) in enumerate(pairs) for place in kept(one, other, f"{where}[{at}]")]
    return [] if then == now and type(then) is type(now) else [f"{where}: {then!r} became {now!r}"]


def _opening(opening: Opening | None) -> Plain | None:
    if opening is None:
        return None
    return {"points": opening.points, "canasta": opening.canasta, "natural_group": opening.natural_group}


def _verdict(state: State) -> Plain:
    verdict = state.verdict
    money = None if verdict.money is None else str(verdict.money)
    return {"over": verdict.over, "winner": verdict.winner, "margin": verdict.margin, "money": money}


def _deal(row: Row) -> Plain:
    return {
        "number": row.number,
        "seating": [row.seating.dealer, row.seating.leader, list(row.seating.sits_out)],
        "annulled": row.annulled,
        "amended": row.record.amended,
        "sides": [
            {
                "total": side.total,
                "score": [side.score_before, side.score],
                "opening": _opening(side.opening),
                "out": [side.out, side.concealed],
                "lines": [plain_line(line) for line in side.lines],
                "rulings": [ruling.id for ruling in side.rulings],
            }
            for side in row.sides
        ],
    }


def _ruling(state: State, id_: str) -> Plain:
    ruling = next(each for each in state.rulings if each.id == id_)
    where = {"deal": ruling.deal, "side": ruling.side, "code": ruling.code, "article": ruling.article}
    effect = {"points": ruling.points, "raise": ruling.opening_raise, "outcomes": list(ruling.outcomes)}
    marks = {"override": ruling.override, "withdrawn": ruling.withdrawn, "done": sorted(ruling.done)}
    return {**where, **effect, **marks, "title": ruling.title}


def _sheet(sheet: SheetModel) -> Plain:
    return {
        "each": {column.key: column.each for column in sheet.columns},
        "deals": [
            [{cell.column: [cell.value, cell.canasta, list(cell.marks)] for cell in side} for side in row.sides]
            for row in sheet.deals
        ],
        "sums": [{cell.column: cell.value for cell in side} for side in sheet.sums],
        "rulings": [
            [each.letter, each.deal, each.article, each.points, each.base, each.raised, each.fate == "withdrawn"]
            for each in sheet.rulings
        ],
        "levels": [[level.value, level.opening, level.target] for level in sheet.levels],
        "sat_out": [[each.player, list(each.numbers)] for each in sheet.sat_out],
        "alone": [[each.player, list(each.numbers)] for each in sheet.alone],
    }
