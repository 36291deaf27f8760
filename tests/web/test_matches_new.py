"""Opening a match: the form, its rules, the draw, presets, and what it says about mistakes."""

import re
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.rulebook.loader import rulebook
from tests.actions.test_draws import Stacked
from tests.web.tables import FOUR, desk_of, fields, one_line, opened, play, post


def state(app: Flask, match_id: str):
    return desk_of(app).load(match_id).state


def value_of(page: str, name: str) -> str | None:
    """What a text field of a page holds."""
    found = re.search(rf'<input[^>]*name="{re.escape(name)}"[^>]*?value="([^"]*)"', page)
    return found[1] if found else None


def test_it_works(app: Flask, client: FlaskClient) -> None:
    answer = post(client, "/matches", fields())
    assert answer.status_code == 303
    setup = state(app, answer.location.rsplit("/", 1)[1]).setup
    assert (setup.rules.id, setup.rules.end.target) == ("classic", 5000)
    assert [side.name for side in setup.sides] == ["Ilona & Mihai", "Jana & Tõnu"]


def test_the_usual_case_is_names_and_start(client: FlaskClient) -> None:
    page = client.get("/matches/new").text
    assert page.count("<details") == page.count('class="part"') + page.count("data-menu")
    assert '<details class="part" id="house-rules">' in page


def test_the_form_is_sent_twice_and_one_match_is_opened(client: FlaskClient) -> None:
    first, second = (post(client, "/matches", fields()) for _ in range(2))
    assert first.location == second.location


def test_one_key_for_two_different_matches_is_refused(client: FlaskClient) -> None:
    post(client, "/matches", fields())
    assert post(client, "/matches", fields(title="Another one")).status_code == 422


def test_a_post_without_token_is_refused(client: FlaskClient) -> None:
    assert client.post("/matches", data=fields()).status_code == 400


def test_every_mistake_stands_at_its_field_and_all_typing_is_kept(client: FlaskClient) -> None:
    wrong = fields(("Ilona", "", "ilona", "Tõnu"), title="Friday", note="By the window", currency="Euro")
    wrong |= {"options.target": "4998", "options.hand-size": "many", "side_names[0]": "x" * 61}
    answer = post(client, "/matches", wrong)
    assert answer.status_code == 422
    assert "<title>Error: " in answer.text
    for field in ("players[1]", "players[2]", "side_names[0]", "currency", "options.target", "options.hand-size"):
        assert f'<a href="#{field}">' in answer.text
        assert f'id="{field}-error"' in answer.text
        assert f'id="{field}" name="{field}"' in one_line(answer.text)
    kept = {"players[0]": "Ilona", "options.target": "4998", "options.hand-size": "many", "title": "Friday"}
    assert {name: value_of(answer.text, name) for name in kept} == kept
    assert "By the window" in answer.text


def test_a_part_of_the_house_rules_with_a_mistake_is_open(client: FlaskClient) -> None:
    page = post(client, "/matches", fields(**{"options.hand-size": "many", "options.target": "3000"})).text
    assert re.findall(r'id="(house-rules|group-\w+)" open', page) == ["house-rules", "group-deal"]
    assert "<small>Target: 3,000 · " in page


def test_names_that_are_missing_are_told_in_one_line(client: FlaskClient) -> None:
    page = post(client, "/matches", fields(("", " ", "", "Tõnu"))).text
    assert "One thing to correct" in page
    assert page.count("3 names are missing.") == 1
    assert page.count('aria-invalid="true" aria-describedby="errors"') == 3
    assert "is there twice" not in page
    assert page.count("A name is missing here.") == 0
    alone = post(client, "/matches", fields(("", "Jana", "Mihai", "Tõnu"))).text
    assert alone.count("A name is missing here.") == 2  # at the head of the page and at its field


