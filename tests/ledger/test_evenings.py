"""Evenings have a chain like that of a match. One transaction writes to an evening and its matches."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine.values import replace
from scorekeeper.ledger.chain.books import EVENINGS, MATCHES
from scorekeeper.ledger.chain.chains import New, Together, check_of
from scorekeeper.ledger.chain.projections import EveningSummary, MatchSummary
from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.errors import EveningExists, KeyReused, StaleVersion, UnknownEvening
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.records.shares import NewLink
from scorekeeper.ledger.sqlite.driver import sqlite3
from tests.ledger.cast import LATER, NOW, add, deal, open_match, opening, player_id

OPENED = {"title": "Club night", "date": "2026-11-20", "seed": "4711"}
PLAYING = EveningSummary("playing", "Club night", "2026-11-20")


def new(kind: str, payload: dict[str, Any], key: str = "", **more: Any) -> New:
    return New(kind, payload, key or f"{kind}-1", "laptop", LATER, payload.get("round"), **more)


def entrant(number: int, *players: str) -> dict[str, Any]:
    return {"entrant": str(number), "kind": "pair", "number": number, "players": list(players)}


def evening(ledger: Ledger, evening_id: str = "club-night", title: str = "Club night") -> None:
    """Open an evening of two pairs, one of them Anna and Béla."""

    def work(act: Together) -> None:
        opened = new("evening_opened", {**OPENED, "title": title}, f"open-{evening_id}")
        act.open(EVENINGS, evening_id, opened, EveningSummary("open", title, OPENED["date"]))
        first = new("entrant_added", entrant(1, "Anna Nagy", "Béla Kovács"), "add-pair-1")
        act.append(EVENINGS, evening_id, first, version=1)
        second = new("entrant_added", entrant(2, "Ionuț Țurcanu", "Jüri Tamm"), "add-pair-2")
        act.append(EVENINGS, evening_id, second, version=2)

    ledger.write(work)


def publish(ledger: Ledger, *, key: str = "publish-1", matches: tuple[str, ...] = ("table-1", "table-2")) -> bool:
    """Seat round 1 and open its matches. Returns whether it was a replay."""
    tables = [{"table": at, "match": match} for at, match in enumerate(matches, start=1)]

    def work(act: Together) -> bool:
        seated = new("round_seated", {"round": 1, "tables": tables}, key, body={"round": 1})
        done = act.append(EVENINGS, "club-night", seated, version=3, summary=PLAYING)
        if not done.replayed:
            for table in tables:
                place = {"evening": "club-night", "round": 1, "table": table["table"]}
                match, opened = str(table["match"]), {**opening(), "evening": place}
                act.open_match(match, new("match_opened", opened, f"publish-{match}"))
        return done.replayed

    return ledger.write(work)


def test_a_round_and_its_matches_are_written_together_and_once(ledger: Ledger) -> None:
    evening(ledger)
    assert publish(ledger) is False
    assert publish(ledger, matches=("table-3", "table-4")) is True
    assert [row.id for row in ledger.matches.page()] == ["table-2", "table-1"]
    days = [[row.id for row in ledger.matches.page(day=day)] for day in (OPENED["date"], LATER[:10])]
    assert days == [["table-2", "table-1"], []]
    row = ledger.evenings.row("club-night")
    assert (row.status, row.version, row.updated_at) == ("playing", 4, LATER)
    assert ledger.glances.at("table-2").evening_id == "club-night"
    before, seals = ledger.evenings.glance("club-night"), ledger.evenings.seals("club-night")
    assert seals == {match: ledger.matches.seal(match) for match in ("table-1", "table-2")}
    add(ledger, "match_paused", {}, match_id="table-2")
    assert ledger.evenings.glance("club-night") != before
    assert {match for match, seal in ledger.evenings.seals("club-night").items() if seal != seals[match]} == {"table-2"}
    with pytest.raises(StaleVersion):
        publish(ledger, key="publish-2")
    with pytest.raises(KeyReused):
        ledger.write(
            lambda act: act.append(EVENINGS, "club-night", new("round_seated", {"round": 2}, "publish-1"), version=4)
        )


def test_what_fails_in_the_middle_leaves_neither(ledger: Ledger) -> None:
    evening(ledger)
    open_match(ledger, "table-2")
    seal = ledger.evenings.seal("club-night")
    with pytest.raises(Exception, match="table-2"):
        publish(ledger)
    assert ledger.evenings.seal("club-night") == seal
    assert [row.id for row in ledger.matches.page()] == ["table-2"]


def test_a_killed_writer_leaves_neither(ledger: Ledger, path: Path) -> None:
    """Until the transaction is committed, another connection sees neither the evening's entry nor the match. A process
    that is killed before the commit leaves that state."""
    evening(ledger)

    def work(act: Together) -> None:
        act.append(EVENINGS, "club-night", new("round_seated", {"round": 1, "tables": []}), version=3)
        act.open_match("table-1", new("match_opened", opening()))
        with closing(sqlite3.connect(path)) as other:
            seen = [other.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("matches", "evenings")]
            assert (seen, other.execute("SELECT max(version) FROM evening_entries").fetchone()) == ([0, 1], (3,))

    ledger.write(work)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE evening_entries SET actor = 'nobody'",
        "UPDATE evening_entries SET round = 7",
        "DELETE FROM evening_entries",
        "DELETE FROM evenings",
        "INSERT OR REPLACE INTO evening_entries SELECT * FROM evening_entries WHERE version = 1",
        "INSERT INTO evening_entries SELECT 99, evening_id, 9, kind, round, payload, 'another-key', body_hash, actor,"
        " recorded_at, chain FROM evening_entries WHERE version = 1",
        "INSERT INTO evening_redactions VALUES (1, '', '', 0); UPDATE evening_entries SET payload = '{}' WHERE id = 1",
    ],
)
def test_a_stranger_changes_nothing(ledger: Ledger, path: Path, statement: str) -> None:
    evening(ledger)
    before = ledger.evenings.entries("club-night")
    with closing(sqlite3.connect(path)) as stranger, pytest.raises(sqlite3.IntegrityError):
        stranger.executescript(statement)
    assert ledger.evenings.entries("club-night") == before


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ("UPDATE evening_entries SET payload = '{}' WHERE version = 2", "chain"),
        ("UPDATE evening_entries SET round = 7 WHERE version = 3", "chain"),
        ("DELETE FROM evening_entries WHERE version = 2", "numbering"),
        ("DELETE FROM evening_entries WHERE version = 3", "version"),
    ],
)
def test_a_change_behind_the_ledgers_back_shows(ledger: Ledger, path: Path, change: str, key: str) -> None:
    evening(ledger)
    with closing(sqlite3.connect(path)) as stranger:
        for guard in ("no_update", "no_delete"):
            stranger.execute(f"DROP TRIGGER evening_entries_{guard}")
        stranger.execute(change)
        stranger.commit()
    assert [(problem.key, problem.owner) for problem in integrity(ledger.store).problems] == [(key, "club-night")]


def test_an_evening_from_elsewhere_has_the_same_seals(ledger: Ledger, tmp_path: Path) -> None:
    evening(ledger)
    entries = ledger.evenings.entries("club-night")
    with Ledger.open(tmp_path / "other.db") as other:
        other.write(lambda act: act.add(EVENINGS, "club-night", entries, PLAYING))
        assert [entry.chain for entry in other.evenings.entries("club-night")] == [entry.chain for entry in entries]
        assert other.evenings.row("club-night").status == "playing"
        assert integrity(other.store).problems == ()
        with pytest.raises(KeyReused):
            other.write(lambda act: act.add(EVENINGS, "another", entries, PLAYING))
        with pytest.raises(EveningExists):
            other.write(lambda act: act.add(EVENINGS, "club-night", [replace(entries[0], key="another-key")], PLAYING))


@pytest.mark.parametrize("forget", [False, True])
def test_a_name_changes_in_every_evening(ledger: Ledger, path: Path, forget: bool) -> None:
    evening(ledger, title="Anna Nagy's night")
    chains = [entry.chain for entry in ledger.evenings.entries("club-night")]
    seal = ledger.evenings.seal("club-night")
    ledger.rename_player(player_id(ledger, "Anna Nagy"), "Player 1", now=LATER, forget=forget)
    entries = ledger.evenings.entries("club-night")
    assert entries[1].payload["players"] == ["Player 1", "Béla Kovács"]
    assert ledger.evenings.row("club-night").title == entries[0].payload["title"] == "Player 1's night"
    assert [entry.chain for entry in entries] == chains
    assert check_of(entries, EVENINGS).replace(" ", "").lower() == chains[-1][:12]
    assert ledger.evenings.seal("club-night") != seal
    found = integrity(ledger.store)
    assert (found.problems, found.redacted) == ((), 2 * forget)
    assert not forget or b"Anna Nagy" not in path.read_bytes()


def test_who_sits_at_a_match_after_all_is_who_plays_it(ledger: Ledger, path: Path) -> None:
    open_match(ledger)
    add(ledger, "deal_recorded", deal(1), summary=MatchSummary("playing", (1250, 300)))
    sides = [{"name": "Zita & Béla", "players": ["Zita", "Béla Kovács"]}, opening()["sides"][1]]
    seats = ["Zita", "Ionuț Țurcanu", "Béla Kovács", "Jüri Tamm"]
    add(ledger, "match_reseated", {"seats": seats, "sides": sides})
    row = ledger.matches.row("friday")
    assert [(side.name, side.score) for side in row.sides] == [("Zita & Béla", 1250), ("East-West", 300)]
    assert row.names == "Zita & Béla, Zita, Béla Kovács, East-West, Ionuț Țurcanu, Jüri Tamm"
    anna, zita = (player_id(ledger, name) for name in ("Anna Nagy", "Zita"))
    assert (ledger.players.matches(anna), [each.match_id for each in ledger.players.matches(zita)]) == (
        (),
        ["friday"],
    )
    ledger.rename_player(zita, "Zita Kis", now=NOW)
    assert ledger.matches.row("friday").sides[0].name == "Zita Kis & Béla"
    ledger.rename_player(anna, "Player 1", now=NOW, forget=True)
    assert b"Anna Nagy" not in path.read_bytes()
    assert integrity(ledger.store).problems == ()


def test_a_reseated_match_from_elsewhere_is_of_those_who_sat_there(ledger: Ledger, tmp_path: Path) -> None:
    open_match(ledger)
    payload = opening("", "Zita", "Ionuț Țurcanu", "Béla Kovács", "Jüri Tamm")
    add(ledger, "match_reseated", {key: payload[key] for key in ("seats", "sides")})
    with Ledger.open(tmp_path / "other.db") as other:
        entries = ledger.matches.entries("friday")
        other.write(lambda act: act.add(MATCHES, "friday", entries, MatchSummary("playing", (0, 0))))
        assert other.matches.row("friday").names == ledger.matches.row("friday").names
        assert integrity(other.store).problems == ()


def test_an_evening_has_links_of_its_tables_and_one_to_watch(ledger: Ledger) -> None:
    evening(ledger)
    open_match(ledger)
    shares = ledger.shares
    fourth = shares.add_to_evening("s4", evening_id="club-night", table=4, token="of-table-4", now=NOW)
    wall = shares.add_to_evening("s0", evening_id="club-night", table=None, token="of-the-wall", now=NOW)
    assert (fourth.kind, fourth.table, wall.kind, wall.table) == ("edit", 4, "watch", None)
    assert shares.of_evening("club-night") == (wall, fourth)
    assert shares.by_token("of-table-4") == fourth
    assert (shares.of(None), shares.of("friday")) == ((), ()), "none of them opens the whole club"
    shares.revoke("s4", now=LATER)
    assert (shares.by_token("of-table-4"), shares.of_evening("club-night")) == (None, (wall,))
    fifth = shares.add_to_evening("s5", evening_id="club-night", table=5, token="of-table-5", now=NOW)
    for made in ("s6", "s7"):
        shares.renew("club-night", [NewLink(made, 4, f"anew-{made}")], now=LATER)
    assert [each.id for each in shares.of_evening("club-night")] == [wall.id, "s7", fifth.id]
    with pytest.raises(UnknownEvening):
        shares.add_to_evening("s5", evening_id="nobody's", table=1, token="other", now=NOW)
