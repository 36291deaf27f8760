"""Players: an id that no player has is refused."""

import pytest

from scorekeeper.ledger.errors import UnknownPlayer
from scorekeeper.ledger.ledger import Ledger


@pytest.mark.parametrize("nobody", [0, -1, 9, 2**63, 10**40])
def test_a_number_that_is_nobodys_is_told(ledger: Ledger, nobody: int) -> None:
    with pytest.raises(UnknownPlayer):
        ledger.players.get(nobody)
