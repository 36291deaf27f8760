"""Printing from the command line: one page, and what is said where it cannot be printed."""

import sys

from scorekeeper.cli.data import error_exit
from scorekeeper.places import shipped
from scorekeeper.sheets.printer import Page, PdfError, PdfUnavailable, Printer


def printed(page: Page) -> bytes:
    """The page as PDF. Raises `PdfError`."""
    printer = Printer(shipped("static") / "print")
    try:
        return printer.pdf(page)
    finally:
        printer.close()


def not_printed(command: str, failure: PdfError) -> int:
    """Say why there is no PDF, and which packages are missing, and give the exit code 1."""
    if isinstance(failure, PdfUnavailable):
        print("Install: sudo apt-get install " + " ".join(failure.packages), file=sys.stderr)
    return error_exit(command, failure)
