"""`scorekeeper rules [RULE_SET]`, `search QUERY`, `schema NAME`: rules to read, and what a request may say."""

import argparse
import json
import sys
from typing import Any

from scorekeeper.cli.jsonlines import write_json
from scorekeeper.contract import rule_set, rule_sets
from scorekeeper.contract.answer import Json, answering
from scorekeeper.contract.schemas import NAMES, schema_of
from scorekeeper.contract.search import search as found_by
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.readings import readings
from scorekeeper.words import LANGUAGES, N_, Words, words_for
from scorekeeper.words.options import say_range


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add one rule set or all, in a language, as JSON or to be read."""
    parser.add_argument("rule_set", nargs="?", help="the id of one rule set (default: all of them)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the titles (default: en)")


def rules(arguments: argparse.Namespace) -> int:
    """Print rule sets and their options; 1 where there is no such rule set."""
    words = words_for(arguments.lang)
    readings()  # what a file names beside its values is there
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
    """The values as they are typed; a range, which the JSON has in English, in the words of the language."""
    limits, listed = rulebook().options[option["id"]].limits, [_value(value) for value in option["allowed"]]
    return [*listed[:-1], say_range(limits, words)] if limits else listed


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def add_search(parser: argparse.ArgumentParser) -> None:
    """Add what to look for, in which game, and in which code."""
    parser.add_argument("query", nargs="+", help="words or a question in any language of the program")
    parser.add_argument("--rules", help="answer by this rule set (default: the game that is named, or the first)")
    parser.add_argument("--format", help="answer for this number of players")
    parser.add_argument("--code", choices=[code.id for code in adjudicating()], help="articles of this code alone")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the answers (default: en)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def search(arguments: argparse.Namespace) -> int:
    """Print the hits, best first, each with what it says; 1 where the query is refused or nothing is found."""
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
    """Add what to describe, and of a deal the game."""
    parser.add_argument("name", choices=NAMES, metavar="NAME", help=f"one of {', '.join(NAMES)}")
    parser.add_argument("--rules", metavar="RULE_SET", help="of a deal: as this rule set has it (default: as any has)")
    parser.add_argument("--format", metavar="FORMAT", help="of a deal: as this format has it")


@answering
def _schema(arguments: Any, words: Words) -> Json:
    return schema_of(arguments.name, arguments.rules, arguments.format)


def schema(arguments: argparse.Namespace) -> int:
    """Print the JSON Schema of a request; 1 where there is no such rule set or format."""
    told = _schema(arguments)
    print(json.dumps(told, indent=1, ensure_ascii=False))
    return 1 if "error" in told else 0


COMMANDS = {"rules": (add_rules, rules), "search": (add_search, search), "schema": (add_schema, schema)}
