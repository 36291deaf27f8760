"""Lists of matches: summaries, pages, search."""

import pytest

from scorekeeper.ledger.chain.projections import MatchSummary
from scorekeeper.ledger.errors import UnknownMatch
from scorekeeper.ledger.ledger import Ledger
from tests.ledger.cast import LATER, add, open_match


def ids(ledger: Ledger, query: str = "", **more: object) -> list[str]:
    return [row.id for row in ledger.matches.page(query, **more)]  # type: ignore[arg-type]


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
