"""A draft is removed when its deal is saved. A device that has not seen this does not bring it back."""

import pytest

from scorekeeper.ledger.chain.chains import New
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.records.drafts import StaleDraft
from tests.ledger.cast import LATER, NOW, deal, open_match


def save(ledger: Ledger, seen: int) -> None:
    ledger.drafts.save("friday", 1, body={"step": 2}, seen=seen, device="tablet", now=NOW)


def test_a_draft_that_is_gone_is_not_brought_back_unseen(ledger: Ledger) -> None:
    open_match(ledger)
    save(ledger, 0)
    save_deal = New("deal_recorded", deal(1), "save-deal-1", "phone", LATER, deal=1)
    ledger.matches.append("friday", save_deal, version=1, ends_draft=True)
    assert ledger.drafts.get("friday", 1) is None
    with pytest.raises(StaleDraft) as refused:
        save(ledger, 1)
    assert refused.value.current is None
