"""A club evening of 50 tables during two minutes of deals, with two wall displays, the director and a hundred phones;
and the computations of an evening without a server.

Each table saves a deal every 10 seconds. Its two phones request their page every 4 seconds, each of the two walls every
1.5 seconds, and the director's page every 5 seconds.
"""

import random
import time
from itertools import cycle, islice
from pathlib import Path
from secrets import token_hex
from typing import Any

from bench.devices import Act, Script, play, rows_of, watching
from bench.engine import timed
from bench.load import request
from bench.programs import LONGEST, NOW, ROUND, Browser, fields_of, program
from bench.stats import Row, limit_row
from scorekeeper.actions.demo import people
from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.evenings.opening import NewEntrant, NewEvening, open_evening
from scorekeeper.actions.evenings.rounds import NewRound, publish, seating
from scorekeeper.contract import pair, rank
from scorekeeper.evening.acts import and_then, remember
from scorekeeper.evening.fold import MatchNow, fold, state
from scorekeeper.ledger.chain.entries import Entry

TABLES = 50
SECONDS, MOST = 120.0, 250.0
SAVE, PHONE, WALL, HOME = 10.0, 4.0, 1.5, 5.0
#: The number of entries of the evening that is folded, and the number of rounds that its hundred entrants play.
ENTRIES, ROUNDS = 3000, 28


def rows(folder: Path) -> list[Row]:
    """The rows for the evening with its devices, and for publishing, folding, ranking and pairing."""
    return [*devices(folder / "club.db", TABLES, SECONDS), *alone(folder / "alone.db")]


def devices(database: Path, tables: int, seconds: float) -> list[Row]:
    """The rows for the load of this number of tables during this time."""
    desk = open_desk(database)
    with desk.ledger:
        evening_id = _opened(desk, tables)
        _publish(desk, evening_id)
        seated = desk.load_evening(evening_id).state.rounds[0].tables
    chance = random.Random(1)
    with program(database) as server:
        browser = Browser(server.port)
        browser.form(f"/matches/{seated[0].match}/deals/new", ROUND)
        home = f"/evenings/{evening_id}"
        scripts = [watching(browser, home, HOME, "director's home", chance.uniform(0, HOME))]
        scripts += [watching(browser, f"{home}/wall", WALL, "wall", chance.uniform(0, WALL)) for _ in range(2)]
        for table in seated:
            page = f"{home}/tables/{table.number}"
            scripts += [watching(browser, page, PHONE, "phone", chance.uniform(0, PHONE)) for _ in range(2)]
            scripts.append(_saving(browser, table.match, chance.uniform(0, SAVE)))
        load = play(server.port, scripts, seconds)
    return list(rows_of(f"{tables} tables of a club", load, seconds, MOST))


def alone(database: Path) -> list[Row]:
    """The rows for the time that acts and computations of an evening take without a server."""
    desk = open_desk(database)
    with desk.ledger:
        began = time.perf_counter()
        _publish(desk, _opened(desk, TABLES))
        opened = time.perf_counter() - began
        evening_id = _opened(desk, TABLES)
        drawn = _drawn(desk, evening_id)
        began = time.perf_counter()
        publish(desk, evening_id, drawn, _stamp(desk, evening_id), new_id=lambda: token_hex(5))
        published = time.perf_counter() - began
    entries, matches = _long_evening()
    memory = remember(entries[:-1])
    before = state(memory, matches)
    folding = timed(lambda _: fold(entries, matches), 20)
    last = timed(lambda _: state(and_then(memory, entries[-1:]), matches, before), 100)
    ranking = timed(lambda _: rank(_contest()), 20)
    rows = [
        Row("an evening of 50 tables opened, seated, published", f"{1000 * opened:.0f} ms", "", "", "", None),
        limit_row("a round of 50 tables published", 1000 * published, "ms", 400),
        limit_row(f"an evening of {ENTRIES:,} entries folded", folding.median, "ms", 40),
        limit_row("its last entry alone", last.median, "ms", 2),
        limit_row("100 entrants of 8 rounds ranked", ranking.median, "ms", 50),
    ]
    for movement, count, most in (("danish_no_repeat", 10, 50), ("danish_no_repeat", 100, 500),
                                  ("individual", 12, 1000), ("individual", 64, 3000)):  # fmt: skip
        asked = _asked(movement, count)
        assert "error" not in pair(asked)

        def seat(_: int, asked: dict[str, Any] = asked) -> object:
            return pair(asked)

        seating_ = timed(seat, 5)
        rows.append(limit_row(f"{count} entrants seated, {movement}", seating_.median, "ms", most))
    return rows


