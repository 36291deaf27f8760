"""The entry page without a browser: its fields in every game, the parts of a preview, the values that tables share."""

from collections.abc import Iterator
from xml.etree.ElementTree import tostring

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.rulebook.loader import resolve, rulebook
from tests.html_tree import found, text_of
from tests.web.conftest import application
from tests.web.tables import desk_of, opened, post

#: Side A: 420 melded, 35 in hand, a natural and a mixed canasta, two red threes, went out. Side B: 215 melded, 60 in
#: hand, a mixed canasta.
ROUND = {
    "end": "0",
    "s0-way": "totals",
    "s0-mp": "420",
    "s0-hp": "35",
    "s0-can-natural": "1",
    "s0-can-mixed": "1",
    "s0-red": "2",
    "s1-way": "totals",
    "s1-mp": "100+115",
    "s1-hp": "60",
    "s1-can-mixed": "1",
}
WAYS = ("cards", "counts", "totals")
TABLES = [(rules, table) for rules, facts in rulebook().rule_sets.items() for table in facts.formats]
#: Every game and format with one way of entry, taken in turns; the long tests have all ways.
COUNTED = [
    pytest.param(*each, way, marks=[] if at % 3 == way_at else [pytest.mark.soak])
    for at, each in enumerate(TABLES)
    for way_at, way in enumerate(WAYS)
]


def send(client: FlaskClient, match: str, number: int, fields: dict[str, str], *, path: str = "", **more: str):
    """Send the form of a deal. Returns the answer."""
    about = {"key": "key-of-the-deal", "version": "1", "seen": "0", "act": "save"}
    return post(client, f"/matches/{match}/deals/{number}{path}", {**about, **fields, **more}, f"/matches/{match}/more")


def summary(page: str) -> list[tuple[str, str]]:
    """The error summary as (id of the field, sentence)."""
    links = found(page, "section.errors a")
    assert links
    return [(link.get("href", "").removeprefix("#"), text_of(link)) for link in links]


def scores(app: Flask, match: str) -> list[int]:
    return [standing.score for standing in desk_of(app).load(match).state.standings]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A client of one application that many tests share; each opens a match of its own."""
    with application(tmp_path_factory.mktemp("hall")) as app:
        yield app.test_client()


@pytest.mark.parametrize(("rules", "table", "way"), COUNTED)
def test_every_rule_set_and_format_has_its_page(hall: FlaskClient, rules: str, table: str, way: str) -> None:
    players = tuple(["Ilona", "Jana", "Mihai", "Tõnu", "Anna", "Dénes"][: resolve(rules, table).table.players])
    match = opened(hall, players, rules=rules, format=table, key=f"{rules}-{table}-{way}")
    page = hall.get(f"/matches/{match}/deals/new?way={way}")
    game = resolve(rules, table)
    assert page.status_code == 200
    assert ('name="took"' in page.text) is (table == "cutthroat")
    assert ('name="s2-red"' in page.text) is (game.table.sides == 3 and bool(game.threes))
    assert ("s0-q0-K" in page.text) is (game.sequences and way == "cards")
    assert ('name="s0-t-wild"' in page.text) is (game.wild_melds and way == "cards")
    assert ('name="concealed"' in page.text) is (game.going_out.concealed is not None)
    assert ('name="first_pile"' in page.text) is (rules == "czech-fast")
    assert ('name="first_round"' in page.text) is (rules == "hungarian")
    assert (f"{game.points['joker']}\u00a0· Jokers" in page.text) is (way == "counts")


def test_a_preview_fills_the_places_that_the_page_has(client: FlaskClient) -> None:
    match = opened(client)
    fields = {"end": "0", "s0-n-K": "5", "s0-t-K": "2", "s0-red": "1"}
    page = send(client, match, 1, fields, path="/preview").text
    places = {each.get("data-into", "") for each in found(page, "[data-into]")}
    send(client, match, 1, fields, act="look")
    page = client.get(f"/matches/{match}/deals/new").text
    ids = {each.get("id", "") for each in found(page, "[id]")}
    assert {"panel-0", "s0-echo-K", "s0-head-K", "s0-tile-K", "tab-1", "green-step-m0"} <= places & ids
    assert {place for place in places - ids if not place.endswith(("-sum", "-echo-3"))} == set()


@pytest.mark.parametrize(
    ("sight", "parts"),
    [
        ("", {"s0-echo-K", "panel-0", "panel-1"}),
        ("step-m0", {"s0-echo-K", "s0-head-K", "s0-tile-K", "panel-0"}),
        ("step-m1", {"panel-1"}),
        ("step-hands", set[str]()),
    ],
)
def test_a_preview_sends_the_parts_of_the_sheet_in_sight_and_of_all_that_is_beside_it(
    client: FlaskClient, sight: str, parts: set[str]
) -> None:
    fields = {"s1-hand": "side", "end": "0", "s0-n-K": "5", "s0-t-K": "2", "left": "10+20", "s1-red": "5"}
    always = {"left-sum", "agree", "tab-0", "tab-1", "green-step-m0", "green-step-m1", "green-step-hands"}
    page = send(client, opened(client), 1, fields, path="/preview", sight=sight).text
    told = {each.get("data-into") for each in found(page, "[data-into]")}
    assert told == parts | always if sight else parts < told
    assert {each.get("href") for each in found(page, ".findings .error a")} == {"#s1-red"}


def test_what_nobody_touched_is_drawn_alike_at_every_table_and_nothing_of_another(client: FlaskClient) -> None:
    first, second = opened(client), opened(client, key="key-of-another-match")

    def trays(match: str, language: str) -> dict[str, str]:
        page = client.get(f"/matches/{match}/deals/new?way=cards&lang={language}").text
        return {each.get("data-tray", ""): tostring(each, "unicode") for each in found(page, ".tray[data-tray]")}

    plain, hungarian = trays(first, "en"), trays(first, "hu")
    send(client, first, 1, {"s0-way": "cards", "s0-n-K": "5", "s0-t-K": "2", "s1-j-8": "1"}, act="look")
    touched = trays(first, "en")
    assert {name for name in plain if plain[name] != touched[name]} == {"s0-K", "s1-8"}
    assert "mixed canasta" in touched["s0-K"]
    assert 'name="s1-j-8" value="1" checked' in touched["s1-8"]
    assert trays(second, "en") == plain
    assert all(plain[name] != hungarian[name] for name in plain)
