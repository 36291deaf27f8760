"""The SQL of evenings, statement by statement: the form of a match's tables. A released statement never changes."""

from scorekeeper.ledger.sqlite.chain_tables import chain

#: An evening's row is a projection of its entries, kept in their transaction.
EVENINGS = """
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
) STRICT
"""

EVENINGS_BY_DATE = "CREATE INDEX evenings_by_date ON evenings (date, number) WHERE retired_at IS NULL"

EVENINGS_STAY = """
CREATE TRIGGER evenings_stay BEFORE DELETE ON evenings
BEGIN SELECT RAISE(ABORT, 'an evening is retired, never deleted'); END
"""

EVENING_CHAIN = chain("evening", "round")

EVENING_OPENING_KEYS = """
CREATE UNIQUE INDEX evening_entries_opening_key ON evening_entries (key) WHERE version = 1
"""

#: Everybody whom the entries of an evening name, also who has left it, in each spelling.
EVENING_PLAYERS = """
CREATE TABLE evening_players (
    evening_id TEXT NOT NULL REFERENCES evenings (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    name TEXT NOT NULL,
    PRIMARY KEY (evening_id, player_id, name)
) STRICT, WITHOUT ROWID
"""

EVENING_PLAYERS_BY_PLAYER = "CREATE INDEX evening_players_by_player ON evening_players (player_id)"

#: Which matches were opened for which evening; one that was imported alone may belong to an evening that is not here.
EVENING_MATCHES = """
CREATE TABLE evening_matches (
    evening_id TEXT NOT NULL,
    match_id TEXT NOT NULL REFERENCES matches (id),
    PRIMARY KEY (evening_id, match_id)
) STRICT, WITHOUT ROWID
"""

EVENING_MATCHES_BY_MATCH = "CREATE UNIQUE INDEX evening_matches_by_match ON evening_matches (match_id)"

#: Who was written down at a match and did not sit there: its entries name them still.
FORMER_PLAYERS = """
CREATE TABLE former_players (
    match_id TEXT NOT NULL REFERENCES matches (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    name TEXT NOT NULL,
    PRIMARY KEY (match_id, player_id, name)
) STRICT, WITHOUT ROWID
"""

#: Who sits where, as published or, where it was put right later, as they really sat.
EVENING_SEATINGS = """
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
)
"""

EVENING_PENALTIES = """
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
)
"""

CLUB_EVENINGS = (
    EVENINGS,
    EVENINGS_BY_DATE,
    EVENINGS_STAY,
    EVENING_CHAIN.entries,
    EVENING_OPENING_KEYS,
    EVENING_CHAIN.redactions,
    EVENING_CHAIN.redactions_stay,
    EVENING_CHAIN.only_redacted,
    EVENING_CHAIN.no_delete,
    EVENING_CHAIN.no_replace,
    EVENING_CHAIN.names,
    EVENING_PLAYERS,
    EVENING_PLAYERS_BY_PLAYER,
    EVENING_MATCHES,
    EVENING_MATCHES_BY_MATCH,
    FORMER_PLAYERS,
    EVENING_SEATINGS,
    EVENING_PENALTIES,
)

#: A link of an evening: of a table there, or (no number) to watch it.
SHARES_OF_EVENINGS = "ALTER TABLE shares ADD COLUMN evening_id TEXT REFERENCES evenings (id)"
SHARES_OF_TABLES = "ALTER TABLE shares ADD COLUMN table_number INTEGER"
SHARES_BY_EVENING = "CREATE INDEX shares_by_evening ON shares (evening_id) WHERE evening_id IS NOT NULL"

EVENING_LINKS = (SHARES_OF_EVENINGS, SHARES_OF_TABLES, SHARES_BY_EVENING)
