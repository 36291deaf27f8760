"""The program's output for a small club equals the snapshots in tests/goldens/snapshots."""

import difflib
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path("tests") / "goldens" / "snapshots"
MEANT = (
    "The program shows something else than before. Where that is meant: `make snapshots`, and read what git diff shows."
)
#: The number of lines of a difference that are shown.
MOST = 60


@pytest.fixture(scope="module")
def now(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the snapshots of this checkout, and return their folder."""
    folder = tmp_path_factory.mktemp("snapshots")
    subprocess.run([sys.executable, "-m", "tools.goldens", "snapshots", str(folder)], cwd=root, check=True)
    return folder


def test_pages_sheets_exports_and_commands_show_what_they_showed(root: Path, now: Path) -> None:
    then = root / FOLDER
    changed: list[str] = []
    for name in sorted({file.name for folder in (then, now) for file in folder.glob("*.txt")}):
        texts = [(folder / name).read_text(encoding="utf-8").splitlines() if (folder / name).exists() else []
                 for folder in (then, now)]  # fmt: skip
        changed += difflib.unified_diff(*texts, f"then/{name}", f"now/{name}", n=1, lineterm="")
    assert not changed, "\n".join([MEANT, *changed[:MOST], *(["…"] if len(changed) > MOST else []), MEANT])
