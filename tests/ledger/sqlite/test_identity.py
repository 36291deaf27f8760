"""The file is checked before each write: if it was deleted, replaced or overwritten, no save is acknowledged."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from scorekeeper.ledger.copies.backup import backup
from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.errors import LedgerBusy, LedgerGone
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.sqlite.connection import LedgerFile
from scorekeeper.ledger.sqlite.identity import marker_of
from scorekeeper.ledger.sqlite.restore import restore
from scorekeeper.ledger.store import Tx
from tests.ledger.cast import NOW, add, deal, open_match

ROOT = Path(__file__).resolve().parents[3]


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def deleted(path: Path, copy: Path) -> None:
    path.unlink()


def moved(path: Path, copy: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def exchanged(path: Path, copy: Path) -> None:
    shutil.copy(copy, path.with_name("new.db"))
    path.with_name("new.db").rename(path)


def emptied(path: Path, copy: Path) -> None:
    os.truncate(path, 0)


def halved(path: Path, copy: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def overwritten(path: Path, copy: Path) -> None:
    shutil.copyfile(copy, path)


def scribbled(path: Path, copy: Path) -> None:
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"x" * 4096)


HARM = (deleted, moved, exchanged, emptied, halved, overwritten, scribbled)
Harm = Callable[[Path, Path], None]


def idle(ledger: Ledger, path: Path) -> None:
    """Make the ledger idle: no write for a minute, and the log is folded into the file."""
    past = time.time() - 60
    os.utime(log_of(path), (past, past))
    ledger.store.fold_in()
    assert log_of(path).stat().st_size == 0


@pytest.mark.parametrize("folded", [True, False], ids=["idle", "busy"])
@pytest.mark.parametrize("harm", HARM)
def test_nothing_is_acknowledged_into_a_file_that_is_not_ours(
    path: Path, tmp_path: Path, harm: Harm, folded: bool
) -> None:
    with Ledger.open(path) as ledger:
        open_match(ledger)
        copy = backup(ledger.store, tmp_path / "copy.db")
        add(ledger, "deal_recorded", deal(1))
        if folded:
            idle(ledger, path)
        harm(path, copy)
        for _ in range(2):
            with pytest.raises(LedgerGone):
                ledger.settings.put("after", 1)
            with pytest.raises(LedgerGone), ledger.store.write_tx():
                pass
    if harm is overwritten:
        with Ledger.open(path) as ledger:
            assert integrity(ledger.store).problems == (), "what was put there stands as it was put there"
            assert ledger.matches.version("friday") == 1
        assert log_of(path).with_name(f"{path.name}-wal-left").exists() is (not folded)


@pytest.mark.parametrize("folded", [True, False], ids=["idle", "busy"])
def test_a_file_put_back_as_it_was_is_written_again(ledger: Ledger, path: Path, folded: bool) -> None:
    open_match(ledger)
    if folded:
        idle(ledger, path)
    away = path.rename(path.with_name("away.db"))
    with pytest.raises(LedgerGone):
        add(ledger, "deal_recorded", deal(1))
    away.rename(path)
    assert add(ledger, "deal_recorded", deal(1)).entry.version == 2
    assert integrity(ledger.store).problems == ()


@pytest.mark.parametrize("harm", [deleted, moved, emptied])
def test_no_empty_file_is_begun_where_one_was(path: Path, tmp_path: Path, harm: Harm) -> None:
    with Ledger.open(path) as ledger:
        open_match(ledger)
        copy = backup(ledger.store, tmp_path / "copy.db")
    harm(path, copy)
    with pytest.raises(LedgerGone, match=r"delete scorekeeper\.db-here"):
        Ledger.open(path)
    assert not path.exists() or path.stat().st_size == 0
    assert restore(copy, path, now=NOW).before is None
    with Ledger.open(path) as ledger:
        assert ledger.matches.version("friday") == 1


def test_a_ledger_is_begun_anew_where_its_marker_was_deleted(path: Path) -> None:
    with Ledger.open(path) as ledger:
        open_match(ledger)
    path.unlink()
    marker_of(path).unlink()
    with Ledger.open(path) as ledger:
        assert ledger.matches.page() == ()


def test_no_file_is_begun_beside_the_log_of_another(path: Path, tmp_path: Path) -> None:
    """After a crash only the log has the latest saves: it is kept, so that they can be recovered."""
    with Ledger.open(path) as ledger:
        open_match(ledger)
        copy = backup(ledger.store, tmp_path / "copy.db")
        held = log_of(path).read_bytes()
    path.unlink()
    marker_of(path).unlink()
    log_of(path).write_bytes(held)
    with pytest.raises(LedgerGone, match=r"scorekeeper\.db-wal"):
        Ledger.open(path)
    assert log_of(path).read_bytes() == held
    before = restore(copy, path, now=NOW).before
    assert before
    assert before.with_name(f"{before.name}-wal").read_bytes() == held


def test_what_another_program_folds_into_the_file_is_no_foreign_change(ledger: Ledger, path: Path) -> None:
    open_match(ledger)
    with Ledger.open(path) as other:
        add(other, "deal_recorded", deal(1))
        idle(other, path)
        add(ledger, "deal_recorded", deal(2))
        idle(ledger, path)
        assert add(other, "deal_recorded", deal(3)).entry.version == 4


def touched(path: Path) -> None:
    """Change the file's time, as if SQLite had begun to fold the log into it."""
    os.utime(path, ns=(time.time_ns(), time.time_ns()))


