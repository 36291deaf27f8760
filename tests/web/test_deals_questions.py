"""The effects of an amendment, which the entry page shows before it is saved."""

import re

from flask.testing import FlaskClient

from tests.web.tables import opened
from tests.web.test_deals import send

TOTALS = {"end": "0", "s0-way": "totals", "s1-way": "totals", "s0-mp": "420"}


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
