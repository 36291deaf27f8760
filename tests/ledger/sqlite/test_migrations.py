"""Migrations from every earlier schema: a copy first, all steps or none, and never from a newer schema."""

import hashlib
import shutil
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.errors import NewerDatabase
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.schema import STEPS, SchemaStep
from scorekeeper.ledger.sqlite.connection import LedgerFile
from scorekeeper.ledger.sqlite.driver import sqlite3
from scorekeeper.ledger.sqlite.identity import marker_of
from scorekeeper.ledger.sqlite.migrating import APPLICATION_ID, migrate
from scorekeeper.ledger.sqlite.restore import check_copy
from tests.ledger.cast import NOW, add, deal, opening
from tests.ledger.sqlite.program import migrate_and_die, open_and_close
from tests.programs import run

FIXTURES = Path(__file__).parent.parent / "fixtures"
SCHEMAS = range(1, len(STEPS) + 1)
MadeWith = Callable[[Path, int], None]


def objects(path: Path) -> list[str]:
    """Every table, index, trigger and view of a file, as SQL."""
    db = sqlite3.connect(path)
    rows = db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name").fetchall()
    db.close()
    return [row[0].strip() for row in rows]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """A ledger with today's schema and a match in it."""
    with Ledger.open(tmp_path_factory.mktemp("played") / "now.db") as now:
        now.matches.open("friday", payload=opening(), key="open-friday", actor="tablet", now=NOW)
        add(now, "deal_recorded", deal(1))
        yield now


@pytest.fixture(scope="module")
def made_with(played: Ledger, tmp_path_factory: pytest.TempPathFactory) -> MadeWith:
    """A function that puts a ledger of an earlier schema, with the match of `played`, at a path."""
    folder = tmp_path_factory.mktemp("schemas")

    def put(path: Path, schema: int) -> None:
        once = folder / f"{schema}.db"
        if not once.exists():
            make(once, schema, played)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(once, path)

    return put


def make(path: Path, schema: int, now: Ledger) -> None:
    file = LedgerFile(path)
    migrate(file, STEPS[:schema])
    with file.write_tx() as db:
        for table in ("matches", "match_sides", "players", "match_players", "entries"):
            columns = ", ".join(db[table].columns_dict)
            rows = now.store.rows(f"SELECT {columns} FROM {table}")
            db.conn.executemany(f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(rows[0]))})", rows)
    file.close()


def check_it_all_works(path: Path) -> None:
    with Ledger.open(path) as ledger:
        assert integrity(ledger.store).problems == ()
        assert [row.id for row in ledger.matches.page("turcanu")] == ["friday"]
        add(ledger, "deal_recorded", deal(7))
        ledger.settings.put("language", "et")
        with ledger.store.reading() as db:
            assert db.execute("SELECT count(*) FROM lines WHERE deal = 7").fetchone() == (3,)


def test_a_new_file_has_every_migration_and_needs_no_copy(path: Path) -> None:
    assert migrate(LedgerFile(path)) is None
    assert not (path.parent / "backups").exists()
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(STEPS),)
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    db.close()


@pytest.mark.parametrize("schema", SCHEMAS)
def test_every_schema_so_far_is_migrated(path: Path, tmp_path: Path, schema: int, made_with: MadeWith) -> None:
    made_with(path, schema)
    copy = migrate(LedgerFile(path))
    check_it_all_works(path)
    made_with(tmp_path / "new.db", len(STEPS))
    assert objects(path) == objects(tmp_path / "new.db")
    assert (copy is None) == (schema == len(STEPS))


def test_a_file_kept_from_the_first_schema_is_migrated(path: Path) -> None:
    path.parent.mkdir()
    old = sqlite3.connect(path)
    old.executescript((FIXTURES / "schema_1.sql").read_text(encoding="utf-8"))
    old.close()
    with Ledger.open(path) as ledger:
        kinds = [entry.kind for entry in ledger.matches.entries("friday")]
        assert kinds == ["match_opened", "deal_recorded", "deal_recorded"]
        assert ledger.matches.check_value("friday") == "2FD9 6990 3670"
    check_it_all_works(path)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_migration_never_changes(path: Path, schema: int, made_with: MadeWith) -> None:
    """The file schemas.txt has a hash of the whole schema after each step; a new migration adds a line."""
    made_with(path, schema)
    found = hashlib.sha256("\n".join(objects(path)).encode()).hexdigest()
    known = (FIXTURES / "schemas.txt").read_text(encoding="utf-8").splitlines()
    assert known[schema - 1] == f"{schema} {found}"


