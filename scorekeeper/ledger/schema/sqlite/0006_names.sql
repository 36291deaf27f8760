-- What players are called beside the entries, and names taken out of them.
--
-- A match in which somebody is called otherwise than its entries say; `named` counts such changes, for whoever keeps
-- what was worked out from the entries.
ALTER TABLE matches ADD COLUMN named INTEGER NOT NULL DEFAULT 0;

CREATE TABLE names (
    match_id TEXT NOT NULL REFERENCES matches (id),
    sealed TEXT NOT NULL,
    shown TEXT NOT NULL,
    PRIMARY KEY (match_id, sealed)
) STRICT, WITHOUT ROWID;

-- Entries out of which a name was taken. `open` while that is being done, in the same transaction.
CREATE TABLE redactions (
    entry INTEGER PRIMARY KEY REFERENCES entries (id),
    seal TEXT NOT NULL,
    at TEXT NOT NULL,
    open INTEGER NOT NULL CHECK (open IN (0, 1))
) STRICT;

CREATE TRIGGER redactions_stay BEFORE DELETE ON redactions
BEGIN SELECT RAISE(ABORT, 'a redaction stays'); END;

DROP TRIGGER entries_no_update;

-- Only what an entry says may be written over, and only where a redaction tells of it.
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
WHEN NOT EXISTS (SELECT 1 FROM redactions WHERE entry = OLD.id AND open = 1)
    OR (NEW.id, NEW.match_id, NEW.version, NEW.kind, NEW.key, NEW.actor, NEW.recorded_at, NEW.chain)
        <> (OLD.id, OLD.match_id, OLD.version, OLD.kind, OLD.key, OLD.actor, OLD.recorded_at, OLD.chain)
    OR NEW.deal IS NOT OLD.deal
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
