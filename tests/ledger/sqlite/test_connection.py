"""Access to the file: its permissions, settings and writers, and the exceptions for its failures."""

import os
import platform
import re
import resource
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.ledger.chain.chains import New
from scorekeeper.ledger.chain.projections import MatchSummary
from scorekeeper.ledger.copies.integrity import may_lose_commits
from scorekeeper.ledger.errors import LedgerBusy, LedgerFull, LedgerReadOnly, LedgerUnavailable, NotALedger
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.sqlite import connection, identity
from scorekeeper.ledger.sqlite.connection import LedgerFile
from scorekeeper.ledger.sqlite.driver import sqlite3
from scorekeeper.ledger.sqlite.identity import FairLock
from scorekeeper.ledger.store import Tx
from tests.ledger.cast import NOW, add, deal, open_match, save_next
from tests.ledger.sqlite.program import put
from tests.programs import run


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_file_is_its_owners_alone(path: Path) -> None:
    with Ledger.open(path) as ledger:
        open_match(ledger)
        assert rights(path.parent) == 0o700
        assert {name.name: rights(name) for name in path.parent.iterdir()} == {
            "scorekeeper.db": 0o600,
            "scorekeeper.db-wal": 0o600,
            "scorekeeper.db-shm": 0o600,
            "scorekeeper.db-here": 0o600,
        }


def test_a_file_that_others_could_read_is_closed_to_them(path: Path) -> None:
    path.parent.mkdir(mode=0o755)
    path.touch(mode=0o644)
    with Ledger.open(path):
        assert rights(path) == 0o600
    assert rights(path.parent) == 0o755


def test_every_connection_has_the_ledgers_settings(ledger: Ledger) -> None:
    asked = ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers", "busy_timeout", "query_only")
    with ledger.store.reading() as first, ledger.store.reading() as second:
        for db in (first, second):
            assert [db.execute(f"PRAGMA {name}").fetchone()[0] for name in asked] == ["wal", 2, 1, 1, 1000, 1]


def test_only_write_tx_writes(ledger: Ledger) -> None:
    open_match(ledger)
    with pytest.raises(LedgerReadOnly), ledger.store.reading() as db:
        db.execute("UPDATE matches SET title = 'Other'")
    with ledger.store.write_tx() as db:
        db.execute("UPDATE matches SET title = 'Other'")
    with pytest.raises(LedgerReadOnly), ledger.store.reading() as db:
        db.execute("UPDATE matches SET title = 'Third'")
    assert ledger.matches.row("friday").title == "Other"


def test_a_save_runs_its_own_statements_and_no_other(ledger: Ledger) -> None:
    """A save changes no setting, because SQLite would then prepare all statements again. It does not touch the search
    index unless the title or the status changes."""
    open_match(ledger)
    told: list[str] = []
    with ledger.store.write_tx() as db:
        db.conn.set_trace_callback(told.append)
    told.clear()
    summary = MatchSummary(None, (1250, 300))
    new = New("deal_recorded", deal(1), "save-deal-1", "tablet", NOW, deal=1)
    seal = ledger.matches.seal("friday")
    ledger.matches.append("friday", new, version=1, seal=seal, summary=summary, ends_draft=True)
    begins = [text.split()[0] for text in told if not text.startswith("-- TRIGGER")]
    assert list(dict.fromkeys(begins)) == ["BEGIN", "UPDATE", "INSERT", "DELETE", "COMMIT"]
    assert not [text for text in told if "PRAGMA" in text]
    assert ledger.matches.row("friday").status == "playing"


def test_one_module_imports_the_driver(root: Path) -> None:
    """Two SQLite libraries in one process drop each other's locks on a file."""
    imports = re.compile(r"^\s*(import|from) (sqlite3|pysqlite3)\b", re.MULTILINE)
    folders = (root / name for name in ("scorekeeper", "tests", "bench", "tools"))
    found = [path for folder in folders for path in folder.rglob("*.py") if imports.search(path.read_text("utf-8"))]
    assert found == [root / "scorekeeper" / "ledger" / "sqlite" / "driver.py"]
    assert type(Database(memory=True).conn) is sqlite3.Connection, "sqlite-utils takes the same"


def test_where_there_is_a_wheel_of_sqlite_no_save_can_be_lost_by_its_race() -> None:
    wheels = {("linux", "x86_64"), ("darwin", "arm64"), ("win32", "AMD64")}
    if (sys.platform, platform.machine()) not in wheels:
        pytest.skip("SQLite is the one of Python here")
    assert not may_lose_commits()


