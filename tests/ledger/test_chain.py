"""The chain: every change made without the program is detected."""

import re
from pathlib import Path

import pytest

from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.sqlite.driver import sqlite3
from tests.ledger.cast import add, deal, open_match

GUARDS = ("entries_no_update", "entries_no_delete", "entries_no_replace")


def play(ledger: Ledger) -> None:
    open_match(ledger)
    open_match(ledger, "saturday", "Saturday")
    for number in (1, 2, 3):
        add(ledger, "deal_recorded", deal(number))


def tamper(path: Path, statement: str) -> None:
    """Remove the triggers, then change the file."""
    stranger = sqlite3.connect(path)
    for guard in GUARDS:
        stranger.execute(f"DROP TRIGGER {guard}")
    stranger.execute(statement)
    stranger.commit()
    stranger.close()


def test_it_works(ledger: Ledger) -> None:
    play(ledger)
    found = integrity(ledger.store)
    assert (found.problems, found.matches, found.entries) == ((), 2, 5)


def test_the_check_value_is_twelve_digits_of_the_last_chain(ledger: Ledger) -> None:
    play(ledger)
    values = {ledger.matches.check_value("friday"), ledger.matches.check_value("saturday")}
    assert all(re.fullmatch(r"[0-9A-F]{4}( [0-9A-F]{4}){2}", value) for value in values)
    before = ledger.matches.check_value("friday")
    entry = add(ledger, "match_paused", {}).entry
    assert ledger.matches.check_value("friday").replace(" ", "").lower() == entry.chain[:12]
    assert len({*values, before, ledger.matches.check_value("friday")}) == 3


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ("UPDATE entries SET payload = json_set(payload, '$.agreed', 0) WHERE deal = 2", "chain"),
        ("UPDATE entries SET actor = 'nobody' WHERE deal = 2", "chain"),
        ("UPDATE entries SET recorded_at = '2025-01-01T00:00:00Z' WHERE deal = 3", "chain"),
        ("UPDATE entries SET deal = 7 WHERE deal = 3", "chain"),
        ("DELETE FROM entries WHERE deal = 2", "numbering"),
        ("DELETE FROM entries WHERE deal = 3", "version"),
        ("UPDATE matches SET version = 9 WHERE id = 'friday'", "version"),
    ],
)
def test_a_change_shows_and_says_which_match(ledger: Ledger, path: Path, change: str, key: str) -> None:
    play(ledger)
    tamper(path, change)
    assert [(problem.key, problem.owner) for problem in integrity(ledger.store).problems] == [(key, "friday")]


def test_a_row_that_refers_to_nothing_shows(ledger: Ledger, path: Path) -> None:
    play(ledger)
    tamper(path, "INSERT INTO match_sides (match_id, position, name) VALUES ('monday', 0, 'Nobody')")
    assert [problem.key for problem in integrity(ledger.store).problems] == ["reference"]
