"""The SQL of seasons, and of what is kept worked out beside the entries. A released statement never changes."""

from scorekeeper.ledger.sqlite.chain_tables import chain

#: A season's row is a projection of its entries, kept in their transaction.
SEASONS = """
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
) STRICT
"""

SEASONS_STAY = """
CREATE TRIGGER seasons_stay BEFORE DELETE ON seasons
BEGIN SELECT RAISE(ABORT, 'a season is retired, never deleted'); END
"""

#: `evening` is the place that the evening has in the season, from 1 in the order in which they were added.
SEASON_CHAIN = chain("season", "evening")

SEASON_OPENING_KEYS = "CREATE UNIQUE INDEX season_entries_opening_key ON season_entries (key) WHERE version = 1"

#: Every evening that a season ever had; one may be written down elsewhere only.
SEASON_EVENINGS = """
CREATE TABLE season_evenings (
    season_id TEXT NOT NULL REFERENCES seasons (id),
    evening_id TEXT NOT NULL,
    PRIMARY KEY (season_id, evening_id)
) STRICT, WITHOUT ROWID
"""

SEASON_EVENINGS_BY_EVENING = "CREATE INDEX season_evenings_by_evening ON season_evenings (evening_id)"

#: Standings of a finished evening, worked out when its glance was `seen`; players by number: no name is here.
EVENING_RESULTS = """
CREATE TABLE evening_results (
    evening_id TEXT PRIMARY KEY REFERENCES evenings (id),
    seen TEXT NOT NULL,
    standings TEXT NOT NULL
) STRICT, WITHOUT ROWID
"""

#: What the director put in the place of a match's result, side by side.
MATCH_DECISIONS = """
CREATE TABLE match_decisions (
    evening_id TEXT NOT NULL,
    match_id TEXT NOT NULL,
    side INTEGER NOT NULL,
    kind TEXT NOT NULL,
    score INTEGER,
    outcome TEXT,
    PRIMARY KEY (evening_id, match_id, side)
) STRICT, WITHOUT ROWID
"""

MATCH_DECISIONS_BY_MATCH = "CREATE INDEX match_decisions_by_match ON match_decisions (match_id)"

#: A side's figures over the deals of its match, worked out when the match was at `version`.
MATCH_FIGURES = """
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
) STRICT, WITHOUT ROWID
"""

#: What is typed of an evening that is set up (its id is empty), and a seating that is looked at.
EVENING_DRAFTS = """
CREATE TABLE evening_drafts (
    evening_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    version INTEGER NOT NULL,
    updated_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (evening_id, round)
) STRICT, WITHOUT ROWID
"""

#: Who does not want his rating shown.
PLAYERS_UNRATED = "ALTER TABLE players ADD COLUMN unrated INTEGER NOT NULL DEFAULT 0"

CLUB_SEASONS = (
    SEASONS,
    SEASONS_STAY,
    SEASON_CHAIN.entries,
    SEASON_OPENING_KEYS,
    SEASON_CHAIN.redactions,
    SEASON_CHAIN.redactions_stay,
    SEASON_CHAIN.only_redacted,
    SEASON_CHAIN.no_delete,
    SEASON_CHAIN.no_replace,
    SEASON_CHAIN.names,
    SEASON_EVENINGS,
    SEASON_EVENINGS_BY_EVENING,
    EVENING_RESULTS,
    MATCH_DECISIONS,
    MATCH_DECISIONS_BY_MATCH,
    MATCH_FIGURES,
    EVENING_DRAFTS,
    PLAYERS_UNRATED,
)
