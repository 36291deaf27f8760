"""A walk through the program along its links. A page with several addresses is visited once."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import Flask
from flask.testing import FlaskClient

from tests.i18n.reading import Page
from tests.web.crawling import walk

#: Query values that choose people or the display; pages that differ only in these have the same texts.
ABOUT = frozenset({"side", "player", "deal", "lang", "theme", "text", "key", "paper", "page", "seen"})
#: Matches of an evening, whose pages all have the same texts.
OF_AN_EVENING = re.compile(r"/matches/match-\d+")
SEASON = "counted in test_seasons.py"
#: Endpoints that are not pages to read, with the reason.
NOT_READ = {
    "static": "files",
    "health.healthz": "for machines",
    "health.readyz": "for machines",
    "health.icon": "a drawing",
    "offline.worker": "a script",
    "styles.scaled": "a style sheet",
    "trust.authority": "a certificate",
    "offline.manifest": "read in test_offline.py",
    "deals.saved": "read in test_deals_meanwhile.py",
    "evening_table.place": "leads on to the page for this device",
    "patterns.index": "made-up texts, for developers",
    "patterns.board": "made-up texts, for developers",
    "api.described": "the contract's JSON",
    "api.rule_sets": "the contract's JSON",
    "api.rule_set": "the contract's JSON",
    "api.find": "the contract's JSON",
    "export.as_csv": "the ledger's own columns",
    "export.as_json": "the ledger's own entries",
    "sheets.of_match_pdf": "printed in test_sheets.py",
    "sheets.general_pdf": "printed in test_sheets.py",
    "sheets.evening_pdf": "printed in test_sheets.py",
    "sheets.slip_pdf": "printed in test_sheets.py",
    "seasons.index": SEASON,
    "players.ratings": SEASON,
    "players.ratings_page": SEASON,
    "seasons.new": SEASON,
    "seasons.show": SEASON,
    "seasons.settings": SEASON,
    "seasons.evenings": SEASON,
    "seasons.history": SEASON,
    "seasons.sheet": SEASON,
    "seasons.sheet_pdf": SEASON,
    "evening_paper.sheet": "set in every language in test_club.py",
    "evening_paper.sheet_pdf": "the same, printed",
    "evening_table.call": "read by the device of a table in test_pages.py",
    "evening_table.elsewhere": "read by the device of a table in test_pages.py",
    "evening_paper.as_csv": "the keys of the standings",
    "evening_paper.as_json": "the contract’s JSON",
    "evening_links.code": "a drawing without words",
    "sharing.code": "a drawing without words",
    "sharing.enter": "leads to its match at once",
    "club.download": "a file",
    "players.names": "names for the browser",
}


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that was visited."""

    url: str
    endpoint: str
    status: int
    page: Page


def tour(app: Flask, client: FlaskClient, starts: list[str], *, most: int | None = None) -> Iterator[Visit]:
    """Visit every page that links from these addresses lead to; with `most`, at most this number for each endpoint."""

    def kind(_url: str, endpoint: str, _values: dict[str, Any]) -> str | None:
        return None if endpoint.startswith("/") or endpoint in NOT_READ else endpoint

    for found in walk(client, starts, enough=most, kind=kind, same=kind_of, follow=False):
        yield Visit(found.address, found.endpoint, found.answer.status_code, Page.of(found.answer.text))


def kind_of(url: str) -> tuple[object, ...]:
    """The path and the relevant query values of an address. Addresses with the same key lead to the same page.

    On the way to a ruling, the answers to its questions are part of the key only at a table of four, when the side is
    known and there is no override and no "not sure". Otherwise, besides the path, the key has only the article, the
    side, and the presence of an override or a "not sure".
    """
    parts = urlsplit(url)
    path = OF_AN_EVENING.sub("/matches/of-an-evening", parts.path)
    asked = dict(parse_qsl(parts.query))
    kept = tuple(sorted((name, value) for name, value in asked.items() if name not in ABOUT))
    if not path.endswith("/rulings/new"):
        return path, kept
    aside = tuple(sorted({"unsure", "override"} & asked.keys()))
    if aside or asked.get("side", "unsure") == "unsure" or "-four/" not in path:
        return path, asked.get("article"), asked.get("side", ""), aside
    return path, kept
