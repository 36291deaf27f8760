"""Opening a match: house rules, formats, penalty codes, and presets."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.rulebook.loader import rulebook
from tests.html_tree import found, sent, values_of
from tests.web.tables import desk_of, fields, one_line, opened, post


def state(app: Flask, match_id: str):
    return desk_of(app).load(match_id).state


def test_a_part_of_the_house_rules_with_a_mistake_is_open(client: FlaskClient) -> None:
    page = post(client, "/matches", fields(**{"options.hand-size": "many", "options.target": "3000"})).text
    assert [each.get("id") for each in found(page, "details[open]")] == ["house-rules", "group-deal"]
    assert "<small>Target: 3,000 · " in page


def test_an_emptied_bonus_is_the_rule_sets_own(app: Flask, client: FlaskClient) -> None:
    setup = state(app, opened(client, **{"rules": "czech", "options.wild-canasta-four-jokers": ""})).setup
    assert (setup.rules.bonus_of["wild_jokers"], dict(setup.options)) == (2000, {})


# --- Other rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "format_"),
    [(id_, format_) for id_, facts in rulebook().rule_sets.items() for format_ in facts.formats],
)
def test_every_format_opens_with_its_seats(app: Flask, client: FlaskClient, rules: str, format_: str) -> None:
    count = int(rulebook().formats[format_].table["players"])
    players = ("Ilona", "Jana", "Mihai", "Tõnu", "Eszter", "Karel")[:count]
    now = state(app, opened(client, players, rules=rules, format=format_))
    assert now.setup.seats == players
    assert dict(now.setup.options) == {}


def test_the_untouched_form_of_every_rule_set_changes_no_option(app: Flask, client: FlaskClient) -> None:
    for place, rules in enumerate(rulebook().rule_sets):
        page = one_line(client.get(f"/matches/new?rules={rules}").text)
        shown = dict(pair for field in found(page, "[name^='options.']") for pair in sent(field))
        assert {f"options.{option.id}" for option in rulebook().options_of(rules)} == shown.keys()
        match_id = opened(client, rules=rules, key=f"untouched-{place}", **shown)
        assert dict(state(app, match_id).setup.options) == {}, rules


@pytest.mark.parametrize(
    ("code", "typed", "chosen", "fine"),
    [
        ("romanian", "-500", {"penalty-code": "romanian"}, -300),
        ("none", "-500", {"penalty-code": "none"}, "as-laid"),
        ("romanian", "-400", {"penalty-code": "romanian", "red-three-in-hand": -400}, -400),
        ("hungarian", "-300", {"red-three-in-hand": -300}, -300),
    ],
)
def test_a_fine_left_as_the_page_showed_it_is_that_of_the_code_chosen(
    app: Flask, client: FlaskClient, code: str, typed: str, chosen: dict[str, object], fine: object
) -> None:
    sent = {"options.penalty-code": code, "options.red-three-in-hand": typed}
    match_id = opened(client, rules="hungarian", was="hungarian four hungarian", **sent)
    setup = state(app, match_id).setup
    assert dict(setup.options) == chosen
    assert setup.rules.threes_of["red"].in_hand == fine
    again = {"rules": "classic", "format": "four", "was": "hungarian four hungarian", **sent}
    assert ("red-three-in-hand" in client.get("/matches/new", query_string=again).location) == (typed != "-500")


# --- Players, presets, another match like this one ------------------------------------------------


def test_a_word_among_kept_house_rules_is_an_empty_field(app: Flask, client: FlaskClient) -> None:
    typed = fields(rules="hungarian", preset_name="Mild", **{"options.red-three-in-hand": ""})
    post(client, "/presets", typed)
    (preset,) = desk_of(app).ledger.presets.all()
    assert preset.options == {"red-three-in-hand": "as-laid"}
    page = client.get(f"/matches/new?preset={preset.id}", follow_redirects=True).text
    assert values_of(page, "input[name='options.red-three-in-hand']") == {"options.red-three-in-hand": ""}


def test_saved_house_rules_are_removed_by_a_second_tap_elsewhere(app: Flask, client: FlaskClient) -> None:
    post(client, "/presets", fields(preset_name="Friday club", **{"options.target": "3000"}))
    (preset,) = desk_of(app).ledger.presets.all()
    page = client.get("/presets").text
    drops = f"form[action='/presets/{preset.id}/drop']"
    assert len(found(page, drops)) == len(found(page, f"details.help {drops}")) == 1
