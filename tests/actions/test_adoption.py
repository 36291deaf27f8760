"""Adopting a penalty code during a match, and penalties without an article: each is written once and can be
exported."""

from pathlib import Path

import pytest

from scorekeeper.actions.desk import Stamp, open_desk
from scorekeeper.actions.matches.code import adopt_code
from scorekeeper.actions.transfer import export_match, import_match
from scorekeeper.actions.verify import verify
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.errors import StaleVersion
from tests.actions.referee import MATCH, NOW, Table, apply, now, play, stamp
from tests.totals import counted

BODY = {"sides": [counted(500), counted(300)]}


def test_a_code_is_taken_up_once_ruled_by_and_carried_to_another_machine(table: Table, tmp_path: Path) -> None:
    desk = table("classic", (500, 300))
    with pytest.raises(Refused, match="no_penalty_code"):
        apply(desk, "HU-05", 0, answers={"before_partners_turn": True})
    seen = stamp(desk, "adopt-hungarian")
    first, again = (adopt_code(desk, MATCH, "hungarian", 2, seen) for _ in range(2))
    assert (first.entry.version, again.replayed) == (again.entry.version, True)
    with pytest.raises(StaleVersion):
        adopt_code(desk, MATCH, "romanian", 2, Stamp(seen.version, "another-key", "test", NOW))
    apply(desk, "HU-05", 0, answers={"before_partners_turn": True})
    play(desk, BODY)
    assert [row.rules.code.id for row in now(desk).rows] == ["none", "hungarian"]
    assert now(desk).standings[0].score == 500 + 500 + now(desk).rulings[0].points
    with pytest.raises(Refused, match="no_penalty_code"):
        apply(desk, "HU-05", 0, deal=1, answers={"before_partners_turn": True})
    away = open_desk(tmp_path / "away.db")
    import_match(away, export_match(desk, MATCH))
    assert now(away) == now(desk)
    assert verify(away).problems == ()


@pytest.mark.parametrize(
    ("key", "value"),
    [("deal", 7), ("code", "estonian"), ("code", "romanian"), ("options", {}), ("rule_set", {}), ("rules_version", 99)],
)
def test_a_forged_adoption_is_refused(table: Table, tmp_path: Path, key: str, value: object) -> None:
    desk = table("classic", (500, 300))
    adopt_code(desk, MATCH, "hungarian", 2, stamp(desk, "adopt-hungarian"))
    whole = export_match(desk, MATCH)
    del whole["check"]
    whole["entries"][-1]["payload"][key] = value
    with pytest.raises(Refused):
        import_match(open_desk(tmp_path / "away.db"), whole)
