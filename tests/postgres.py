"""One PostgreSQL server per run, started by the first test that needs it, and databases with the program's schema."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from scorekeeper.ledger.address import Address
from scorekeeper.ledger.postgresql.engine import Server
from scorekeeper.ledger.postgresql.migrating import migrate
from tests.serving import free_port

#: The environment variable with the folder of the run's server, for every process of the run.
FOLDER = "SCOREKEEPER_TEST_SERVER"
#: The environment variable with the id of the process that runs the tests. The server is stopped when this process
#: ends.
OWNER = "SCOREKEEPER_TEST_RUN"
MISSING = "PostgreSQL is not installed (Debian: postgresql); what holds on it too is not tested"
#: Settings of a server that is deleted after the test: small, but durable.
SETTINGS = (
    "-c listen_addresses=127.0.0.1 -c shared_buffers=32MB -c max_connections=60 -c wal_retrieve_retry_interval=200ms"
    " -c dynamic_shared_memory_type=mmap"
)


def program(name: str) -> str | None:
    """The path of a PostgreSQL program, of the newest installed version; None if there is none. Debian does not have
    these programs in PATH."""
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    return str(versions[-1]) if versions else shutil.which(name)


def run(name: str, *arguments: str | Path) -> None:
    """Run a program of PostgreSQL as an ordinary user, because it refuses to run as root."""
    told = [program(name) or name, *map(str, arguments)]
    as_user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    done = subprocess.run([*as_user, *told], capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr


def begin(folder: Path, *, settings: str = SETTINGS, port: int | None = None) -> str:
    """Create a server in an existing folder and start it. Returns the address of its database `postgres`."""
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    port = port or free_port()
    run("initdb", "-D", folder / "data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync")
    start(folder, settings=settings, port=port)
    return f"postgresql://postgres@127.0.0.1:{port}/postgres"


def start(folder: Path, *, settings: str, port: int) -> None:
    """Start the server in a folder."""
    run("pg_ctl", "-D", folder / "data", "-l", folder / "log", "-w", "-o", f"-p {port} -k {folder} {settings}", "start")


def stop(folder: Path) -> None:
    """Stop the server in a folder, if there is one, and delete the folder."""
    if (folder / "data" / "postmaster.pid").exists():
        run("pg_ctl", "-D", folder / "data", "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


def free_name() -> Path:
    """An unused path for a server's folder, in memory if there is space."""
    memory = Path("/dev/shm")
    return (memory if os.access(memory, os.W_OK) else Path(tempfile.gettempdir())) / f"scorekeeper-{uuid4().hex}"


def new_folder() -> Path:
    """A new folder for a server."""
    folder = free_name()
    folder.mkdir(mode=0o700)
    return folder


def end_with(process: int, folder: Path) -> None:
    """Stop the server in a folder, and delete the folder, once the process with this id has ended. This works even if
    that process is killed."""
    pid = folder / "data" / "postmaster.pid"
    watch = f"while kill -0 {process}; do sleep 2; done; test -f {pid} && kill -QUIT $(head -1 {pid}); rm -rf {folder}"
    subprocess.run(["sh", "-c", f"( {watch} ) >/dev/null 2>&1 </dev/null &"], check=True, start_new_session=True)


@cache
def server() -> str:
    """The address of the run's server, which the first call starts. Each process of the run has its own database there.
    If PostgreSQL is not installed, the test is skipped; in CI, it fails."""
    if program("initdb") is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    folder = Path(os.environ[FOLDER])
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        told = folder / "address"
        if not told.exists():
            address = begin(folder)
            end_with(int(os.environ[OWNER]), folder)
            told.write_text(address)
            with psycopg.connect(address, autocommit=True) as db:
                db.execute("CREATE DATABASE template")
            made = Server(Address(named(address, "template")))
            migrate(made)
            made.close()
        return told.read_text()


def named(address: str, database: str) -> str:
    """The address of another database on the server."""
    return f"{address.rpartition('/')[0]}/{database}"


def new_database(name: str, *, template: str = "template") -> str:
    """Create a database with an empty ledger; with the template `template0`, one without tables. If there is a database
    of this name, it is deleted first. Returns the address."""
    address = server()
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        db.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    return named(address, name)


@cache
def own_database() -> str:
    """The address of this process's own database, which the first call creates."""
    return new_database(f"of_{os.getpid()}")


@cache
def _owner() -> psycopg.Connection:
    """A connection to the database of this process that stays open from test to test, because opening one takes longer
    than using it."""
    return psycopg.connect(own_database(), autocommit=True)


@cache
def _emptying() -> str:
    tables = (
        _owner()
        .execute(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
            " AND table_type = 'BASE TABLE' AND table_name <> 'schema_steps'"
        )
        .fetchall()
    )
    numbered = _owner().execute("SELECT sequencename FROM pg_sequences WHERE schemaname = 'public'").fetchall()
    emptied = "; ".join(f"DELETE FROM {table}" for (table,) in tables)
    renumbered = "; ".join(f"SELECT setval('{name}', 1, false)" for (name,) in numbered)
    return f"SET session_replication_role = replica; {emptied}; {renumbered}"


def empty_database() -> str:
    """Empty the database of this process, and return its address. This takes two milliseconds; a new one takes
    fifty."""
    try:
        _owner().execute(_emptying())  # only the owner of the server may do this
    except psycopg.OperationalError:  # a test ended every connection
        _owner.cache_clear()
        _owner().execute(_emptying())
    return own_database()
