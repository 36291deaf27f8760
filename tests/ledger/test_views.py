"""The views for people who open the file in sqlite-utils or Datasette show only what is in force."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from scorekeeper.ledger.chain.projections import MatchSummary
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.sqlite.driver import sqlite3
from tests.ledger.cast import add, deal, open_match

NAMES = ("matches", "sides", "players", "deals", "lines", "rulings", "entries")


@pytest.fixture
def reader(ledger: Ledger, path: Path) -> Iterator[Database]:
    """Open the file as another program would."""
    open_match(ledger)
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    yield Database(connection)
    connection.close()


def rows(reader: Database, view: str) -> list[dict[str, Any]]:
    return list(reader.query(f"SELECT * FROM {view}"))


def test_every_name_of_the_contract_is_there(reader: Database) -> None:
    assert {*reader.table_names(), *reader.view_names()}.issuperset(NAMES)
    assert {name: len(rows(reader, name)) for name in NAMES} == {
        "matches": 1,
        "sides": 2,
        "players": 4,
        "deals": 0,
        "lines": 0,
        "rulings": 0,
        "entries": 1,
    }


def test_sides(ledger: Ledger, reader: Database) -> None:
    add(ledger, "deal_recorded", deal(1), summary=MatchSummary("over", (1250, 300), outcomes=("won", "lost")))
    assert rows(reader, "sides")[0] == {
        "match_id": "friday",
        "title": "Friday evening",
        "position": 0,
        "name": "North-South",
        "players": "Anna Nagy, Béla Kovács",
        "score": 1250,
        "outcome": "won",
    }


def test_a_deal_and_its_lines(ledger: Ledger, reader: Database) -> None:
    add(ledger, "deal_recorded", deal(1))
    (found,) = rows(reader, "deals")
    assert found["deal"] == 1
    assert found["totals"] == "[1250,300]"
    assert (found["agreed"], found["cards_left"], found["annulled"], found["amended"]) == (1, 83, 0, 0)
    assert [tuple(line.values())[2:] for line in rows(reader, "lines")] == [
        (1, 0, "North-South", "cards_melded", None, 14, None, 750),
        (1, 0, "North-South", "natural_canastas", None, 1, 500, 500),
        (1, 1, "East-West", "cards_melded", None, 20, None, 300),
    ]


def totals(reader: Database) -> dict[int, str | None]:
    return {row["deal"]: row["totals"] for row in rows(reader, "deals")}


def test_only_the_last_word_on_a_deal_stands(ledger: Ledger, reader: Database) -> None:
    for number in (1, 2, 3):
        add(ledger, "deal_recorded", deal(number))
    add(ledger, "deal_amended", {**deal(1, 1300), "reason": "recounted"})
    add(ledger, "deal_amended", deal(1, 1400))
    add(ledger, "deal_removed", {"deal": 3, "reason": "wrong match"})
    assert totals(reader) == {1: "[1400,300]", 2: "[1250,300]"}
    add(ledger, "deal_recorded", deal(3, 700))
    assert totals(reader) == {1: "[1400,300]", 2: "[1250,300]", 3: "[700,300]"}


def test_a_deal_is_worth_nothing_as_long_as_a_ruling_annuls_it(ledger: Ledger, reader: Database) -> None:
    for number in (1, 2):
        add(ledger, "deal_recorded", deal(number))
    ruling = {"ruling": "r1", "deal": 2, "side": 0, "article": "HU-01", "outcomes": ["ANNUL_PREVIOUS_DEAL"]}
    add(ledger, "ruling_applied", {**ruling, "ruling": "r2", "deal": 1, "outcomes": ["REDEAL"]})
    for outcomes in (["ANNUL_DEAL"], ["ANNUL_PREVIOUS_DEAL"]):
        add(ledger, "ruling_applied", {**ruling, "outcomes": outcomes})
        assert totals(reader) == {1: "[1250,300]", 2: None}
        assert [row["annulled"] for row in rows(reader, "deals")] == [0, 1]
        assert {line["deal"] for line in rows(reader, "lines")} == {1}
        add(ledger, "ruling_withdrawn", {"ruling": "r1"})
        assert totals(reader) == {1: "[1250,300]", 2: "[1250,300]"}
        assert {line["deal"] for line in rows(reader, "lines")} == {1, 2}


def test_matches_are_told_apart(ledger: Ledger, reader: Database) -> None:
    add(ledger, "deal_recorded", deal(1))
    open_match(ledger, "saturday", "Saturday")
    add(ledger, "deal_removed", {"deal": 1}, match_id="saturday")
    assert [row["match_id"] for row in rows(reader, "deals")] == ["friday"]


def test_a_ruling_stands_until_it_is_withdrawn(ledger: Ledger, reader: Database) -> None:
    ruling = {
        "ruling": "r1",
        "deal": 1,
        "side": 1,
        "player": "Jüri Tamm",
        "code": "hungarian",
        "article": "HU-03",
        "points": -100,
        "opening_raise": 10,
    }
    add(ledger, "ruling_applied", ruling)
    add(ledger, "ruling_applied", {**ruling, "ruling": "r2"})
    found = rows(reader, "rulings")
    assert [(row["ruling"], row["side_name"], row["points"], row["opening_raise"]) for row in found] == [
        ("r1", "East-West", -100, 10),
        ("r2", "East-West", -100, 10),
    ]
    add(ledger, "ruling_withdrawn", {"ruling": "r1"})
    assert [row["ruling"] for row in rows(reader, "rulings")] == ["r2"]
    add(ledger, "ruling_applied", {**ruling, "points": -50})
    assert [(row["ruling"], row["points"]) for row in rows(reader, "rulings")] == [("r2", -100), ("r1", -50)]


def test_a_scorer_with_a_name_of_its_own_keeps_it(ledger: Ledger, reader: Database) -> None:
    """In the cutthroat game a deal has a result for each player."""
    payload = deal(1)
    payload["result"][1]["name"] = "Ionuț"
    add(ledger, "deal_recorded", payload)
    assert rows(reader, "lines")[-1]["side_name"] == "Ionuț"
