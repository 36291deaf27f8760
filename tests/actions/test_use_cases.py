"""Every function in the list of acts in actions/README.md exists in the module that is named there."""

import re
from importlib import import_module
from pathlib import Path

import scorekeeper.actions

FOLDER = Path(scorekeeper.actions.__file__).parent
ROW = re.compile(r"^\| [^|]+ \| ([^|]+) \| `([a-z_/]+)\.py` \|$", re.MULTILINE)


def test_every_use_case_that_is_listed_is_a_function_of_its_module() -> None:
    rows = ROW.findall((FOLDER / "README.md").read_text(encoding="utf-8"))
    assert len(rows) > 20
    for listed, module in rows:
        there = import_module(f"scorekeeper.actions.{module.replace('/', '.')}")
        assert [name for name in re.findall(r"`(\w+)`", listed) if not callable(getattr(there, name, None))] == []
