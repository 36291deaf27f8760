"""Entries are appended once, in order, and never changed."""

import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.ledger.chain.books import MATCHES
from scorekeeper.ledger.chain.chains import New
from scorekeeper.ledger.chain.projections import MatchSummary
from scorekeeper.ledger.errors import KeyReused, MatchExists, RetiredMatch, StaleVersion, UnknownMatch, Unstorable
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.sqlite.driver import sqlite3
from tests.ledger.cast import LATER, NOW, add, deal, open_match, opening


def test_it_works(ledger: Ledger) -> None:
    opened = open_match(ledger)
    first = add(ledger, "deal_recorded", deal(1))
    assert (opened.entry.version, first.entry.version, ledger.matches.version("friday")) == (1, 2, 2)
    assert ledger.matches.entries("friday") == (opened.entry, first.entry)
    assert ledger.chains(MATCHES).entries("friday", since=1) == (first.entry,)
    assert ledger.chains(MATCHES).entries("friday", since=2) == ()
    assert first.entry.payload == deal(1)
    assert (first.entry.actor, first.entry.recorded_at, first.entry.deal) == ("tablet", LATER, 1)
    assert ledger.matches.find_key("friday", first.entry.key) == first.entry
    assert ledger.matches.find_key("friday", "never-used") is None


def save(ledger: Ledger, version: int, payload: dict[str, Any], key: str = "save-deal-1", **more: Any) -> Any:
    told = {name: more.pop(name) for name in ("summary", "ends_draft", "seal") if name in more}
    new = New("deal_recorded", payload, key, "tablet", NOW, **more)
    return ledger.matches.append("friday", new, version=version, **told)


def test_the_same_key_with_the_same_body_answers_the_earlier_entry(ledger: Ledger) -> None:
    open_match(ledger)
    first = save(ledger, 1, deal(1), deal=1)
    add(ledger, "match_paused", {})
    again = save(ledger, 1, deal(1), deal=1)
    assert (first.replayed, again.replayed) == (False, True)
    assert again.entry == first.entry
    assert ledger.matches.version("friday") == 3


@pytest.mark.parametrize(
    ("payload", "number"), [(deal(1, 1300), 1), (deal(1), 2), ({**deal(1), "reason": "recounted"}, 1)]
)
def test_the_same_key_with_another_body_is_refused(ledger: Ledger, payload: dict[str, Any], number: int) -> None:
    open_match(ledger)
    save(ledger, 1, deal(1), deal=1)
    with pytest.raises(KeyReused):
        save(ledger, 2, payload, deal=number)
    assert ledger.matches.version("friday") == 2


def test_a_body_that_differs_from_the_payload_decides_what_a_replay_is(ledger: Ledger) -> None:
    """The server computes the result. If the scoring has changed before a retry, it is still the same save."""
    open_match(ledger)
    save(ledger, 1, deal(1), deal=1, body={"asked": "this"})
    assert save(ledger, 1, deal(1, 9999), deal=1, body={"asked": "this"}).replayed
    with pytest.raises(KeyReused):
        save(ledger, 1, deal(1), deal=1, body={"asked": "that"})
    found = ledger.matches.replay("friday", New("deal_recorded", {}, "save-deal-1", "", "", 1, body={"asked": "this"}))
    assert found is not None
    assert found.entry.version == 2
    unknown = New("deal_recorded", {}, "save-deal-9", "", "", 1, body={"asked": "this"})
    assert ledger.matches.replay("friday", unknown) is None
    with pytest.raises(KeyReused):
        ledger.matches.replay("friday", New("deal_recorded", {}, "save-deal-1", "", "", 1, body={"asked": "that"}))


def test_a_stale_version_is_refused_with_both_versions(ledger: Ledger) -> None:
    open_match(ledger)
    save(ledger, 1, deal(1))
    with pytest.raises(StaleVersion) as refused:
        save(ledger, 1, deal(1, 1300), key="save-other-tablet")
    assert (refused.value.expected, refused.value.current) == (1, 2)
    assert ledger.matches.version("friday") == 2


def test_an_opening_key_opens_one_match(ledger: Ledger) -> None:
    open_match(ledger)
    again = ledger.matches.open("other-id", payload=opening(), key="open-friday", actor="phone", now=LATER)
    assert (again.replayed, again.entry.owner) == (True, "friday")
    with pytest.raises(KeyReused):
        ledger.matches.open("other-id", payload=opening("Saturday"), key="open-friday", actor="phone", now=LATER)
    with pytest.raises(MatchExists):
        ledger.matches.open("friday", payload=opening(), key="open-again", actor="phone", now=LATER)
    assert len(ledger.matches.page()) == 1


def test_unknown_and_retired_matches_take_nothing(ledger: Ledger) -> None:
    open_match(ledger)
    for call in (ledger.matches.version, ledger.matches.entries, ledger.matches.check_value, ledger.matches.row):
        with pytest.raises(UnknownMatch):
            call("monday")
    with pytest.raises(UnknownMatch):
        ledger.matches.append("monday", New("match_paused", {}, "pause-it", "tablet", LATER), version=1)
    ledger.matches.retire("friday", now=LATER)
    with pytest.raises(RetiredMatch):
        add(ledger, "match_paused", {})
    assert len(ledger.matches.entries("friday")) == 1
    ledger.matches.unretire("friday")
    assert add(ledger, "match_paused", {}).entry.version == 2


