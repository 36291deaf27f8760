"""The package as it is released: built from the source archive alone, and installed into its own environment."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path


def run(*command: str, folder: Path) -> str:
    """Run a program to its end, and return its output. If it fails, the AssertionError has its output."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build_wheel(root: Path, folder: Path) -> Path:
    """Build the source archive in `folder`, and the wheel from it. Returns the path of the wheel."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder), folder=root)
    (archive,) = folder.glob("*.tar.gz")
    run("tar", "-xzf", str(archive), folder=folder)
    unpacked = folder / archive.name.removesuffix(".tar.gz")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), folder=unpacked)
    (built,) = folder.glob("*.whl")
    return built


def install(wheel: Path, home: Path) -> Path:
    """Install a wheel into the environment at `home`, in place of an earlier one. Libraries come from the environment
    of the tests. Returns the folder of its commands."""
    if not home.exists():
        venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    lent = home / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages" / "lent.pth"
    lent.write_text(sysconfig.get_path("purelib") + "\n")
    pip = (sys.executable, "-m", "pip", "--python", str(python), "install", "-qq", "--no-deps", "--no-index")
    run(*pip, "--force-reinstall", str(wheel), folder=home)
    return home / "bin"
