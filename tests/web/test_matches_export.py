"""A match to take away: JSON that can be imported, CSV that a spreadsheet reads safely."""

import csv
import io

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.web.matches.export import defused
from tests.web.tables import opened, play
from tests.web.test_rulings_apply import OUT_OF_TURN, apply


def rows(client: FlaskClient, match_id: str) -> list[list[str]]:
    text = client.get(f"/matches/{match_id}.csv").data.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def test_lines_come_to_their_total(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (515, 340), (790, -85))
    _, *table = rows(client, match_id)
    for total in (row for row in table if row[2] == "total"):
        lines = [row for row in table if row[:2] == total[:2] and row[2] != "total"]
        assert sum(int(row[6]) for row in lines) == int(total[6])


def test_negative_numbers_stay_numbers(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (515, -85))
    assert "-85" in [row[6] for row in rows(client, match_id)]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@sum"])
def test_names_that_look_like_formulas_are_defused(app: Flask, client: FlaskClient, name: str) -> None:
    match_id = opened(client, ("Ilona", "Jana"), rules="hungarian", format="two", key="formula-key-1")
    match_id = opened(client, (name, "Jana"), rules="hungarian", format="two", key=f"formula-key-{ord(name[0])}")
    play(app, match_id, (515, 340))
    assert f"'{name}" in [row[1] for row in rows(client, match_id)]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("x;=cmd|'/c calc'!A0", "x;'=cmd|'/c calc'!A0"),  # where a semicolon parts cells
        ("x,+1", "x,'+1"),
        ("x|-1", "x|'-1"),
        ("x\t@sum", "x\t'@sum"),
        ('x; "=1+1"', 'x;\' "=1+1"'),
        ('"=1', "'\"=1"),
        (" =1", "' =1"),
        ("＝1", "'＝1"),
        ("a;=1;=2", "a;'=1;'=2"),
        ("\tx", "'\tx"),
        ("Ana-Maria; Jean = Paul", "Ana-Maria; Jean = Paul"),
        ("O'Neill", "O'Neill"),
    ],
)
def test_no_cell_becomes_a_formula_by_any_separator(name: str, cell: str) -> None:
    assert defused(name) == cell


def test_a_number_is_never_touched() -> None:
    assert defused(-85) == -85
    assert defused(None) is None


def test_the_json_holds_every_entry(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (515, 340))
    answer = client.get(f"/matches/{match_id}.json")
    assert answer.mimetype == "application/json"
    told = answer.get_json()
    assert told["id"] == match_id
    assert [entry["kind"] for entry in told["entries"]] == ["match_opened", "deal_recorded"]
    assert told["sides"][0] == {"name": "Ilona & Mihai", "players": ["Ilona", "Mihai"], "score": 515}


def test_a_ruling_keeps_its_article_its_player_and_its_reason(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="hungarian")
    decided = {"override": "yes", "points": "-50", "raise": "0", "reason": "First evening"}
    apply(client, match_id, {**OUT_OF_TURN, **decided})
    play(app, match_id, (515, 340))
    head, *table = rows(client, match_id)
    told = [dict(zip(head, row, strict=False)) for row in table]
    (line,) = (row for row in told if row["line"] == "penalties")
    assert (line["points"], line["article"]) == ("-50", "HU-05")
    (ruling,) = (row for row in told if row["line"] == "ruling")
    assert (ruling["deal"], ruling["detail"], ruling["article"]) == ("1", "override", "HU-05")
    assert (ruling["player"], ruling["reason"], ruling["points"]) == ("Jana", "First evening", "")
