-- Evenings, which have a chain of entries of their own; and players who were replaced at a match.
--
-- An evening's row is a projection of its entries, written in the same transaction as they are.
CREATE TABLE evenings (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    date TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'finished')),
    version INTEGER NOT NULL,
    state_version INTEGER NOT NULL,
    opened_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    named INTEGER NOT NULL DEFAULT 0,
    retired_at TEXT
) STRICT;

CREATE INDEX evenings_by_date ON evenings (date, number) WHERE retired_at IS NULL;

CREATE TRIGGER evenings_stay BEFORE DELETE ON evenings
BEGIN SELECT RAISE(ABORT, 'an evening is retired, never deleted'); END;

CREATE TABLE evening_entries (
    id INTEGER PRIMARY KEY,
    evening_id TEXT NOT NULL REFERENCES evenings (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    kind TEXT NOT NULL CHECK (kind <> ''),
    round INTEGER,
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    key TEXT NOT NULL CHECK (length(key) BETWEEN 8 AND 64),
    body_hash TEXT NOT NULL,
    actor TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    chain TEXT NOT NULL,
    UNIQUE (evening_id, version),
    UNIQUE (evening_id, key)
) STRICT;

CREATE UNIQUE INDEX evening_entries_opening_key ON evening_entries (key) WHERE version = 1;

CREATE TABLE evening_redactions (
    entry INTEGER PRIMARY KEY REFERENCES evening_entries (id),
    seal TEXT NOT NULL,
    at TEXT NOT NULL,
    open INTEGER NOT NULL CHECK (open IN (0, 1))
) STRICT;

CREATE TRIGGER evening_redactions_stay BEFORE DELETE ON evening_redactions
BEGIN SELECT RAISE(ABORT, 'a redaction stays'); END;

CREATE TRIGGER evening_entries_no_update BEFORE UPDATE ON evening_entries
WHEN NOT EXISTS (SELECT 1 FROM evening_redactions WHERE entry = OLD.id AND open = 1)
    OR (NEW.id, NEW.evening_id, NEW.version, NEW.kind, NEW.key, NEW.actor, NEW.recorded_at, NEW.chain)
        <> (OLD.id, OLD.evening_id, OLD.version, OLD.kind, OLD.key, OLD.actor, OLD.recorded_at, OLD.chain)
    OR NEW.round IS NOT OLD.round
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER evening_entries_no_delete BEFORE DELETE ON evening_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER evening_entries_no_replace BEFORE INSERT ON evening_entries
WHEN NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM evening_entries WHERE evening_id = NEW.evening_id)
    OR EXISTS (SELECT 1 FROM evening_entries WHERE id = NEW.id)
    OR EXISTS (SELECT 1 FROM evening_entries WHERE evening_id = NEW.evening_id AND key = NEW.key)
    OR (NEW.version = 1 AND EXISTS (SELECT 1 FROM evening_entries WHERE version = 1 AND key = NEW.key))
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TABLE evening_names (
    evening_id TEXT NOT NULL REFERENCES evenings (id),
    sealed TEXT NOT NULL,
    shown TEXT NOT NULL,
    PRIMARY KEY (evening_id, sealed)
) STRICT, WITHOUT ROWID;

-- The players named in the entries of an evening, also those who have left it. Each spelling of a name has its own row.
CREATE TABLE evening_players (
    evening_id TEXT NOT NULL REFERENCES evenings (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    name TEXT NOT NULL,
    PRIMARY KEY (evening_id, player_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX evening_players_by_player ON evening_players (player_id);

-- The matches of evenings. The evening of a match that was imported without it need not be in this ledger.
CREATE TABLE evening_matches (
    evening_id TEXT NOT NULL,
    match_id TEXT NOT NULL REFERENCES matches (id),
    PRIMARY KEY (evening_id, match_id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX evening_matches_by_match ON evening_matches (match_id);

-- Players who were replaced at a match; its entries still name them.
CREATE TABLE former_players (
    match_id TEXT NOT NULL REFERENCES matches (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    name TEXT NOT NULL,
    PRIMARY KEY (match_id, player_id, name)
) STRICT, WITHOUT ROWID;

-- The seatings of rounds as they were published or, if a seating was corrected later, as the players really sat.
CREATE VIEW evening_seatings AS
SELECT entry.evening_id, evenings.title, evenings.date, entry.round,
    json_extract(seated.value, '$.table') AS "table",
    json_extract(seated.value, '$.sides') AS sides,
    json_extract(seated.value, '$.match') AS match_id,
    entry.kind = 'seating_corrected' AS corrected,
    entry.version, entry.actor, entry.recorded_at
FROM evening_entries AS entry
JOIN evenings ON evenings.id = entry.evening_id
JOIN json_each(entry.payload, '$.tables') AS seated
WHERE entry.kind IN ('round_seated', 'seating_corrected') AND NOT EXISTS (
    SELECT 1 FROM evening_entries AS later
    WHERE later.evening_id = entry.evening_id AND later.version > entry.version AND later.round = entry.round
        AND later.kind IN ('round_seated', 'seating_corrected')
);

CREATE VIEW evening_penalties AS
SELECT entry.evening_id, evenings.title, evenings.date, entry.round,
    json_extract(entry.payload, '$.penalty') AS penalty,
    json_extract(entry.payload, '$.entrant') AS entrant,
    json_extract(entry.payload, '$.kind') AS kind,
    json_extract(entry.payload, '$.points') AS points,
    json_extract(entry.payload, '$.difference') AS difference,
    json_extract(entry.payload, '$.article') AS article,
    json_extract(entry.payload, '$.reason') AS reason,
    entry.version, entry.actor, entry.recorded_at
FROM evening_entries AS entry JOIN evenings ON evenings.id = entry.evening_id
WHERE entry.kind = 'penalty_given' AND NOT EXISTS (
    SELECT 1 FROM evening_entries AS later
    WHERE later.evening_id = entry.evening_id AND later.kind = 'penalty_withdrawn'
        AND json_extract(later.payload, '$.penalty') = json_extract(entry.payload, '$.penalty')
);
