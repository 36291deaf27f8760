"""Saving a deal folds only the new entry, and the cached match equals one folded from all entries."""

from contextlib import closing
from random import Random
from unittest.mock import patch

import pytest

from scorekeeper.actions.demo import deal_body, demo_match
from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.matches import commit as committing
from scorekeeper.actions.matches.commit import NewEntry, commit
from scorekeeper.actions.matches.deals import DealSheet, amend_deal, keep_recount, record_deal, remove_last_deal
from scorekeeper.actions.matches.opening import pause, rename, resume
from scorekeeper.actions.matches.rulings import RulingCase, apply_ruling, withdraw_ruling
from scorekeeper.engine.deals.scoring import score_deal
from scorekeeper.engine.matches.entries import Recount, remember
from scorekeeper.engine.matches.match import state
from scorekeeper.ledger.errors import StaleVersion
from scorekeeper.ledger.records.matches import Matches
from scorekeeper.rulebook.loader import rulebook

NOW = "2026-11-21T10:00:00.000+00:00"
TABLES = [(rules, table) for rules, facts in rulebook().rule_sets.items() for table in facts.formats]
#: Each game with one engine, SQLite and PostgreSQL by turns. Only the long tests try it with the other engine, too.
AT_ONE = [
    pytest.param(engine, *each, marks=[pytest.mark.soak] if (at + engine_at) % 2 else [])
    for at, each in enumerate(TABLES)
    for engine_at, engine in enumerate(("sqlite", "postgresql"))
]


def stamp(desk: Desk, key: str) -> Stamp:
    """The stamp of a writer who has seen the last entry."""
    return Stamp(desk.ledger.matches.version("m"), f"key-{key}", "test", NOW)


def sheet(desk: Desk, seed: int = 1) -> DealSheet:
    """A deal to save."""
    state = desk.load("m").state
    return DealSheet(deal_body(Random(seed), state), ["cards"] * len(state.standings), agreed=True)


def assert_as_from_scratch(desk: Desk) -> None:
    """Check that the cached match equals one folded from all its entries."""
    memory = remember(desk.ledger.matches.entries("m"))
    kept = desk.load("m")
    assert kept.memory == memory
    assert kept.state == state(memory)


@pytest.mark.parametrize(("ledger_at", "rules", "table"), AT_ONE, indirect=["ledger_at"])
def test_what_is_kept_is_what_a_fold_from_scratch_gives(desk: Desk, rules: str, table: str) -> None:
    long = {"deals": None} if any(option.id == "deals" for option in rulebook().options_of(rules)) else {}
    demo_match(desk, match_id="m", seed=3, now=NOW, rules=rules, format_=table, deals=5, options=long)
    assert_as_from_scratch(desk)
    for number in (5, 2, 1):
        amend_deal(desk, "m", number, sheet(desk, number), "counted anew", stamp(desk, f"amended-{number}"))
        assert_as_from_scratch(desk)
    annulled = {"ruling": "r1", "deal": 5, "side": 0, "article": "RO-01", "outcomes": ["ANNUL_PREVIOUS_DEAL"]}
    commit(desk, "m", NewEntry("ruling_applied", annulled), stamp(desk, "annulled"))
    assert_as_from_scratch(desk)
    if not desk.load("m").state.over:
        number = desk.load("m").state.next_deal
        record_deal(desk, "m", sheet(desk), stamp(desk, "after-it"), number=number)
        assert_as_from_scratch(desk)
    amend_deal(desk, "m", 5, sheet(desk, 8), "played after all", stamp(desk, "amended-again"))
    assert_as_from_scratch(desk)


def test_a_save_folds_one_deal_alone(desk: Desk) -> None:
    demo_match(desk, match_id="m", seed=3, now=NOW, deals=6, options={"target": 100000})
    with (
        patch.object(committing, "state", side_effect=state) as folded,
        patch("scorekeeper.engine.matches.match.score_deal", wraps=score_deal) as scored,
    ):
        record_deal(desk, "m", sheet(desk), stamp(desk, "the-seventh"), number=7)
    assert folded.call_count == 1
    assert scored.call_count == 1


@pytest.mark.parametrize("renamed", [False, True])
def test_whatever_is_written_the_match_that_follows_is_kept(desk: Desk, renamed: bool) -> None:
    """After each write the next load folds nothing, even if a player was renamed."""
    demo_match(desk, match_id="m", seed=3, now=NOW, rules="hungarian", deals=2)
    if renamed:
        desk.ledger.rename_player(1, "Somebody else", now=NOW)
    player = desk.load("m").state.setup.seats[1]
    writes = (
        lambda: pause(desk, "m", stamp(desk, "pause")),
        lambda: resume(desk, "m", stamp(desk, "resume")),
        lambda: rename(desk, "m", "Friday", stamp(desk, "rename")),
        lambda: keep_recount(desk, "m", Recount(1, 0, 515, 510), stamp(desk, "recount")),
        lambda: apply_ruling(desk, "m", RulingCase("HU-02", 3, 1, {}, player), stamp(desk, "rule"), ruling_id="r"),
        lambda: withdraw_ruling(desk, "m", "r", "", stamp(desk, "withdraw")),
        lambda: record_deal(desk, "m", sheet(desk), stamp(desk, "third"), number=3),
        lambda: amend_deal(desk, "m", 1, sheet(desk, 5), "a slip", stamp(desk, "amend")),
        lambda: remove_last_deal(desk, "m", 3, "a slip", stamp(desk, "undo")),
    )
    with patch.object(Matches, "entries", side_effect=AssertionError("folded from scratch")):
        for number, write in enumerate(writes, start=1):
            write()
            assert desk.load("m").state.version == 3 + number
    assert_as_from_scratch(desk)


def test_somebody_who_saves_between_fold_and_write_is_not_overwritten(desk: Desk) -> None:
    demo_match(desk, match_id="m", seed=3, now=NOW, deals=2)
    other = open_desk(desk.ledger.store.where)
    mine, mark = sheet(desk, 1), stamp(desk, "mine")

    def meanwhile(*given: object, **more: object):
        with patch.object(committing, "followed", followed):
            record_deal(other, "m", sheet(other, 2), stamp(other, "theirs"), number=3)
        return followed(*given, **more)

    followed = committing.followed
    with closing(other.ledger), patch.object(committing, "followed", meanwhile), pytest.raises(StaleVersion):
        record_deal(desk, "m", mine, mark, number=3)
    assert desk.ledger.matches.entries("m")[-1].key == "key-theirs"
    assert_as_from_scratch(desk)
