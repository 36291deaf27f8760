-- Links for other devices, settings, and tries at the PIN.
--
-- A share without a match opens the whole table's program.
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
