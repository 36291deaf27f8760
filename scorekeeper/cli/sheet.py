"""`scorekeeper sheet MATCH -o FILE.pdf`: a match's score sheet as PDF."""

import argparse
from pathlib import Path

from scorekeeper.cli.data import Failures, add_database, error_exit, missing, open_desk
from scorekeeper.cli.pdf import not_printed, printed
from scorekeeper.engine.refused import malformed
from scorekeeper.paper import match_blank, match_card, match_sheet
from scorekeeper.sheets.look import PAPERS, Look
from scorekeeper.sheets.pages import page, papers_of
from scorekeeper.sheets.printer import PdfError
from scorekeeper.words import LANGUAGES, words_for

KINDS = {"score": match_sheet, "blank": match_blank, "rules": match_card}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which match, which paper and which language."""
    add_database(parser)
    parser.add_argument("match", help="the match's id")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", required=True, help="the PDF file to write")
    parser.add_argument(
        "--kind", choices=list(KINDS), default="score", help="score sheet, empty sheet or the match's rules"
    )
    parser.add_argument("--paper", choices=list(PAPERS), default="a4", help="size of the paper (default: a4)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the sheet (default: en)")
    parser.add_argument("--colour", action="store_true", help="in colour instead of pure black")


def run(arguments: argparse.Namespace) -> int:
    """Print the sheet; 1 where there is no such match or no library to print with."""
    if not arguments.database.exists():
        return missing("sheet", arguments.database)
    words = words_for(arguments.lang)
    try:
        with open_desk(arguments.database, reading=True) as desk:
            sheet = KINDS[arguments.kind](desk, arguments.match, words)
        papers = papers_of(sheet.template, sheet.model)
        if arguments.paper not in papers:
            raise malformed("not_one_of", "paper", arguments.paper, papers)
        look = Look(paper=papers[arguments.paper], ink="colour" if arguments.colour else "black")
        arguments.output.write_bytes(printed(page(sheet.template, sheet.model, words, look)))
    except PdfError as failure:
        return not_printed("sheet", failure)
    except Failures as failure:
        return error_exit("sheet", failure)
    return 0
