"""A player's figures, season, rating and penalties equal values that are worked out by hand.

They are cached in the ledger, and computed again after new entries.
"""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.club.players import figures, penalties
from scorekeeper.actions.club.worked_out import FROM, all_ratings, club_ratings, complete, keep_unrated, show_ratings
from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.evenings.opening import finish, give_penalty, reopen
from scorekeeper.actions.evenings.results import set_result
from scorekeeper.actions.evenings.rounds import close_round
from scorekeeper.actions.matches.deals import DealSheet, amend_deal
from scorekeeper.evening.ranking.season import EveningWorth
from scorekeeper.ledger.errors import UnknownPlayer
from scorekeeper.web.charts import Series, bars, drawings, grid_values
from tests.actions.evenings import NIGHT, NOW, agree, published, stamp
from tests.actions.evenings import opened as evening_opened
from tests.actions.evenings import play as deals_of
from tests.actions.test_seasons import begun, held
from tests.ledger.cast import player_id
from tests.totals import counted
from tests.web.tables import desk_of, one_line, opened, post

FOUR = ("Anna", "Béla", "Csaba", "Dana")


def match(client: FlaskClient, desk: Desk, key: str, *deals: Sequence[int], names: Sequence[str] = FOUR) -> str:
    """Play a match with these deals, then end it because time is up. Returns its id.

    The first and third name play against the second and fourth.
    """
    match_id = opened(client, names, key=f"key-of-{key}")
    deals_of(desk, match_id, *deals)
    return match_id


def test_figures_follow_an_amended_deal_and_leave_an_annulled_match_out(app: Flask, client: FlaskClient) -> None:
    desk = desk_of(app)
    match_id = match(client, desk, "one", (600, 200), (300, 100))
    anna = player_id(desk.ledger, "Anna")
    told = figures(desk, anna)
    assert (told.totals.deals, told.totals.points, told.average) == (2, 900, 450)
    assert [(each.name, each.partner, each.matches, each.won, each.lost) for each in told.partners] == [
        ("Csaba", True, 1, 1, 0)
    ]
    assert told.best
    assert (told.best.number, told.best.points) == (1, 600)
    assert desk.ledger.figures.stale(limit=9) == ()
    sides = [counted(mine) for mine in (100, 800)]
    version = desk.ledger.matches.version(match_id)
    sheet = DealSheet({"sides": sides}, ["totals", "totals"], agreed=True)
    amend_deal(desk, match_id, 1, sheet, "Counted again", Stamp(version, "amend-the-first", "tablet", NOW))
    assert desk.ledger.figures.stale(limit=9) == (match_id,)
    told = figures(desk, anna)
    assert (told.totals.points, told.opponents[0].lost) == (400, 1)
    desk.ledger.matches.retire(match_id, now=NOW)
    assert figures(desk, anna).totals.deals == 0
    assert figures(desk, anna).per_hundred(3) is None
    desk.ledger.matches.retire(match(client, desk, "two", (600, 200)), now=NOW)
    assert desk.ledger.figures.stale(limit=9) == (), "nothing is worked out of what was put away"


def test_what_the_director_decided_stands_in_the_place_of_the_result(app: Flask, client: FlaskClient) -> None:
    """Table 1, with pairs 1 and 4, is played and then voided. Table 2, with pairs 2 and 3, is a walkover."""
    desk = desk_of(app)
    evening_opened(desk)
    first, second = published(desk)
    deals_of(desk, first.match, (900, 100), (900, 100))
    anna, ionut, petra = (player_id(desk.ledger, name) for name in ("Anna", "Ionuț", "Petra"))
    assert desk.ledger.players.record(anna).won == 1
    set_result(desk, NIGHT, 1, 1, "void", stamp(desk, "void-table-1"), reason="Cards were missing")
    absent = [{}, {"absent": True}]
    set_result(desk, NIGHT, 1, 2, "walk_over", stamp(desk, "away-table-2"), sides=absent)
    assert desk.ledger.players.record(anna).matches == 0
    assert figures(desk, anna).totals.deals == 0
    assert figures(desk, anna).left_out == 1
    assert (desk.ledger.players.record(ionut).won, desk.ledger.players.record(petra).lost) == (1, 1)
    played = desk.ledger.players.matches(petra)[0]
    assert (played.score, played.outcome, played.match_id) == (None, "lost", second.match)
    sides = [{"score": 1200}, {"score": 2500}]
    set_result(desk, NIGHT, 1, 2, "played", stamp(desk, "slip-of-table-2"), sides=sides)
    assert (desk.ledger.players.matches(petra)[0].score, desk.ledger.players.record(petra).won) == (2500, 1)
    assert desk.ledger.players.evenings(petra) == (1, "2026-11-21")
    page = one_line(client.get(f"/players/{petra}").text)
    assert "1 evening since Nov 21, 2026" in page
    assert "Figures appear after the first recorded deal." in page


