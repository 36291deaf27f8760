"""`scorekeeper export|import|player|sheet`: exporting, importing and printing matches, and renaming players."""

import argparse
import json
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

from scorekeeper.actions.club.players import forget_player, rename_player
from scorekeeper.actions.transfer import export_all, export_match, import_any
from scorekeeper.cli.contract import add_input, opened, read_requests
from scorekeeper.cli.data import NotPossible, add_database, now, open_desk, telling
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.paper import ReadySheet, match_blank, match_card, match_sheet
from scorekeeper.places import shipped
from scorekeeper.sheets.look import PAPERS, Ink, Look
from scorekeeper.sheets.printing.pages import page, papers_of
from scorekeeper.sheets.printing.printer import Page, PdfError, PdfUnavailable, Printer
from scorekeeper.words import LANGUAGES, Words, words_for
from scorekeeper.words.refusals import say_refusal


def add_export(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the database, and the matches to export."""
    add_database(parser)
    parser.add_argument("match", nargs="*", help="ids of matches (default: all of them)")


@telling
def export(arguments: argparse.Namespace) -> int:
    """Print one line of JSON for each of the given matches. If none is given, print everything that is not archived:
    seasons, evenings with their matches, other matches, and merged players."""
    with open_desk(arguments.database, reading=True) as desk:
        chosen = (export_match(desk, match) for match in arguments.match) if arguments.match else export_all(desk)
        for exported in chosen:
            print(json.dumps(exported, ensure_ascii=False))
    return 0


def add_import(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the database, and the input."""
    add_database(parser)
    add_input(parser)


@telling
def import_(arguments: argparse.Namespace) -> int:
    """Import what `export` printed. Each match, evening or season is added as a whole, or refused with a message. If a
    statement in a list of merged players is refused, those before it are kept. Returns 1 if anything was refused."""
    counts: Counter[str] = Counter(added=0, known=0, refused=0)
    with opened(arguments.file) as stream, open_desk(arguments.database, new=True) as desk:
        for number, exported in enumerate(read_requests(stream), start=1):
            try:
                if isinstance(exported, Refused):
                    raise exported
                counts[import_any(desk, exported).outcome] += 1
            except Refused as refused:
                where = f"{refused.where}: " if refused.where else ""
                print(f"item {number}: {where}{say_refusal(refused, words_for('en'))}", file=sys.stderr)
                counts["refused"] += 1
    print("Added {added}, already present {known}, refused {refused}".format(**counts))
    return 1 if counts["refused"] else 0


def add_player(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the database, the player, and what to do with the name."""
    add_database(parser)
    parser.add_argument("name", help="the player's name as it is shown")
    act = parser.add_mutually_exclusive_group(required=True)
    act.add_argument("--rename", metavar="NAME", help="show this new name everywhere")
    act.add_argument(
        "--forget", nargs="?", const="", metavar="NAME", help="replace the name everywhere by this, or by a number"
    )
    parser.add_argument(
        "--copies", action="store_true", help="with --forget: delete all earlier copies, and make a new one"
    )


@telling
def player(arguments: argparse.Namespace) -> int:
    """Rename a player, or forget the name.

    `--rename` changes the name that is shown, but no entries. `--forget` overwrites the name in the entries, too, with
    the given one or with "Player" and a number.
    """
    with open_desk(arguments.database) as desk:
        found = desk.ledger.players.find(arguments.name)
        if found is None:
            raise NotPossible(f"there is no player {arguments.name}")
        new = arguments.rename or arguments.forget or f"Player {found.id}"
        if arguments.rename is not None:
            rename_player(desk, found.id, arguments.rename, now=now())
        else:
            forget_player(desk, found.id, new, now=now(), copies=arguments.copies)
    print(f"{found.name} is called {new} now.")
    return 0


SHEETS = {"score": match_sheet, "blank": match_blank, "rules": match_card}


def add_sheet(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the database, the match, the kind of sheet, the paper and the language."""
    add_database(parser)
    parser.add_argument("match", help="the match's id")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", required=True, help="the PDF file to write")
    parser.add_argument(
        "--kind", choices=list(SHEETS), default="score", help="score sheet, empty sheet or the match's rules"
    )
    parser.add_argument("--paper", choices=list(PAPERS), default="a4", help="size of the paper (default: a4)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the sheet (default: en)")
    parser.add_argument("--colour", action="store_true", help="print in colour instead of black")


@telling
def sheet(arguments: argparse.Namespace) -> int:
    """Write a sheet to a PDF file."""
    words = words_for(arguments.lang)
    with open_desk(arguments.database, reading=True) as desk:
        made = SHEETS[arguments.kind](desk, arguments.match, words)
    print_sheet(made, arguments.output, words, arguments.paper, ink="colour" if arguments.colour else "black")
    return 0


def print_sheet(sheet: ReadySheet, file: Path, words: Words, paper: str | None, *, ink: Ink = "black") -> None:
    """Write a sheet to a PDF file. `paper` is the name of the paper; None for the sheet's usual one.

    Raises `Refused` for a paper that the sheet does not have, and `NotPossible` if it cannot be printed.
    """
    papers = papers_of(sheet.template, sheet.model)
    if paper not in (None, *papers):
        raise malformed("not_one_of", "paper", paper, papers)
    look = Look(paper=papers[paper] if paper else next(iter(papers.values())), ink=ink)
    write_pdf(file, page(sheet.template, sheet.model, words, look))


def write_pdf(file: Path, printed: Page) -> None:
    """Write a page to a PDF file. Raises `NotPossible` if that fails, with the names of any missing packages."""
    try:
        with closing(Printer(shipped("static") / "print")) as printer:
            file.write_bytes(printer.pdf(printed))
    except PdfUnavailable as failure:
        install = f"sudo apt-get install {' '.join(failure.packages)}"
        raise NotPossible(f"{failure}\nInstall: {install}") from failure
    except PdfError as failure:
        raise NotPossible(str(failure)) from failure


COMMANDS = {
    "export": (add_export, export),
    "import": (add_import, import_),
    "player": (add_player, player),
    "sheet": (add_sheet, sheet),
}
