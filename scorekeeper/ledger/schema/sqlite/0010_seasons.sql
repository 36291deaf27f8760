-- Seasons with a chain of entries of their own, drafts of evenings, and what is kept worked out.
--
-- A season's row is a projection of its entries, kept in their transaction.
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

-- Every evening that a season ever had; one may be written down elsewhere only.
CREATE TABLE season_evenings (
    season_id TEXT NOT NULL REFERENCES seasons (id),
    evening_id TEXT NOT NULL,
    PRIMARY KEY (season_id, evening_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX season_evenings_by_evening ON season_evenings (evening_id);

-- Standings of a finished evening, worked out when its glance was `seen`; players by number: no name is here.
CREATE TABLE evening_results (
    evening_id TEXT PRIMARY KEY REFERENCES evenings (id),
    seen TEXT NOT NULL,
    standings TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What the director put in the place of a match's result, side by side.
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

-- A side's figures over the deals of its match, worked out when the match was at `version`.
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

-- What is typed of an evening that is set up (its id is empty), and a seating that is looked at.
CREATE TABLE evening_drafts (
    evening_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    version INTEGER NOT NULL,
    updated_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (evening_id, round)
) STRICT, WITHOUT ROWID;

-- Who does not want his rating shown.
ALTER TABLE players ADD COLUMN unrated INTEGER NOT NULL DEFAULT 0;
