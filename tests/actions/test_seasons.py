"""A season counts evenings together. Its table changes when an evening is corrected, and exports lose nothing."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.actions.club.seasons import (
    SeasonNow,
    add_evenings,
    amend_season,
    load_season,
    open_season,
    remove_evening,
)
from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.evenings.opening import finish, reopen
from scorekeeper.actions.evenings.results import set_result
from scorekeeper.actions.evenings.rounds import close_round, reopen_round
from scorekeeper.actions.transfer import export, export_all, import_any
from scorekeeper.actions.verify import verify
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import replace
from scorekeeper.ledger.chain.books import SEASONS
from scorekeeper.ledger.errors import KeyReused, RetiredSeason, StaleVersion
from scorekeeper.words import words_for
from scorekeeper.words.club.seasons import say_season_place
from tests.actions.evenings import NOW, opened, published, stamp
from tests.ledger.cast import player_id

SEASON = "autumn"
POINTS = {"title": "Autumn league", "points": {"by": "points"}, "seed": "7"}
_KEYS = count()


def held(desk: Desk, evening_id: str, *scores: tuple[int, int]) -> str:
    """Open, play and finish an evening of one round, with results from slips, and return its id. Table 1 has pairs 1
    and 4; table 2 has pairs 2 and 3."""
    opened(desk, evening_id, title=f"Night {evening_id}", date=f"2026-11-{int(evening_id[-2:]):02}")
    published(desk, evening_id)
    settle(desk, evening_id, *scores)
    return evening_id


def settle(desk: Desk, evening_id: str, *scores: tuple[int, int]) -> None:
    for table, figures in enumerate(scores, start=1):
        sides = [{"score": figure} for figure in figures]
        set_result(desk, evening_id, 1, table, "played", fresh(desk, evening_id), sides=sides)
    close_round(desk, evening_id, 1, fresh(desk, evening_id))
    finish(desk, evening_id, fresh(desk, evening_id))


def fresh(desk: Desk, evening_id: str) -> Stamp:
    return stamp(desk, f"key-{next(_KEYS):06}", evening_id)


def of_season(desk: Desk, key: str = "") -> Stamp:
    return Stamp(desk.ledger.seasons.version(SEASON), key or f"key-{next(_KEYS):06}", "laptop", NOW)


def begun(desk: Desk, *evenings: str, **settings: Any) -> None:
    key = "open-the-season"
    open_season(desk, {**POINTS, **settings}, evenings, season_id=SEASON, key=key, actor="laptop", now=NOW)


def table(now: SeasonNow) -> list[tuple[int, str, int]]:
    """The rows of the season's table as (place, name, total)."""
    return [(row.place, now.names[row.player], row.total) for row in now.rows]


def test_a_season_counts_its_evenings_and_follows_a_corrected_one(desk: Desk) -> None:
    """With victory points for four deals, a difference of 1,000 gives 15–5, 250 gives 11–9, and 100 gives 10–10."""
    begun(desk, held(desk, "night-03", (3000, 2000), (2250, 2000)), held(desk, "night-10", (2000, 3000), (2000, 2100)))
    now = load_season(desk, SEASON)
    assert [(each.date, each.state) for each in now.evenings] == [("2026-11-03", "counts"), ("2026-11-10", "counts")]
    assert {name: total for _, name, total in table(now)} == {
        "Ionuț": 21, "Jüri": 21, "Anna": 20, "Béla": 20, "Maie": 20, "Zoltán": 20, "Petra": 19, "Karel": 19,
    }  # fmt: skip
    assert [place for place, _, _ in table(now)] == [1, 2, 3, 4, 5, 6, 7, 8], "lots part whom nothing else does"
    said = [bool(say_season_place(now.rows, now.steps, at, words_for("en"))) for at in range(8)]
    assert said == [False, True, False, True, True, True, False, True], "why, of those who are level"
    reopen(desk, "night-10", "a slip was read wrongly", fresh(desk, "night-10"))
    assert [each.state for each in load_season(desk, SEASON).evenings] == ["counts", "in_play"]
    assert sum(row.total for row in load_season(desk, SEASON).rows) == 80
    reopen_round(desk, "night-10", 1, "a slip was read wrongly", fresh(desk, "night-10"))
    settle(desk, "night-10", (3000, 2000), (2000, 2100))
    assert [row.total for row in load_season(desk, SEASON).rows] == [30, 30, 21, 21, 19, 19, 10, 10]
    assert verify(desk).problems == ()


