"""Names entered after a match was opened: deals and rulings stay, and every list of players has the new names."""

from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.actions.club.players import forget_player, rename_player
from scorekeeper.actions.club.worked_out import complete
from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.matches.deals import DealSheet, record_deal
from scorekeeper.actions.matches.opening import NewMatch, open_match, write_names
from scorekeeper.actions.matches.rulings import RulingCase, apply_ruling
from scorekeeper.actions.transfer import export_match, import_match
from scorekeeper.actions.verify import verify
from scorekeeper.engine.matches.entries import remember
from scorekeeper.engine.refused import Refused
from tests.totals import counted

NOW = "2026-11-21T10:00:00.000+00:00"
SEATS = ("Player 1", "Player 2", "Player 3", "Player 4")
FOUR = ("Ilona", "Jana", "Mihai", "Tõnu")
SIDES = ("", "")


@pytest.fixture(autouse=True)
def unnamed(desk: Desk) -> None:
    """Open an unnamed match with one deal and a ruling against the fourth seat."""
    new = NewMatch("hungarian", "four", SEATS, side_names=("Side 1", "Side 2"), unnamed=True)
    open_match(desk, new, match_id="m", key="key-open-m", actor="test", now=NOW)
    totals = [counted(515), counted(340)]
    record_deal(desk, "m", DealSheet({"sides": totals}, entered_as=["totals"] * 2), stamp(desk, "deal"), number=1)
    apply_ruling(desk, "m", RulingCase("HU-02", 2, 1, {}, player="Player 4"), stamp(desk, "ruling"), ruling_id="r")


def stamp(desk: Desk, key: str) -> Stamp:
    """The stamp of a writer who has seen the last entry."""
    return Stamp(desk.ledger.matches.version("m"), f"key-{key}", "test", NOW)


def seats(desk: Desk) -> tuple[str, ...]:
    """The players of the match, read from its entries."""
    return remember(desk.ledger.matches.entries("m")).setup.seats


def test_a_slip_is_put_right_and_a_name_is_renamed_and_forgotten_wherever_it_was_written(desk: Desk) -> None:
    write_names(desk, "m", ("Ilnoa", *FOUR[1:]), SIDES, stamp(desk, "slip"))
    write_names(desk, "m", FOUR, SIDES, stamp(desk, "right"))
    assert seats(desk) == FOUR
    slip, jana = desk.ledger.players.find("Ilnoa"), desk.ledger.players.find("Jana")
    assert slip
    assert jana
    assert (desk.ledger.players.record(slip.id).matches, desk.ledger.players.record(jana.id).matches) == (0, 1)
    rename_player(desk, jana.id, "Jana Nováková", now=NOW)
    forget_player(desk, slip.id, "Nobody", now=NOW, copies=False)
    assert [entry.payload["seats"][0] for entry in desk.ledger.matches.entries("m")[-2:]] == ["Nobody", "Ilona"]
    assert seats(desk) == ("Ilona", "Jana Nováková", "Mihai", "Tõnu")
    complete(desk)
    write_names(desk, "m", ("Ilona", "Jana Nováková", "Mihai", "Jaan"), SIDES, stamp(desk, "longer"))
    assert seats(desk) == ("Ilona", "Jana Nováková", "Mihai", "Jaan")
    with pytest.raises(Refused, match="name_taken"):
        write_names(desk, "m", ("Jana", "Ilona", "Mihai", "Jaan"), SIDES, stamp(desk, "old"))
    assert verify(desk).problems == ()


def test_a_match_whose_names_were_written_goes_elsewhere_and_comes_back_to_be_verified(
    desk: Desk, tmp_path: Path
) -> None:
    write_names(desk, "m", FOUR, SIDES, stamp(desk, "names"))
    other = open_desk(tmp_path / "other.db")
    with closing(other.ledger):
        import_match(other, export_match(desk, "m"))
        assert seats(other) == FOUR
        assert other.ledger.players.find("Tõnu")
        assert other.ledger.matches.row("m").names == desk.ledger.matches.row("m").names
        assert verify(other).problems == ()
