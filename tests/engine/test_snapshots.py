"""Rules that 0.1.0 froze in its matches equal today's rules when they are read, except where 0.1.0 played otherwise."""

import gzip
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine.deals.deal import Charge
from scorekeeper.engine.deals.melds import settled
from scorekeeper.engine.matches.match import fold
from scorekeeper.engine.matches.seating import DealSeats, seating
from scorekeeper.engine.rules import RuleSet, from_plain, leaves, to_plain
from scorekeeper.engine.snapshots import VERSION, read_snapshot, snapshot
from scorekeeper.engine.values import replace
from scorekeeper.ledger.sqlite.driver import sqlite3
from scorekeeper.rulebook.loader import OF_THE_CODE, resolve
from tests.engine.ledger_of import CUTTHROAT, deal, numbered, opened, ruling, scores

RELEASE = Path(__file__).parents[1] / "releases" / "0.1.0" / "ledger.db.gz"
#: Paths at which 0.1.0 played differently in every game, with (value then, value today).
OTHERWISE = {
    "table.deals_by": ("players", "chairs"),
    "code.rulings_first": (False, True),
    "code.redeal_voids_fines": (False, True),
    "code.partners_share_fines": (True, False),
}
#: The same for some games only.
DISCARDABLE = {"threes.red.discardable": (False, True)}
JOINED = {"melds.rank.joins": (False, True)}
OTHERWISE_IN: dict[str, dict[str, tuple[Any, Any]]] = {
    "classic": JOINED,
    "viennese": JOINED,
    "hungarian": {"code.title": (None, "Hungarian penalty code")},
    "romanian": {"pile.deal_ends_with_stock": (False, True), "code.title": (None, "Romanian penalty code")},
    "czech": DISCARDABLE,
    "czech-fast": DISCARDABLE,
    "hungarian cutthroat": {
        "pile.deal_ends_with_stock": (False, True),
        "pile.must_take_when_stock_is_empty": (True, False),
    },
}


def frozen(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the payloads of 0.1.0's opening entries, without repetitions, for matches under the usual code of their
    game."""
    file.write_bytes(gzip.decompress(RELEASE.read_bytes()))
    with closing(sqlite3.connect(file)) as db:
        found = db.execute("SELECT payload FROM entries WHERE kind = 'match_opened' ORDER BY id").fetchall()
    for payload in dict.fromkeys(json.dumps(json.loads(text), sort_keys=True) for (text,) in found):
        told = json.loads(payload)
        usual = resolve(told["rule_set"]["id"]).code.id
        if told["options"].get(OF_THE_CODE, usual) == usual:
            yield told


def flat(rules: RuleSet) -> dict[str, Any]:
    """Every value of rules by its path. The path of a value in a row contains the row's key."""
    values: dict[str, Any] = {}
    for section, content in to_plain(rules).items():
        rows = {f"{section}.{row['key']}": row for row in content} if isinstance(content, tuple | list) else {}
        sections = rows or ({section: content} if isinstance(content, dict) else {})
        values |= {f"{place}.{key}": value for place, row in sections.items() for key, value in row.items()}
    return values


def new_rows_that_are_off(then: dict[str, Any], now: dict[str, Any]) -> set[str]:
    """The rows that a game got after 0.1.0 and that are off by default, so that old matches do not need them."""
    rows = {path.removesuffix(".played") for path, played in now.items() if path.endswith(".played") and not played}
    return {row for row in rows if f"{row}.played" not in then}


def test_rules_that_0_1_0_froze_are_todays_but_for_what_it_did_otherwise(tmp_path: Path) -> None:
    games = set()
    for told in frozen(tmp_path / "ledger.db"):
        games.add((told["rule_set"]["id"], told["rule_set"]["table"]["format"]))
        then = read_snapshot(told)
        now = resolve(then.id, then.table.format, told["options"])
        before, after = flat(then), flat(now)
        new = new_rows_that_are_off(before, after)
        after = {path: value for path, value in after.items() if path.rpartition(".")[0] not in new}
        assert before.keys() == after.keys()
        changed = {path: (before[path], after[path]) for path in before if before[path] != after[path]}
        assert changed == {
            **OTHERWISE,
            **OTHERWISE_IN.get(then.id, {}),
            **OTHERWISE_IN.get(f"{then.id} {then.table.format}", {}),
        }
        for section in ("cards", "canastas", "needs", "unfinished", "threes", "canasta_openings"):
            keys = [row.key for row in getattr(now, section) if f"{section}.{row.key}" not in new]
            assert [row.key for row in getattr(then, section)] == keys
    assert len(games) == 21


def test_a_new_row_needs_no_lift_where_it_is_off() -> None:
    then = {"canastas.mixed.played": True}
    now = {**then, "canastas.sevens.played": False, "canastas.eights.played": True}
    assert new_rows_that_are_off(then, now) == {"canastas.sevens"}


#: "then": rules as 0.1.0 would have frozen them, with all values different and none a default. "now": today's form of
#: the same rules.
GOLDEN: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "fixtures" / "rules-0.1.0.json").read_text())


