"""Printing from the command line."""

from pathlib import Path

from scorekeeper.cli.data import NotPossible
from scorekeeper.places import shipped
from scorekeeper.sheets.printer import Page, PdfError, PdfUnavailable, Printer


def write_pdf(file: Path, page: Page) -> None:
    """Print a page as PDF into a file. Raises `NotPossible`, and names the packages that are missing."""
    printer = Printer(shipped("static") / "print")
    try:
        file.write_bytes(printer.pdf(page))
    except PdfError as failure:
        install = (
            f"\nInstall: sudo apt-get install {' '.join(failure.packages)}"
            if isinstance(failure, PdfUnavailable)
            else ""
        )
        raise NotPossible(f"{failure}{install}") from failure
    finally:
        printer.close()
