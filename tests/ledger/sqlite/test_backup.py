"""Copies made while the ledger is written to, and restoring them."""

import os
import shutil
import threading
from pathlib import Path

import pytest

from scorekeeper.ledger.copies.backup import BackupExists, backup
from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.errors import LedgerBusy, LedgerDamaged, LedgerUnavailable, NewerDatabase, NotALedger
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.schema import STEPS
from scorekeeper.ledger.sqlite.connection import LedgerFile
from scorekeeper.ledger.sqlite.driver import sqlite3
from scorekeeper.ledger.sqlite.migrating import migrate
from scorekeeper.ledger.sqlite.restore import restore
from tests.ledger.cast import NOW, add, deal, open_match, save_next


def play(ledger: Ledger) -> None:
    open_match(ledger)
    add(ledger, "deal_recorded", deal(1))


def test_it_works(ledger: Ledger, path: Path, tmp_path: Path) -> None:
    play(ledger)
    before, value = ledger.matches.entries("friday"), ledger.matches.check_value("friday")
    copy = backup(ledger.store, tmp_path / "copy.db")
    add(ledger, "deal_removed", {"deal": 1})
    assert copy.stat().st_mode & 0o777 == 0o600
    restored = restore(copy, path, now=NOW)
    assert (ledger.matches.entries("friday"), ledger.matches.check_value("friday")) == (before, value)
    assert restored.before == path.parent / "backups" / "scorekeeper-before-restore.db"
    assert integrity(ledger.store).problems == ()
    with Ledger.open(restored.before) as kept:
        assert [entry.kind for entry in kept.matches.entries("friday")][-1] == "deal_removed"


def test_a_restored_ledger_goes_on(ledger: Ledger, path: Path, tmp_path: Path) -> None:
    """A program that had the ledger open can save at once, and triggers still protect the entries."""
    play(ledger)
    copy = backup(ledger.store, tmp_path / "copy.db")
    restore(copy, path, now=NOW)
    assert add(ledger, "deal_recorded", deal(2)).entry.version == 3
    stranger = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError):
        stranger.execute("DELETE FROM entries")
    stranger.close()
    assert [row.id for row in ledger.matches.page("turcanu")] == ["friday"]


def test_a_copy_never_overwrites(ledger: Ledger, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious", encoding="utf-8")
    with pytest.raises(BackupExists):
        backup(ledger.store, target)
    assert target.read_text(encoding="utf-8") == "precious"


def test_a_copy_that_fails_leaves_nothing(ledger: Ledger, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LedgerUnavailable):
        backup(ledger.store, tmp_path / "file" / "copy.db")
    assert sorted(found.name for found in tmp_path.iterdir()) == ["file", "table"]


def test_copies_made_while_saving_are_whole(ledger: Ledger, tmp_path: Path) -> None:
    """Each copy shows one moment: it has every save up to then, and its chains are valid."""
    open_match(ledger)
    done = threading.Event()

    def keep_saving() -> None:
        number = 0
        while not done.is_set():
            add(ledger, "recount", {"n": number})
            number += 1

    saving = threading.Thread(target=keep_saving)
    saving.start()
    try:
        copies = [backup(ledger.store, tmp_path / f"copy-{number}.db") for number in range(20)]
    finally:
        done.set()
        saving.join()
    lengths = []
    for copy in copies:
        with Ledger.open(copy) as copied:
            assert integrity(copied.store).problems == ()
            lengths.append(copied.matches.version("friday"))
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1] <= ledger.matches.version("friday")


def lost_by_restoring(path: Path, copy: Path, times: int) -> list[int]:
    """Restore `times` times while four writers save. Returns the acknowledged numbers that are neither in the ledger
    nor in one of the copies that `restore` makes of the replaced ledgers."""
    done, acknowledged = threading.Event(), []

    def keep_saving(first: int) -> None:
        with Ledger.open(path) as own:
            number = first
            while not done.is_set():
                try:
                    save_next(own, {"n": number}, f"number-{number:06}")
                except LedgerBusy:
                    continue
                acknowledged.append(number)
                number += 4

    savers = [threading.Thread(target=keep_saving, args=(first,)) for first in range(4)]
    for saver in savers:
        saver.start()
    found: set[int] = set()
    try:
        for number in range(times):
            enough = len(acknowledged) + 3
            while len(acknowledged) < enough:
                threading.Event().wait(0.001)
            before = restore(copy, path, now=NOW).before
            assert before, number
            found |= numbers_in(before)
    finally:
        done.set()
        for saver in savers:
            saver.join()
    assert len(acknowledged) > 3 * times
    return sorted(set(acknowledged) - found - numbers_in(path))


