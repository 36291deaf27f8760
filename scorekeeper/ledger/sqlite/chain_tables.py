"""The tables of a chain of entries, as evenings and seasons have one each. A released statement never changes."""

from typing import NamedTuple


class Chain(NamedTuple):
    """The statements of one chain: entries, what is taken out of them, what keeps both, and names as shown."""

    entries: str
    redactions: str
    redactions_stay: str
    only_redacted: str
    no_delete: str
    no_replace: str
    names: str
    no_update_before: str
    also_who_wrote: str


def chain(owner: str, part: str) -> Chain:
    """The chain of `owner` ("evening"), whose entries tell of a `part` of it ("round")."""
    return Chain(
        entries=f"""
CREATE TABLE {owner}_entries (
    id INTEGER PRIMARY KEY,
    {owner}_id TEXT NOT NULL REFERENCES {owner}s (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    kind TEXT NOT NULL CHECK (kind <> ''),
    {part} INTEGER,
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    key TEXT NOT NULL CHECK (length(key) BETWEEN 8 AND 64),
    body_hash TEXT NOT NULL,
    actor TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    chain TEXT NOT NULL,
    UNIQUE ({owner}_id, version),
    UNIQUE ({owner}_id, key)
) STRICT
""",
        redactions=f"""
CREATE TABLE {owner}_redactions (
    entry INTEGER PRIMARY KEY REFERENCES {owner}_entries (id),
    seal TEXT NOT NULL,
    at TEXT NOT NULL,
    open INTEGER NOT NULL CHECK (open IN (0, 1))
) STRICT
""",
        redactions_stay=f"""
CREATE TRIGGER {owner}_redactions_stay BEFORE DELETE ON {owner}_redactions
BEGIN SELECT RAISE(ABORT, 'a redaction stays'); END
""",
        only_redacted=f"""
CREATE TRIGGER {owner}_entries_no_update BEFORE UPDATE ON {owner}_entries
WHEN NOT EXISTS (SELECT 1 FROM {owner}_redactions WHERE entry = OLD.id AND open = 1)
    OR (NEW.id, NEW.{owner}_id, NEW.version, NEW.kind, NEW.key, NEW.actor, NEW.recorded_at, NEW.chain)
        <> (OLD.id, OLD.{owner}_id, OLD.version, OLD.kind, OLD.key, OLD.actor, OLD.recorded_at, OLD.chain)
    OR NEW.{part} IS NOT OLD.{part}
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
""",
        no_delete=f"""
CREATE TRIGGER {owner}_entries_no_delete BEFORE DELETE ON {owner}_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
""",
        no_replace=f"""
CREATE TRIGGER {owner}_entries_no_replace BEFORE INSERT ON {owner}_entries
WHEN NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM {owner}_entries WHERE {owner}_id = NEW.{owner}_id)
    OR EXISTS (SELECT 1 FROM {owner}_entries WHERE id = NEW.id)
    OR EXISTS (SELECT 1 FROM {owner}_entries WHERE {owner}_id = NEW.{owner}_id AND key = NEW.key)
    OR (NEW.version = 1 AND EXISTS (SELECT 1 FROM {owner}_entries WHERE version = 1 AND key = NEW.key))
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
""",
        names=f"""
CREATE TABLE {owner}_names (
    {owner}_id TEXT NOT NULL REFERENCES {owner}s (id),
    sealed TEXT NOT NULL,
    shown TEXT NOT NULL,
    PRIMARY KEY ({owner}_id, sealed)
) STRICT, WITHOUT ROWID
""",
        no_update_before=f"DROP TRIGGER {owner}_entries_no_update",
        also_who_wrote=f"""
CREATE TRIGGER {owner}_entries_no_update BEFORE UPDATE ON {owner}_entries
WHEN NOT EXISTS (SELECT 1 FROM {owner}_redactions WHERE entry = OLD.id AND open = 1)
    OR (NEW.id, NEW.{owner}_id, NEW.version, NEW.kind, NEW.key, NEW.recorded_at, NEW.chain)
        <> (OLD.id, OLD.{owner}_id, OLD.version, OLD.kind, OLD.key, OLD.recorded_at, OLD.chain)
    OR NEW.{part} IS NOT OLD.{part}
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
""",
    )
