"""The engine alone: scoring a deal, folding a match."""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from bench.programs import LONGEST, NOW
from bench.stats import Row, Times, limit_row
from scorekeeper.actions.demo import deal_body, demo_match
from scorekeeper.actions.desk import open_desk
from scorekeeper.engine.deals.reader import read_deal
from scorekeeper.engine.deals.scoring import score_deal
from scorekeeper.engine.matches.entries import remember
from scorekeeper.engine.matches.match import fold, read_body, state

ROUNDS = 400


def rows(folder: Path) -> list[Row]:
    """The rows for scoring a deal, measured over twenty different ones, and for folding a match of twenty deals."""
    desk = open_desk(folder / "engine.db")
    with desk.ledger:
        demo_match(desk, match_id="long", seed=5, now=NOW, deals=20, options=LONGEST)
        entries = desk.ledger.matches.entries("long")
        setup = desk.load("long").state.setup
        bodies = [record.body for record in desk.load("long").memory.deals.values()]
        fresh = [deal_body(Random(seed), desk.load("long").state) for seed in range(20)]
    read = [read_body(setup, body) for body in bodies]
    scoring = timed(lambda number: score_deal(read[number % 20], setup.rules))
    reading = timed(lambda number: score_deal(read_deal(fresh[number % 20], setup.rules), setup.rules))
    memory = remember(entries)
    folding = timed(lambda _: fold(entries), ROUNDS // 4)
    rows_ = state(memory).rows
    next_ = timed(lambda _: state(memory, rows=rows_[:-1]))
    return [
        limit_row("scoring one deal", scoring.median * 1000, "µs", 150),
        Row("reading and scoring one deal", f"{reading.median * 1000:.0f} µs", "", "", "", None),
        limit_row("folding a 20-deal match", folding.median, "ms", 5),
        Row("folding its last deal alone, as a save does", f"{next_.median:.2f} ms", "", "", "", None),
    ]


def timed(act: Callable[[int], object], rounds: int = ROUNDS) -> Times:
    """Call `act` with each number below `rounds`. Returns the duration of each call."""
    took = []
    for number in range(rounds):
        began = time.perf_counter()
        act(number)
        took.append(time.perf_counter() - began)
    return Times.of(took)
