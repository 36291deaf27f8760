"""The cache keeps values up to a total weight; a cache too small for an evening still saves some work."""

import pytest

from scorekeeper.actions.desk import Cache


def test_it_holds_no_more_than_its_weight() -> None:
    cache: Cache[int] = Cache(100)
    for number in range(500):
        cache.keep(number, "seal", number, number % 40)
        kept = [each for each in range(500) if cache.get(each, "seal") is not None]
        assert sum(each % 40 for each in kept) <= 100
        assert number in kept
    cache.keep("huge", "seal", 0, 1000)  # a value above the limit is kept alone, because it is needed again at once
    assert [each for each in range(500) if cache.get(each, "seal") is not None] == []
    cache.keep(1, "seal", 1, 1)
    assert cache.get("huge", "seal") is None


@pytest.mark.parametrize(("tables", "hits"), [(100, 1.0), (150, 0.4), (200, 0.2), (400, 0.01)])
def test_a_cache_that_is_too_small_helps_less_and_not_never(tables: int, hits: float) -> None:
    """The tables are read by turns. A cache that evicted the least recently used table would never have the next
    one."""
    cache: Cache[int] = Cache(100)
    found = 0
    for turn in range(40):
        for table in range(tables):
            if cache.get(table, "seal") is not None:
                found += turn >= 20
            else:
                cache.keep(table, "seal", table, 1)
    assert found / (20 * tables) >= hits