def test_no_other_module_begins_a_transaction(root: Path) -> None:
    folder = root / "scorekeeper" / "ledger"
    begins = re.compile(r'execute\("BEGIN|= "BEGIN|\.begin\(|\.connect\(|\.commit\(')
    found = {
        module.relative_to(folder).as_posix()
        for module in folder.rglob("*.py")
        if begins.search(module.read_text(encoding="utf-8"))
    }
    assert found == {"sqlite/connection.py", "postgresql/engine.py"}


def test_one_connection_stays_open(ledger: Ledger, path: Path) -> None:
    """Closing the last connection folds the write-ahead log into the file, which takes as long as a save; so one stays
    open."""
    for _ in range(3):
        ledger.matches.page()
        assert path.with_name("scorekeeper.db-wal").exists()
    ledger.close()
    assert not path.with_name("scorekeeper.db-wal").exists()


def test_a_snapshot_sees_one_moment(ledger: Ledger) -> None:
    open_match(ledger)

    def counted(tx: Tx) -> tuple[object, object]:
        before = tx.execute("SELECT count(*) FROM entries").fetchone()
        add(ledger, "deal_recorded", deal(1))
        return before, tx.execute("SELECT count(*) FROM entries").fetchone()

    before, after = ledger.store.read(counted)
    assert (before == after, ledger.matches.version("friday")) == (True, 2)


def write(ledger: Ledger, client: int, times: int) -> int:
    for number in range(times):
        save_next(ledger, {"n": number}, f"client-{client:02}-{number:02}")
    return times


def test_sixteen_writers_never_find_the_ledger_locked(path: Path) -> None:
    with Ledger.open(path, timeout=30) as ledger:
        open_match(ledger)
        with ThreadPoolExecutor(16) as clients:
            assert sum(clients.map(lambda client: write(ledger, client, 10), range(16))) == 160
        assert [entry.version for entry in ledger.matches.entries("friday")] == list(range(1, 162))


def test_writers_of_several_programs_take_turns(ledger: Ledger, path: Path) -> None:
    """Each program has its own queue; between programs SQLite's lock decides."""
    open_match(ledger)
    others = [Ledger.open(path, timeout=30) for _ in range(4)]
    with ThreadPoolExecutor(16) as clients:
        assert sum(clients.map(lambda client: write(others[client % 4], client, 5), range(16))) == 80
    for other in others:
        other.close()
    assert ledger.matches.version("friday") == 81


def test_a_writer_who_does_not_finish_is_named(path: Path) -> None:
    with Ledger.open(path, timeout=0.05) as ledger, Ledger.open(path, timeout=0.05) as other:
        with ledger.store.write_tx():
            with pytest.raises(LedgerBusy), other.store.write_tx():
                pass
            with pytest.raises(LedgerBusy), ledger.store.write_tx():
                pass
        open_match(other)
        assert ledger.matches.version("friday") == 1


def test_writers_are_served_in_the_order_they_came(ledger: Ledger) -> None:
    served: list[int] = []

    def wait_and_write(place: int) -> None:
        with ledger.store.write_tx():
            served.append(place)

    waiting = [threading.Thread(target=wait_and_write, args=(place,)) for place in range(8)]
    with ledger.store.write_tx():
        for place, thread in enumerate(waiting):
            thread.start()
            while len(ledger.store._line._waiting) <= place:
                threading.Event().wait(0.001)
    for thread in waiting:
        thread.join()
    assert served == list(range(8))


def test_a_full_disk_is_named_and_passes(ledger: Ledger) -> None:
    open_match(ledger)
    add(ledger, "deal_recorded", deal(1))
    before = ledger.matches.entries("friday")
    with ledger.store.write_tx() as db:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages}").fetchall()
    with pytest.raises(LedgerFull):
        add(ledger, "deal_amended", {"reason": "x" * 100_000})
    assert ledger.matches.entries("friday") == before
    with ledger.store.write_tx() as db:
        db.execute(f"PRAGMA max_page_count = {pages + 1000}").fetchall()
    assert add(ledger, "deal_amended", {"reason": "x" * 100_000}).entry.version == 3


