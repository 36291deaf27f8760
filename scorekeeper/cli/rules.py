"""`scorekeeper rules [RULE_SET] [--json]`."""

import argparse
import json
import sys
from typing import Any

from scorekeeper.contract import rule_set, rule_sets
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.readings import readings
from scorekeeper.words import LANGUAGES, Words, words_for
from scorekeeper.words.options import say_range


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One rule set or all, in a language, as JSON or to be read."""
    parser.add_argument("rule_set", nargs="?", help="the id of one rule set (default: all of them)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the titles (default: en)")


def run(arguments: argparse.Namespace) -> int:
    """Print rule sets and their options; 1 where there is no such rule set."""
    words = words_for(arguments.lang)
    readings()  # what a file names beside its values is there
    answer = rule_set(arguments.rule_set, words) if arguments.rule_set else rule_sets(None, words)
    if arguments.json:
        print(json.dumps(answer, ensure_ascii=False))
        return 1 if "error" in answer else 0
    if "error" in answer:
        print(answer["error"]["message"], file=sys.stderr)
        return 1
    for each in answer.get("rule_sets", [answer]):
        print("\n".join(_describe(each, words)), end="\n\n")
    return 0


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