def numbers_in(path: Path) -> set[int]:
    with Ledger.open(path) as ledger:
        assert integrity(ledger.store).problems == ()
        return {entry.payload["n"] for entry in ledger.matches.entries("friday") if entry.kind == "recount"}


@pytest.mark.parametrize("times", [4, pytest.param(200, marks=pytest.mark.soak)])
def test_restoring_under_load_loses_nothing_acknowledged(path: Path, tmp_path: Path, times: int) -> None:
    """Each save is in the kept copy or in the restored ledger, because writers wait while the ledger is copied and
    replaced."""
    with Ledger.open(path) as ledger:
        open_match(ledger)
        copy = backup(ledger.store, tmp_path / "copy.db")
    assert lost_by_restoring(path, copy, times) == []


@pytest.mark.soak
def test_a_hundred_restores_give_the_same_match(ledger: Ledger, path: Path, tmp_path: Path) -> None:
    open_match(ledger)
    for number in range(100):
        add(ledger, "deal_recorded", deal(number + 1))
        value = ledger.matches.check_value("friday")
        copy = backup(ledger.store, tmp_path / f"copy-{number}.db")
        add(ledger, "deal_removed", {"deal": number + 1})
        restore(copy, path, now=NOW)
        assert ledger.matches.check_value("friday") == value
        assert integrity(ledger.store).problems == ()


def test_an_older_copy_is_migrated(path: Path, tmp_path: Path) -> None:
    old = LedgerFile(tmp_path / "old.db")
    migrate(old, STEPS[:1])
    old.close()
    restore(tmp_path / "old.db", path, now=NOW)
    with Ledger.open(path) as ledger:
        play(ledger)
        assert integrity(ledger.store).problems == ()


def test_what_is_no_whole_ledger_is_refused_first(ledger: Ledger, path: Path, tmp_path: Path) -> None:
    play(ledger)
    copy = backup(ledger.store, tmp_path / "copy.db")
    text, cut, newer, empty = (tmp_path / name for name in ("letter.txt", "cut.db", "newer.db", "empty.db"))
    text.write_text("Dear Anna,\n" * 1000, encoding="utf-8")
    cut.write_bytes(copy.read_bytes()[:20480])
    empty.touch()
    shutil.copy(copy, newer)
    with sqlite3.connect(newer) as db:
        db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('scorekeeper', 'm9999', '')"
        )
    db.close()
    refusals = {text: NotALedger, cut: LedgerDamaged, newer: NewerDatabase, empty: NotALedger, tmp_path: NotALedger}
    before = ledger.matches.entries("friday")
    for source, name in refusals.items():
        with pytest.raises(name):
            restore(source, path, now=NOW)
    assert ledger.matches.entries("friday") == before
    assert not (path.parent / "backups").exists()


def test_a_damaged_ledger_is_moved_aside_and_replaced(path: Path, tmp_path: Path) -> None:
    with Ledger.open(path) as ledger:
        play(ledger)
        copy = backup(ledger.store, tmp_path / "copy.db")
    path.write_bytes(os.urandom(20_000))
    with pytest.raises(NotALedger):
        Ledger.open(path)
    damaged = path.read_bytes()
    restored = restore(copy, path, now=NOW)
    assert restored.before is not None
    assert restored.before.read_bytes() == damaged
    with Ledger.open(path) as ledger:
        assert len(ledger.matches.entries("friday")) == 2


def test_of_the_copies_before_a_restore_the_last_four_are_kept(ledger: Ledger, path: Path, tmp_path: Path) -> None:
    play(ledger)
    copy = backup(ledger.store, tmp_path / "copy.db")
    (path.parent / "backups").mkdir()
    others = ["daily-2026-11-21.db", "scorekeeper-before-schema-5.db", "scorekeeper-before-restore-mine.db"]
    for name in others:
        shutil.copy(copy, path.parent / "backups" / name)
    made = [restore(copy, path, now=NOW).before for _ in range(6)]
    assert made[-1] == path.parent / "backups" / "scorekeeper-before-restore-6.db"
    kept = {f"scorekeeper-before-restore-{number}.db" for number in (3, 4, 5, 6)}
    assert {found.name for found in (path.parent / "backups").iterdir()} == {*kept, *others}
