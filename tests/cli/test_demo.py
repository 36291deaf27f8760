"""The demonstration that plays automatically: `scorekeeper demo --play`."""

from contextlib import closing
from pathlib import Path
from random import Random
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from scorekeeper import paper
from scorekeeper.actions import demo as demo_play
from scorekeeper.actions.desk import open_desk
from scorekeeper.paper.evenings import evening_sheet
from scorekeeper.sheets.printing.pages import page as page_of
from scorekeeper.words import words_for
from tests.serving import COMMAND, Server, end, free_port, started, until, wait_for

NOW = "2026-11-25T18:00:00Z"
MARK = '<aside class="demonstration">Demonstration</aside>'


def test_a_demonstration_plays_a_match_and_an_evening_to_their_end_and_opens_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_play, "TABLES", 2)
    monkeypatch.setattr(demo_play, "ROUNDS", 2)
    desk, random = open_desk(tmp_path / "fair.db"), Random(1)
    assert demo_play.begin(desk)
    first = last = demo_play.play_on(desk, random, "classic", NOW)
    assert not desk.load(first.match).state.rows
    words = words_for("en")
    sheets = [paper.match_sheet(desk, first.match, words), evening_sheet(desk, first.evening, "cards", words)]
    assert all("<strong>Demonstration</strong>" in page_of(each.template, each.model, words).html for each in sheets)
    while first.match == last.match or first.evening == last.evening:
        last = demo_play.play_on(desk, random, "classic", NOW)
    assert desk.load(first.match).state.over
    assert desk.load_evening(first.evening).state.state == "finished"
    assert [len(each.tables) for each in desk.load_evening(first.evening).state.rounds] == [2, 2]
    desk.ledger.evenings.retire(last.evening, now=NOW)
    assert demo_play.begin(desk), "a demonstration goes on after a pause"
    desk.ledger.close()


def test_a_demonstration_is_served_and_plays_on_by_itself_and_every_page_says_so(tmp_path: Path) -> None:
    port, file = free_port(), tmp_path / "fair.db"
    asked = ("demo", "--play", "--every", "1", "--port", str(port), "--database", str(file))
    server = started([*COMMAND, *asked], tmp_path, port)
    try:
        wait_for(server)
        for address in ("/", "/evenings", "/rules", "/nowhere"):
            assert MARK in page(server, address)
        desk = open_desk(file)
        with closing(desk.ledger):
            match = demo_play.playing(desk).match
            until(lambda: len(desk.load(match).state.rows) > 1)
        assert MARK in page(server, f"/matches/{match}")
    finally:
        end(server)


def page(server: Server, address: str) -> str:
    """The text of a page as a browser gets it, even if it is an error page."""
    try:
        with urlopen(server.url + address, timeout=60) as answer:
            return str(answer.read().decode())
    except HTTPError as error:
        return error.read().decode()
