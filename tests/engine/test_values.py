"""`Struct` values cannot be changed, and are printed with the names of their fields."""

import pytest

from scorekeeper.engine.deals.scoring import Line


def test_a_value_holds_nothing_besides_and_says_what_it_holds() -> None:
    assert Line.__struct_fields__ == ("key", "points", "detail", "count", "each", "article")
    with pytest.raises(AttributeError, match="immutable"):
        Line("held", -100).points = 0  # type: ignore[misc]
    assert repr(Line("held", -100, count=2)).startswith("Line(key='held', points=-100, detail='', count=2, each=None")
