"""The SQL of the tables, statement by statement. A released statement never changes: later ones follow it."""

#: A match's row is a projection of its entries, kept in their transaction. `number` orders lists and survives VACUUM.
MATCHES = """
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
) STRICT
"""

MATCHES_BY_STATUS = "CREATE INDEX matches_by_status ON matches (status, number) WHERE retired_at IS NULL"

MATCHES_STAY = """
CREATE TRIGGER matches_stay BEFORE DELETE ON matches
BEGIN SELECT RAISE(ABORT, 'a match is retired, never deleted'); END
"""

MATCH_SIDES = """
CREATE TABLE match_sides (
    match_id TEXT NOT NULL REFERENCES matches (id),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    score INTEGER NOT NULL DEFAULT 0,
    outcome TEXT CHECK (outcome IN ('won', 'lost', 'drawn')),
    PRIMARY KEY (match_id, position)
) STRICT, WITHOUT ROWID
"""

#: `key` tells players apart (case and spacing forgiven); `folded` is what a search looks in (accents forgiven too).
PLAYERS = """
CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL,
    created_at TEXT NOT NULL,
    played_at TEXT
) STRICT
"""

PLAYERS_BY_NAME = "CREATE INDEX players_by_name ON players (folded, id)"

MATCH_PLAYERS = """
CREATE TABLE match_players (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    side INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    name TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES matches (number),
    PRIMARY KEY (match_id, seat),
    FOREIGN KEY (match_id, side) REFERENCES match_sides (match_id, position)
) STRICT, WITHOUT ROWID
"""

MATCH_PLAYERS_BY_PLAYER = "CREATE INDEX match_players_by_player ON match_players (player_id, number)"

ENTRIES = """
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
) STRICT
"""

#: Two openings with one key would be one match opened twice.
OPENING_KEYS = "CREATE UNIQUE INDEX entries_opening_key ON entries (key) WHERE version = 1"

ENTRIES_NO_UPDATE = """
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
"""

ENTRIES_NO_DELETE = """
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
"""

#: INSERT OR REPLACE deletes without asking the trigger above where a connection has recursive triggers off.
ENTRIES_NO_REPLACE = """
CREATE TRIGGER entries_no_replace BEFORE INSERT ON entries
WHEN NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM entries WHERE match_id = NEW.match_id)
    OR EXISTS (SELECT 1 FROM entries WHERE id = NEW.id)
    OR EXISTS (SELECT 1 FROM entries WHERE match_id = NEW.match_id AND key = NEW.key)
    OR (NEW.version = 1 AND EXISTS (SELECT 1 FROM entries WHERE version = 1 AND key = NEW.key))
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
"""

LEDGER = (
    MATCHES,
    MATCHES_BY_STATUS,
    MATCHES_STAY,
    MATCH_SIDES,
    PLAYERS,
    PLAYERS_BY_NAME,
    MATCH_PLAYERS,
    MATCH_PLAYERS_BY_PLAYER,
    ENTRIES,
    OPENING_KEYS,
    ENTRIES_NO_UPDATE,
    ENTRIES_NO_DELETE,
    ENTRIES_NO_REPLACE,
)

MATCHES_SEARCH = """
CREATE VIRTUAL TABLE matches_search USING fts5 (
    title, names, status, content = 'matches', content_rowid = 'number',
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
)
"""

MATCHES_SEARCH_INSERT = """
CREATE TRIGGER matches_search_insert AFTER INSERT ON matches BEGIN
    INSERT INTO matches_search (rowid, title, names, status) VALUES (NEW.number, NEW.title, NEW.names, NEW.status);
END
"""

MATCHES_SEARCH_UPDATE = """
CREATE TRIGGER matches_search_update AFTER UPDATE OF title, names, status ON matches
WHEN OLD.title <> NEW.title OR OLD.names <> NEW.names OR OLD.status <> NEW.status BEGIN
    INSERT INTO matches_search (matches_search, rowid, title, names, status)
    VALUES ('delete', OLD.number, OLD.title, OLD.names, OLD.status);
    INSERT INTO matches_search (rowid, title, names, status) VALUES (NEW.number, NEW.title, NEW.names, NEW.status);
END
"""

MATCHES_SEARCH_FILL = "INSERT INTO matches_search (matches_search) VALUES ('rebuild')"

LISTS = (MATCHES_SEARCH, MATCHES_SEARCH_INSERT, MATCHES_SEARCH_UPDATE, MATCHES_SEARCH_FILL)

DRAFTS = """
CREATE TABLE drafts (
    match_id TEXT NOT NULL REFERENCES matches (id),
    deal INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    version INTEGER NOT NULL,
    updated_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (match_id, deal)
) STRICT
"""

PRESETS = """
CREATE TABLE presets (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    rules TEXT NOT NULL,
    format TEXT NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    created_at TEXT NOT NULL
) STRICT
"""

#: An article belongs to a match, to a preset, or (neither) to the whole house.
HOUSE_ARTICLES = """
CREATE TABLE house_articles (
    id TEXT NOT NULL PRIMARY KEY,
    match_id TEXT REFERENCES matches (id),
    preset_id TEXT REFERENCES presets (id),
    body TEXT NOT NULL CHECK (json_valid(body)),
    created_at TEXT NOT NULL,
    retired_at TEXT,
    CHECK (match_id IS NULL OR preset_id IS NULL)
) STRICT
"""

HOUSE_ARTICLES_BY_OWNER = "CREATE INDEX house_articles_by_owner ON house_articles (match_id, preset_id)"

TABLE_AIDS = (DRAFTS, PRESETS, HOUSE_ARTICLES, HOUSE_ARTICLES_BY_OWNER)

