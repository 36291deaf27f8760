"""The settings of an evening: an invalid one is refused at its key."""

from typing import Any

import pytest

from scorekeeper.engine.reading import read, saying
from scorekeeper.engine.refused import Refused
from scorekeeper.evening.settings import SETTINGS

FORM = saying(**SETTINGS)


def test_settings_are_read() -> None:
    given = {"date": "2026-02-28", "scoring": {"kind": "sum"}, "tie_breaks": ["lots"], "tables": [1, 3]}
    told = read(FORM, given)
    assert (told.tie_breaks, told.tables) == (("lots",), (1, 3))


@pytest.mark.parametrize(
    ("given", "key", "where"),
    [
        ({"date": "2026-02-30"}, "not_text", "date"),
        ({"date": "20260228"}, "not_text", "date"),
        ({"date": 20260228}, "not_text", "date"),
        ({"scoring": {"kind": "tea"}}, "not_one_of", "scoring.kind"),
        ({"tie_breaks": ["lots", "lots"]}, "there_twice", "tie_breaks[1]"),
        ({"tables": [1] * 1000}, "too_large", "tables"),
        ({"tables": [0]}, "out_of_range", "tables[0]"),
        ({"round_end": {"by": "tea"}}, "not_one_of", "round_end.by"),
        ({"movement": "tea"}, "not_one_of", "movement"),
    ],
)
def test_what_is_no_setting_is_refused(given: dict[str, Any], key: str, where: str) -> None:
    with pytest.raises(Refused) as caught:
        read(FORM, given)
    assert (caught.value.key, caught.value.where) == (key, where)
