"""The child process that turns pages into PDF: one FontConfiguration, one page at a time, ends with its input.

It is run as a file (`python -P worker.py FOLDER`), so neither Flask nor the rest of the program is loaded into it,
and WeasyPrint is loaded nowhere else. FOLDER is the program's own `static/print`, all that a page may read.

A message is four bytes of length and as many of JSON; a printed page follows its message as `size` more bytes.
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

#: Pages name the program's files as `sheet:/print.css`; no other address is answered.
BASE = "sheet:/"
#: A CSS pixel in millimetres.
MM = 25.4 / 96
#: A sheet can wait a little; saving a deal at the next table cannot.
NICE = 5
_LENGTH = struct.Struct(">I")


def read_message(stream: BinaryIO) -> dict[str, Any] | None:
    """The next message, or None at the end of the stream."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    size = _LENGTH.unpack(head)[0]
    body = stream.read(size)
    return json.loads(body) if len(body) == size else None


def write_message(stream: BinaryIO, message: dict[str, Any], data: bytes = b"") -> None:
    """Send one message, with the printed page behind it when there is one."""
    body = json.dumps(message).encode()
    stream.write(_LENGTH.pack(len(body)) + body + data)
    stream.flush()


def program_file(folder: Path, url: str) -> Path:
    """The file inside `folder` that `url` names. Raises ValueError for every other address."""
    path = (folder / url.removeprefix(BASE)).resolve()
    if not url.startswith(BASE) or not path.is_relative_to(folder) or not path.is_file():
        raise ValueError(f"not one of the program's print files: {url}")
    return path


class Press:
    """WeasyPrint with its fonts and the style sheets that were already read."""

    def __init__(self, folder: Path) -> None:
        # Loaded here and only here: without Pango this raises OSError, which `main` reports by name.
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
        """Set a page on its papers, to be measured and written."""
        page = self._weasyprint.HTML(string=html, base_url=BASE, url_fetcher=self._fetcher)
        sheets = [self._style(name) for name in styles]
        self._laid = page.render(stylesheets=sheets, font_config=self._fonts, pdf_tags=True, presentational_hints=True)
        # The printed page's identifier comes from what is printed, never from the clock.
        self._identifier = hashlib.sha256("\0".join([html, *styles]).encode()).hexdigest()[:32].encode()

    def measured(self) -> dict[str, Any]:
        """The number of papers of the page, and the positions of its elements with an id: (paper from 0, mm from its
        top)."""
        marks: dict[str, tuple[int, float]] = {}
        for at, paper in enumerate(self._laid.pages):
            for name, (_, y, *_) in paper.anchors.items():
                marks.setdefault(name, (at, y * MM))
        return {"pages": len(self._laid.pages), "marks": marks}

    def pdf(self) -> bytes:
        """The page that was laid out, as PDF bytes; the same page gives the same bytes."""
        return self._laid.write_pdf(pdf_identifier=self._identifier, pdf_tags=True)

    def _style(self, name: str) -> Any:
        if name not in self._styles:
            self._styles[name] = self._weasyprint.CSS(
                url=BASE + name, url_fetcher=self._fetcher, font_config=self._fonts
            )
        return self._styles[name]


class _Warnings(logging.Handler):
    """Keeps what WeasyPrint had to say about a page, to be sent along with it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(record.getMessage())

    def taken(self) -> list[str]:
        lines, self._lines = self._lines, []
        return lines


def serve(press: Press, warnings: _Warnings, requests: BinaryIO, answers: BinaryIO) -> None:
    """Print page after page until the input ends; a page that fails is answered with its reason.

    A job with `html` is laid out; one that is to be measured is answered with its measures, and written when the next
    job has no page of its own.
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
        except Exception as problem:  # noqa: BLE001 - whatever one page does, the next one is printed
            write_message(answers, {"error": f"{type(problem).__name__}: {problem}", "warnings": warnings.taken()})
        else:
            write_message(answers, {"size": len(data), "warnings": warnings.taken()}, data)
        gc.collect()


def main(folder: str) -> None:
    """Say whether the libraries are there, then serve."""
    # Libraries print banners on standard output; the answers go out by a private copy of it.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.nice(NICE)
    warnings = _Warnings()
    logger = logging.getLogger("weasyprint")
    logger.handlers[:] = [warnings]
    logger.propagate = False
    # Without this a style sheet's own addresses (its fonts) are not taken relative to it.
    urllib.parse.uses_relative.append("sheet")
    try:
        press = Press(Path(folder).resolve())
    except (ImportError, OSError) as problem:
        write_message(answers, {"unavailable": str(problem)})
        return
    write_message(answers, {"ready": True})
    # A page is laid out an eighth sooner when what it leaves is cleared up after it, once the caller has it.
    gc.freeze()
    gc.disable()
    serve(press, warnings, sys.stdin.buffer, answers)


if __name__ == "__main__":
    main(sys.argv[1])
