"""The server's side of printing: it sends pages to the worker process, and never loads WeasyPrint itself."""

import logging
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from scorekeeper.engine.values import Struct
from scorekeeper.sheets.printing.worker import read_message, write_message

LOG = logging.getLogger(__name__)
#: The number of pages after which the worker is replaced: the drawing libraries leak about 200 kB per page.
PAGES_A_LIFE = 200
#: The maximum number of sheets being printed or waiting. Each occupies a thread of the server that other requests might
#: need.
MOST_AT_ONCE = 2


class PdfError(Exception):
    """The base class of errors for a sheet that could not be printed as PDF; a browser can still print its page."""


class PdfUnavailable(PdfError):
    """The libraries for PDF are not installed; `packages` are the Debian packages to install."""

    packages = ("libpangoft2-1.0-0", "libharfbuzz-subset0", "fonts-dejavu-core")


class PdfBusy(PdfError):
    """Too many sheets are waiting, or this one waited too long; `ahead` is the number of sheets before it."""

    def __init__(self, ahead: int) -> None:
        super().__init__(f"{ahead} sheets ahead")
        self.ahead = ahead


class PdfFailed(PdfError):
    """The page could not be printed, or the worker died twice while printing it."""


class _Died(Exception):
    """The worker process ended before it answered."""


class Measured(Struct):
    """The measures of a page that the worker laid out. `pages` is the number of sheets of paper.

    `marks` has the start of each element by its id, as (index of the paper, millimetres from its top).
    """

    pages: int
    marks: Mapping[str, tuple[int, float]]


class Page(Struct):
    """A page of HTML and the names of its style sheets, in cascade order.

    `fit` takes the measures of the page. It returns a page that fills its paper better, or None if this one is good. A
    page whose `fit` is None is printed without measuring it.
    """

    html: str
    styles: tuple[str, ...]
    fit: "Callable[[Measured], Page | None] | None" = None


class Printer:
    """A printer with one worker process, which is started for the first page.

    Threads may share it: one page is printed, one may wait, and any other is refused at once.
    """

    def __init__(
        self,
        folder: Path,
        *,
        queue_seconds: float = 60,
        page_seconds: float = 60,
        pages_a_life: int = PAGES_A_LIFE,
        command: Sequence[str] = (),
    ) -> None:
        self._command = list(command) or [sys.executable, "-P", str(Path(__file__).with_name("worker.py")), str(folder)]
        self._queue_seconds = queue_seconds
        self._page_seconds = page_seconds
        self._pages_a_life = pages_a_life
        self._printed = 0
        self._turn = threading.Lock()
        self._guard = threading.Lock()
        self._taken = 0
        self._worker: subprocess.Popen[bytes] | None = None

    def pdf(self, page: Page) -> bytes:
        """The page as PDF. Blocks until it is printed. Raises PdfUnavailable, PdfBusy or PdfFailed."""
        with self._slot(), self._printing(self._queue_seconds):
            data = self._print_with_one_retry(page)
            self._printed += 1
            if self._printed >= self._pages_a_life:
                self._stop()
            return data

    def close(self) -> None:
        """End the worker after the sheets being printed or waiting. Raises PdfBusy if they take too long."""
        with self._printing(self._page_seconds + self._queue_seconds):
            self._stop()

    @contextmanager
    def _slot(self) -> Iterator[None]:
        """Occupy one of the places for printing or waiting. Raises PdfBusy if all are taken."""
        with self._guard:
            if self._taken >= MOST_AT_ONCE:
                raise PdfBusy(self._taken)
            self._taken += 1
        try:
            yield
        finally:
            with self._guard:
                self._taken -= 1

    @contextmanager
    def _printing(self, seconds: float) -> Iterator[None]:
        """Use the worker exclusively. Raises PdfBusy if it is still in use after this number of seconds."""
        if not self._turn.acquire(timeout=seconds):
            raise PdfBusy(1)
        try:
            yield
        finally:
            self._turn.release()

    def _print_with_one_retry(self, page: Page) -> bytes:
        for _ in range(2):
            with suppress(_Died):
                return self._print(page)
            self._stop()
        raise PdfFailed("the printing process ended twice over this page")

    def _print(self, page: Page) -> bytes:
        worker = self._started()
        # Kill the worker if a page takes too long; reading its answer then fails.
        alarm = threading.Timer(self._page_seconds, worker.kill)
        alarm.start()
        try:
            laid: Page | None = None
            while page.fit is not None and laid is not page:
                found = _asked(worker, {"html": page.html, "styles": list(page.styles), "measure": True})
                marks = {name: (at, y) for name, (at, y) in found["marks"].items()}
                laid, page = page, page.fit(Measured(found["pages"], marks)) or page
            answer = _asked(worker, {} if laid is page else {"html": page.html, "styles": list(page.styles)})
            data = cast("BinaryIO", worker.stdout).read(answer["size"])
        finally:
            alarm.cancel()
        if len(data) < answer["size"]:
            raise _Died
        return data

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._worker is not None and self._worker.poll() is None:
            return self._worker
        self._stop()
        # The worker has its own session, so that Ctrl+C in the terminal reaches only the server. The worker ends when
        # its input is closed, at the latest when the server ends.
        # Warnings come with the answers; other output of the libraries is discarded.
        worker = subprocess.Popen(  # noqa: S603 - our own interpreter on our own file
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._worker = worker
        self._printed = 0
        hello = _answer(cast("BinaryIO", worker.stdout))
        if "unavailable" in hello:
            self._stop()
            raise PdfUnavailable(hello["unavailable"])
        return worker

    def _stop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        cast("BinaryIO", worker.stdout).close()
        with suppress(OSError):  # the worker may have ended with a request unread
            cast("BinaryIO", worker.stdin).close()
        try:
            worker.wait(timeout=5)
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait()


def _asked(worker: "subprocess.Popen[bytes]", job: dict[str, Any]) -> dict[str, Any]:
    try:
        write_message(cast("BinaryIO", worker.stdin), job)
    except OSError as gone:
        raise _Died from gone
    answer = _answer(cast("BinaryIO", worker.stdout))
    for warning in answer["warnings"]:
        LOG.warning("printing: %s", warning)
    if "error" in answer:
        raise PdfFailed(answer["error"])
    return answer


def _answer(stream: BinaryIO) -> dict[str, Any]:
    answer = read_message(stream)
    if answer is None:
        raise _Died
    return answer