def test_the_copy_made_first_holds_what_was_there(path: Path, made_with: MadeWith) -> None:
    made_with(path, 1)
    copy = migrate(LedgerFile(path))
    assert copy == path.parent / "backups" / "scorekeeper-before-schema-2.db"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copy.parent.stat().st_mode & 0o777 == 0o700
    check_copy(copy)
    assert len(objects(copy)) < len(objects(path))


def test_of_the_copies_before_a_schema_the_last_four_are_kept(path: Path, made_with: MadeWith) -> None:
    """Older copies are deleted after the migration, whichever schema they were made for."""
    folder = path.parent / "backups"
    folder.mkdir(parents=True)
    for name in (
        "scorekeeper-before-schema-1.db",
        "scorekeeper-before-schema-1-2.db",
        "scorekeeper-before-schema-2.db",
    ):
        (folder / name).touch()
    for _ in range(2):
        made_with(path, 1)
        file = LedgerFile(path)
        migrate(file, STEPS[:2])
        file.close()
        path.unlink()
        marker_of(path).unlink()
    assert {copy.name for copy in folder.iterdir()} == {
        "scorekeeper-before-schema-1-2.db",
        "scorekeeper-before-schema-2.db",
        "scorekeeper-before-schema-2-2.db",
        "scorekeeper-before-schema-2-3.db",
    }


def test_no_copy_no_migration(path: Path, made_with: MadeWith) -> None:
    made_with(path, 1)
    (path.parent / "backups").write_text("in the way", encoding="utf-8")
    before = objects(path)
    with pytest.raises(Exception, match="backups"):
        Ledger.open(path)
    assert objects(path) == before


def test_a_newer_file_is_refused_and_left_alone(path: Path) -> None:
    future = SchemaStep("m9999_tournaments", ["CREATE TABLE tournaments (id INTEGER PRIMARY KEY) STRICT"], ())
    migrate(LedgerFile(path), (*STEPS, future))
    before = objects(path)
    with pytest.raises(NewerDatabase) as refused:
        Ledger.open(path)
    assert (refused.value.schema, refused.value.supported) == (len(STEPS) + 1, len(STEPS))
    assert objects(path) == before


def test_a_step_that_fails_leaves_the_file_as_it_was(path: Path, made_with: MadeWith) -> None:
    made_with(path, 1)
    before = objects(path)

    fails = SchemaStep("m9999_fails", ["CREATE TABLE half_done (id INTEGER PRIMARY KEY) STRICT", "no SQL"], ())
    with pytest.raises(sqlite3.OperationalError):
        migrate(LedgerFile(path), (*STEPS, fails))
    assert objects(path) == before


@pytest.mark.parametrize("last", range(len(STEPS) + 1))
def test_a_kill_in_a_migration_leaves_the_old_schema(path: Path, last: int, made_with: MadeWith) -> None:
    """The program is killed after step `last` of the migration of a file of schema 1; if `last` is 0, before the first
    step of the migration of an empty file."""
    if last:
        made_with(path, 1)
    before = objects(path) if last else []
    assert run(migrate_and_die, path, last) == [-signal.SIGKILL]
    assert objects(path) == before
    if not last:
        made_with(path, 1)
    check_it_all_works(path)


def test_programs_that_start_together_migrate_once(path: Path, made_with: MadeWith) -> None:
    made_with(path, 1)
    with ThreadPoolExecutor(12) as programs:
        for ledger in programs.map(lambda _: Ledger.open(path), range(12)):
            ledger.close()
    assert [copy.name for copy in (path.parent / "backups").iterdir()] == ["scorekeeper-before-schema-2.db"]
    check_it_all_works(path)


def test_programs_that_start_together_make_one_new_file(path: Path) -> None:
    assert run(open_and_close, path, times=6) == [0] * 6
    with Ledger.open(path) as ledger:
        assert integrity(ledger.store).problems == ()
