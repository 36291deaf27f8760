"""A deal that another device saved meanwhile, or a match that changed: who, what and when, and what can be done."""

import json
import re

from flask import Flask
from flask.testing import FlaskClient

from tests.web.tables import NOW, desk_of, one_line, opened, play
from tests.web.test_deals import ROUND, send


def test_an_incomplete_entry_that_came_second_is_told_what_the_other_device_saved(
    app: Flask, client: FlaskClient
) -> None:
    """A deal that waited without a connection may be agreed to by figures of before, or lack a field."""
    match = opened(client)
    play(app, match, (500, 300))
    for fields in ({"s0-mp": "420"}, {**ROUND, "agreed": "1475/455"}):
        answer = send(client, match, 1, fields, mode="record", version="1")
        told = json.loads(answer.headers["X-Stale"])
        assert (answer.status_code, told["version"], told["recorded"]) == (409, 2, True)
        assert told["says"][0].startswith("Deal 1 was saved on test at ")
    again = send(client, match, 1, ROUND, mode="record", version="2")  # it knows of the other's save by now
    assert again.status_code == 409


def test_a_device_that_goes_on_with_the_entry_of_another_is_told_that_the_other_saved_it(
    app: Flask, client: FlaskClient
) -> None:
    """Both send the key of the draft; one of them may have waited without a connection."""
    match = opened(client)
    assert send(client, match, 1, {**ROUND, "s0-mp": "425"}, mode="record").status_code == 303
    answer = send(client, match, 1, ROUND, mode="record")
    told = json.loads(answer.headers["X-Stale"])
    assert (answer.status_code, told["version"], told["recorded"]) == (409, 2, True)
    assert told["says"][0].startswith("Deal 1 was saved on ")


def test_two_changes_of_one_deal_are_told_with_both_figures_and_chosen_from(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    play(app, match, (500, 300))
    about = {"mode": "amend", "version": "2", "reason": "miscounted"}
    assert send(client, match, 1, ROUND, key="key-of-the-first", **about).status_code == 303
    answer = send(client, match, 1, {**ROUND, "s0-mp": "425"}, key="key-of-the-second", **about)
    assert answer.status_code == 409
    page = one_line(answer.text)
    assert "Ilona &amp; Mihai 1,485, Jana &amp; Tõnu 455." in page
    assert "Yours: Ilona &amp; Mihai 1,490, Jana &amp; Tõnu 455. It is kept." in page
    assert re.findall('name="act" value="(theirs|save:clash)"', page) == ["theirs", "save:clash"]


def test_what_changed_meanwhile_is_told_in_words(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    play(app, match, (500, 300))
    about = {"mode": "amend", "version": "2", "reason": "miscounted"}
    assert send(client, match, 1, ROUND, key="key-of-the-change", **about).status_code == 303
    answer = send(client, match, 2, ROUND, key="key-of-the-next", version="2")
    assert answer.status_code == 409
    page = one_line(answer.text)
    assert "The match was changed on another device in the meantime. Your entry is kept." in page
    assert re.search(
        r"Deal 1 amended, Ilona &amp; Mihai 500 → 1,485, Jana &amp; Tõnu 300 → 455 – this computer, \d\d:\d\d", page
    )
    assert "ersion 3" not in re.sub("<[^>]+>", "", answer.text)


def test_a_save_whose_answer_was_lost_is_told_from_its_key(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    assert client.get(f"/matches/{match}/deals/1/saved?key=key-of-the-deal").status_code == 404
    assert send(client, match, 1, ROUND).status_code == 303
    for key, where in (("key-of-the-deal", ""), ("key-of-another", "on this computer ")):
        says = client.get(f"/matches/{match}/deals/1/saved?key={key}").get_json()["says"]
        expected = rf"Deal 1 was saved {where}at \d\d:\d\d: Ilona & Mihai 1,485, Jana & Tõnu 455\."
        assert re.fullmatch(expected, says), says


def test_keeping_theirs_forgets_the_draft(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    play(app, match, (500, 300))
    drafts = desk_of(app).ledger.drafts
    drafts.save(match, 1, body={"fields": {"s0-mp": "420"}}, seen=None, device="test", now=NOW)
    assert send(client, match, 1, ROUND, act="theirs").location == f"/matches/{match}"
    assert drafts.get(match, 1) is None


def test_a_form_whose_token_is_gone_leads_back_to_its_deal(client: FlaskClient) -> None:
    match = opened(client)
    page = client.post(f"/matches/{match}/deals/1", data={"act": "save", "csrf_token": "of-other-cookies"})
    assert page.status_code == 400
    assert f'href="/matches/{match}/deals/new"' in page.text
    assert "Back to deal 1" in page.text
    page = client.post(f"/matches/{match}/deals/1", data={"mode": "amend", "csrf_token": "of-other-cookies"})
    assert f'href="/matches/{match}/deals/1/amend"' in page.text


def test_an_amendment_tells_the_end_of_the_match_only_where_it_changes(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    play(app, match, (500, 300), (4800, 100))
    page = client.get(f"/matches/{match}/deals/1/amend").text
    assert "This ends the match" not in page
    fields = {"end": "none", "s0-way": "totals", "s0-mp": "505", "s1-way": "totals", "s1-mp": "300"}
    about = {"mode": "amend", "version": "3"}
    assert (
        "This ends the match. Winner: Ilona &amp; Mihai"
        in send(client, match, 1, fields, path="/preview", **about).text
    )


def test_an_unfinished_change_says_so_and_can_be_thrown_away(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    play(app, match, (500, 300))
    amend, about = f"/matches/{match}/deals/1/amend", {"mode": "amend", "version": "2"}
    assert "Throw it away" not in client.get(amend).text
    as_recorded = {"end": "none", "s0-way": "totals", "s0-mp": "500", "s1-way": "totals", "s1-mp": "300"}
    as_recorded |= {"s0-melded": "yes", "s1-melded": "yes"}
    send(client, match, 1, as_recorded, act="look", **about)
    assert "Throw it away" not in client.get(amend).text  # nothing is changed
    send(client, match, 1, {**as_recorded, "s1-mp": "340"}, act="look", **about)
    page = client.get(amend).text
    assert re.search(
        r"Someone began to change this deal at \d\d:\d\d on .+ and did not save\. The fields show that change\.", page
    )
    assert 'value="340"' in page
    send(client, match, 1, {**as_recorded, "s1-mp": "340"}, act="discard", **about)
    page = client.get(amend).text
    assert "Throw it away" not in page
    assert 'value="300"' in page


def test_nothing_green_amends_a_deal_without_a_reason(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    play(app, match, (500, 300))
    page = one_line(client.get(f"/matches/{match}/deals/1/amend").text)
    bar = re.search(r'<div class="reasons".*?</details></div>', page)
    assert bar
    in_sight, other = bar[0].split('<details class="other">')
    assert re.findall(r'class="btn main" name="act" value="([^"]+)"', in_sight) == [
        "save:miscounted",
        "save:wrong_side",
        "save:forgotten",
    ]
    assert 'id="reason"' in other
    assert 'value="save">' in other
    assert page.count('value="save">') == 1
