"""Questions that the entry page asks once per deal, and what an amendment shows in advance."""

import re

from flask.testing import FlaskClient

from tests.web.tables import opened
from tests.web.test_deals import send

TOTALS = {"end": "0", "s0-way": "totals", "s1-way": "totals", "s0-mp": "420"}


def test_an_empty_hand_and_nothing_melded_are_not_asked_again_when_the_deal_is_amended(client: FlaskClient) -> None:
    match_id = opened(client)
    fields = {**TOTALS, "end": "none", "s0-hp": "0", "s0-empty": "yes", "s1-hp": "60", "s1-nothing": "yes"}
    assert send(client, match_id, 1, fields).status_code == 303
    page = client.get(f"/matches/{match_id}/deals/1/amend").text
    kept = dict(re.findall(r'name="(s\d-[a-z]+)"[^>]*? value="([^"]*)"', page))
    answers = {name: kept.get(name, "") for name in ("s0-hp", "s0-empty", "s1-nothing")}
    assert answers == {"s0-hp": "0", "s0-empty": "yes", "s1-nothing": "yes"}
    emptied = {**fields, "s1-hp": "0", "mode": "amend", "act": "draw"}
    assert 'value="sure:s1-empty"' in send(client, match_id, 1, emptied).text, "a hand emptied by the change is asked"
    changed = {**fields, **answers, "s0-mp": "425", "mode": "amend", "reason": "Miscounted"}
    assert send(client, match_id, 1, changed, key="key-of-amending", version="2").status_code == 303


def test_rare_canastas_stand_behind_one_button_where_not_all_kinds_have_room(client: FlaskClient) -> None:
    for rules, rare in (("modern-american", True), ("czech", False)):
        match_id = opened(client, rules=rules, key=f"key-of-{rules}")
        page = client.get(f"/matches/{match_id}/deals/new?way=totals").text
        assert ("Special canastas" in page) is rare
        assert page.index("Natural canastas") < page.index("Mixed canastas")


def test_an_amendment_says_beforehand_what_the_board_says_once_it_is_saved(client: FlaskClient) -> None:
    match_id = opened(client)
    fields = {**TOTALS, "s1-mp": "85", "s1-hp": "60"}
    great = {**fields, "s0-mp": "1000", "s0-can-natural": "1"}
    for number in (1, 2):
        about = {"key": f"key-of-deal-{number}", "version": str(number)}
        assert send(client, match_id, number, fields, **about).status_code == 303
    for version, changed in enumerate((great, {**great, "s0-mp": "900"}, fields), start=3):
        about = {"mode": "amend", "key": f"key-of-amending-{version}", "version": str(version)}
        page = send(client, match_id, 1, changed, act="draw", **about).text
        section = page.partition("What this changes")[2].partition("</section>")[0]
        assert send(client, match_id, 1, changed, reason="Miscounted", **about).status_code == 303
        board = client.get(f"/matches/{match_id}?saved=1").text
        foreseen = re.findall("<li>(.*?)</li>", section)
        assert len(foreseen) > 1
        assert all(each in board for each in foreseen)
        assert board.count("deal 2 was opened at") == section.count("deal 2 was opened at")
