"""The wheel holds everything, and what it installs serves without the checkout."""

import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.serving import serving

PACKED = {"scorekeeper": "scorekeeper", "templates": "scorekeeper/templates", "static": "scorekeeper/static"}
NOT_PACKED = {".pyc", ".pot", ".po"}


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source archive, and the wheel from the source archive alone."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder), folder=root)
    (archive,) = folder.glob("*.tar.gz")
    run("tar", "-xzf", str(archive), folder=folder)
    unpacked = folder / archive.name.removesuffix(".tar.gz")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), folder=unpacked)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an environment of its own; its dependencies are lent by the one that tests."""
    home = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    lent = home / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages" / "lent.pth"
    lent.write_text(sysconfig.get_path("purelib") + "\n")
    pip = (sys.executable, "-m", "pip", "--python", str(python), "install", "-qq", "--no-deps", "--no-index")
    run(*pip, str(wheel), folder=home)
    return home


def run(*command: str, folder: Path) -> str:
    """Run a program to its end; a failure shows what it printed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def wanted(root: Path) -> set[str]:
    """Name every file that must travel in the wheel."""
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
        str(installed / "bin" / "python"),
        "-c",
        "import scorekeeper; print(scorekeeper.__file__)",
        folder=tmp_path,
    )
    assert Path(where.strip()).is_relative_to(installed)


def test_it_serves_from_another_folder_and_keeps_its_matches_in_the_users_data_folder(
    installed: Path, tmp_path: Path
) -> None:
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONPATH": ""}
    command = (str(installed / "bin" / "scorekeeper"),)
    with serving(folder=tmp_path, command=command, environment=home) as server:
        board = read(f"{server.url}/")
        stylesheets = re.findall(r'href="([^"]+\.css[^"]*)"', board)
        assert stylesheets
        for stylesheet in stylesheets:
            assert "{" in read(f"{server.url}{stylesheet}")
    assert list((tmp_path / "data").rglob("scorekeeper.db"))


def read(url: str) -> str:
    """Get a page that must be there."""
    with urlopen(url, timeout=60) as answer:
        assert answer.status == 200
        return str(answer.read().decode())
