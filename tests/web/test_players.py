"""The players of the club."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.backups import copies, daily_copy, folder_of
from scorekeeper.actions.club.players import figures
from scorekeeper.actions.matches.opening import put_away
from scorekeeper.actions.verify import verify
from tests.ledger.cast import player_id
from tests.web.tables import NOW, desk_of, opened, play, post


def test_a_player_without_a_deal_has_no_average(app: Flask, client: FlaskClient) -> None:
    opened(client)
    told = figures(desk_of(app), player_id(desk_of(app).ledger, "Tõnu"))
    assert (told.average, told.best) == (None, None)
    assert client.get(f"/players/{player_id(desk_of(app).ledger, 'Tõnu')}").status_code == 200


@pytest.mark.parametrize("act", ["rename", "forget"])
def test_another_name_stands_on_every_page_and_export(app: Flask, client: FlaskClient, act: str) -> None:
    """This includes the boards, the sheet and the lists that were rendered before."""
    match_id = opened(client, title="Ilona's evening", key="key-of-one")
    play(app, match_id, (515, 340))
    away = opened(client, ("Ilona", "Ada", "Bo", "Cy"), title="Ilona's other evening", key="key-of-two")
    put_away(desk_of(app), away, now=NOW)
    player = player_id(desk_of(app).ledger, "Ilona")
    pages = [
        *("/", "/players", "/players/names?q=i", "/players/names?q=l", f"/players/{player}", "/?q=ilona", "/club"),
        *(f"/matches/{match_id}{end}" for end in ("", "/history", "/deals/1", ".json", ".csv", "/sheet", "/blank")),
        f"/matches/{away}/away",
    ]
    for page in pages:
        client.get(page)
    page = client.get(f"/players/{player}").text
    assert f'href="/players/{player}/name"' in page
    assert f'value="Player {player}"' in client.get(f"/players/{player}/name").text
    form = {"act": act, "name": "Lenke", "instead": "Lenke"}
    assert post(client, f"/players/{player}/name", form).location == f"/players/{player}"
    for page in pages:
        assert (page, "Ilona" in client.get(page).text) == (page, False)
    assert "Lenke" in client.get(f"/matches/{match_id}").text
    play(app, match_id, (100, 5))
    assert verify(desk_of(app)).problems == ()


def test_copies_that_hold_the_name_go_where_that_is_wanted(app: Flask, client: FlaskClient) -> None:
    opened(client, key="key-of-one")
    desk = desk_of(app)
    daily_copy(desk, now=NOW)
    player = player_id(desk_of(app).ledger, "Ilona")
    post(client, f"/players/{player}/name", {"act": "forget", "instead": "Player 1"})
    assert [copy.name for copy in copies(desk)] == ["daily-2026-11-20.db"]
    post(client, f"/players/{player}/name", {"act": "forget", "instead": "Player 1", "copies": "yes"})
    (kept,) = copies(desk)
    assert b"Ilona" not in (folder_of(desk) / kept.name).read_bytes()