@contextmanager
def files_at_most(size: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_refuses_is_named_and_passes(ledger: Ledger, path: Path) -> None:
    open_match(ledger)
    before = ledger.matches.entries("friday")
    written = path.with_name("scorekeeper.db-wal").stat().st_size
    with files_at_most(written + 1000), pytest.raises(LedgerUnavailable):
        add(ledger, "deal_recorded", deal(1))
    assert ledger.matches.entries("friday") == before
    assert add(ledger, "deal_recorded", deal(1)).entry.version == 2


@contextmanager
def without_privileges() -> Iterator[None]:
    """Act as an ordinary user until the block ends, because file permissions do not apply to root."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(me)


def hold(path: Path, begin: str, until: threading.Event, seconds: float = 60) -> threading.Thread:
    """Lock the file with the statement `begin`, as another program would. A thread holds the lock until the event
    `until`, or for some seconds. Returns the thread, once it has the lock."""
    held = threading.Event()

    def keep() -> None:
        other = sqlite3.connect(path)
        other.execute(begin)
        other.execute("SELECT * FROM sqlite_master").fetchall()
        held.set()
        until.wait(seconds)
        other.rollback()
        other.close()

    holder = threading.Thread(target=keep)
    holder.start()
    held.wait()
    return holder


@pytest.mark.parametrize("begin", ["BEGIN", "BEGIN EXCLUSIVE"])
def test_a_first_opening_waits_for_its_turn(tmp_path: Path, begin: str) -> None:
    path = tmp_path / "scorekeeper.db"
    holder = hold(path, begin, threading.Event(), 0.15)
    with Ledger.open(path) as ledger:
        open_match(ledger)
    holder.join()
    other = tmp_path / "other.db"
    leaves = threading.Event()
    holder = hold(other, begin, leaves)
    with pytest.raises(LedgerBusy):
        Ledger.open(other, timeout=0.01)
    leaves.set()
    holder.join()
    Ledger.open(other).close()


class Waited(threading.Event):
    """An event for which every wait times out; `meanwhile` is called with the length of the wait in seconds."""

    def __init__(self, meanwhile: Callable[[float], None]) -> None:
        super().__init__()
        self.meanwhile = meanwhile

    def wait(self, timeout: float | None = None) -> bool:
        self.meanwhile(timeout or 0)
        return False


def test_a_turn_that_comes_as_the_wait_ends_is_taken() -> None:
    lock = FairLock()
    mine = Waited(lambda waited: mine.set())
    assert lock._came(mine, 0)
    with lock.turn(0) as come:
        assert come
        with lock.turn(0) as again:
            assert not again
    assert not lock._waiting


def test_a_line_is_waited_for_as_long_as_it_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    now, waits = [0.0], []
    monkeypatch.setattr(identity.time, "monotonic", lambda: now[0])
    lock = FairLock()

    def meanwhile(waited: float) -> None:
        waits.append(waited)
        if len(waits) < 9:  # the line moves on during eight waits, then no longer
            lock._since = now[0] + waited - 0.5
        now[0] += waited

    lock._waiting.append(mine := Waited(meanwhile))
    assert not lock._came(mine, 1.0)
    assert waits == [1.0, *[0.5] * 8]
    assert not lock._waiting


def test_after_a_long_line_some_time_is_left_for_the_file(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    now, left = [0.0], []
    store = ledger.store
    held = store._identity.held

    @contextmanager
    def turn(timeout: float) -> Iterator[bool]:
        now[0] += 3 * timeout
        yield True

    def noted(until: float) -> AbstractContextManager[None]:
        left.append(until - now[0])
        return held(until)

    monkeypatch.setattr(connection.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(store._line, "turn", turn)
    monkeypatch.setattr(store._identity, "held", noted)
    open_match(ledger)
    assert left == [pytest.approx(connection.LEAST)] * len(left)
    assert left


def test_a_file_that_may_not_be_written_is_named(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("shelf")
    for above in (folder, folder.parent, folder.parent.parent):
        above.chmod(0o755)
    path = folder / "scorekeeper.db"
    Ledger.open(path).close()
    path.chmod(0o400)
    folder.chmod(0o555)
    with without_privileges():
        with pytest.raises(LedgerReadOnly):
            Ledger.open(path)
        with pytest.raises(LedgerReadOnly):
            Ledger.open(folder / "new" / "scorekeeper.db")
    folder.chmod(0o755)
    Ledger.open(path).close()


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear Anna,\n" * 500, encoding="utf-8")
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE letters (text TEXT)")
    db.close()
    for path in (text, other):
        before = path.read_bytes() if path is text else None
        with pytest.raises(NotALedger) as refused:
            Ledger.open(path)
        assert refused.value.where == str(path)
        assert before is None or path.read_bytes() == before


def test_a_folder_in_the_place_of_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(LedgerUnavailable, match=re.escape(str(tmp_path))):
        LedgerFile(tmp_path)


def test_a_second_opening_keeps_the_locks_of_the_first(tmp_path: Path) -> None:
    """POSIX drops all of a process's locks on a file when it closes any descriptor of it; other programs would think
    that the file is unused."""
    path = tmp_path / "scorekeeper.db"
    with Ledger.open(path) as first, Ledger.open(path):
        for number in (1, 2):
            assert run(put, path, "seen", number) == [0]
            assert first.settings.get("seen") == number
