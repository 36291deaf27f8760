"""What `make mutants` says of changes whose tests did not end."""

import subprocess
from types import SimpleNamespace
from typing import Any

import pytest

from tools import mutants

SAID = {
    "engine.killed": "killed",
    "engine.missed": "survived",
    "rulebook.reread": "survived",
    "engine.slow": "timeout",
    "engine.slow_and_missed": "timeout",
    "engine.endless": "timeout",
    "engine.odd": "suspicious",
}


def test_a_change_whose_tests_did_not_end_is_tried_alone_and_told_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried: list[str] = []

    def run(command: tuple[str, ...], timeout: float | None = None, **further: Any) -> SimpleNamespace:
        if "results" in command:
            return SimpleNamespace(stdout="".join(f"scorekeeper.{name}: {what}\n" for name, what in SAID.items()))
        change = further["env"]["MUTANT_UNDER_TEST"].removeprefix("scorekeeper.")
        tried.append(change)
        if change == "engine.endless" or (change == "engine.slow" and tried.count(change) == 1):
            raise subprocess.TimeoutExpired(command, timeout or 0)
        return SimpleNamespace(returncode=change in ("rulebook.reread", "engine.slow", "engine.odd"))

    monkeypatch.setattr(mutants.subprocess, "run", run)
    monkeypatch.setattr(mutants.sys, "argv", ["mutants.py", "--again"])
    mutants.main()
    assert capsys.readouterr().out.splitlines() == [
        "unnoticed: scorekeeper.engine.missed",
        "unnoticed: scorekeeper.engine.slow_and_missed",
        "endless: scorekeeper.engine.endless",
        "5 of 7 changes are noticed: 71.4%; 1 of them by never ending",
    ]
    assert (tried.count("engine.slow"), tried.count("engine.endless"), tried.count("engine.killed")) == (2, 2, 0)