@pytest.mark.parametrize(
    ("format_", "sides"),
    [("four", [("Side 1", ("Player 1", "Player 3")), ("Side 2", ("Player 2", "Player 4"))]),
     ("two", [("Player 1", ("Player 1",)), ("Player 2", ("Player 2",))])],
)  # fmt: skip
def test_without_any_name_a_match_is_played_by_seats_who_are_no_players(
    app: Flask, client: FlaskClient, format_: str, sides: list[tuple[str, tuple[str, ...]]]
) -> None:
    match_id = opened(client, ("", " ", "", ""), rules="hungarian", format=format_)
    setup = state(app, match_id).setup
    assert [(side.name, side.players) for side in setup.sides] == sides
    assert desk_of(app).ledger.players.page() == ()
    play(app, match_id, (setup.rules.end.target, 0))
    evening = client.get(f"/sheets/evening/{desk_of(app).ledger.matches.row(match_id).opened_at[:10]}").text
    assert sides[0][0] in evening
    assert "Margin: own points" not in evening, "seats are nobody to be compared"
    again = client.get(f"/matches/new?from={match_id}", follow_redirects=True).text
    assert value_of(again, "players[0]") == ""
    exported = client.get(f"/matches/{match_id}.json").json
    assert exported["entries"][0]["payload"]["unnamed"] is True


def test_whoever_played_here_last_takes_a_free_seat_by_a_tap_and_leaves_it_by_another(client: FlaskClient) -> None:
    opened(client, ("Eszter", "Karel", "Jaan", "Ana"))
    opened(client)
    page = client.get("/matches/new?players[0]=Karel&sit=Mihai", follow_redirects=True).text
    assert [value_of(page, f"players[{seat}]") for seat in range(4)] == ["Karel", "Mihai", "", ""]
    chips = re.findall(r'name="sit" value="([^"]+)" aria-pressed="(\w+)"', page)
    assert [name for name, _ in chips[:4]] == ["Ilona", "Jana", "Mihai", "Tõnu"]
    assert [name for name, sits in chips if sits == "true"] == ["Mihai", "Karel"]
    page = client.get("/matches/new?players[0]=Karel&players[1]=Mihai&sit=Karel", follow_redirects=True).text
    assert [value_of(page, f"players[{seat}]") for seat in range(2)] == ["", "Mihai"]


def test_nothing_is_saved_with_a_mistake(app: Flask, client: FlaskClient) -> None:
    post(client, "/matches", fields(("", "Jana", "", "")))
    assert desk_of(app).ledger.matches.page() == ()


def test_options_are_frozen_with_the_match(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, **{"options.target": "3000", "options.hand-size": "11", "options.tie": "extra-deal"})
    setup = state(app, match_id).setup
    assert dict(setup.options) == {"target": 3000, "tie": "extra-deal"}
    assert setup.rules.end.target == 3000


def test_an_emptied_bonus_is_the_rule_sets_own(app: Flask, client: FlaskClient) -> None:
    setup = state(app, opened(client, **{"rules": "czech", "options.wild-canasta-four-jokers": ""})).setup
    assert (setup.rules.bonus_of["wild_jokers"], dict(setup.options)) == (2000, {})


def test_numbers_may_be_typed_as_people_write_them(app: Flask, client: FlaskClient) -> None:
    assert state(app, opened(client, **{"options.target": "10 000"})).setup.rules.end.target == 10_000


def test_the_first_dealer_is_chosen(app: Flask, client: FlaskClient) -> None:
    now = state(app, opened(client, first_dealer="2"))
    assert now.setup.seats[now.seating.dealer] == "Mihai"


def test_a_pack_may_have_letters_of_its_own(app: Flask, client: FlaskClient) -> None:
    assert state(app, opened(client, pack="own", letters="tkdb")).setup.pack_index == "TKDB"


def test_letters_that_are_too_few_are_told_at_their_field(client: FlaskClient) -> None:
    answer = post(client, "/matches", fields(pack="own", letters="TK"))
    assert 'id="letters-error"' in answer.text


# --- Other rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", list(rulebook().rule_sets))
def test_only_options_that_the_rule_set_has_are_shown(client: FlaskClient, rules: str) -> None:
    page = client.get(f"/matches/new?rules={rules}").text
    shown = set(re.findall(r'name="options\.([\w-]+)"', page))
    assert shown == {option.id for option in rulebook().options_of(rules)}


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
        sent = dict(re.findall(r'<input[^>]*id="(options\.[^"]+)"[^>]*value="([^"]*)"', page))
        sent |= dict(re.findall(r'name="(options\.[^"]+)" value="([^"]*)" checked', page))
        sent |= dict(re.findall(r'<select id="(options\.[^"]+)".*?<option value="([^"]*)" selected', page))
        assert len(sent) == len(rulebook().options_of(rules))
        match_id = opened(client, rules=rules, key=f"untouched-{place}", **sent)
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


