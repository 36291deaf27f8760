"""JSON from a file or a pipe: one object, over as many lines as it likes, or one object a line. Never a traceback."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import IO, Any, TextIO

from scorekeeper.contract.answer import error
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.words import words_for

ANSWERED, REFUSED, USAGE = 0, 1, 2

Json = dict[str, Any]


class _Unreadable(ValueError):
    """JSON by its shape, and refused all the same: the key of the refusal, and what was found."""

    def __init__(self, key: str, found: str | None = None):
        super().__init__(key)
        self.key, self.found = key, found


def add_input(parser: ArgumentParser) -> None:
    """Let a command read a file, or standard input."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="a file, or - for standard input")


def read_json(text: bytes, where: str = "") -> Any:
    """One JSON value from bytes. Raises `Refused` where it is none, too large, or has a key twice."""
    try:
        value = json.loads(text.decode("utf-8-sig"), **_HOOKS)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeError:
        raise malformed("not_json", where, "text that is not UTF-8") from None
    except json.JSONDecodeError as problem:
        line = f"line {problem.lineno}" if problem.lineno > 1 else where
        raise malformed("not_json", line, f"{problem.msg}, column {problem.colno}") from None
    except _Unreadable as problem:
        raise malformed(problem.key, where, problem.found) from None
    except RecursionError:
        raise malformed("too_large", where) from None
    return value


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
        told = error(request, words_for("en")) if isinstance(request, Refused) else answer(request)
        code = REFUSED if "error" in told or code == REFUSED else ANSWERED
        write_json(out, told)
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
        print(f"{name}: nothing to read; give one JSON object, or one a line", file=sys.stderr)
    return code


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    """The bytes of a file, or of standard input for "-". Raises OSError."""
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        yield stream


def write_json(out: TextIO, told: Any) -> None:
    """Write one line of JSON, escaped where the output cannot hold the letters."""
    try:
        out.write(json.dumps(told, ensure_ascii=False) + "\n")
    except UnicodeEncodeError:
        out.write(json.dumps(told) + "\n")


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


def _whole(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:  # Python converts no number of more than 4,300 digits
        raise _Unreadable("too_large") from None


def _decimal(digits: str) -> float:
    value = float(digits)
    if not isfinite(value):
        raise _Unreadable("too_large")
    return value


def _constant(name: str) -> Any:
    raise _Unreadable("not_json", name)


def _object(pairs: list[tuple[str, Any]]) -> Json:
    found: Json = {}
    for key, value in pairs:
        if key in found:
            raise _Unreadable("key_twice", key)
        found[key] = value
    return found


_HOOKS: Any = {
    "parse_int": _whole,
    "parse_float": _decimal,
    "parse_constant": _constant,
    "object_pairs_hook": _object,
}
