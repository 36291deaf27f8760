"""Around the rulings: the list, the table's own articles, recounts, what deals show, and looking things up."""

import re
from fnmatch import fnmatch

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.desk import Stamp
from scorekeeper.actions.matches.deals import DealSheet, record_deal
from scorekeeper.rulebook.codes import codes, side_by_side
from scorekeeper.rulebook.search.topics import topics
from scorekeeper.words.rules.parts import VALUES
from tests.web.tables import NOW, desk_of, opened, play, post
from tests.web.test_rulings import links, texts
from tests.web.test_rulings_apply import apply

COFFEE = {"title": "Coffee over the cards", "moment": "melding", "points": "-50", "obligation": "The cards are dried."}


def entries() -> list[str]:
    """The number of every entry of every code."""
    return [entry.id for code in codes().values() for entry in (*code.articles, *code.references)]


def record(app: Flask, match_id: str, *sides: dict[str, object]) -> None:
    """Record a deal as the contract writes it."""
    state = desk_of(app).load(match_id).state
    stamp = Stamp(state.version, f"deal-number-{state.next_deal}", "test", NOW)
    record_deal(desk_of(app), match_id, DealSheet({"sides": list(sides)}), stamp, number=state.next_deal)


def test_the_list_begins_empty_and_leads_on(client: FlaskClient) -> None:
    match_id = opened(client, rules="hungarian")
    page = client.get(f"/matches/{match_id}/rulings").text
    assert "No rulings yet" in texts(page)
    for url in links(page, "/"):
        if not url.startswith(("/help", "/?")):
            assert client.get(url).status_code == 200, url
    assert "/sheets/penalties/hungarian" in page


def test_a_house_article_is_added_offered_applied_and_marked(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="romanian")
    play(app, match_id, (500, 400))
    for _ in range(2):
        answer = post(client, f"/matches/{match_id}/articles", {**COFFEE, "key": "one-double-tap"})
        assert answer.status_code == 303
    assert texts(client.get(f"/matches/{match_id}/articles").text).count("T1 · Melding · this match") == 1
    assert "T1, house article" in texts(client.get(f"/matches/{match_id}/rulings/new").text)
    assert "T1, house article" in texts(client.get(f"/matches/{match_id}/rulings/new?q=COFFEE").text)
    case = {"article": "T1", "side": "0", "player": "Ilona"}
    page = client.get(f"/matches/{match_id}/rulings/new", query_string=case).text
    assert "House article of this table" in texts(page)
    apply(client, match_id, case)
    board = texts(client.get(f"/matches/{match_id}").text)
    assert "Ilona: The cards are dried." in board
    assert "T1 Coffee over the cards (house article) −50" in board
    assert "T1, house article" in texts(client.get(f"/matches/{match_id}/rulings").text)
    assert "T1 Coffee over the cards (house article)" in client.get(f"/matches/{match_id}/history").text
    post(client, f"/matches/{match_id}/articles/T1/retire", {})
    assert "Coffee" not in client.get(f"/matches/{match_id}/rulings/new").text
    assert "Coffee" in client.get(f"/matches/{match_id}/rulings").text


def test_points_of_an_article_without_a_minus_are_asked_about(client: FlaskClient) -> None:
    match_id = opened(client)
    answer = post(client, f"/matches/{match_id}/articles", {**COFFEE, "points": "50", "key": "one-double-tap"})
    assert answer.status_code == 422
    assert "50 has no minus" in texts(answer.text)
    assert 'name="sure" value="50/"' in answer.text
    meant = {**COFFEE, "points": "50", "key": "one-double-tap", "sure": "50/"}
    assert post(client, f"/matches/{match_id}/articles", {**meant, "points": "60"}).status_code == 422
    assert post(client, f"/matches/{match_id}/articles", meant).status_code == 303
    assert "Coffee over the cards" in client.get(f"/matches/{match_id}/rulings/new").text


def test_an_article_for_every_match_is_there_in_the_next_one(client: FlaskClient) -> None:
    first = opened(client)
    post(client, f"/matches/{first}/articles", {**COFFEE, "everywhere": "yes", "key": "one-double-tap"})
    second = opened(client, ("Eszter", "Karel", "Mihai", "Tõnu"))
    assert "Coffee over the cards" in client.get(f"/matches/{second}/rulings/new").text