def test_other_rules_keep_names_and_what_the_table_changed(client: FlaskClient) -> None:
    asked = fields(
        rules="czech", title="Friday", was="classic four", **{"options.target": "5000", "options.tie": "extra-deal"}
    )
    answer = client.get("/matches/new", query_string=asked)
    assert answer.status_code == 302
    page = client.get(answer.location).text
    assert value_of(page, "options.target") == "10000"  # untouched under the rules before
    assert 'name="options.tie" value="extra-deal" checked' in page
    assert value_of(page, "players[3]") == "Tõnu"
    assert value_of(page, "title") == "Friday"


def test_a_smaller_table_keeps_the_first_names(client: FlaskClient) -> None:
    asked = fields(rules="hungarian", format="two", was="hungarian four")
    page = client.get("/matches/new", query_string=asked, follow_redirects=True).text
    assert value_of(page, "players[1]") == "Jana"
    assert "players[2]" not in page


def test_every_option_has_its_sentence_and_leaves_the_source_to_the_rules(client: FlaskClient) -> None:
    page = client.get("/matches/new?rules=classic").text
    assert "The match ends with the deal in which a side reaches this total." in page
    assert "<cite" not in page
    assert 'href="/rules/classic"' in page


@pytest.mark.parametrize(
    "query", ["rules=bridge", "rules=classic&format=nine", "first_dealer=99", "preset=", "drawn=XX"]
)
def test_an_odd_address_still_shows_the_form(client: FlaskClient, query: str) -> None:
    assert client.get(f"/matches/new?{query}").status_code == 200


# --- The draw ------------------------------------------------------------------------------------


def test_the_draw_seats_the_table_and_shows_the_cards(app: Flask, client: FlaskClient) -> None:
    app.config["RANDOM"] = Random(5)
    answer = client.get("/matches/new", query_string=fields(draw="partners"))
    assert answer.status_code == 302
    page = client.get(answer.location).text
    seats = [value_of(page, f"players[{seat}]") for seat in range(4)]
    assert sorted(filter(None, seats)) == sorted(FOUR)
    assert page.count('<span class="card') == 4
    assert 'name="first_dealer" value="3" aria-label="Seat 4 deals first" checked' in one_line(page)


def test_reloading_shows_the_same_cards(app: Flask, client: FlaskClient) -> None:
    location = client.get("/matches/new", query_string=fields(draw="partners")).location
    cards = [re.findall(r'<span class="card[^>]*>.*?</span>', client.get(location).text) for _ in range(2)]
    assert cards[0] == cards[1] != []


def test_a_draw_for_the_dealer_moves_nobody(app: Flask, client: FlaskClient) -> None:
    app.config["RANDOM"] = Random(5)
    page = client.get("/matches/new", query_string=fields(draw="dealer"), follow_redirects=True).text
    assert [value_of(page, f"players[{seat}]") for seat in range(4)] == list(FOUR)


@pytest.mark.parametrize(
    ("rules", "seat", "says"),
    [("czech-fast", 3, "The lowest card deals first"), ("hungarian", 0, "The highest card is dealt to first")],
)
def test_the_draw_says_whose_card_decides_about_the_dealer(
    app: Flask, client: FlaskClient, rules: str, seat: int, says: str
) -> None:
    app.config["RANDOM"] = Stacked("KC", "AS", "4S", "3D")
    page = client.get("/matches/new", query_string=fields(draw="dealer", rules=rules), follow_redirects=True).text
    assert f'name="first_dealer" value="{seat}" aria-label="Seat {seat + 1} deals first" checked' in one_line(page)
    assert says in page


def test_a_draw_needs_every_name(client: FlaskClient) -> None:
    answer = client.get("/matches/new", query_string=fields(("Ilona", "", "Mihai", "Mihai"), draw="partners"))
    assert answer.status_code == 422
    assert 'id="players[1]-error"' in answer.text
    assert 'id="players[3]-error"' in answer.text


# --- Players, presets, another match like this one ------------------------------------------------


def test_players_are_remembered(client: FlaskClient) -> None:
    opened(client)
    assert '<option value="Tõnu">' in client.get("/matches/new").text


def test_house_rules_are_kept_under_a_name_and_used_again(client: FlaskClient) -> None:
    typed = fields(preset_name="Friday club", **{"options.target": "3000"})
    answer = post(client, "/presets", typed)
    assert answer.status_code == 303
    page = client.get(answer.location).text
    assert value_of(page, "players[0]") == "Ilona"
    preset = re.search(r'name="preset" value="(\w+)"><span>Friday club', page)
    assert preset
    again = client.get(f"/matches/new?preset={preset[1]}&players[1]=Jana", follow_redirects=True).text
    assert value_of(again, "options.target") == "3000"
    assert value_of(again, "players[1]") == "Jana"


