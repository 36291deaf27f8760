-- Seasons, which have a chain of entries of their own; drafts of evenings; cached results of evenings and matches.
--
-- A season's row is a projection of its entries, written in the same transaction as they are.
CREATE TABLE seasons (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    version INTEGER NOT NULL,
    state_version INTEGER NOT NULL,
    opened_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    named INTEGER NOT NULL DEFAULT 0,
    retired_at TEXT
) STRICT;

CREATE TRIGGER seasons_stay BEFORE DELETE ON seasons
BEGIN SELECT RAISE(ABORT, 'a season is retired, never deleted'); END;

CREATE TABLE season_entries (
    id INTEGER PRIMARY KEY,
    season_id TEXT NOT NULL REFERENCES seasons (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    kind TEXT NOT NULL CHECK (kind <> ''),
    evening INTEGER,
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    key TEXT NOT NULL CHECK (length(key) BETWEEN 8 AND 64),
    body_hash TEXT NOT NULL,
    actor TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    chain TEXT NOT NULL,
    UNIQUE (season_id, version),
    UNIQUE (season_id, key)
) STRICT;

CREATE UNIQUE INDEX season_entries_opening_key ON season_entries (key) WHERE version = 1;

CREATE TABLE season_redactions (
    entry INTEGER PRIMARY KEY REFERENCES season_entries (id),
    seal TEXT NOT NULL,
    at TEXT NOT NULL,
    open INTEGER NOT NULL CHECK (open IN (0, 1))
) STRICT;

CREATE TRIGGER season_redactions_stay BEFORE DELETE ON season_redactions
BEGIN SELECT RAISE(ABORT, 'a redaction stays'); END;

CREATE TRIGGER season_entries_no_update BEFORE UPDATE ON season_entries
WHEN NOT EXISTS (SELECT 1 FROM season_redactions WHERE entry = OLD.id AND open = 1)
    OR (NEW.id, NEW.season_id, NEW.version, NEW.kind, NEW.key, NEW.actor, NEW.recorded_at, NEW.chain)
        <> (OLD.id, OLD.season_id, OLD.version, OLD.kind, OLD.key, OLD.actor, OLD.recorded_at, OLD.chain)
    OR NEW.evening IS NOT OLD.evening
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER season_entries_no_delete BEFORE DELETE ON season_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER season_entries_no_replace BEFORE INSERT ON season_entries
WHEN NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM season_entries WHERE season_id = NEW.season_id)
    OR EXISTS (SELECT 1 FROM season_entries WHERE id = NEW.id)
    OR EXISTS (SELECT 1 FROM season_entries WHERE season_id = NEW.season_id AND key = NEW.key)
    OR (NEW.version = 1 AND EXISTS (SELECT 1 FROM season_entries WHERE version = 1 AND key = NEW.key))
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TABLE season_names (
    season_id TEXT NOT NULL REFERENCES seasons (id),
    sealed TEXT NOT NULL,
    shown TEXT NOT NULL,
    PRIMARY KEY (season_id, sealed)
) STRICT, WITHOUT ROWID;

-- Every evening that a season ever had, also one that is not in this ledger.
CREATE TABLE season_evenings (
    season_id TEXT NOT NULL REFERENCES seasons (id),
    evening_id TEXT NOT NULL,
    PRIMARY KEY (season_id, evening_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX season_evenings_by_evening ON season_evenings (evening_id);

-- The results of an evening as JSON, computed when its glance was `seen`. They contain the ids of players and no names.
CREATE TABLE evening_results (
    evening_id TEXT PRIMARY KEY REFERENCES evenings (id),
    seen TEXT NOT NULL,
    standings TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The director's decisions in place of the results of matches, with a row for each side.
CREATE TABLE match_decisions (
    evening_id TEXT NOT NULL,
    match_id TEXT NOT NULL,
    side INTEGER NOT NULL,
    kind TEXT NOT NULL,
    score INTEGER,
    outcome TEXT,
    PRIMARY KEY (evening_id, match_id, side)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_decisions_by_match ON match_decisions (match_id);

-- A side's figures over the deals of its match, computed when the match was at `version`.
CREATE TABLE match_figures (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    version INTEGER NOT NULL,
    ended_at TEXT NOT NULL,
    deals INTEGER NOT NULL,
    points INTEGER NOT NULL,
    natural_canastas INTEGER NOT NULL,
    mixed_canastas INTEGER NOT NULL,
    wild_canastas INTEGER NOT NULL,
    red_threes INTEGER NOT NULL,
    went_out INTEGER NOT NULL,
    concealed INTEGER NOT NULL,
    rulings INTEGER NOT NULL,
    best INTEGER,
    best_deal INTEGER,
    PRIMARY KEY (match_id, side)
) STRICT, WITHOUT ROWID;

-- Drafts: one of the evening being set up (its `evening_id` is ''), and those of seatings before they are published.
CREATE TABLE evening_drafts (
    evening_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    version INTEGER NOT NULL,
    updated_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (evening_id, round)
) STRICT, WITHOUT ROWID;

-- 1 for a player whose rating is hidden.
ALTER TABLE players ADD COLUMN unrated INTEGER NOT NULL DEFAULT 0;