def test_a_recount_in_the_romanian_code_goes_on_to_the_tenfold_fine(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="romanian")
    play(app, match_id, (500, 400))
    form = client.get(f"/matches/{match_id}/recount?deal=1&side=0").text
    assert 'name="claimed" type="text" inputmode="text" autocomplete="off" maxlength="60" value="500"' in form
    fields = {"deal": "1", "side": "0", "claimed": "500", "verified": "450", "version": "2", "key": "a-new-key"}
    answer = post(client, f"/matches/{match_id}/recount", fields)
    assert answer.status_code == 303
    said = texts(client.get(answer.location).text)
    assert "North" not in said
    assert "−500, Ilona & Mihai" in said
    assert "score 500 0" in said
    listed = texts(client.get(f"/matches/{match_id}/rulings").text)
    assert "claimed 500, verified 450 · −50" in listed
    assert "Amend deal 1" in listed
    assert "claimed 500, verified 450" in texts(client.get(f"/matches/{match_id}/history").text)


def test_recount_names_each_figure_that_is_not_typed(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (500, 400))
    fields = {"deal": "1", "side": "0", "claimed": " ", "verified": "", "version": "2", "key": "a-new-key"}
    answer = post(client, f"/matches/{match_id}/recount", fields)
    assert answer.status_code == 422
    assert '<p class="error" id="claimed-error">Enter what the side claimed.</p>' in answer.text
    assert '<p class="error" id="verified-error">Enter what the second count gave.</p>' in answer.text


@pytest.mark.parametrize(("verified", "says"), [("480", "without a fine"), ("550", "without a fine")])
def test_a_small_error_or_one_to_its_own_loss_costs_nothing(
    app: Flask, client: FlaskClient, verified: str, says: str
) -> None:
    match_id = opened(client, rules="romanian")
    play(app, match_id, (500, 400))
    fields = {"deal": "1", "side": "0", "claimed": "500", "verified": verified, "version": "2", "key": "a-new-key"}
    assert says in texts(client.get(post(client, f"/matches/{match_id}/recount", fields).location).text)


def test_a_recount_under_another_code_only_keeps_the_figures(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="hungarian")
    play(app, match_id, (500, 400))
    fields = {"deal": "1", "side": "1", "claimed": "400", "verified": "380", "version": "2", "key": "a-new-key"}
    assert post(client, f"/matches/{match_id}/recount", fields).location == f"/matches/{match_id}/rulings"


def test_a_deal_that_went_out_without_a_canasta_opens_its_article(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="hungarian")
    out = {"melds": [{"rank": "K", "naturals": 5}], "out": {}, "hands": [{}, {}]}
    record(app, match_id, out, {"melds": [{"rank": "Q", "naturals": 5}]})
    page = client.get(f"/matches/{match_id}/rulings/new").text
    assert "Deal 1 shows: Going out without a canasta" in texts(page)
    url = next(url for url in links(page) if "canastas=0" in url)
    said = texts(client.get(url).text)
    assert "Apply to deal 1" in said
    assert "Charge" not in said
    apply(client, match_id, {"article": "HU-07", "side": "0", "deal": "1", "canastas": "0"})
    assert "Deal 1 shows" not in texts(client.get(f"/matches/{match_id}/rulings/new").text)


def test_what_the_score_has_charged_is_shown_and_not_applied(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="hungarian")
    record(app, match_id, {"melds": [{"rank": "K", "naturals": 4, "jokers": 2, "twos": 2}]}, {})
    case = {"article": "HU-10", "side": "0", "deal": "1", "naturals": "4", "jokers": "2", "twos": "2"}
    said = texts(client.get(f"/matches/{match_id}/rulings/new", query_string=case).text)
    assert "The score of deal 1 charges this already; nothing is applied again." in said
    assert "Apply to deal" not in said
    assert "Deal 1 shows" not in texts(client.get(f"/matches/{match_id}/rulings/new").text)


