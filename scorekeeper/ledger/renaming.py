"""Giving a player another name everywhere, or taking the name out of everything that was ever written."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger.canonical import body_hash, from_json, to_json
from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.entries import read
from scorekeeper.ledger.errors import NameTaken, UnknownPlayer
from scorekeeper.ledger.names import close_redactions, note_redaction, shown_names, swapped
from scorekeeper.ledger.players import folded, name_key
from scorekeeper.ledger.projections import names_of

#: Matches in one transaction: nobody's save waits for all the matches of a player.
TOGETHER = 10


def rename(file: LedgerFile, player_id: int, name: str, *, now: str, forget: bool = False) -> None:
    """Call a player by another name: in lists, entries, rows and drafts, of matches that were put away, too.

    With `forget` the old name is written over inside the entries, and nothing in the file says it any more; the
    copies made before do. Match by match, each in one piece: what was cut short is finished by asking once more.
    Raises UnknownPlayer, and NameTaken where somebody else of these matches or of the players is or was called so.
    """
    with file.snapshot() as db:
        _check(db, player_id, name)
        left = _matches(db, player_id)
    while left:
        with file.write_tx() as db:
            db.execute("PRAGMA secure_delete = ON")
            for match_id in left[:TOGETHER]:
                _Renaming(db, match_id, player_id, name, now).everywhere(forget=forget)
        left = left[TOGETHER:]
    with file.write_tx() as db:
        db.execute("PRAGMA secure_delete = ON")
        db.execute(
            "UPDATE players SET name = ?, key = ?, folded = ? WHERE id = ?",
            [name, name_key(name), folded(name), player_id],
        )
        if forget:
            db.execute("INSERT INTO matches_search (matches_search) VALUES ('optimize')")
    if forget:
        file.fold_in(idle=0)


def _check(db: Database, player_id: int, name: str) -> None:
    if db.execute("SELECT 1 FROM players WHERE id = ?", [player_id]).fetchone() is None:
        raise UnknownPlayer(player_id)
    others = db.execute(
        "SELECT name FROM players WHERE id <> ?1"
        " UNION SELECT sealed FROM names WHERE match_id IN (SELECT match_id FROM match_players WHERE player_id = ?1)"
        "  AND shown NOT IN (SELECT name FROM match_players WHERE player_id = ?1 AND match_id = names.match_id)",
        [player_id],
    )
    if name_key(name) in {name_key(row[0]) for row in others.fetchall()}:
        raise NameTaken(name)


def _matches(db: Database, player_id: int) -> list[str]:
    rows = db.execute("SELECT DISTINCT match_id FROM match_players WHERE player_id = ?", [player_id])
    return [row[0] for row in rows.fetchall()]


@dataclass(frozen=True, slots=True)
class _Renaming:
    """A player's new name in one match, within a transaction."""

    db: Database
    match_id: str
    player_id: int
    name: str
    now: str

    def everywhere(self, *, forget: bool) -> None:
        found = "SELECT name FROM match_players WHERE match_id = ? AND player_id = ?"
        names = {row[0]: self.name for row in self._run(found, self.match_id, self.player_id)}
        earlier = {was: self.name for was, now in shown_names(self.db, self.match_id).items() if now in names}
        if forget:
            self._redact(earlier | names)
            for was in earlier:
                self._run("DELETE FROM names WHERE match_id = ? AND sealed = ?", self.match_id, was)
            close_redactions(self.db, self.match_id, self.name)
        else:
            for was in earlier | names:
                self._run("INSERT OR REPLACE INTO names VALUES (?, ?, ?)", self.match_id, was, self.name)
        self._rows(names)

    def _redact(self, names: Mapping[str, str]) -> None:
        found = "SELECT id, kind, deal, payload, chain FROM entries WHERE match_id = ?"
        for number, kind, deal, before, sealed in self._run(found, self.match_id):
            said = swapped(from_json(before), names)
            if (payload := to_json(said)) == before:
                continue
            note_redaction(self.db, number, sealed, payload, self.now)
            # The hash of what was asked for would let anybody who guesses the name see that the guess is right.
            hashed = body_hash(kind, deal, said)
            self._run("UPDATE entries SET payload = ?, body_hash = ? WHERE id = ?", payload, hashed, number)

    def _rows(self, names: Mapping[str, str]) -> None:
        opened = read(self.db, "match_id = ? AND version = 1", [self.match_id])[0].payload
        for position, side in enumerate(opened["sides"]):
            place = (self.match_id, position)
            self._run("UPDATE match_sides SET name = ? WHERE match_id = ? AND position = ?", side["name"], *place)
        place = (self.match_id, self.player_id)
        self._run("UPDATE match_players SET name = ? WHERE match_id = ? AND player_id = ?", self.name, *place)
        for deal, body in self._run("SELECT deal, body FROM drafts WHERE match_id = ?", self.match_id):
            text = to_json(swapped(from_json(body), names, everywhere=True))
            self._run("UPDATE drafts SET body = ? WHERE match_id = ? AND deal = ?", text, self.match_id, deal)
        for article, body in self._run("SELECT id, body FROM house_articles WHERE match_id = ?", self.match_id):
            text = to_json(swapped(from_json(body), names))
            self._run("UPDATE house_articles SET body = ? WHERE id = ?", text, article)
        title = self._run("SELECT title FROM matches WHERE id = ?", self.match_id)[0][0]
        self._run(
            "UPDATE matches SET title = ?, names = ?, named = named + 1 WHERE id = ?",
            *(swapped({"title": title}, names)["title"], names_of(opened), self.match_id),
        )

    def _run(self, sql: str, *values: object) -> list[Any]:
        found: list[Any] = self.db.execute(sql, list(values)).fetchall()
        return found
