"""A scoring as a complete value, as an evening stores it in its settings."""

import pytest

from scorekeeper.evening.ranking.scoring import plain_scoring, read_scoring
from scorekeeper.rulebook.evenings import scoring_by_id


@pytest.mark.parametrize("id_", scoring_by_id())
def test_a_frozen_scoring_is_read_back_as_it_was(id_: str) -> None:
    scoring = scoring_by_id()[id_]
    read = read_scoring(plain_scoring(scoring), "", {})
    assert plain_scoring(read) == plain_scoring(scoring)
    assert [getattr(read, key) for key in ("bands", "sit_out", "present", "absent", "warnings", "places")] == [
        getattr(scoring, key) for key in ("bands", "sit_out", "present", "absent", "warnings", "places")
    ]


def test_a_round_of_its_own_scoring_is_frozen_with_the_rest() -> None:
    own = read_scoring({"table": "victory_points_4", "rounds": {"2": "sum"}}, "", scoring_by_id())
    assert read_scoring(plain_scoring(own), "", {}).in_round(2).kind == "sum"
