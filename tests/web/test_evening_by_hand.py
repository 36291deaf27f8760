"""An evening by hand: the director seats every round himself, place by place, and everything else goes on as ever."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.paper.evenings import evening_sheet
from scorekeeper.words import words_for
from tests.web.tables import desk_of, one_line, post
from tests.web.test_evenings import PAIRS, evening, publish, send, set_up

TAP = re.compile(r'name="(put|off|aim)"\s+value="([^"]*)"[^>]*><span>([^<]*)<')


def tap(client: FlaskClient, page: str, *taps: tuple[str, str]) -> str:
    """Send one tap after the other. Answers the page then."""
    for name, value in taps:
        assert post(client, f"{page}/draft", {name: value, "anew": "yes"}, page).status_code == 303
    return one_line(client.get(f"{page}?anew=yes").text)


def taps(page: str, kind: str) -> list[tuple[str, str]]:
    """What can be tapped, as (value, label)."""
    return [(value, label.strip()) for name, value, label in TAP.findall(page) if name == kind]


def sides(app: Flask, evening_id: str, number: int = 1) -> dict[int, tuple[tuple[str, ...], ...]]:
    """Who sits at each table, by the names of the entrants' players."""
    found = evening(app, evening_id)
    people = {entrant.id: " & ".join(map(str, entrant.players(number))) for entrant in found.entrants}
    return {
        table.number: tuple(tuple(people[id_] for id_ in side) for side in table.sides)
        for table in found.rounds[number - 1].tables
    }


def test_pairs_are_seated_one_tap_each_and_published_so(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client, PAIRS, movement="free")
    page = f"/evenings/{evening_id}/rounds/1"
    shown = one_line(client.get(page).text)
    ids = {name: id_ for id_, name in taps(shown, "put")}
    assert ("seated by hand" in shown, "Nobody sits at a table yet." in shown) == (True, True)
    assert ("Publish round 1" in shown, len(taps(shown, "aim"))) == (False, 4)
    order = ["Jana & Tõnu", "Radu & Elena", "Ilona & Mihai"]
    begun = tap(client, page, *(("put", ids[f"{name}".replace("&", "&amp;")]) for name in order))
    assert ("Table 2 is not full yet." in begun, "Publish round 1" in begun) == (True, False)
    full = tap(client, page, ("put", ids["Béla &amp; Zsuzsa"]), ("put", ids["Béla &amp; Zsuzsa"]))
    assert ("Publish round 1" in full, taps(full, "put")) == (True, [])
    publish(client, evening_id)
    assert sides(app, evening_id) == {
        1: (("Jana & Tõnu",), ("Radu & Elena",)),
        2: (("Ilona & Mihai",), ("Béla & Zsuzsa",)),
    }
    record = evening(app, evening_id).rounds[0].record
    assert (record.by, record.movement, record.cost) == ("director", "free", None)
    for kind in ("by-name", "by-table", "slips", "cards"):
        assert evening_sheet(desk_of(app), evening_id, kind, words_for("en"), round_=1, link=lambda table: None)


def test_a_place_tapped_first_is_the_one_that_is_filled_and_who_met_is_told(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client, PAIRS, movement="free", tables="3, 7")
    first, second = (f"/evenings/{evening_id}/rounds/{number}" for number in (1, 2))
    ids = [id_ for id_, _ in taps(one_line(client.get(first).text), "put")]
    tap(client, first, *(("put", id_) for id_ in ids))
    publish(client, evening_id)
    assert list(sides(app, evening_id)) == [3, 7]
    anew = one_line(client.get(f"{first}?anew=yes").text)
    assert [id_ for id_, _ in taps(anew, "off")] == ids
    home = f"/evenings/{evening_id}"
    for table in (3, 7):
        result = f"{home}/rounds/1/tables/{table}/result"
        assert send(client, result, result, kind="void", reason="no time").status_code == 303
    assert send(client, home, f"{home}/rounds/1/close").status_code == 303
    one, two, three, four = ids
    meant = tap(client, second, ("aim", "7-1-0"))
    assert re.findall(r'value="([^"]*)" aria-pressed="true"', meant) == ["7-1-0"]
    shown = tap(
        client, second, ("aim", "7-1-0"), ("put", two), ("put", four), ("off", four), ("aim", "7-0-0"), ("put", one)
    )
    assert "have met before" in shown
    assert (taps(shown, "aim")[0][0], len(taps(shown, "put"))) == ("3-0-0", 2)
    assert "Publish round 2" in shown  # those without a seat sit out
    publish(client, evening_id, 2)
    found = evening(app, evening_id).rounds[1]
    assert [(table.number, table.sides) for table in found.tables] == [(7, ((one,), (two,)))]
    assert set(found.sit_out) == {three, four}


@pytest.mark.parametrize(
    ("names", "chosen", "seats"),
    [
        ("\n".join("ABCDEFGH"), {}, 8),
        ("\n".join("ABCDEFGHIJKL"), {"rules": "hungarian", "format": "six"}, 12),
        ("\n".join("ABCDEF"), {"rules": "hungarian", "format": "three", "scoring": "places"}, 6),
    ],
)
def test_those_who_come_alone_are_seated_one_by_one(
    app: Flask, client: FlaskClient, names: str, chosen: dict[str, str], seats: int
) -> None:
    evening_id = set_up(client, names, movement="free", **chosen)
    page = f"/evenings/{evening_id}/rounds/1"
    shown = one_line(client.get(page).text)
    assert (len(taps(shown, "put")), len(taps(shown, "aim"))) == (seats, seats)
    tap(client, page, *(("put", id_) for id_, _ in taps(shown, "put")))
    publish(client, evening_id)
    tables = evening(app, evening_id).rounds[0].tables
    assert sum(len(side) for table in tables for side in table.sides) == seats
    assert len(desk_of(app).load(tables[0].match).state.setup.seats) == seats // 2
