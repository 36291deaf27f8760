"""Correcting the seating of a round after some deals: the deals count for the right players, or are played again."""

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.evenings.results import set_result
from tests.actions.evenings import NIGHT, play, stamp
from tests.html_tree import found, text_of, values_of
from tests.web.tables import desk_of, one_line, token

HOME = f"/evenings/{NIGHT}"


def correct(client: FlaskClient, *taps: str, table: int = 1, number: int = 1) -> str:
    """Tap people and tables on the page, one after the other. Returns the page after the taps."""
    address = f"{HOME}/rounds/{number}/correct"
    shown = client.get(address, query_string={"table": table}).text
    for tap in taps:
        fields = values_of(shown, "[name=sits], [name=picked]")
        shown = client.get(address, query_string={**fields, "pick": tap}).text
    return shown


def test_two_pairs_at_the_wrong_tables_after_two_deals_keep_their_deals(night: Flask, client: FlaskClient) -> None:
    desk = desk_of(night)
    one, two = desk.load_evening(NIGHT).state.rounds[0].tables
    play(desk, one.match, (500, 100), (300, 200), closing=False)
    play(desk, two.match, (50, 60), (70, 80), closing=False)
    page = one_line(correct(client, one.sides[0][0], two.sides[0][0]))
    assert "The deals count" in page
    form = {
        "csrf_token": token(client), **values_of(page, "[name=sits]"), "key": "put-it-right-1",
        "version": str(desk.ledger.evenings.version(NIGHT)), "reason": "They sat at the wrong tables",
    }  # fmt: skip
    for _ in range(2):  # a double tap sends it twice
        assert client.post(f"{HOME}/rounds/1/correct", data=form).status_code == 303
    now = desk.load_evening(NIGHT).state.rounds[0].tables
    assert [table.sides for table in now] == [(two.sides[0], one.sides[1]), (one.sides[0], two.sides[1])]
    assert [table.now.totals for table in now] == [(800, 300), (120, 140)], "the deals stay with the seats"
    assert [entry.kind for entry in desk.ledger.evenings.entries(NIGHT)].count("seating_corrected") == 1
    names = desk.load(one.match).state.setup.seats
    assert {"Petra", "Karel"} <= set(names) or {"Ionuț", "Jüri"} <= set(names)
    wrong = client.post(f"{HOME}/rounds/1/correct", data={**form, "key": "nobody-moved-1", "reason": ""})
    assert wrong.status_code in (409, 422)


def test_whole_tables_change_places_and_a_tap_twice_on_one_lets_it_go(night: Flask, client: FlaskClient) -> None:
    one, two = desk_of(night).load_evening(NIGHT).state.rounds[0].tables
    order = [int(id_) - 1 for table in (two, one) for side in table.sides for id_ in side]
    assert values_of(correct(client, "table-1", "table-2"), "[name=sits]")["sits"] == " ".join(map(str, order))
    page = correct(client, one.sides[0][0], one.sides[0][0])
    assert ('aria-pressed="true"' in page, "The deals count" in page) == (False, False)


def test_tables_of_slips_are_exchanged_in_sight_of_the_totals_of_their_seats(night: Flask, client: FlaskClient) -> None:
    desk = desk_of(night)
    for table in (1, 2):
        sides = [{"score": 1000 * table}, {"score": 700 * table}]
        set_result(desk, NIGHT, 1, table, "played", stamp(desk, f"slip-of-{table}"), sides=sides)
    shown = [text_of(each) for each in found(correct(client, "table-1", "table-2"), "span.sc")]
    assert shown == ["1,000", "700", "2,000", "1,400"]


def test_the_tables_play_again_as_they_were_published(night: Flask, client: FlaskClient) -> None:
    desk = desk_of(night)
    one = desk.load_evening(NIGHT).state.rounds[0].tables[0]
    play(desk, one.match, (500, 100), (300, 200), closing=False)
    address = f"{HOME}/rounds/1/correct"
    page = one_line(client.get(address, query_string={"table": "1"}).text)
    assert 'name="again" value="1" checked' in page
    form = {"csrf_token": token(client), "version": str(desk.ledger.evenings.version(NIGHT)), "act": "again"}
    assert client.post(address, data={**form, "key": "again-without-why", "again": "1"}).status_code == 422
    assert client.post(address, data={**form, "key": "again-of-no-table", "reason": "x"}).status_code == 422
    assert client.post(address, data={**form, "key": "again-with-why", "again": "1", "reason": "x"}).status_code == 303
    assert desk.load_evening(NIGHT).state.rounds[0].tables[0].now.deals == 0