def test_every_value_that_0_1_0_froze_is_where_it_is_read_today() -> None:
    now = to_plain(from_plain(GOLDEN["now"]))
    assert to_plain(read_snapshot({"rule_set": GOLDEN["then"]})) == now
    assert to_plain(read_snapshot({"rule_set": GOLDEN["then"], "rules_version": 1})) == now


#: A path of 0.1.0, a value that it may have frozen there, and all of today's values that then differ from the usual.
FROZEN_OTHERWISE: list[tuple[str, Any, dict[str, Any]]] = [
    ("canastas.exactly", False, {"melds.rank.most": None, "melds.wild.most": None}),
    ("canastas.none_turns_all_minus", False, {"signs.melded.steps": ((0, 1),)}),
    ("canastas.aces_apart", True, {"canastas.natural_aces.played": True, "canastas.mixed_aces.played": True}),
    ("red_threes.without", "zero", {"signs.red.steps": ((0, 0), (1, 1))}),
    ("red_threes.needs", "canasta", {"signs.red.by": "canasta"}),
    ("red_threes.lost_four_doubles", True, {"threes.red.lost": "ladder"}),
    ("red_threes.first_round_excuses", False, {"threes.red.first_round_excuses": False}),
    ("melds.second_of_rank", False, {f"melds.{key}.again": "never" for key in ("rank", "wild", "black_threes")}),
    ("melds.wild_melds", True, {"melds.wild.played": True}),
    ("melds.sequences", False, {"melds.sequence.played": False}),
    ("melds.black_threes_with_wilds", True, {"melds.black_threes.pure": False}),
    ("opening.canasta_above", None, {"canasta_openings.above.since": None}),
]


def test_every_value_of_a_rule_set_is_found_at_its_path() -> None:
    rules = resolve("burraco")
    found = dict(leaves(rules))
    assert found.keys() == flat(rules).keys() - {path for path in flat(rules) if path.endswith(".key")}
    assert found["end.target"] == rules.end.target
    assert found["melds.rank.cards"] == next(row for row in rules.melds if row.key == "rank").cards


@pytest.mark.parametrize(("path", "value", "changed"), FROZEN_OTHERWISE)
def test_what_0_1_0_froze_otherwise_changes_what_it_was_about(path: str, value: Any, changed: dict[str, Any]) -> None:
    section, key = path.split(".")
    then, usual = GOLDEN["then"], flat(from_plain(GOLDEN["now"]))
    read = flat(read_snapshot({"rule_set": {**then, section: {**then[section], key: value}}}))
    assert {each: read[each] for each in usual if read[each] != usual[each]} == changed


def test_version_2_had_a_value_for_what_0_1_0_did_always() -> None:
    then, usual = GOLDEN["then"], flat(from_plain(GOLDEN["now"]))
    written = {
        **then,
        "melds": {**then["melds"], "ranks_join": True},
        "table": {**then["table"], "deals_by": "chairs"},
        "pile": {**then["pile"], "deal_ends_with_stock": True},
        "code": {**then["code"], "rulings_first": True, "redeal_voids_fines": True, "partners_share_fines": False},
    }
    read = flat(read_snapshot({"rule_set": written, "rules_version": 2}))
    changed = {path: (usual[path], read[path]) for path in usual if read[path] != usual[path]}
    assert changed == {**OTHERWISE, **JOINED, "pile.deal_ends_with_stock": (False, True)}


@pytest.mark.parametrize(("rules", "free"), [("burraco", True), ("classic", False)])
def test_version_3_left_unsaid_where_the_pile_is_free_and_what_a_table_may_choose_about_rulings(
    rules: str, free: bool
) -> None:
    now = to_plain(resolve(rules))
    written = {**now, "pile": {**now["pile"]}, "code": {**now["code"]}}
    del written["pile"]["free"], written["code"]["asked_unable"], written["code"]["sitting_out_lays"]
    read = read_snapshot({"rule_set": json.loads(json.dumps(written)), "rules_version": 3})
    assert (read, read.pile.free, read.code.asked_unable, read.code.sitting_out_lays) == (
        resolve(rules), free, -100, False,
    )  # fmt: skip


