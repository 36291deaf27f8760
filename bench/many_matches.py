"""Make a file of a great many matches in minutes: some are played, the others repeat their deals with other players.

Every match has its own entries, sealed into its own chain. All of them are written through the ledger.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bench.programs import NOW
from scorekeeper.actions.demo import demo_match
from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.actions.matches.commit import summary
from scorekeeper.engine.values import replace
from scorekeeper.ledger.chain.books import MATCHES
from scorekeeper.ledger.chain.canonical import digest
from scorekeeper.ledger.chain.chains import Together
from scorekeeper.ledger.chain.entries import Entry
from scorekeeper.ledger.chain.projections import MatchSummary

#: The number of matches that are played; the others repeat their deals.
PLAYED = 200
#: Matches in one transaction: enough that the commit costs little, and few enough that other writers get their turn.
TOGETHER = 250
NAMES = (
    *("Anna", "Béla", "Cristina", "Dana", "Eszter", "František", "Gábor", "Hana", "Ilona", "Jana", "Karel", "Liis"),
    *("Mihai", "Nela", "Oana", "Péter", "Radu", "Sofia", "Tõnu", "Urve", "Vlad", "Zuzana", "Ágnes", "Éva", "Ödön"),
    *("Šárka", "Žofie", "Ștefan", "Ülle", "Õnne"),
)
INITIALS = "ABCDEFGHIJKLMNOPRSTUVZ"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A played match: its entries, and its summary for lists."""

    entries: tuple[Entry, ...]
    summary: MatchSummary


def make(path: Path, count: int, *, rules: str, deals: int) -> None:
    """Make a file of this number of matches."""
    ids = [f"match-{number:06}" for number in range(count)]
    desk = open_desk(path)
    with closing(desk.ledger):
        for seed, match_id in enumerate(ids[:PLAYED]):
            demo_match(desk, match_id=match_id, seed=seed, now=NOW, rules=rules, deals=deals)
        for _ in copies(desk, patterns(desk, ids[:PLAYED]), ids[PLAYED:], seed=1):
            pass


def patterns(desk: Desk, match_ids: Sequence[str]) -> tuple[Pattern, ...]:
    """Read the matches whose deals the others repeat."""
    return tuple(Pattern(desk.ledger.matches.entries(id_), summary(desk.load(id_).state)) for id_ in match_ids)


def copies(desk: Desk, made: Sequence[Pattern], match_ids: Sequence[str], *, seed: int) -> Iterator[str]:
    """Write a copy of a random pattern, with other players, under each of these ids, many in one transaction. Yields
    each id once it is on the disk."""
    random = Random(seed)
    for first in range(0, len(match_ids), TOGETHER):
        together = match_ids[first : first + TOGETHER]
        drawn = [(match_id, random.choice(made), people(random)) for match_id in together]
        desk.ledger.write(partial(_add, drawn))
        yield from together


def _add(drawn: Sequence[tuple[str, Pattern, list[str]]], act: Together) -> None:
    for match_id, pattern, names in drawn:
        act.add(MATCHES, match_id, with_others(pattern.entries, match_id, names), pattern.summary)


def people(random: Random) -> list[str]:
    """Six players with different names."""
    names = random.sample(NAMES, 6)
    return [f"{name} {random.choice(INITIALS)}." for name in names]


def with_others(entries: Sequence[Entry], match_id: str, names: Sequence[str]) -> list[Entry]:
    """The entries of a match with other players and another id."""
    opened = seated(entries[0].payload, names)
    hashed = digest(["match_opened", None, opened], what="body")
    first = replace(entries[0], owner=match_id, payload=opened, key=f"demo-open-{match_id}", body_hash=hashed)
    return [first, *(replace(entry, owner=match_id) for entry in entries[1:])]


def seated(payload: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """The payload of a match's opening, with other players in its seats."""
    others = dict(zip(payload["seats"], names, strict=False))
    sides = [{**side, "players": [others[player] for player in side["players"]]} for side in payload["sides"]]
    return {**payload, "seats": [others[player] for player in payload["seats"]], "sides": sides}
