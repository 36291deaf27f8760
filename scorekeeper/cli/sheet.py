"""`scorekeeper sheet MATCH -o FILE.pdf`, and printing from the command line."""

import argparse
from pathlib import Path

from scorekeeper.cli.data import NotPossible, add_database, open_desk, telling
from scorekeeper.engine.refused import malformed
from scorekeeper.paper import match_blank, match_card, match_sheet
from scorekeeper.places import shipped
from scorekeeper.sheets.look import PAPERS, Look
from scorekeeper.sheets.printing.pages import page, papers_of
from scorekeeper.sheets.printing.printer import Page, PdfError, PdfUnavailable, Printer
from scorekeeper.words import LANGUAGES, words_for

SHEETS = {"score": match_sheet, "blank": match_blank, "rules": match_card}


def add_sheet(parser: argparse.ArgumentParser) -> None:
    """Add which match, which paper and which language."""
    add_database(parser)
    parser.add_argument("match", help="the match's id")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", required=True, help="the PDF file to write")
    parser.add_argument(
        "--kind", choices=list(SHEETS), default="score", help="score sheet, empty sheet or the match's rules"
    )
    parser.add_argument("--paper", choices=list(PAPERS), default="a4", help="size of the paper (default: a4)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the sheet (default: en)")
    parser.add_argument("--colour", action="store_true", help="in colour instead of pure black")


@telling
def sheet(arguments: argparse.Namespace) -> int:
    """Print a sheet as PDF."""
    words = words_for(arguments.lang)
    with open_desk(arguments.database, reading=True) as desk:
        made = SHEETS[arguments.kind](desk, arguments.match, words)
    papers = papers_of(made.template, made.model)
    if arguments.paper not in papers:
        raise malformed("not_one_of", "paper", arguments.paper, papers)
    look = Look(paper=papers[arguments.paper], ink="colour" if arguments.colour else "black")
    write_pdf(arguments.output, page(made.template, made.model, words, look))
    return 0


def write_pdf(file: Path, printed: Page) -> None:
    """Print a page as PDF into a file. Raises `NotPossible`, and names the packages that are missing."""
    printer = Printer(shipped("static") / "print")
    try:
        file.write_bytes(printer.pdf(printed))
    except PdfUnavailable as failure:
        install = f"sudo apt-get install {' '.join(failure.packages)}"
        raise NotPossible(f"{failure}\nInstall: {install}") from failure
    except PdfError as failure:
        raise NotPossible(str(failure)) from failure
    finally:
        printer.close()


COMMANDS = {"sheet": (add_sheet, sheet)}
