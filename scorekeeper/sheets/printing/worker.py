"""The child process that turns pages into PDF, one at a time. It ends when its input ends.

It is run as a file (`python -P worker.py FOLDER`), so that it loads neither Flask nor the rest of the program; only
this process loads WeasyPrint. FOLDER is the program's `static/print`, the only folder that a page may read.

A message is four bytes with a length, followed by JSON of that length. If an answer has a `size`, that number of bytes
of PDF follows the JSON.
"""

import gc
import hashlib
import json
import logging
import os
import struct
import sys
import urllib.parse
from pathlib import Path
from typing import Any, BinaryIO

#: The start of the addresses of the program's files, such as `sheet:/print.css`; all others are refused.
BASE = "sheet:/"
#: A CSS pixel in millimetres.
MM = 25.4 / 96
#: The niceness of the process. It yields to the server: a sheet can wait, saving a deal cannot.
NICE = 5
_LENGTH = struct.Struct(">I")


def read_message(stream: BinaryIO) -> dict[str, Any] | None:
    """Read the next message; None at the end of the stream, even within a message."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    size = _LENGTH.unpack(head)[0]
    body = stream.read(size)
    return json.loads(body) if len(body) == size else None


def write_message(stream: BinaryIO, message: dict[str, Any], data: bytes = b"") -> None:
    """Send a message, followed by the bytes of the printed page, if any. Raises OSError if the reader is gone."""
    body = json.dumps(message).encode()
    stream.write(_LENGTH.pack(len(body)) + body + data)
    stream.flush()


def program_file(folder: Path, url: str) -> Path:
    """The path of the file in `folder` that `url` names. Raises ValueError for any other address."""
    path = (folder / url.removeprefix(BASE)).resolve()
    if not url.startswith(BASE) or not path.is_relative_to(folder) or not path.is_file():
        raise ValueError(f"not one of the program's print files: {url}")
    return path


class Press:
    """WeasyPrint with its fonts and the style sheets that it has read."""

    def __init__(self, folder: Path) -> None:
        # Imported only here: without Pango this raises OSError, which `main` reports.
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher, URLFetcherResponse

        class ProgramFiles(URLFetcher):
            def fetch(self, url: str, headers: Any = None) -> Any:
                return URLFetcherResponse(url, program_file(folder, url).read_bytes())

        self._weasyprint = weasyprint
        self._fetcher = ProgramFiles(allowed_protocols=(), fail_on_errors=False)
        self._fonts = FontConfiguration()
        self._styles: dict[str, Any] = {}
        self._laid: Any = None
        self._identifier = b""

    def lay_out(self, html: str, styles: list[str]) -> None:
        """Lay out a page, to be measured and written."""
        page = self._weasyprint.HTML(string=html, base_url=BASE, url_fetcher=self._fetcher)
        sheets = [self._style(name) for name in styles]
        self._laid = page.render(stylesheets=sheets, font_config=self._fonts, pdf_tags=True, presentational_hints=True)
        # The identifier of the PDF depends on the page only, not on the time.
        self._identifier = hashlib.sha256("\0".join([html, *styles]).encode()).hexdigest()[:32].encode()

    def measured(self) -> dict[str, Any]:
        """The measures of the page, as in `Measured`: "pages" is the number of sheets of paper.

        "marks" has the start of each element by its id, as (index of the paper, millimetres from its top).
        """
        marks: dict[str, tuple[int, float]] = {}
        for at, paper in enumerate(self._laid.pages):
            for name, (_, y, *_) in paper.anchors.items():
                marks.setdefault(name, (at, y * MM))
        return {"pages": len(self._laid.pages), "marks": marks}

    def pdf(self) -> bytes:
        """The PDF of the page that was laid out last; the same page always gives the same bytes."""
        return self._laid.write_pdf(pdf_identifier=self._identifier, pdf_tags=True)

    def _style(self, name: str) -> Any:
        if name not in self._styles:
            self._styles[name] = self._weasyprint.CSS(
                url=BASE + name, url_fetcher=self._fetcher, font_config=self._fonts
            )
        return self._styles[name]


class _Warnings(logging.Handler):
    """A log handler that collects WeasyPrint's warnings about a page, to be sent with the answer."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(record.getMessage())

    def taken(self) -> list[str]:
        lines, self._lines = self._lines, []
        return lines


def serve(press: Press, warnings: _Warnings, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer jobs until the input ends; if a page fails, the answer has an "error".

    The page in "html" is laid out; a job without "html" is about the page that was laid out last. A job with "measure"
    is answered with the measures, any other job with the PDF.
    """
    while (job := read_message(requests)) is not None:
        data = b""
        try:
            if "html" in job:
                press.lay_out(job["html"], job["styles"])
            if job.get("measure"):
                write_message(answers, {**press.measured(), "warnings": warnings.taken()})
                continue
            data = press.pdf()
        except Exception as problem:  # noqa: BLE001 - a page that fails must not prevent the next one
            write_message(answers, {"error": f"{type(problem).__name__}: {problem}", "warnings": warnings.taken()})
        else:
            write_message(answers, {"size": len(data), "warnings": warnings.taken()}, data)
        gc.collect()


def main(folder: str) -> None:
    """Report whether the libraries are installed; if so, serve until the input ends."""
    # Libraries print to standard output. So answers use a copy of it, and what is printed goes to standard error.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.nice(NICE)
    warnings = _Warnings()
    logger = logging.getLogger("weasyprint")
    logger.handlers[:] = [warnings]
    logger.propagate = False
    # Without this, relative addresses in a style sheet (its fonts) are not resolved.
    urllib.parse.uses_relative.append("sheet")
    try:
        press = Press(Path(folder).resolve())
    except (ImportError, OSError) as problem:
        write_message(answers, {"unavailable": str(problem)})
        return
    write_message(answers, {"ready": True})
    # Layout takes an eighth less time when garbage is only collected after the answer.
    gc.freeze()
    gc.disable()
    serve(press, warnings, sys.stdin.buffer, answers)


if __name__ == "__main__":
    main(sys.argv[1])
