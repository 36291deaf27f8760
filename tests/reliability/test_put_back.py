"""A copy is restored while pages are open: results from the history before the restore are never shown or used."""

from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.verify import verify
from scorekeeper.ledger.copies.backup import backup
from scorekeeper.ledger.sqlite.restore import restore
from tests.web.tables import NOW, desk_of, play


def test_the_board_of_another_past_is_not_shown(app: Flask, client: FlaskClient, match_id: str, tmp_path: Path) -> None:
    """The second deal is played before the restore and again after it, with the same version.

    The board and every device that polls it show the deal after the restore.
    """
    file = desk_of(app).ledger.store
    copy = backup(file, tmp_path / "copy.db")
    play(app, match_id, (700, 5))
    before = client.get(f"/matches/{match_id}")
    assert "1,215" in before.text
    restore(copy, file.path, now=NOW)
    play(app, match_id, (85, 5))
    after = client.get(f"/matches/{match_id}", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert "1,215" not in after.text
    assert ">600<" in after.text


def test_nothing_is_built_upon_another_past(app: Flask, match_id: str, tmp_path: Path) -> None:
    """The wrong copy is restored, a deal is played, and then the earlier ledger is restored.

    The totals always match the file.
    """
    desk = desk_of(app)
    copy = backup(desk.ledger.store, tmp_path / "copy.db")
    play(app, match_id, (700, 5))
    kept = restore(copy, desk.ledger.store.path, now=NOW).before
    assert kept
    play(app, match_id, (85, 5))
    restore(kept, desk.ledger.store.path, now=NOW)
    assert [side.score for side in desk.load(match_id).state.standings] == [1215, 345]
    play(app, match_id, (100, 0))
    assert [side.score for side in desk.load(match_id).state.standings] == [1315, 345]
    assert verify(desk).problems == ()
