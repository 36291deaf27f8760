"""All commands of the command line for the goldens, on copies of the club.

Each line of `commands.txt` is a command as typed, or several separated by "; ". `@` stands for `--database club.db`,
the club, and `@x` for `--database x.db`. Variables before a command set its environment; `CLOCK` also sets the time,
and `NETWORK` the addresses of this machine. `{}` is the last word that the command before printed. `> file` writes the
output to a file; then only the beginning of each line is shown.
"""

import io
import json
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from os import environ
from pathlib import Path
from typing import Any
from unittest.mock import patch

import time_machine
from cryptography.x509 import load_pem_x509_certificate

from scorekeeper.cli import COMMANDS, main
from scorekeeper.cli.evening import ACTS
from scorekeeper.cli.serving.server import Door
from scorekeeper.sheets.printing.printer import Page
from tests.engine.table import CASES, cases, of_deals
from tests.goldens.chance import restart
from tests.goldens.club import CLOCK, KNOCKOUT, NIGHT, SEASON
from tests.goldens.seen import seen
from tests.goldens.text import masked
from tests.sheets.reading import text as text_of_pdf

Golden = tuple[str, str]

AT = ("--database", "club.db")
#: The columns of the terminal: enough that line breaks do not depend on the path of the checkout.
WIDTH = "400"
#: Commands with long output; the files that they read are written into their folder.
LONG: tuple[tuple[str, ...], ...] = (
    ("rules",), ("rules", "--json"), ("search", "HU-03", "--json"), ("rule", "--list"), ("export", *AT),
    ("score", "deals.jsonl"), ("check", "opening", "openings.jsonl"), ("check", "meld", "melds.jsonl"),
)  # fmt: skip
#: Commands that write a sheet to a PDF file.
SHEETS: tuple[tuple[str, ...], ...] = (
    *(("sheet", match, *AT) for match in ("hungarian-four", "for-money", "changed", "nowhere")),
    ("sheet", "burraco-four", "--kind", "card", "--paper", "A6", *AT),
    *(("evening", "print", NIGHT, kind, *AT) for kind in ("seating", "standings", "slips", "cards")),
    ("evening", "print", KNOCKOUT, "standings", *AT), ("evening", "print", SEASON, "season", *AT),
)  # fmt: skip
#: Files that commands read, in addition to those of the cases.
FILES = {
    "wrong.jsonl": ['{"held": 0}', "[]", "null", "{", '{"rules": "bridge"}', '{"rules": "classic", "sides": 0}'],
    "result.jsonl": ['{"kind": "played", "sides": [{"score": 900}, {"score": 300}], "reason": "from the slip"}'],
    "few.jsonl": ['{"rules": "classic", "score": 1500}', "", "{", '{"rules": "classic", "score": -5, "raise": 10}'],
    "walk_over.jsonl": ['{"kind": "walk_over", "sides": [{}, {"absent": true}]}'],
    "level.jsonl": ['{"kind": "played", "sides": [{"score": 900}, {"score": 900}]}'],
    "goes_on.jsonl": ['{"kind": "played", "sides": [{"score": 900}, {"score": 900}], "winner": 1}'],
    "season.jsonl": ['{"season": {"evenings": [{"standings": [{"place": 1, "players": ["A", "B"], "points": 9},'
                     ' {"place": 2, "players": ["C"], "points": 5}]}, {"standings": [{"place": 1, "players": ["C"],'
                     ' "points": 7}, {"place": 1, "players": ["B"], "points": 9}]}], "points": {"by": "points"},'
                     ' "best": 1}, "seed": 7}'],
    "cup.jsonl": ['{"title": "Cup", "date": "2026-11-22", "rules": "classic", "format": "four", "movement": "knockout",'
                  ' "scoring": "win_draw_loss", "round_end": {"by": "time", "minutes": 40}, "seed": 7, "entrants":'
                  ' [{"players": ["Anna", "Béla"], "name": "North"}, {"players": ["Dana", "Ene"], "fixed_table": 2},'
                  ' {"players": ["Eva", "Jan"]}]}'],
    "night.jsonl": ['{"title": "New", "date": "2026-11-21", "rules": "classic", "format": "four", "movement": "draw",'
                    ' "scoring": "places", "round_end": {"by": "deals", "deals": 4}, "seed": 1, "entrants":'
                    ' [{"players": ["Anna", "Béla"]}, {"players": ["Dana", "Ene"]}]}'],
}  # fmt: skip


