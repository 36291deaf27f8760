-- Links for other devices, settings, and attempts to enter the PIN.
--
-- A link without a match opens every match, unless it is a link of an evening (step 0009).
CREATE TABLE shares (
    id TEXT NOT NULL PRIMARY KEY,
    match_id TEXT REFERENCES matches (id),
    kind TEXT NOT NULL CHECK (kind IN ('edit', 'watch')),
    token_hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    revoked_at TEXT
) STRICT;

CREATE INDEX shares_by_match ON shares (match_id);

CREATE TABLE settings (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL CHECK (json_valid(value))
) STRICT;

CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    who TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

CREATE INDEX attempts_by_who ON attempts (who, at);
