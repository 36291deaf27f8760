"""The messages of the set-up on machines that lack something; a machine is a folder with stand-ins for its programs."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("pyproject.toml", "requirements.txt", "requirements-dev.txt", "tools/setup", "tools/hatch_build.py")

PYTHON = """#!/bin/sh
echo "$*" >>"$HOME/asked"
case "$*" in
*version_info*) [ -z "${OLD_PYTHON:-}" ] ;;
--version) echo "Python 3.9.2" ;;
*ensurepip*) [ -z "${NO_VENV:-}" ] ;;
*CDLL* | *weasyprint*) [ -n "${LIBRARIES:-}" ] ;;
"-m venv .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
*--require-hashes*) [ -z "${NO_NETWORK:-}" ] ;;
*) exit 0 ;;
esac
"""


@dataclass(frozen=True, slots=True)
class Machine:
    """A checkout, and the programs that its set-up finds."""

    checkout: Path
    programs: Path

    def set_up(self, goal: str, **lacks: str) -> subprocess.CompletedProcess[str]:
        """Run the set-up without root permissions; `lacks` are environment variables that the stand-ins read."""
        environment = {"PATH": f"{self.programs}:/usr/bin:/bin", "HOME": str(self.checkout), **lacks}
        script = self.checkout / "tools" / "setup"
        return subprocess.run(
            ["sh", str(script), goal], env=environment, capture_output=True, text=True, check=False, timeout=60
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A checkout on a machine whose user is not root."""
    checkout, programs = tmp_path / "checkout", tmp_path / "programs"
    for name in COPIED:
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, checkout / name)
    programs.mkdir()
    for name, text in {"python3": PYTHON, "id": "#!/bin/sh\necho 1000\n"}.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    return Machine(checkout, programs)


def test_without_venv_it_names_the_command(machine: Machine) -> None:
    done = machine.set_up("run", NO_VENV="1")
    assert done.returncode == 1
    assert "sudo apt-get update && sudo apt-get install --no-install-recommends python3-venv" in done.stderr


def test_an_old_python_is_named_and_refused(machine: Machine) -> None:
    done = machine.set_up("run", OLD_PYTHON="1")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed; python3 is Python 3.9.2" in done.stderr


def test_running_goes_on_without_pdf_and_says_what_to_type(machine: Machine) -> None:
    done = machine.set_up("run")
    assert done.returncode == 0
    assert "a sheet is a page to print" in done.stdout
    assert "--no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core" in done.stdout


def test_no_old_setuptools_stays_in_the_environment(machine: Machine) -> None:
    machine.set_up("run")
    asked = (machine.checkout / "asked").read_text().splitlines()
    installed, removed, own = (
        next(number for number, line in enumerate(asked) if what in line)
        for what in ("--require-hashes", "pip uninstall", "--editable .")
    )
    assert installed < removed < own
    assert asked[removed].endswith("--yes setuptools")


def test_testing_stops_without_pdf_and_says_what_to_type(machine: Machine) -> None:
    done = machine.set_up("test")
    assert done.returncode == 1
    assert "--no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core" in done.stderr


def test_a_failed_download_is_no_finished_set_up(machine: Machine) -> None:
    failed = machine.set_up("run", NO_NETWORK="1", LIBRARIES="1")
    assert failed.returncode == 1
    assert "could not be installed" in failed.stderr
    assert "Installing the Python packages" in machine.set_up("run", LIBRARIES="1").stdout


def test_the_second_time_there_is_nothing_to_do_or_say(machine: Machine) -> None:
    first = machine.set_up("run", LIBRARIES="1")
    assert first.stdout.splitlines() == [
        "Making a Python environment in .venv …",
        "Installing the Python packages of requirements.txt …",
        "Installing the scorekeeper itself …",
    ]
    second = machine.set_up("run", LIBRARIES="1")
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")


def test_a_changed_lock_is_installed(machine: Machine) -> None:
    machine.set_up("run", LIBRARIES="1")
    with (machine.checkout / "requirements.txt").open("a") as lock:
        lock.write("# changed\n")
    assert machine.set_up("run", LIBRARIES="1").stdout.splitlines() == [
        "Installing the Python packages of requirements.txt …",
        "Installing the scorekeeper itself …",
    ]


def test_a_moved_checkout_gets_an_environment_of_its_own(machine: Machine) -> None:
    machine.set_up("run", LIBRARIES="1")
    moved = Machine(machine.checkout.rename(machine.checkout.with_name("moved")), machine.programs)
    assert "Making a Python environment" in moved.set_up("run", LIBRARIES="1").stdout
