"""The Debian package: it is installed, started, upgraded and removed, in a folder that represents a machine."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from scorekeeper.places import cache
from tests.serving import Server, serving

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "tools" / "deb"
UNIT = "canasta-scorekeeper.service"
VERSIONS = ("0.2.0.dev1", "0.2.0")


def service() -> dict[str, str]:
    """The settings of the service, by name."""
    lines = (PACKAGE / UNIT).read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


def test_the_service_is_run_as_the_program_understands_it() -> None:
    started, database = service()["ExecStart"], service()["StateDirectory"]
    assert started == f"/usr/bin/scorekeeper serve --database /var/lib/{database}/scorekeeper.db $SERVE"
    assert service()["Environment"] == "XDG_CACHE_HOME=/var/cache"
    assert service()["CacheDirectory"] == cache().name
    assert service()["User"] == (PACKAGE / "canasta-scorekeeper.sysusers").read_text().split()[1]
    assert service()["EnvironmentFile"] == "/etc/default/canasta-scorekeeper"
    assert (PACKAGE / "canasta-scorekeeper.default").read_text().splitlines()[-1] == 'SERVE="--lan --port 8000"'


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_service_is_shut_in_as_far_as_systemd_can_tell() -> None:
    asked = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(PACKAGE / UNIT)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


class Machine:
    """A folder with a system's accounts and list of packages, into which Debian's dpkg installs."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in ("var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers", "etc"):
            (root / folder).mkdir(parents=True)
        for name in ("status", "available"):
            (root / "var/lib/dpkg" / name).touch()
        for name in ("passwd", "group"):
            shutil.copy(Path("/etc") / name, root / "etc" / name)

    def dpkg(self, *arguments: str) -> str:
        """Run dpkg on this machine and return its output. Packages that ours depends on must be on the real machine."""
        command = ["dpkg", f"--root={self.root}", "--force-script-chrootless", "--force-depends", "--log=/dev/null"]
        return subprocess.run([*command, *arguments], check=True, capture_output=True, text=True, timeout=120).stdout

    @property
    def command(self) -> Path:
        """The installed command."""
        return self.root / "usr/bin/scorekeeper"

    @property
    def database(self) -> Path:
        """The path of the service's database."""
        return self.root / "var/lib" / service()["StateDirectory"] / "scorekeeper.db"

    def said(self, *arguments: str) -> str:
        """Run the installed command and return its output."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.root)}
        command = [str(self.command), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60, env=environment).stdout

    @contextmanager
    def served(self) -> Iterator[Server]:
        """The service, run as in its unit, except for the port and the user."""
        self.database.parent.mkdir(exist_ok=True)
        with serving("--database", str(self.database), folder=self.root, command=[str(self.command)]) as server:
            yield server


@pytest.fixture
def packages(tmp_path: Path) -> list[Path]:
    """Two versions of the package, built as `make deb` builds them."""
    build = [str(PACKAGE / "build"), str(tmp_path / "dist")]
    made = [subprocess.run([*build, version], check=True, capture_output=True, text=True) for version in VERSIONS]
    return [Path(each.stdout.strip().splitlines()[-1]) for each in made]


@pytest.mark.soak
@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("dpkg"), reason="needs Debian's dpkg and the rights of root")
@pytest.mark.timeout(600)
def test_the_package_is_installed_started_upgraded_and_removed(packages: list[Path], tmp_path: Path) -> None:
    machine = Machine(tmp_path / "machine")
    wanted = machine.root / "etc/systemd/system/multi-user.target.wants" / UNIT

    machine.dpkg("--install", str(packages[0]))
    assert wanted.is_symlink()
    assert service()["User"] in (machine.root / "etc/passwd").read_text()
    with machine.served() as server:
        assert urlopen(f"{server.url}/healthz").status == 200
        assert b'lang="hu"' in urlopen(Request(server.url, headers={"Accept-Language": "hu"})).read()
        match = machine.said("demo", "--database", str(machine.database)).split()[-1]
    config = machine.root / "etc/default/canasta-scorekeeper"
    config.write_text('SERVE="--host 127.0.0.1 --port 8080"\n')

    machine.dpkg("--install", str(packages[1]))
    assert "8080" in config.read_text()
    with machine.served() as server:
        assert urlopen(f"{server.url}/matches/{match}").status == 200
    machine.said("sheet", match, "--database", str(machine.database), "-o", str(tmp_path / "sheet.pdf"))
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")

    machine.dpkg("--remove", "canasta-scorekeeper")
    assert not machine.command.exists()
    assert machine.database.exists()
    assert "The matches are kept" in machine.dpkg("--purge", "canasta-scorekeeper")
    assert not wanted.is_symlink()
    assert not config.exists()
    assert machine.database.exists()
