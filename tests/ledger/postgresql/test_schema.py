"""The schema on a server: the same tables as in a file, created as a whole or not at all; an unknown schema is
refused."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer

import psycopg
import pytest

from scorekeeper.ledger.address import Address
from scorekeeper.ledger.copies.moving import TABLES
from scorekeeper.ledger.errors import NewerDatabase, NotALedger, OlderDatabase, StillServed
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.postgresql.engine import Server
from scorekeeper.ledger.postgresql.migrating import migrate, migrate_at
from scorekeeper.ledger.schema import FOLDER, STEPS, SchemaStep
from tests.ledger.cast import open_match

Fresh = Callable[[str], str]
COLUMNS = (
    "SELECT table_name, column_name, is_nullable = 'NO' FROM information_schema.columns WHERE table_schema = 'public'"
)


def of_a_file(path: Path) -> set[tuple[str, str, bool]]:
    """Every column of every table in SQLite, and whether it is NOT NULL."""
    with Ledger.open(path) as ledger:
        names = [row[0] for row in ledger.store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {
            (name, column[1], bool(column[3] or column[5]))
            for name in names
            for column in ledger.store.rows(f"PRAGMA table_info({name})")
        }
    return {(table, *rest) for table, *rest in found if not table.startswith(("_sqlite", "matches_search"))}


def test_the_server_has_the_tables_of_the_file(address: str, tmp_path: Path) -> None:
    with psycopg.connect(address) as db:
        views = {row[0] for row in db.execute("SELECT viewname FROM pg_views WHERE schemaname = 'public'")}
        found = {row for row in db.execute(COLUMNS) if row[0] not in views and row[0] != "schema_steps"}
    assert found - {("matches", "words", False)} == of_a_file(tmp_path / "a.db")
    assert {table for table, *_ in found} == set(TABLES), "what is moved is everything"


def test_the_server_has_the_views_of_the_file(address: str, tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "a.db") as ledger:
        names = [row[0] for row in ledger.store.rows("SELECT name FROM sqlite_master WHERE type = 'view'")]
        views = {name: [row[1] for row in ledger.store.rows(f"PRAGMA table_info({name})")] for name in names}
    with psycopg.connect(address) as db:
        found = {
            name: [column.name for column in db.execute(f"SELECT * FROM {name}").description or ()] for name in views
        }
    assert found == views


def test_an_empty_database_waits_until_it_is_asked_for(fresh: Fresh) -> None:
    address = fresh("template0")
    with pytest.raises(OlderDatabase, match="is empty"):
        Ledger.open(address)
    assert migrate_at(Address(address)) == (0, len(STEPS))
    assert migrate_at(Address(address)) == (len(STEPS), len(STEPS))
    with Ledger.open(address) as ledger:
        open_match(ledger)


def test_programs_that_migrate_at_once_take_each_step_once(fresh: Fresh) -> None:
    address = Address(fresh("template0"))
    with ThreadPoolExecutor(3) as pool:
        done = list(pool.map(lambda _: migrate_at(address), range(3)))
    assert sorted(done) == [(0, len(STEPS)), (len(STEPS), len(STEPS)), (len(STEPS), len(STEPS))]


def later(name: str, *statements: str) -> SchemaStep:
    """A schema step that does not exist yet."""
    return SchemaStep(name, (), statements)


def test_every_step_follows_every_other_and_one_that_fails_leaves_what_was(fresh: Fresh) -> None:
    server = Server(Address(fresh("template0")))
    fails = later("m9999_fails", "CREATE TABLE half_done (id BIGINT)", "CREATE TABLE matches (id BIGINT)")
    for number in range(1, len(STEPS) + 1):
        if number > 1:
            with pytest.raises(psycopg.errors.DuplicateTable):
                migrate(server, steps=(*STEPS[: number - 1], fails))
            assert server.rows("SELECT 1 FROM pg_tables WHERE tablename = 'half_done'") == []
        assert migrate(server, steps=STEPS[:number]) == (number - 1, number)
    server.close()


def test_a_program_goes_on_one_release_behind_and_no_further(fresh: Fresh) -> None:
    address, taken = fresh("template"), len(STEPS)
    next_release = later("m9998_next", "ALTER TABLE matches ADD COLUMN more TEXT NOT NULL DEFAULT ''")
    release_after = later("m9999_after", "CREATE TABLE later (id BIGINT PRIMARY KEY)")
    server = Server(Address(f"{address}?application_name=later"))  # stands for a later release
    with Ledger.open(address) as serving:
        open_match(serving)
        assert migrate(server, steps=(*STEPS, next_release)) == (taken, taken + 1)
        open_match(serving, "another")
        with pytest.raises(StillServed, match=f"knows schema {taken} still serves"):
            migrate(server, steps=(*STEPS, next_release, release_after))
        open_match(serving, "a third")
    ending = psycopg.connect(address, application_name=f"scorekeeper {taken}")
    Timer(0.3, ending.close).start()  # the server lists a program for a moment after its end
    assert migrate(server, steps=(*STEPS, next_release, release_after)) == (taken + 1, taken + 2)
    server.close()


def test_what_is_not_ours_is_refused_and_left_alone(fresh: Fresh) -> None:
    address = fresh("template0")
    with psycopg.connect(address) as db:
        db.execute("CREATE TABLE letters (text TEXT)")
    for attempt in (lambda: Ledger.open(address), lambda: migrate_at(Address(address))):
        with pytest.raises(NotALedger, match="another program's tables"):
            attempt()
    newer = fresh("template")
    with psycopg.connect(newer) as db:
        db.execute("INSERT INTO schema_steps VALUES (99, 'm0099_of_the_future')")
    with pytest.raises(NewerDatabase):
        Ledger.open(newer)


def test_each_step_is_written_for_both_engines() -> None:
    of_file, of_server = (sorted(path.name for path in (FOLDER / each).iterdir()) for each in ("sqlite", "postgresql"))
    assert of_file == of_server
