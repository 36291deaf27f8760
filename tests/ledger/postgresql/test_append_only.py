"""On a server, too, nothing that was written can be changed or deleted: permissions forbid it, and triggers refuse
it."""

from collections.abc import Callable, Iterator

import psycopg
import pytest

from scorekeeper.ledger.address import Address
from scorekeeper.ledger.copies.integrity import integrity
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.postgresql.migrating import migrate_at
from tests.ledger.cast import LATER, NOW, add, deal, open_match

Fresh = Callable[[str], str]
FORBIDDEN = [
    "UPDATE entries SET payload = '{}'",
    "UPDATE entries SET actor = 'nobody'",
    "UPDATE entries SET recorded_at = 'never'",
    "DELETE FROM entries",
    "DELETE FROM matches",
    "TRUNCATE entries, redactions, matches CASCADE",
    "INSERT INTO entries (match_id, version, kind, payload, key, body_hash, actor, recorded_at, chain)"
    " VALUES ('friday', 9, 'note', '{}', 'another-key', '', '', '', '')",
]
ROLE = "scorekeeper_of_the_tests"


@pytest.fixture
def as_role(fresh: Fresh) -> Iterator[str]:
    """The address of a ledger for the program's own role, which owns no table."""
    address = fresh("template")
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(f"CREATE ROLE {ROLE} LOGIN")
    migrate_at(Address(address), role=ROLE)
    yield address.replace("postgres@", f"{ROLE}@")
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(f"DROP OWNED BY {ROLE}")
        db.execute(f"DROP ROLE {ROLE}")


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_not_even_the_owner_changes_an_entry(address: str, statement: str) -> None:
    with Ledger.open(address) as ledger:
        open_match(ledger)
        add(ledger, "deal_recorded", deal(1))
        with psycopg.connect(address) as owner, pytest.raises(psycopg.errors.RestrictViolation):
            owner.execute(statement)
        assert (integrity(ledger.store).problems, ledger.matches.version("friday")) == ((), 2)


def test_an_append_looks_at_the_entry_before_it_and_at_no_other(fresh: Fresh) -> None:
    """This holds even on a server without statistics about its tables."""
    with psycopg.connect(fresh("template")) as db:
        db.execute("SET plan_cache_mode = force_generic_plan")
        (body,) = db.execute("SELECT prosrc FROM pg_proc WHERE proname = 'entries_no_replace'").fetchone() or ("",)
        condition = body.partition("IF ")[2].partition(" THEN")[0]
        condition = condition.replace("NEW.match_id", "$1").replace("NEW.version", "$2")
        db.execute(f"PREPARE looked (text, bigint) AS SELECT {condition}".encode())
        plan = "\n".join(row[0] for row in db.execute("EXPLAIN EXECUTE looked ('friday', 2)"))
    assert "Scan Backward using entries_match_id_version_key" in plan, plan


def test_the_programs_role_does_all_that_a_table_does_and_no_more(as_role: str) -> None:
    with Ledger.open(as_role) as ledger:
        open_match(ledger)
        add(ledger, "deal_recorded", deal(1))
        ledger.drafts.save("friday", 2, body={"begun": True}, seen=0, device="tablet", now=NOW)
        ledger.drafts.drop("friday", 2)
        ledger.settings.put("language", "et")
        ledger.settings.drop("language")
        ledger.shares.add("a-share", match_id="friday", kind="edit", token="a-token", now=NOW)
        ledger.shares.revoke("a-share", now=LATER)
        assert ledger.attempts.take("tablet", now=LATER, since=NOW, limit=1)
        player = ledger.players.find("Anna Nagy")
        assert player is not None
        ledger.rename_player(player.id, "Player 1", now=LATER, forget=True)
        ledger.matches.retire("friday", now=LATER)
        assert integrity(ledger.store).problems == ()
    with psycopg.connect(as_role, autocommit=True) as db:
        for statement in (
            *FORBIDDEN[2:6],
            "DELETE FROM merges",
            "CREATE TABLE mine (id INTEGER)",
            "DELETE FROM schema_steps",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                db.execute(statement)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ("UPDATE entries SET actor = 'nobody' WHERE deal = 1", "chain"),
        ("DELETE FROM entries WHERE deal = 1", "numbering"),
        ("DELETE FROM entries WHERE deal = 2", "version"),
        ("UPDATE matches SET seal = 'another' WHERE id = 'friday'", "seal"),
    ],
)
def test_what_the_owner_of_the_server_forges_shows(address: str, change: str, key: str) -> None:
    with Ledger.open(address) as ledger:
        open_match(ledger)
        add(ledger, "deal_recorded", deal(1))
        add(ledger, "deal_recorded", deal(2))
        with psycopg.connect(address) as forger:
            forger.execute("SET session_replication_role = replica")
            forger.execute(change)
        assert [(problem.key, problem.owner) for problem in integrity(ledger.store).problems] == [(key, "friday")]
