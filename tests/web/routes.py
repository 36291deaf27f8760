"""The routes of the program, and an address for each."""

from flask import Flask
from werkzeug.routing import AnyConverter, IntegerConverter, Rule

from scorekeeper.web.frame.rights import Right, right_for

#: Default values for the parts of an address, by name.
SAMPLES: dict[str, object] = {"number": 1, "code": 404, "filename": "css/base.css", "lang": "hu", "player_id": 1}


def rules(app: Flask, *, of_matches: bool = False) -> list[Rule]:
    """Every routing rule, or only those with a match in the address."""
    return [rule for rule in app.url_map.iter_rules() if not of_matches or "match_id" in rule.arguments]


def reading(rule: Rule) -> bool:
    """Return whether this rule answers a GET."""
    return "GET" in (rule.methods or ())


def unsafe(rule: Rule) -> list[str]:
    """The methods of a rule that may change something."""
    return sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"})


def of_a_table(app: Flask, rule: Rule) -> bool:
    """Return whether only the device of a table may use this rule, by that table's link."""
    with app.app_context():
        return right_for(rule.endpoint) is Right.AT_TABLE


def path_of(app: Flask, rule: Rule, **known: object) -> str:
    """An address for a rule, with the values that are `known`, else with default ones."""
    values = {name: known.get(name, SAMPLES.get(name, _word(rule, name))) for name in rule.arguments}
    adapter = app.url_map.bind("localhost")
    return adapter.build(rule.endpoint, values, method=next(iter((rule.methods or set()) - {"HEAD", "OPTIONS"})))


def _word(rule: Rule, name: str) -> str:
    """A word or a number for a part of an address. If only certain words are allowed, the first in the alphabet."""
    converter = rule._converters[name]
    if isinstance(converter, IntegerConverter):
        return "1"
    return min(converter.items) if isinstance(converter, AnyConverter) else "word"
