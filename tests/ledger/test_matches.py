"""Lists of matches: summaries, pages, search."""

import pytest

from scorekeeper.ledger import Ledger, MatchSummary, UnknownMatch
from scorekeeper.ledger.chain.projections import Outcome
from tests.ledger.cast import LATER, NOW, add, deal, open_match, opening


def ids(ledger: Ledger, query: str = "", **more: object) -> list[str]:
    return [row.id for row in ledger.matches.page(query, **more)]  # type: ignore[arg-type]


def test_it_works(ledger: Ledger) -> None:
    open_match(ledger)
    row = ledger.matches.row("friday")
    assert (row.title, row.rules, row.format, row.status) == ("Friday evening", "classic", "four", "playing")
    assert (row.version, row.state_version, row.opened_at, row.updated_at) == (1, 1, NOW, NOW)
    assert [(side.name, side.score, side.outcome) for side in row.sides] == [
        ("North-South", 0, None),
        ("East-West", 0, None),
    ]
    assert row.names == "North-South, Anna Nagy, Béla Kovács, East-West, Ionuț Țurcanu, Jüri Tamm"
    assert ledger.matches.page() == (row,)


def test_a_summary_is_kept_with_its_entry(ledger: Ledger) -> None:
    open_match(ledger)
    result = {"winner": "North-South", "margin": 950}
    summary = MatchSummary("over", (5250, 4300), outcomes=("won", "lost"), result=result, title="The final")
    add(ledger, "deal_recorded", deal(1), summary=summary)
    row = ledger.matches.row("friday")
    assert (row.status, row.title, row.result, row.updated_at) == ("over", "The final", result, LATER)
    assert (row.version, row.state_version) == (2, 2)
    assert [(side.score, side.outcome) for side in row.sides] == [(5250, "won"), (4300, "lost")]
    add(ledger, "deal_amended", deal(1))
    row = ledger.matches.row("friday")
    assert (row.version, row.state_version) == (3, 2), "an entry without a summary leaves the old one, and it shows"


@pytest.mark.parametrize(
    ("outcomes", "listed"), [((), (None, None)), (("drawn", "drawn"),) * 2, (("lost", "won"),) * 2]
)
def test_outcomes(ledger: Ledger, outcomes: tuple[Outcome, ...], listed: tuple[str | None, ...]) -> None:
    open_match(ledger)
    add(ledger, "match_paused", {}, summary=MatchSummary("paused", (1, 2), outcomes))
    assert tuple(side.outcome for side in ledger.matches.row("friday").sides) == listed


def test_pages_follow_one_another_while_matches_are_opened(ledger: Ledger) -> None:
    for number in range(25):
        open_match(ledger, f"m-{number:02}", f"Evening {number}")
    first = ledger.matches.page(limit=10)
    open_match(ledger, "m-25", "Evening 25")
    second = ledger.matches.page(limit=10, before=first[-1].number)
    third = ledger.matches.page(limit=10, before=second[-1].number)
    assert [row.id for row in (*first, *second, *third)] == [f"m-{number:02}" for number in range(24, -1, -1)]
    assert ledger.matches.page(before=third[-1].number) == ()


def test_pages_by_status_and_without_the_retired(ledger: Ledger) -> None:
    for day in ("friday", "saturday", "sunday"):
        open_match(ledger, day, day)
    add(ledger, "match_paused", {}, match_id="saturday", summary=MatchSummary("paused", (0, 0)))
    ledger.matches.retire("friday", now=LATER)
    assert ids(ledger) == ["sunday", "saturday"]
    assert ids(ledger, status="playing") == ["sunday"]
    assert ids(ledger, status="paused") == ["saturday"]
    assert ids(ledger, "Anna") == ["sunday", "saturday"]
    assert ids(ledger, "Anna", status="paused") == ["saturday"]
    assert ids(ledger, "friday") == []
    assert ledger.matches.row("friday").retired_at == LATER
    assert [row.id for row in ledger.matches.retired()] == ["friday"]
    ledger.matches.retire("saturday", now="2027-01-01T00:00:00Z")
    assert [row.id for row in ledger.matches.retired()] == ["saturday", "friday"], "the last one first"
    ledger.matches.unretire("saturday")
    ledger.matches.unretire("friday")
    assert ledger.matches.retired() == ()
    assert ids(ledger, status="playing") == ["sunday", "friday"]


@pytest.mark.parametrize(
    "query", ["turcanu", "Ţurcanu", "ionut", "IONUȚ", "bela", "kov be", "juri", "north", "fri", "evening nagy", "Béla"]
)
def test_a_query_finds_beginnings_of_words_without_their_accents(ledger: Ledger, query: str) -> None:
    open_match(ledger)
    open_match(ledger, "saturday", "Saturday", "Dóra", "Eha", "Kati", "Vlad")
    found = ids(ledger, query)
    assert found == (["saturday", "friday"] if query == "north" else ["friday"])


def test_an_unknown_match_is_not_retired(ledger: Ledger) -> None:
    with pytest.raises(UnknownMatch):
        ledger.matches.retire("monday", now=LATER)
    with pytest.raises(UnknownMatch):
        ledger.matches.unretire("monday")


def test_a_query_follows_a_new_title(ledger: Ledger) -> None:
    open_match(ledger)
    add(ledger, "match_renamed", {"title": "Revenge"}, summary=MatchSummary("playing", (0, 0), title="Revenge"))
    assert (ids(ledger, "revenge"), ids(ledger, "friday")) == (["friday"], [])


@pytest.mark.parametrize(
    "query", ['"', "*", "a*b", "NOT", "AND OR", "title:", "{x}", "(", "-", "status : over", "NEAR/2", "  "]
)
def test_no_query_is_an_error(ledger: Ledger, query: str) -> None:
    open_match(ledger)
    assert ids(ledger, query) in ([], ["friday"])


def test_a_query_pages_too(ledger: Ledger) -> None:
    for number in range(7):
        open_match(ledger, f"m-{number}", "Evening")
    first = ledger.matches.page("even", limit=4)
    assert ids(ledger, "even", limit=4, before=first[-1].number) == ["m-2", "m-1", "m-0"]


def test_players_of_a_match_are_remembered_by_seat(ledger: Ledger) -> None:
    ledger.open_match("friday", payload=opening(), key="open-friday", actor="tablet", now=NOW)
    rows = ledger.store.rows("SELECT seat, side, name FROM match_players ORDER BY seat")
    assert rows == [(0, 0, "Anna Nagy"), (1, 1, "Ionuț Țurcanu"), (2, 0, "Béla Kovács"), (3, 1, "Jüri Tamm")]