def test_a_write_sent_twice_is_written_once_and_one_overtaken_is_told(desk: Desk) -> None:
    first, second = held(desk, "night-03", (1, 0), (1, 0)), held(desk, "night-10", (1, 0), (1, 0))
    begun(desk)
    begun(desk)
    at = of_season(desk, "key-of-adding")
    assert not add_evenings(desk, SEASON, [first, second], at).replayed
    assert add_evenings(desk, SEASON, [first, second], at).replayed
    assert desk.ledger.seasons.version(SEASON) == 3
    with pytest.raises(KeyReused):
        add_evenings(desk, SEASON, [second], at)
    with pytest.raises(StaleVersion):
        remove_evening(desk, SEASON, 1, Stamp(2, "key-too-late", "tablet", NOW))
    with pytest.raises(StaleVersion):
        amend_season(desk, SEASON, {"title": "Spring"}, Stamp(99, "key-from-nowhere", "tablet", NOW))
    desk.ledger.seasons.retire(SEASON, now=NOW)
    with pytest.raises(RetiredSeason):
        amend_season(desk, SEASON, {"title": "Spring"}, of_season(desk))
    assert desk.ledger.seasons.all() == ()
    assert [row.id for row in desk.ledger.seasons.retired()] == [SEASON]
    desk.ledger.seasons.unretire(SEASON)
    assert amend_season(desk, SEASON, {"title": "Spring"}, of_season(desk)).entry.version == 4
    assert desk.ledger.seasons.row(SEASON).title == "Spring"


def test_an_evening_put_away_or_left_elsewhere_counts_no_more_and_is_told(desk: Desk, tmp_path: Path) -> None:
    begun(desk, held(desk, "night-03", (1, 0), (1, 0)))
    exported = export(desk, SEASONS, SEASON)
    desk.ledger.evenings.retire("night-03", now=NOW)
    assert [each.state for each in load_season(desk, SEASON).evenings] == ["away"]
    assert load_season(desk, SEASON).rows == ()
    elsewhere = open_desk(tmp_path / "elsewhere.db")
    assert import_any(elsewhere, exported).outcome == "added"
    assert [each.state for each in load_season(elsewhere, SEASON).evenings] == ["missing"]


def test_a_season_goes_elsewhere_with_its_evenings_and_is_the_same_there(desk: Desk, tmp_path: Path) -> None:
    begun(desk, held(desk, "night-03", (3000, 2000), (2250, 2000)))
    amend_season(desk, SEASON, {"best": 3}, of_season(desk))
    open_season(desk, POINTS, (), season_id="next-year", key="open-next-year", actor="laptop", now=NOW)
    elsewhere = open_desk(tmp_path / "elsewhere.db")
    exported = list(export_all(desk))
    assert [import_any(elsewhere, each).outcome for each in exported] == ["added"] * 3
    assert [import_any(elsewhere, each).outcome for each in exported] == ["known"] * 3
    assert [row.id for row in elsewhere.ledger.seasons.all()] == ["next-year", SEASON]
    assert sorted(table(load_season(elsewhere, SEASON))) == sorted(table(load_season(desk, SEASON)))
    assert verify(elsewhere).problems == ()
    assert elsewhere.ledger.seasons.seal(SEASON) == desk.ledger.seasons.seal(SEASON)
    with pytest.raises(Refused, match="check"):
        import_any(open_desk(tmp_path / "third.db"), {**exported[0], "check": "0000 0000 0000"})
    other = {**exported[0], "check": None, "entries": exported[0]["entries"][:2]}
    with pytest.raises(Refused, match="another_season"):
        import_any(elsewhere, other)


