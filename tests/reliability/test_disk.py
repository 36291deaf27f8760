"""A full disk, and a file that is not writable: the page says so, nothing is lost, and saving works again
afterwards."""

import resource
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.errors import LedgerBusy, LedgerDamaged, LedgerFull, LedgerGone, LedgerReadOnly
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.sqlite.connection import LedgerFile
from tests.served import Visitor, deal_fields, new_match
from tests.serving import Server, serving
from tests.web.tables import desk_of, fields, opened, post


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose disk can be filled; each test opens a match of its own."""
    with serving("--database", "club.db", "--no-daily-copy", folder=tmp_path_factory.mktemp("served")) as server:
        yield server


def room(server: Server, size: int) -> None:
    """Limit the size of the files that the server can write."""
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))
    for process in server.below():  # processes that it starts later inherit the limit
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, hard))


def test_a_full_disk_is_told_and_passes(server: Server) -> None:
    folder = server.log.parent
    visitor = Visitor.of(server)
    match_id = new_match(visitor, "match-of-a-full-disk")
    assert visitor.post(f"/matches/{match_id}/deals/1", deal_fields(1, "key-of-deal-1")).status == 303
    room(server, (folder / "club.db-wal").stat().st_size)
    refused = visitor.post(f"/matches/{match_id}/deals/2", deal_fields(2, "key-of-deal-2"))
    assert refused.status == 503
    assert "It may be full" in refused.text
    assert "Traceback" not in refused.text
    assert visitor.get(f"/matches/{match_id}").status == 200  # the board can still be read
    room(server, resource.RLIM_INFINITY)
    assert visitor.post(f"/matches/{match_id}/deals/2", deal_fields(2, "key-of-deal-2")).status == 303
    with Ledger.open(folder / "club.db") as ledger:
        assert [entry.deal for entry in ledger.matches.entries(match_id)] == [None, 1, 2]
        assert integrity(ledger.store).problems == ()


@pytest.mark.parametrize(
    ("failure", "says"),
    [
        (LedgerGone, "Put it back where it was"),
        (LedgerFull, "disk is full"),
        (LedgerReadOnly, "may not write to the file of matches"),
        (LedgerBusy, "Another program"),
        (LedgerDamaged, "restore"),
    ],
)
def test_each_failure_of_the_file_has_its_words(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, failure: type[Exception], says: str
) -> None:
    match_id = opened(client)

    def refuse(file: LedgerFile, **_: object) -> None:
        raise failure(file.path, "as the system said")

    monkeypatch.setattr(LedgerFile, "write_tx", refuse)
    answer = post(client, f"/matches/{match_id}/pause", {"version": "1", "key": "pause-key"})
    assert answer.status_code == 503
    assert says in answer.text
    assert str(desk_of(app).ledger.store.path) not in answer.text
    monkeypatch.undo()
    assert post(client, f"/matches/{match_id}/pause", {"version": "1", "key": "pause-key"}).status_code == 303


def test_a_file_that_is_gone_is_told_and_written_again_once_it_is_back(app: Flask, client: FlaskClient) -> None:
    """Every save (a deal, a draft, a setting) is refused, and saved data is still shown."""
    match_id = opened(client)
    path = desk_of(app).ledger.store.path
    writes = {
        f"/matches/{match_id}/deals/1/draft": deal_fields(1, "key-of-deal-1"),
        f"/matches/{match_id}/deals/1": {"version": "1", **deal_fields(1, "key-of-deal-1")},
        f"/matches/{match_id}/pause": {"version": "1", "key": "pause-key"},
        "/club/cards-left": {"required": "yes"},
        "/matches": fields(("Ada", "Bo", "Cy", "Di"), key="another-match"),
    }
    away = path.rename(path.with_name("away.db"))
    for address, form in writes.items():
        answer = post(client, address, form)
        assert (address, answer.status_code) == (address, 503)
        assert "Put it back where it was" in answer.text
    assert client.get(f"/matches/{match_id}").status_code == 200
    away.rename(path)
    assert [post(client, address, form).status_code for address, form in writes.items()] == [200, 303, 409, 303, 303]


def test_a_copy_onto_a_full_disk_leaves_nothing(server: Server) -> None:
    visitor = Visitor.of(server)
    new_match(visitor, "match-that-is-copied")
    room(server, 8192)
    refused = visitor.post("/club/copy", {})
    room(server, resource.RLIM_INFINITY)
    assert refused.status == 503
    assert "It may be full" in refused.text
    assert list((server.log.parent / "backups").iterdir()) == []
    assert visitor.post("/club/copy", {}).status == 200


def command(folder: Path, *arguments: str) -> None:
    """Run a command on the server's file."""
    asked = [sys.executable, "-m", "scorekeeper", *arguments, "--database", "club.db"]
    subprocess.run(asked, cwd=folder, check=True, capture_output=True)


def test_a_copy_by_command_while_the_server_saves(server: Server) -> None:
    """Each copy has every deal that was acknowledged before the command began, and no incomplete deal."""
    folder, visitor = server.log.parent, Visitor.of(server)
    match_id = new_match(visitor, "match-that-goes-on")
    heard, ended = [0], threading.Event()

    def keep_saving() -> None:
        while not ended.is_set():
            deal = heard[0] + 1
            form = deal_fields(deal, f"deal-{deal}-key", (5, 0))
            if visitor.post(f"/matches/{match_id}/deals/{deal}", form).status == 303:
                heard[0] = deal

    saving = threading.Thread(target=keep_saving)
    saving.start()
    try:
        for number in range(2):
            before = heard[0]
            command(folder, "backup", f"copy-{number}.db")
            after = heard[0]
            assert after > before, "nothing was saved meanwhile"
            with Ledger.open(folder / f"copy-{number}.db") as ledger:
                assert before < ledger.matches.version(match_id) <= after + 2
                assert integrity(ledger.store).problems == ()
    finally:
        ended.set()
        saving.join()
