"""`scorekeeper rule`."""

import json
from typing import Any

import pytest

from scorekeeper.cli import main
from scorekeeper.rulebook.tables import RulebookError

ASKED = {"code": "romanian", "article": "RO-10", "answers": {"count": 2}}


def test_it_works(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "asked.json"
    file.write_text(json.dumps(ASKED, indent=2))
    assert main(["rule", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "points": -600,
        "opening_raise": 0,
        "outcomes": [],
        "article": "RO-10",
        "reading": "AMB-21",
    }


def test_a_code_without_the_list_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "--code", "romanian"]) == 2
    assert "--code goes with --list" in capsys.readouterr().err


def test_an_unknown_code_is_bad_usage() -> None:
    with pytest.raises(SystemExit) as left:
        main(["rule", "--list", "--code", "czech"])
    assert left.value.code == 2


def test_a_mistake_in_a_file_of_rules_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong() -> None:
        raise RulebookError("rule_sets/home.toml: end.target: 'far' does not fit")

    monkeypatch.setattr("scorekeeper.cli.contract.readings", wrong)
    assert main(["rules"]) == 1
    assert capsys.readouterr().err == "scorekeeper: rule_sets/home.toml: end.target: 'far' does not fit\n"
