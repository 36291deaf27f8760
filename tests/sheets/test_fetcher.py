"""The page of a sheet can read only the program's own print files."""

import logging
from pathlib import Path

import pytest

from scorekeeper.places import shipped
from scorekeeper.sheets.printing.printer import Page, Printer
from scorekeeper.sheets.printing.worker import program_file
from tests.sheets.reading import reader

FOLDER = (shipped("static") / "print").resolve()


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/hostname",
        "http://localhost/print.css",
        "https://example.com/x.png",
        "data:text/css,p{}",
        "ftp://localhost/x",
        "/etc/hostname",
        "sheet:/../css/base.css",
        "sheet:/fonts/../../../pyproject.toml",
        "sheet://etc/hostname",
        "sheet:/fonts",
        "sheet:/no-such.css",
        f"file://{FOLDER / 'print.css'}",
    ],
)
def test_every_other_address_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="not one of the program's print files"):
        program_file(FOLDER, url)


def test_the_programs_own_files_are_given() -> None:
    assert program_file(FOLDER, "sheet:/print.css") == FOLDER / "print.css"
    assert program_file(FOLDER, "sheet:/fonts/SheetSans-Bold.ttf").is_file()


def test_nothing_is_fetched_or_attached(press: Printer, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    html = f"""<html lang="en"><head><title>x</title>
<link rel="attachment" href="file://{secret}"><link rel="stylesheet" href="file://{secret}"></head>
<body><img src="file://{secret}" alt=""><img src="http://127.0.0.1:9/x.png" alt=""><p>body</p></body></html>"""
    with caplog.at_level(logging.WARNING):
        pdf = press.pdf(Page(html, ("print.css",)))
    opened = reader(pdf)
    assert opened.attachments == {}
    assert "/Names" not in opened.trailer["/Root"]
    assert b"secret" not in pdf
    assert "".join(record.getMessage() for record in caplog.records).count("not one of the program's") >= 3