def test_a_rating_is_of_matches_of_two_deals_at_least_and_of_slips(app: Flask, client: FlaskClient) -> None:
    """After one match between four new players, the winners have 1,558 and the losers 1,464; see the tests of
    ratings."""
    desk = desk_of(app)
    match(client, desk, "one", (900, 100))
    assert all_ratings(desk) == {}
    match(client, desk, "two", (900, 100), (200, 100))
    match(client, desk, "three", (900, 100), (200, 100), names=("Ede", "Fáni", "Géza", "Hugó"))
    told = {
        name: all_ratings(desk)[str(player_id(desk.ledger, name))].course for name in ("Anna", "Béla", "Ede", "Hugó")
    }
    assert told == {"Anna": (1558,), "Béla": (1464,), "Ede": (1558,), "Hugó": (1464,)}
    held(desk, "night-03", (3000, 2000), (2000, 2000))
    rated = all_ratings(desk)
    maie, juri = rated[str(player_id(desk.ledger, "Maie"))], rated[str(player_id(desk.ledger, "Jüri"))]
    assert (maie.course, juri.course) == ((1464,), (1511,)), "level is level, and a slip is a result"


def test_a_match_corrected_long_ago_changes_every_rating_since(app: Flask, client: FlaskClient) -> None:
    desk = desk_of(app)
    first = match(client, desk, "one", (900, 100), (200, 100))
    match(client, desk, "two", (900, 100), (200, 100))
    best = figures(desk, player_id(desk.ledger, "Anna")).best
    assert best
    assert (best.match_id, best.points) == (first, 900), "the earliest of equals"
    before = all_ratings(desk)
    assert all_ratings(desk) is before, "kept as long as nothing changes"
    desk.ledger.matches.retire(first, now=NOW)
    assert len(all_ratings(desk)[str(player_id(desk.ledger, "Anna"))].course) == 1
    desk.ledger.matches.unretire(first)
    assert all_ratings(desk) == before


def test_a_rating_is_shown_from_the_tenth_match_where_club_and_player_want_it(app: Flask, client: FlaskClient) -> None:
    desk = desk_of(app)
    match(client, desk, "one deal", (900, 100), names=("Csaba", "Ede", "Fáni", "Géza"))  # Csaba's id is below Anna's
    for number in range(FROM):
        match(client, desk, f"m{number}", (900, 100 * number), (200, 100), names=("Csaba", "Béla", "Anna", "Dana"))
        if number == FROM - 2:
            show_ratings(desk, shown=True)
            assert club_ratings(desk) == ()
            assert "so far 9 count" in one_line(client.get(f"/players/{player_id(desk.ledger, 'Anna')}").text)
    anna, bela = player_id(desk.ledger, "Anna"), player_id(desk.ledger, "Béla")
    shown = club_ratings(desk)
    assert [(each.place, each.name) for each in shown] == [(1, "Anna"), (1, "Csaba"), (3, "Béla"), (3, "Dana")]
    page = one_line(client.get(f"/players/{anna}").text)
    assert f"{shown[0].rated.now:,}" in page
    assert "Place 1 of 4" in page
    assert page.count("<polyline") == 3
    assert one_line(client.get("/players/ratings").text).count("10 matches") == 4
    assert post(client, f"/players/{bela}/rating", {"unrated": "yes"}, f"/players/{bela}/name").status_code == 303
    assert [each.name for each in club_ratings(desk)] == ["Anna", "Csaba", "Dana"]
    assert "polyline" not in client.get(f"/players/{bela}").text
    assert post(client, f"/players/{bela}/rating", {"unrated": "no"}, f"/players/{bela}/name").status_code == 303
    assert len(club_ratings(desk)) == 4
    assert post(client, "/players/ratings/shown", {"shown": "no"}, "/players/ratings/shown").status_code == 303
    assert "No ratings are shown" in client.get("/players/ratings").text
    assert "polyline" not in client.get(f"/players/{anna}").text
    with pytest.raises(UnknownPlayer):
        keep_unrated(desk, 999, unrated=True)
    assert client.post("/players/999/rating", data={"unrated": "yes"}).status_code in (400, 404)


