"""The files that are published for a commit."""

import hashlib
import subprocess
import tomllib
from pathlib import Path


def test_a_release_is_the_wheel_and_the_source_of_the_commit_with_their_checksums(root: Path, tmp_path: Path) -> None:
    command = [str(root / "tools" / "release"), str(tmp_path / "dist"), "wheel"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False
    )  # builds twice, and fails if the builds differ
    assert done.returncode == 0, done.stdout + done.stderr
    name = f"canasta_scorekeeper-{tomllib.loads((root / 'pyproject.toml').read_text())['project']['version']}"
    files = {path.name: path.read_bytes() for path in (tmp_path / "dist").iterdir()}
    sums = files.pop("SHA256SUMS").decode()
    assert set(files) == {f"{name}.tar.gz", f"{name}-py3-none-any.whl"}
    assert sums.splitlines() == [f"{hashlib.sha256(files[each]).hexdigest()}  {each}" for each in sorted(files)]
