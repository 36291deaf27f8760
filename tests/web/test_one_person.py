"""Merging players and undoing the merge: through the pages, and by export and import."""

import re
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.club.players import figures, forget_player, same_person, somebody_else
from scorekeeper.actions.club.seasons import load_season
from scorekeeper.actions.club.worked_out import all_ratings
from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.actions.evenings.opening import change_entrant
from scorekeeper.actions.transfer import export_all, import_any
from scorekeeper.actions.verify import verify
from scorekeeper.engine.refused import Refused
from tests.actions.evenings import opened as evening_opened
from tests.actions.evenings import published, stamp
from tests.actions.test_seasons import SEASON, begun, held, settle, table
from tests.html_tree import found
from tests.ledger.cast import player_id
from tests.web.tables import desk_of, one_line, opened, post

NOW = "2026-11-22T10:00:00Z"
SAYS = "Bela is the same person as Béla."


@pytest.fixture
def desk(app: Flask) -> Desk:
    """A desk with a season of two evenings, in which one person played as Béla and as Bela."""
    club = desk_of(app)
    held(club, "night-03", (3000, 2000), (2250, 2000))
    evening_opened(club, "night-10", title="Night night-10", date="2026-11-10")
    players = {"players": ["Anna", "Bela"]}
    change_entrant(club, "night-10", "1", players, stamp(club, "bela-plays", "night-10"), round_=1)
    published(club, "night-10")
    settle(club, "night-10", (2000, 3000), (2000, 2100))
    begun(club, "night-03", "night-10")
    return club


def say_so(client: FlaskClient, desk: Desk, name: str = "Bela", other: str = "Béla") -> None:
    page = f"/players/{player_id(desk.ledger, name)}/name"
    answer = post(client, page, {"act": "same", "other": other}, page)
    assert (answer.status_code, answer.location) == (303, f"/players/{player_id(desk.ledger, other)}")


def seen(desk: Desk) -> list[object]:
    season = load_season(desk, SEASON)
    players = [player_id(desk.ledger, name) for name in ("Béla", "Bela")]
    each = [(figures(desk, player), desk.ledger.players.record(player)) for player in players]
    return [table(season), each, all_ratings(desk), list(export_all(desk))[:2]]


def test_two_made_one_on_their_page_stand_once_in_the_season_and_taken_back_it_is_as_before(
    desk: Desk, client: FlaskClient
) -> None:
    before = seen(desk)
    bela, typed = (f"/players/{player_id(desk.ledger, name)}" for name in ("Béla", "Bela"))
    assert {"Béla", "Bela"} <= {name for _, name, _ in table(load_season(desk, SEASON))}
    say_so(client, desk)
    rows = {name: total for _, name, total in table(load_season(desk, SEASON))}
    assert "Bela" not in rows
    assert rows["Béla"] == rows["Anna"], "who always played with one person has as much"
    page = client.get(bela).text
    assert SAYS in unescape(one_line(page))
    assert client.get(typed).location == bela
    assert ">Bela<" not in client.get("/players").text
    assert verify(desk).problems == ()
    undo = [each.get("action", "") for each in found(page, "form[action$='/somebody-else']")]
    assert undo == [f"{typed}/somebody-else"]
    assert post(client, undo[0], {}, f"{bela}/name").status_code == 303
    assert seen(desk) == before
    for address in (bela, typed):
        page = unescape(one_line(client.get(address).text))
        told = SAYS in page, "Bela is a different person after all." in page, "somebody-else" in page
        assert told == (True, True, False)


def test_export_and_import_carry_who_is_one_person(desk: Desk, tmp_path: Path) -> None:
    same_person(desk, player_id(desk.ledger, "Bela"), "Béla", actor="laptop", now=NOW)
    exported = list(export_all(desk))
    other = open_desk(tmp_path / "other.db")
    assert [import_any(other, each).outcome for each in exported] == ["added"] * 4
    assert [import_any(other, each).outcome for each in exported] == ["known"] * 4
    assert table(load_season(other, SEASON)) == table(load_season(desk, SEASON))
    assert verify(other).problems == ()
    somebody_else(desk, player_id(desk.ledger, "Bela"), actor="laptop", now="2026-11-22T11:00:00Z")
    assert import_any(other, list(export_all(desk))[-1]).outcome == "added"
    assert other.ledger.players.persons() == {}
    for spoilt in ({"acts": 1}, {"acts": [{"player": "Bela"}]}, {"canasta_players": 2}):
        with pytest.raises(Refused):
            import_any(other, {**exported[-1], **spoilt})
    other.ledger.close()


@pytest.mark.parametrize(
    ("called", "also"),
    [("Player {0}", "Player {1}"), ("{0}. játékos", "{1}. játékos"), ("A guest", "A guest (2)")],
)
def test_who_is_forgotten_is_so_under_every_name(desk: Desk, client: FlaskClient, called: str, also: str) -> None:
    same_person(desk, player_id(desk.ledger, "Bela"), "Béla", actor="Bela's tablet", now=NOW)
    bela, typed = player_id(desk.ledger, "Béla"), player_id(desk.ledger, "Bela")
    forget_player(desk, bela, called.format(bela), now=NOW, copies=False)
    assert not re.search(r"\bB[eé]la\b", str(list(export_all(desk))))
    assert desk.ledger.players.forgotten() >= {bela}
    told = f"{also.format(bela, typed)} is the same person as {called.format(bela)}."
    assert told in one_line(client.get(f"/players/{bela}").text)
    assert verify(desk).problems == ()


def test_a_known_name_of_one_person_is_not_asked_about(desk: Desk, client: FlaskClient) -> None:
    say_so(client, desk)
    match = opened(client, ("Bela", "Ida", "Jan", "Kim"))
    assert match in client.get(f"/players/{player_id(desk.ledger, 'Béla')}").text
