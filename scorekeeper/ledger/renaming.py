"""Giving a player another name everywhere, or taking the name out of everything that was ever written."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger.books import EVENINGS, MATCHES, Book
from scorekeeper.ledger.canonical import body_hash, from_json, to_json
from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.entries import read
from scorekeeper.ledger.errors import NameTaken, UnknownPlayer
from scorekeeper.ledger.names import close_redactions, note_redaction, show_name, shown_names, swapped
from scorekeeper.ledger.players import folded, name_key
from scorekeeper.ledger.projections import names_of

#: Matches in one transaction: nobody's save waits for all the matches of a player.
TOGETHER = 10
#: Where it stands which players the entries of a book name; a match also names those who did not sit there after all.
PLAYERS = {MATCHES.noun: ("match_players", "former_players"), EVENINGS.noun: ("evening_players",)}


def rename(file: LedgerFile, player_id: int, name: str, *, now: str, forget: bool = False) -> None:
    """Call a player by another name: in lists, entries, rows and drafts, of what was put away, too.

    With `forget` the old name is written over inside the entries, and nothing in the file says it any more; the
    copies made before do. Match by match and evening by evening, each in one piece: what was cut short is finished by
    asking once more. Raises UnknownPlayer, and NameTaken where somebody else of these matches and evenings or of the
    players is or was called so.
    """
    with file.snapshot() as db:
        _check(db, player_id, name)
        left = _named(db, player_id)
    while left:
        with file.write_tx() as db:
            db.execute("PRAGMA secure_delete = ON")
            for book, owner in left[:TOGETHER]:
                _Renaming(db, book, owner, player_id, name, now).everywhere(forget=forget)
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
    others = {row[0] for row in db.execute("SELECT name FROM players WHERE id <> ?", [player_id]).fetchall()}
    for book, owner in _named(db, player_id):
        mine = _names(db, book, owner, player_id)
        others |= {sealed for sealed, shown in shown_names(db, book, owner).items() if shown not in mine}
    if name_key(name) in set(map(name_key, others)):
        raise NameTaken(name)


def _named(db: Database, player_id: int) -> list[tuple[Book, str]]:
    """The matches and evenings whose entries name the player."""
    return [
        (book, row[0])
        for book in (MATCHES, EVENINGS)
        for row in db.execute(
            " UNION ".join(f"SELECT {book.owner} FROM {table} WHERE player_id = ?1" for table in PLAYERS[book.noun]),
            [player_id],
        ).fetchall()
    ]


def _names(db: Database, book: Book, owner: str, player_id: int) -> set[str]:
    """What the player is called there now."""
    each = (f"SELECT name FROM {table} WHERE {book.owner} = ?1 AND player_id = ?2" for table in PLAYERS[book.noun])
    return {row[0] for row in db.execute(" UNION ".join(each), [owner, player_id]).fetchall()}


@dataclass(frozen=True, slots=True)
class _Renaming:
    """A player's new name in one match or evening, within a transaction."""

    db: Database
    book: Book
    owner: str
    player_id: int
    name: str
    now: str

    def everywhere(self, *, forget: bool) -> None:
        names = dict.fromkeys(_names(self.db, self.book, self.owner, self.player_id), self.name)
        shown = shown_names(self.db, self.book, self.owner)
        earlier = {was: self.name for was, now in shown.items() if now in names}
        if forget:
            self._redact(earlier | names)
            for was in earlier:
                self._run(f"DELETE FROM {self.book.names} WHERE {self.book.owner} = ? AND sealed = ?", self.owner, was)
            close_redactions(self.db, self.book, self.owner, self.name)
        else:
            for was in earlier | names:
                show_name(self.db, self.book, self.owner, was, self.name)
        self._rows(names)

    def _redact(self, names: Mapping[str, str]) -> None:
        book = self.book
        found = f"SELECT id, kind, {book.part}, payload, chain FROM {book.entries} WHERE {book.owner} = ?"
        for number, kind, deal, before, sealed in self._run(found, self.owner):
            said = swapped(from_json(before), names)
            if (payload := to_json(said)) == before:
                continue
            note_redaction(self.db, book, number, sealed, payload, self.now)
            # The hash of what was asked for would let anybody who guesses the name see that the guess is right.
            hashed = body_hash(kind, deal, said)
            self._run(f"UPDATE {book.entries} SET payload = ?, body_hash = ? WHERE id = ?", payload, hashed, number)

    def _rows(self, names: Mapping[str, str]) -> None:
        book = self.book
        for table in PLAYERS[book.noun]:
            sql = f"UPDATE OR REPLACE {table} SET name = ? WHERE {book.owner} = ? AND player_id = ?"
            self._run(sql, self.name, self.owner, self.player_id)
        if book is MATCHES:
            self._rows_of_match(names)
        title = self._run(f"SELECT title FROM {book.rows} WHERE id = ?", self.owner)[0][0]
        title = swapped({"title": title}, names)["title"]
        self._run(f"UPDATE {book.rows} SET title = ?, named = named + 1 WHERE id = ?", title, self.owner)

    def _rows_of_match(self, names: Mapping[str, str]) -> None:
        seated = "match_id = ? AND kind IN ('match_opened', 'match_reseated')"
        sitting = read(self.db, MATCHES, seated, [self.owner])[-1].payload
        for position, side in enumerate(sitting["sides"]):
            place = (self.owner, position)
            self._run("UPDATE match_sides SET name = ? WHERE match_id = ? AND position = ?", side["name"], *place)
        self._run("UPDATE matches SET names = ? WHERE id = ?", names_of(sitting), self.owner)
        for deal, body in self._run("SELECT deal, body FROM drafts WHERE match_id = ?", self.owner):
            text = to_json(swapped(from_json(body), names, everywhere=True))
            self._run("UPDATE drafts SET body = ? WHERE match_id = ? AND deal = ?", text, self.owner, deal)
        for article, body in self._run("SELECT id, body FROM house_articles WHERE match_id = ?", self.owner):
            text = to_json(swapped(from_json(body), names))
            self._run("UPDATE house_articles SET body = ? WHERE id = ?", text, article)

    def _run(self, sql: str, *values: object) -> list[Any]:
        found: list[Any] = self.db.execute(sql, list(values)).fetchall()
        return found
