"""The memory of a match has every field of its entries, and a default for each field that older entries lack."""

import pytest

from scorekeeper.engine.matches.entries import (
    DealRecord,
    Memory,
    Recount,
    RulingRecord,
    Setup,
    SideSetup,
    remember,
)
from scorekeeper.rulebook.loader import resolve
from tests.engine.ledger_of import deal, numbered, opened

SIDES = (SideSetup("North-South", ("N", "S")), SideSetup("East-West", ("E", "W")))
LONG = {
    "ruling": "r1",
    "deal": 3,
    "side": 1,
    "player": "E",
    "code": "hungarian",
    "article": "HU-04",
    "answers": {"extra_cards": 2},
    "points": -100,
    "opening_raise": 10,
    "outcomes": ["NO_LAYING_THIS_TURN"],
    "obligations": [{"key": "SKIP_DRAW_UNTIL_CORRECT", "count": 2}],
    "override": True,
    "reason": "the table agreed",
    "title": "A rule of the house",
}


def test_a_setup_is_read_whole() -> None:
    kind, payload = opened("hungarian", options={"tie": "draw"}, first_dealer=2)
    more = {"pack_index": "RDV", "stake_currency": "RON", "note": "final"}
    assert kind == "match_opened"
    assert remember(numbered((kind, {**payload, **more}))).setup == Setup(
        title="Club evening",
        rules=resolve("hungarian", None, {"tie": "draw"}),
        options={"tie": "draw"},
        sides=SIDES,
        seats=("N", "E", "S", "W"),
        first_dealer=2,
        pack_index="RDV",
        currency="RON",
        note="final",
    )


def test_a_setup_without_the_small_things_has_their_defaults() -> None:
    payload = {key: value for key, value in opened()[1].items() if key not in ("title", "options")}
    setup = remember(numbered(("match_opened", payload))).setup
    assert (setup.title, setup.options, setup.pack_index, setup.currency, setup.note) == ("", {}, "KQJ", "", "")


@pytest.mark.parametrize(("player", "side"), [("N", 0), ("S", 0), ("E", 1), ("W", 1)])
def test_every_player_has_a_side(player: str, side: int) -> None:
    assert remembered().setup.side_of(player) == side


def remembered(*entries: tuple[str, dict[str, object]]) -> Memory:
    """The memory of a match after these entries."""
    return remember(numbered(opened(), *entries))


def test_a_ruling_is_remembered_whole() -> None:
    assert remembered(("ruling_applied", LONG)).rulings["r1"] == RulingRecord(
        id="r1",
        deal=3,
        side=1,
        code="hungarian",
        article="HU-04",
        points=-100,
        opening_raise=10,
        version=2,
        player="E",
        answers={"extra_cards": 2},
        outcomes=("NO_LAYING_THIS_TURN",),
        obligations=({"key": "SKIP_DRAW_UNTIL_CORRECT", "count": 2},),
        override=True,
        reason="the table agreed",
        title="A rule of the house",
    )


def test_a_short_ruling_has_its_defaults() -> None:
    short = {key: LONG[key] for key in ("ruling", "deal", "side", "article")}
    assert remembered(("ruling_applied", short)).rulings["r1"] == RulingRecord("r1", 3, 1, "HU-04", 2)


def test_a_deal_is_remembered_as_last_written() -> None:
    short = ("deal_recorded", {"deal": 1, "body": {"sides": []}})
    assert remembered(short).deals[1] == DealRecord(1, {"sides": []}, 2)
    twice = remembered(deal(1, {"score": 1}), deal(1, {"score": 2}))
    assert twice.deals[1] == DealRecord(1, {"sides": [{"score": 2}]}, 3, ("cards",), agreed=True, amended=0)


def test_a_recount_is_remembered_whole() -> None:
    memory = remembered(("recount", {"deal": 4, "side": 1, "claimed": 500, "verified": 470}))
    assert memory.recounts == (Recount(4, 1, 500, 470),)
    assert memory.version == 2


@pytest.mark.parametrize(
    ("claimed", "verified", "own_favour", "error"), [(1200, 1150, True, 50), (1150, 1200, False, 50), (5, 5, False, 0)]
)
def test_a_recount_says_for_whom_the_first_count_was_wrong(
    claimed: int, verified: int, own_favour: bool, error: int
) -> None:
    recount = Recount(1, 0, claimed, verified)
    assert (recount.in_own_favour, recount.error) == (own_favour, error)
