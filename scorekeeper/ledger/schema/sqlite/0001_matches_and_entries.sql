-- Matches, sides, players and the append-only entries.
--
-- A match's row is a projection of its entries, written in the same transaction as they are. `number` orders lists and
-- never changes, not even with VACUUM.
CREATE TABLE matches (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    rules TEXT NOT NULL,
    format TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('playing', 'paused', 'over')),
    version INTEGER NOT NULL,
    state_version INTEGER NOT NULL,
    opened_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    result TEXT CHECK (result IS NULL OR json_valid(result)),
    names TEXT NOT NULL,
    retired_at TEXT
) STRICT;

CREATE INDEX matches_by_status ON matches (status, number) WHERE retired_at IS NULL;

CREATE TRIGGER matches_stay BEFORE DELETE ON matches
BEGIN SELECT RAISE(ABORT, 'a match is retired, never deleted'); END;

CREATE TABLE match_sides (
    match_id TEXT NOT NULL REFERENCES matches (id),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    score INTEGER NOT NULL DEFAULT 0,
    outcome TEXT CHECK (outcome IN ('won', 'lost', 'drawn')),
    PRIMARY KEY (match_id, position)
) STRICT, WITHOUT ROWID;

-- `key` is the name without differences of case and spacing: names with the same key are the same player. `folded` is
-- the name for searches, also without accents.
CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL,
    created_at TEXT NOT NULL,
    played_at TEXT
) STRICT;

CREATE INDEX players_by_name ON players (folded, id);

CREATE TABLE match_players (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    side INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    name TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES matches (number),
    PRIMARY KEY (match_id, seat),
    FOREIGN KEY (match_id, side) REFERENCES match_sides (match_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_players_by_player ON match_players (player_id, number);

CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL REFERENCES matches (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    kind TEXT NOT NULL CHECK (kind <> ''),
    deal INTEGER,
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    key TEXT NOT NULL CHECK (length(key) BETWEEN 8 AND 64),
    body_hash TEXT NOT NULL,
    actor TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    chain TEXT NOT NULL,
    UNIQUE (match_id, version),
    UNIQUE (match_id, key)
) STRICT;

-- A key can open only one match, so that a request that is sent twice does not open two.
CREATE UNIQUE INDEX entries_opening_key ON entries (key) WHERE version = 1;

CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- INSERT OR REPLACE deletes a row without firing the trigger above if recursive triggers are off on the connection.
CREATE TRIGGER entries_no_replace BEFORE INSERT ON entries
WHEN NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM entries WHERE match_id = NEW.match_id)
    OR EXISTS (SELECT 1 FROM entries WHERE id = NEW.id)
    OR EXISTS (SELECT 1 FROM entries WHERE match_id = NEW.match_id AND key = NEW.key)
    OR (NEW.version = 1 AND EXISTS (SELECT 1 FROM entries WHERE version = 1 AND key = NEW.key))
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