def asked_of_commands(club: Path, language: str, folder: Path) -> Iterator[Golden]:
    """Yield every golden of the command line: a command and its output, with the text of the sheet that it wrote."""
    _put_files(folder)
    shutil.copy(club, folder / "club.db")
    said = [(name, "--help") for name in COMMANDS]
    said += [("evening", act, "--help") for act in ACTS]
    games = [(*rest, *look) for game in of_deals() for rest in [("rules", game)] for look in ((), ("--json",))]
    spoken = ("rules", "search", "sheet")
    for command in (*said, *LONG, *games):
        own = ("--lang", language) if command[0] in spoken and "--help" not in command else ()
        yield _asked((*command, *own), folder)
    yield from asked_on_copies(club, folder)
    shutil.copy(club, folder / "club.db")
    for command in SHEETS:
        name, text = _asked((*command, "--lang", language, "-o", "sheet.pdf"), folder)
        sheet = folder / "sheet.pdf"
        yield name, text + (text_of_pdf(sheet.read_bytes()) if sheet.exists() else "")
        sheet.unlink(missing_ok=True)


def asked_on_copies(club: Path, folder: Path) -> Iterator[Golden]:
    """Yield each line of `commands.txt`, with its output and the files that it made.

    Each line is run on its own copy of the club.
    """
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        own = folder / "own"
        own.mkdir()
        _put_files(own, line)
        shutil.copy(club, own / "club.db")
        before, told, last = {*own.iterdir(), own / "club.db-here"}, list[str](), ""
        for step in line.split("; "):
            text, last = _step(step.replace("{}", last), own)
            told += [f"> {step}", text.rstrip("\n")] if "; " in line else [text.rstrip("\n")]
        for each in sorted(each for each in own.rglob("*") if each.is_file() and each not in before):
            told.append(f"{each.relative_to(own)} {each.stat().st_mode & 0o777:o}{_certificate(each)}")
        shutil.rmtree(own)
        yield f"scorekeeper {line}", "\n".join([*told, ""])


def _step(step: str, folder: Path) -> tuple[str, str]:
    """Run one command of a line. Returns its exit code and output as a text, and the last word that it printed."""
    typed, _, into = step.partition(" > ")
    words = shlex.split(typed)
    given = dict(word.split("=", 1) for word in words if re.match("[A-Z_]+=", word))
    command = [part for word in words[len(given) :] for part in _file(word)]
    with _surroundings(), patch.dict("os.environ", given), time_machine.travel(given.get("CLOCK", CLOCK), tick=False):
        code, out, err = _run(command, folder)
    if into:
        (folder / into).write_text(out, encoding="utf-8")
        out = "".join(f"{line[:90]}\n" for line in out.splitlines())
    return masked(f"exit {code}\n{err}{out}".replace(str(folder), "(folder)")), " ".join(
        re.findall(r"[\w-]+", out)[-1:]
    )


def _file(word: str) -> Sequence[str]:
    return ("--database", f"{word[1:] or 'club'}.db") if word.startswith("@") else (word,)


