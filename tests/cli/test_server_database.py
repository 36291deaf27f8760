"""Every command with a database server: from an empty database to the first link, and a sentence for every mistake."""

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from werkzeug.security import check_password_hash

from scorekeeper.actions.desk import open_desk
from scorekeeper.cli import main, serve
from scorekeeper.cli.serving import network
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.records.settings import DIRECTOR_PIN, SECRET_KEY
from tests.postgres import new_database
from tests.serving import free_port

SECRET = "geheim"
KEY = "a key of more than thirty-two letters"


@dataclass(frozen=True, slots=True)
class Said:
    """The outcome of a command."""

    code: int
    out: str
    error: str


Run = Callable[..., Said]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process, and check that the password is never printed."""
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", KEY)

    def run(*arguments: str | Path) -> Said:
        code = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        assert SECRET not in said.out + said.err
        assert "Traceback" not in said.err
        return Said(code, said.out, said.err)

    return run


@pytest.fixture
def address() -> str:
    """The address, with a password, of an empty database."""
    return new_database(f"of_commands_{os.getpid()}", template="template0").replace("postgres@", f"postgres:{SECRET}@")


def test_a_club_begins_on_a_server_and_takes_everything_home(run: Run, address: str, tmp_path: Path) -> None:
    at = ("--database", address)
    before = run("verify", *at)
    assert (before.code, "is empty" in before.error, "scorekeeper migrate" in before.error) == (1, True, True)
    assert run("migrate", *at).code == 0
    assert run("demo", *at, "--matches", "2").code == 0
    exported = run("export", *at)
    assert (exported.code, len(exported.out.splitlines())) == (0, 2)
    assert run("verify", *at).out.startswith("Checked 2 matches")
    link = run("way-in", *at, "--at", "https://canasta.example/").out.strip()
    assert link.startswith("https://canasta.example/s/")
    assert run("way-in", *at, "--at", "https://canasta.example").out.strip() == link, "it is made once"
    with Ledger.open(address) as ledger:
        assert ledger.shares.by_token(link.rpartition("/")[2]) is not None
        names = [row.names for row in ledger.matches.page()]
    assert run("backup", *at, tmp_path / "copy.db").code == 0
    assert run("verify", "--database", tmp_path / "copy.db").code == 0
    assert "every seal is the same" in run("move", address, tmp_path / "home.db").out
    with Ledger.open(tmp_path / "home.db") as ledger:
        assert [row.names for row in ledger.matches.page()] == names
    again = run("move", tmp_path / "home.db", address)
    assert (again.code, "Nothing was moved" in again.error) == (1, True)


def test_a_server_is_served_by_the_key_of_its_operator_and_directed_by_a_pin_from_a_pipe(
    run: Run, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[tuple[Mapping[str, object], int]] = []
    monkeypatch.setattr(network, "bound", lambda where: [])
    monkeypatch.setattr(serve, "serve", lambda config, doors, notice: served.append((config, notice)))
    monkeypatch.setattr("sys.stdin", io.StringIO(" 271828\n"))
    for command in (("migrate",), ("way-in", "--pin"), ("serve", "--at", "https://canasta.example", "--notice", "5")):
        said = run(*command, "--database", address)
        assert said.code == 0
    assert "scorekeeper way-in makes one to every match" in said.out
    ((config, notice),) = served
    assert (config["SECRET_KEY"], config["SEVERAL_PROCESSES"], notice) == (KEY.encode(), True, 5)
    with open_desk(address).ledger as ledger:
        assert check_password_hash(ledger.settings.get(DIRECTOR_PIN), "271828")
        assert ledger.settings.get(SECRET_KEY) is None, "the database of a server holds no key"


def test_every_mistake_is_told_in_a_sentence(run: Run, address: str, tmp_path: Path) -> None:
    machine = address.partition("@")[2].partition("/")[0]
    for database, says in (
        (f"postgresql://nobody:{SECRET}@{machine}/postgres", "may this user log in"),
        (f"postgresql://postgres:{SECRET}@127.0.0.1:{free_port()}/scorekeeper", "does the server run"),
        (f"postgresql://postgres:{SECRET}@127.0.0.1:none/scorekeeper", "Is the address right"),
        (f"postgresql://postgres:{SECRET}@{machine}/nosuch", "does not exist"),
        (f"postgresql://postgres:{SECRET}@{machine}/x?{SECRET}=1", "this is no address of a PostgreSQL database"),
    ):
        said = run("verify", "--database", database)
        assert (said.code, says in said.error) == (1, True), said.error
    restored = run("restore", "--database", address, tmp_path / "copy.db")
    assert (restored.code, "scorekeeper move FILE" in restored.error) == (1, True)
    assert "by itself" in run("migrate", "--database", tmp_path / "a.db").error
    assert "open the pages there" in run("way-in", "--database", tmp_path / "a.db").error
    assert not (tmp_path / "a.db").exists()


def test_a_database_that_cannot_hold_every_name_is_refused(run: Run) -> None:
    like = "template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'"
    address = new_database(f"of_latin_{os.getpid()}", template=like)
    for command in ("migrate", "serve"):
        said = run(command, "--database", address)
        assert (said.code, "it is in LATIN1, and names need UTF8" in said.error) == (1, True)


def test_a_role_that_there_is_not_is_told_in_a_sentence(run: Run, address: str) -> None:
    said = run("migrate", "--database", address, "--grant", "no_such_role")
    assert (said.code, "no role no_such_role" in said.error, "createuser ROLE" in said.error) == (1, True, True)


def test_a_server_needs_a_key_and_says_so(run: Run, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for key in ("", "too short"):
        monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", key)
        for command in ("serve", "way-in"):
            said = run(command, "--database", address)
            assert (said.code, "set SCOREKEEPER_SECRET_KEY" in said.error) == (1, True)


def test_without_the_driver_a_server_is_not_reached_and_a_file_is(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from scorekeeper.cli import main\n"
        f"print(main(['demo', '--database', {str(tmp_path / 'a.db')!r}]))\n"
        "print(main(['verify', '--database', 'postgresql://somewhere/scorekeeper']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1:] == ["0", "1"]
    assert "pip install 'canasta-scorekeeper[postgresql]'" in done.stderr
