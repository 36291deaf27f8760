"""“May I?”: its questions in every game; the answers are in the snapshots (figures, stories, reference)."""

import pytest
from flask.testing import FlaskClient

from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.web.reference.may_i_form import TOOLS


@pytest.mark.parametrize("rule_set", rulebook().rule_sets)
@pytest.mark.parametrize("tool", TOOLS)
def test_every_question_waits_under_every_rule_set(client: FlaskClient, tool: str, rule_set: str) -> None:
    answer = client.get(f"/may-i/{tool}?rules={rule_set}")
    if tool == "pile" and not resolve(rule_set).pile.asked:
        assert (answer.status_code, f"/may-i/{tool}" in client.get(f"/may-i?rules={rule_set}").text) == (404, False)
        return
    assert answer.status_code == 200
    assert "The answer appears here." in answer.text
