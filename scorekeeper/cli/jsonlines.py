"""JSON from a file or a pipe: one object, over as many lines as it likes, or one object a line. Never a traceback."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Any, TextIO

from scorekeeper.contract.answer import Json, error
from scorekeeper.contract.reading import read_json
from scorekeeper.engine.refused import Refused
from scorekeeper.words import words_for

ANSWERED, REFUSED, USAGE = 0, 1, 2


def add_input(parser: ArgumentParser) -> None:
    """Let a command read a file, or standard input."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="a file, or - for standard input")


def read_requests(stream: IO[bytes]) -> Iterator[Any]:
    """Every request of a stream: values, or `Refused` in the place of what cannot be read. Blank lines are none."""
    lines = ((at, line) for at, line in enumerate(stream, start=1) if line.strip())
    first = next(lines, None)
    if first is None:
        return
    if isinstance(_line(*first), Refused):
        yield from _document_or_lines([first, *lines])
    else:
        yield from (_line(at, line) for at, line in chain([first], lines))


def answer_requests(stream: IO[bytes], out: TextIO, answer: Callable[[Any], Json]) -> int:
    """Write an answer a line; give the exit code: 0, 1 when any was refused, 2 when there was nothing to answer."""
    code = USAGE
    for request in read_requests(stream):
        reply = error(request, words_for("en")) if isinstance(request, Refused) else answer(request)
        code = REFUSED if "error" in reply or code == REFUSED else ANSWERED
        write_json(out, reply)
    return code


def answer_lines(name: str, answer: Callable[[Any], Json]) -> int:
    """Answer the requests of a file ("-": standard input) on standard output; give the exit code."""
    try:
        with opened(name) as stream:
            code = answer_requests(stream, sys.stdout, answer)
    except OSError as problem:
        print(f"{name}: {problem.strerror}", file=sys.stderr)
        return USAGE
    if code == USAGE:
        print(f"{name}: nothing to read; give one JSON object, or one per line", file=sys.stderr)
    return code


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    """The bytes of a file, or of standard input for "-". Raises OSError."""
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        yield stream


def write_json(out: TextIO, value: Any) -> None:
    """Write one line of JSON, escaped where the output cannot hold the letters."""
    try:
        out.write(json.dumps(value, ensure_ascii=False) + "\n")
    except UnicodeEncodeError:
        out.write(json.dumps(value) + "\n")


def _line(at: int, line: bytes) -> Any:
    try:
        return read_json(line.strip(), f"line {at}")
    except Refused as refused:
        return refused


def _document_or_lines(lines: list[tuple[int, bytes]]) -> Iterator[Any]:
    """One object over several lines; or lines, where one of them that is not indented can be read by itself."""
    blanks = _with_blanks(lines)
    try:
        yield read_json(blanks, f"line {lines[0][0]}")
    except Refused as refused:
        values = [_line(at, line) for at, line in lines]
        starts = [line.startswith(b"{") for _, line in lines]
        readable = [start and not isinstance(value, Refused) for start, value in zip(starts, values, strict=True)]
        yield from values if any(readable) else [refused]


def _with_blanks(lines: Iterable[tuple[int, bytes]]) -> bytes:
    """The lines in their places, so that an error names the line of the file."""
    placed = dict(lines)
    return b"\n".join(placed.get(at, b"").rstrip(b"\r\n") for at in range(1, max(placed) + 1))
