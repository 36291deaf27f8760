"""`scorekeeper search QUERY [--rules RULES] [--format FORMAT] [--code CODE] [--lang LANG] [--json]`."""

import argparse
import sys

from scorekeeper.cli.jsonlines import write_json
from scorekeeper.contract.search import search
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.words import LANGUAGES, N_, words_for


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to look for, in which game, and in which code."""
    parser.add_argument("query", nargs="+", help="words or a question in any of the five languages")
    parser.add_argument("--rules", help="answer by this rule set (default: the game that is named, or the first)")
    parser.add_argument("--format", help="answer for this number of players")
    parser.add_argument("--code", choices=[code.id for code in adjudicating()], help="articles of this code alone")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the answers (default: en)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the hits, best first, each with what it says; 1 where the query is refused or nothing is found."""
    words = words_for(arguments.lang)
    asked = {key: getattr(arguments, key) for key in ("code", "rules", "format")}
    found = search({"query": " ".join(arguments.query), **asked}, words)
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
