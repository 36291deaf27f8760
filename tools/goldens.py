"""Compare everything that the program shows, as text, between this checkout and another commit. Run by `make goldens`.

python -m tools.goldens write FOLDER            write all pages, sheets, exports and outputs of commands of a fixed club
python -m tools.goldens compare FOLDER FOLDER   print the new, missing and changed addresses, with the differences
python -m tools.goldens against COMMIT          write the goldens of that commit and of this checkout, and compare them
python -m tools.goldens snapshots FOLDER        write the snapshots of a small club, by subject

The data come from tests/goldens, and the clock stands still. Two runs of one commit give exactly the same texts.
"""

import argparse
import difflib
import hashlib
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("en", "hu")
#: The file that decides whether another commit can run with the installed packages.
LOCK = "requirements-dev.txt"
#: The package that stops the clock; no test needs it, so it is not in the lock file.
CLOCK = "time-machine"
#: The maximum numbers shown: lines of a difference, characters of a line, and addresses with the same difference.
MOST_LINES, MOST_LETTERS, MOST_NAMED = 12, 160, 4
#: A file's name is its request, percent-encoded. If that has more characters than this, it is cut, and a hash is added.
NAME_LENGTH = 150


# --- Writing ------------------------------------------------------------------------------------------


def write(folder: Path) -> None:
    """Write every golden into `folder`, which is emptied first. Prints the routes that no request reached."""
    rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ["PYTHONHASHSEED"] = "0"  # for the processes below, so that they write sets in a fixed order
    with TemporaryDirectory() as scratch:
        club = Path(scratch) / "club.db"
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
            processes.submit(build, club, None).result()
            asked = [
                processes.submit(ask, what, club, language, folder / language)
                for what in ("pages", "commands")
                for language in LANGUAGES
            ]
            missed = [route for future in asked for route in future.result()]
    for route in dict.fromkeys(missed):
        print(f"  not reached: {route}")


def build(club: Path, matches: Sequence[tuple[str, str]] | None) -> None:
    """Write everything that the goldens show into one database. Its matches are `matches` as (rules, format), or one of
    every game and format."""
    from scorekeeper import create_app
    from scorekeeper.web.frame.desk import close_desk
    from tests.goldens.chance import settled
    from tests.goldens.club import SECRET, furnish

    with settled():
        app = create_app({"DATABASE": club, "SECRET_KEY": SECRET})
        furnish(app, matches)
        close_desk(app)


def ask(what: str, club: Path, language: str, folder: Path) -> list[str]:
    """Write the goldens of the pages or of the commands in one language. Returns the routes that no request reached."""
    from tests.goldens.asking import UNREACHED, asked_of_pages
    from tests.goldens.chance import settled
    from tests.goldens.commands import asked_of_commands

    asking = {"pages": asked_of_pages, "commands": asked_of_commands}[what]
    missed: list[str] = []
    with TemporaryDirectory() as scratch, settled():
        for asked, answer in asking(club, language, Path(scratch)):
            keep(folder, asked, answer)
            missed += answer.splitlines() if asked == UNREACHED else []
    return missed


def keep(folder: Path, asked: str, answer: str) -> None:
    """Write a golden: its first line is the request, and its file is named after the request, shortened if
    necessary."""
    name = quote(asked, safe="")
    if len(name) > NAME_LENGTH:
        name = f"{name[:NAME_LENGTH]}-{hashlib.sha256(asked.encode()).hexdigest()[:8]}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_text(f"{asked}\n{answer}", encoding="utf-8")


def write_snapshots(folder: Path) -> None:
    """Write the snapshots into a folder, one file for each subject, in a process in which sets have a fixed order."""
    os.environ["PYTHONHASHSEED"] = "0"
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        processes.submit(_write_snapshots, folder).result()


def _write_snapshots(folder: Path) -> None:
    from tests.goldens.chance import settled
    from tests.goldens.snapshots import TABLES, snapshots

    subjects: dict[str, list[str]] = defaultdict(list)
    with TemporaryDirectory() as built, TemporaryDirectory() as scratch:
        club = Path(built) / "club.db"
        build(club, TABLES)
        with settled():
            for subject, asked, answer in snapshots(club, Path(scratch)):
                subjects[subject].append(f"=== {asked}\n{answer}")
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    for subject, texts in subjects.items():
        (folder / f"{subject.replace(' ', '_')}.txt").write_text("\n".join(texts), encoding="utf-8")


# --- Comparing ----------------------------------------------------------------------------------------


def read(folder: Path) -> dict[str, str]:
    """The goldens of a folder by language and request ("en /club"), masked with the masks of this checkout."""
    from tests.goldens.text import masked

    found = {}
    for file in sorted(folder.glob("*/*.txt")):
        asked, _, answer = file.read_text(encoding="utf-8").partition("\n")
        found[f"{file.parent.name} {asked}"] = masked(answer)
    return found


