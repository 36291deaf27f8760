"""The board and the history of a match, in addition to their snapshots and stories."""

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.engine.matches.entries import HANDLERS
from scorekeeper.web.matches.events import DOES
from tests.web.tables import NOW, desk_of, opened


def test_another_language_is_another_board(client: FlaskClient) -> None:
    match_id = opened(client)
    tag = client.get(f"/matches/{match_id}").headers["ETag"]
    assert client.get(f"/matches/{match_id}?lang=hu", headers={"If-None-Match": tag}).status_code == 200


def test_a_board_with_a_former_name_is_sent_again(app: Flask, client: FlaskClient) -> None:
    board = f"/matches/{opened(client)}"
    known = {"If-None-Match": client.get(board).headers["ETag"]}
    desk_of(app).ledger.rename_player(1, "Ilka", now=NOW)
    assert client.get(board, headers=known).status_code == 200


def test_every_kind_of_entry_has_its_sentence_in_the_history() -> None:
    assert set(DOES) == {"match_opened", *HANDLERS}