@contextmanager
def folding(other: LedgerFile, path: Path, seconds: float) -> Iterator[None]:
    """Make another program stay in the middle of a change for this number of seconds."""
    begun = threading.Event()

    def fold() -> None:
        with other._identity.held(time.monotonic()):
            touched(path)
            begun.set()
            time.sleep(seconds)
            touched(path)

    program = threading.Thread(target=fold)
    program.start()
    assert begun.wait(10)
    yield
    program.join()


def test_a_save_waits_for_another_program_that_takes_long_to_fold(ledger: Ledger, path: Path) -> None:
    open_match(ledger)
    with closing(LedgerFile(path)) as other, folding(other, path, 0.6):
        began = time.monotonic()
        assert add(ledger, "deal_recorded", deal(1)).entry.version == 2
        assert time.monotonic() - began > 0.3


def test_one_that_takes_too_long_is_not_waited_for(ledger: Ledger, path: Path) -> None:
    open_match(ledger)
    with closing(LedgerFile(path)) as other, folding(other, path, 1.5):
        with pytest.raises(LedgerBusy, match="another program"):
            add(ledger, "deal_recorded", deal(1))
        ledger.store.fold_in(idle=0)  # it does not wait, and raises nothing
    assert add(ledger, "deal_recorded", deal(1)).entry.version == 2


def test_a_program_killed_while_it_folds_keeps_nobody_from_saving(ledger: Ledger, path: Path) -> None:
    """The killed program did not report the file's new state."""
    open_match(ledger)
    killed = """
import os, sys, time
from scorekeeper.ledger.sqlite.connection import LedgerFile
file = LedgerFile(sys.argv[1])
with file._identity.held(time.monotonic()):
    os.utime(sys.argv[1], ns=(time.time_ns(), time.time_ns()))
    os._exit(9)
"""
    assert subprocess.run([sys.executable, "-c", killed, str(path)], cwd=ROOT, check=False).returncode == 9
    assert add(ledger, "deal_recorded", deal(1)).entry.version == 2
    touched(path)
    with pytest.raises(LedgerGone, match="overwritten"):
        add(ledger, "deal_recorded", deal(2))


def test_a_program_that_ends_leaves_the_log_to_one_that_still_folds(path: Path) -> None:
    """The other program has not reported its change yet. If the file were treated as a foreign one, its log would be
    emptied."""
    with Ledger.open(path) as still:
        open_match(still)
        add(still, "deal_recorded", deal(1))
        ending = LedgerFile(path)
        assert ending.rows("SELECT 1")
        with closing(LedgerFile(path)) as other, folding(other, path, 1.4):
            ending.close()
        assert not log_of(path).with_name(f"{path.name}-wal-left").exists()
        assert log_of(path).stat().st_size > 0
        assert add(still, "deal_recorded", deal(2)).entry.version == 3
        assert integrity(still.store).problems == ()


def test_once_idle_the_one_file_holds_everything(ledger: Ledger, path: Path, tmp_path: Path) -> None:
    """A copy of the file without its log has every deal; while a device saves, the log is not folded."""
    open_match(ledger)
    ledger.store.fold_in()
    assert log_of(path).stat().st_size > 0

    def read(tx: Tx) -> None:
        tx.execute("SELECT count(*) FROM entries").fetchall()
        add(ledger, "deal_recorded", deal(1))
        past = time.time() - 60
        os.utime(log_of(path), (past, past))
        ledger.store.fold_in()  # while an older state is read: it neither waits nor fails

    ledger.store.read(read)
    idle(ledger, path)
    shutil.copy(path, tmp_path / "plain.db")
    with Ledger.open(tmp_path / "plain.db") as plain:
        assert plain.matches.entries("friday") == ledger.matches.entries("friday")


def test_a_lock_that_is_not_let_go_costs_a_save_one_second(ledger: Ledger, path: Path) -> None:
    """Whatever holds the file, and however many writers wait, each gets a refusal within a second."""
    assert ledger.store.timeout <= 1
    with Ledger.open(path, timeout=0.1) as other:
        began = time.monotonic()
        with ledger.store.write_tx(), pytest.raises(Exception, match="locked"):
            other.settings.put("language", "et")
        assert time.monotonic() - began < 3  # SQLite by itself would wait five
    with ledger.store.reading() as db:
        assert db.execute("PRAGMA busy_timeout").fetchone()[0] <= 1000
