"""`scorekeeper rule`: what an article decides, for one JSON object or many lines of them."""

import argparse
import sys
from typing import Any

from scorekeeper.cli.jsonlines import ANSWERED, answer_file, write_json
from scorekeeper.contract.rule import rule, rule_list
from scorekeeper.rulebook.codes import ADJUDICATING

__all__ = ["add_parser", "rule", "rule_list", "run"]


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Register the command with the main parser's subparsers."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "rule",
        help="rule on an offence, or ask the question that still matters",
        description="Reads one JSON object, or one a line, and writes a ruling or a question a line.",
    )
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="a file, or - for standard input")
    parser.add_argument("--list", action="store_true", help="list the articles and their questions")
    parser.add_argument("--code", choices=ADJUDICATING, help="list this code alone")
    parser.set_defaults(run=run, parser=parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Run the command; give the exit code: 0, 1 when any line was refused, 2 for bad usage."""
    if args.list:
        write_json(sys.stdout, rule_list(args.code))
        return ANSWERED
    if args.code:
        args.parser.error("--code goes with --list")
    return answer_file(args.file, rule)
