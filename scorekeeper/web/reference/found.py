"""Where what a search found is read, and the figures that tell a rule as a rule set or a match has it."""

from __future__ import annotations

from collections.abc import Mapping

from flask import url_for

from scorekeeper.rulebook.topics import topics
from scorekeeper.web.reference.rules import Rules, items_of
from scorekeeper.words import Words


def look_up_url(hit: Mapping[str, str | None], rules_page: str) -> str:
    """The page of an entry of a code, the place of a word, or that of a rule on the page of the rules asked for."""
    if hit["code"]:
        return url_for("search.article", entry_id=hit["id"])
    if hit["kind"] == "term":
        return url_for("reference.glossary", _anchor=hit["id"])
    return f"{rules_page}#{topics('rule')[str(hit['id'])].part}"


def figures_of(hit: Mapping[str, str | None], rules: Rules, words: Words) -> tuple[str, ...]:
    """What a rule is in these rules, a line for each value; nothing for what is no general rule."""
    if hit["code"] or hit["kind"] != "rule":
        return ()
    items = (item for path in topics("rule")[str(hit["id"])].figures for item in items_of(path, rules, words))
    return tuple(item.text if item.figure is None else f"{item.text}: {item.figure}" for item in items)