@contextmanager
def _surroundings() -> Iterator[None]:
    """Pretend, until the block ends, to be a machine with a fixed name and addresses.

    A command that would serve the program prints its settings instead. A command that would write a PDF prints the text
    of its page. A background task runs once, at once.
    """
    with ExitStack() as patched:
        for of, instead in {
            "cli.serving.network.bound": lambda where: [f"{host} {where.port}" for host in where.listens],
            "cli.serve.serve": _served, "cli.demo.beside": _beside,
            "cli.serve.serve_by": lambda count, *given: _served(*given, count=count),
            "cli.serving.daily.beside": _beside, "cli.matches.write_pdf": _printed,
            "cli.serving.network.own_addresses": lambda *_: environ.get("NETWORK", "192.168.7.2 10.0.0.2").split(),
            "cli.certificates.own_addresses": lambda: ("192.168.7.2", "10.0.0.2"),
        }.items():  # fmt: skip
            patched.enter_context(patch(f"scorekeeper.{of}", instead))
        patched.enter_context(patch("socket.gethostname", lambda: "Laptop.club.example"))
        yield


def _served(config: Mapping[str, Any], doors: Sequence[Door], notice: int = 0, *, count: int = 1) -> None:
    for key, value in config.items():
        print(f"{key}: {value[:9] if key == 'SECRET_KEY' else value}")
    for door in doors:
        print(
            f"at {', '.join(map(str, door.sockets))}, pair {door.pair and [*map(str, door.pair)]}, proxy {door.proxy}"
        )
    print(f"by {count}, notice {notice}")


@contextmanager
def _beside(name: str, every: float, act: Callable[[], None]) -> Iterator[None]:
    print(f"beside it, every {every:g} s: {name}")
    act()
    yield


def _printed(file: Path, page: Page) -> None:
    print(
        f"{file}: {', '.join(page.styles)}", re.findall("<(?:html|body)[^>]*>", page.html), *seen(page.html), sep="\n"
    )


def _certificate(file: Path) -> str:
    """The subject, the issuer, the period and the extensions of a certificate, as text; "" for any other file. The
    identifiers of its keys are left out, because each run makes new keys."""
    if file.suffix != ".crt":
        return ""
    it = load_pem_x509_certificate(file.read_bytes())
    said = [f"{it.subject.rfc4514_string()} by {it.issuer.rfc4514_string()}"]
    said.append(f"{it.not_valid_before_utc} – {it.not_valid_after_utc}")
    said += [f"{'critical ' * each.critical}{each.value}" for each in it.extensions if "KeyIdentifier" not in str(each)]
    return "".join(f"\n    {each}" for each in said)


def _put_files(folder: Path, named: str | None = None) -> None:
    """Write the files that commands read into a folder: all of them, or those that the text `named` mentions."""
    for name, lines in {**FILES, **_cases()}.items():
        if named is None or name in named:
            (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@cache
def _cases() -> dict[str, list[str]]:
    """The worked cases as the commands read them: the lines of each file, by its name. Single sides are deals, too."""
    request = ("rules", "format", "options", "deal", "sides", "cards_left", "first_round_out")
    deals = [{key: case[key] for key in request if key in case} for game in of_deals() for case in cases(game)]
    for line in (CASES / "sides.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        deals.append({"rules": row["game"], "sides": [row["side"]], **{key: row[key] for key in request if key in row}})
    told = ("id", "title", "section", "expected", "reading")
    bare = {
        name: [{key: value for key, value in case.items() if key not in told} for case in cases(name)]
        for name in ("openings", "melds")
    }
    listed: dict[str, list[Any]] = {"deals": deals, **bare}
    return {f"{name}.jsonl": [json.dumps(each) for each in given] for name, given in listed.items()}


def _asked(command: Sequence[str], folder: Path) -> Golden:
    """A command as typed, with its exit code and its output."""
    code, out, err = _run(command, folder)
    return f"scorekeeper {' '.join(command)}", masked(f"exit {code}\n{err}{out}".replace(str(folder), "(folder)"))


def _run(command: Sequence[str], folder: Path) -> tuple[int | str | None, str, str]:
    """Run a command in a folder, with empty standard input. Returns its exit code, its output, and its error output."""
    restart(" ".join(command))
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    code: int | str | None
    with (
        patch.dict("os.environ", {"COLUMNS": WIDTH}),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO())),
        redirect_stdout(out),
        redirect_stderr(err),
        chdir(folder),
    ):
        try:
            code = main(command)
        except SystemExit as end:
            code = end.code
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    return code, *texts
