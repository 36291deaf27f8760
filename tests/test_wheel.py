"""The wheel has all files, and serves after installation without the checkout."""

import re
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.packaged import build_wheel, install, run
from tests.serving import serving

PACKED = {"scorekeeper": "scorekeeper", "templates": "scorekeeper/templates", "static": "scorekeeper/static"}
NOT_PACKED = {".pyc", ".pot", ".po"}


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built once for these tests."""
    return build_wheel(root, tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands that the wheel installs."""
    return install(wheel, tmp_path_factory.mktemp("installed") / "venv")


def wanted(root: Path) -> set[str]:
    """The names of all files that the wheel must contain."""
    return {
        f"{target}/{path.relative_to(root / source).as_posix()}"
        for source, target in PACKED.items()
        for path in (root / source).rglob("*")
        if path.is_file() and path.suffix not in NOT_PACKED and not path.name.startswith(".")
    }


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(root: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name and not name.endswith(".po")}
    assert names == wanted(root)


def test_every_catalogue_travels_compiled(root: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    catalogues = {path.relative_to(root).as_posix() for path in root.glob("scorekeeper/translations/*/*/*.po")}
    assert {name.removesuffix("po") + "mo" for name in catalogues} <= names


def test_the_licence_travels(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        (licence,) = [name for name in packed.namelist() if name.endswith("licenses/LICENSE")]
        assert "the Canasta Scorekeeper authors" in packed.read(licence).decode()


def test_what_is_imported_is_what_was_installed(installed: Path, tmp_path: Path) -> None:
    where = run(
        str(installed / "python"),
        "-c",
        "import scorekeeper; print(scorekeeper.__file__)",
        folder=tmp_path,
    )
    assert Path(where.strip()).is_relative_to(installed.parent)


def test_it_serves_from_another_folder_and_keeps_its_matches_in_the_users_data_folder(
    installed: Path, tmp_path: Path
) -> None:
    own = {f"XDG_{what.upper()}_HOME": str(tmp_path / what) for what in ("data", "cache")}
    home = {"HOME": str(tmp_path), **own, "PYTHONPATH": ""}
    command = (str(installed / "scorekeeper"),)
    with serving(folder=tmp_path, command=command, environment=home) as server:
        board = read(f"{server.url}/")
        stylesheets = re.findall(r'href="([^"]+\.css[^"]*)"', board)
        assert stylesheets
        for stylesheet in stylesheets:
            assert "{" in read(f"{server.url}{stylesheet}")
    assert list((tmp_path / "data").rglob("scorekeeper.db"))


def read(url: str) -> str:
    """The content of a page that must exist."""
    with urlopen(url, timeout=60) as answer:
        assert answer.status == 200
        return str(answer.read().decode())
