"""Presets, house articles, shares, rematches, settings and attempts at the PIN."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from scorekeeper.ledger.chain.projections import MatchSummary
from scorekeeper.ledger.errors import NameTaken, UnknownHouseArticle, UnknownMatch, UnknownPreset
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.records.matches import Glance
from scorekeeper.ledger.records.settings import CARDS_LEFT, Preset
from scorekeeper.ledger.sqlite.driver import sqlite3
from tests.ledger.cast import LATER, NOW, add, deal, open_match, opening

FRIDAYS = Preset("p1", "Fridays", "hungarian", "four", {"target": 7000, "tie": "draw"}, NOW)
BODY = {"id": "HOUSE-1", "title": "Late to the table", "points": -50}
TOKEN = "q3Zt0n9Xh2mVb7cL1kPw4A"


def test_presets(ledger: Ledger) -> None:
    ledger.presets.save(FRIDAYS)
    ledger.presets.save(Preset("p2", "Club", "classic", "four", {}, NOW))
    assert [preset.name for preset in ledger.presets.all()] == ["Club", "Fridays"]
    assert ledger.presets.get("p1") == FRIDAYS
    for options in ({}, {"hand-size": 13}):  # the second save, under the same name, is not refused
        ledger.presets.save(Preset("p1", "Saturdays", "romanian", "two", options, LATER))
    assert ledger.presets.get("p1") == Preset("p1", "Saturdays", "romanian", "two", {"hand-size": 13}, NOW)
    with pytest.raises(NameTaken):
        ledger.presets.save(Preset("p3", "Club", "classic", "four", {}, NOW))
    ledger.house_articles.save("h1", BODY, now=NOW, preset_id="p1")
    ledger.presets.drop("p1")
    for gone in (ledger.presets.get, ledger.presets.drop):
        with pytest.raises(UnknownPreset):
            gone("p1")
    assert ledger.house_articles.of(preset_id="p1") == ()


def test_a_retired_house_article_is_out_of_force_but_kept(ledger: Ledger) -> None:
    ledger.house_articles.save("h1", BODY, now=NOW)
    ledger.house_articles.retire("h1", now=LATER)
    ledger.house_articles.retire("h1", now="2027-01-01T00:00:00Z")
    assert ledger.house_articles.of() == ()
    assert ledger.house_articles.get("h1").retired_at == LATER
    with pytest.raises(UnknownHouseArticle):
        ledger.house_articles.retire("h9", now=LATER)
    with pytest.raises(UnknownHouseArticle):
        ledger.house_articles.get("h9")


def rematch(ledger: Ledger, match_id: str, follows: str, key: str = "") -> str:
    """Open a match as the rematch of another. Returns its id."""
    opened = ledger.matches.open(
        match_id, payload=opening(), key=key or f"open-{match_id}", actor="tablet", now=NOW, follows=follows
    )
    return opened.entry.owner


def test_no_match_is_opened_as_the_rematch_of_none(ledger: Ledger) -> None:
    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError)):
        rematch(ledger, "second", "friday")
    with pytest.raises(UnknownMatch):
        ledger.matches.version("second")


def test_a_glance_has_the_seal_and_of_a_match_that_is_over_the_rematch(ledger: Ledger) -> None:
    open_match(ledger)
    rematch(ledger, "second", "friday")
    assert ledger.glances.at("friday") == Glance(ledger.matches.seal("friday"), None, None, None, every_card=False)
    before = ledger.matches.seal("friday")
    add(ledger, "deal_recorded", deal(1), summary=MatchSummary("over", (5250, 300), outcomes=("won", "lost")))
    assert ledger.glances.at("friday") == Glance(ledger.matches.seal("friday"), None, "second", None, every_card=False)
    assert ledger.matches.seal("friday") != before
    assert ledger.glances.at("second") == Glance(ledger.matches.seal("second"), None, None, None, every_card=False)
    with pytest.raises(UnknownMatch):
        ledger.glances.at("monday")


def test_a_glance_has_what_hangs_on_a_match(ledger: Ledger) -> None:
    open_match(ledger)
    for number, begun in ((1, True), (2, True), (3, False)):
        ledger.drafts.save("friday", number, body={"begun": begun}, seen=None, device="tablet", now=NOW)
    ledger.settings.put(CARDS_LEFT, True)
    assert ledger.glances.at("friday") == Glance(ledger.matches.seal("friday"), None, None, 2, every_card=True)
    ledger.settings.put(CARDS_LEFT, False)
    assert ledger.glances.at("friday").every_card is False


def test_no_token_is_in_the_file(ledger: Ledger, path: Path) -> None:
    ledger.shares.add("s1", match_id=None, kind="edit", token=TOKEN, now=NOW)
    ledger.close()
    assert all(TOKEN.encode() not in file.read_bytes() for file in path.parent.iterdir())


def take(ledger: Ledger, minute: int, who: str = "10.0.0.7") -> bool:
    """Take one of five attempts per quarter of an hour. Returns whether one was left."""
    since = f"2026-11-21T18:{minute - 15:02}:00Z"
    return ledger.attempts.take(who, now=f"2026-11-21T18:{minute:02}:00Z", since=since, limit=5)


def test_five_tries_a_quarter_of_an_hour(ledger: Ledger) -> None:
    assert [take(ledger, minute) for minute in (15, 16, 17, 18, 19, 20, 29)] == [True] * 5 + [False] * 2
    assert take(ledger, 29, "10.0.0.8")
    assert [take(ledger, 30), take(ledger, 30), take(ledger, 31)] == [True, False, True]
    ledger.attempts.forget("10.0.0.7")
    assert [take(ledger, 32) for _ in range(6)] == [True] * 5 + [False]


def test_everybody_together_has_more_tries(ledger: Ledger) -> None:
    def tries(who: str) -> bool:
        now, since = "2026-11-21T18:20:00Z", "2026-11-21T18:05:00Z"
        return ledger.attempts.take(who, now=now, since=since, limit=3, limit_of_all=5)

    assert [tries(who) for who in "aaaabbb"] == [True] * 3 + [False] + [True] * 2 + [False]
    assert take(ledger, 20, "the machine")  # the limit for all does not concern the machine itself
    now, since = "2026-11-21T18:36:00Z", "2026-11-21T18:21:00Z"
    assert ledger.attempts.take("c", now=now, since=since, limit=3, limit_of_all=5), (
        "old tries shut no other device out"
    )


def test_a_clock_set_back_gives_no_more_tries(ledger: Ledger) -> None:
    assert all(take(ledger, 50) for _ in range(5))
    assert not take(ledger, 20)


def test_parallel_guesses_get_no_more_tries(ledger: Ledger) -> None:
    with ThreadPoolExecutor(16) as guesses:
        assert sum(guesses.map(lambda _: take(ledger, 30), range(40))) == 5
