-- New names of players, shown in place of those in the entries; and entries from which a name was removed.
--
-- `named` counts the renamings in a match, so that results computed from its entries before a renaming can be told
-- from those computed after it.
ALTER TABLE matches ADD COLUMN named INTEGER NOT NULL DEFAULT 0;

CREATE TABLE names (
    match_id TEXT NOT NULL REFERENCES matches (id),
    sealed TEXT NOT NULL,
    shown TEXT NOT NULL,
    PRIMARY KEY (match_id, sealed)
) STRICT, WITHOUT ROWID;

-- Entries from which a name was removed. `open` is 1 only within the transaction that removes it.
CREATE TABLE redactions (
    entry INTEGER PRIMARY KEY REFERENCES entries (id),
    seal TEXT NOT NULL,
    at TEXT NOT NULL,
    open INTEGER NOT NULL CHECK (open IN (0, 1))
) STRICT;

CREATE TRIGGER redactions_stay BEFORE DELETE ON redactions
BEGIN SELECT RAISE(ABORT, 'a redaction stays'); END;

DROP TRIGGER entries_no_update;

-- Only `payload` and `body_hash` of an entry may be overwritten, and only while a redaction of this entry is open.
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
WHEN NOT EXISTS (SELECT 1 FROM redactions WHERE entry = OLD.id AND open = 1)
    OR (NEW.id, NEW.match_id, NEW.version, NEW.kind, NEW.key, NEW.actor, NEW.recorded_at, NEW.chain)
        <> (OLD.id, OLD.match_id, OLD.version, OLD.kind, OLD.key, OLD.actor, OLD.recorded_at, OLD.chain)
    OR NEW.deal IS NOT OLD.deal
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
