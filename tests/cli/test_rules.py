"""`scorekeeper rules` when a file of the rulebook has a mistake."""

import pytest

from scorekeeper.cli import main
from scorekeeper.rulebook.tables import RulebookError


def test_a_mistake_in_a_file_of_rules_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong() -> None:
        raise RulebookError("rule_sets/home.toml: end.target: 'far' does not fit")

    monkeypatch.setattr("scorekeeper.cli.contract.readings", wrong)
    assert main(["rules"]) == 1
    assert capsys.readouterr().err == "scorekeeper: rule_sets/home.toml: end.target: 'far' does not fit\n"
