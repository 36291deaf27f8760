"""Giving a player another name everywhere, or taking the name out of everything that was ever written."""

import re
from collections.abc import Mapping, Sequence
from functools import partial

from scorekeeper.engine.values import light
from scorekeeper.ledger.books import EVENINGS, MATCHES, SEASONS, Book
from scorekeeper.ledger.canonical import digest, from_json, to_json
from scorekeeper.ledger.entries import read
from scorekeeper.ledger.errors import NameTaken, UnknownPlayer
from scorekeeper.ledger.names import close_redactions, note_redaction, show_name, shown_names, swapped
from scorekeeper.ledger.players import folded, name_key
from scorekeeper.ledger.projections import names_of
from scorekeeper.ledger.store import Rows, Store, Tx, Value

#: Matches in one transaction: nobody's save waits for all the matches of a player.
TOGETHER = 10
#: Where it stands which players the entries of a book name; a match also names those who did not sit there after all.
PLAYERS: Mapping[str, Sequence[str]] = {
    MATCHES.noun: ("match_players", "former_players"),
    EVENINGS.noun: ("evening_players",),
    SEASONS.noun: (),
}
#: What of the draft of an evening holds names a line, and what stands between those.
TYPED_IN_LINES, BETWEEN_NAMES = ("names",), re.compile(r"([\n&]|@\s*[0-9]+)")
#: A season speaks of whoever took part in an evening that it ever had.
IN_SEASON = "season_evenings AS had JOIN evening_players AS there ON there.evening_id = had.evening_id"


def rename(store: Store, player_id: int, name: str, *, now: str, forget: bool = False) -> None:
    """Call a player by another name: in lists, entries, rows and drafts, of what was put away, too.

    With `forget` the old name is written over inside the entries, and nothing in the ledger says it any more; the
    copies made before do. One season, match or evening after the other, each in one piece: what was cut short is
    finished by asking once more. Raises UnknownPlayer, and NameTaken where somebody else of these matches and evenings
    or of the players is or was called so.
    """
    named = store.read(lambda tx: _checked(tx, player_id, name))
    for first in range(0, len(named), TOGETHER):
        some = named[first : first + TOGETHER]
        store.write(partial(_rename_in, some, player_id, name, now, forget=forget), wiping=True)
    store.write(partial(_rename_player, player_id, name), wiping=True)
    if forget:
        store.wiped()


def _rename_player(player_id: int, name: str, tx: Tx) -> None:
    """In the list of players, and in whatever is typed of evenings to come."""
    rows = tx.execute("SELECT name FROM players WHERE id = :player", player=player_id).fetchall()
    names = {row[0]: name for row in rows}
    sql = "UPDATE players SET name = :name, key = :key, folded = :folded WHERE id = :player"
    tx.execute(sql, name=name, key=name_key(name), folded=folded(name), player=player_id)
    for evening, round_, body in tx.execute("SELECT evening_id, round, body FROM evening_drafts").fetchall():
        typed = swapped(from_json(body), names, everywhere=True)
        lines = {field: _in_lines(typed[field], names) for field in TYPED_IN_LINES if field in typed}
        text = to_json({**typed, **lines})
        sql = "UPDATE evening_drafts SET body = :body WHERE evening_id = :evening AND round = :round"
        tx.execute(sql, body=text, evening=evening, round=round_)


def _in_lines(text: str, names: Mapping[str, str]) -> str:
    """Lines of people as they are typed, "A & B @3": a name stands for its player in whatever capitals and spacing."""
    by_key = {name_key(was): name for was, name in names.items()}

    def renamed(part: str) -> str:
        name = by_key.get(name_key(part))
        return part if name is None else part.replace(part.strip(), name)

    return "".join(map(renamed, BETWEEN_NAMES.split(text)))


def _checked(tx: Tx, player_id: int, name: str) -> list[tuple[Book, str]]:
    """Whatever has entries that name the player, who may be called so."""
    if tx.execute("SELECT 1 FROM players WHERE id = :player", player=player_id).fetchone() is None:
        raise UnknownPlayer(player_id)
    named = _named(tx, player_id)
    rows = tx.execute("SELECT name FROM players WHERE id <> :player", player=player_id).fetchall()
    others = {row[0] for row in rows}
    for book, owner in named:
        mine = _names(tx, book, owner, player_id)
        others |= {sealed for sealed, shown in shown_names(tx, book, owner).items() if shown not in mine}
    if name_key(name) in set(map(name_key, others)):
        raise NameTaken(name)
    return named


def _named(tx: Tx, player_id: int) -> list[tuple[Book, str]]:
    """Seasons first: they are known by what the player is called in their evenings."""
    sql = f"SELECT DISTINCT season_id FROM {IN_SEASON} WHERE player_id = :player ORDER BY season_id"
    named = [(SEASONS, str(row[0])) for row in tx.execute(sql, player=player_id).fetchall()]
    for book in (MATCHES, EVENINGS):
        each = (f"SELECT {book.owner} FROM {table} WHERE player_id = :player" for table in PLAYERS[book.noun])
        rows = tx.execute(f"{' UNION '.join(each)} ORDER BY 1", player=player_id).fetchall()
        named += [(book, row[0]) for row in rows]
    return named


