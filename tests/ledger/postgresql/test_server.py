"""A server that stops, is busy, or belongs to another program: the operation is retried where that may help, else the
error names the cause."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from scorekeeper.ledger.address import Address, path_or_address
from scorekeeper.ledger.chain.chains import New
from scorekeeper.ledger.copies.backup import backup
from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.errors import LedgerBusy, LedgerUnavailable, NewerDatabase, NotALedger, StaleVersion, Unstorable
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.postgresql import engine
from scorekeeper.ledger.postgresql.engine import Server
from scorekeeper.ledger.store import Tx
from tests.ledger.cast import LATER, NOW, add, deal, open_match, opening, save_next
from tests.ledger.sqlite.test_killed import kill_and_retry
from tests.postgres import named
from tests.serving import free_port

Fresh = Callable[[str], str]
KILL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"


def end_connections(address: str) -> None:
    """End all connections, as a server does when it is restarted."""
    with psycopg.connect(named(address, "postgres"), autocommit=True) as db:
        db.execute(KILL, [address.rpartition("/")[2]])


def once(action: Callable[[], Any]) -> Callable[[], None]:
    """A function that calls the action the first time only."""
    left = [action]

    def act() -> None:
        if left:
            left.pop()()

    return act


def test_connections_that_were_ended_are_made_anew(address: str) -> None:
    with Ledger.open(address) as ledger:
        open_match(ledger)
        end_connections(address)
        assert ledger.matches.version("friday") == 1
        end_connections(address)
        assert add(ledger, "deal_recorded", deal(1)).replayed is False
        assert len(ledger.matches.entries("friday")) == 2


def test_what_was_cut_off_in_the_middle_is_written_once(address: str) -> None:
    with Ledger.open(address) as ledger:
        open_match(ledger)
        cut = once(lambda: end_connections(address))

        def work(tx: Tx) -> None:
            sql = "INSERT INTO attempts (who, at) VALUES (:who, :now)"
            tx.execute(sql, who="before", now=NOW)
            cut()
            tx.execute(sql, who="after", now=NOW)

        ledger.store.write(work)
        assert ledger.store.rows("SELECT who FROM attempts ORDER BY id") == [("before",), ("after",)]


def test_an_answer_that_was_lost_is_asked_for_again(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server has the entry, but the program does not know it: the retry finds the entry by its key."""
    within, lose = engine._within, [True]

    def losing(conn: Any, begin: str, work: Any) -> Any:
        done = within(conn, begin, work)
        if begin == engine.WRITE and lose:
            lose.clear()
            raise psycopg.OperationalError("the answer was lost")
        return done

    with Ledger.open(address) as ledger:
        open_match(ledger)
        monkeypatch.setattr(engine, "_within", losing)
        add(ledger, "deal_recorded", deal(1))
        assert [entry.kind for entry in ledger.matches.entries("friday")] == ["match_opened", "deal_recorded"]
        assert integrity(ledger.store).problems == ()


@pytest.mark.parametrize(
    "failure", [psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure, psycopg.errors.AdminShutdown]
)
def test_whoever_was_in_the_way_is_waited_for(address: str, failure: type[psycopg.Error]) -> None:
    with Ledger.open(address) as ledger:
        tries = []

        def work(tx: Tx) -> int:
            tries.append(tx.execute("SELECT 1").fetchone()[0])
            if len(tries) < 3:
                raise failure
            return len(tries)

        assert ledger.store.write(work) == 3


def test_a_program_killed_while_it_saves_loses_and_doubles_nothing(address: str) -> None:
    kill_and_retry(address, kills=4, seed=1)


def test_tables_that_a_later_release_widened_are_read_and_written_on(fresh: Fresh, tmp_path: Path) -> None:
    address = fresh("template")
    with Ledger.open(address) as ledger:
        open_match(ledger)
        for _ in range(8):  # often enough for the statement to be prepared
            assert len(ledger.store.rows("SELECT * FROM settings")) == 0
        with psycopg.connect(address) as db:
            db.execute("ALTER TABLE settings ADD COLUMN more TEXT")
            db.execute("INSERT INTO schema_steps VALUES (99, 'm0099_of_a_later_release')")
        assert ledger.store.rows("SELECT * FROM settings") == []
        ledger.settings.put("key", "value")
        assert [len(row) for row in ledger.store.rows("SELECT * FROM settings")] == [3]
        with pytest.raises(NewerDatabase):  # the copy would lack unknown tables
            backup(ledger.store, tmp_path / "copy.db")
        assert not list(tmp_path.iterdir())


