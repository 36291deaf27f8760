"""Matches: an unknown id is refused, and a search accepts any text."""

import pytest

from scorekeeper.ledger.errors import UnknownMatch
from scorekeeper.ledger.ledger import Ledger
from tests.ledger.cast import LATER, open_match


def ids(ledger: Ledger, query: str = "", **more: object) -> list[str]:
    return [row.id for row in ledger.matches.page(query, **more)]  # type: ignore[arg-type]


def test_an_unknown_match_is_not_retired(ledger: Ledger) -> None:
    with pytest.raises(UnknownMatch):
        ledger.matches.retire("monday", now=LATER)
    with pytest.raises(UnknownMatch):
        ledger.matches.unretire("monday")


@pytest.mark.parametrize(
    "query", ['"', "*", "a*b", "NOT", "AND OR", "title:", "{x}", "(", "-", "status : over", "NEAR/2", "  "]
)
def test_no_query_is_an_error(ledger: Ledger, query: str) -> None:
    open_match(ledger)
    assert ids(ledger, query) in ([], ["friday"])