@pytest.mark.parametrize(
    ("place", "changed", "where"),
    [(0, {"kind": "evening_added"}, "entries[0].kind"), (1, {"kind": "evening_opened"}, "entries[1].kind"),
     (1, {"evening": 2}, "entries[1].evening"),
     (1, {"payload": {"evening": 2, "id": "x"}, "evening": 2}, "entries[1].payload.evening"),
     (1, {"payload": {"evening": 1, "id": 5}}, "entries[1].payload.id"),
     (0, {"payload": {"title": "A"}}, "entries[0].payload.points"),
     (1, {"payload": {"evening": 1, "id": "x", "more": 1}}, "entries[1].payload.more")],
)  # fmt: skip
def test_an_import_is_read_as_strictly_as_a_form(
    desk: Desk, tmp_path: Path, place: int, changed: dict[str, Any], where: str
) -> None:
    begun(desk, held(desk, "night-03", (1, 0), (1, 0)))
    exported = export(desk, SEASONS, SEASON)
    exported["entries"][place] |= changed
    with pytest.raises(Refused) as refused:
        import_any(open_desk(tmp_path / "elsewhere.db"), {**exported, "check": None})
    assert refused.value.where == where


@pytest.mark.parametrize("forget", [False, True])
def test_a_name_changes_in_seasons_too_and_the_chain_holds(desk: Desk, forget: bool) -> None:
    begun(desk, held(desk, "night-03", (3000, 2000), (2250, 2000)), title="Anna's autumn")
    remove_evening(desk, SEASON, 1, of_season(desk), "Anna was ill")
    seal = desk.ledger.seasons.seal(SEASON)
    desk.ledger.evening_drafts.save("", 0, body={"names": "Anna & Béla\nAnnamari"}, seen=0, device="laptop", now=NOW)
    desk.ledger.rename_player(player_id(desk.ledger, "Anna"), "Player 1", now=NOW, forget=forget)
    entries = desk.ledger.seasons.entries(SEASON)
    assert entries[0].payload["title"] == desk.ledger.seasons.row(SEASON).title == "Player 1's autumn"
    assert entries[2].payload["reason"] == "Player 1 was ill"
    draft = desk.ledger.evening_drafts.get("", 0)
    assert draft
    assert draft.body == {"names": "Player 1 & Béla\nAnnamari"}
    add_evenings(desk, SEASON, ["night-03"], of_season(desk))
    assert "Player 1" in load_season(desk, SEASON).names.values()
    assert desk.ledger.seasons.seal(SEASON) != seal
    assert verify(desk).problems == ()
    assert replace(entries[0], redacted=False).chain == entries[0].chain


def test_a_row_that_is_not_what_the_entries_say_is_found(desk: Desk) -> None:
    begun(desk, held(desk, "night-03", (3000, 2000), (2250, 2000)))
    load_season(desk, SEASON)
    for sql in (
        "UPDATE seasons SET title = 'Another'",
        'UPDATE evening_results SET standings = \'{"standings":[],"penalties":[]}\'',
        "UPDATE match_decisions SET score = 5",
        "UPDATE matches SET status = 'paused' WHERE number = 1",
        "UPDATE match_sides SET score = 5 WHERE position = 0 AND match_id = (SELECT id FROM matches WHERE number = 2)",
    ):
        before = len(verify(desk).problems)
        desk.ledger.store.write(lambda tx, sql=sql: tx.execute(sql))
        assert len(verify(desk).problems) == before + 1, sql
    with pytest.raises(Exception, match="append-only"):
        desk.ledger.store.write(lambda tx: tx.execute("UPDATE season_entries SET payload = '{}'"))
