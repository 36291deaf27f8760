"""The addresses of search results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import url_for

from scorekeeper.rulebook.search.topics import topics


def look_up_url(hit: Mapping[str, Any], rules_page: str) -> str:
    """The page of an entry of a code, the place of a word, or that of a rule on the page of the rules asked for."""
    if hit["code"]:
        return url_for("search.article", entry_id=hit["id"])
    if hit["kind"] == "term":
        return url_for("reference.glossary", _anchor=hit["id"])
    return f"{rules_page}#{topics('rule')[str(hit['id'])].part}"
