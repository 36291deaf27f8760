"""What `make mutants` says of changes whose tests did not end."""

import subprocess
from types import SimpleNamespace
from typing import Any

import pytest

from tools import mutants

SAID = {
    "engine.killed": "killed",
    "engine.missed": "survived",
    "engine.snapshots.kept": "survived",
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
    folders: set[tuple[str, str]] = set()

    def run(command: tuple[str, ...], timeout: float | None = None, **further: Any) -> SimpleNamespace:
        if "results" in command:
            return SimpleNamespace(stdout="".join(f"scorekeeper.{name}: {what}\n" for name, what in SAID.items()))
        change = further["env"]["MUTANT_UNDER_TEST"].removeprefix("scorekeeper.")
        tried.append(change)
        if change:
            folders.add((change.split(".")[0], command[-len(mutants.FOLDERS)]))
        if change == "engine.endless" or (change == "engine.slow" and tried.count(change) == 1):
            raise subprocess.TimeoutExpired(command, timeout or 0)
        return SimpleNamespace(
            returncode=change in ("rulebook.reread", "engine.snapshots.kept", "engine.slow", "engine.odd")
        )

    monkeypatch.setattr(mutants.subprocess, "run", run)
    monkeypatch.setattr(mutants.sys, "argv", ["mutants.py", "--again"])
    mutants.main()
    assert capsys.readouterr().out.splitlines() == [
        "unnoticed: scorekeeper.engine.missed",
        "unnoticed: scorekeeper.engine.slow_and_missed",
        "endless: scorekeeper.engine.endless",
        "6 of 8 changes are noticed: 75.0%; 1 of them by never ending",
    ]
    assert (tried.count("engine.slow"), tried.count("engine.endless"), tried.count("engine.killed")) == (2, 2, 0)
    assert folders == {("rulebook", "tests/rulebook"), ("engine", "tests/engine")}