def _saving(browser: Browser, match: str, first: float) -> Script:
    """The tablet of a table, which saves deal after deal."""
    page = request("GET", f"/matches/{match}/deals/new", browser.headers(**{"Accept-Encoding": "identity"}))
    fields = {**fields_of((yield Act(first, "entry page", page, (200,))).body.decode()), **ROUND}
    for deal in range(1, 1000):
        fields |= {"key": f"club-{match}-{deal}", "version": str(deal)}
        browser.keep((yield Act(SAVE, "save", browser.post(f"/matches/{match}/deals/{deal}", fields), (303,))))


def _opened(desk: Desk, tables: int) -> str:
    """Open an evening of pairs for this number of tables, whose matches have a distant target. Returns its id."""
    names = people(4 * tables)
    pairs = tuple(NewEntrant(two) for two in zip(names[::2], names[1::2], strict=True))
    settings: dict[str, Any] = {
        "title": "Club evening", "date": NOW[:10], "rules": "classic", "format": "four", "options": LONGEST,
        "movement": "danish_no_repeat", "scoring": "victory_points_4", "round_end": {"by": "target"}, "seed": "4711",
    }  # fmt: skip
    evening_id = token_hex(5)
    open_evening(desk, NewEvening(settings, pairs), evening_id=evening_id, key=token_hex(16), actor="bench", now=NOW)
    return evening_id


def _drawn(desk: Desk, evening_id: str) -> NewRound:
    drawn = seating(desk, evening_id)
    return NewRound(drawn.round, drawn.tables, drawn.sit_out, cost=drawn.cost)


def _publish(desk: Desk, evening_id: str) -> None:
    drawn = _drawn(desk, evening_id)
    publish(desk, evening_id, drawn, _stamp(desk, evening_id), new_id=lambda: token_hex(5))


def _stamp(desk: Desk, evening_id: str) -> Stamp:
    return Stamp(desk.ledger.evenings.version(evening_id), token_hex(16), "bench", NOW)


def _long_evening() -> tuple[list[Entry], dict[str, MatchNow]]:
    """The entries of a long evening, about three thousand, and its matches by id. Every side of fifty tables agrees to
    its result, round after round."""
    settings: dict[str, Any] = {
        "title": "Long", "date": NOW[:10], "rules": "classic", "format": "four", "movement": "danish",
        "scoring": {"kind": "sum"},
    }  # fmt: skip
    ids = [str(number) for number in range(1, 2 * TABLES + 1)]
    happened: list[tuple[str, dict[str, Any]]] = [("evening_opened", settings)]
    happened += [
        ("entrant_added", {"entrant": id_, "kind": "pair", "players": ["A", "B"], "number": int(id_)}) for id_ in ids
    ]
    for number in range(1, ROUNDS + 1):
        tables: list[dict[str, Any]] = [
            {"table": at + 1, "match": f"{number}-{at}", "sides": [[one], [other]]}
            for at, (one, other) in enumerate(zip(ids[::2], ids[1::2], strict=True))
        ]
        happened.append(("round_seated", {"round": number, "movement": "danish", "tables": tables, "by": "movement"}))
        agreed = {"round": number, "totals": [800, 500], "version": 9}
        happened += [
            ("result_confirmed", {**agreed, "table": at, "side": side})
            for at in range(1, TABLES + 1)
            for side in (0, 1)
        ]
        happened.append(("round_closed", {"round": number}))
    matches = {
        f"{number}-{at}": MatchNow((800, 500), 4, over=True, version=9)
        for number in range(1, ROUNDS + 1)
        for at in range(TABLES)
    }
    entries = [
        Entry(at, "long", at, kind, payload.get("round"), payload, f"key-{at:06}", "", "bench", NOW, "")
        for at, (kind, payload) in enumerate(happened, start=1)
    ]
    return entries, matches


def _contest() -> dict[str, Any]:
    """A request to rank eight rounds of a hundred entrants. Every table has a result."""
    results = [
        {
            "round": number,
            "table": table + 1,
            "sides": [
                {"entrants": [str(2 * table)], "score": table * 37 * number % 3000},
                {"entrants": [str((2 * table + 2 * number + 1) % 100)], "score": table * 91 * number % 3000},
            ],
        }
        for number in range(1, 9)
        for table in range(50)
    ]
    return {"scoring": "victory_points_4", "results": results, "seed": "4711"}


def _asked(movement: str, count: int) -> dict[str, Any]:
    """A request for the seating of the fifth round of an evening with this number of entrants."""
    ids = [str(number) for number in range(count)]
    size = 4 if movement == "individual" else 2

    def sides(at: int, number: int) -> list[list[str]]:
        seated = list(islice(cycle(ids), size * at + 3 * number, size * at + 3 * number + size))
        return [seated[: size // 2], seated[size // 2 :]]

    history = [
        {"round": number, "tables": [{"sides": sides(at, number)} for at in range(count // size)]}
        for number in range(1, 5)
    ]
    options = {"schedule": "search"} if movement == "individual" else {}
    return {"movement": movement, "entrants": ids, "history": history, "options": options}
