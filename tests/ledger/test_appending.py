"""Appending to the version of a match that the writer saw. The same is written or refused whether or not the ledger
reads the match first."""

from typing import Any

import pytest

from scorekeeper.engine.values import replace
from scorekeeper.ledger.chain.chains import New
from scorekeeper.ledger.chain.entries import Appended
from scorekeeper.ledger.chain.projections import MatchSummary
from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.errors import KeyReused, RetiredMatch, StaleVersion, UnknownMatch, Unstorable
from scorekeeper.ledger.ledger import Ledger
from tests.ledger.cast import LATER, NOW, add, deal, open_match, opening, player_id

SUMMARY = MatchSummary("playing", (1250, 300), result={"deals": 1})
OVER = MatchSummary("over", (5250, -40), outcomes=("won", "lost"), result={"deals": 2}, title="Saturday")
SAVE = New("deal_recorded", deal(1), "save-deal-1", "tablet", LATER, deal=1, body={"asked": "this"})


@pytest.fixture
def ledger(ledger: Ledger) -> Ledger:
    """A ledger with a match, and another match that must not change."""
    open_match(ledger)
    open_match(ledger, "monday")
    ledger.drafts.save("friday", 1, body={"typed": 1}, seen=0, device="tablet", now=NOW)
    ledger.drafts.save("friday", 2, body={"typed": 2}, seen=0, device="tablet", now=NOW)
    return ledger


def follow(ledger: Ledger, new: New = SAVE, *, version: int = 1, match: str = "friday", **more: Any) -> Appended:
    """Append as a writer who passes the seal and the summary of the match, so that the ledger need not read it."""
    known: dict[str, Any] = {"seal": ledger.matches.seal("friday"), "summary": SUMMARY, **more}
    return ledger.matches.append(match, new, version=version, **known)


def kept(ledger: Ledger) -> list[object]:
    """Everything that the ledger stores about the match, and the row of the other match in the list."""
    matches = ledger.matches
    return [matches.entries("friday"), matches.seal("friday"), matches.row("friday"), matches.row("monday")]


@pytest.mark.parametrize("reading", [True, False])
def test_what_is_written_is_the_same_whether_something_is_read_first(ledger: Ledger, reading: bool) -> None:
    known = {"seal": None} if reading else {}
    first = follow(ledger, ends_draft=True, **known)
    rest = New("match_closed", {"reason": "time", "deal": None}, "close-it", "phone", LATER)
    last = follow(ledger, rest, version=2, summary=OVER, **known)
    assert (first.replayed, last.replayed) == (False, False)
    assert (first.entry, last.entry) == ledger.matches.entries("friday")[1:]
    row = ledger.matches.row("friday")
    assert (row.title, row.status, row.version, row.result) == ("Saturday", "over", 3, {"deals": 2})
    assert [(side.score, side.outcome) for side in row.sides] == [(5250, "won"), (-40, "lost")]
    assert [ledger.drafts.get("friday", number) is None for number in (1, 2)] == [True, False]
    assert [(each.id, each.status) for each in ledger.matches.page("saturday")] == [("friday", "over")]
    assert ledger.matches.row("monday").version == 1
    assert ledger.matches.seal("friday") == last.entry.chain
    assert integrity(ledger.store).problems == ()


@pytest.mark.parametrize(
    ("new", "more", "refused"),
    [
        (replace(SAVE, key="other-save"), {}, StaleVersion),
        (replace(SAVE, body={"asked": "that"}), {}, KeyReused),
        (replace(SAVE, body={"asked": "that"}), {"version": 2}, KeyReused),
        (replace(SAVE, key="other-save"), {"version": 3}, StaleVersion),
        (replace(SAVE, key="other-save"), {"version": 2, "seal": "another past"}, StaleVersion),
        (replace(SAVE, key="other-save"), {"version": 2, "match": "sunday"}, UnknownMatch),
        (replace(SAVE, key="short"), {"version": 2}, Unstorable),
        (replace(SAVE, key="other-save", payload={"half": float("nan")}), {"version": 2}, Unstorable),
    ],
)
def test_what_stands_otherwise_is_refused_and_nothing_written(
    ledger: Ledger, new: New, more: dict[str, Any], refused: type[Exception]
) -> None:
    follow(ledger)
    before = kept(ledger)
    with pytest.raises(refused):
        follow(ledger, new, **more)
    assert kept(ledger) == before


def test_a_match_that_was_put_away_takes_nothing(ledger: Ledger) -> None:
    ledger.matches.retire("friday", now=LATER)
    with pytest.raises(RetiredMatch):
        follow(ledger)
    assert len(ledger.matches.entries("friday")) == 1


@pytest.mark.parametrize("version", [1, 2])
def test_the_same_key_again_is_the_earlier_entry(ledger: Ledger, version: int) -> None:
    """This holds even if the device has already seen the entry, and sends the save again with the entry's version."""
    first = follow(ledger)
    again = follow(ledger, version=version)
    assert (again.replayed, again.entry) == (True, first.entry)
    assert ledger.matches.version("friday") == 2


def test_a_match_is_followed_after_somebody_was_renamed_and_others_sat_down(ledger: Ledger) -> None:
    ledger.rename_player(player_id(ledger, "Anna Nagy"), "Anna Kis", now=LATER)
    assert ledger.matches.seal("friday").endswith("-1")
    follow(ledger)
    seated = {name: opening("", "Eva", "b", "c", "d")[name] for name in ("seats", "sides")}
    follow(ledger, New("match_reseated", seated, "sit-down", "tablet", LATER), version=2)
    assert ledger.players.find("Eva") is not None
    add(ledger, "match_paused", {})
    assert integrity(ledger.store).problems == ()
