"""Readings and procedures: each is stated once, has its sources, and knows the rules and articles that depend on it."""

import pytest

from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.evenings import scorings
from scorekeeper.rulebook.loader import resolve
from scorekeeper.rulebook.procedures import deciding, procedures, said_of
from scorekeeper.rulebook.readings import read_readings, readings, uses
from scorekeeper.rulebook.search.topics import topics
from scorekeeper.rulebook.tables import RulebookError

ONE = '[[reading]]\nid = "AMB-01"\npart = "play"\nsources = ["H7"]\ntitle = "Tea"\nsays = "It is dried."\n'
UNTOLD = '[[reading]]\nid = "AMB-02"\npart = "play"\nsources = []\ntitle = "Coffee"\n'


def test_a_reading_may_leave_its_text_to_a_code() -> None:
    found = read_readings(ONE + UNTOLD, {"AMB-02": "It is not."})
    assert [(each.title, each.says) for each in found.values()] == [("Tea", "It is dried."), ("Coffee", "It is not.")]


@pytest.mark.parametrize("text", [ONE + ONE, UNTOLD])
def test_a_reading_that_stands_twice_or_says_nothing_is_refused(text: str) -> None:
    told = r"^readings\.toml: reading\[\d\]\.id: 'AMB-0\d' is told already, or has no text$"
    with pytest.raises(RulebookError, match=told):
        read_readings(text, {})


def test_something_rests_on_every_reading_that_a_value_or_a_row_names() -> None:
    assert set(uses()) == set(readings())
    hungarian = uses()["AMB-20"]
    assert ("hungarian" in hungarian.rule_sets, hungarian.options) == (True, ("red-three-in-hand",))
    rows = [row for code in codes().values() for article in code.articles for row in article.rows]
    named = {reading for row in rows for reading in (row.reading, row.aside)}
    assert {id_ for id_, used in uses().items() if used.articles} == named - {None}


def test_a_procedure_decides_where_its_rule_set_has_it() -> None:
    answered = {(key, rule_set) for each in procedures() for key in each.answers for rule_set in each.rule_sets}
    assert answered
    for key, rule_set in answered:
        found = deciding(key, resolve(rule_set))
        assert found is None or rule_set in found.rule_sets
    assert deciding("must_go_out", resolve("classic")) is not None
    assert deciding("must_go_out", resolve("brazilian")) is None  # its own rule replaces that of Classic
    assert deciding("partner_said_no", resolve("hungarian", "two")) is None
    assert deciding("no_such_answer", resolve("classic")) is None


def test_a_topic_is_worded_by_the_rules_of_a_game() -> None:
    topic = topics("rule")["red-threes"]
    told = {game: said_of(topic, resolve(game)) for game in ("classic", "romanian", "burraco")}
    assert told["romanian"] == (topic.says,)
    assert told["burraco"] == ("Threes of either colour are cards like the others; there is no bonus for them.",)
    assert told["classic"] != told["romanian"]
    assert said_of(topics("rule")["two-players"], resolve("classic")) == ()


def test_an_entry_is_found_among_articles_and_references() -> None:
    for code in codes().values():
        for entry in (*code.articles, *code.references):
            assert code.entry(entry.id) is entry
        assert code.entry("XX-01") is None


def test_a_file_that_is_no_toml_is_refused_by_its_name() -> None:
    with pytest.raises(RulebookError, match=r"^readings\.toml: "):
        read_readings("[[reading]\n", {})


def test_what_the_club_evening_rests_on_is_told_with_its_published_sources() -> None:
    found = [reading for reading in readings().values() if reading.part == "evening"]
    assert [reading.id for reading in found] == [f"EV-{number:02}" for number in range(1, 11)]
    linked = {link for reading in found for link in reading.links}
    of_scorings = {link for facts in scorings().values() for each in facts.sources.values() for link in each}
    assert len(linked & of_scorings) >= 5
