"""The time to make a sheet as PDF, compared with WeasyPrint alone on the same page; and the effect on other
requests."""

import json
import subprocess
import sys
import threading
from pathlib import Path

from bench.load import hammer, request
from bench.pages import again
from bench.programs import Browser, fill, program
from bench.stats import Row, Times, limit_row, ratio_row
from scorekeeper import paper
from scorekeeper.actions.desk import open_desk
from scorekeeper.places import shipped
from scorekeeper.sheets.look import Look
from scorekeeper.sheets.printing.pages import page
from scorekeeper.words import words_for

PRINTS = 12
BOARDS = 400
#: A program with WeasyPrint alone. It makes the PDF of a page once, which also reads the fonts and style sheets. Then
#: it makes the same PDF `times` times, and writes the seconds that each took.
ALONE = """
import sys, time, json
sys.path.insert(0, sys.argv[1])
import worker, urllib.parse
urllib.parse.uses_relative.append("sheet")
from pathlib import Path
job = json.load(sys.stdin)
press = worker.Press(Path(sys.argv[2]).resolve())
press.lay_out(job["html"], job["styles"])
press.pdf()
for _ in range(job["times"]):
    began = time.perf_counter()
    press.lay_out(job["html"], job["styles"])
    press.pdf()
    print(time.perf_counter() - began)
"""


def rows(folder: Path) -> list[Row]:
    """Both rows about sheets."""
    database = folder / "paper.db"
    match, board = fill(database, 2, deals=12, prefix="paper")
    alone = _alone(database, match)
    with program(database) as server:
        browser = Browser(server.port)
        sent = request("GET", f"/matches/{match}/sheet.pdf", browser.headers())
        hammer(server.port, [again(sent, 2)], expect=200)
        ours = hammer(server.port, [again(sent, PRINTS)], expect=200)
        others = _meanwhile(server.port, sent, request("GET", f"/matches/{board}", browser.headers()))
    return [
        ratio_row("PDF of a 12-deal match, warm, beside WeasyPrint alone", ours, alone, median=1.3),
        limit_row("p99 of the board while sheets are printed", others.p99, "ms", 15),
    ]


def _alone(database: Path, match: str) -> Times:
    """The times of WeasyPrint on exactly the page that the program prints."""
    desk = open_desk(database)
    words = words_for("en")
    with desk.ledger:
        sheet = paper.match_sheet(desk, match, words)
        printed = page(sheet.template, sheet.model, words, Look())
    job = json.dumps({"html": printed.html, "styles": list(printed.styles), "times": PRINTS})
    command = [
        sys.executable,
        "-c",
        ALONE,
        str(Path(page.__code__.co_filename).parent),
        str(shipped("static") / "print"),
    ]
    done = subprocess.run(command, input=job, capture_output=True, text=True, check=True)
    return Times.of([float(line) for line in done.stdout.split()])


def _meanwhile(port: int, sheet: bytes, board: bytes) -> Times:
    """The times of requests for the board while another device prints."""
    ended = threading.Event()

    def print_on() -> None:
        while not ended.is_set():
            hammer(port, [again(sheet, 1)], expect=200)

    printing = threading.Thread(target=print_on)
    printing.start()
    try:
        return hammer(port, [again(board, BOARDS)], expect=200)
    finally:
        ended.set()
        printing.join()
