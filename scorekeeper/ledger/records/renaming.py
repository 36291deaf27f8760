"""Renaming a player everywhere, or removing the name from everything in the ledger."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import chain, count

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.books import EVENINGS, MATCHES, SEASONS, Book
from scorekeeper.ledger.chain.canonical import digest, from_json, to_json
from scorekeeper.ledger.chain.entries import read
from scorekeeper.ledger.chain.names import close_redactions, note_redaction, show_name, shown_names, swapped
from scorekeeper.ledger.chain.projections import names_of
from scorekeeper.ledger.errors import NameTaken, UnknownPlayer
from scorekeeper.ledger.records.players import FORGOTTEN, folded, name_key
from scorekeeper.ledger.records.settings import change_setting
from scorekeeper.ledger.store import StatementRows, Store, Tx, Value

#: The number of matches, evenings and seasons, together, that one transaction changes. A player may have hundreds; a
#: save in the meantime waits for a single transaction only.
TOGETHER = 10
#: For each book, the tables with the players who are named in its entries. The entries of a match also name players who
#: were replaced.
PLAYERS: Mapping[str, Sequence[str]] = {
    MATCHES.noun: ("match_players", "former_players"),
    EVENINGS.noun: ("evening_players",),
    SEASONS.noun: (),
}
#: The fields of an evening's draft in which names are typed line by line, and the pattern that separates the names.
TYPED_IN_LINES, BETWEEN_NAMES = ("names",), re.compile(r"([\n&]|@\s*[0-9]+)")
#: The columns outside the entries that contain names: table, column, and whether names are replaced in every text of
#: the column's JSON (True) or only under the keys `NAMED` (False).
BESIDE = (
    ("house_articles", "body", False), ("presets", "name", False), ("drafts", "body", True),
    ("drafts", "device", False), ("evening_drafts", "device", False), ("merges", "actor", False),
)  # fmt: skip
#: The columns of `BESIDE` that are plain text instead of JSON.
PLAIN = frozenset(("name", "device", "actor"))
#: The number of entries that are read at once.
AT_ONCE = 5_000
#: SQL for the players that a season names: those of every evening that it ever had.
IN_SEASON = "season_evenings AS had JOIN evening_players AS there ON there.evening_id = had.evening_id"


def rename(store: Store, player_id: int, name: str, *, now: str, forget: bool = False) -> None:
    """Rename a player wherever the name is shown: in lists, matches, evenings, seasons and drafts, also archived ones.

    With `forget` the old name is overwritten inside the entries, and is nowhere in the ledger any more; earlier copies
    still contain it. Each season, match and evening is changed as a whole; if the work is interrupted, calling this
    again completes it. Raises UnknownPlayer, and NameTaken if another player has the new name, or had it in a match,
    evening or season in which the renamed player is named.
    """
    named = store.read(lambda tx: _checked(tx, player_id, name))
    everywhere = store.read(lambda tx: _everywhere(tx, player_id, name, named)) if forget else {}
    if forget:
        named += [each for each in store.read(lambda tx: _saying(tx, everywhere)) if each not in named]
    for first in range(0, len(named), TOGETHER):
        some = named[first : first + TOGETHER]
        store.write(partial(_rename_in, some, player_id, name, now, everywhere), wiping=True)
    store.write(partial(_rename_player, player_id, name, everywhere), wiping=True)
    if forget:
        store.wiped()


def _everywhere(tx: Tx, player_id: int, name: str, named: Sequence[tuple[Book, str]]) -> dict[str, str]:
    """Every name that the player ever had, mapped to the new `name`, except names that another player has. Longer names
    of other players that contain one of these are mapped to themselves, so that they stay as they are:
    `{"Ann": "Guest", "Ann Lee": "Ann Lee"}`."""
    spelled = {row[0] for row in tx.execute("SELECT name FROM players WHERE id = :player", player=player_id).fetchall()}
    for book, owner in named:
        mine = _names(tx, book, owner, player_id)
        spelled |= mine | {was for was, shown in shown_names(tx, book, owner).items() if shown in mine}
    rows = tx.execute("SELECT name FROM players WHERE id <> :player", player=player_id).fetchall()
    others = {name_key(row[0]): row[0] for row in rows}
    of_nobody_else = {was: name for was in spelled if name_key(was) not in others}
    holding = {other for key, other in others.items() for was in of_nobody_else if f" {name_key(was)} " in f" {key} "}
    return {other: other for other in holding} | of_nobody_else


def _saying(tx: Tx, names: Mapping[str, str]) -> list[tuple[Book, str]]:
    """The owners of entries that contain one of these names."""
    first_words = {name_key(was).split()[0] for was, name in names.items() if was != name}
    found: dict[tuple[str, str], tuple[Book, str]] = {}
    for book in (SEASONS, MATCHES, EVENINGS):
        sql = (
            f"SELECT id, {book.owner}, payload, actor FROM {book.entries} WHERE id > :after ORDER BY id LIMIT {AT_ONCE}"
        )
        after = 0
        while rows := tx.execute(sql, after=after).fetchall():
            for _, owner, payload, actor in rows:
                text = f"{payload} {actor}".casefold()
                if (book.noun, owner) not in found and any(word in text for word in first_words):
                    plain = {"entry": from_json(payload), "name": actor}
                    if swapped(plain, names, loosely=True) != plain:
                        found[book.noun, owner] = book, owner
            after = rows[-1][0]
    return list(found.values())


def _rename_player(player_id: int, name: str, everywhere: Mapping[str, str], tx: Tx) -> None:
    """Rename the player in the list of players and the drafts of evenings. A forgotten name (`everywhere` is not empty)
    is also replaced outside the entries."""
    rows = tx.execute("SELECT name FROM players WHERE id = :player", player=player_id).fetchall()
    names = {row[0]: name for row in rows}
    if everywhere:
        _forget_beside(tx, everywhere)
        change_setting(tx, FORGOTTEN, lambda ids: sorted({player_id, *(ids or ())}))  # no longer suggested
    sql = "UPDATE players SET name = :name, key = :key, folded = :folded WHERE id = :player"
    tx.execute(sql, name=name, key=name_key(name), folded=folded(name), player=player_id)
    for evening, round_, body in tx.execute("SELECT evening_id, round, body FROM evening_drafts").fetchall():
        typed = swapped(from_json(body), everywhere or names, everywhere=True, loosely=bool(everywhere))
        lines = {field: in_lines(typed[field], names) for field in TYPED_IN_LINES if field in typed}
        text = to_json({**typed, **lines})
        sql = "UPDATE evening_drafts SET body = :body WHERE evening_id = :evening AND round = :round"
        tx.execute(sql, body=text, evening=evening, round=round_)


def _forget_beside(tx: Tx, names: Mapping[str, str]) -> None:
    """Replace forgotten names outside the entries: in house articles, presets, drafts and the names of devices."""
    for table, column, everywhere in BESIDE:
        rows = tx.execute(f"SELECT DISTINCT {column} FROM {table}").fetchall()
        taken = {row[0] for row in rows}
        for (before,) in rows:
            plain = {"name": before} if column in PLAIN else from_json(before)
            if (after := swapped(plain, names, everywhere=everywhere, loosely=True)) == plain:
                continue
            text = after["name"] if column in PLAIN else to_json(after)
            text = _free(text, taken) if table == "presets" else text
            taken.add(text)
            tx.execute(f"UPDATE {table} SET {column} = :text WHERE {column} = :was", text=text, was=before)


def _free(name: str, taken: Collection[str]) -> str:
    """The name, followed by a number if it is taken."""
    numbered = (f"{name} {number}" for number in count(2))
    return next(each for each in chain((name,), numbered) if each not in taken)


def in_lines(text: str, names: Mapping[str, str]) -> str:
    """Replace names in lines such as "A & B @3", case and spacing ignored."""
    by_key = {name_key(was): name for was, name in names.items()}

    def renamed(part: str) -> str:
        name = by_key.get(name_key(part))
        return part if name is None else part.replace(part.strip(), name)

    return "".join(map(renamed, BETWEEN_NAMES.split(text)))


def _checked(tx: Tx, player_id: int, name: str) -> list[tuple[Book, str]]:
    """The owners of entries that name the player. Raises UnknownPlayer, and NameTaken if the new name is not free."""
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
    """The owners of entries that name the player. Seasons come first: the names to replace in a season are those in its
    evenings, and must be read before the evenings are changed."""
    sql = f"SELECT DISTINCT season_id FROM {IN_SEASON} WHERE player_id = :player ORDER BY season_id"
    named = [(SEASONS, str(row[0])) for row in tx.execute(sql, player=player_id).fetchall()]
    for book in (MATCHES, EVENINGS):
        each = (f"SELECT {book.owner} FROM {table} WHERE player_id = :player" for table in PLAYERS[book.noun])
        rows = tx.execute(f"{' UNION '.join(each)} ORDER BY 1", player=player_id).fetchall()
        named += [(book, row[0]) for row in rows]
    return named


def _names(tx: Tx, book: Book, owner: str, player_id: int) -> set[str]:
    """The player's present names in one match, evening or season."""
    if book is SEASONS:
        sql = (
            f"SELECT name FROM {IN_SEASON} WHERE season_id = :season AND player_id = :player"
            " UNION SELECT name FROM players WHERE id = :player"
        )
        return {row[0] for row in tx.execute(sql, season=owner, player=player_id).fetchall()}
    mine = f"{book.owner} = :owner AND player_id = :player"
    each = (f"SELECT name FROM {table} WHERE {mine}" for table in PLAYERS[book.noun])
    return {row[0] for row in tx.execute(" UNION ".join(each), owner=owner, player=player_id).fetchall()}


