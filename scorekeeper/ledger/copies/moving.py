"""Moving all data of a ledger into an empty one, of any engine, and checking that it is the same."""

from collections.abc import Mapping

from scorekeeper.ledger.chain.books import BOOKS
from scorekeeper.ledger.copies.integrity import chain_problems
from scorekeeper.ledger.errors import LedgerError
from scorekeeper.ledger.store import Store, Tx

#: The tables, referenced ones first, each with the order in which its rows are written.
TABLES: Mapping[str, str] = {
    "players": "id",
    "merges": "id",
    "matches": "number",
    "match_sides": "match_id, position",
    "match_players": "match_id, seat",
    "former_players": "match_id, player_id, name",
    "entries": "match_id, version",
    "redactions": "entry",
    "names": "match_id, sealed",
    "rematches": "match_id",
    "drafts": "match_id, deal",
    "presets": "id",
    "house_articles": "id",
    "evenings": "number",
    "evening_entries": "evening_id, version",
    "evening_redactions": "entry",
    "evening_names": "evening_id, sealed",
    "evening_players": "evening_id, player_id, name",
    "evening_matches": "evening_id, match_id",
    "evening_results": "evening_id",
    "evening_drafts": "evening_id, round",
    "match_decisions": "evening_id, match_id, side",
    "match_figures": "match_id, side",
    "seasons": "number",
    "season_entries": "season_id, version",
    "season_redactions": "entry",
    "season_names": "season_id, sealed",
    "season_evenings": "season_id, evening_id",
    "shares": "id",
    "settings": "key",
    "attempts": "id",
}
#: Columns that an engine computes.
DERIVED = frozenset(("words",))


class NotEmpty(LedgerError):
    """The target is not empty: ledgers are never mixed."""


class NotTheSame(LedgerError):
    """A seal differs, or an entry is altered; nothing was moved."""


def move(source: Store, target: Store) -> int:
    """Write all data of one ledger into an empty one, in one transaction, and compare every seal. Returns the total
    number of matches, evenings and seasons. Raises NotEmpty and NotTheSame; the source is not changed."""

    def all_of_it(into: Tx) -> int:
        into.without_limits()
        for table in TABLES:
            if into.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
                raise NotEmpty(f"there is something in {target.where} already")
        sealed = source.read(lambda tx: pour(tx, into))
        arrived = seals(into)
        problems = [problem for book in BOOKS for problem in chain_problems(into, book)]
        if problems or arrived != sealed:
            spoilt = {problem.owner for problem in problems} or {owner for owner, _ in set(arrived) ^ set(sealed)}
            raise NotTheSame(f"not as it was written: {', '.join(sorted(map(str, spoilt)))}")
        return len(sealed)

    return target.write(all_of_it)


def pour(source: Tx, target: Tx) -> list[tuple[str, str]]:
    """Write every row of one ledger into another. Returns the seals of the source."""
    for table, order in TABLES.items():
        with source.stream(f"SELECT * FROM {table} ORDER BY {order}") as rows:
            columns = [str(column[0]) for column in rows.description or ()]
            kept = [column for column in columns if column not in DERIVED]
            named = ", ".join(f":{column}" for column in kept)
            listed = ({name: value for name, value in zip(columns, row, strict=True) if name in kept} for row in rows)
            target.execute_many(f"INSERT INTO {table} ({', '.join(kept)}) VALUES ({named})", listed)
    target.renumber()
    return seals(source)


def seals(tx: Tx) -> list[tuple[str, str]]:
    """The seals of all matches, evenings and seasons, each with its kind and id: `("match m1", "9f…")`."""
    return [
        (f"{book.noun} {row[0]}", str(row[1]))
        for book in BOOKS
        for row in tx.execute(f"SELECT id, {book.last_seal} FROM {book.rows} ORDER BY id").fetchall()
    ]
