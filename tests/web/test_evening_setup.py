"""Setting up an evening: in every format, with house rules, and with a round that has a scoring of its own."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.desk import Stamp
from scorekeeper.actions.evenings.opening import amend_evening
from scorekeeper.evening.ranking.scoring import plain_scoring
from scorekeeper.evening.settings import EveningSetup
from tests.goldens.forms import forms_of
from tests.web.tables import NOW, desk_of, post
from tests.web.test_evenings import PAIRS, evening, publish, send, set_up

NINE = "\n".join(f"P{at}" for at in range(1, 10))
TRIOS = "A & B & C\nD & E & F\nG\nH\nI"


def setup(app: Flask, evening_id: str) -> EveningSetup:
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


def typed_in(client: FlaskClient, page: str = "/evenings/new") -> dict[str, str]:
    """The fields of the house rules on a page, as values by name."""
    fields = [each for form in forms_of(client.get(page).text, page) for each in form.fields]
    return {name: value for name, value in fields if name == "was" or name.startswith("options.")}


def test_what_the_form_does_not_offer_stays_as_it_is(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client, PAIRS)
    odd = {"rounds": 20, "round_end": {"by": "deals", "deals": 10, "late": 12}}
    amend_evening(desk_of(app), evening_id, odd, "", Stamp(5, "odd-settings", "tablet", NOW))
    page = f"/evenings/{evening_id}/settings"
    for changed, late in (({"title": "Fridays"}, 12), ({"title": "Fridays", "late": "20"}, 20)):
        fields = {name: value for form in forms_of(client.get(page).text, page) for name, value in form.fields}
        assert send(client, page, page, **{**fields, **changed}).status_code == 303
        now = setup(app, evening_id)
        assert (now.title, now.rounds, now.round_end["deals"], now.round_end["late"]) == ("Fridays", 20, 10, late)


def test_house_rules_are_chosen_where_the_evening_is_set_up(app: Flask, client: FlaskClient) -> None:
    house = {"preset_name": "Fridays", "rules": "hungarian", "format": "four", "options.target": "4000"}
    assert post(client, "/presets", house).status_code == 303
    preset = desk_of(app).ledger.presets.all()[0].id
    assert post(client, "/evenings/new", {"names": PAIRS, "preset": preset}, "/evenings/new").status_code == 303
    shown = typed_in(client)
    assert (shown["options.target"], shown["was"]) == ("4000", "hungarian four hungarian")
    assert "options.penalty-code" not in client.get("/evenings/new").text  # it has its own field
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
    assert (other["options.target"], other["was"].split()[0]) == ("3000", "czech")  # changed options are carried over


def test_a_round_that_is_counted_by_numbers_of_its_own_keeps_them(app: Flask, client: FlaskClient) -> None:
    """The form cannot show such a scoring, but the next evening has it, too."""
    evening_id = set_up(client)
    page, desk = f"/evenings/{evening_id}/settings", desk_of(app)
    told = Stamp(desk.ledger.evenings.version(evening_id), "own-numbers", "test", "2026-11-22T18:00:00.000+00:00")
    own = {"kind": "outcome", "win": 7, "draw": 3, "loss": 1}
    counted = {**plain_scoring(setup(app, evening_id).scoring), "rounds": {"9": own}}
    amend_evening(desk, evening_id, {"scoring": counted}, "", told)
    assert 'id="apart-9"' in client.get(page).text
    assert send(client, page, page, movement="swiss", **{"apart-1": "sum", "apart-9": "own"}).status_code == 303
    kept = setup(app, evening_id).scoring.rounds
    assert (kept[1].kind, kept[9].win, sorted(kept)) == ("sum", 7, [1, 9])
    assert setup(app, set_up(client, "A & B\nC & D", key="next-evening-0001")).scoring.rounds[9].win == 7
    assert send(client, page, page, movement="swiss", **{"apart-1": "", "apart-9": ""}).status_code == 303
    assert setup(app, evening_id).scoring.rounds == {}