def _names(tx: Tx, book: Book, owner: str, player_id: int) -> set[str]:
    """What the player is called there now."""
    if book is SEASONS:
        sql = (
            f"SELECT name FROM {IN_SEASON} WHERE season_id = :season AND player_id = :player"
            " UNION SELECT name FROM players WHERE id = :player"
        )
        return {row[0] for row in tx.execute(sql, season=owner, player=player_id).fetchall()}
    mine = f"{book.owner} = :owner AND player_id = :player"
    each = (f"SELECT name FROM {table} WHERE {mine}" for table in PLAYERS[book.noun])
    return {row[0] for row in tx.execute(" UNION ".join(each), owner=owner, player=player_id).fetchall()}


def _rename_in(named: Sequence[tuple[Book, str]], player_id: int, name: str, now: str, tx: Tx, *, forget: bool) -> None:
    for book, owner in named:
        tx.execute(tx.locked(f"SELECT version FROM {book.rows} WHERE id = :owner"), owner=owner)
        _Renaming(tx, book, owner, player_id, name, now).everywhere(forget=forget)


@light(frozen=True, slots=True)
class _Renaming:
    """A player's new name in one match, evening or season, within a transaction."""

    tx: Tx
    book: Book
    owner: str
    player_id: int
    name: str
    now: str

    def everywhere(self, *, forget: bool) -> None:
        names = dict.fromkeys(_names(self.tx, self.book, self.owner, self.player_id), self.name)
        shown = shown_names(self.tx, self.book, self.owner)
        earlier = {was: self.name for was, now in shown.items() if now in names}
        if forget:
            self._redact(earlier | names)
            for was in earlier:
                self._run(f"DELETE FROM {self.book.names} WHERE {self.book.owner} = :owner AND sealed = :was", was=was)
            close_redactions(self.tx, self.book, self.owner, self.name)
        else:
            for was in earlier | names:
                show_name(self.tx, self.book, self.owner, was, self.name)
        self._rows(names)

    def _redact(self, names: Mapping[str, str]) -> None:
        book = self.book
        entries = f"SELECT id, kind, {book.part}, payload, chain FROM {book.entries} WHERE {book.owner} = :owner"
        for number, kind, deal, before, sealed in self._run(entries).fetchall():
            renamed = swapped(from_json(before), names)
            if (payload := to_json(renamed)) == before:
                continue
            note_redaction(self.tx, book, number, sealed, payload, self.now)
            # The hash of what was asked for would let anybody who guesses the name see that the guess is right.
            hashed = digest([kind, deal, renamed], what="body")
            sql = f"UPDATE {book.entries} SET payload = :payload, body_hash = :hash WHERE id = :id"
            self._run(sql, payload=payload, hash=hashed, id=number)

    def _rows(self, names: Mapping[str, str]) -> None:
        book = self.book
        for table in PLAYERS[book.noun]:
            self._rows_of_players(table)
        if book is MATCHES:
            self._rows_of_match(names)
        title = self._run(f"SELECT title FROM {book.rows} WHERE id = :owner").fetchall()[0][0]
        title = swapped({"title": title}, names)["title"]
        self._run(f"UPDATE {book.rows} SET title = :title, named = named + 1 WHERE id = :owner", title=title)

    def _rows_of_players(self, table: str) -> None:
        mine = f"{self.book.owner} = :owner AND player_id = :player"
        values: dict[str, Value] = {"name": self.name, "player": self.player_id}
        if table == "match_players":  # a row a seat
            self._run(f"UPDATE {table} SET name = :name WHERE {mine}", **values)
            return
        columns = f"{self.book.owner}, player_id"
        self._run(
            f"INSERT INTO {table} ({columns}, name) SELECT DISTINCT {columns}, CAST(:name AS TEXT) FROM {table}"
            f" WHERE {mine} ON CONFLICT ({columns}, name) DO NOTHING",
            **values,
        )
        self._run(f"DELETE FROM {table} WHERE {mine} AND name <> :name", **values)

    def _rows_of_match(self, names: Mapping[str, str]) -> None:
        seated = "match_id = :owner AND kind IN ('match_opened', 'match_reseated')"
        sitting = read(self.tx, MATCHES, seated, owner=self.owner)[-1].payload
        for position, side in enumerate(sitting["sides"]):
            sql = "UPDATE match_sides SET name = :name WHERE match_id = :owner AND position = :position"
            self._run(sql, name=side["name"], position=position)
        self._run("UPDATE matches SET names = :names WHERE id = :owner", names=names_of(sitting))
        for deal, body in self._run("SELECT deal, body FROM drafts WHERE match_id = :owner").fetchall():
            text = to_json(swapped(from_json(body), names, everywhere=True))
            self._run("UPDATE drafts SET body = :body WHERE match_id = :owner AND deal = :deal", body=text, deal=deal)
        for article, body in self._run("SELECT id, body FROM house_articles WHERE match_id = :owner").fetchall():
            text = to_json(swapped(from_json(body), names))
            self._run(
                "UPDATE house_articles SET body = :body WHERE match_id = :owner AND id = :id", body=text, id=article
            )

    def _run(self, sql: str, **values: Value) -> Rows:
        return self.tx.execute(sql, owner=self.owner, **values)
