"""Moving all data from a file to a server and back: numbers, lists and seals stay the same, or nothing is moved."""

from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from scorekeeper.ledger.chain.books import EVENINGS
from scorekeeper.ledger.chain.chains import New, Together
from scorekeeper.ledger.chain.projections import EveningSummary
from scorekeeper.ledger.copies.backup import BackupExists, backup
from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.copies.moving import NotEmpty, NotTheSame, move
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.records.settings import Preset
from scorekeeper.ledger.sqlite.restore import restore
from tests.ledger.cast import LATER, NOW, add, deal, open_match


def live(ledger: Ledger) -> None:
    """Write two matches (one archived), an evening, a draft, a link and a setting, and forget a player's name."""
    open_match(ledger)
    open_match(ledger, "saturday", "Saturday", "Zita", "Ionuț Țurcanu", "Anna Nagy", "Jüri Tamm")
    add(ledger, "deal_recorded", deal(1))
    ledger.drafts.save("friday", 2, body={"begun": True, "sides": []}, seen=0, device="tablet", now=NOW)
    ledger.shares.add("a-share", match_id="friday", kind="edit", token="a-token", now=NOW)
    ledger.settings.put("language", "et")
    ledger.matches.retire("saturday", now=LATER)
    player = ledger.players.find("Zita")
    assert player is not None
    ledger.rename_player(player.id, "Player 5", now=LATER, forget=True)

    def evening(act: Together) -> None:
        settings = {"title": "Club night", "date": "2026-11-21"}
        told = EveningSummary("playing", "Club night", "2026-11-21")
        act.open(EVENINGS, "club-night", New("evening_opened", settings, "open-the-night", "tablet", NOW), told)
        new = New("entrant_added", {"entrant": "1", "players": ["Anna Nagy"]}, "add-pair-1", "tablet", NOW)
        act.append(EVENINGS, "club-night", new, version=1, summary=told)

    ledger.write(evening)


def seen(ledger: Ledger) -> list[object]:
    """Everything in the ledger that `live` wrote, as pages read it, and a search."""
    rows = [*ledger.matches.page(), *ledger.matches.retired()]
    return [
        rows,
        [(ledger.matches.seal(row.id), ledger.matches.entries(row.id)) for row in rows],
        ledger.players.page(),
        [ledger.evenings.glance(row.id) for row in ledger.evenings.page()],
        ledger.drafts.get("friday", 2),
        ledger.shares.of("friday"),
        ledger.settings.get("language"),
        ledger.matches.page("turc fri"),
        [row[:2] for row in ledger.store.rows("SELECT match_id, deal FROM deals")],
    ]


def test_there_and_back(address: str, tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "a.db") as file, Ledger.open(address) as server:
        live(file)
        assert move(file.store, server.store) == 3
        assert seen(server) == seen(file)
        assert integrity(server.store) == integrity(file.store)
        with Ledger.open(tmp_path / "b.db") as back:
            assert move(server.store, back.store) == 3
            assert seen(back) == seen(file)
        open_match(server, "sunday", "Sunday", "Quite", "New", "People", "Here")
        assert [row.number for row in server.matches.page()] == [3, 1], "new rows are numbered after those moved"


def test_a_copy_of_a_server_is_a_file_like_any_other(address: str, tmp_path: Path) -> None:
    with Ledger.open(address) as server:
        live(server)
        copy = backup(server.store, tmp_path / "copies" / "copy.db")
        with pytest.raises(BackupExists):
            backup(server.store, copy)
        assert [path.name for path in copy.parent.iterdir()] == ["copy.db"]
        assert copy.stat().st_mode & 0o777 == 0o600
        restore(copy, tmp_path / "put-back.db", now=NOW)
        with Ledger.open(tmp_path / "put-back.db") as file:
            assert seen(file) == seen(server)
            assert integrity(file.store).problems == ()


@pytest.mark.parametrize(
    "fill",
    [
        lambda ledger: open_match(ledger, "sunday"),
        lambda ledger: ledger.presets.save(Preset("p1", "Fridays", "classic", "four", {}, NOW)),
    ],
)
def test_nothing_is_mixed(address: str, tmp_path: Path, fill: Callable[[Ledger], object]) -> None:
    with Ledger.open(tmp_path / "a.db") as file, Ledger.open(address) as server:
        live(file)
        fill(server)
        before = seen(server)
        with pytest.raises(NotEmpty):
            move(file.store, server.store)
        assert seen(server) == before


def test_what_is_not_as_it_was_written_is_not_moved(address: str, tmp_path: Path) -> None:
    with Ledger.open(address) as server, Ledger.open(tmp_path / "a.db") as file:
        live(server)
        with psycopg.connect(address) as forger:
            forger.execute("SET session_replication_role = replica")
            forger.execute("UPDATE entries SET actor = 'nobody' WHERE match_id = 'friday' AND version = 1")
        with pytest.raises(NotTheSame, match="friday"):
            move(server.store, file.store)
        assert file.matches.page() == ()
