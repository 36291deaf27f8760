"""The club's own page: copies to download, the devices that wrote last, and instructions without commands."""

import errno
import os
import re
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.backups import daily_copy, folder_of
from scorekeeper.ledger.copies import backup
from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.errors import LedgerUnavailable
from scorekeeper.ledger.ledger import Ledger
from tests.html_tree import found, text_of
from tests.web.devices import let_in
from tests.web.tables import NOW, desk_of, one_line, post


def test_it_works(app: Flask, client: FlaskClient, match_id: str) -> None:
    assert "No copy was made yet" in client.get("/club").text
    made = daily_copy(desk_of(app), now=NOW)
    assert made
    assert "daily-2026-11-20.db" in client.get("/club").text
    assert client.get("/club/copies/daily-2026-11-20.db").data == made.read_bytes()


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (errno.EACCES, "The program may not write to the folder of copies, {folder}. Give it the right"),
        (errno.ENOSPC, "The disk is full. Make room"),
        (errno.EIO, "The disk cannot be written."),
    ],
)
def test_the_club_is_told_why_no_copy_is_made_until_one_is(
    app: Flask, client: FlaskClient, match_id: str, monkeypatch: pytest.MonkeyPatch, error: int, says: str
) -> None:
    def fails(_path: Path) -> None:
        raise OSError(error, os.strerror(error))

    with monkeypatch.context() as refused:
        refused.setattr(backup, "make_private", fails)
        with pytest.raises(LedgerUnavailable):
            daily_copy(desk_of(app), now=NOW)
    page = unescape(client.get("/club").text)
    assert "No copy is being made now." in page
    assert says.format(folder=folder_of(desk_of(app))) in page
    daily_copy(desk_of(app), now=NOW)
    assert "No copy is being made now." not in client.get("/club").text


def test_a_copy_made_now_is_whole_and_leaves_nothing(
    app: Flask, client: FlaskClient, match_id: str, tmp_path: Path
) -> None:
    answer = post(client, "/club/copy", {})
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=scorekeeper-")
    taken = tmp_path / "taken.db"
    taken.write_bytes(answer.data)
    with Ledger.open(taken) as ledger:
        assert integrity(ledger.store).problems == ()
        assert len(ledger.matches.entries(match_id)) == 2
    assert list(folder_of(desk_of(app)).iterdir()) == []


# --- Devices and instructions ----------------------------------------------------------------------


def test_the_club_sees_which_devices_wrote_last_by_the_names_that_their_owners_gave(
    app: Flask, client: FlaskClient, match_id: str
) -> None:
    tablet = let_in(app, match_id)
    board = f"/matches/{match_id}"
    assert 'href="/device">Name this device' in tablet.get(board).text
    assert "Name this device" not in let_in(app, match_id, "watch").get(f"{board}/watch").text
    post(tablet, "/device", {"name": "Tablet by the window"}, "/device")
    post(tablet, f"{board}/pause", {"version": "2", "key": "key-pause"}, f"{board}/more")
    page = one_line(client.get("/club").text)
    wrote = [text_of(each) for each in found(page, "dt")]
    assert wrote[0] == "Tablet by the window"
    assert len(wrote) == len(set(wrote)) == 3, "and what opened the match, and what played the deal"


def test_the_pages_of_the_club_say_in_words_what_to_do(client: FlaskClient) -> None:
    for address in ("/club", "/club/pin", "/share"):
        page = one_line(client.get(address).text)
        outside = re.sub(r'<details class="help">.*?</details>', "", page)
        assert "person who set up the program" in page.casefold() or address == "/club"
        assert re.search(r"scorekeeper [a-z]|--lan", outside) is None, address
