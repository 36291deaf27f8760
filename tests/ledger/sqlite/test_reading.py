"""A file that is only read stays unchanged, even if it is of an earlier version or not writable."""

import gzip
import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.actions.desk import Desk
from scorekeeper.actions.verify import verify
from scorekeeper.cli import main
from scorekeeper.ledger.errors import LedgerBusy
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.schema import STEPS
from scorekeeper.ledger.sqlite.driver import sqlite3
from scorekeeper.ledger.sqlite.migrating import catch_up
from tests.ledger.cast import add, deal, open_match

RELEASED = Path(__file__).parents[2] / "releases" / "0.1.0" / "ledger.db.gz"


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """The file of a released version, in its own folder."""
    path = tmp_path / "old" / "scorekeeper.db"
    path.parent.mkdir()
    path.write_bytes(gzip.decompress(RELEASED.read_bytes()))
    return path


def content(folder: Path) -> dict[str, bytes]:
    """The content of every file in a folder and its subfolders, by the file's name."""
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_commands_that_read_leave_a_file_of_an_earlier_version_alone(released: Path, tmp_path: Path) -> None:
    before = content(released.parent)
    for command in (["verify"], ["export"], ["backup", str(tmp_path / "copy.db")], ["evening", "list"]):
        assert main([*command, "--database", str(released)]) == 0, command
    after = content(released.parent)
    assert after[released.name] == before[released.name]
    assert after.get(f"{released.name}-wal", b"") == b""
    assert not (released.parent / "backups").exists()
    with Ledger.open(tmp_path / "copy.db") as copy:
        assert verify(Desk(copy)).problems == ()


def test_what_a_file_without_rights_says_is_read_with_the_log_beside_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash the newest saves are in the log only, here in a folder without write permission."""
    with Ledger.open(path) as ledger:
        open_match(ledger)
        saved = ledger.matches.entries("friday")
        crashed = path.parent.parent / "crashed"
        crashed.mkdir()
        for suffix in ("", "-wal"):
            shutil.copy(path.with_name(path.name + suffix), crashed / f"{path.name}{suffix}")
    before = content(crashed)
    assert len(before) == 2
    monkeypatch.setattr(os, "access", lambda each, *_, **__: crashed not in (each, each.parent))
    with Ledger.open(crashed / path.name, reading=True) as read:
        monkeypatch.undo()
        assert read.store.where == str(crashed / path.name)
        assert read.matches.entries("friday") == saved
        folder = read.store.file
    assert folder
    assert not folder.parent.exists()
    assert set(before) <= set(content(crashed))
    assert content(crashed)[path.name] == before[path.name]


def test_a_file_that_an_earlier_version_has_open_is_not_brought_up_to_date(
    released: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.ledger.sqlite.connection.OPENING", 0.2)
    with closing(sqlite3.connect(released)) as serving:
        serving.execute("PRAGMA journal_mode = WAL").fetchall()
        serving.execute("SELECT count(*) FROM matches").fetchone()
        with pytest.raises(LedgerBusy, match="earlier version has it open"):
            Ledger.open(released)
        assert serving.execute("PRAGMA user_version").fetchone()[0] < len(STEPS)
    with Ledger.open(released) as ledger:
        assert verify(Desk(ledger)).problems == ()


def test_what_an_earlier_version_wrote_meanwhile_is_put_right(path: Path) -> None:
    """The earlier version did not update seals. A row whose seal belongs to no entry is left as it is, for `verify`."""
    with Ledger.open(path) as ledger:
        open_match(ledger)
        first = ledger.matches.seal("friday")
        add(ledger, "deal_recorded", deal(1))
        last = ledger.matches.seal("friday")
        for seal, done, after in ((first, 1, last), ("of nobody", 0, "of nobody")):
            ledger.store.write(lambda tx, seal=seal: tx.execute("UPDATE matches SET seal = :seal", seal=seal))
            assert (catch_up(ledger.store), ledger.matches.seal("friday")) == (done, after)
