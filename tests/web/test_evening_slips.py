"""The slips of a round on one page: totals are typed field by field, saved together, questioned once, and never
lost."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.evenings.results import Slip, set_result, set_slips
from scorekeeper.engine.refused import Refused
from tests.actions.evenings import NIGHT, agree, play, stamp
from tests.html_tree import values_of
from tests.web.tables import desk_of, one_line, token

HOME = f"/evenings/{NIGHT}"
SLIPS = f"{HOME}/rounds/1/slips"


def fields(page: str) -> dict[str, str]:
    """The values of all fields in the list of slips, by name."""
    return values_of(page, "#slips [name]")


def typed(client: FlaskClient, page: str, **figures: str) -> tuple[int, str]:
    """Save the list with these figures ("1_0": table 1, side 0).

    Returns the status and the page; for a redirect, the status and the address.
    """
    form = {**fields(page), **{f"score-{at.replace('_', '-')}": figure for at, figure in figures.items()}}
    answer = client.post(SLIPS, data={**form, "csrf_token": token(client)})
    return answer.status_code, one_line(answer.text) if answer.status_code != 303 else answer.location


def entered(app: Flask) -> list[tuple[int, ...] | None]:
    return [table.scores for table in desk_of(app).load_evening(NIGHT).state.rounds[0].tables]


@pytest.mark.parametrize(
    ("figure", "asks"),
    [("1003", "1,003 is not a multiple of 5."), ("115000", "115,000 is more than can be made in this round.")],
)
def test_an_unlikely_figure_is_asked_about_once(night: Flask, client: FlaskClient, figure: str, asks: str) -> None:
    status, page = typed(client, client.get(SLIPS).text, **{"1_0": figure, "1_1": "1000"})
    assert (status, asks in page, entered(night)[0]) == (422, True, None)
    status, other = typed(client, page, **{"1_1": "1001"})
    assert (status, "1,001 is not a multiple of 5." in other) == (422, True), "another figure is asked about again"
    assert typed(client, page)[0] == 303
    assert entered(night)[0] == (int(figure), 1000)


def test_a_slip_typed_over_what_both_sides_confirmed_is_asked_about_once(night: Flask, client: FlaskClient) -> None:
    desk = desk_of(night)
    table = desk.load_evening(NIGHT).state.rounds[0].tables[0]
    play(desk, table.match, (300, 200))
    agree(desk, 1, 1)
    one_table = {"kind": "played", "score-0": "305", "score-1": "200", "version": "9", "key": "one-table"}
    answer = client.post(f"{HOME}/rounds/1/tables/1/result", data={**one_table, "csrf_token": token(client)})
    assert (answer.status_code, "The sides confirmed 300 : 200." in answer.text) == (422, True)
    assert typed(client, client.get(SLIPS).text, **{"2_0": "700", "2_1": "600"})[0] == 303, "nothing is asked"
    status, page = typed(client, client.get(SLIPS).text, **{"1_0": "305"})
    assert (status, page.count("The sides confirmed 300 : 200."), entered(night)[0]) == (422, 2, (300, 200))
    assert typed(client, page)[0] == 303
    assert entered(night)[0] == (305, 200)


def test_a_slip_changed_elsewhere_is_told_and_replaced_only_when_saved_again(night: Flask, client: FlaskClient) -> None:
    page, desk = client.get(SLIPS).text, desk_of(night)
    set_result(desk, NIGHT, 1, 1, "played", stamp(desk, "other-laptop"), sides=[{"score": 900}, {"score": 800}])
    status, shown = typed(client, page, **{"1_0": "1150", "1_1": "1000", "2_0": "600", "2_1": "500"})
    assert (status, "In the meantime another device entered 900 : 800." in shown) == (422, True)
    assert [fields(shown)[f"score-{at}"] for at in ("1-0", "1-1", "2-0")] == ["1150", "1000", "600"]
    assert entered(night) == [(900, 800), None]
    assert typed(client, shown)[0] == 303
    assert entered(night) == [(1150, 1000), (600, 500)]
    set_result(desk, NIGHT, 1, 1, "withdrawn", stamp(desk, "taken-back"))
    for slip in (Slip(1, (1200, 1000), (1150, 1000)), Slip(3, (1200, 1000), None)):  # there is no table 3
        with pytest.raises(Refused, match="slip_changed"):
            set_slips(desk, NIGHT, 1, [slip], stamp(desk, "late-slips"))


def test_the_same_figures_typed_on_two_devices_are_no_conflict(night: Flask, client: FlaskClient) -> None:
    page, desk = client.get(SLIPS).text, desk_of(night)
    sides = [{"score": 900}, {"score": 800}]
    set_result(desk, NIGHT, 1, 1, "played", stamp(desk, "other-laptop"), sides=sides)
    assert typed(client, page, **{"1_0": "900", "1_1": "800"})[0] == 303
    assert entered(night)[0] == (900, 800)