def test_what_is_frozen_today_says_its_version_and_comes_back_as_it_was() -> None:
    rules = from_plain(GOLDEN["now"])
    written = json.loads(json.dumps(snapshot(rules)))
    assert (written["rules_version"], to_plain(read_snapshot(written))) == (VERSION, to_plain(rules))


@pytest.mark.parametrize("version", [0, -1, VERSION + 1])
def test_a_version_that_no_program_wrote_is_refused(version: int) -> None:
    with pytest.raises(ValueError, match=f"written in version {version}; this program reads 1 to {VERSION}"):
        read_snapshot({**snapshot(resolve("classic")), "rules_version": version})


def as_0_1_0(rules: RuleSet) -> RuleSet:
    """The rules as in a match of 0.1.0."""
    code = replace(rules.code, rulings_first=False, redeal_voids_fines=False, partners_share_fines=True)
    return replace(rules, code=code, table=replace(rules.table, deals_by="players"))


def test_in_0_1_0_the_deal_passed_to_the_next_player_who_took_part() -> None:
    rules = as_0_1_0(resolve("hungarian", "five"))
    rounds = [seating(number, (0, 1, 0, 1, 0), 0, rules) for number in range(1, 7)]
    assert rounds == [
        DealSeats(0, 1, (0, 1, 2, 3), (4,)),
        DealSeats(1, 2, (1, 2, 3, 4), (0,)),
        DealSeats(3, 4, (0, 1, 3, 4), (2,)),
        DealSeats(0, 1, (0, 1, 2, 3), (4,)),
        DealSeats(1, 2, (1, 2, 3, 4), (0,)),
        DealSeats(3, 4, (0, 1, 3, 4), (2,)),
    ]
    assert seating(1, (0, 1, 0, 1, 0), 3, rules) == DealSeats(3, 0, (0, 1, 2, 3), (4,))


def test_in_0_1_0_a_ruling_settled_no_cards() -> None:
    today, then = resolve("hungarian"), as_0_1_0(resolve("hungarian"))
    charges = [Charge(-500, "HU-09", 1, as_laid=False)]
    assert (settled(charges, "HU-09", 2, today), settled(charges, "HU-09", 2, then)) == (1, 0)


def test_in_0_1_0_a_ruling_about_what_the_score_charged_counted_once_by_the_score() -> None:
    written = {"points": -100, "article": "HU-05"}
    held = {"melds": [{"rank": "K", "naturals": 3}], "hands": [{"red3": 1}, {}], "rulings": [written]}
    facts = [
        deal(1, held, {"melds": []}),
        ruling("r1", 1, 0, article="HU-09", points=-500, count=1),
        ruling("r2", 1, 0, article="HU-05", points=-100),
    ]
    found = {}
    for name, rules in (("today", resolve("hungarian")), ("then", as_0_1_0(resolve("hungarian")))):
        kind, payload = opened("hungarian")
        state = fold(numbered((kind, {**payload, **snapshot(rules)}), *facts))
        lines = state.rows[0].sides[0].lines
        found[name] = sorted((line.detail, line.points) for line in lines if line.key == "penalties")
        assert state.standings[0].score == 30 - 500 - 100 - 100
    assert found == {
        "today": [("ruling", -500), ("ruling", -100), ("ruling", -100)],
        "then": [("red_three_in_hand", -500), ("ruling", -100), ("ruling", -100)],
    }


def test_in_0_1_0_partners_of_the_cutthroat_game_shared_all_fines_but_those_for_red_threes() -> None:
    two = {"members": [{"name": "B"}, {"name": "C"}], "melds": [{"rank": "K", "naturals": 3}]}
    facts = [
        deal(1, {"members": [{"name": "A"}], "melds": [{"rank": "Q", "naturals": 3}]}, two),
        ruling("r1", 1, 1, article="HU-05", points=-100),
        ruling("r2", 1, 1, article="HU-09", points=-500),
    ]
    found = {}
    for name, rules in (
        ("today", resolve("hungarian", "cutthroat")),
        ("then", as_0_1_0(resolve("hungarian", "cutthroat"))),
    ):
        kind, payload = opened(**CUTTHROAT)
        found[name] = scores(fold(numbered((kind, {**payload, **snapshot(rules)}), *facts)))
    assert found == {"today": [30, 30 - 600, 30], "then": [30, 30 - 600, 30 - 100]}
