"""A match with content for every page, and the rows of a whole file."""

from collections.abc import Collection
from contextlib import closing
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.desk import Stamp
from scorekeeper.actions.matches.deals import keep_recount
from scorekeeper.actions.matches.rulings import RulingCase, apply_ruling
from scorekeeper.engine.matches.entries import Recount
from scorekeeper.ledger.copies.moving import TABLES
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.sqlite.driver import sqlite3
from tests.ledgers import rows_of
from tests.web.tables import FOUR, NOW, desk_of, opened, play, post

HOSTILE = "'\"><b x=1>&{{7*7}}"


def played(app: Flask, client: FlaskClient, players: tuple[str, ...] = FOUR, **more: str) -> str:
    """Play a Hungarian match, and return its id.

    It has deals, a ruling, a recount, a draft, a house article, links and house rules.
    """
    match_id = opened(client, players, rules="hungarian", **more)
    play(app, match_id, (515, 340), (1290, 205))
    desk = desk_of(app)
    decision = RulingCase(article="HU-02", deal=3, side=1, answers={}, player=desk.load(match_id).state.setup.seats[1])
    apply_ruling(desk, match_id, decision, stamp(app, match_id, "ruling"), ruling_id="ruling")
    keep_recount(desk, match_id, Recount(1, 0, 515, 510), stamp(app, match_id, "recount"))
    title = players[0]
    article = {"title": title, "moment": "melding", "points": "-50", "key": f"article-{match_id}"}
    post(client, f"/matches/{match_id}/articles", article)
    post(client, f"/matches/{match_id}/deals/3/draft", {"s0-mp": "420", "key": f"draft-{match_id}", "version": "5"})
    post(client, f"/matches/{match_id}/share", {"kind": "edit"})
    post(client, "/presets", {"rules": "classic", "format": "four", "preset_name": title})
    return match_id


def stamp(app: Flask, match_id: str, key: str) -> Stamp:
    """The stamp of a writer who has seen the last entry."""
    return Stamp(desk_of(app).ledger.matches.version(match_id), f"key-of-{key}", "test", NOW)


def everything(place: Path | str, *, but: Collection[str] = ()) -> list[str]:
    """Every row of every table in a file or a server's database; `but` names the tables to leave out."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as db:
            return rows_of(db, but=but)
    with Ledger.open(place) as ledger:
        return [
            repr(row)
            for table, by in TABLES.items()
            if table not in but
            for row in ledger.store.rows(f"SELECT * FROM {table} ORDER BY {by}")
        ]
