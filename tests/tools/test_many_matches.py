"""A file with a great many matches, made from a few: other players, the same deals, and every chain is valid."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bench import many_matches
from bench.many_matches import copies, patterns, people
from scorekeeper.actions.demo import demo_match
from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.actions.verify import verify
from scorekeeper.ledger.errors import KeyReused

NOW = "2026-11-21T10:00:00Z"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with three finished matches."""
    desk = open_desk(tmp_path / "club.db")
    with closing(desk.ledger):
        for seed in range(3):
            demo_match(desk, match_id=f"played-{seed}", seed=seed, now=NOW, deals=3)
        yield desk


def test_it_works(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_matches, "TOGETHER", 25)
    made = patterns(desk, [f"played-{seed}" for seed in range(3)])
    ids = [f"copy-{number}" for number in range(30)]
    assert list(copies(desk, made, ids, seed=7)) == ids
    found = verify(desk)
    assert found.problems == ()
    assert (found.matches, found.entries) == (33, 33 * 4)


def test_everybody_is_somebody_else(desk: Desk) -> None:
    made = patterns(desk, ["played-0"])
    list(copies(desk, made, ["copy-1", "copy-2"], seed=7))
    tables = [desk.load(match_id).state for match_id in ("played-0", "copy-1", "copy-2")]
    assert len({table.setup.seats for table in tables}) == 3
    assert len({tuple(side.score for side in table.standings) for table in tables}) == 1
    assert len({desk.ledger.matches.check_value(match_id) for match_id in ("played-0", "copy-1", "copy-2")}) == 3


def test_a_copied_match_is_played_on_like_any_other(desk: Desk) -> None:
    list(copies(desk, patterns(desk, ["played-1"]), ["copy-1"], seed=7))
    assert desk.ledger.matches.page("copy") == ()
    seats = desk.load("copy-1").state.setup.seats
    assert [row.id for row in desk.ledger.matches.page(seats[0])] == ["copy-1"]


def test_an_id_that_is_taken_writes_nothing(desk: Desk) -> None:
    with pytest.raises(KeyReused):
        list(copies(desk, patterns(desk, ["played-1"]), ["copy-1", "played-0"], seed=7))
    assert len(desk.ledger.matches.page()) == 3


def test_six_people_do_not_share_a_name() -> None:
    assert all(len({name.split()[0] for name in people(Random(1))}) == 6 for _ in range(200))
