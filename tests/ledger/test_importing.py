"""Matches that were written elsewhere, imported unchanged."""

from pathlib import Path

import pytest

from scorekeeper.engine.values import replace
from scorekeeper.ledger.chain.books import MATCHES
from scorekeeper.ledger.chain.chains import New, Together
from scorekeeper.ledger.chain.projections import MatchSummary
from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.errors import KeyReused, MatchExists
from scorekeeper.ledger.ledger import Ledger
from tests.ledger.cast import LATER, NOW, add, deal, open_match

SUMMARY = MatchSummary("over", (5250, 4300), outcomes=("won", "lost"))


def play(ledger: Ledger) -> None:
    open_match(ledger)
    version = ledger.matches.version("friday")
    new = New("deal_recorded", deal(1), "save-deal-1", "tablet", LATER, deal=1, body={"asked": "this"})
    ledger.matches.append("friday", new, version=version, summary=SUMMARY)


def test_it_works(ledger: Ledger, tmp_path: Path) -> None:
    play(ledger)
    with Ledger.open(tmp_path / "other.db") as other:
        other.write(lambda act: act.add(MATCHES, "friday", ledger.matches.entries("friday"), SUMMARY))
        assert other.matches.entries("friday") == ledger.matches.entries("friday")
        assert other.matches.check_value("friday") == ledger.matches.check_value("friday")
        assert other.matches.row("friday") == ledger.matches.row("friday")
        assert other.players.find("Jüri Tamm") is not None
        assert integrity(other.store).problems == ()


def test_a_retry_of_what_was_imported_is_a_replay(ledger: Ledger, tmp_path: Path) -> None:
    """The body's hash is imported too, so a tablet may send its last save again to the new ledger."""
    play(ledger)
    with Ledger.open(tmp_path / "other.db") as other:
        other.write(lambda act: act.add(MATCHES, "friday", ledger.matches.entries("friday"), SUMMARY))
        new = New("deal_recorded", {}, "save-deal-1", "", "", 1, body={"asked": "this"})
        assert other.matches.replay("friday", new)


def test_a_match_that_is_here_is_not_put_in_again(ledger: Ledger) -> None:
    play(ledger)
    entries = ledger.matches.entries("friday")
    with pytest.raises(KeyReused):
        ledger.write(lambda act: act.add(MATCHES, "friday-2", entries, SUMMARY))
    with pytest.raises(MatchExists):
        ledger.write(lambda act: act.add(MATCHES, "friday", [replace(entries[0], key="another-key")], SUMMARY))
    assert ledger.matches.entries("friday") == entries
    assert len(ledger.matches.page()) == 1


def test_many_matches_are_all_or_none(ledger: Ledger, tmp_path: Path) -> None:
    for day in ("friday", "saturday"):
        open_match(ledger, day, day)
        add(ledger, "match_paused", {}, match_id=day)

    def import_one_twice(other: Ledger) -> None:

        def work(imported: Together) -> None:
            for day in ("friday", "saturday", "friday"):
                imported.add(MATCHES, day, ledger.matches.entries(day), MatchSummary("paused", (0, 0)))

        other.write(work)

    with Ledger.open(tmp_path / "other.db") as other:
        with pytest.raises(KeyReused):
            import_one_twice(other)
        assert other.matches.page() == ()

        def work(imported: Together) -> None:
            for day in ("friday", "saturday"):
                imported.add(MATCHES, day, ledger.matches.entries(day), MatchSummary("paused", (0, 0)))

        other.write(work)
        assert [(row.id, row.version, row.opened_at) for row in other.matches.page()] == [
            ("saturday", 2, NOW),
            ("friday", 2, NOW),
        ]