def test_retries_end_at_the_timeout(address: str) -> None:
    server = Server(Address(address), timeout=0.05)

    def work(_: Tx) -> None:
        raise psycopg.errors.DeadlockDetected("again and again")

    with pytest.raises(LedgerUnavailable, match="again and again"):
        server.write(work)
    server.close()


def test_a_match_that_another_holds_is_waited_for_and_then_told(address: str) -> None:
    with Ledger.open(f"{address}?options=-c%20lock_timeout%3D100ms") as ledger:
        open_match(ledger)
        with psycopg.connect(address) as other:
            other.execute("SELECT 1 FROM matches WHERE id = 'friday' FOR UPDATE")
            with pytest.raises(LedgerBusy):
                add(ledger, "deal_recorded", deal(1))
        assert add(ledger, "deal_recorded", deal(1)).entry.version == 2


def test_many_at_one_match_are_served_one_by_one(address: str) -> None:
    with Ledger.open(address) as ledger, Ledger.open(address) as elsewhere:
        open_match(ledger)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: save_next((ledger, elsewhere)[n % 2], {"n": n}, f"save-{n:06}"), range(24)))
        assert sorted(entry.payload["n"] for entry in ledger.matches.entries("friday")[1:]) == list(range(24))
        assert integrity(ledger.store).problems == ()


def test_one_key_at_once_is_one_match_and_one_version_one_entry(address: str) -> None:
    with Ledger.open(address) as ledger, ThreadPoolExecutor(8) as pool:

        def begin(number: int) -> str:
            named = f"table-{number}"
            return ledger.matches.open(
                named, payload=opening(), key="one-key-for-all", actor="tablet", now=NOW
            ).entry.owner

        assert len(set(pool.map(begin, range(8)))) == 1
        match = ledger.matches.page()[0].id

        def save(number: int) -> bool:
            try:
                new = New("recount", {}, f"save-{number:06}", "tablet", LATER)
                ledger.matches.append(match, new, version=1)
            except StaleVersion:
                return False
            return True

        assert sorted(pool.map(save, range(8))) == [False] * 7 + [True]


def test_matches_of_the_same_people_are_opened_at_once(address: str) -> None:
    """Each match has the players in another order. If the rows were locked in this order, two transactions could wait
    for each other."""
    people = ["Anna", "Béla", "Cili", "Dani"]
    with Ledger(Server(Address(address), timeout=0)) as ledger, ThreadPoolExecutor(4) as pool:  # nothing is retried
        turned = [people[at:] + people[:at] for at in range(4)] * 3
        list(pool.map(lambda at: open_match(ledger, f"table-{at}", "", *turned[at]), range(12)))
        assert len(ledger.players.page()) == 4


def test_tries_at_the_pin_are_counted_one_by_one(address: str) -> None:
    with Ledger.open(address) as ledger, ThreadPoolExecutor(8) as pool:
        barrier = threading.Barrier(8)

        def guess(_: int) -> bool:
            barrier.wait(60)
            return ledger.attempts.take("guesser", now=LATER, since=NOW, limit=3)

        assert sum(pool.map(guess, range(8))) == 3


@pytest.mark.parametrize("setting", ["synchronous_commit = off", "synchronous_commit = local"])
def test_a_server_that_may_lose_what_it_saved_is_refused(fresh: Fresh, setting: str) -> None:
    address = fresh("template")
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(f"ALTER DATABASE {address.rpartition('/')[2]} SET {setting}")
    with pytest.raises(NotALedger, match="synchronous_commit"):
        Ledger.open(address)


def test_no_password_is_told(address: str) -> None:
    secret = "geheim"
    machine = address.partition("@")[2]
    attempts = [
        f"postgresql://nobody:{secret}@{machine}",
        f"postgresql://postgres:{secret}@127.0.0.1:{free_port()}/ledger",
        f"postgresql://postgres:{secret}@127.0.0.1:none/ledger",
        f"postgresql://postgres:{secret}%00@127.0.0.1/ledger",
        f"postgresql://postgres:{secret}@127.0.0.1/ledger?{secret}=1",
        f"postgresql://postgres:{secret}@{machine.rpartition('/')[0]}/nosuch?password={secret}",
        f"postgresql://[{secret}",
    ]
    for attempt in attempts:
        with pytest.raises(LedgerUnavailable) as failed:
            Ledger.open(attempt)
        where = path_or_address(attempt)
        told = f"{failed.value} {failed.value.where} {failed.value.detail} {where} {where!r}"
        assert secret not in told.replace(f"[{secret}", ""), attempt


def test_what_a_text_cannot_hold_is_named(address: str) -> None:
    with Ledger.open(address) as ledger, pytest.raises(Unstorable):
        open_match(ledger, "friday", "a\x00b")
