"""Setting an evening up: every format and setting, what is kept of what was typed, and what is changed later."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.desk import Stamp
from scorekeeper.actions.evenings.opening import amend_evening
from scorekeeper.evening.ranking.scoring_reader import plain_scoring
from scorekeeper.evening.settings import Setup
from scorekeeper.ledger.records.drafts import NEW
from scorekeeper.web.evenings.entrants import read_names
from scorekeeper.words import words_for
from tests.web.tables import desk_of, one_line, post
from tests.web.test_evenings import KEY, PAIRS, evening, publish, send, set_up

NINE = "\n".join(f"P{at}" for at in range(1, 10))
VP4 = "victory_points_4"
#: The numbers and house rules of a form as its page has them: fields, and choices with what is chosen.
INPUT = re.compile(r'<input[^>]*? name="((?:scoring\.|options\.|was|counted)[^"]*)"[^>]*>')
SELECT = re.compile(r'<select [^>]*name="((?:scoring|options)\.[^"]+)"[^>]*>(.*?)</select>')
TRIOS = "A & B & C\nD & E & F\nG\nH\nI"


def setup(app: Flask, evening_id: str) -> Setup:
    return evening(app, evening_id).setup


@pytest.mark.parametrize(
    ("names", "chosen", "entrants", "sides"),
    [
        (NINE, {"rules": "hungarian", "format": "two"}, 9, [2, 2, 2, 2]),
        (NINE, {"rules": "hungarian", "format": "three", "scoring": "places"}, 9, [3, 3, 3]),
        (NINE, {"rules": "hungarian", "format": "cutthroat", "scoring": "places", "movement": "danish"}, 9, [3, 3, 3]),
        (f"{TRIOS}\nJ\nK\nL", {"rules": "hungarian", "format": "six"}, 4, [2, 2]),
        (f"{TRIOS}\nJ\nK\nL", {"rules": "hungarian", "format": "six-rotating"}, 4, [2, 2]),
    ],
)  # fmt: skip
def test_every_format_is_set_up_seated_and_published(
    app: Flask, client: FlaskClient, names: str, chosen: dict[str, str], entrants: int, sides: list[int]
) -> None:
    evening_id = set_up(client, names, **chosen)
    publish(client, evening_id)
    found = evening(app, evening_id)
    assert (len(found.entrants), [len(table.sides) for table in found.rounds[0].tables]) == (entrants, sides)
    match = desk_of(app).load(found.rounds[0].tables[0].match).state.setup
    assert match.rules.table.format == chosen["format"]
    assert len(match.seats) == match.rules.table.players
    one_more = client.get(f"/evenings/{evening_id}/entrants").text
    assert {1: "type one name", 3: "type all three names"}[len(found.entrants[0].players(1))] in one_more


def test_every_setting_is_opened_with_and_holds_the_next_time(app: Flask, client: FlaskClient) -> None:
    chosen = {
        "rules": "hungarian", "options.target": "4000", "code": "hungarian", "deals": "time", "minutes": "45",
        "in_progress": "count", "extra": "10", "warning": "5", "late": "20", "tables": "2-3, 7", "seed": "4711",
        "tie-1": "wins",        "tie-2": "lots", "movement": "mitchell", "opt-step": "2", "title": "Fridays",
    }  # fmt: skip
    evening_id = set_up(client, f"{PAIRS} @7\nOtto & Eva", **chosen)
    found = setup(app, evening_id)
    ends: dict[str, Any] = {"by": "time", "minutes": 45, "in_progress": "count", "warning": 5, "extra": 10, "late": 20}
    assert (found.rules, dict(found.options), found.code) == ("hungarian", {"target": 4000}, "hungarian")
    assert dict(found.round_end) == ends
    assert (found.tables, found.seed, found.tie_breaks) == ((2, 3, 7), "4711", ("wins", "lots"))
    assert (found.movement, dict(found.movement_options)) == ("mitchell", {"step": 2})
    assert [entrant.fixed_table for entrant in evening(app, evening_id).entrants].count(7) == 1
    again = set_up(client, f"{PAIRS} @7\nOtto & Eva", key="another-evening-key")
    assert (setup(app, again).round_end, setup(app, again).tables) == (found.round_end, found.tables)
    assert (setup(app, again).options, setup(app, again).tie_breaks) == (found.options, found.tie_breaks)
    assert "@7" in client.get("/evenings/new?last=yes").text


def typed_in(client: FlaskClient, page: str = "/evenings/new") -> dict[str, str]:
    """The numbers and house rules as a page has them in its fields."""
    shown = one_line(client.get(page).text)
    told = {}
    for found in INPUT.finditer(shown):
        if 'type="radio"' not in found[0] or " checked" in found[0]:
            told[found[1]] = found[0].partition('value="')[2].partition('"')[0]
    for name, options in SELECT.findall(shown):
        told[name] = next(iter(re.findall(r'value="([^"]*)" selected', options)), "")
    return told


def test_the_club_changes_any_number_of_the_counting(app: Flask, client: FlaskClient) -> None:
    shown = typed_in(client)
    rows = sorted({int(found[1]) for name in shown if (found := re.match(r"scoring\.bands\[(\d+)\]", name))})
    empty = rows[-3:-1]
    band = {f"scoring.bands[{empty[0]}][{at}]": text for at, text in enumerate(("2 500", "20", "-1"))}
    changed = {
        **shown,
        **band,
        "scoring.sit_out.points": "",
        "scoring.warnings.every": "",
        "scoring.missed.points": "-2",
    }
    evening_id = set_up(client, **changed)
    found = setup(app, evening_id).scoring
    assert [(each.up_to, each.winner, each.loser) for each in found.bands[-2:]] == [(2500, 20, -1), (None, 20, 0)]
    assert (found.sit_out.points, found.warnings, found.missed.points) == ("average", None, -2)
    page = f"/evenings/{evening_id}/settings"
    again = one_line(client.get(page).text)
    assert "changed by the club" in again
    assert typed_in(client)["scoring.missed.points"] == "-2"  # the next evening is counted as the last
    fields = typed_in(client, page) | {f"scoring.bands[{rows[2]}][0]": "499"}
    fields |= {"movement": "round_robin"}
    wrong = send(client, page, page, scoring=VP4, **(fields | {f"scoring.bands[{rows[2]}][0]": "99"}))
    assert (wrong.status_code, f'href="#scoring.bands[{rows[2]}][0]"' in wrong.text) == (422, True)
    assert send(client, page, page, scoring=VP4, **fields).status_code == 303
    assert setup(app, evening_id).scoring.bands[2].up_to == 499


def test_another_way_of_counting_has_its_own_numbers_and_its_own_chain(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client, **typed_in(client), scoring="win_draw_loss")
    assert (setup(app, evening_id).scoring.win, setup(app, evening_id).tie_breaks[:1]) == (2, ("difference",))
    assert '<option value="win_draw_loss" selected>' in one_line(client.get("/evenings/new").text)
    page = f"/evenings/{evening_id}/settings"
    assert "changed by the club" not in client.get(page).text
    told = {**typed_in(client, page), "movement": "round_robin"}
    assert send(client, page, page, **told, scoring="three_points").status_code == 303
    assert (setup(app, evening_id).scoring.win, setup(app, evening_id).tie_breaks[:1]) == (3, ("wins",))


def test_house_rules_are_chosen_where_the_evening_is_set_up(app: Flask, client: FlaskClient) -> None:
    house = {"preset_name": "Fridays", "rules": "hungarian", "format": "four", "options.target": "4000"}
    assert post(client, "/presets", house).status_code == 303
    preset = desk_of(app).ledger.presets.all()[0].id
    kept = post(client, "/evenings/new", {"names": PAIRS, "preset": preset}, "/evenings/new")
    assert kept.status_code == 303
    shown = typed_in(client)
    assert (shown["options.target"], shown["was"]) == ("4000", "hungarian four hungarian")
    assert "options.penalty-code" not in client.get("/evenings/new").text  # it has a field of its own
    evening_id = set_up(client, **shown, rules="hungarian", format="four")
    assert dict(setup(app, evening_id).options) == {"target": 4000}
    publish(client, evening_id)
    match = desk_of(app).load(evening(app, evening_id).rounds[0].tables[0].match).state.setup
    assert match.rules.end.target == 4000
    page = f"/evenings/{evening_id}/settings"
    filled = send(client, page, page, preset=preset, title="Late")
    assert (filled.status_code, 'value="Late"' in filled.text) == (200, True)
    assert setup(app, evening_id).title != "Late"
    rules = {"rules": "hungarian", "format": "four", "movement": "round_robin", "reason": "late"}
    told = {**typed_in(client, page), **rules, "options.target": "3000"}
    assert send(client, page, page, **told).status_code == 303
    assert dict(setup(app, evening_id).options) == {"target": 3000}
    other = typed_in(client, "/evenings/new?rules=czech&format=four")
    assert (other["options.target"], other["was"].split()[0]) == ("3000", "czech")  # what the table had changed stays


def test_a_drawn_pair_sits_at_the_table_of_the_one_who_cannot_walk() -> None:
    people = read_names("Ilona @4\nMihai\nJana & Tõnu @2", words_for("en"))
    drawn = people.entrants(size=2, singly=False, seed="1")
    assert sorted((tuple(sorted(line)), at) for line, at in drawn) == [(("Ilona", "Mihai"), 4), (("Jana", "Tõnu"), 2)]
    assert [at for _, at in people.entrants(size=2, singly=True, seed="1")] == [4, None, 2, 2]


def test_everybody_of_last_time_but_two_is_seated_with_six_taps(app: Flask, client: FlaskClient) -> None:
    """New evening, all of last time, two who are not here, draw, publish: who is not here is a tap each."""
    names = "\n".join("ABCDEFGH")
    set_up(client, f"{names} @2")
    new = "/evenings/new"
    post(client, new, {"names": "", "last": "yes"}, new)
    shown = one_line(client.get(new).text)
    assert '<details class="help" id="not-here" open>' in shown
    there = re.findall(r'name="drop"\s+value="([^"]*)"', shown)
    assert sorted(there) == [*"ABCDEFG", "H @2"]
    for gone in ("C", "H @2"):
        there.remove(gone)
        typed = desk_of(app).ledger.evening_drafts.get(*NEW)
        assert typed
        post(client, new, {"names": str(typed.body["names"]), "drop": gone}, new)
        assert ">{}</textarea>".format("\n".join(there)) in client.get(new).text


def test_an_evening_typed_in_later_has_its_own_day(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client, date="2026-10-08")
    assert setup(app, evening_id).date == "2026-10-08"
    assert "Oct" in client.get("/evenings").text
    assert 'name="date" type="date" value=""' in client.get("/evenings/new").text, "the next one is of its own day"
    page = f"/evenings/{evening_id}/settings"
    assert 'value="2026-10-08"' in client.get(page).text
    assert send(client, page, page, movement="round_robin", date="2026-10-09").status_code == 303
    assert setup(app, evening_id).date == "2026-10-09"
    assert send(client, page, page, movement="round_robin", date="").status_code == 303
    assert setup(app, evening_id).date == "2026-10-09"
    wrong = post(client, "/evenings", {"names": PAIRS, "key": KEY, "date": "yesterday"}, "/evenings/new")
    assert (wrong.status_code, 'href="#date"' in wrong.text) == (422, True)


def test_a_single_round_is_counted_in_another_way(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client, **{"apart-2": "victory_points_3", "apart-3": "luck", "apart-0": "sum"})
    page = f"/evenings/{evening_id}/settings"
    assert {number: each.kind for number, each in setup(app, evening_id).scoring.rounds.items()} == {2: "bands"}
    assert setup(app, evening_id).scoring.rounds[2].bands[0].up_to == 50
    assert "<small>rounds: 2</small>" in one_line(client.get(page).text)
    assert '<option value="victory_points_3" selected>' in client.get(page).text.partition('id="apart-2"')[2]
    # what the form cannot show, a scoring with numbers of its own, it keeps, also for the next evening
    own = {"kind": "outcome", "win": 7, "draw": 3, "loss": 1}
    told = Stamp(
        desk_of(app).ledger.evenings.version(evening_id), "own-numbers", "test", "2026-11-22T18:00:00.000+00:00"
    )
    counted = {**plain_scoring(setup(app, evening_id).scoring), "rounds": {"9": own}}
    amend_evening(desk_of(app), evening_id, {"scoring": counted}, "", told)
    assert 'id="apart-9"' in client.get(page).text
    assert send(client, page, page, movement="swiss", **{"apart-1": "sum", "apart-9": "own"}).status_code == 303
    kept = setup(app, evening_id).scoring.rounds
    assert (kept[1].kind, kept[9].win, sorted(kept)) == ("sum", 7, [1, 9])
    again = set_up(client, "A & B\nC & D", key="next-evening-0001")
    assert setup(app, again).scoring.rounds[9].win == 7
    assert send(client, page, page, movement="swiss", **{"apart-1": "", "apart-9": ""}).status_code == 303
    assert setup(app, evening_id).scoring.rounds == {}
    thirds = post(
        client, "/evenings",
        {"names": NINE, "key": KEY, "rules": "hungarian", "format": "three", "scoring": "places", "apart-1": VP4},
        "/evenings/new",
    )  # fmt: skip
    assert (thirds.status_code, 'href="#apart-1"' in thirds.text) == (422, True)
