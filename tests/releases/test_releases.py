"""Today's program shows the same figures as each release for every match that the release recorded.

A new release adds a folder, which `python -m tests.releases.write` makes.
"""

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.actions.club.worked_out import results_now
from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.actions.matches.opening import rematch
from scorekeeper.actions.transfer import export_all, import_any
from scorekeeper.actions.verify import verify
from scorekeeper.cli import main
from scorekeeper.engine import snapshots
from scorekeeper.rulebook.loader import resolve
from tests.releases.figures import figures, kept
from tests.releases.write import DATABASE, FIGURES, HERE, play_changes, play_rule_set

RELEASES = sorted(folder.name for folder in HERE.iterdir() if (folder / DATABASE).exists())

#: Figures that a release showed wrongly, as {release: {id of the match: differences}}. A sheet of 0.1.0 showed a deal's
#: minimum as if a later amendment had come before the deal.
MENDED = {"0.1.0": {"changed": [".sheet.deals[1][1].min[0]: 0 became 50"]}}


#: The prefix of an evening's id among the figures.
EVENING = "evening "


def matches_of(then: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of the matches by id, without those of evenings."""
    return {id_: shown for id_, shown in then.items() if id_ and not id_.startswith(EVENING)}


@pytest.fixture(scope="module", params=RELEASES)
def then(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The figures as a release showed them, by the id of the match, or by `EVENING` with the id of the evening. The key
    "" has the name of the release's folder."""
    shown: dict[str, Any] = json.loads(gzip.decompress((HERE / request.param / FIGURES).read_bytes()))
    return {"": request.param, **shown}


@pytest.fixture(scope="module")
def desk(then: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """The release's database, opened by today's program."""
    file = tmp_path_factory.mktemp("release") / "scorekeeper.db"
    file.write_bytes(gzip.decompress((HERE / then[""] / DATABASE).read_bytes()))
    return open_desk(file)


def test_every_figure_is_what_it_was(then: dict[str, Any], desk: Desk) -> None:
    matches = matches_of(then)
    assert {row.id for row in desk.ledger.matches.page(limit=500)} == set(matches)
    changed = {id_: places for id_, shown in matches.items() if (places := kept(shown, figures(desk, id_)))}
    assert changed == MENDED.get(then[""], {})
    evenings = {id_: shown for id_, shown in then.items() if id_.startswith(EVENING)}
    assert {f"{EVENING}{row.id}": results_now(desk, row.id) for row in desk.ledger.evenings.every()} == evenings


def test_nothing_is_found_wrong_and_everything_can_move(desk: Desk, tmp_path: Path) -> None:
    assert verify(desk).problems == ()
    elsewhere = open_desk(tmp_path / "scorekeeper.db")
    for exported in export_all(desk):
        assert import_any(elsewhere, json.loads(json.dumps(exported))).outcome == "added"
    for row in desk.ledger.matches.every():
        assert elsewhere.load(row.id).state == desk.load(row.id).state
    for evening in desk.ledger.evenings.every():
        assert elsewhere.load_evening(evening.id).state == desk.load_evening(evening.id).state


def test_drafts_links_and_names_are_there(desk: Desk) -> None:
    draft = desk.ledger.drafts.get("changed", 5)
    assert draft is not None
    assert draft.body == {"s0-red": "2"}
    assert [share.kind for share in (*desk.ledger.shares.of("changed"), *desk.ledger.shares.of(None))] == [
        "watch",
        "edit",
    ]
    assert [preset.name for preset in desk.ledger.presets.all()] == ["Friday"]
    assert desk.ledger.rematches.after("changed") == "changed-again"


def test_its_copy_is_restored_by_the_command(then: dict[str, Any], tmp_path: Path) -> None:
    copy, database = tmp_path / "copy.db", tmp_path / "scorekeeper.db"
    copy.write_bytes(gzip.decompress((HERE / then[""] / DATABASE).read_bytes()))
    assert main(["restore", str(copy), "--database", str(database)]) == 0
    desk = open_desk(database)
    assert {row.id for row in desk.ledger.matches.page(limit=500)} == set(matches_of(then))
    assert verify(desk).problems == ()


def test_a_rematch_is_played_by_todays_rules(desk: Desk) -> None:
    for row in desk.ledger.matches.page(limit=500):
        new = rematch(desk.load(row.id).state.setup)
        resolve(new.rules, new.format, dict(new.options))


def test_todays_matches_are_of_todays_version(tmp_path: Path) -> None:
    """The fixture of the next release can be written, and read back unchanged."""
    desk = open_desk(tmp_path / "scorekeeper.db")
    for rules in ("viennese", "samba", "burraco"):
        play_rule_set(desk, rules)
    play_changes(desk)
    rows = desk.ledger.matches.page(limit=500)
    assert {desk.ledger.matches.entries(row.id)[0].payload["rules_version"] for row in rows} == {snapshots.VERSION}
    before = {row.id: figures(desk, row.id) for row in rows}
    again = open_desk(tmp_path / "scorekeeper.db")
    assert {id_: kept(shown, figures(again, id_)) for id_, shown in before.items()} == {id_: [] for id_ in before}


def test_rules_of_a_newer_program_are_refused() -> None:
    opened = {**snapshots.snapshot(resolve("classic")), "rules_version": snapshots.VERSION + 1}
    with pytest.raises(ValueError, match="this program reads 1 to"):
        snapshots.read_snapshot(opened)


def test_a_figure_that_changed_is_told() -> None:
    shown = {"a": [1, {"b": 2}], "c": None}
    assert kept(shown, {"a": [1, {"b": 2, "new": 0}], "c": None, "d": 1}) == []
    assert kept(shown, {"a": [1, {"b": 3}], "c": None}) == [".a[1].b: 2 became 3"]
    assert kept(shown, {"a": [1], "c": 0}) == [".a: [1, {'b': 2}] became [1]", ".c: None became 0"]