def test_an_entry_its_summary_and_its_draft_are_all_or_nothing(ledger: Ledger) -> None:
    open_match(ledger)
    ledger.drafts.save("friday", 1, body={"typed": 1}, seen=0, device="tablet", now=NOW)
    before = ledger.matches.row("friday")
    with pytest.raises(Unstorable):
        save(
            ledger,
            1,
            deal(1),
            deal=1,
            summary=MatchSummary("paused", (10, 20), result={"n": math.nan}),
            ends_draft=True,
        )
    assert ledger.matches.row("friday") == before
    assert len(ledger.matches.entries("friday")) == 1
    assert ledger.drafts.get("friday", 1)
    save(ledger, 1, deal(1), deal=1, summary=MatchSummary("paused", (10, 20)), ends_draft=True)
    assert [side.score for side in ledger.matches.row("friday").sides] == [10, 20]
    assert ledger.drafts.get("friday", 1) is None


ITSELF: dict[str, Any] = {}
ITSELF["n"] = ITSELF


@pytest.mark.parametrize("payload", [{"n": math.nan}, {"n": object()}, {"n": "\ud800"}, {"n": {1, 2}}, ITSELF])
def test_what_json_cannot_hold_is_refused(ledger: Ledger, payload: dict[str, Any]) -> None:
    open_match(ledger)
    with pytest.raises(Unstorable):
        save(ledger, 1, payload)
    assert ledger.matches.version("friday") == 1


@pytest.mark.parametrize("key", ["", "seven77", "k" * 65])
def test_a_key_has_8_to_64_characters(ledger: Ledger, key: str) -> None:
    open_match(ledger)
    with pytest.raises(Unstorable) as refused:
        save(ledger, 1, deal(1), key=key)
    assert refused.value.what == "key"


STATEMENTS = [
    "UPDATE entries SET payload = '{}' WHERE version = 1",
    "UPDATE entries SET actor = 'nobody'",
    "DELETE FROM entries WHERE version = 2",
    "DELETE FROM entries",
    "INSERT OR REPLACE INTO entries SELECT id, match_id, version, kind, deal, '{}', key, body_hash, actor, recorded_at,"
    " chain FROM entries WHERE version = 2",
    "INSERT OR REPLACE INTO entries SELECT NULL, match_id, version, kind, deal, '{}', 'other-key', body_hash, actor,"
    " recorded_at, chain FROM entries WHERE version = 2",
    "INSERT OR REPLACE INTO entries SELECT NULL, match_id, version + 1, kind, deal, '{}', key, body_hash, actor,"
    " recorded_at, chain FROM entries WHERE version = 2",
    "INSERT INTO entries SELECT NULL, match_id, 9, kind, deal, '{}', 'other-key', body_hash, actor, recorded_at, chain"
    " FROM entries WHERE version = 2",
    "DELETE FROM matches",
]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_nobody_changes_an_entry(ledger: Ledger, path: Path, statement: str) -> None:
    """Refused also on a separate connection with SQLite's defaults: recursive triggers and foreign keys are off."""
    open_match(ledger)
    add(ledger, "deal_recorded", deal(1))
    before = ledger.matches.entries("friday")
    stranger = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError):
        stranger.execute(statement)
    stranger.close()
    assert ledger.matches.entries("friday") == before


def seen(ledger: Ledger, *, by_its_seal: bool) -> dict[str, Any]:
    """Open a match. Returns the arguments by which `save` passes the match's seal, or none without `by_its_seal`."""
    open_match(ledger)
    return {"seal": ledger.matches.seal("friday"), "summary": MatchSummary("playing", (0, 0))} if by_its_seal else {}


@pytest.mark.parametrize("by_its_seal", [False, True])
def test_sixteen_clients_with_one_key_make_one_entry(ledger: Ledger, by_its_seal: bool) -> None:
    known = seen(ledger, by_its_seal=by_its_seal)
    with ThreadPoolExecutor(16) as clients:
        done = list(clients.map(lambda _: save(ledger, 1, deal(1), **known), range(16)))
    assert sorted(appended.replayed for appended in done) == [False] + [True] * 15
    assert {appended.entry.version for appended in done} == {2}
    assert ledger.matches.version("friday") == 2


def test_sixteen_clients_with_one_opening_key_make_one_match(ledger: Ledger) -> None:
    def open_it(client: int) -> str:
        done = ledger.matches.open(f"match-{client}", payload=opening(), key="open-once", actor="tablet", now=NOW)
        return done.entry.owner

    with ThreadPoolExecutor(16) as clients:
        assert len(set(clients.map(open_it, range(16)))) == 1
    assert len(ledger.matches.page()) == 1


@pytest.mark.parametrize("by_its_seal", [False, True])
def test_two_tablets_with_one_version_save_once(ledger: Ledger, by_its_seal: bool) -> None:
    known = seen(ledger, by_its_seal=by_its_seal)

    def save_it(client: int) -> str:
        try:
            save(ledger, 1, deal(1, 1000 + client), key=f"tablet-{client}", **known)
        except StaleVersion as stale:
            return f"{stale.expected} {stale.current}"
        return "saved"

    with ThreadPoolExecutor(16) as clients:
        assert sorted(clients.map(save_it, range(16))) == ["1 2"] * 15 + ["saved"]
