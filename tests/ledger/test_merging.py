"""Merged players: the matches and results of both belong to one person. Undoing a merge restores the earlier state."""

from pathlib import Path

import pytest

from scorekeeper.ledger.chain.projections import MatchSummary
from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.copies.moving import move
from scorekeeper.ledger.errors import PlayedTogether, UnknownPlayer
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.records.merging import merge, part
from tests.ledger.cast import LATER, NOW, add, deal, open_match, player_id
from tests.ledgers import empty_ledger

PEOPLE = ("Béla", "Bela", "Bella", "Anna")


@pytest.fixture
def club(ledger: Ledger) -> Ledger:
    """A ledger with three matches in which one person played under three names, each with Anna."""
    for at, name in enumerate(PEOPLE[:3]):
        open_match(ledger, f"match-{at}", f"Match {at}", name, f"Ida {at}", "Anna", f"Jan {at}")
    add(
        ledger, "deal_recorded", deal(1), match_id="match-1", summary=MatchSummary("over", (1250, 300), ("won", "lost"))
    )
    return ledger


def one(ledger: Ledger, name: str, other: str, now: str = LATER) -> None:
    merge(ledger.store, player_id(ledger, name), player_id(ledger, other), actor="laptop", now=now)


def seen(ledger: Ledger) -> list[object]:
    """All that the ledger returns about players."""
    players = [each for each in (ledger.players.find(name) for name in PEOPLE) if each]
    read: list[object] = [ledger.players.page(), ledger.players.page("bel"), ledger.players.recent(limit=9)]
    for each in players:
        read += [ledger.players.matches(each.id), ledger.players.record(each.id), ledger.figures.met(each.id)]
    return [*read, ledger.figures.rated(), [ledger.matches.seal(f"match-{at}") for at in range(3)]]


def test_two_who_are_one_have_everything_together_and_taken_back_it_is_as_it_was(club: Ledger) -> None:
    before, rated = seen(club), club.figures.glance()
    bela = player_id(club, "Béla")
    one(club, "Bela", "Béla")
    one(club, "Bela", "Béla")  # a repetition writes nothing
    assert [each.match_id for each in club.players.matches(bela)] == ["match-1", "match-0"]
    assert club.players.record(bela).won == 1
    assert next((each.name, each.matches) for each in club.figures.met(player_id(club, "Anna"))) == ("Béla", 2)
    assert [each.name for each in club.players.page("bel")] == ["Béla", "Bella"]
    assert "Bela" not in [each.name for each in club.players.recent(limit=9)]
    assert club.figures.glance() != rated
    assert [(each.player, each.into, each.actor, each.at) for each in club.players.told(bela)] == [
        ("Bela", "Béla", "laptop", LATER)
    ]
    part(club.store, player_id(club, "Bela"), actor="laptop", now=LATER)
    assert seen(club) == before
    assert [each.into for each in club.players.told(player_id(club, "Bela"))] == ["Béla", None]
    assert integrity(club.store).problems == ()


def test_who_was_one_with_a_player_goes_along_and_comes_back(club: Ledger) -> None:
    one(club, "Bella", "Bela", now="2026-11-21T19:00:00Z")
    between = seen(club)
    one(club, "Bela", "Béla", now="2026-11-21T20:00:00Z")
    assert len(club.players.matches(player_id(club, "Béla"))) == 3
    assert set(club.players.persons().values()) == {player_id(club, "Béla")}
    part(club.store, player_id(club, "Bela"), actor="laptop", now="2026-11-21T21:00:00Z")
    assert club.players.persons() == {player_id(club, "Bella"): player_id(club, "Bela")}
    assert seen(club) == between
    assert integrity(club.store).problems == ()


def test_who_was_one_with_another_for_himself_stays_so(club: Ledger) -> None:
    one(club, "Bella", "Bela", now="2026-11-21T19:00:00Z")
    one(club, "Bella", "Béla", now="2026-11-21T20:00:00Z")
    one(club, "Bela", "Béla", now="2026-11-21T21:00:00Z")
    part(club.store, player_id(club, "Bela"), actor="laptop", now="2026-11-21T23:00:00Z")
    assert club.players.persons() == {player_id(club, "Bella"): player_id(club, "Béla")}


def test_two_who_sat_at_one_match_are_two(club: Ledger) -> None:
    with pytest.raises(PlayedTogether):
        one(club, "Bela", "Anna")
    one(club, "Bela", "Béla")
    with pytest.raises(PlayedTogether):
        one(club, "Béla", "Ida 1")
    with pytest.raises(UnknownPlayer):
        merge(club.store, 999, player_id(club, "Béla"), actor="laptop", now=NOW)
    one(club, "Ida 2", "Jan 2", now="2026-11-01T00:00:00Z")  # a merge from before their match, as an import may have


def test_what_was_said_can_be_neither_changed_nor_deleted(club: Ledger) -> None:
    one(club, "Bela", "Béla")
    for sql in ("UPDATE merges SET into_id = NULL", "DELETE FROM merges"):
        with pytest.raises(Exception, match="append-only"):
            club.store.write(lambda tx, said=sql: tx.execute(said))  # type: ignore[misc]
    club.store.write(lambda tx: tx.execute("UPDATE players SET same_as = NULL"))
    assert [each.key for each in integrity(club.store).problems] == ["reference"]


def test_it_moves_with_everything_else(club: Ledger, tmp_path: Path) -> None:
    one(club, "Béla", "Bella")  # Béla refers to a player with a larger id, who is copied later
    with Ledger.open(empty_ledger(tmp_path / "other.db")) as other:
        move(club.store, other.store)
        assert other.players.persons() == club.players.persons()
        assert other.players.told() == club.players.told()
        assert seen(other) == seen(club)
