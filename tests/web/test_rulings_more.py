"""Other tests of rulings: the pages of a code's entries, the values of rules, search results, and errors in forms."""

import re
from fnmatch import fnmatch

import pytest
from flask.testing import FlaskClient

from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.search.topics import topics
from scorekeeper.words.rules.parts import VALUES
from tests.web.tables import opened, post
from tests.web.test_rulings import texts


def entries() -> list[str]:
    """The id of every entry of every penalty code."""
    return [entry.id for code in codes().values() for entry in (*code.articles, *code.references)]


@pytest.mark.parametrize("entry", entries())
def test_every_entry_of_every_code_can_be_looked_up(client: FlaskClient, entry: str) -> None:
    code = next(code for code in codes().values() if code.entry(entry))
    found = code.entry(entry)
    assert found is not None
    page = client.get(f"/rules/articles/{entry}").text
    said = texts(page)
    assert found.says in said
    assert rulebook().documents[code.source].title in said
    assert f'<span lang="{code.language}">{found.cites.section}</span>' in page


def test_every_rule_has_a_place_and_known_figures() -> None:
    told = [pattern for patterns in VALUES.values() for pattern in patterns]
    paths = [path for topic in topics("rule").values() for path in (*topic.shown, *topic.figures)]
    assert [path for path in paths if not any(fnmatch(path, pattern) for pattern in told)] == []
    assert {topic.part for topic in topics("rule").values()} <= set(VALUES)


@pytest.mark.parametrize("query", ["canasta", "count the stock", "piros hármas", "kas võib lõpetada"])
def test_what_is_found_stands_in_the_same_order_everywhere(client: FlaskClient, query: str) -> None:
    match_id = opened(client, rules="hungarian")
    asked = {"q": query, "code": "hungarian"}
    ids = [hit["id"] for hit in client.get("/api/search", query_string=asked).get_json()["hits"]]
    for path in ("/search", f"/matches/{match_id}/rulings/new"):
        listed = client.get(path, query_string=asked).text.split('<ul class="rows found">')[1].split("</ul>")[0]
        shown = re.findall(r"(?:article=|/articles/|/words#)([\w-]+)", listed)
        assert set(shown) <= set(ids)
        # An article with several tiles can have a result for each tile, one after the other. Results for rules are not
        # compared: they lead to a part of the rules page, and their address does not contain their id.
        assert list(dict.fromkeys(shown)) == [id_ for id_ in ids if id_ in shown], path
        assert len(set(shown)) > 3


def test_error_of_a_group_is_tied_to_its_fieldset(client: FlaskClient) -> None:
    match_id = opened(client)
    page = post(client, f"/matches/{match_id}/penalty", {"deal": "1", "version": "1", "key": "a-new-key"}).text
    for group in ("who", "points", "article"):
        assert f'<fieldset id="{group}" aria-describedby="{group}-error">' in page
        assert f'<p class="error" id="{group}-error">' in page
