"""A deal that is amended gives the same state as one that was right from the start.

Folding only the new entries gives the same state as folding all.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from scorekeeper.actions.demo import PLAYERS, deal_body
from scorekeeper.actions.matches.opening import NewMatch, opening
from scorekeeper.engine.matches.entries import Memory, and_then, remember
from scorekeeper.engine.matches.match import State, state
from scorekeeper.rulebook.loader import resolve, rulebook

SHORT, LONG = 100, 10_000
TABLES = [(rules, table) for rules, facts in rulebook().rule_sets.items() for table in facts.formats]


@dataclass(frozen=True, slots=True)
class Said:
    """An entry with the fields that a fold reads."""

    version: int
    kind: str
    payload: dict[str, Any]


def recorded(version: int, number: int, body: dict[str, Any], *, amended: bool = False) -> Said:
    """The entry that records or amends a deal."""
    payload = {"deal": number, "body": body, "entered_as": ["cards"], "agreed": True}
    return Said(version, "deal_amended" if amended else "deal_recorded", payload)


def opened(chance: Random) -> Said:
    """The entry that opens a match, with a random rule set and format."""
    rules, table = chance.choice(TABLES)
    resolved = resolve(rules, table)
    new = NewMatch(rules, table, PLAYERS[: resolved.table.players], {"target": 100_000})
    return Said(1, "match_opened", opening(new))


def after(memory: Memory, entry: Said, before: State) -> tuple[Memory, State]:
    """Fold one more entry into the memory and the state; the rows of earlier deals are reused."""
    grown = and_then(memory, [entry])
    return grown, state(grown, rows=[row for row in before.rows if row.number < entry.payload["deal"]])


def one_match(chance: Random) -> None:
    """Compare a match of a few deals, one of which is amended, with one in which that deal was right from the start."""
    entries = [opened(chance)]
    memory = remember(entries)
    now = state(memory)
    for number in range(1, chance.randint(2, 6)):
        entries.append(recorded(number + 1, number, deal_body(chance, now)))
        memory, now = after(memory, entries[-1], now)
    assert now == state(remember(entries))
    changed = chance.randint(1, len(entries) - 1)
    body = deal_body(chance, now)
    amended = recorded(len(entries) + 1, changed, body, amended=True)
    memory, now = after(memory, amended, now)
    assert now == state(remember([*entries, amended]))
    replayed = state(remember([*entries[:changed], recorded(changed + 1, changed, body), *entries[changed + 1 :]]))
    assert [row.sides for row in now.rows] == [row.sides for row in replayed.rows]
    assert now.standings == replayed.standings
    assert now.verdict == replayed.verdict
    assert all(sum(row.sides[at].total for row in now.rows) == side.score for at, side in enumerate(now.standings))


@pytest.mark.parametrize(("matches", "seed"), [(SHORT, 1), pytest.param(LONG, 2, marks=pytest.mark.soak)])
def test_every_amended_match_is_as_one_replayed_from_scratch(matches: int, seed: int) -> None:
    chance = Random(seed)
    for _ in range(matches):
        one_match(chance)
