"""The reference pages: every rule set and format, every pair, a match's own rules, readings, words and help."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.matches.opening import NewMatch, open_match
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.readings import readings
from scorekeeper.rulebook.search.topics import topics
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.words import offered, words_for
from scorekeeper.words.help import CHAPTERS

RULE_SETS = tuple(rulebook().rule_sets)

FORMATS = [(facts.id, name) for facts in rulebook().rule_sets.values() for name in facts.formats]
PAGES = ["/rules", "/rules/classic", "/rules/compare", "/readings", "/words", "/help"]
NOW = "2026-11-21T19:00:00.000+00:00"
PLAYERS = ("Ilona", "Jana", "Mihai", "Tõnu")


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def opened(app: Flask, rules: str, options: dict[str, object]) -> str:
    with app.test_request_context():
        new = NewMatch(rules, "four", PLAYERS, options=options)
        open_match(current_desk(), new, match_id="tuesday", key="open-tuesday", actor="test", now=NOW)
    return "/matches/tuesday/rules"


@pytest.mark.parametrize(("rule_set", "format_"), FORMATS)
def test_every_rule_set_is_a_page_in_each_of_its_formats(client: FlaskClient, rule_set: str, format_: str) -> None:
    answer = client.get(f"/rules/{rule_set}?format={format_}")
    text = text_of(answer.text)
    assert answer.status_code == 200
    assert rulebook().formats[format_].title in text
    hand = rulebook().rule_sets[rule_set].in_format(format_)["table.hand_size"].value
    assert f"Cards dealt to each player {hand}" in text
    assert "%(" not in text


def test_the_page_of_a_rule_set_tells_its_values_with_their_sections(client: FlaskClient) -> None:
    html = client.get("/rules/viennese").text
    text = text_of(html)
    assert "Wild cards may not outnumber the natural ones." in text
    assert "Going out concealed, with a canasta in that hand 1,200" in text
    assert '<cite lang="et">Viini Canasta</cite>' in html
    assert "AMB-03" in text
    assert readings()["AMB-03"].says in text


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_option_stands_on_the_page_with_its_default(client: FlaskClient, rule_set: str) -> None:
    text = text_of(client.get(f"/rules/{rule_set}").text)
    for option in rulebook().options_of(rule_set):
        assert option.title in text
        assert option.says in text


def test_steps_are_told_down_to_fewer_canastas_and_an_option_apart_from_what_else_may_be(client: FlaskClient) -> None:
    text = text_of(client.get("/rules/bolivia").text)
    assert "Red threes, with this number of canastas or more: 2 plus Red threes, with fewer canastas minus" in text
    assert "As a rule: 15,000 Also: 500 to 100,000, in steps of 5" in text


def test_a_format_changes_only_what_it_changes(client: FlaskClient) -> None:
    four, two = (text_of(client.get(f"/rules/hungarian?format={name}").text) for name in ("four", "two"))
    assert "Canastas needed to go out 1" in four
    assert "Canastas needed to go out 2" in two
    assert "Cards drawn from the stock in a turn 2" in two


# --- side by side ------------------------------------------------------------------------------


#: Each rule set beside the first and beside the next; every other pair with the long tests.
SIDE_BY_SIDE = [
    pytest.param(left, right, marks=[] if at == 0 or RULE_SETS[at + 1] == right else [pytest.mark.soak])
    for at, left in enumerate(RULE_SETS)
    for right in RULE_SETS[at + 1 :]
]


@pytest.mark.parametrize(("left", "right"), SIDE_BY_SIDE)
def test_every_pair_is_compared_and_differs(client: FlaskClient, left: str, right: str) -> None:
    html = client.get(f"/rules/compare?a={left}&b={right}").text
    marked = html.count('<li class="differs">')
    assert marked
    assert html.count("These differ.") == marked, "told in words too, not by a sign alone"
    assert f"{marked} difference" in text_of(html)
    only = client.get(f"/rules/compare?a={left}&b={right}&only=differences").text
    assert only.count('<li class="differs">') == marked
    assert '<li class="same">' in html
    assert '<li class="same">' not in only


# --- a match's own rules -----------------------------------------------------------------------


def test_a_match_without_house_rules_says_so(app: Flask, client: FlaskClient) -> None:
    text = text_of(client.get(opened(app, "hungarian", {})).text)
    assert "Nothing else: the rule set as it is." in text
    assert "House rule" not in text


def test_a_match_shows_every_reading_in_force(app: Flask, client: FlaskClient) -> None:
    html = client.get(opened(app, "romanian", {})).text
    listed = html.partition('id="readings"')[2]
    in_force = {value.reading for value in rulebook().rule_sets["romanian"].in_format().values()} - {None}
    silent = {"AMB-09", "AMB-31", "AMB-57", "AMB-08", "AMB-07", "AMB-05", "AMB-113"}
    for reading in in_force - silent:
        assert f"<b>{reading}</b>" in listed, reading


def test_a_reading_that_an_option_overrules_is_not_in_force(app: Flask, client: FlaskClient) -> None:
    html = client.get(opened(app, "viennese", {"red-threes-without-canasta": "zero"})).text
    assert "For any other side red threes count nothing." in html
    assert "AMB-02" not in html


# --- readings, words, help ---------------------------------------------------------------------


def test_every_reading_is_listed_with_what_rests_on_it(client: FlaskClient) -> None:
    html = client.get("/readings").text
    for each in readings().values():
        assert f'id="{each.id}"' in html
    assert "Hungarian Canasta" in text_of(html.partition('id="AMB-01"')[2].partition("<section")[0])
    assert "HU-10" in text_of(html.partition('id="AMB-19"')[2].partition("<section")[0])


def test_every_word_is_shown_in_every_language(client: FlaskClient) -> None:
    html = client.get("/words").text
    for term in topics("term").values():
        part = html.partition(f'id="{term.id}"')[2].partition("<section")[0]
        for language in (language for language, names in term.names.items() if names):
            assert f'<dd lang="{language}">' in part
        assert term.names["hu"][0] in unescape(part)


def test_words_stand_in_the_order_of_the_dictionary(client: FlaskClient) -> None:
    titles = re.findall(r'<h2 id="[^"]+">([^<]+)</h2>', client.get("/words").text)
    assert titles[0] < titles[-1]
    assert titles == sorted(titles, key=words_for("en").sort_key)


def test_help_has_its_chapters(client: FlaskClient) -> None:
    html = client.get("/help").text
    for chapter in CHAPTERS:
        assert f'id="{chapter}"' in html
        assert f'href="#{chapter}"' in html


def test_pages_that_point_at_a_chapter_of_help_find_it(root: object) -> None:
    from_templates = {
        anchor
        for path in (root / "templates").rglob("*.html")  # type: ignore[operator]
        for anchor in re.findall(r"/help#([a-z-]+)", path.read_text())
    }
    assert from_templates
    assert from_templates <= set(CHAPTERS)


@pytest.mark.parametrize("language", offered())
@pytest.mark.parametrize("path", PAGES)
def test_every_page_renders_in_every_language(client: FlaskClient, path: str, language: str) -> None:
    answer = client.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text


def test_a_rules_page_names_every_source_of_a_value_and_how_far_it_was_read(client: FlaskClient) -> None:
    html = " ".join(client.get("/rules/bolivia").text.split())
    text = text_of(html)
    named = "Bicycle (Canada), Bolivia · rummy-games.com, Bolivia · Bolivian Canasta, 2001 · Úrval, 1952 digest"
    assert f"2,500 Escalera 1,500 {named}" in text
    assert 'digest of a short page, read in full. <a href="http://www.rummy-games.com/rules/bolivia.html"' in html
    assert 'read in full. <a href="http://www.hot.ee/c/canasta1940/"' in html
    assert "digest" not in text_of(client.get("/rules/classic").text)
