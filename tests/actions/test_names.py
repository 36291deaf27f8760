"""The names of a match, written after it was opened: what was played stays, and everything that knows names follows."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.actions.club.players import forget_player, rename_player
from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.matches.deals import DealSheet, record_deal
from scorekeeper.actions.matches.opening import NewMatch, open_match, open_rematch, put_away, rename, write_names
from scorekeeper.actions.matches.rulings import RulingCase, apply_ruling
from scorekeeper.actions.transfer import export_match, import_match
from scorekeeper.actions.verify import verify
from scorekeeper.engine.matches.entries import remember
from scorekeeper.engine.refused import Refused
from tests.actions.evenings import opened as evening_opened
from tests.actions.evenings import published
from tests.totals import counted

NOW = "2026-11-21T10:00:00.000+00:00"
SEATS = ("Player 1", "Player 2", "Player 3", "Player 4")
FOUR = ("Ilona", "Jana", "Mihai", "Tõnu")
SIDES = ("", "")


@pytest.fixture
def desk(ledger_at: Path | str) -> Iterator[Desk]:
    """A desk with a match of nobody by name: one deal, and a ruling against the fourth seat."""
    desk = open_desk(ledger_at)
    with closing(desk.ledger):
        new = NewMatch("hungarian", "four", SEATS, side_names=("Side 1", "Side 2"), unnamed=True)
        open_match(desk, new, match_id="m", key="key-open-m", actor="test", now=NOW)
        totals = [counted(515), counted(340)]
        record_deal(desk, "m", DealSheet({"sides": totals}, entered_as=["totals"] * 2), stamp(desk, "deal"), number=1)
        apply_ruling(desk, "m", RulingCase("HU-02", 2, 1, {}, player="Player 4"), stamp(desk, "ruling"), ruling_id="r")
        yield desk


def stamp(desk: Desk, key: str) -> Stamp:
    """A write by somebody who saw the match as it stands."""
    return Stamp(desk.ledger.version("m"), f"key-{key}", "test", NOW)


def seats(desk: Desk) -> tuple[str, ...]:
    """The players of the match, read again from the entries."""
    return remember(desk.ledger.entries("m")).setup.seats


@pytest.mark.parametrize(
    ("players", "sides", "key", "where"),
    [
        (("Ilona", "", "Mihai", "Tõnu"), SIDES, "missing_name", "players[1]"),
        (("Ilona", "Jana", "ilona", "Tõnu"), SIDES, "name_twice", "players[2]"),
        (("Ilona", "Jana", "Mihai", "T" * 61), SIDES, "too_long", "players[3]"),
        (FOUR[:3], SIDES, "wrong_number", "players"),
        (FOUR, ("One", "one"), "name_twice", "side_names[1]"),
        (FOUR, ("", "S" * 61), "too_long", "side_names[1]"),
    ],
)
def test_names_that_cannot_be_are_refused_at_their_place(
    desk: Desk, players: tuple[str, ...], sides: tuple[str, ...], key: str, where: str
) -> None:
    with pytest.raises(Refused) as refused:
        write_names(desk, "m", players, sides, stamp(desk, "names"))
    assert (refused.value.key, refused.value.where) == (key, where)
    assert seats(desk) == SEATS


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
    assert [entry.payload["seats"][0] for entry in desk.ledger.entries("m")[-2:]] == ["Nobody", "Ilona"]
    assert seats(desk) == ("Ilona", "Jana Nováková", "Mihai", "Tõnu")
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


@pytest.mark.parametrize("act", ["names", "title", "rematch", "delete"])
def test_a_match_of_an_evening_is_changed_by_the_evening_alone(desk: Desk, act: str) -> None:
    evening_opened(desk)
    match_id = published(desk)[0].match
    written = Stamp(1, "key-of-an-act", "test", NOW)
    acts: dict[str, Callable[[], object]] = {
        "names": lambda: write_names(desk, match_id, FOUR, SIDES, written),
        "title": lambda: rename(desk, match_id, "Final", written),
        "rematch": lambda: open_rematch(desk, match_id, new_id="m2", key="key-m2", actor="test", now=NOW),
        "delete": lambda: put_away(desk, match_id, now=NOW),
    }
    with pytest.raises(Refused, match="seated_by_evening"):
        acts[act]()
    assert desk.ledger.version(match_id) == 1
    assert desk.ledger.matches.row(match_id).retired_at is None
