"""Players: one person under one name, and what became of their matches."""

import pytest

from scorekeeper.ledger.errors import UnknownPlayer
from scorekeeper.ledger.ledger import Ledger
from tests.ledger.cast import LATER, NOW, open_match


def names(ledger: Ledger, query: str = "") -> list[str]:
    return [player.name for player in ledger.players.page(query)]


@pytest.mark.parametrize("nobody", [0, -1, 9, 2**63, 10**40])
def test_a_number_that_is_nobodys_is_told(ledger: Ledger, nobody: int) -> None:
    with pytest.raises(UnknownPlayer):
        ledger.players.get(nobody)


def test_spelling_decides_who_is_who(ledger: Ledger) -> None:
    first = ledger.players.remember("Ágnes", now=NOW)
    assert ledger.players.remember("ágnes ", now=LATER).id == first.id
    assert ledger.players.remember("Agnes", now=LATER).id != first.id


def test_whose_matches_were_all_put_away_is_in_no_list(ledger: Ledger) -> None:
    open_match(ledger)
    open_match(ledger, "saturday", "Saturday", "Anna Nagy", "Dana", "Eva", "Fero")
    ledger.matches.retire("friday", now=LATER)
    assert names(ledger) == ["Anna Nagy", "Dana", "Eva", "Fero"]
    assert names(ledger, "bela") == []
    ledger.matches.unretire("friday")
    assert names(ledger, "bela") == ["Béla Kovács"]