def compared(then: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Lines about removed, added and changed addresses. Addresses that changed in the same way are named together."""
    said = [f"gone: {asked}" for asked in then if asked not in now]
    said += [f"new: {asked}" for asked in now if asked not in then]
    changed: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for asked, answer in then.items():
        if asked in now and now[asked] != answer:
            changed[difference(answer, now[asked])].append(asked)
    for lines, asked in sorted(changed.items(), key=lambda each: -len(each[1])):
        more = f", and {len(asked) - MOST_NAMED} more" if len(asked) > MOST_NAMED else ""
        said += ["", f"changed ({len(asked)}): {', '.join(asked[:MOST_NAMED])}{more}", *lines]
    return said


def difference(then: str, now: str) -> tuple[str, ...]:
    """The first lines that differ between two texts. Of a long line, only the text around the first difference is
    kept."""
    diff = difflib.unified_diff(then.splitlines(), now.splitlines(), n=0, lineterm="")
    lines = [line for line in diff if not line.startswith(("---", "+++", "@@"))]
    shown = [f"    {line}" for line in _windows(lines[:MOST_LINES])]
    return (*shown, f"    … and {len(lines) - MOST_LINES} lines more") if len(lines) > MOST_LINES else tuple(shown)


def _windows(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a difference. Those that are too long are cut, to begin a little before the first character in
    which the lines differ."""
    bare = [line[1:] for line in lines]
    same = next((at for at, letters in enumerate(zip(*bare, strict=False)) if len(set(letters)) > 1), 0)
    for line in lines:
        start = max(1, same - MOST_LETTERS // 3) if len(line) > MOST_LETTERS else 1
        cut = line[start : start + MOST_LETTERS]
        yield f"{line[0]}{'…' * (start > 1)}{cut}{'…' * (start + MOST_LETTERS < len(line))}"


def compare(one: Path, other: Path) -> int:
    """Print the differences of two folders. Returns 1 if there are any."""
    then, now = read(one), read(other)
    said = compared(then, now)
    print("\n".join([*said, ""] if said else []) + f"{len(then)} goldens before, {len(now)} now: "
          + ("they differ." if said else "no difference."))  # fmt: skip
    return int(bool(said))


# --- Another commit -----------------------------------------------------------------------------------


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Check out another commit in a worktree until the block ends. Gives its folder."""
    with TemporaryDirectory() as scratch:
        tree = Path(scratch) / "base"
        git = ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def written_by(tree: Path, folder: Path) -> None:
    """Write the goldens of the checkout at `tree`, with the packages that it requires. Exits with a message if the
    checkout is older than the goldens."""
    if not (tree / "tools" / "goldens.py").exists():
        sys.exit("that commit has no goldens of its own: it is from before them")
    python = sys.executable
    if (tree / LOCK).read_bytes() != (ROOT / LOCK).read_bytes():
        subprocess.run(["sh", "tools/setup", "test"], cwd=tree, check=True)
        python = str(tree / ".venv" / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "-qq", "--no-deps", f"{CLOCK}=={version(CLOCK)}"], check=True)
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    subprocess.run([python, "tools/catalogues.py", "compile"], cwd=tree, env=environment, check=True)
    began = time.monotonic()
    subprocess.run([python, "-m", "tools.goldens", "write", str(folder)], cwd=tree, env=environment, check=True)
    print(f"  {sum(1 for _ in folder.glob('*/*.txt'))} goldens in {time.monotonic() - began:.0f} s", flush=True)


def against(commit: str, folder: Path) -> int:
    """Write the goldens of a commit and of this checkout, and print the differences. Returns 1 if there are any."""
    print(f"Asking {commit} …", flush=True)
    with checked_out(commit) as tree:
        written_by(tree, folder / "then")
    print("Asking this checkout …", flush=True)
    written_by(ROOT, folder / "now")
    return compare(folder / "then", folder / "now")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="What the program shows, as text, of two commits.")
    acts = parser.add_subparsers(dest="act", required=True)
    acts.add_parser("write").add_argument("folder", type=Path)
    comparing = acts.add_parser("compare")
    comparing.add_argument("then", type=Path)
    comparing.add_argument("now", type=Path)
    acts.add_parser("against").add_argument("commit")
    acts.add_parser("snapshots").add_argument("folder", type=Path)
    given = parser.parse_args()
    if given.act == "compare":
        return compare(given.then, given.now)
    if given.act == "against":
        return against(given.commit, ROOT / "goldens")
    {"write": write, "snapshots": write_snapshots}[given.act](given.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
