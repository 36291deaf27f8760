"""How a spreadsheet reads an exported cell; the exports themselves are in snapshots and stories."""

import csv
import io

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.web.matches.export import defused
from tests.web.tables import opened, play


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@sum"])
def test_names_that_look_like_formulas_are_defused(app: Flask, client: FlaskClient, name: str) -> None:
    match_id = opened(client, (name, "Jana"), rules="hungarian", format="two", key=f"formula-key-{ord(name[0])}")
    play(app, match_id, (515, 340))
    rows = csv.reader(io.StringIO(client.get(f"/matches/{match_id}.csv").data.decode("utf-8-sig")))
    assert f"'{name}" in [row[1] for row in rows]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("x;=cmd|'/c calc'!A0", "x;'=cmd|'/c calc'!A0"),  # if a semicolon separates cells
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
