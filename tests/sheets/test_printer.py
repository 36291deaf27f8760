"""The printing process: it starts when needed, prints in order, is restarted once; each failure has its own error."""

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.places import shipped
from scorekeeper.sheets.printing import worker
from scorekeeper.sheets.printing.printer import Page, PdfBusy, PdfFailed, PdfUnavailable, Printer

FOLDER = shipped("static") / "print"
WORKER = Path(worker.__file__)
HELLO = Page('<html lang="en"><title>Hello</title><p>Ő ș č õ ★</p></html>', ("print.css",))

#: A program in place of the worker, with the same protocol; the test decides what it does after each start.
STAND_IN = """
import sys, time
sys.path.insert(0, {folder!r})
from worker import read_message, write_message
from pathlib import Path
lives = Path({lives!r})
life = int(lives.read_text()) + 1 if lives.exists() else 1
lives.write_text(str(life))
write_message(sys.stdout.buffer, {{"ready": True}})
while (job := read_message(sys.stdin.buffer)) is not None:
    {deed}
    write_message(sys.stdout.buffer, {{"size": 4, "warnings": []}}, b"life"[:4])
"""


def stand_in(tmp_path: Path, deed: str, **limits: Any) -> Printer:
    code = STAND_IN.format(folder=str(WORKER.parent), lives=str(tmp_path / "lives"), deed=deed)
    return Printer(FOLDER, command=[sys.executable, "-P", "-c", code], **limits)


def lives(tmp_path: Path) -> int:
    return int((tmp_path / "lives").read_text())


def running(printer: Printer) -> bool:
    """Return whether the printing process is running."""
    return printer._worker is not None and printer._worker.poll() is None


def test_it_works(press: Printer) -> None:
    assert press.pdf(HELLO).startswith(b"%PDF-1.7")
    assert running(press)


def test_nothing_starts_before_the_first_sheet() -> None:
    made = Printer(FOLDER)
    assert not running(made)
    made.close()


def test_the_parent_never_loads_weasyprint(press: Printer) -> None:
    press.pdf(HELLO)
    code = (
        "import sys, scorekeeper.sheets.printing.pages, scorekeeper.sheets.build; sys.exit('weasyprint' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=WORKER.parents[3], check=False).returncode == 0
    assert "weasyprint" not in sys.modules


def test_a_page_printed_by_another_process_has_the_same_bytes_and_that_process_ends_with_its_input(
    press: Printer,
) -> None:
    other = Printer(FOLDER)
    try:
        assert other.pdf(HELLO) == press.pdf(HELLO) == press.pdf(HELLO)
        process = other._worker
        assert process
        assert process.stdin
        process.stdin.close()
        assert process.wait(timeout=60) == 0
    finally:
        other.close()
    assert not running(other)


def test_a_killed_worker_is_started_again(tmp_path: Path) -> None:
    made = stand_in(tmp_path, "pass")
    assert made.pdf(HELLO) == b"life"
    assert made._worker is not None
    made._worker.kill()
    made._worker.wait()
    assert made.pdf(HELLO) == b"life"
    assert lives(tmp_path) == 2
    made.close()


def test_a_crash_in_the_middle_costs_one_retry(tmp_path: Path) -> None:
    made = stand_in(tmp_path, "life == 1 and sys.exit(1)")
    assert made.pdf(HELLO) == b"life"
    assert lives(tmp_path) == 2
    made.close()


def test_a_page_that_kills_twice_is_given_up(tmp_path: Path) -> None:
    made = stand_in(tmp_path, "sys.exit(1)")
    with pytest.raises(PdfFailed):
        made.pdf(HELLO)
    assert lives(tmp_path) == 2
    assert not running(made)


def test_a_page_that_never_ends_is_given_up(tmp_path: Path) -> None:
    made = stand_in(tmp_path, "time.sleep(60)", page_seconds=0.2)
    with pytest.raises(PdfFailed):
        made.pdf(HELLO)


def test_a_worker_is_replaced_after_its_pages(tmp_path: Path) -> None:
    made = stand_in(tmp_path, "pass", pages_a_life=2)
    for _ in range(5):
        assert made.pdf(HELLO) == b"life"
    assert lives(tmp_path) == 3
    made.close()


def test_a_full_queue_is_told_with_its_length(tmp_path: Path) -> None:
    made = stand_in(tmp_path, "time.sleep(0.6)", queue_seconds=0.1)
    first = threading.Thread(target=made.pdf, args=(HELLO,))
    first.start()
    while made._taken == 0:
        time.sleep(0.01)
    with pytest.raises(PdfBusy) as refused:
        made.pdf(HELLO)
    assert refused.value.ahead == 1
    first.join()
    assert made._taken == 0
    made._queue_seconds = 5
    made.close()


def test_one_sheet_is_printed_one_waits_and_a_third_is_refused_at_once(tmp_path: Path) -> None:
    made = stand_in(tmp_path, f"while not Path({str(tmp_path / 'go')!r}).exists(): time.sleep(0.01)")
    printed: list[bytes] = []
    asking = [threading.Thread(target=lambda: printed.append(made.pdf(HELLO))) for _ in range(2)]
    for thread in asking:
        thread.start()
    while made._taken < 2:
        time.sleep(0.01)
    with pytest.raises(PdfBusy) as refused:
        made.pdf(HELLO)
    assert refused.value.ahead == 2
    (tmp_path / "go").touch()
    for thread in asking:
        thread.join()
    assert printed == [b"life"] * 2
    assert made.pdf(HELLO) == b"life"
    made.close()


def test_missing_libraries_are_named(tmp_path: Path) -> None:
    code = f"""
import runpy, sys
sys.modules["weasyprint"] = None
sys.argv = ["worker", {str(FOLDER)!r}]
runpy.run_path({str(WORKER)!r}, run_name="__main__")
"""
    made = Printer(FOLDER, command=[sys.executable, "-P", "-c", code])
    with pytest.raises(PdfUnavailable) as missing:
        made.pdf(HELLO)
    assert "libpangoft2-1.0-0" in missing.value.packages
    assert not running(made)


def test_a_page_that_fails_leaves_the_worker_at_work(press: Printer) -> None:
    with pytest.raises(PdfFailed, match="no-such"):
        press.pdf(Page(HELLO.html, ("no-such.css",)))
    assert press.pdf(HELLO)