@pytest.mark.parametrize("entry", entries())
def test_every_entry_of_every_code_can_be_looked_up(client: FlaskClient, entry: str) -> None:
    code = next(code for code in codes().values() if code.entry(entry))
    found = code.entry(entry)
    assert found is not None
    page = client.get(f"/rules/articles/{entry}").text
    said = texts(page)
    assert found.says in said
    assert code.source.title in said
    assert f'<span lang="{code.language}">{found.cites.section}</span>' in page


def test_both_codes_stand_side_by_side(client: FlaskClient) -> None:
    page = client.get("/rulings/compare").text
    for offence in side_by_side():
        assert offence.title in page
    shown = re.findall(r'href="/rules/articles/([A-Z]{2}-\d\d)"', page)
    assert {article.id for code in codes().values() for article in code.articles} <= set(shown)
    assert {"HU-13", "RO-16", "RO-22"} <= set(shown)


@pytest.mark.parametrize(
    ("query", "entry"),
    [("carte scăpată", "RO-04"), ("carte scapata", "RO-04"), ("upuštěná karta", "HU-02"), ("kaart kukkus", "HU-02")],
)
def test_the_search_finds_in_every_language(client: FlaskClient, query: str, entry: str) -> None:
    page = client.get("/search", query_string={"q": query}).text
    assert f"/rules/articles/{entry}" in links(page, "/rules/articles")[:3]


def test_the_search_keeps_to_a_code_and_tells_words_from_articles(client: FlaskClient) -> None:
    page = client.get("/search", query_string={"q": "canasta", "code": "romanian"}).text
    assert "/rules/articles/RO-" in page
    assert "/rules/articles/HU-" not in page
    assert "Nothing found" in texts(client.get("/search?q=zzzzzz").text)


@pytest.mark.parametrize(
    ("rules", "query", "part", "told"),
    [
        ("hungarian", "opening minimum", "opening", "15"),
        ("czech", "natural canasta bonus", "canastas", "600"),
        ("classic", "how many cards to deal", "deal", "11"),
    ],
)
def test_a_rule_that_was_found_leads_to_its_place_and_shows_its_figures(
    client: FlaskClient, rules: str, query: str, part: str, told: str
) -> None:
    page = client.get("/search", query_string={"q": query, "rules": rules}).text
    place = f"/rules/{rules}#{part}"
    assert place in links(page, "/rules/")
    line = next(line for line in page.split("<li>") if place in line)
    assert told in line
    assert f'id="{part}"' in client.get(place).text


def test_every_rule_has_a_place_and_known_figures() -> None:
    unknown = [path for topic in topics("rule").values() for path in topic.figures if not is_told(path)]
    assert unknown == []
    assert {topic.part for topic in topics("rule").values()} <= set(VALUES)


def is_told(path: str) -> bool:
    """Is this value told on the page of the rules?"""
    return any(fnmatch(path, known) for paths in VALUES.values() for known in paths)


@pytest.mark.parametrize("query", ["canasta", "count the stock", "piros hármas", "kas võib lõpetada"])
def test_what_is_found_stands_in_the_same_order_everywhere(client: FlaskClient, query: str) -> None:
    match_id = opened(client, rules="hungarian")
    asked = {"q": query, "code": "hungarian"}
    ids = [hit["id"] for hit in client.get("/api/search", query_string=asked).get_json()["hits"]]
    for path in ("/search", f"/matches/{match_id}/rulings/new"):
        listed = client.get(path, query_string=asked).text.split('<ul class="rows found">')[1].split("</ul>")[0]
        shown = re.findall(r"(?:article=|/articles/|/words#)([\w-]+)", listed)
        assert set(shown) <= set(ids)
        # An article with several tiles is offered by them, one after the other; a rule leads to a page of many.
        assert list(dict.fromkeys(shown)) == [id_ for id_ in ids if id_ in shown], path
        assert len(set(shown)) > 3


@pytest.mark.parametrize("path", ["/sheets/penalties/romanian", "/rules/articles/RO-13"])
def test_a_fine_for_a_miscount_is_told_as_a_multiple_of_the_error(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    assert "10 × the error" in page
    assert "\u221210 points" not in page
