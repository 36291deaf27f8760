"""Drafts: found again by any device, never overwritten unseen."""

import pytest

from scorekeeper.ledger.chain.chains import New
from scorekeeper.ledger.errors import UnknownMatch
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.records.drafts import Draft, StaleDraft
from tests.ledger.cast import LATER, NOW, deal, open_match

TYPED = {"sides": [{"naturals": "7"}, {}], "step": 2}


def save(ledger: Ledger, seen: int | None, device: str = "tablet", body: object = None) -> Draft:
    return ledger.drafts.save("friday", 1, body=body or TYPED, seen=seen, device=device, now=NOW)  # type: ignore[arg-type]


def test_it_works(ledger: Ledger) -> None:
    open_match(ledger)
    draft = save(ledger, 0)
    assert draft == Draft(TYPED, 1, NOW, "tablet")
    assert ledger.drafts.get("friday", 1) == draft
    assert (ledger.drafts.get("friday", 2), ledger.drafts.get("saturday", 1)) == (None, None)
    ledger.drafts.drop("friday", 1)
    ledger.drafts.drop("friday", 1)
    assert ledger.drafts.get("friday", 1) is None


def test_the_device_that_saved_last_goes_on_without_asking(ledger: Ledger) -> None:
    """Its savings may arrive late or twice: they are all its own."""
    open_match(ledger)
    assert [save(ledger, seen).version for seen in (0, 1, 1, 0)] == [1, 2, 3, 4]


def test_another_device_overwrites_only_what_it_saw(ledger: Ledger) -> None:
    open_match(ledger)
    mine = save(ledger, 0)
    for seen in (0, 7):
        with pytest.raises(StaleDraft) as refused:
            save(ledger, seen, "phone", {"other": 1})
        assert refused.value.current == mine
    assert save(ledger, 1, "phone").version == 2
    assert save(ledger, None, "tablet").version == 3


def test_a_draft_that_is_gone_is_not_brought_back_unseen(ledger: Ledger) -> None:
    open_match(ledger)
    save(ledger, 0)
    save_deal = New("deal_recorded", deal(1), "save-deal-1", "phone", LATER, deal=1)
    ledger.append("friday", save_deal, version=1, ends_draft=True)
    assert ledger.drafts.get("friday", 1) is None
    with pytest.raises(StaleDraft) as refused:
        save(ledger, 1)
    assert refused.value.current is None


def test_a_draft_needs_its_match(ledger: Ledger) -> None:
    with pytest.raises(UnknownMatch):
        save(ledger, 0)
    open_match(ledger)
    save(ledger, 0)
    ledger.matches.retire("friday", now=LATER)
    for seen in (0, 1, None):
        with pytest.raises(UnknownMatch):
            save(ledger, seen)
