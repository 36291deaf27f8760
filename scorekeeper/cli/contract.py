"""`scorekeeper score|check|pair|rank|rule [FILE | -]`: JSON in, one line of JSON out for each answer.

A file or a pipe contains either a single object, which may have several lines, or one object on each line. The package
`scorekeeper.contract` answers each object. Three other commands are also here: `rules`, `search` and `schema`.
"""

import argparse
import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Any, TextIO

from scorekeeper.contract import check_meld, check_opening, pair, rank, rule_set, rule_sets, score
from scorekeeper.contract.answer import Json, answering, error, read_json
from scorekeeper.contract.openapi import NAMES, schema_of
from scorekeeper.contract.rule import rule, rule_list
from scorekeeper.contract.search import search as found_by
from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.readings import readings
from scorekeeper.words import LANGUAGES, N_, Words, words_for
from scorekeeper.words.options import say_range

ANSWERS = {"score": score, "pair": pair, "rank": rank}
CHECKS = {"opening": check_opening, "meld": check_meld}


def answer(arguments: argparse.Namespace) -> int:
    """Answer each object: score deals, seat a round, or rank an evening or a season. Returns the exit code."""
    return answer_lines(arguments.file, ANSWERS[arguments.command])


def add_check(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the kind of check, and the input."""
    parser.add_argument("what", choices=list(CHECKS), help="the melds that a side opens with, or one meld")
    add_input(parser)


def check(arguments: argparse.Namespace) -> int:
    """Check each object, an opening or a meld. Returns the exit code."""
    return answer_lines(arguments.file, CHECKS[arguments.what])


def add_rule(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the input, and the options to list the articles of all codes or of one."""
    add_input(parser)
    parser.add_argument("--list", action="store_true", help="list the articles and their questions")
    parser.add_argument("--code", choices=[code.id for code in adjudicating()], help="list only this code")


def rule_or_list(arguments: argparse.Namespace) -> int:
    """Rule on each object, or list the articles with `--list`. Returns the exit code: 2 for `--code` without
    `--list`."""
    if arguments.list:
        write_json(sys.stdout, rule_list(arguments.code))
        return ANSWERED
    if arguments.code:
        print("--code goes with --list", file=sys.stderr)
        return USAGE
    return answer_lines(arguments.file, rule)


ANSWERED, REFUSED, USAGE = 0, 1, 2


def add_input(parser: ArgumentParser) -> None:
    """Add the argument for the input: a file, or - for standard input."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="a file, or - for standard input")


def read_requests(stream: IO[bytes]) -> Iterator[Any]:
    """The requests of a stream: values, or a `Refused` for one that cannot be read. Blank lines are skipped."""
    lines = ((at, line) for at, line in enumerate(stream, start=1) if line.strip())
    first = next(lines, None)
    if first is None:
        return
    if isinstance(_line(*first), Refused):
        yield from _document_or_lines([first, *lines])
    else:
        yield from (_line(at, line) for at, line in chain([first], lines))


def answer_requests(stream: IO[bytes], out: TextIO, answer: Callable[[Any], Json]) -> int:
    """Answer the requests in `stream`, and write each answer to `out` as one line. Returns the exit code: 0, 1 if a
    request was refused, 2 if there were no requests."""
    code = USAGE
    for request in read_requests(stream):
        reply = error(request, words_for("en")) if isinstance(request, Refused) else answer(request)
        code = REFUSED if "error" in reply or code == REFUSED else ANSWERED
        write_json(out, reply)
    return code


def answer_lines(name: str, answer: Callable[[Any], Json]) -> int:
    """Answer the requests of a file ("-": standard input) on standard output. Returns the exit code."""
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
    """Open a file, or standard input for "-", to read bytes. Raises OSError if the file cannot be opened."""
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        yield stream


def write_json(out: TextIO, value: Any) -> None:
    """Write one line of JSON, in ASCII if the output cannot encode it otherwise."""
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
    """The requests of a stream whose first line alone cannot be read.

    If all lines together can be read, they are one request. Otherwise each line is a request of its own. But if no line
    is an object that can be read, the only item is the `Refused` for the whole stream.
    """
    placed = dict(lines)  # by line number; blank lines are put back, so that errors have the file's line numbers
    whole = b"\n".join(placed.get(at, b"").rstrip(b"\r\n") for at in range(1, max(placed) + 1))
    try:
        yield read_json(whole, f"line {lines[0][0]}")
    except Refused as refused:
        values = [_line(at, line) for at, line in lines]
        starts = [line.startswith(b"{") for _, line in lines]
        readable = [start and not isinstance(value, Refused) for start, value in zip(starts, values, strict=True)]
        yield from values if any(readable) else [refused]


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the rule set, the language, and the option to print JSON."""
    parser.add_argument("rule_set", nargs="?", help="the id of one rule set (default: all of them)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the titles (default: en)")


def rules(arguments: argparse.Namespace) -> int:
    """Print rule sets and their options. Returns 1 if there is no such rule set."""
    words = words_for(arguments.lang)
    readings()  # raises an error if a file names a reading that does not exist
    answer = rule_set(arguments.rule_set, words) if arguments.rule_set else rule_sets(None, words)
    if arguments.json:
        print(json.dumps(answer, ensure_ascii=False))
    elif "error" in answer:
        print(answer["error"]["message"], file=sys.stderr)
    else:
        for each in answer.get("rule_sets", [answer]):
            print("\n".join(_describe(each, words)), end="\n\n")
    return 1 if "error" in answer else 0


def _describe(facts: dict[str, Any], words: Words) -> list[str]:
    """The lines that describe a rule set and its options."""
    formats = words.gettext("Formats: %(formats)s", formats=", ".join(facts["formats"]))
    lines = [f"{facts['id']}: {facts['title']}", f"  {facts['says']}", f"  {formats}"]
    for option in facts["options"]:
        allowed = ", ".join(_allowed(option, words))
        lines += [
            f"  {option['id']} = {_value(option['default'])}",
            f"      {option['title']}. {option['says']}",
            "      " + words.gettext("Allowed: %(allowed)s.", allowed=allowed),
        ]
        if option["source"]:
            lines.append("      " + words.gettext("Source: %(source)s", source=option["source"]))
    return lines


def _allowed(option: dict[str, Any], words: Words) -> list[str]:
    """The allowed values of an option, in words. In the JSON, the last item for an option with a range is an English
    text, such as "1 to 9"; here that text is in the language of `words`."""
    limits, listed = rulebook().options[option["id"]].limits, [_value(value) for value in option["allowed"]]
    return [*listed[:-1], say_range(limits, words)] if limits else listed


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def add_search(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the query, the game, the penalty code, the language, and the option to print JSON."""
    parser.add_argument("query", nargs="+", help="words or a question in any language of the program")
    parser.add_argument("--rules", help="answer for this game (default: the one named in the query, or the first)")
    parser.add_argument("--format", help="answer for this number of players")
    parser.add_argument("--code", choices=[code.id for code in adjudicating()], help="only articles of this code")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the answers (default: en)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def search(arguments: argparse.Namespace) -> int:
    """Print the hits, best first, each with its text. Returns 1 if the query is refused or nothing is found."""
    words = words_for(arguments.lang)
    asked = {key: getattr(arguments, key) for key in ("code", "rules", "format")}
    found = found_by({"query": " ".join(arguments.query), **asked}, words)
    if arguments.json:
        write_json(sys.stdout, found)
    elif "error" in found:
        print(found["error"]["message"], file=sys.stderr)
    elif not found["hits"]:
        print(words.gettext(N_("Nothing found. Try other words, or fewer.")), file=sys.stderr)
    else:
        for hit in found["hits"]:
            print(f"{hit['id']:12} {hit['title']}")
            for line in dict.fromkeys((*hit["answer"], hit["says"])):
                print(f"{'':12} {line}")
    return 0 if found.get("hits") else 1


def add_schema(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the name of the schema, and the game of a deal."""
    parser.add_argument("name", choices=NAMES, metavar="NAME", help=f"one of {', '.join(NAMES)}")
    parser.add_argument("--rules", metavar="RULE_SET", help="for a deal: of this rule set (default: of any)")
    parser.add_argument("--format", metavar="FORMAT", help="for a deal: of this format")


@answering
def _schema(arguments: Any, words: Words) -> Json:
    return schema_of(arguments.name, arguments.rules, arguments.format)


def schema(arguments: argparse.Namespace) -> int:
    """Print the JSON Schema of a request. Returns 1 if there is no such rule set or format."""
    told = _schema(arguments)
    print(json.dumps(told, indent=1, ensure_ascii=False))
    return 1 if "error" in told else 0


COMMANDS = {
    "score": (add_input, answer),
    "check": (add_check, check),
    "pair": (add_input, answer),
    "rank": (add_input, answer),
    "rule": (add_rule, rule_or_list),
    "rules": (add_rules, rules),
    "search": (add_search, search),
    "schema": (add_schema, schema),
}