#: A share without a match opens the whole table's program.
SHARES = """
CREATE TABLE shares (
    id TEXT NOT NULL PRIMARY KEY,
    match_id TEXT REFERENCES matches (id),
    kind TEXT NOT NULL CHECK (kind IN ('edit', 'watch')),
    token_hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    revoked_at TEXT
) STRICT
"""

SHARES_BY_MATCH = "CREATE INDEX shares_by_match ON shares (match_id)"

SETTINGS = """
CREATE TABLE settings (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL CHECK (json_valid(value))
) STRICT
"""

ATTEMPTS = """
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    who TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT
"""

ATTEMPTS_BY_WHO = "CREATE INDEX attempts_by_who ON attempts (who, at)"

SHARING = (SHARES, SHARES_BY_MATCH, SETTINGS, ATTEMPTS, ATTEMPTS_BY_WHO)

#: A match that was opened as the rematch of another: the links to that one open it, too.
REMATCHES = """
CREATE TABLE rematches (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    follows TEXT NOT NULL REFERENCES matches (id)
) STRICT, WITHOUT ROWID
"""

REMATCHES_BY_FIRST = "CREATE INDEX rematches_by_first ON rematches (follows)"

GOING_ON = (REMATCHES, REMATCHES_BY_FIRST)

#: A match in which somebody is called otherwise than its entries say; `named` counts such changes, for whoever keeps
#: what was worked out from the entries.
MATCHES_NAMED = "ALTER TABLE matches ADD COLUMN named INTEGER NOT NULL DEFAULT 0"

NAMES = """
CREATE TABLE names (
    match_id TEXT NOT NULL REFERENCES matches (id),
    sealed TEXT NOT NULL,
    shown TEXT NOT NULL,
    PRIMARY KEY (match_id, sealed)
) STRICT, WITHOUT ROWID
"""

#: Entries out of which a name was taken. `open` while that is being done, in the same transaction.
REDACTIONS = """
CREATE TABLE redactions (
    entry INTEGER PRIMARY KEY REFERENCES entries (id),
    seal TEXT NOT NULL,
    at TEXT NOT NULL,
    open INTEGER NOT NULL CHECK (open IN (0, 1))
) STRICT
"""

REDACTIONS_STAY = """
CREATE TRIGGER redactions_stay BEFORE DELETE ON redactions
BEGIN SELECT RAISE(ABORT, 'a redaction stays'); END
"""

ENTRIES_NO_UPDATE_BEFORE = "DROP TRIGGER entries_no_update"

#: Only what an entry says may be written over, and only where a redaction tells of it.
ENTRIES_ONLY_REDACTED = """
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
WHEN NOT EXISTS (SELECT 1 FROM redactions WHERE entry = OLD.id AND open = 1)
    OR (NEW.id, NEW.match_id, NEW.version, NEW.kind, NEW.key, NEW.actor, NEW.recorded_at, NEW.chain)
        <> (OLD.id, OLD.match_id, OLD.version, OLD.kind, OLD.key, OLD.actor, OLD.recorded_at, OLD.chain)
    OR NEW.deal IS NOT OLD.deal
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
"""

NAMING = (MATCHES_NAMED, NAMES, REDACTIONS, REDACTIONS_STAY, ENTRIES_NO_UPDATE_BEFORE, ENTRIES_ONLY_REDACTED)

#: The chain of the last entry in the row of its match or evening: one row to lock, and one to look at.
MATCHES_SEALED = "ALTER TABLE matches ADD COLUMN seal TEXT NOT NULL DEFAULT ''"
EVENINGS_SEALED = "ALTER TABLE evenings ADD COLUMN seal TEXT NOT NULL DEFAULT ''"
SEASONS_SEALED = "ALTER TABLE seasons ADD COLUMN seal TEXT NOT NULL DEFAULT ''"
MATCHES_SEAL = """
UPDATE matches SET seal = coalesce(
    (SELECT chain FROM entries WHERE match_id = matches.id ORDER BY entries.version DESC LIMIT 1), '')
"""
EVENINGS_SEAL = """
UPDATE evenings SET seal = coalesce(
    (SELECT chain FROM evening_entries AS entry WHERE evening_id = evenings.id ORDER BY entry.version DESC LIMIT 1), '')
"""
SEASONS_SEAL = """
UPDATE seasons SET seal = coalesce(
    (SELECT chain FROM season_entries AS entry WHERE season_id = seasons.id ORDER BY entry.version DESC LIMIT 1), '')
"""

#: Has anything been typed of the deal? What else is in the draft is the form's own.
DRAFTS_BEGUN = "ALTER TABLE drafts ADD COLUMN begun INTEGER NOT NULL DEFAULT 0 CHECK (begun IN (0, 1))"
DRAFTS_BEGIN = "UPDATE drafts SET begun = 1 WHERE json_extract(body, '$.begun')"

#: The key that made an article: the same key again is the same article.
HOUSE_ARTICLES_MADE_BY = "ALTER TABLE house_articles ADD COLUMN made_by TEXT"
HOUSE_ARTICLES_KEY = "UPDATE house_articles SET made_by = json_extract(body, '$.key')"

ROWS_THAT_TELL = (
    MATCHES_SEALED,
    EVENINGS_SEALED,
    SEASONS_SEALED,
    MATCHES_SEAL,
    EVENINGS_SEAL,
    SEASONS_SEAL,
    DRAFTS_BEGUN,
    DRAFTS_BEGIN,
    HOUSE_ARTICLES_MADE_BY,
    HOUSE_ARTICLES_KEY,
)
