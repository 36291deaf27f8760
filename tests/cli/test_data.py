"""The commands on the database: copying, restoring, verifying, exporting and importing."""

import json
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.actions.desk import open_desk
from scorekeeper.cli import COMMANDS, main
from scorekeeper.cli.data import error_exit
from scorekeeper.ledger.copies.integrity import may_lose_commits
from scorekeeper.ledger.errors import LedgerBusy, LedgerDamaged, LedgerFull, LedgerReadOnly
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.records.settings import DIRECTOR_PIN, DIRECTOR_SESSIONS, SECRET_KEY
from scorekeeper.ledger.sqlite.driver import sqlite3
from tests.ledger.cast import NOW

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the database, which does not exist yet."""
    return tmp_path / "club" / "scorekeeper.db"


@pytest.fixture
def run(path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command on the file. Returns its exit code, its output, and its error output."""

    def run(command: str, *arguments: str) -> tuple[int, str, str]:
        code = main([command, "--database", str(path), *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def match_id(run: Run) -> str:
    """The id of a demonstration match of four deals."""
    code, said, _ = run("demo", "--deals", "4")
    assert code == 0
    return said.split()[-1]


def scores(path: Path, match_id: str) -> list[int]:
    """The scores of a match, folded from its entries."""
    desk = open_desk(path)
    with closing(desk.ledger):
        return [standing.score for standing in desk.load(match_id).state.standings]


@pytest.mark.skipif(os.geteuid() != 0, reason="needs the rights of root")
def test_all_that_root_makes_beside_the_file_belongs_to_the_owner_of_the_folder(run: Run, path: Path) -> None:
    service, copy = 64123, path.with_name("copy.db")
    path.parent.mkdir()
    os.chown(path.parent, service, service)
    run("demo", "--deals", "1")
    with closing(Ledger.open(path)) as ledger:
        name = ledger.players.page()[0].name
    acts = (("backup", str(copy)), ("restore", str(copy)), ("player", name, "--forget", "--copies"), ("verify",))
    assert [run(*act)[0] for act in acts] == [0, 0, 0, 0]
    owners = {made.relative_to(path.parent).as_posix(): made.stat().st_uid for made in path.parent.rglob("*")}
    assert {path.name, f"{path.name}-here", copy.name, "backups"} < owners.keys()
    assert set(owners.values()) == {service}, owners


def test_what_was_taken_back_since_the_copy_stays_closed_and_the_pin_stays(
    run: Run, path: Path, tmp_path: Path, match_id: str
) -> None:
    with open_desk(path).ledger as ledger:
        for share in ("first", "second"):
            ledger.shares.add(share, match_id=match_id, kind="edit", token=f"token-of-{share}", now=NOW)
    run("backup", str(tmp_path / "copy.db"))
    with open_desk(path).ledger as ledger:
        ledger.shares.revoke("first", now=NOW)
        ledger.settings.put(DIRECTOR_PIN, "a hash")
    code, said, _ = run("restore", str(tmp_path / "copy.db"))
    assert (code, "taken back since the copy was made stay closed: 1" in said) == (0, True)
    assert "open again" not in said
    with open_desk(path).ledger as ledger:
        assert [ledger.shares.by_token(f"token-of-{share}") is None for share in ("first", "second")] == [True, False]
        assert ledger.settings.get(DIRECTOR_PIN) == "a hash"


def test_where_nothing_is_known_of_the_links_of_a_copy_it_is_said(run: Run, path: Path, tmp_path: Path) -> None:
    with open_desk(path).ledger as ledger:
        ledger.shares.add("first", match_id=None, kind="edit", token="token-of-first", now=NOW)
        ledger.settings.put(DIRECTOR_PIN, "a hash")
        ledger.settings.put(DIRECTOR_SESSIONS, {"tablet": NOW})
    run("backup", str(tmp_path / "copy.db"))
    new = tmp_path / "new" / "scorekeeper.db"
    code, said, _ = run("restore", str(tmp_path / "copy.db"), "--database", str(new))
    assert (code, "open again as when the copy was made: 1" in said, "PIN is the one of the copy" in said) == (
        0,
        True,
        True,
    )
    with open_desk(new).ledger as ledger:
        assert ledger.settings.get(DIRECTOR_SESSIONS) == {"tablet": NOW}
        ledger.settings.put(DIRECTOR_PIN, "another")
        ledger.settings.drop(DIRECTOR_SESSIONS)
        ledger.settings.put(SECRET_KEY, "00")
    assert "PIN" not in run("restore", str(tmp_path / "copy.db"), "--database", str(new))[1]
    with open_desk(new).ledger as ledger:
        assert ledger.settings.get(DIRECTOR_SESSIONS) == {}, "no director of before the PIN changed is one again"
        assert ledger.settings.get(SECRET_KEY) == "00", "a copy that has no key leaves the ledger its own"


@pytest.mark.parametrize("copy", [b"Ilona 515\n" * 100, None, b""])
def test_of_a_copy_that_is_of_no_use_it_is_said_where_others_are(
    run: Run, path: Path, tmp_path: Path, match_id: str, copy: bytes | None
) -> None:
    if copy is not None:
        (tmp_path / "copy.db").write_bytes(copy)
    code, _, complained = run("restore", str(tmp_path / "copy.db"))
    assert code == 1
    assert "no file of matches, and nothing was changed" in complained
    assert "folder backups" in complained
    assert "--database" not in complained
    assert not (path.parent / "backups").exists()


def test_a_damaged_copy_is_told_apart_from_the_file(run: Run, path: Path, tmp_path: Path, match_id: str) -> None:
    run("backup", str(tmp_path / "copy.db"))
    with (tmp_path / "copy.db").open("r+b") as file:
        file.truncate(20_000)
    code, _, complained = run("restore", str(tmp_path / "copy.db"))
    assert code == 1
    assert "This copy is damaged, and nothing was changed" in complained
    assert run("verify")[0] == 0


def test_a_copy_that_somebody_changed_is_put_back_and_told(run: Run, tmp_path: Path, match_id: str) -> None:
    run("backup", str(tmp_path / "copy.db"))
    content = (tmp_path / "copy.db").read_bytes()
    (tmp_path / "copy.db").write_bytes(content.replace(b"Ilona", b"Ilone"))
    code, said, complained = run("restore", str(tmp_path / "copy.db"))
    assert code == 1
    assert "kept at" in said
    assert f"{match_id}: entry 1 is not what was written" in complained
    assert "changed after the program wrote it" in complained


@pytest.mark.parametrize(
    ("version", "warns"),
    [("3.40.1", True), ("3.44.6", False), ("3.50.6", True), ("3.50.7", False), ("3.51.2", True), ("3.51.3", False)],
)
def test_a_weak_sqlite_is_told_and_is_no_problem(
    run: Run, match_id: str, monkeypatch: pytest.MonkeyPatch, version: str, warns: bool
) -> None:
    numbers = tuple(map(int, version.split(".")))
    monkeypatch.setattr("scorekeeper.cli.database.may_lose_commits", lambda: may_lose_commits(numbers))
    code, said, complained = run("verify")
    assert (code, said) == (0, "Checked 1 matches, 5 entries: 0 problems\n")
    assert ("can very rarely lose a save" in complained) is warns


def test_no_empty_file_is_begun_by_a_command(run: Run, path: Path, tmp_path: Path, match_id: str) -> None:
    run("backup", str(tmp_path / "copy.db"))
    (tmp_path / "none.jsonl").touch()
    path.unlink()
    code, _, complained = run("import", str(tmp_path / "none.jsonl"))
    assert code == 1
    assert f"to start over, delete {path.name}-here" in complained
    assert "scorekeeper restore FILE" in complained
    assert run("restore", str(tmp_path / "copy.db"))[0] == 0
    assert run("verify")[1] == "Checked 1 matches, 5 entries: 0 problems\n"


def test_a_change_behind_the_programs_back_is_found(run: Run, path: Path, match_id: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE match_sides SET score = score + 5 WHERE position = 0")
        db.commit()
    code, said, complained = run("verify")
    assert code == 1
    assert said.endswith("1 problems\n")
    assert match_id in complained


def test_one_refused_beside_one_added_is_no_success(run: Run, tmp_path: Path, match_id: str) -> None:
    (tmp_path / "matches.jsonl").write_text(run("export")[1] + "{}\n")
    assert main(["import", "--database", str(tmp_path / "other.db"), str(tmp_path / "matches.jsonl")]) == 1
    with Ledger.open(tmp_path / "other.db") as there:
        assert there.matches.version(match_id)


def test_a_match_that_is_not_what_was_exported_is_not_imported(
    run: Run, path: Path, tmp_path: Path, match_id: str
) -> None:
    exported = json.loads(run("export", match_id)[1])
    exported["entries"][0]["payload"]["title"] = "Another"  # it can be folded, but its check value is wrong
    (tmp_path / "matches.jsonl").write_text(json.dumps(exported))
    other = str(tmp_path / "other.db")
    assert main(["import", "--database", other, str(tmp_path / "matches.jsonl")]) == 1
    del exported["check"]
    (tmp_path / "matches.jsonl").write_text(json.dumps(exported))
    assert main(["import", "--database", other, str(tmp_path / "matches.jsonl")]) == 0


@pytest.mark.parametrize(
    ("failure", "advice"),
    [
        (LedgerFull("x.db", "disk is full"), "Make room"),
        (LedgerReadOnly("x.db", "readonly"), "right to write"),
        (LedgerBusy("x.db", "locked"), "Close it"),
        (LedgerDamaged("x.db", "malformed"), "scorekeeper restore"),
    ],
)
def test_a_failure_says_what_to_do(failure: Exception, advice: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert error_exit("verify", failure) == 1
    assert advice in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"usage: scorekeeper {command}" in capsys.readouterr().out


def test_a_reader_that_has_seen_enough_is_no_failure() -> None:
    with pytest.raises(BrokenPipeError):
        error_exit("export", BrokenPipeError(32, "Broken pipe"))
