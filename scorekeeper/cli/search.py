"""`scorekeeper search QUERY [--code CODE] [--lang LANG] [--json]`."""

import argparse
import sys

from scorekeeper.cli.jsonlines import write_json
from scorekeeper.contract.search import search
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.words import LANGUAGES, words_for


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to look for, and in which code."""
    parser.add_argument("query", nargs="+", help="words in any of the five languages")
    parser.add_argument("--code", choices=[code.id for code in adjudicating()], help="articles of this code alone")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the titles (default: en)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the hits, best first; 1 where the query is refused."""
    words = words_for(arguments.lang)
    answer = search({"query": " ".join(arguments.query), "code": arguments.code}, words)
    if arguments.json:
        write_json(sys.stdout, answer)
    elif "error" in answer:
        print(answer["error"]["message"], file=sys.stderr)
    else:
        for hit in answer["hits"]:
            print(f"{hit['id']:12} {hit['title']}")
    return 1 if "error" in answer else 0
