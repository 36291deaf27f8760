"""Players: an id that no player has, and the time when a name was last entered."""

import pytest

from scorekeeper.ledger.errors import UnknownPlayer
from scorekeeper.ledger.ledger import Ledger
from tests.ledger.cast import LATER, NOW


@pytest.mark.parametrize("nobody", [0, -1, 9, 2**63, 10**40])
def test_a_number_that_is_nobodys_is_told(ledger: Ledger, nobody: int) -> None:
    with pytest.raises(UnknownPlayer):
        ledger.players.get(nobody)


def test_a_player_was_last_entered_at_the_latest_time(ledger: Ledger) -> None:
    """An old match may be imported after newer ones were played."""
    assert [ledger.players.remember("Ilona", now=now).played_at for now in (NOW, LATER, NOW)] == [NOW, LATER, LATER]