def _rename_in(
    named: Sequence[tuple[Book, str]], player_id: int, name: str, now: str, everywhere: Mapping[str, str], tx: Tx
) -> None:
    for book, owner in named:
        tx.execute(tx.locked(f"SELECT version FROM {book.rows} WHERE id = :owner"), owner=owner)
        _Renaming(tx, book, owner, player_id, name, now, everywhere).write()


class _Renaming(Struct):
    """The renaming of a player in one match, evening or season, within a transaction. `forgotten` has the
    names to remove from the entries, each with its replacement; it is empty if the entries stay as they are."""

    tx: Tx
    book: Book
    owner: str
    player_id: int
    name: str
    now: str
    forgotten: Mapping[str, str]

    def write(self) -> None:
        """Overwrite the name in the entries, or have the new one shown instead; and change the rows."""
        names = dict.fromkeys(_names(self.tx, self.book, self.owner, self.player_id), self.name)
        shown = shown_names(self.tx, self.book, self.owner)
        earlier = {was: self.name for was, now in shown.items() if now in names}
        if self.forgotten:
            names = {**self.forgotten, **earlier, **names}
            self._redact(names)
            for was in earlier:
                self._run(f"DELETE FROM {self.book.names} WHERE {self.book.owner} = :owner AND sealed = :was", was=was)
            close_redactions(self.tx, self.book, self.owner, self.name)
        else:
            for was in earlier | names:
                show_name(self.tx, self.book, self.owner, was, self.name)
        self._rows(names)

    def _redact(self, names: Mapping[str, str]) -> None:
        book = self.book
        columns = f"id, kind, {book.part}, payload, actor, chain"
        entries = f"SELECT {columns} FROM {book.entries} WHERE {book.owner} = :owner"
        for number, kind, deal, before, wrote, sealed in self._run(entries).fetchall():
            renamed = swapped(from_json(before), names, loosely=True)
            actor = swapped({"name": wrote}, names, loosely=True)["name"]
            if (payload := to_json(renamed)) == before and actor == wrote:
                continue
            note_redaction(self.tx, book, number, sealed, payload, actor, self.now)
            # The hash of the original request would confirm a guess at the name.
            hashed = digest([kind, deal, renamed], what="body")
            sql = f"UPDATE {book.entries} SET payload = :payload, body_hash = :hash, actor = :actor WHERE id = :id"
            self._run(sql, payload=payload, hash=hashed, actor=actor, id=number)

    def _rows(self, names: Mapping[str, str]) -> None:
        """Rename the player in the rows derived from the entries, and add one to `named`."""
        book = self.book
        for table in PLAYERS[book.noun]:
            self._rows_of_players(table)
        if book is MATCHES:
            self._rows_of_match(names)
        title = self._run(f"SELECT title FROM {book.rows} WHERE id = :owner").fetchall()[0][0]
        title = swapped({"title": title}, names, loosely=bool(self.forgotten))["title"]
        self._run(f"UPDATE {book.rows} SET title = :title, named = named + 1 WHERE id = :owner", title=title)

    def _rows_of_players(self, table: str) -> None:
        mine = f"{self.book.owner} = :owner AND player_id = :player"
        values: dict[str, Value] = {"name": self.name, "player": self.player_id}
        if table == "match_players":  # one row for each seat
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
            text = to_json(swapped(from_json(body), names, everywhere=True, loosely=bool(self.forgotten)))
            self._run("UPDATE drafts SET body = :body WHERE match_id = :owner AND deal = :deal", body=text, deal=deal)
        for article, body in self._run("SELECT id, body FROM house_articles WHERE match_id = :owner").fetchall():
            text = to_json(swapped(from_json(body), names))
            self._run(
                "UPDATE house_articles SET body = :body WHERE match_id = :owner AND id = :id", body=text, id=article
            )

    def _run(self, sql: str, **values: Value) -> StatementRows:
        return self.tx.execute(sql, owner=self.owner, **values)
