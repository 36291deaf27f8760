"""Creating and migrating the tables of a database on a server, on request, in one transaction."""

import re
import time
from collections.abc import Sequence
from contextlib import closing

from scorekeeper.ledger.address import Address
from scorekeeper.ledger.chain.books import BOOKS
from scorekeeper.ledger.copies.moving import TABLES
from scorekeeper.ledger.errors import NewerDatabase, NotALedger, OlderDatabase, StillServed, UnknownRole, Unstorable
from scorekeeper.ledger.postgresql.engine import Server
from scorekeeper.ledger.schema import STEPS, SchemaStep
from scorekeeper.ledger.store import Tx

#: The table of the steps that were applied to a database.
STEPS_TAKEN = 'CREATE TABLE schema_steps (step BIGINT PRIMARY KEY, name TEXT COLLATE "C" NOT NULL)'
#: A lock, so that only one program migrates at a time. The number is arbitrary, but must stay the same.
ALONE = "SELECT pg_advisory_xact_lock(1130524257)"
_TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema"

#: The oldest schema of the programs that are connected to this database; `schema` where there are none.
_SERVING = r"""
SELECT coalesce(min(CAST(substr(application_name, 13) AS BIGINT)), :schema) FROM pg_stat_activity
WHERE datname = current_database() AND application_name ~ '^scorekeeper [0-9]{1,6}$'
"""
#: Seconds for which the server may still list a program that has ended.
GOING = 2.0
_ROLE = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


def open_server(address: Address, *, timeout: float | None = None) -> Server:
    """Open the ledger at an address. Raises LedgerUnavailable, NotALedger, OlderDatabase and NewerDatabase."""
    server = Server(address) if timeout is None else Server(address, timeout=timeout)
    try:
        schema = server.read(lambda tx: schema_of(tx, server.where))
        if schema < len(STEPS):
            raise OlderDatabase(schema, len(STEPS))
    except BaseException:
        server.close()
        raise
    return server


def migrate(server: Server, *, role: str | None = None, steps: Sequence[SchemaStep] = STEPS) -> tuple[int, int]:
    """Apply the missing steps. Returns the number of steps before and after.

    A `role` that does not own the tables gets the permissions that the program needs. The role cannot delete entries,
    and the only change to entries that triggers allow is the removal of a name.

    Programs of the previous release may stay connected, because a release removes only those parts of the schema that
    the previous one did not use. If an older program is connected, StillServed is raised. Also raises NewerDatabase,
    NotALedger, LedgerUnavailable or a subclass of it, and for the role UnknownRole or Unstorable.
    """

    def take(tx: Tx) -> tuple[int, int]:
        tx.execute(ALONE)
        tx.without_limits()
        schema = schema_of(tx, server.where, steps)
        if schema == 0:
            tx.execute(STEPS_TAKEN)
        elif schema < len(steps):
            _refuse_older(tx, schema)
        for number, step in enumerate(steps[schema:], start=schema + 1):
            for sql in step.postgresql:
                tx.execute(sql)
            sql = "INSERT INTO schema_steps (step, name) VALUES (:step, :name)"
            tx.execute(sql, step=number, name=step.name)
        if role:
            grant(tx, role)
        return schema, len(steps)

    return server.write(take)


def migrate_at(address: Address, *, role: str | None = None) -> tuple[int, int]:
    """Migrate the database at an address, as `migrate` does."""
    with closing(Server(address)) as server:
        return migrate(server, role=role)


def _refuse_older(tx: Tx, schema: int) -> None:
    """Raise StillServed if a program that knows an older schema than this stays connected for `GOING` seconds."""
    until = time.monotonic() + GOING
    while (oldest := tx.execute(_SERVING, schema=schema).fetchone()[0]) < schema:
        if time.monotonic() > until:
            raise StillServed(oldest, schema)
        time.sleep(0.05)
        tx.execute("SELECT pg_stat_clear_snapshot()")  # within a transaction the list of connections is cached


def schema_of(tx: Tx, where: str, steps: Sequence[SchemaStep] = STEPS) -> int:
    """The number of steps that were applied to the database; 0 for an empty one. Raises NewerDatabase and
    NotALedger."""
    version = str(tx.execute("SELECT version()").fetchone()[0])
    if not version.startswith("PostgreSQL ") or "-YB-" in version:
        raise NotALedger(where, f"the program was not tried with {version.partition(' on ')[0]}")
    encoding = str(tx.execute("SHOW server_encoding").fetchone()[0])
    if encoding != "UTF8":
        raise NotALedger(where, f"it is in {encoding}, and names need UTF8; make it with: createdb --encoding UTF8")
    tables = {row[0] for row in tx.execute(_TABLES).fetchall()}
    if "schema_steps" not in tables:
        if tables:
            raise NotALedger(where, "it holds another program's tables")
        return 0
    taken = [row[0] for row in tx.execute("SELECT name FROM schema_steps ORDER BY step").fetchall()]
    if taken != [step.name for step in steps][: len(taken)]:
        raise NewerDatabase(schema=len(taken), supported=len(steps))
    return len(taken)


def grant(tx: Tx, role: str) -> None:
    """Let a role read, insert into and update all tables; in entries, it may update only the columns that change when a
    name is removed. It may delete from all tables except `matches`, `evenings`, `seasons`, `merges`, and the tables of
    entries and redactions.

    Raises UnknownRole and Unstorable.
    """
    if not _ROLE.fullmatch(role):
        raise Unstorable("role", role)
    if tx.execute("SELECT 1 FROM pg_roles WHERE rolname = :role", role=role).fetchone() is None:
        raise UnknownRole(role)
    entries = {book.entries for book in BOOKS}
    kept = {"merges"} | {table for book in BOOKS for table in (book.rows, book.redactions)}
    for table in TABLES:
        what = "SELECT, INSERT, UPDATE (payload, body_hash, actor)" if table in entries else "SELECT, INSERT, UPDATE"
        more = "" if table in entries | kept else ", DELETE"
        tx.execute(f'GRANT {what}{more} ON {table} TO "{role}"')
    tx.execute(f'GRANT SELECT ON schema_steps TO "{role}"')
