"""Acts on an evening: each is one transaction over its chain and its matches, and is refused where it is not
allowed."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.actions.club.sharing import open_table
from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.evenings import opening as evenings
from scorekeeper.actions.evenings import results, rounds
from scorekeeper.actions.journal import StaleAct
from scorekeeper.actions.matches.deals import DealSheet, amend_deal
from scorekeeper.actions.transfer import export_all, export_evening, export_match, import_any
from scorekeeper.actions.verify import verify
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import replace
from scorekeeper.evening.acts import EVENING_ACTS
from scorekeeper.ledger.errors import KeyReused, UnknownEvening
from tests.actions.evenings import NIGHT, NOW, agree, new_id, next_round, opened, play, published, stamp, table_now

#: The key of a movement's options in the settings.
ASKED = "movement_options"


@pytest.fixture(autouse=True)
def evening(desk: Desk) -> None:
    """Open an evening of four pairs."""
    opened(desk)


def refused(act: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value.key, caught.value.where


def test_every_kind_of_entry_says_what_it_is_about() -> None:
    acts = EVENING_ACTS.all.values()
    assert all(act.ABOUT in act.SEEN for act in acts)
    assert {seen for act in acts for seen in act.SEEN} == {act.ABOUT for act in acts}


def test_a_published_round_opens_its_matches_once(desk: Desk) -> None:
    new = next_round(desk)
    at = stamp(desk, "publish-it")
    first = rounds.publish(desk, NIGHT, new, at, new_id=new_id)
    again = rounds.publish(desk, NIGHT, new, at, new_id=new_id)
    assert (first.replayed, again.replayed, again.entry) == (False, True, first.entry)
    setup = desk.load(first.entry.payload["tables"][0]["match"]).state.setup
    assert [side.name for side in setup.sides] == ["Anna & Béla", "Maie & Zoltán"]
    assert setup.seats == ("Anna", "Maie", "Béla", "Zoltán")
    assert setup.evening
    assert (setup.evening.evening, setup.evening.round, setup.evening.table) == (NIGHT, 1, 1)
    assert len(desk.ledger.matches.page()) == 2
    with pytest.raises(KeyReused):
        rounds.publish(desk, NIGHT, replace(new, number=2), at, new_id=new_id)


def test_a_match_of_so_many_deals_ends_with_the_last_of_them(desk: Desk) -> None:
    match_id = published(desk)[0].match
    play(desk, match_id, (9000, 0), (0, 0), (0, 0), closing=False)
    assert not desk.load(match_id).state.over
    play(desk, match_id, (0, 9000), closing=False)
    verdict = desk.load(match_id).state.verdict
    assert (verdict.over, verdict.draw) == (True, True)


def test_no_round_is_seated_without_the_results_of_one_that_is_reopened(desk: Desk) -> None:
    for number in (1, 2):
        for table in published(desk):
            play(desk, table.match, (500, 400))
            agree(desk, number, table.number)
        rounds.close_round(desk, NIGHT, number, stamp(desk, f"close-round-{number}"))
    new = next_round(desk)
    rounds.reopen_round(desk, NIGHT, 1, "Counted wrongly", stamp(desk, "reopen-1"))
    early = refused(lambda: rounds.publish(desk, NIGHT, new, stamp(desk, "too-early"), new_id=new_id))
    assert early == ("round_not_closed", "round")
    rounds.close_round(desk, NIGHT, 1, stamp(desk, "close-it"))
    rounds.publish(desk, NIGHT, new, stamp(desk, "in-good-time"), new_id=new_id)
    rounds.reopen_round(desk, NIGHT, 1, "Once more", stamp(desk, "reopen-2"))
    anew = replace(new, redrawn=1)
    assert refused(lambda: rounds.publish(desk, NIGHT, anew, stamp(desk, "seat-again"), new_id=new_id)) == early
    seen, swapped = stamp(desk, "slip-of-1"), [replace(table, sides=table.sides[::-1]) for table in new.tables]
    rounds.correct_seating(desk, NIGHT, 3, swapped, "They sat the other way", stamp(desk, "swap-sides"))
    slip = [{"score": 700}, {"score": 400}]
    results.set_result(
        desk, NIGHT, 1, 1, "played", seen, sides=slip, reason="Counted again"
    )  # accepted: correcting round 3 does not make a result of round 1 stale


def test_nobodys_agreement_holds_for_what_was_amended(desk: Desk) -> None:
    table = published(desk)[0]
    play(desk, table.match, (1500, 1000))
    agree(desk, 1, 1)
    state = desk.load(table.match).state
    record = state.rows[0].record
    sides = [{**side, "hand_points": 50} for side in record.body["sides"]]
    sheet = DealSheet({"sides": sides}, ["totals", "totals"], agreed=True)
    amend_deal(desk, table.match, 1, sheet, "Counted again", Stamp(state.version, "amend-it", "laptop", NOW))
    now = table_now(desk)
    assert (now.state, now.amended) == ("finished", True)
    old = {"totals": (1500, 1000), "match_version": state.version}
    assert refused(lambda: results.confirm(desk, NIGHT, 1, 1, 0, stamp(desk, "late-yes"), **old))[0] == "other_totals"
    agree(desk, 1, 1)
    back = DealSheet(record.body, ["totals", "totals"], agreed=True)
    again = Stamp(desk.ledger.matches.version(table.match), "amend-back", "laptop", NOW)
    amend_deal(desk, table.match, 1, back, "Right before", again)
    assert table_now(desk).now.totals == (1500, 1000)
    assert refused(lambda: results.confirm(desk, NIGHT, 1, 1, 0, stamp(desk, "too-late"), **old))[0] == "other_totals"


def test_a_stale_act_is_told_what_changed_and_others_follow(desk: Desk) -> None:
    one, two = published(desk)
    seen = stamp(desk, "their-key")
    play(desk, one.match, (500, 400))
    play(desk, two.match, (500, 400))
    agree(desk, 1, 2)  # the agreement of one table does not make the acts at another stale
    told = {"totals": (500, 400), "match_version": desk.ledger.matches.version(one.match)}
    results.confirm(desk, NIGHT, 1, 1, 0, replace(seen, key="one-agrees"), **told)
    results.confirm(desk, NIGHT, 1, 1, 1, replace(seen, key="two-agrees"), **told)
    with pytest.raises(StaleAct) as stale:
        results.confirm(desk, NIGHT, 1, 1, 1, replace(seen, key="two-again"), **told)
    assert [(entry.kind, entry.payload["side"]) for entry in stale.value.since] == [("result_confirmed", 1)]
    rounds.close_round(desk, NIGHT, 1, replace(seen, key="close-it"))
    with pytest.raises(StaleAct) as stale:
        rounds.close_round(desk, NIGHT, 1, replace(seen, key="close-too"))
    assert [entry.kind for entry in stale.value.since] == ["round_closed"]


def test_many_tables_agree_at_once(desk: Desk) -> None:
    seen = [(table, published_at) for table in published(desk) for published_at in [stamp(desk, "x" * 8)]]
    for table, _ in seen:
        play(desk, table.match, (500, 400))

    def say(number: int, side: int, match: str, at: Stamp) -> None:
        told = {"totals": (500, 400), "match_version": desk.ledger.matches.version(match)}
        results.confirm(desk, NIGHT, 1, number, side, replace(at, key=f"agree-{number}-{side}"), **told)

    with ThreadPoolExecutor(4) as pool:
        done = [pool.submit(say, table.number, side, table.match, at) for table, at in seen for side in (0, 1)]
        for each in done:
            each.result()
    assert {table.state for table in desk.load_evening(NIGHT).state.rounds[0].tables} == {"confirmed"}
    assert [entry.kind for entry in desk.ledger.evenings.entries(NIGHT)].count("result_confirmed") == 4


def test_an_evening_goes_elsewhere_with_its_matches_all_or_nothing(desk: Desk, tmp_path: Path) -> None:
    first = next_round(desk)
    gone = {table.match for table in published(desk)}
    rounds.publish(desk, NIGHT, first, stamp(desk, "seat-again"), new_id=new_id)
    for table in desk.load_evening(NIGHT).state.rounds[0].tables:
        match = export_match(desk, table.match)
        play(desk, table.match, (500, 400))
        agree(desk, 1, table.number)
    exported = json.loads(json.dumps(export_evening(desk, NIGHT)))
    assert [each["id"] for each in export_all(desk)] == [NIGHT]
    other = open_desk(tmp_path / "other.db")
    with closing(other.ledger):
        forged = json.loads(json.dumps(exported))
        forged["matches"][3]["entries"][1]["payload"]["agreed"] = 7
        assert refused(lambda: import_any(other, forged)) == (
            "not_true_or_false",
            "matches[3].entries[1].payload.agreed",
        )
        forged["matches"][3]["entries"][1]["payload"]["agreed"] = True
        forged["matches"][3]["entries"][1]["actor"] = "nobody"
        assert refused(lambda: import_any(other, forged)) == ("not_of_the_exported_form", "matches[3].check")
        assert refused(lambda: import_any(other, {**exported, "matches": []})) == ("not_one_of", "matches")
        assert refused(lambda: import_any(other, {**exported, "canasta_evening": 2}))[1] == "canasta_evening"
        assert (other.ledger.evenings.page(), other.ledger.matches.page()) == ((), ())
        assert import_any(other, exported).outcome == "added"
        assert import_any(other, exported).outcome == "known"
        assert export_evening(other, NIGHT) == exported
        assert {row.id for row in other.ledger.matches.retired()} == gone
        assert other.ledger.evenings.seal(NIGHT) == desk.ledger.evenings.seal(NIGHT)
        assert other.load_evening(NIGHT).state == desk.load_evening(NIGHT).state
        assert verify(other).problems == ()
    alone = open_desk(tmp_path / "alone.db")
    with closing(alone.ledger):
        entries = [each for each in exported["entries"] if each["kind"] in ("evening_opened", "entrant_added")]
        seated = next(each for each in exported["entries"] if each["kind"] == "round_seated")
        seated["payload"]["tables"][0]["sides"].append([])
        forged = {**exported, "entries": [*entries, seated], "check": None}
        assert refused(lambda: import_any(alone, forged))[1] == "matches[0].entries[0].payload.sides"
        import_any(alone, match)
        play(alone, match["id"], (100, 200))  # without its evening, it is a match as any other
        assert [each.score for each in alone.load(match["id"]).state.standings] == [100, 200]
        assert open_table(alone, NIGHT, match["id"]) is None


@pytest.mark.parametrize(
    ("changed", "entrants", "told"),
    [
        ({"movement": "mitchell", ASKED: {"step": 2}}, None, ("out_of_range", f"{ASKED}.step")),
        (
            {"movement": "draw", ASKED: {"per_table": 4, "avoid_repeats": True}}, None,
            ("contradicts", f"{ASKED}.avoid_repeats"),
        ),
        ({"movement": "individual"}, None, ("movement_not_of_format", "movement")),
        ({"movement": "draw", ASKED: {"per_table": 4}}, None, ("movement_not_of_format", "movement")),
        ({"tables": [1]}, None, ("too_few_tables", "tables")),
        ({"tables": []}, None, ("missing", "tables")),
        ({"seed": ""}, None, ("not_text", "seed")),
        ({"movement": "knockout", ASKED: {"seeding": "draw"}, "seed": None}, None, ("missing", "seed")),
        ({"code": "tea"}, None, ("not_one_of", "code")),
        (
            {}, (evenings.NewEntrant(("A", "B"), fixed_table=3), evenings.NewEntrant(("C", "D"), fixed_table=3)),
            ("own_table_twice", "entrants[1].fixed_table"),
        ),
    ],
)  # fmt: skip
def test_what_no_round_could_be_seated_by_is_refused_when_the_evening_is_opened(
    desk: Desk, changed: dict[str, Any], entrants: tuple[evenings.NewEntrant, ...] | None, told: tuple[str, str]
) -> None:
    pairs = tuple(evenings.NewEntrant((f"P{at}", f"Q{at}")) for at in range(4))
    settings = {
        "title": "Friday", "date": "2026-11-20", "rules": "classic", "format": "four", "movement": "danish",
        "scoring": "sum", "seed": "1", **changed,
    }  # fmt: skip

    def open_it() -> object:
        new = evenings.NewEvening(settings, entrants or pairs)
        return evenings.open_evening(desk, new, evening_id="later", key="key-of-later", actor="test", now=NOW)

    assert refused(open_it) == told
    assert desk.ledger.evenings.row(NIGHT).id == NIGHT
    with pytest.raises(UnknownEvening):
        desk.ledger.evenings.row("later")


def test_a_movement_is_changed_only_to_what_its_entrants_can_play(desk: Desk) -> None:
    def amend(movement: str, **options: object) -> None:
        changed = {"movement": movement, "movement_options": options}
        evenings.amend_evening(desk, NIGHT, changed, "", stamp(desk, f"amend-{movement}-{options}"[:40]))

    assert refused(lambda: amend("mitchell", step=9)) == ("out_of_range", f"changed.{ASKED}.step")
    assert refused(lambda: amend("two_losses", losses=0)) == ("out_of_range", f"changed.{ASKED}.losses")
    amend("mitchell", step=1)
