"""The reference pages: every rule set and format, every pair, readings, terms and help."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.readings import readings
from scorekeeper.rulebook.search.topics import topics
from scorekeeper.words import words_for
from scorekeeper.words.help import CHAPTERS
from tests.html_tree import found, tree_of

RULE_SETS = tuple(rulebook().rule_sets)

FORMATS = [(facts.id, name) for facts in rulebook().rule_sets.values() for name in facts.formats]


def text_of(html: str) -> str:
    return " ".join(" ".join(tree_of(html).itertext()).split())


@pytest.mark.parametrize(("rule_set", "format_"), FORMATS)
def test_every_rule_set_is_a_page_in_each_of_its_formats(client: FlaskClient, rule_set: str, format_: str) -> None:
    answer = client.get(f"/rules/{rule_set}?format={format_}")
    text = text_of(answer.text)
    assert answer.status_code == 200
    assert rulebook().formats[format_].title in text
    hand = rulebook().rule_sets[rule_set].in_format(format_)["table.hand_size"].value
    assert f"Cards dealt to each player {hand}" in text
    assert "%(" not in text


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_option_stands_on_the_page_with_its_default(client: FlaskClient, rule_set: str) -> None:
    text = text_of(client.get(f"/rules/{rule_set}").text)
    for option in rulebook().options_of(rule_set):
        assert option.title in text
        assert option.says in text


# --- side by side ------------------------------------------------------------------------------


#: Pairs of rule sets to compare: each with the first one, and each with the next one; the long tests have all pairs.
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
    titles = [each.text or "" for each in found(client.get("/words").text, "h2[id]")]
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