def test_the_season_of_a_player_is_a_bar_an_evening(app: Flask, client: FlaskClient) -> None:
    desk = desk_of(app)
    nights = [held(desk, "night-03", (3000, 2000), (2250, 2000)), held(desk, "night-10", (2000, 3000), (2000, 2100))]
    begun(desk, *nights, best=1)
    page = one_line(client.get(f"/players/{player_id(desk.ledger, 'Anna')}").text)
    assert 'aria-label="Nov 3: 15; Nov 10: 5, dropped"' in page
    assert page.count("<rect") == 6
    assert page.count('class="counts"/>') == 3
    assert '<a href="/seasons/autumn">Autumn league</a>' in page
    assert "<b>15</b> points" in page


def test_penalties_of_evenings_stand_on_the_page_of_each_who_played(app: Flask, client: FlaskClient) -> None:
    desk = desk_of(app)
    held(desk, "night-03", (3000, 2000), (2250, 2000))
    reopen(desk, "night-03", "A penalty was forgotten", stamp(desk, "reopen-it", "night-03"))
    told = {"entrant": "1", "kind": "points", "points": -2, "difference": -100, "article": "HU-02"}
    give_penalty(desk, "night-03", told, stamp(desk, "penalty-1", "night-03"), penalty_id="p1")
    warning = {"entrant": "2", "kind": "warning", "reason": "Late"}
    give_penalty(desk, "night-03", warning, stamp(desk, "penalty-2", "night-03"), penalty_id="p2")
    assert penalties(desk, player_id(desk.ledger, "Anna")) == (), "not before the evening is finished"
    finish(desk, "night-03", stamp(desk, "finish-again", "night-03"))
    (anna,), (juri,) = penalties(desk, player_id(desk.ledger, "Anna")), penalties(desk, player_id(desk.ledger, "Jüri"))
    assert (anna.kind, anna.points, anna.difference, juri.kind) == ("points", -2, -100, "warning")
    assert "−2 points, difference −100" in client.get(f"/players/{player_id(desk.ledger, 'Béla')}").text
    assert "Warning" in client.get(f"/players/{player_id(desk.ledger, 'Ionuț')}").text
    assert penalties(desk, player_id(desk.ledger, "Maie")) == ()


def test_a_closed_evening_played_on_boards_has_figures_and_best_deal(app: Flask, client: FlaskClient) -> None:
    desk = desk_of(app)
    evening_opened(desk)
    for table in published(desk):
        deals_of(desk, table.match, (1000, 500), (700, 600))
        agree(desk, 1, table.number)
    close_round(desk, NIGHT, 1, stamp(desk, "close-round-1"))
    complete(desk)
    told = figures(desk, player_id(desk.ledger, "Maie"))
    assert (told.totals.deals, told.average, told.left_out) == (2, 550, 0)
    assert told.best
    assert told.best.points == 600


def test_a_row_of_another_version_than_its_entries_keeps_nobody_waiting(app: Flask, client: FlaskClient) -> None:
    desk = desk_of(app)
    matches = [match(client, desk, f"m{number}", (600, 200)) for number in range(3)]
    sql = "UPDATE matches SET version = version + 5 WHERE id = :match"
    desk.ledger.store.write(lambda tx: tx.execute(sql, match=matches[1]))
    complete(desk)
    assert desk.ledger.figures.stale(limit=9) == (matches[1],)
    assert figures(desk, player_id(desk.ledger, "Anna")).totals.deals == 3


def test_bars_and_courses_stay_inside_their_drawing() -> None:
    worth = [EveningWorth(value, value > 4) for value in range(40)]
    for drawing in bars([None, *worth, EveningWorth(-5, counts=False)], [f"{day} Nov" for day in range(42)]):
        assert all(bar.x >= 0 and bar.x + bar.width <= drawing.width for bar in drawing.bars)
        assert all(bar.y >= 0 and bar.y + bar.height <= drawing.height for bar in drawing.bars)
        assert drawing.bars[0].away
        assert drawing.bars[0].height == 0
        labels = [bar.middle for bar in drawing.bars if bar.day]
        assert all(after - before >= 70 for before, after in pairwise(labels))
        assert drawing.bars[-1].y == drawing.base, "below nought it hangs from the line"
    assert bars([None, None], ["a", "b"]) == ()
    assert drawings([Series("", "", (1500,))], first=1) == ()
    for drawing in drawings([Series("", "", (1500, 1620, 1480, 1555))], first=1):
        (line,) = drawing.curves
        assert len(line.points) == 4
        assert [number for _, number in drawing.marks] == [1, 2, 3, 4]
        assert drawing.marks[0][0] == line.points[0][0] == drawing.left, "its first match stands at the left"
        assert all(drawing.left <= x <= drawing.right and 0 <= y <= drawing.height for x, y in line.points)
    assert grid_values([1500, 1500], 30) == (1500, 1510)
    assert grid_values([1391, 1742], 30)[0] > 0, "a rating does not begin at nought"
