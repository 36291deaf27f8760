"""Everything that the command line is asked for the goldens, on copies of the club."""

import io
import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

from scorekeeper.cli import COMMANDS, main
from scorekeeper.cli.evening import ACTS
from tests.engine.table import CASES, cases, of_deals
from tests.goldens.chance import restart
from tests.goldens.club import ALONE, KNOCKOUT, NIGHT, SEASON
from tests.goldens.text import masked
from tests.sheets.reading import text as text_of_pdf

Golden = tuple[str, str]

AT, NEW = ("--database", "club.db"), ("--database", "new.db")
#: Columns of the terminal: wide enough that where a line breaks does not depend on where the checkout is.
WIDTH = "400"
#: Commands that only print; what stands in a file is put beside them.
PRINTING: tuple[tuple[str, ...], ...] = (
    (), ("--help",), ("--version",), ("nothing",), ("rules",), ("rules", "bridge"), ("rules", "--json"),
    ("search", "frozen", "pile"), ("search", "qqqq"), ("search", "HU-03", "--json"), ("rule", "--list"),
    ("rule", "--list", "--code", "romanian"), ("verify", *AT), ("verify", "--database", "none.db"), ("export", *AT),
    ("export", "hungarian-four", "nowhere", *AT), ("evening", "list", *AT), ("evening", "show", "nowhere", *AT),
    *(("evening", act, night, *AT) for act in ("show", "seat", "pair", "rank") for night in (NIGHT, KNOCKOUT, ALONE)),
    ("score", "deals.jsonl"), ("score", "none.jsonl"), ("check", "opening", "openings.jsonl"),
    ("check", "meld", "melds.jsonl"), ("pair", "wrong.jsonl"), ("rank", "wrong.jsonl"), ("score", "wrong.jsonl"),
    ("rule", "wrong.jsonl"),
)  # fmt: skip
#: Commands that write, each to a copy of the club of its own.
WRITING: tuple[tuple[str, ...], ...] = (
    ("backup", "copy.db", *AT), ("backup", "club.db", *AT), ("restore", "none.db", *AT), ("restore", "club.db", *AT),
    ("player", "Ilona", "--rename", "Ilka", *AT), ("player", "Nobody", "--forget", *AT), ("forget-pin", *AT),
    ("demo", "--matches", "2", "--seed", "3", *NEW), ("demo", "--evening", "3", "--seed", "3", *NEW),
    ("import", "exported.jsonl", *NEW), ("import", "wrong.jsonl", *NEW), ("import", "exported.jsonl", *AT),
    ("evening", "seat", ALONE, "--publish", *AT), ("evening", "close", NIGHT, *AT), ("evening", "close", ALONE, *AT),
    ("evening", "finish", KNOCKOUT, *AT), ("evening", "finish", ALONE, *AT), ("evening", "open", "night.jsonl", *AT),
    ("evening", "result", ALONE, "2", "1", "result.jsonl", *AT), ("move", "club.db", "none.db"), ("migrate", *AT),
)  # fmt: skip
#: Commands that print a sheet to a file.
SHEETS: tuple[tuple[str, ...], ...] = (
    *(("sheet", match, *AT) for match in ("hungarian-four", "for-money", "changed", "nowhere")),
    ("sheet", "burraco-four", "--kind", "card", "--paper", "A6", *AT),
    *(("evening", "print", NIGHT, kind, *AT) for kind in ("seating", "standings", "slips", "cards")),
    ("evening", "print", KNOCKOUT, "standings", *AT), ("evening", "print", SEASON, "season", *AT),
)  # fmt: skip
#: Files that commands read, besides those of the cases.
FILES = {
    "wrong.jsonl": ['{"held": 0}', "[]", "null", "{", '{"rules": "bridge"}', '{"rules": "classic", "sides": 0}'],
    "result.jsonl": ['{"kind": "played", "sides": [{"score": 900}, {"score": 300}], "reason": "from the slip"}'],
    "night.jsonl": ['{"title": "New", "date": "2026-11-21", "rules": "classic", "format": "four", "movement": "draw",'
                    ' "scoring": "places", "round_end": {"by": "deals", "deals": 4}, "seed": 1, "entrants":'
                    ' [{"players": ["Anna", "Béla"]}, {"players": ["Dana", "Ene"]}]}'],
}  # fmt: skip


def asked_of_commands(club: Path, language: str, folder: Path) -> Iterator[Golden]:
    """Every golden of the command line: what it printed, and the sheet that it wrote."""
    _put_files(folder)
    shutil.copy(club, folder / "club.db")
    said = [(*command, "--help") for command in _all_commands()]
    games = [(*rest, *look) for game in of_deals() for rest in [("rules", game)] for look in ((), ("--json",))]
    spoken = ("rules", "search", "sheet")
    for command in (*said, *PRINTING, *games):
        own = ("--lang", language) if command[:1] and command[0] in spoken and "--help" not in command else ()
        yield _asked((*command, *own), folder)
    shutil.copy(club, folder / "club.db")
    (folder / "exported.jsonl").write_text(_run(("export", *AT), folder)[1], encoding="utf-8")
    yield from run_on_copies(club, folder, WRITING)
    shutil.copy(club, folder / "club.db")
    for command in SHEETS:
        name, text = _asked((*command, "--lang", language, "-o", "sheet.pdf"), folder)
        sheet = folder / "sheet.pdf"
        yield name, text + (text_of_pdf(sheet.read_bytes()) if sheet.exists() else "")
        sheet.unlink(missing_ok=True)


def run_on_copies(club: Path, folder: Path, commands: Sequence[Sequence[str]]) -> Iterator[Golden]:
    """What commands print, each in front of a copy of the club of its own and of the files that commands read."""
    _put_files(folder)
    for command in commands:
        for left in folder.glob("*.db*"):
            left.unlink()
        shutil.copy(club, folder / "club.db")
        yield _asked(command, folder)


def _put_files(folder: Path) -> None:
    for name, lines in {**FILES, **_cases()}.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _all_commands() -> list[tuple[str, ...]]:
    return [*((name,) for name in COMMANDS), *(("evening", act) for act in ACTS)]


def _cases() -> dict[str, list[str]]:
    """The cases that were worked out by hand, as the commands read them: deals, sides, openings, melds."""
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
    """A command as it is typed, and its exit code and what it printed."""
    code, out, err = _run(command, folder)
    return f"scorekeeper {' '.join(command)}", masked(f"exit {code}\n{err}{out}".replace(str(folder), "(folder)"))


def _run(command: Sequence[str], folder: Path) -> tuple[int | str | None, str, str]:
    """Run a command in a folder, with nothing on its standard input."""
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