def test_a_word_among_kept_house_rules_is_an_empty_field(app: Flask, client: FlaskClient) -> None:
    typed = fields(rules="hungarian", preset_name="Mild", **{"options.red-three-in-hand": ""})
    post(client, "/presets", typed)
    (preset,) = desk_of(app).ledger.presets.all()
    assert preset.options == {"red-three-in-hand": "as-laid"}
    page = client.get(f"/matches/new?preset={preset.id}", follow_redirects=True).text
    assert value_of(page, "options.red-three-in-hand") == ""


def test_saved_house_rules_are_removed_by_a_second_tap_elsewhere(app: Flask, client: FlaskClient) -> None:
    post(client, "/presets", fields(preset_name="Friday club", **{"options.target": "3000"}))
    (preset,) = desk_of(app).ledger.presets.all()
    page = client.get("/presets").text
    folded = re.findall(r'<details class="help">(?:(?!</details>).)*</details>', page, re.DOTALL)
    assert [f"/presets/{preset.id}/drop" in each for each in folded] == [True]
    assert page.count(f"/presets/{preset.id}/drop") == 1


def test_the_same_name_keeps_the_newer_house_rules(app: Flask, client: FlaskClient) -> None:
    for name, target in (("Friday club", "3000"), ("FRIDAY Club", "4000")):
        post(client, "/presets", fields(preset_name=name, **{"options.target": target}))
    assert [preset.options for preset in desk_of(app).ledger.presets.all()] == [{"target": 4000}]


def test_house_rules_without_a_name_are_told_at_the_field(client: FlaskClient) -> None:
    answer = post(client, "/presets", fields(preset_name=" "))
    assert answer.status_code == 422
    assert 'id="preset_name-error"' in answer.text


def test_kept_house_rules_are_listed_and_removed(app: Flask, client: FlaskClient) -> None:
    post(client, "/presets", fields(preset_name="Friday club", **{"options.target": "3000"}))
    page = client.get("/presets").text
    assert "Friday club" in page
    assert "3,000" in page
    (preset,) = desk_of(app).ledger.presets.all()
    assert post(client, f"/presets/{preset.id}/drop", {}, page="/presets").status_code == 303
    assert desk_of(app).ledger.presets.all() == ()


def test_a_match_like_an_earlier_one_begins_with_its_people_and_rules(client: FlaskClient) -> None:
    match_id = opened(client, **{"options.target": "3000", "side_names[0]": "North–South"})
    page = client.get(f"/matches/new?from={match_id}", follow_redirects=True).text
    assert value_of(page, "players[0]") == "Ilona"
    assert value_of(page, "side_names[0]") == "North–South"
    assert value_of(page, "side_names[1]") == ""  # was made of its players, and will be again
    assert value_of(page, "options.target") == "3000"
    assert 'name="first_dealer" value="1" aria-label="Seat 2 deals first" checked' in one_line(page)


@pytest.mark.parametrize("query", ["preset=unknown", "from=unknown"])
def test_what_is_not_there_is_404(client: FlaskClient, query: str) -> None:
    assert client.get(f"/matches/new?{query}").status_code == 404


def test_hostile_names_stay_text(client: FlaskClient) -> None:
    hostile = '"><script>alert(1)</script>'
    answer = post(client, "/matches", fields((hostile, "", "Mihai", "Tõnu"), title=hostile))
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize(
    ("rules", "code", "says"),
    [
        ("hungarian", "", "to 5,000 · Hungarian penalty code"),
        ("romanian", "", "to 5,000 · Romanian penalty code"),
        ("classic", "hungarian", "to 5,000 · Hungarian penalty code"),
        ("hungarian", "none", "to 5,000 · Penalty code: None"),
        ("classic", "", "to 5,000"),
    ],
)
def test_the_house_rules_in_short_name_the_penalty_code(client: FlaskClient, rules: str, code: str, says: str) -> None:
    chosen = {"options.penalty-code": code} if code else {}
    page = post(client, "/matches", fields(("", " ", "", "Tõnu"), rules=rules, **chosen)).text
    assert f"<small>{says}</small>" in page
