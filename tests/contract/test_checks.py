"""`check opening` through the command line and the JSON API."""

import pytest

from scorekeeper.contract.score import check_opening


@pytest.mark.parametrize("rules", ["classic", "hungarian"])
def test_black_threes_may_be_laid_by_who_goes_out_concealed_in_the_first_meld(rules: str) -> None:
    canasta = [{"rank": "K", "naturals": 7}, {"rank": "3", "naturals": 3}]
    asked = {"rules": rules, "score": 0, "melds": canasta, "concealed_from_stock": True}
    waived, usual = check_opening(asked), check_opening({**asked, "concealed_from_stock": False})
    assert (waived["meets"], waived["violations"]) == (True, [])
    assert (usual["meets"], [each["where"] for each in usual["violations"]]) == (False, ["melds[1]"])


def test_a_raised_minimum_is_asked_for_with_and_without_melds() -> None:
    asked = {"rules": "hungarian", "score": 0, "raise": 20}
    kings = check_opening({**asked, "melds": [{"rank": "K", "naturals": 6}]})
    assert (check_opening(asked), kings["requirement"], kings["needs"]) == ({"requirement": 70}, 70, ["points"])
    assert check_opening({**asked, "raise": 0})["requirement"] == 50
