-- Merged players, and removing a name also from the author of an entry.
--
-- A row records that the player is the same person as `into_id` or, if that is NULL, a separate person again. The last
-- row of a player is in force; `players.same_as` has its `into_id`.
CREATE TABLE merges (
    id INTEGER PRIMARY KEY,
    player_id INTEGER NOT NULL REFERENCES players (id),
    into_id INTEGER REFERENCES players (id),
    actor TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

CREATE INDEX merges_by_player ON merges (player_id);

ALTER TABLE players ADD COLUMN same_as INTEGER;

CREATE INDEX players_by_person ON players (same_as) WHERE same_as IS NOT NULL;

-- Only `actor` may be changed, because it may contain a name that is removed.
CREATE TRIGGER merges_no_update BEFORE UPDATE ON merges
WHEN (NEW.id, NEW.player_id, NEW.at) <> (OLD.id, OLD.player_id, OLD.at)
    OR NEW.into_id IS NOT OLD.into_id
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER merges_no_delete BEFORE DELETE ON merges
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER merges_no_replace BEFORE INSERT ON merges
WHEN EXISTS (SELECT 1 FROM merges WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

DROP TRIGGER entries_no_update;

-- Only `payload`, `body_hash` and `actor` of an entry may be overwritten, and only while a redaction of this entry is
-- open.
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
WHEN NOT EXISTS (SELECT 1 FROM redactions WHERE entry = OLD.id AND open = 1)
    OR (NEW.id, NEW.match_id, NEW.version, NEW.kind, NEW.key, NEW.recorded_at, NEW.chain)
        <> (OLD.id, OLD.match_id, OLD.version, OLD.kind, OLD.key, OLD.recorded_at, OLD.chain)
    OR NEW.deal IS NOT OLD.deal
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

DROP TRIGGER evening_entries_no_update;

CREATE TRIGGER evening_entries_no_update BEFORE UPDATE ON evening_entries
WHEN NOT EXISTS (SELECT 1 FROM evening_redactions WHERE entry = OLD.id AND open = 1)
    OR (NEW.id, NEW.evening_id, NEW.version, NEW.kind, NEW.key, NEW.recorded_at, NEW.chain)
        <> (OLD.id, OLD.evening_id, OLD.version, OLD.kind, OLD.key, OLD.recorded_at, OLD.chain)
    OR NEW.round IS NOT OLD.round
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

DROP TRIGGER season_entries_no_update;

CREATE TRIGGER season_entries_no_update BEFORE UPDATE ON season_entries
WHEN NOT EXISTS (SELECT 1 FROM season_redactions WHERE entry = OLD.id AND open = 1)
    OR (NEW.id, NEW.season_id, NEW.version, NEW.kind, NEW.key, NEW.recorded_at, NEW.chain)
        <> (OLD.id, OLD.season_id, OLD.version, OLD.kind, OLD.key, OLD.recorded_at, OLD.chain)
    OR NEW.evening IS NOT OLD.evening
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
